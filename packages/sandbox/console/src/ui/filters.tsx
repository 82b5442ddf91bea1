// The filters of a list. They are in the address, so that a filtered list can be shared.
import { go } from "../app/router";
import { t } from "../app/settings";

export interface Choice {
  /** The name in the address. */
  name: string;
  label: string;
  values: readonly { value: string; text: string }[];
}

interface FiltersProps {
  query: URLSearchParams;
  /** The address of the list with another query. */
  address: (query: string) => string;
  /** The placeholder of the search; without it there is none. */
  search?: string;
  choices?: readonly Choice[];
}

/** The query with another value; empty values are left out. */
export function withValue(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(query);
  if (value) next.set(name, value);
  else next.delete(name);
  return next.toString();
}

/** Whether a text contains what is searched for, in any case. */
export function contains(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/** Values that are shown as they are, without those that are empty, each once. */
export function plainValues(values: Iterable<string | null | undefined>): { value: string; text: string }[] {
  return [...new Set(values)].flatMap((value) => (value ? [{ value, text: value }] : [])).sort((a, b) => a.text.localeCompare(b.text));
}

export function Filters({ query, address, search, choices = [] }: FiltersProps) {
  const change = (name: string, value: string) => go(address(withValue(query, name, value)), true);
  const names = ["contains", ...choices.map(({ name }) => name)];
  const cleared = () => {
    const next = new URLSearchParams(query);
    for (const name of names) next.delete(name);
    go(address(next.toString()), true);
  };
  return (
    <div class="line" role="search" aria-label={t("filters")}>
      {search !== undefined && (
        <input
          type="search"
          aria-label={t("search")}
          placeholder={search}
          value={query.get("contains") ?? ""}
          onInput={(event) => change("contains", event.currentTarget.value)}
        />
      )}
      {choices.map(({ name, label, values }) => (
        <select key={name} aria-label={label} value={query.get(name) ?? ""} onChange={(event) => change(name, event.currentTarget.value)}>
          <option value="">
            {label}: {t("all")}
          </option>
          {values.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {names.some((name) => query.get(name)) && (
        <button type="button" class="plain" onClick={cleared}>
          {t("clearFilters")}
        </button>
      )}
    </div>
  );
}
