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

interface State<T> {
  path: string;
  data?: T;
  error?: AdminError;
}

interface Reading {
  path: string;
  /** Whether the data changed while they were read. */
  again: boolean;
  done: Promise<void>;
}

async function read<T>(path: string): Promise<State<T>> {
  try {
    return { path, data: await get<T>(path) };
  } catch (error) {
    return { path, error: error instanceof AdminError ? error : new AdminError(0, String(error)) };
  }
}

/**
 * Reads a path of the admin API, and again on changes of these names (see `concerns`). Between two reads there are at least
 * `pause` milliseconds, for data that are large or change with each request.
 */
export function useData<T>(path: string, on: readonly string[] = [], pause = 0): Loaded<T> {
  const [state, setState] = useState<State<T>>({ path });
  const reading = useRef<Reading | null>(null);
  const reload = useCallback(() => {
    const current = reading.current;
    if (current?.path === path) {
      // At most one read at a time, however fast the data change.
      current.again = true;
      return current.done;
    }
    const mine: Reading = { path, again: false, done: Promise.resolve() };
    reading.current = mine;
    mine.done = (async () => {
      do {
        mine.again = false;
        const next = await read<T>(path);
        // Meanwhile another path may have been asked for.
        if (reading.current !== mine) return;
        setState(next);
        if (pause > 0 && mine.again) await new Promise((resolve) => setTimeout(resolve, pause));
      } while (mine.again);
      reading.current = null;
    })();
    return mine.done;
  }, [path]);
  const names = on.join();
  useEffect(() => {
    void reload();
    return onChange((changes) => {
      if (concerns(changes, names.split(","))) void reload();
    });
  }, [reload, names]);
  // The data of another path is not shown while the new one is read.
  const current: State<T> = state.path === path ? state : { path };
  return { data: current.data, error: current.error, reload };
}
