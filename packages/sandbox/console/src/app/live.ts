// The live connection to a world: server-sent events. After a cut the browser connects again and names the last event, so
// that the sandbox goes on from there.
import { signal } from "@preact/signals";
import { parsed, worldPath } from "./admin";

export type LiveState = "connecting" | "live" | "lost";

/** Something that changed: the name of the event, and its data. */
export interface Change {
  event: string;
  data: unknown;
}

const EVENTS = ["request", "delivery", "undelivered", "clock", "consent", "changed"];
const RECONNECT_INTERVAL = 3000;

export const liveState = signal<LiveState>("connecting");

type Listener = (changes: Change[]) => void;
const listeners = new Set<Listener>();
let pending: Change[] = [];
let scheduled = false;
let stop: () => void = () => {};
let reconnect: () => void = () => {};
let hide: () => void = () => {};

/**
 * A page that is hidden has no stream: a browser has only six connections to a host, for all of its pages. Once it is shown
 * again everything is read again.
 */
export function followVisibility(): void {
  const change = () => (document.hidden ? hide() : reconnect());
  document.addEventListener("visibilitychange", change);
  addEventListener("pagehide", () => hide());
}

/** Connects at once, without waiting for the next attempt. */
export function connectAgain(): void {
  reconnect();
}

/** Calls the listener with the changes of the world, at most once per frame. Returns how to end it. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows a world, and no longer the one before. */
export function follow(world: string): void {
  stop();
  liveState.value = "connecting";
  let retry: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource | undefined;
  let wasLive = false;
  let isNew = true;

  const connect = () => {
    isNew = true;
    source = new EventSource(worldPath(world, "stream"));
    source.onopen = () => {
      // A new source does not name the last event.
      if (wasLive && isNew) announce({ event: "poll", data: null });
      wasLive = true;
      isNew = false;
      liveState.value = "live";
    };
    source.onerror = () => {
      liveState.value = "lost";
      // The browser tries again by itself, unless the answer was no stream.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(connect, RECONNECT_INTERVAL);
    };
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => announce({ event: name, data: parsed((event as MessageEvent).data) }));
    }
  };
  connect();
  reconnect = () => {
    source?.close();
    clearTimeout(retry);
    liveState.value = "connecting";
    connect();
  };
  hide = stop = () => {
    source?.close();
    clearTimeout(retry);
  };
}

/** Tells the screens of a change. The name `poll` stands for any change. */
export function announce(change: Change): void {
  pending.push(change);
  if (scheduled) return;
  scheduled = true;
  // Not an animation frame: those stand still while the page is hidden.
  setTimeout(() => {
    const changes = pending;
    pending = [];
    scheduled = false;
    for (const listener of listeners) listener(changes);
  }, 100);
}

/** Whether one of the changes concerns these data, such as `posts`, or is an event of this name. */
export function concerns(changes: Change[], names: readonly string[]): boolean {
  return changes.some(({ event, data }) => {
    if (event === "poll" || names.includes(event)) return true;
    const what = (data as { what?: string } | null)?.what;
    return event === "changed" && what !== undefined && names.includes(what);
  });
}
