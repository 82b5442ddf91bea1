/** Deduplication of events: an event that arrives again is not handled again. */
import type { Delivery } from './model.js'
import { guard, native } from './native.js'
import type * as core from './native-types.js'

/**
 * Remembers which events were handled. Implement it if several processes handle events, or if a restart must not forget
 * them; one conditional insert is enough.
 *
 * An event whose handler runs is marked as being handled, for at most 300 s: a repetition is answered with 503 until the
 * handler has ended, and an event whose process died is handled when it arrives again after that time. Use an `inbox` for
 * handlers that take longer.
 */
export interface Dedupe {
  /**
   * Stores a key for `windowSeconds` (`undefined`: as long as possible). Returns whether it is new: of several concurrent
   * calls exactly one returns `true`.
   */
  remember(key: string, windowSeconds: number | undefined): boolean | Promise<boolean>
  /** Deletes a key: its event could not be handled, and must be handled when it arrives again. */
  forget(key: string): void | Promise<void>
}

/** Remembers in the memory of this process which events were handled. When it is full, it forgets the oldest. */
export class MemoryDedupe implements Dedupe {
  readonly #native: core.MemoryDedupe

  /** @param capacity how many events it remembers: 100,000 by default. */
  constructor(capacity?: number) {
    this.#native = guard(() => new native.MemoryDedupe(capacity))
  }

  /** Stores a key for `windowSeconds`; without it as long as there is room. Returns whether it is new. */
  remember(key: string, windowSeconds?: number): boolean {
    return guard(() => this.#native.remember(key, windowSeconds))
  }

  /** Deletes a key: its event could not be handled, and must be handled when it arrives again. */
  forget(key: string): void {
    guard(() => this.#native.forget(key))
  }

  /** @internal */
  get progress(): Progress {
    const memory = this.#native
    return {
      begin: async (delivery) => guard(() => memory.begin(delivery)),
      finish: async (delivery) => {
        guard(() => memory.finish(delivery))
        return true
      },
      abandon: async (delivery) => guard(() => memory.abandon(delivery)),
    }
  }
}

/**
 * Tracks events while they are handled.
 *
 * @internal
 */
export interface Progress {
  /** Looks up an event, and marks it as being handled if it is new or in conflict. */
  begin(delivery: Delivery): Promise<'new' | 'conflict' | 'in_progress' | 'seen'>
  /** Marks the event as handled. `false`: an event with the same id and another body was handled before. */
  finish(delivery: Delivery): Promise<boolean>
  /** Removes the marks of the event, so that it is handled when it arrives again. */
  abandon(delivery: Delivery): Promise<void>
}

/**
 * The core's protocol on a `Dedupe` of the app.
 *
 * @internal
 */
export function progressIn(store: Dedupe): Progress {
  if (store instanceof MemoryDedupe) return store.progress
  return {
    async begin(delivery) {
      const marks = native.dedupeMarks(delivery)
      if (!(await store.remember(marks.handling, marks.handlingSeconds))) return 'in_progress'
      if (await store.remember(marks.handled, marks.provisionalSeconds)) return 'new'
      await store.forget(marks.handling)
      return 'seen'
    },
    async finish(delivery) {
      const { handling, handled, event, windowSeconds } = native.dedupeMarks(delivery)
      await store.forget(handled)
      await store.remember(handled, windowSeconds)
      const isFirst = event === undefined || (await store.remember(event, windowSeconds))
      await store.forget(handling)
      return isFirst
    },
    async abandon(delivery) {
      const { handling, handled } = native.dedupeMarks(delivery)
      await store.forget(handled)
      await store.forget(handling)
    },
  }
}
