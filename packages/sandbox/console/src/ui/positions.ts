// Where a value is in a JSON text: for messages about a field, at the field.

/** The place of a value: from the first character inclusive to the last exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** A path such as `widgets[0].title_row.text`: `["widgets", 0, "title_row", "text"]`. */
export function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) => (index === undefined ? (name as string) : Number(index)));
}

/** The line of a position, counted from 1. */
export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/**
 * The place of the value at a path, or of the innermost value on the way to it that exists. The text must be JSON. Names
 * are compared without `_` and case, because `hasDivider` and `has_divider` are the same member.
 */
export function placeOf(text: string, path: readonly (string | number)[]): Place {
  let at = 0;
  const space = () => {
    while (/\s/.test(text[at] ?? "")) at++;
  };
  const string = (): string => {
    const start = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at++;
    return text.slice(start, at);
  };
  const plain = (name: string | number) => String(name).replaceAll("_", "").toLowerCase();
  let found: Place = { start: 0, end: text.length };
  let depth = -1;
  /** Reads a value; `matched` members of the path led to it, or -1 if it is on no way to the path. */
  const value = (matched: number): void => {
    space();
    const start = at;
    const open = text[at];
    if (open === '"') string();
    else if (open === "{" || open === "[") {
      at++;
      for (let index = 0; at < text.length; index++) {
        space();
        if (text[at] === "}" || text[at] === "]") break;
        let name: string | number = index;
        if (open === "{") {
          name = JSON.parse(string()) as string;
          space();
          at++;
        }
        const wanted = matched >= 0 ? path[matched] : undefined;
        value(wanted !== undefined && plain(wanted) === plain(name) ? matched + 1 : -1);
        space();
        if (text[at] === ",") at++;
      }
      at++;
    } else while (at < text.length && !/[\s,\]}]/.test(text[at] as string)) at++;
    if (matched > depth) {
      depth = matched;
      found = { start, end: at };
    }
  };
  value(0);
  return found;
}
