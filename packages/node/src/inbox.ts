/** Events kept until they are handled. */
import type { Acceptance, DeadLetter, Failed, InboxCounts, InboxItem, InboxOptions, Reply } from './model.js'
import { bytes, call, calls, guard, native } from './native.js'
import type * as core from './native-types.js'
import { ownStore, type RecordStore } from './stores.js'
import type { Accepted } from './webhooks.js'

/**
 * Events kept in the store of a client until they are handled: stored before they are acknowledged, handled by whoever has
 * time, in any number of processes, and tried again. `platform.inbox()` makes one.
 *
 * ```ts
 * const hooks = createHooks({ platform, inbox: {} })   // all there is to do: handlers then run from the inbox
 * ```
 *
 * By hand it is {@link receive} in the web server, and {@link next}, then {@link ack} or {@link nack}, in a worker. An
 * event is handled exactly once as long as nothing fails, and at least once whatever fails: a worker that dies after its
 * work and before `ack` leaves an event that is handled again.
 */
export class Inbox {
  readonly #native: core.Inbox

  /** @internal */
  constructor(native: core.Inbox) {
    this.#native = native
  }

  /**
   * An inbox in a store that is not the client's: its address, such as `sqlite:///var/lib/app/events.db`, or your own.
   *
   * @param storeKeys what the events are encrypted with, as {@link Settings.storeKeys}; `['unencrypted']`: nothing.
   * @throws {@link ConfigError} for what cannot be an address or a key, or an option out of range.
   */
  static open(store: string | RecordStore, storeKeys: string[], options: InboxOptions = {}): Inbox {
    const where = typeof store === 'object' && store !== null ? ownStore('store', store) : store
    return new Inbox(guard(() => native.Inbox.open(calls, where, storeKeys, options)))
  }

  /**
   * Receives an event whose head was accepted, and returns what to answer: 200 once it is stored, or was before; 503 with
   * `Retry-After` if it cannot be stored within a second; the rejection's answer for a body that is no event.
   *
   * @throws {@link ConfigError} if the client is closed, and nothing else.
   */
  receive(accepted: Accepted, body: Uint8Array | string): Promise<Reply> {
    return call(undefined, (id) => this.#native.receive(id, accepted.native, bytes(body)))
  }

  /**
   * Stores an event whose head was accepted, and says whether it is `new` or a `duplicate`. Acknowledge both.
   *
   * @throws {@link WebhookRejected} for a body that is no event; {@link StoreError} if it cannot be stored within 0.9
   * seconds: then answer 503.
   */
  accept(accepted: Accepted, body: Uint8Array | string): Promise<Acceptance> {
    return call(undefined, (id) => this.#native.accept(id, accepted.native, bytes(body)))
  }

  /**
   * The next event, when there is one: the oldest that can be handed out. Any number of workers may wait. It is this
   * worker's until `leasedUntil`: by then it says `ack`, `nack`, {@link keep} or {@link extend}, or another worker gets the
   * event.
   *
   * @param options `keepAlive`: whether waiting keeps the process alive. On by default.
   * @throws {@link StoreError} if the store has failed for 5 seconds. Calling again is all there is to do.
   */
  next(options: { signal?: AbortSignal | undefined; keepAlive?: boolean | undefined } = {}): Promise<InboxItem> {
    const { signal, keepAlive = true } = options
    return call({ signal }, (id) => this.#native.next(id, keepAlive))
  }

  /** The next event, if there is one now. */
  async tryNext(): Promise<InboxItem | undefined> {
    return (await call(undefined, (id) => this.#native.tryNext(id))) ?? undefined
  }

  /**
   * Says that an event was handled. It is deleted, and known when it comes again. `false`: another worker has it, or it was
   * ended before.
   *
   * @param item the `id` of the {@link InboxItem}.
   */
  ack(item: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.ack(id, item))
  }

  /**
   * Says that the handling of an event failed, and why: for {@link deadLetters}, cut to 1,000 characters. Leave secrets out.
   * It comes again later, or becomes a dead letter.
   */
  nack(item: string, reason: string): Promise<Failed> {
    return call(undefined, (id) => this.#native.nack(id, item, reason))
  }

  /** Makes an event a dead letter at once, because no further attempt can help. Returns as {@link ack}. */
  giveUp(item: string, reason: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.giveUp(id, item, reason))
  }

  /** Puts an event back as if it had not been handed out: for a worker that stops. Returns as {@link ack}. */
  release(item: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.release(id, item))
  }

  /**
   * Keeps an event for this worker, however long its handler takes, until {@link Lease.end}: call that after `ack` or
   * `nack`. It ends by itself when the event has ended, or when another worker has it.
   *
   * @param item the `id` of the {@link InboxItem}.
   */
  keep(item: string): Lease {
    return new Lease(guard(() => this.#native.keep(item)))
  }

  /**
   * What there is to say that no call tells, one sentence for each: events that were given up, leases that were lost, ends that
   * came too late, requests that were refused. With type and dedupe key, never with content. It waits until there is something,
   * and does not keep the process alive.
   */
  warnings(options: { signal?: AbortSignal | undefined } = {}): Promise<string[]> {
    return call(options, (id) => this.#native.warnings(id))
  }

  /** The same without waiting; there may be nothing. */
  tryWarnings(): string[] {
    return guard(() => this.#native.tryWarnings())
  }

  /** Keeps an event for another `leaseSeconds` from now, for a handler that takes longer. Returns as {@link ack}. */
  extend(item: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.extend(id, item))
  }

  /** The events that were given up, oldest arrival first, up to 100: those after the one with the id `after`, or the first. */
  deadLetters(after?: string): Promise<DeadLetter[]> {
    return call(undefined, (id) => this.#native.deadLetters(id, after))
  }

  /** Takes a dead letter up again, with all its attempts. Returns whether there was one. */
  retry(letter: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.retry(id, letter))
  }

  /** Deletes a dead letter. Returns whether there was one. */
  discard(letter: string): Promise<boolean> {
    return call(undefined, (id) => this.#native.discard(id, letter))
  }

  /** How many events there are. */
  counts(): Promise<InboxCounts> {
    return call(undefined, (id) => this.#native.counts(id))
  }
}

/** Keeps an event for the worker that handles it. {@link Inbox.keep} makes one. */
export class Lease {
  readonly #native: core.Lease

  /** @internal */
  constructor(native: core.Lease) {
    this.#native = native
  }

  /** No longer keeps it. */
  end(): void {
    guard(() => this.#native.end())
  }

  /** `using lease = inbox.keep(item.id)` ends it at the end of the block. */
  [Symbol.dispose](): void {
    this.end()
  }
}
