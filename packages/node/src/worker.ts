/** Handles the events of an inbox. */
import { StoreError } from './errors.js'
import type { Inbox } from './inbox.js'
import type { InboxItem } from './model.js'
import { native } from './native.js'
import { describe, type Logger } from './observe.js'

/** Thrown by a handler of a worker for an event that no attempt can handle. Its message is stored, so it must not hold secrets. */
export class NoFurtherAttempt extends Error {}

/** Takes events from an inbox, and passes them to a function: up to `concurrency` at the same time, 4 by default. */
export class InboxWorker {
  readonly #inbox: Inbox
  readonly #concurrency: number
  readonly #logger: Pick<Logger, 'warn' | 'error'>
  readonly #handle: (item: InboxItem) => unknown

  constructor(
    inbox: Inbox,
    concurrency = native.defaultWorkers(),
    logger: Pick<Logger, 'warn' | 'error'>,
    handle: (item: InboxItem) => unknown,
  ) {
    this.#inbox = inbox
    this.#concurrency = concurrency
    this.#logger = logger
    this.#handle = handle
  }

  /** Handles events until the signal, and then waits for those that are being handled. */
  async run(signal: AbortSignal | undefined, keepAlive: boolean): Promise<void> {
    const running = new Set<Promise<void>>()
    const ended = new AbortController()
    const warnings = this.#logWarnings(ended.signal)
    try {
      while (!signal?.aborted) {
        if (running.size >= this.#concurrency) {
          await Promise.race(running)
          continue
        }
        const item = await this.#next(signal, keepAlive)
        if (!item) continue
        const handling = this.#handleItem(item).finally(() => running.delete(handling))
        running.add(handling)
      }
    } finally {
      await Promise.all(running)
      ended.abort()
      await warnings
    }
  }

  /** Logs the warnings of the inbox, until the signal. */
  async #logWarnings(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) this.#warn(await this.#inbox.warnings({ signal }))
    } catch {
      // The signal was aborted, or the client was closed.
    }
    this.#warn(this.#inbox.tryWarnings())
  }

  #warn(sentences: string[]): void {
    for (const sentence of sentences) this.#logger.warn(`open-platform: ${sentence}`)
  }

  /** The next event, or nothing if the store has failed or the signal was aborted. */
  async #next(signal: AbortSignal | undefined, keepAlive: boolean): Promise<InboxItem | undefined> {
    try {
      return await this.#inbox.next({ signal, keepAlive })
    } catch (error) {
      if (signal?.aborted) return undefined
      if (!(error instanceof StoreError)) throw error
      this.#logger.error('open-platform: the next event of the inbox cannot be read, which is tried again:', error)
      return undefined
    }
  }

  async #handleItem(item: InboxItem): Promise<void> {
    const lease = this.#inbox.keep(item.id)
    try {
      const store = await this.#outcome(item)
      await store()
    } catch (error) {
      const which = `${item.delivery.event.type} (${item.delivery.dedupeKey})`
      this.#logger.error(`open-platform: the inbox did not store the result of ${which}, which is handled again:`, error)
    } finally {
      lease.end()
    }
  }

  /** Runs the handler. Returns the function that stores the result. */
  async #outcome(item: InboxItem): Promise<() => Promise<unknown>> {
    try {
      await this.#handle(item)
      return () => this.#inbox.ack(item.id)
    } catch (error) {
      if (error instanceof NoFurtherAttempt) return () => this.#inbox.giveUp(item.id, error.message)
      const problem = describe(error)
      this.#logger.error(`open-platform: the handler of ${item.delivery.event.type} failed, and is tried again: ${problem}`)
      return () => this.#inbox.nack(item.id, problem)
    }
  }
}
