/** Handles the events of an inbox. */
import { write } from './adapters.js'
import type { Inbox } from './inbox.js'
import type { Ending, InboxItem, WorkerOptions } from './model.js'
import { call } from './native.js'
import type * as core from './native-types.js'
import { describe, type Logger } from './observe.js'

/** Thrown by a handler of a worker for an event that no attempt can handle. Its message is stored, so it must not hold secrets. */
export class NoFurtherAttempt extends Error {}

/** Passes the events of an inbox to a function, from now on until {@link stop}. */
export class InboxWorker {
  /** Resolves when all handlers have ended or are no longer waited for. If the client was closed before, it then rejects. */
  readonly ended: Promise<void>
  /** Whether all handlers have ended. */
  hasEnded = false
  readonly #workers: core.Workers
  readonly #logger: Pick<Logger, 'warn' | 'error'>
  readonly #handle: (item: InboxItem) => unknown
  #release: (() => void) | undefined

  constructor(
    inbox: Inbox,
    options: WorkerOptions,
    logger: Pick<Logger, 'warn' | 'error'>,
    handle: (item: InboxItem) => unknown,
  ) {
    this.#workers = inbox.workers(options)
    this.#logger = logger
    this.#handle = handle
    this.ended = this.#run()
  }

  /** Keeps the process alive until the end. */
  hold(): void {
    if (!this.hasEnded) this.#release ??= holdProcess()
  }

  /** Takes no further events. */
  stop(): void {
    // Otherwise the process could end before the loops have, and nothing after the stop would run.
    this.hold()
    void this.#drain()
  }

  async #run(): Promise<void> {
    const logging = this.#log()
    const ends = await Promise.allSettled(Array.from({ length: this.#workers.count }, () => this.#work()))
    await this.#drain()
    await logging
    this.hasEnded = true
    this.#release?.()
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
      const text = describe(error)
      const isLast = error instanceof NoFurtherAttempt
      ending = isLast ? { type: 'given_up', reason: error.message } : { type: 'failed', reason: text, detail: text }
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
