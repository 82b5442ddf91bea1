// The requests of a world: read in pages, newest first, and continued by the live connection.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { AdminError, get, type Schema, worldPath } from "./admin";
import type { Loaded } from "./data";
import { type Change, concerns, onChange } from "./live";

export type RequestRecord = Schema<"RequestRecord">;

/** What the list is limited to, as the address and the admin API have it. */
export interface RequestFilter {
  contains: string;
  method: string;
  status: string;
  endpoint: string;
  user: string;
}

const NAMES = ["contains", "method", "status", "endpoint", "user"] as const;
const PAGE = 200;

export function filterOf(query: URLSearchParams): RequestFilter {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""])) as unknown as RequestFilter;
}

/** Whether a filter lets a request through, as the admin API decides it. */
export function fits(request: RequestRecord, { contains, method, status, endpoint, user }: RequestFilter): boolean {
  const wanted = contains.toLowerCase();
  const texts = [request.path, request.endpoint ?? "", request.refusal ?? ""];
  return (
    (method === "" || request.method === method) &&
    (status === "" || statusGroup(request) === status || String(request.status) === status) &&
    (endpoint === "" || request.endpoint === endpoint) &&
    (user === "" || request.user === user) &&
    (wanted === "" || String(request.number) === wanted || texts.some((text) => text.toLowerCase().includes(wanted)))
  );
}

/** `2xx` and so on, `cut` for a connection that was cut. */
function statusGroup({ status }: RequestRecord): string {
  return status === 0 ? "cut" : `${Math.floor(status / 100)}xx`;
}

/** The list with other requests, newest first. A request that is there already is replaced. */
export function merged(rows: readonly RequestRecord[], others: readonly RequestRecord[]): RequestRecord[] {
  const newest = rows[0]?.number ?? 0;
  // The usual case, which must stay fast for long lists.
  if (others.every(({ number }, index) => number > (index ? (others[index - 1]?.number ?? 0) : newest))) {
    return [...others.toReversed(), ...rows];
  }
  const all = new Map(rows.map((row) => [row.number, row]));
  for (const row of others) all.set(row.number, row);
  return [...all.values()].sort((a, b) => b.number - a.number);
}

/** The requests that changes of the live connection bring. */
export function requestsIn(changes: readonly Change[]): RequestRecord[] {
  return changes.flatMap(({ event, data }) => (event === "request" && data ? [data as RequestRecord] : []));
}

/** Whether the whole list must be read again: the state was replaced, or changes were missed. */
export function isReplaced(changes: Change[]): boolean {
  return concerns(changes, ["app"]);
}

interface State {
  key: string;
  rows: RequestRecord[] | undefined;
  /** Where the next page begins; null if there is none. */
  next: number | null;
  error: AdminError | undefined;
}

export interface RequestList extends Loaded<RequestRecord[]> {
  /** Whether older requests are not read yet. */
  hasMore: boolean;
  /** Reads the next page. */
  more: () => void;
}

export function useRequests(world: string, filter: RequestFilter): RequestList {
  const given = NAMES.filter((name) => filter[name]).map((name) => [name, filter[name]]);
  const key = `${worldPath(world, "requests")}?${new URLSearchParams([...given, ["limit", String(PAGE)]])}`;
  const empty: State = { key, rows: undefined, next: null, error: undefined };
  const [state, setState] = useState(empty);
  const latest = useRef(empty);
  const reading = useRef("");
  const set = (next: State) => setState((latest.current = next));

  const read = useCallback(
    async (before: number | null) => {
      const path = before === null ? key : `${key}&before=${before}`;
      // The same page is not read twice at a time.
      if (reading.current === path) return;
      reading.current = path;
      try {
        const { items, next } = await get<Schema<"RequestPage">>(path);
        if (reading.current !== path) return;
        const rows = before === null ? items : [...(latest.current.rows ?? []), ...items];
        set({ key, rows, next: next ?? null, error: undefined });
      } catch (error) {
        if (reading.current !== path) return;
        set({ ...empty, error: error instanceof AdminError ? error : new AdminError(0, String(error)) });
      } finally {
        if (reading.current === path) reading.current = "";
      }
    },
    [key],
  );
  const reload = useCallback(() => read(null), [read]);
  useEffect(() => {
    reading.current = "";
    void reload();
    return onChange((changes) => {
      if (isReplaced(changes)) return void reload();
      const found = requestsIn(changes).filter((request) => fits(request, filter));
      const { rows } = latest.current;
      if (latest.current.key === key && rows && found.length > 0) set({ ...latest.current, rows: merged(rows, found) });
    });
  }, [reload]);
  const current = state.key === key ? state : empty;
  return {
    data: current.rows,
    error: current.error,
    reload,
    hasMore: current.next !== null,
    more: () => void (latest.current.key === key && latest.current.next !== null && read(latest.current.next)),
  };
}
