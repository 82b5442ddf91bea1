// Choices of the person at the console, kept in the browser: theme and language.
import { effect, signal } from "@preact/signals";
import { en, type TextKey } from "../text/en";
import { fa } from "../text/fa";

export type Theme = "system" | "light" | "dark";
export type Language = "en" | "fa";

export const theme = signal<Theme>(kept("theme", ["system", "light", "dark"]) ?? "system");
export const language = signal<Language>(
  kept("language", ["en", "fa"]) ?? (globalThis.navigator?.language.startsWith("fa") ? "fa" : "en"),
);

/** The text of a key in the chosen language, with `{name}` replaced. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const text = (language.value === "fa" ? fa : en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function applySettings(): void {
  effect(() => {
    const root = document.documentElement;
    root.lang = language.value;
    root.dir = language.value === "fa" ? "rtl" : "ltr";
    root.dataset["theme"] = theme.value;
    keep("theme", theme.value);
    keep("language", language.value);
  });
}

function kept<T extends string>(name: string, values: readonly T[]): T | undefined {
  try {
    const value = localStorage.getItem(`console.${name}`);
    return values.find((known) => known === value);
  } catch {
    return undefined;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`console.${name}`, value);
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}
