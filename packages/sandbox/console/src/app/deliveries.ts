// The deliveries of a world: read once, and those that change are read again on their own.
import { useEffect, useState } from "preact/hooks";
import { get, type Schema, worldPath } from "./admin";
import { type Loaded, useData } from "./data";
import { type Change, concerns, onChange } from "./live";

export type Delivery = Schema<"Delivery">;

/** With more changes at a time the whole list is read. */
const MOST_SINGLE = 20;
/** Between two reads of the whole list. */
const PAUSE = 500;

/** The numbers of the deliveries that changed, each once. */
export function changedDeliveries(changes: readonly Change[]): number[] {
  const ids = changes.flatMap(({ event, data }) => (event === "delivery" ? [(data as { id: number }).id] : []));
  return [...new Set(ids)];
}

/** The list, oldest first, with others in place of those of the same number. */
export function withDeliveries(all: readonly Delivery[], others: readonly Delivery[]): Delivery[] {
  const changed = new Map(others.map((delivery) => [delivery.id, delivery]));
  const kept = all.map((delivery) => {
    const other = changed.get(delivery.id);
    changed.delete(delivery.id);
    return other ?? delivery;
  });
  return [...kept, ...[...changed.values()].sort((a, b) => a.id - b.id)];
}

export function useDeliveries(world: string): Loaded<Delivery[]> {
  const whole = useData<Delivery[]>(worldPath(world, "deliveries"), ["app"], PAUSE);
  const { data, reload } = whole;
  const [all, setAll] = useState(data);
  useEffect(() => setAll(data), [data]);
  useEffect(
    () =>
      onChange((changes) => {
        const ids = changedDeliveries(changes);
        if (ids.length === 0 || concerns(changes, ["app"])) return;
        if (ids.length > MOST_SINGLE) return void reload();
        const read = ids.map((id) => get<Delivery>(worldPath(world, "deliveries", id)));
        Promise.all(read).then(
          (found) => setAll((known) => known && withDeliveries(known, found)),
          () => void reload(),
        );
      }),
    [world, reload],
  );
  return { ...whole, data: data && all };
}
