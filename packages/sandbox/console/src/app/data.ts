// Data of the admin API in components: read at first, and again when the live connection says that it changed.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { AdminError, get } from "./admin";
import { concerns, onChange } from "./live";

export interface Loaded<T> {
  /** The data, or undefined until it is read. */
  data: T | undefined;
  error: AdminError | undefined;
  reload: () => Promise<void>;
}

/** Reads a path of the admin API, and again on changes of these names (see `concerns`). */
export function useData<T>(path: string, on: readonly string[] = []): Loaded<T> {
  const [state, setState] = useState<{ path: string; data?: T; error?: AdminError }>({ path });
  const newest = useRef(0);
  const reload = useCallback(async () => {
    const turn = ++newest.current;
    let next: typeof state;
    try {
      next = { path, data: await get<T>(path) };
    } catch (error) {
      next = { path, error: error instanceof AdminError ? error : new AdminError(0, String(error)) };
    }
    // An older answer that arrives late is not shown.
    if (turn === newest.current) setState(next);
  }, [path]);
  const names = on.join();
  useEffect(() => {
    void reload();
    return onChange((changes) => {
      if (concerns(changes, names.split(","))) void reload();
    });
  }, [reload, names]);
  // The data of another path is not shown while the new one is read.
  const current = state.path === path ? state : { path };
  return { data: current.data, error: current.error, reload };
}
