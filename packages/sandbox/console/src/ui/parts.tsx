// Small parts of every screen: page, panel, button, field, badge, empty state, error, notices.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { AdminError } from "../app/admin";
import type { Loaded } from "../app/data";
import { t } from "../app/settings";

/** A screen: its heading, its actions, and its content. */
export function Page(props: { title: string; about?: string; actions?: ComponentChildren; children: ComponentChildren }) {
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{props.title}</h1>
          {props.about && <p class="quiet">{props.about}</p>}
        </div>
        {props.actions && <div class="actions">{props.actions}</div>}
      </header>
      {props.children}
    </>
  );
}

export function Panel(props: { title: string; actions?: ComponentChildren; children: ComponentChildren; wide?: boolean }) {
  const id = useId();
  return (
    <section class={props.wide ? "panel wide" : "panel"} aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.actions && <div class="actions">{props.actions}</div>}
      </header>
      {props.children}
    </section>
  );
}

/** A button that runs an operation: disabled meanwhile, and a failure is a notice. */
export function Action(props: {
  run: () => unknown;
  children: ComponentChildren;
  kind?: "main" | "danger" | "plain";
  label?: string;
  disabled?: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const click = async () => {
    setBusy(true);
    await attempt(props.run);
    setBusy(false);
  };
  return (
    <button
      type="button"
      class={props.kind ?? ""}
      aria-label={props.label}
      disabled={busy || props.disabled}
      aria-busy={busy}
      onClick={() => void click()}
    >
      {props.children}
    </button>
  );
}

/** Details beside a list, with a button and the key Escape to close them. */
export function Sheet(props: { title: string; actions: ComponentChildren; onClose: () => void; children: ComponentChildren }) {
  const { onClose } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inside = (event.target as HTMLElement).closest("dialog, .menu, input, textarea, select");
      if (event.key === "Escape" && !inside) onClose();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onClose]);
  const actions = (
    <>
      {props.actions}
      <button type="button" class="plain" aria-label={t("close")} onClick={onClose}>
        ✕
      </button>
    </>
  );
  return (
    <Panel title={props.title} actions={actions}>
      {props.children}
    </Panel>
  );
}

export function Field(props: { label: string; hint?: string; children: (id: string, hint?: string) => ComponentChildren }) {
  const id = useId();
  const hint = props.hint ? `${id}-hint` : undefined;
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      {props.children(id, hint)}
      {props.hint && (
        <p id={hint} class="hint">
          {props.hint}
        </p>
      )}
    </div>
  );
}

export function Badge(props: { tone?: "good" | "bad" | "warn" | "info"; children: ComponentChildren }) {
  return <span class={`badge ${props.tone ?? ""}`}>{props.children}</span>;
}

/** What to do where there is nothing yet. */
export function Empty(props: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{props.title}</p>
      {props.children}
    </div>
  );
}

/** The content of loaded data, its error, or a line that says it is being read. */
export function Ready<T>(props: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  const { data, error, reload } = props.of;
  if (error) {
    const missing = error.status === 404 || error.status === 405;
    return (
      <Empty title={missing ? t("notThere") : error.message}>
        {missing && <p class="quiet">{error.message}</p>}
        <Action run={reload}>{t("again")}</Action>
      </Empty>
    );
  }
  if (data === undefined) return <p class="quiet loading">{t("loading")}</p>;
  return <>{props.children(data)}</>;
}

/** Formatted JSON of an app, as text. */
export function Json(props: { value: unknown }) {
  const text = typeof props.value === "string" ? props.value : JSON.stringify(props.value, null, 2);
  return (
    <pre class="json" dir="ltr" tabIndex={0}>
      {text}
    </pre>
  );
}

export interface Notice {
  text: string;
  bad: boolean;
}

export const notice = signal<Notice | null>(null);
let hide: ReturnType<typeof setTimeout> | undefined;

export function notify(text: string, bad = false): void {
  clearTimeout(hide);
  notice.value = { text, bad };
  hide = setTimeout(() => (notice.value = null), bad ? 10_000 : 4000);
}

/** Runs an operation, and shows its failure. Returns whether it succeeded. */
export async function attempt(run: () => unknown): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const field = error instanceof AdminError && error.field ? `${error.field}: ` : "";
    notify(field + (error instanceof Error ? error.message : String(error)), true);
    return false;
  }
}

/** The notice that is shown now. A dialog has its own, because everything outside of an open one is inert. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notice.value && <p class={notice.value.bad ? "notice bad" : "notice"}>{notice.value.text}</p>}
    </div>
  );
}

export async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notify(t("copied"));
}
