// Addresses of the console: `#/w/{world}/{screen}/{item…}?filter=…`. They can be shared and kept as bookmarks.
import { signal } from "@preact/signals";

export interface Route {
  world: string;
  screen: string;
  /** What follows the screen, decoded. */
  rest: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [, marker, world, screen, ...rest] = path.split("/").map(decoded);
  const inWorld = marker === "w" && world;
  return {
    world: inWorld ? world : "default",
    screen: (inWorld && screen) || "overview",
    rest: inWorld ? rest.filter((part) => part !== "") : [],
    query: new URLSearchParams(query),
  };
}

export function addressOf(world: string, screen: string, rest: (string | number)[] = [], query = ""): string {
  const path = ["#", "w", world, screen, ...rest].map((part, index) => (index ? encodeURIComponent(part) : part));
  return path.join("/") + (query ? `?${query}` : "");
}

export const route = signal<Route>(parseRoute(globalThis.location?.hash ?? ""));

export function followAddress(): void {
  addEventListener("hashchange", () => (route.value = parseRoute(location.hash)));
}

/** Goes to an address; `replace` leaves no entry in the history, as for each letter of a filter. */
export function go(address: string, replace = false): void {
  if (!replace) {
    location.hash = address;
    return;
  }
  history.replaceState(null, "", address);
  route.value = parseRoute(address);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
