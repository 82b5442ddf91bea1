// A menu button after the pattern of the ARIA guide: arrows move, Escape closes.
import { useEffect, useRef, useState } from "preact/hooks";
import { copy, attempt } from "./parts";
import { t } from "../app/settings";

export interface MenuItem {
  label: string;
  run: () => unknown;
}

/** Moves a menu that does not fit beside its button. By script, because style attributes are not allowed. */
function moveIntoWindow(menu: HTMLElement): void {
  const { left, right } = menu.getBoundingClientRect();
  const over = right > innerWidth - MARGIN ? innerWidth - MARGIN - right : Math.max(0, MARGIN - left);
  if (over !== 0) menu.style.transform = `translateX(${over}px)`;
}

const MARGIN = 8;

export function Menu(props: { label: string; items: readonly MenuItem[]; disabled?: boolean }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const menu = box.current?.querySelector<HTMLElement>('[role="menu"]');
    if (menu) moveIntoWindow(menu);
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const close = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [open]);
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget as Node)) setOpen(false);
  };
  const onKey = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") {
      setOpen(false);
      button.current?.focus();
    } else if (next !== undefined) {
      items.at(next % items.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={box} onKeyDown={(event) => open && onKey(event)} onFocusOut={leave}>
      <button ref={button} type="button" disabled={props.disabled} aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)}>
        {props.label} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div role="menu" aria-label={props.label}>
          {props.items.map((item) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={item.label}
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                void attempt(item.run);
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The menu "copy as" with texts that are made when they are chosen. */
export function CopyAs(props: { forms: readonly { label: string; text: () => string }[] }) {
  return <Menu label={t("copyAs")} items={props.forms.map(({ label, text }) => ({ label, run: () => copy(text()) }))} />;
}

export function CopyButton(props: { text: string; label: string }) {
  return (
    <button type="button" class="plain copy" aria-label={`${t("copy")}: ${props.label}`} onClick={() => void attempt(() => copy(props.text))}>
      {t("copy")}
    </button>
  );
}
