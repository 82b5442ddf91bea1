/** Handles the events of an inbox. */
import { write } from './adapters.js'
import type { Ending, InboxItem } from './model.js'
import { call } from './native.js'
import type * as core from './native-types.js'
import { classOf, describe, type Logger } from './observe.js'

/** Passes the events of an inbox to a function, from now on until {@link stop}, and keeps the process alive with it. */
export class InboxWorker {
  /** Resolves when all handlers have ended or are no longer waited for. If the client was closed before, it then rejects. */
  readonly ended: Promise<void>
  /** Whether all handlers have ended. */
  hasEnded = false
  readonly #workers: core.Workers
  readonly #logger: Pick<Logger, 'warn' | 'error'>
  readonly #handle: (item: InboxItem) => unknown
  readonly #release = holdProcess()

  constructor(
    workers: core.Workers,
    logger: Pick<Logger, 'warn' | 'error'>,
    handle: (item: InboxItem) => unknown,
  ) {
    this.#workers = workers
    this.#logger = logger
    this.#handle = handle
    this.ended = this.#run()
  }

  /** Takes no further events. */
  stop(): void {
    void this.#drain()
  }

  async #run(): Promise<void> {
    const logging = this.#log()
    const ends = await Promise.allSettled(Array.from({ length: this.#workers.count }, () => this.#work()))
    await this.#drain()
    await logging
    this.hasEnded = true
    this.#release()
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  async #drain(): Promise<void> {
    try {
      await call(undefined, (id) => this.#workers.drain(id))
    } catch {
      // The system gave no thread.
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      const item = await call(undefined, (id) => this.#workers.next(id))
      if (!item) return
      // A handler that takes too long is no longer waited for.
      const ended = call(undefined, (id) => this.#workers.ended(id, item.id))
      await Promise.race([this.#handleItem(item), ended])
    }
  }

  async #handleItem(item: InboxItem): Promise<void> {
    let ending: Ending = { type: 'handled' }
    try {
      await this.#handle(item)
    } catch (error) {
      ending = { type: 'failed', reason: classOf(error), detail: describe(error) }
    }
    await call(undefined, (id) => this.#workers.end(id, item.id, ending)).catch(() => {
      // The system gave no thread.
    })
  }

  /** Logs the lines of the workers until they have ended. */
  async #log(): Promise<void> {
    try {
      for (;;) {
        const lines = await call(undefined, (id) => this.#workers.logs(id))
        if (!lines) return
        write(this.#logger, lines)
      }
    } catch {
      // The system gave no thread.
    }
  }
}

/** Keeps the process alive until the returned function is called. */
function holdProcess(): () => void {
  // A promise alone does not keep it alive. This is the longest time of a timer.
  const timer = setInterval(() => {}, 2 ** 31 - 1)
  return () => clearInterval(timer)
}
