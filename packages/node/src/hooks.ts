/** Webhooks: receives events, start requests and dynamic actions of the platform, in any web framework. */
import {
  type AdaptedRequest, type Awaitable, checkTimeout, drive, limited, type ReadBody, Routes, type Sent, sentOf, within, write,
} from './adapters.js'
import { clientOf, OpenPlatform } from './client.js'
import {
  contextOf, type ContextOf, type EventOf, type EventType, type HookContext, type RequestContext,
} from './context.js'
import { configError, invalidInput } from './error-reports.js'
import { type Dedupe, MemoryDedupe } from './dedupe.js'
import { EVENTS } from './events.js'
import { Inbox } from './inbox.js'
import { IpAllowlist } from './ip-allowlist.js'
import type {
  Action, Delivery, DynamicActionReply, DynamicActionRequest, GrantKey, HookStep, InboxOptions, MalformedEvent, ReceivedHook,
  Reply, StartReply, StartRequest, UnknownEvent, WebhookOptions, WorkerOptions,
} from './model.js'
import { callable, guard, inLines, native, options as known } from './native.js'
import type { HookReceiver, HookRequest, IdentificationKey } from './native-types.js'
import { describe, type HookObserver, isObserved, type Logger, received } from './observe.js'
import { unprinted } from './values.js'
import { Webhooks } from './webhooks.js'
import { InboxWorker } from './worker.js'

export type { ContextOf, EventOf, EventType, HookContext, MessageContext, RequestContext } from './context.js'

/** The options of {@link createHooks}. */
export interface HooksOptions {
  /** The client for `reply`, `user` and `platform` of the handlers. By default one from the environment. */
  platform?: OpenPlatform | undefined
  /**
   * The identification keys: with ids for the log, or as one string separated by commas. By default those of `platform` if
   * it is given, otherwise `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
   */
  keys?: string | readonly IdentificationKey[] | undefined
  /** The maximum size of a body in bytes: 256 KiB by default. */
  bodyLimit?: number | undefined
  /** The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408. */
  bodyTimeoutMs?: number | undefined
  /** The age from which on a message is stale: 72 hours by default. */
  staleAfterMs?: number | undefined
  /**
   * Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message,
   * and a message that the platform delivers late would be lost.
   */
  rejectStale?: boolean | undefined
  /**
   * Stores events until they are handled: an inbox, or options for one in the store of `platform`. An event is then
   * acknowledged when it is stored, {@link Hooks.run} calls the handlers, in any number of processes, and a failed event is tried
   * again until it becomes a dead letter. `dedupe` must not be given: the inbox itself recognizes repetitions.
   */
  inbox?: Inbox | InboxOptions | undefined
  /**
   * How long a handler may take: more than 0, and with an `inbox` at most 24 hours. By default without limit. One that takes
   * longer fails, its result does not count, and its event is handled again. The handler itself goes on: nothing can
   * interrupt it. With an `inbox`, another event takes its place.
   */
  handlerTimeoutMs?: number | undefined
  /** How many events are handled at once, 1 to 10,000. 4 by default. */
  workers?: number | undefined
  /**
   * How long the end of {@link Hooks.run} waits for handlers of events from the inbox: at most 24 hours.
   * Without limit by default. The events of handlers that run longer are handled by another process.
   */
  drainTimeoutMs?: number | undefined
  /**
   * The store that recognizes repeated events. In this process's memory by default; `false` switches it off. While a handler
   * runs, a repetition of its event is answered with 503, for at most the time that {@link Dedupe} states.
   */
  dedupe?: Dedupe | false | undefined
  /**
   * The addresses that requests may come from, beside the key: from others the response is 403. Not for {@link Hooks.fetch},
   * whose requests have no address.
   */
  allowlist?: IpAllowlist | undefined
  /**
   * Returns the grant of an event's user, such as by an id of your own in the subscription's `metadata`, which the platform
   * sends with each event. By default `delivery.grant`, the member `grant` of the metadata. It is called for each event that has a
   * handler, also for one without metadata.
   */
  grantOf?: ((delivery: Delivery) => GrantKey | undefined | Promise<GrantKey | undefined>) | undefined
  /**
   * Called with a record of each request, when its response is known. It must not block. What it throws is a warning of the
   * process. See docs/observe.md.
   */
  onHook?: ((hook: ReceivedHook) => unknown) | undefined
  /**
   * The logger of refusals, failures of handlers and events without a handler, and, if it has the method `debug`, of each
   * request. By default that of `platform`, otherwise `console`, without each request.
   */
  logger?: Pick<Logger, 'warn' | 'error'> & Partial<Logger> | undefined
}

const OPTIONS: Record<keyof HooksOptions, true> = {
  platform: true, keys: true, bodyLimit: true, bodyTimeoutMs: true, staleAfterMs: true, rejectStale: true,
  inbox: true, handlerTimeoutMs: true, workers: true, drainTimeoutMs: true, dedupe: true, allowlist: true,
  grantOf: true, onHook: true, logger: true,
}

/** A request from a web server. */
export interface IncomingRequest {
  /** The method, such as `POST`. */
  method: string
  /** The path without the query. Its last segment is the kind of the request: `events`, `start` or `actions`. */
  path: string
  /** The unchanged headers, flat, as in `request.rawHeaders`: name, value, name, value. */
  headers: readonly string[]
  /** The IP address of the other end of the connection, which {@link HooksOptions.allowlist} needs. */
  peer?: string | undefined
  /** The framework's request object, such as Express's. */
  raw?: unknown
  /**
   * Reads the body: the whole body, or, if it is longer than the limit, at least one byte more than the limit. It is called
   * only after the head was accepted. When the time limit of the body is exceeded, the request is refused with 408 and the
   * signal is aborted: stop reading then.
   */
  body(limit: number, signal: AbortSignal): Promise<Uint8Array>
}

/**
 * Receives requests of the platform and calls handlers. {@link createHooks} creates one.
 *
 * The response is sent when the handler has returned: 200, or 500 with an empty body if it threw, so that the platform may
 * send the event again. The platform does not document how long it waits (docs/platform.md#webhook-delivery): use an `inbox`
 * if handlers take long, or if events must not be lost. A request without the key is refused by its head, before the body is
 * read. A repeated event is answered with 200 and not handled again. Nor is one whose handler threw {@link AmbiguousOutcome}, because
 * its call may have been executed. A handler is not interrupted when the connection is closed: its outcome counts nevertheless. Of a
 * handler that threw, the class of the error is logged, and not its text, which may hold data of users, except that of a
 * {@link ConfigError}, which names a setting.
 *
 * Serve it over https only: each request carries the key unencrypted.
 */
export class Hooks extends Routes {
  readonly #options: HooksOptions
  readonly #logger: Pick<Logger, 'warn' | 'error'>
  readonly #observer: HookObserver
  readonly #handlers = new Map<string, Handler>()
  readonly #dedupe: Dedupe | false
  /** With the keys in the options, if there are any. */
  readonly #given: Webhooks | undefined
  #made: { webhooks: Webhooks; receiver: HookReceiver } | undefined
  #platform: OpenPlatform | undefined
  #inbox: Inbox | undefined
  #worker: InboxWorker | undefined
  /** The step of every request whose head is accepted, once it is known. */
  #body: HookStep | undefined
  /** The objects of answered requests, for further ones: to make one takes longer than to read an event. */
  readonly #unused: HookRequest[] = []

  /** @internal */
  constructor(options: HooksOptions) {
    super('/hooks')
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    check(options)
    const logger = options.logger ?? this.#platform?.logger
    this.#logger = logger ?? console
    this.#observer = { onHook: options.onHook, logger }
    this.#dedupe = options.dedupe ?? new MemoryDedupe()
    // The environment is read when the hooks are mounted: a bundler may run this without it.
    if (options.keys) this.#given = new Webhooks(options.keys, webhookOptions(options))
  }

  /**
   * Handles the events of a type.
   *
   * ```ts
   * hooks.on('new_chatbot_message', async (event, { reply }) => reply(`You said ${event.message.content.type}.`))
   * ```
   *
   * A message in the old format, `CHAT_MESSAGE`, arrives as `new_message`. A message in a conversation of the app's user may
   * be the app's own message: check `event.message.sender`.
   */
  on<T extends EventType>(type: T, handler: (event: EventOf<T>, context: ContextOf<T>) => unknown): this {
    if (!Object.hasOwn(EVENTS, type)) {
      throw invalidInput('type', `must be one of ${Object.keys(EVENTS).join(', ')}; for others there is onUnknown`)
    }
    return this.#handle(type, handler)
  }

  /** Handles events of a type that this version does not know. By default they are logged once per type. */
  onUnknown(handler: (event: UnknownEvent, context: HookContext) => unknown): this {
    return this.#handle('unknown', handler)
  }

  /** Handles authentic events that cannot be parsed. By default they are logged once per type. */
  onMalformed(handler: (event: MalformedEvent, context: HookContext) => unknown): this {
    return this.#handle('malformed', handler)
  }

  /**
   * Handles start requests: a user clicked a link of the app. Return the https address to open, built from your own
   * configuration, never from an address in the request.
   */
  onStart(handler: (request: StartRequest, context: RequestContext) => Awaitable<string | StartReply>): this {
    return this.#handle('start', handler)
  }

  /** Handles dynamic actions: a user clicked a widget or a button with one. Return a text, an action, or both. */
  onDynamicAction(
    handler: (request: DynamicActionRequest, context: RequestContext) => Awaitable<string | Action | DynamicActionReply>,
  ): this {
    return this.#handle('dynamic_action', handler)
  }

  /** @internal */
  protected override mounted(): string[] {
    return this.#parts().receiver.paths()
  }

  /** @internal */
  protected override answer(request: AdaptedRequest): Promise<Sent | undefined> {
    return this.#answer(request, request.read, sentOf)
  }

  /**
   * Receives one request, for a server without an adapter here, and returns the response to send; `undefined` for a path
   * other than `…/events`, `…/start` and `…/actions`. It never throws: a failure is logged and answered with 500.
   */
  async receive(request: IncomingRequest): Promise<Reply | undefined> {
    const read: ReadBody = (limit, milliseconds) => within(milliseconds, (signal) => request.body(limit, signal))
    return this.#answer(request, read, (reply) => unprinted('Reply', reply))
  }

  /** Answers a request, in the form that `send` makes. Nothing for a path that is not served. It never throws. */
  async #answer<T>(request: Omit<IncomingRequest, 'body'>, read: ReadBody, send: (reply: Reply) => T): Promise<T | undefined> {
    try {
      const { method, path, headers, peer } = request
      const lines = inLines(headers)
      const exchange = this.#unused.pop() ?? new native.HookRequest()
      const body = this.#body
      const first = guard(() => this.#parts().receiver.begin(exchange, method, path, lines, peer, body !== undefined)) ?? body!
      if (first.step === 'body') this.#body = first
      const { reply, record, logs } = await drive<HookStep>(exchange, first, read, (step) => this.#take(step, exchange))
      this.#unused.push(exchange)
      write(this.#logger, logs)
      if (record) received(this.#observer, record, native.hookText)
      // The answer to a path that is not served has no record.
      else if (first.step === 'answer') return undefined
      return send(reply)
    } catch (error) {
      const reply = native.replyFailed()
      const text = `a request to ${request.path} was answered with ${reply.status}: ${describe(error)}`
      write(this.#logger, [{ isError: true, text }])
      return send(reply)
    }
  }

  /** Takes one step. Returns the next one. */
  #take(step: Exclude<HookStep, { step: 'answer' | 'body' }>, request: HookRequest): Awaitable<HookStep> {
    switch (step.step) {
      case 'event': {
        const { delivery, keyId } = step
        const called = this.#call(delivery.event.type, delivery.event, () => this.#context(delivery, keyId))
        return followedBy(called, () => (isObserved(this.#observer) ? request.done() : request.handled() ?? handled()))
      }
      case 'start': {
        const called = this.#call('start', step.request, () => ({ keyId: step.keyId, platform: this.platform }))
        return followedBy(called, (answer) => guard(() => request.started(startOf(answer as string | StartReply))))
      }
      case 'dynamic_action': {
        const called = this.#call('dynamic_action', step.request, () => ({ keyId: step.keyId, platform: this.platform }))
        return followedBy(called, (answer) => guard(() => request.acted(replyOf(answer as string | Action | DynamicActionReply))))
      }
      case 'store':
        return this.inbox!.store(request)
      case 'remember': {
        const { key, windowSeconds, timeoutSeconds } = step
        const called = limited(timeoutSeconds * 1000, () => (this.#dedupe as Dedupe).remember(key, windowSeconds))
        return followedBy(called, (isNew) => request.remembered(!!isNew))
      }
      case 'forget':
        return followedBy(limited(step.timeoutSeconds * 1000, () => (this.#dedupe as Dedupe).forget(step.key)), () => request.done())
    }
  }

  /** Calls a handler. The time limit includes `grantOf`, which the context may ask for. */
  #call(name: string, given: unknown, context: () => Awaitable<RequestContext>): unknown {
    const handler = this.#handlers.get(name)!
    const handle = (context: RequestContext) => handler(given as never, context as never)
    return limited(this.#options.handlerTimeoutMs, () => followedBy(context(), handle))
  }

  /** The inbox, if the option `inbox` was given: for its dead letters. */
  get inbox(): Inbox | undefined {
    const { inbox } = this.#options
    if (inbox && !this.#inbox) this.#inbox = inbox instanceof Inbox ? inbox : this.platform.inbox(inbox)
    return this.#inbox
  }

  /**
   * Handles the events of the inbox, beside the web server or in another process, and keeps the process alive with it, until the
   * signal or {@link stop}: then it waits for the handlers that run. Nothing else handles them: hooks that are only mounted store
   * the events. Any number of processes may do so.
   *
   * ```ts
   * const end = new AbortController()
   * for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort())
   * await hooks.run({ signal: end.signal })
   * ```
   *
   * @throws {@link ConfigError} without an `inbox`, identification keys or a handler of events, and when the client is closed.
   */
  async run(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    const { signal } = known(options, { signal: true })
    const { inbox } = this
    if (!inbox) throw configError('inbox', 'there is none: give `inbox` to createHooks')
    const worker = this.#worker && !this.#worker.hasEnded ? this.#worker : this.#begin(inbox)
    const stop = () => worker.stop()
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    await worker.ended.finally(() => signal?.removeEventListener('abort', stop))
  }

  /** Stops handling the inbox, and returns when the running handlers have ended. Requests are still received. */
  async stop(): Promise<void> {
    this.#worker?.stop()
    await this.#worker?.ended.catch(() => {
      // `run` throws it.
    })
  }

  /** Begins to handle the events of the inbox. */
  #begin(inbox: Inbox): InboxWorker {
    const workers = inbox.workers(this.#parts().receiver, workerOptions(this.#options))
    // The workers hand out only events that have a handler, and limit its time.
    return (this.#worker = new InboxWorker(workers, this.#logger, async ({ delivery, keyId }) => {
      const { event } = delivery
      await this.#handlers.get(event.type)!(event as never, (await this.#context(delivery, keyId)) as never)
    }))
  }

  #context(delivery: Delivery, keyId: string): Awaitable<HookContext> {
    const { grantOf } = this.#options
    const grant = grantOf ? grantOf(delivery) : delivery.grant
    return followedBy(grant, (grant) => contextOf(delivery, { keyId, platform: this.platform }, grant, this.#parts().webhooks))
  }

  /** The client of the handlers. */
  get platform(): OpenPlatform {
    return (this.#platform ??= new OpenPlatform())
  }

  /** Replaces all keys, from the next request on. */
  replaceKeys(keys: readonly IdentificationKey[]): void {
    this.#parts().webhooks.replaceKeys(keys)
  }

  #parts(): { webhooks: Webhooks; receiver: HookReceiver } {
    return (this.#made ??= this.#make())
  }

  #make(): { webhooks: Webhooks; receiver: HookReceiver } {
    const { platform, inbox, allowlist } = this.#options
    const options = webhookOptions(this.#options)
    const webhooks = platform ? platform.webhooks(options, this.#given) : (this.#given ?? Webhooks.fromEnvironment(options))
    const dedupe = this.#dedupe
    const memory = !inbox && dedupe instanceof MemoryDedupe ? dedupe.core : undefined
    const kind = inbox ? 'inbox' : dedupe ? 'store' : 'off'
    const receiver = new native.HookReceiver(webhooks.core, kind, memory, allowlist?.core)
    for (const name of this.#handlers.keys()) guard(() => receiver.register(name))
    return { webhooks, receiver }
  }

  #handle(name: string, handler: Handler): this {
    if (this.#handlers.has(name)) guard(() => native.refuseSecondHandler(name))
    this.#handlers.set(name, callable('handler', handler))
    const receiver = this.#made?.receiver
    if (receiver) guard(() => receiver.register(name))
    return this
  }
}

/**
 * Creates hooks, which receive the platform's requests.
 *
 * ```ts
 * const hooks = createHooks()
 *   .on('new_chatbot_message', async (event, { reply }) => reply('Got it'))
 *   .onStart((request) => `https://app.example/start?post=${request.postToken}`)
 * app.use('/hooks', hooks.express())
 * ```
 *
 * In the platform's console set the addresses `https://app.example/hooks/events`, `…/start` and `…/actions`.
 *
 * Keys of the client or of the environment are read when the hooks are mounted, or with the first request of {@link Hooks.fetch}.
 *
 * @throws {@link InvalidInput} for an option of the wrong type.
 * @throws {@link ConfigError} for an invalid key in `keys`.
 */
export function createHooks(options: HooksOptions = {}): Hooks {
  return new Hooks(options)
}

type Handler = (given: never, context: never) => unknown

/** The answer to an event that was handled. */
function handled(): HookStep {
  return { step: 'answer', reply: { ...(ok ??= native.replyOk()), headers: {} }, logs: [] }
}

let ok: Reply | undefined

function startOf(answer: string | StartReply): StartReply {
  if (typeof answer === 'string') return { url: answer }
  if (!isObject(answer)) throw configError('onStart', 'the handler must return an address, or a StartReply')
  return answer
}

function replyOf(answer: string | Action | DynamicActionReply): DynamicActionReply {
  if (typeof answer === 'string') return { textMessage: answer }
  if (!isObject(answer)) throw configError('onDynamicAction', 'the handler must return a text, an action, or a DynamicActionReply')
  return 'type' in answer ? { action: answer } : answer
}

/** The result of `next` for a value: without a promise, which costs time, if the value is none. */
function followedBy<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  const isPending = isObject(value) && typeof (value as Promise<T>).then === 'function'
  return isPending ? Promise.resolve(value).then(next) : next(value as T)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The options of the receiver. */
function webhookOptions({ bodyLimit, bodyTimeoutMs, staleAfterMs, rejectStale }: HooksOptions): WebhookOptions {
  return { bodyLimit, bodyTimeoutMs, staleAfterMs, rejectStale }
}

/** The options of the workers of an inbox. */
function workerOptions({ workers, handlerTimeoutMs, drainTimeoutMs }: HooksOptions): WorkerOptions {
  return { workers, handlerTimeoutMs, drainTimeoutMs }
}

/** Checks the options at once, so that mistakes are not found only when an event arrives. */
function check(options: HooksOptions): void {
  const { inbox, dedupe, allowlist, grantOf, onHook, handlerTimeoutMs } = options
  checkTimeout(handlerTimeoutMs)
  if (inbox && typeof inbox !== 'object') throw invalidInput('inbox', 'must be an inbox, or options for one, such as `{}`')
  // Without an inbox the time of a handler has no upper limit.
  native.checkWorkerOptions({ ...workerOptions(options), ...(!inbox && { handlerTimeoutMs: undefined }) })
  if (inbox && dedupe !== undefined) native.refuseDedupe()
  if (dedupe && !['remember', 'forget'].every((name) => typeof dedupe[name as keyof Dedupe] === 'function')) {
    throw invalidInput('dedupe', 'must be false, or have the methods remember and forget')
  }
  if (allowlist && !(allowlist instanceof IpAllowlist)) throw invalidInput('allowlist', 'must be an IpAllowlist')
  if (grantOf) callable('grantOf', grantOf)
  if (onHook) callable('onHook', onHook)
}
