// Reads widgets of the current form leniently: what an app sent may have any shape.

export type Members = Readonly<Record<string, unknown>>;

/** A widget: its name, and the value under that name. */
export interface Widget {
  kind: string;
  value: unknown;
}

/** The colours of the current form. */
export const COLORS = ["success_primary", "success_secondary", "warning_primary", "warning_secondary", "error_primary"];

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The widget in an object with one key beside `semantic_paths`, or undefined for anything else. */
export function readWidget(value: unknown): Widget | undefined {
  if (!isMembers(value)) return undefined;
  const kinds = Object.keys(value).filter((key) => key !== "semantic_paths");
  const kind = kinds[0];
  return kind !== undefined && kinds.length === 1 ? { kind, value: value[kind] } : undefined;
}

/** A member that is shown as text; empty if there is none. */
export function textOf(row: Members, name: string): string {
  const value = row[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A member from 0 to 100, or undefined. */
export function percentageOf(row: Members, name: string): number | undefined {
  const value = row[name];
  return typeof value === "number" ? Math.min(100, Math.max(0, value)) : undefined;
}

/** The objects of a list. */
export function itemsOf(row: Members, name: string): Members[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** The class of a colour; that of the neutral one for colours that are not known. */
export function toneOf(row: Members, name: string): string {
  const color = textOf(row, name).toLowerCase();
  return `tone-${COLORS.includes(color) ? color.replace("_", "-") : "neutral"}`;
}

/** The action of a row, which is an object. */
export function actionOf(row: Members): Members | undefined {
  const action = row["action"];
  return isMembers(action) ? action : undefined;
}

/** Every action in widgets, in document order, as the admin API counts them. */
export function actionsIn(value: unknown): Members[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === "action" && isMembers(member) ? [member] : actionsIn(member)));
}

/** Up to two initials of an icon's name: `AS` for `AI_STARS`. */
export function initialsOf(icon: string): string {
  const words = icon.split("_").filter(Boolean);
  return words.slice(0, 2).map((word) => word[0]).join("");
}
