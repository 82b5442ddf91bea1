/** Which events were seen, so that one that arrives again is not handled again. */
import type { Delivery } from './model.js'
import { guard, native } from './native.js'
import type * as core from './native-types.js'

/**
 * Remembers which events were seen. Bring your own where several processes share the work, or where a restart must not
 * forget: one conditional insert is all it takes.
 *
 * An event whose handler runs is remembered as being handled, for 300 s at most: a repetition is answered with 503 until it has
 * ended, and an event whose process died is handled when it comes again after that. A handler that takes longer belongs into
 * an `inbox`.
 */
export interface Dedupe {
  /**
   * Remembers a key for so many seconds, without them for as long as possible. Returns whether it is new: of all that ask
   * at once, exactly one gets `true`.
   */
  remember(key: string, windowSeconds: number | undefined): boolean | Promise<boolean>
  /** Forgets a key, because its event could not be handled and must be, when it comes again. */
  forget(key: string): void | Promise<void>
}

/** Remembers in the memory of this process which events were seen. When it is full, it forgets the oldest. */
export class MemoryDedupe implements Dedupe {
  readonly #native: core.MemoryDedupe

  /** @param capacity how many events it remembers: 100,000 by default. */
  constructor(capacity?: number) {
    this.#native = guard(() => new native.MemoryDedupe(capacity))
  }

  /** Remembers a key for so many seconds, without them for as long as there is room. Returns whether it is new. */
  remember(key: string, windowSeconds?: number): boolean {
    return guard(() => this.#native.remember(key, windowSeconds))
  }

  /** Forgets a key, because its event could not be handled and must be, when it comes again. */
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
 * What is known of events while they are handled.
 *
 * @internal
 */
export interface Progress {
  /** What is known of an event. If it is to be handled, it counts as being handled from now on. */
  begin(delivery: Delivery): Promise<'new' | 'conflict' | 'in_progress' | 'seen'>
  /** The event was handled. `false`: one with the same id and another body was handled before. */
  finish(delivery: Delivery): Promise<boolean>
  /** The event could not be handled, and must be when it comes again. */
  abandon(delivery: Delivery): Promise<void>
}

/**
 * The protocol of the core over a store of the app's own.
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
