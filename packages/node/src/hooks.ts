/** Webhooks: receives events, start requests and dynamic actions of the platform, in any web framework. */
import {
  expressAdapter, type ExpressHandler, fastifyAdapter, type FastifyPlugin, fetchAdapter, koaAdapter, type KoaMiddleware,
  nodeAdapter, type NodeHandler, within,
} from './adapters.js'
import { clientOf, OpenPlatform, type UserClient } from './client.js'
import { configError, invalidInput, OpenPlatformError, StoreError, WebhookRejected } from './errors.js'
import { type Dedupe, MemoryDedupe, type Progress, progressIn } from './dedupe.js'
import { ACTION_HINT, description, hint, START_HINT } from './hints.js'
import { Inbox } from './inbox.js'
import type { BotSendOptions, SendOptions } from './messages.js'
import type {
  Action, Answered, BotMessage, Delivery, DynamicActionReply, DynamicActionRequest, Event, GrantKey, InboxItem, InboxOptions, Json,
  MalformedEvent, Message, ReceivedHook, Reply, StartReply, StartRequest, UnknownEvent,
} from './model.js'
import { callable, native, options as known } from './native.js'
import type { IdentificationKey } from './native-types.js'
import { type HookObserver, type Logger, received, takesHooks } from './observe.js'
import { type Accepted, type Freshness, replyOk, replyToDynamicAction, replyToRejection, replyToStart, replyUnavailable, Webhooks } from './webhooks.js'

/** A type of event that this version knows: its JSON name in lower case. */
export type EventType = Event['type']

/** The event of a type. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>

/** The context of every handler, passed beside its event or request. */
export interface RequestContext {
  /** The id of the identification key that the request carried. */
  readonly keyId: string
  /** The client of the hooks, or one from the environment. */
  readonly platform: OpenPlatform
}

/** The context of an event handler. */
export interface HookContext extends RequestContext {
  /** The whole delivery. */
  readonly delivery: Delivery
  /** The metadata of the subscription. */
  readonly metadata: Json | undefined
  /** The age of a message. Other events have no time. */
  readonly freshness: Freshness
  /** A client for the event's user. `undefined` if `grantOf` returns no grant. */
  readonly user: UserClient | undefined
}

/** The context of a handler of messages. */
export interface MessageContext<M = Message, O = SendOptions> extends HookContext {
  /**
   * Replies in the conversation of the message: as the bot to a message to the chatbot, otherwise as the event's user.
   *
   * @throws {@link ConfigError} if the event's user is not known: see `grantOf` in {@link HooksOptions}.
   */
  reply(message: string | M, options?: O): Promise<void>
}

/** The context of the handler of an event type. */
export type ContextOf<T extends EventType> = T extends 'new_message'
  ? MessageContext
  : T extends 'new_chatbot_message' ? MessageContext<BotMessage, BotSendOptions> : HookContext

/** The options of {@link createHooks}. */
export interface HooksOptions {
  /** The client for `reply`, `user` and `platform` of the handlers. By default one from the environment. */
  platform?: OpenPlatform
  /**
   * The identification keys: with ids for the log, or as one string separated by commas. By default those of `platform` if
   * it is given, otherwise `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
   */
  keys?: string | IdentificationKey[]
  /** The maximum size of a body in bytes: 256 KiB by default. */
  bodyLimit?: number
  /** The time limit for reading a body, in seconds: 10 by default. After it the request is refused with 408. */
  bodyTimeoutSeconds?: number
  /** The age from which on a message is stale, in seconds: 72 hours by default. */
  staleAfterSeconds?: number
  /** Whether stale messages are refused with 403. Off by default, because a message that is delivered late would be lost. */
  rejectStale?: boolean
  /**
   * Stores events until they are handled: an inbox, or options for one in the store of `platform`. An event is then
   * acknowledged when it is stored, handlers run from the inbox, in every process that has these hooks, and a failed event is
   * tried again until it becomes a dead letter. `dedupe` is not used: the inbox itself recognizes repetitions.
   *
   * Handling starts when the hooks are mounted, or with the first request; in a process without a web server `hooks.run`
   * starts it. {@link Hooks.stop} ends it.
   */
  inbox?: Inbox | InboxOptions
  /** How many events from the inbox are handled at the same time in this process. 8 by default. */
  concurrency?: number
  /**
   * The store that recognizes repeated events. In this process's memory by default; `false` switches it off. While a handler
   * runs, a repetition of its event is answered with 503, for at most the time that {@link Dedupe} states.
   */
  dedupe?: Dedupe | false
  /**
   * Returns the grant of an event's user, such as by an id of your own in the subscription's `metadata`, which the platform
   * sends with each event. By default the member `grant` of the metadata.
   */
  grantOf?: (delivery: Delivery) => GrantKey | undefined | Promise<GrantKey | undefined>
  /**
   * Called with a record of each request, when its response is known. It must not block. What it throws is a warning of the
   * process. See docs/observe.md.
   */
  onHook?: (hook: ReceivedHook) => unknown
  /**
   * The logger of refusals, failures of handlers and events without a handler, and, if it has the method `debug`, of each
   * request. By default that of `platform`, otherwise `console`, without each request.
   */
  logger?: Pick<Logger, 'warn' | 'error'> & Partial<Logger>
}

const OPTIONS: Record<keyof HooksOptions, true> = {
  platform: true, keys: true, bodyLimit: true, bodyTimeoutSeconds: true, staleAfterSeconds: true, rejectStale: true,
  inbox: true, concurrency: true, dedupe: true, grantOf: true, onHook: true, logger: true,
}

/** A request from a web server. */
export interface IncomingRequest {
  /** The method, such as `POST`. */
  method: string
  /** The path without the query. Its last segment is the kind of the request: `events`, `start` or `actions`. */
  path: string
  /** The unchanged headers, flat, as in `request.rawHeaders`: name, value, name, value. */
  headers: string[]
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
 * read. A repeated event is answered with 200 and not handled again.
 *
 * Serve it over https only: each request carries the key unencrypted.
 */
export class Hooks {
  readonly #options: HooksOptions
  readonly #logger: Pick<Logger, 'warn' | 'error'>
  readonly #observer: HookObserver
  readonly #handlers = new Map<Delivered['type'], Handler>()
  readonly #logged = new Set<string>()
  readonly #progress: Progress | undefined
  #start: ((request: StartRequest, context: RequestContext) => unknown) | undefined
  #dynamicAction: ((request: DynamicActionRequest, context: RequestContext) => unknown) | undefined
  #webhooks: Webhooks | undefined
  #platform: OpenPlatform | undefined
  #inbox: Inbox | undefined
  #running: { stop: AbortController; ended: Promise<void> } | undefined

  /** @internal */
  constructor(options: HooksOptions) {
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    check(options)
    const logger = options.logger ?? this.#platform?.logger
    this.#logger = logger ?? console
    this.#observer = { onHook: options.onHook, logger }
    this.#progress = options.dedupe === false ? undefined : progressIn(options.dedupe ?? new MemoryDedupe())
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
    if (this.#start) throw duplicateHandler('onStart')
    this.#start = callable('handler', handler)
    return this
  }

  /** Handles dynamic actions: a user clicked a widget or a button with one. Return a text, an action, or both. */
  onDynamicAction(
    handler: (request: DynamicActionRequest, context: RequestContext) => Awaitable<string | Action | DynamicActionReply>,
  ): this {
    if (this.#dynamicAction) throw duplicateHandler('onDynamicAction')
    this.#dynamicAction = callable('handler', handler)
    return this
  }

  /**
   * For servers with `Request` and `Response`: Next, Bun, Deno, Hono. The last segment of the path is the kind of the request.
   *
   * ```ts
   * export const POST = hooks.fetch                                          // app/hooks/[kind]/route.ts of Next
   * app.all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))        // Hono
   * ```
   */
  readonly fetch: (request: Request) => Promise<Response> = fetchAdapter((it) => this.receive(it))

  /** `app.use('/hooks', hooks.express())`, before `express.json()`: it serves `/events`, `/start` and `/actions` there. */
  express(): ExpressHandler {
    this.#receiver()
    return expressAdapter((it) => this.receive(it))
  }

  /** `app.register(hooks.fastify(), { prefix: '/hooks' })`: it serves `/events`, `/start` and `/actions` there. */
  fastify(): FastifyPlugin {
    this.#receiver()
    return fastifyAdapter((it) => this.receive(it))
  }

  /** `app.use(hooks.koa('/hooks'))`, before a body parser: it serves `/hooks/events`, `/hooks/start` and `/hooks/actions`. */
  koa(prefix = '/hooks'): KoaMiddleware {
    this.#receiver()
    return koaAdapter(prefix, (it) => this.receive(it))
  }

  /**
   * `http.createServer(hooks.node('/hooks'))`: it serves `/hooks/events`, `/hooks/start` and `/hooks/actions`. Other
   * paths go to `next`; without `next` they get 404.
   */
  node(prefix = '/hooks'): NodeHandler {
    this.#receiver()
    return nodeAdapter(prefix, (it) => this.receive(it))
  }

  /**
   * Receives one request, for a server without an adapter here, and returns the response to send; `undefined` for a path
   * other than `…/events`, `…/start` and `…/actions`. It never throws: a failure is logged and answered with 500.
   */
  async receive(request: IncomingRequest): Promise<Reply | undefined> {
    const kind = KINDS[request.path.slice(request.path.lastIndexOf('/') + 1)]
    if (!kind) return undefined
    const began = performance.now()
    const known: Known = { kind }
    const reply = await this.#reply(request, known)
    if (this.#webhooks && takesHooks(this.#observer)) {
      const durationSeconds = (performance.now() - began) / 1000
      received(this.#observer, this.#webhooks.answered({ ...known, status: reply.status, durationSeconds }))
    }
    return reply
  }

  /** The response to a request. What becomes known of it is added to `known`. */
  async #reply(request: IncomingRequest, known: Known): Promise<Reply> {
    try {
      const accepted = this.#receiver().authenticate(request.method, request.headers)
      const body = await within(accepted.bodySeconds, (signal) => request.body(accepted.bodyLimit, signal))
      if (body === undefined) return accepted.tooSlow()
      switch (known.kind) {
        case 'event':
          return await this.#event(accepted, body, known)
        case 'start':
          return await this.#started(accepted, body, known)
        case 'action':
          return await this.#acted(accepted, body, known)
      }
    } catch (error) {
      if (error instanceof WebhookRejected) {
        known.reason = error.reason
        this.#logger.warn(`open-platform: a request was ${error.message}`)
        return replyToRejection(error)
      }
      this.#logger.error(`open-platform: a request to ${request.path} was answered with 500:`, error)
      return FAILED
    }
  }

  async #event(accepted: Accepted, body: Uint8Array, known: Known): Promise<Reply> {
    if (this.#options.inbox) {
      const inbox = this.inbox!
      const { reply, ...state } = await inbox.receiveEvent(accepted, body)
      Object.assign(known, state, { isStored: state.progress !== undefined })
      this.#warn(inbox.tryWarnings())
      return reply
    }
    const delivery = accepted.event(body)
    const { event } = delivery
    known.eventType = event.type
    const handler = this.#handlers.get(event.type)
    if (!handler) {
      known.isIgnored = true
      this.#logOnce(event)
      return replyOk()
    }
    const which = `${event.type} (${delivery.dedupeKey})`
    const progress = await this.#begin(delivery, which)
    if (progress === 'unavailable') return replyUnavailable(RETRY_AFTER_SECONDS)
    known.progress = progress
    switch (progress) {
      case 'in_progress':
        this.#logger.warn(`open-platform: ${which} is being handled already, and was answered with 503`)
        return native.replyInProgress()
      case 'seen':
        return replyOk()
      case 'conflict':
        this.#warnOfConflict(which)
        delivery.notes.push(native.conflictNote())
    }
    try {
      await handler(event as never, (await this.#context(delivery, accepted.keyId)) as never)
    } catch (error) {
      this.#logger.error(`open-platform: the handler of ${which} failed, and the event was answered with 500:`, error)
      await this.#end(which, () => this.#progress?.abandon(delivery))
      return FAILED
    }
    await this.#end(which, async () => {
      if ((await this.#progress?.finish(delivery)) === false) this.#warnOfConflict(which)
    })
    return replyOk()
  }

  /** Looks up an event in the dedupe store. `unavailable`: the store has failed. */
  async #begin(delivery: Delivery, which: string): Promise<Awaited<ReturnType<Progress['begin']>> | 'unavailable'> {
    try {
      return (await this.#progress?.begin(delivery)) ?? 'new'
    } catch (error) {
      this.#logger.error(`open-platform: ${which} was answered with 503, because dedupe failed: ${classOf(error)}`)
      return 'unavailable'
    }
  }

  /** Stores the result of an event in the dedupe store. A failure is logged; the response to the platform stays the same. */
  async #end(which: string, store: () => Promise<void> | undefined): Promise<void> {
    try {
      await store()
    } catch (error) {
      this.#logger.error(`open-platform: dedupe did not store the result of ${which}: ${classOf(error)}`)
    }
  }

  #warnOfConflict(which: string): void {
    this.#logger.warn(`open-platform: ${which} arrived earlier with another body`)
  }

  #warn(sentences: string[]): void {
    for (const sentence of sentences) this.#logger.warn(`open-platform: ${sentence}`)
  }

  /** The inbox, if the option `inbox` was given: for its dead letters. */
  get inbox(): Inbox | undefined {
    const { inbox } = this.#options
    if (inbox && !this.#inbox) this.#inbox = inbox instanceof Inbox ? inbox : this.platform.inbox(inbox)
    return this.#inbox
  }

  /**
   * Handles the events of the inbox, and keeps the process alive with it, until the signal: then it waits for the handlers
   * that run. For a process without a web server.
   *
   * @throws {@link ConfigError} without an `inbox`, and when the client is closed.
   */
  async run(options: { signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (!this.inbox) throw configError('inbox', 'there is none: give `inbox` to createHooks')
    await this.#run(this.inbox, options.signal, true)
  }

  /** Stops handling the inbox, and returns when the running handlers have ended. Requests are still received. */
  async stop(): Promise<void> {
    this.#running?.stop.abort()
    await this.#running?.ended
  }

  async #run(inbox: Inbox, signal: AbortSignal | undefined, keepAlive: boolean): Promise<void> {
    const { concurrency = 8 } = this.#options
    const running = new Set<Promise<void>>()
    const ended = new AbortController()
    const warnings = this.#logWarnings(inbox, ended.signal)
    try {
      while (!signal?.aborted) {
        if (running.size >= concurrency) {
          await Promise.race(running)
          continue
        }
        const item = await this.#next(inbox, signal, keepAlive)
        if (!item) continue
        const handling = this.#handleItem(inbox, item).finally(() => running.delete(handling))
        running.add(handling)
      }
    } finally {
      await Promise.all(running)
      ended.abort()
      await warnings
    }
  }

  /** Logs the warnings of the inbox, until the signal. */
  async #logWarnings(inbox: Inbox, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) this.#warn(await inbox.warnings({ signal }))
    } catch {
      // The signal was aborted, or the client was closed.
    }
    this.#warn(inbox.tryWarnings())
  }

  /** The next event, or nothing if the store has failed or the signal was aborted. */
  async #next(inbox: Inbox, signal: AbortSignal | undefined, keepAlive: boolean): Promise<InboxItem | undefined> {
    try {
      return await inbox.next({ signal, keepAlive })
    } catch (error) {
      if (signal?.aborted) return undefined
      if (!(error instanceof StoreError)) throw error
      this.#logger.error('open-platform: the next event of the inbox cannot be read, which is tried again:', error)
      return undefined
    }
  }

  async #handleItem(inbox: Inbox, item: InboxItem): Promise<void> {
    const { id, delivery, keyId } = item
    const lease = inbox.keep(id)
    try {
      const { event } = delivery
      const handler = this.#handlers.get(event.type)
      if (handler) {
        const problem = await this.#outcome(handler, delivery, keyId)
        await (problem === undefined ? inbox.ack(id) : inbox.nack(id, problem))
      } else {
        this.#logOnce(event)
        // A malformed event stays as a dead letter, so that it can be inspected.
        await (event.type === 'malformed' ? inbox.giveUp(id, event.reason) : inbox.ack(id))
      }
    } catch (error) {
      const which = `${delivery.event.type} (${delivery.dedupeKey})`
      this.#logger.error(`open-platform: the inbox did not store the result of ${which}, which is handled again:`, error)
    } finally {
      lease.end()
    }
  }

  /** Runs a handler. Returns the reason of a failure, without the texts of unknown errors, which may hold secrets. */
  async #outcome(handler: Handler, delivery: Delivery, keyId: string): Promise<string | undefined> {
    try {
      await handler(delivery.event as never, (await this.#context(delivery, keyId)) as never)
      return undefined
    } catch (error) {
      this.#logger.error(`open-platform: the handler of ${delivery.event.type} failed, and is tried again:`, error)
      if (error instanceof OpenPlatformError) return `${error.name}: ${error.message}`
      return error instanceof Error ? error.name : 'the handler failed'
    }
  }

  async #started(accepted: Accepted, body: Uint8Array, known: Known): Promise<Reply> {
    const request = accepted.start(body)
    known.isIgnored = !this.#start
    if (!this.#start) return this.#noHandler('start requests', START_HINT)
    const answer = await this.#start(request, { keyId: accepted.keyId, platform: this.platform })
    return replyToStart((typeof answer === 'string' ? { url: answer } : answer) as StartReply, request)
  }

  async #acted(accepted: Accepted, body: Uint8Array, known: Known): Promise<Reply> {
    const request = accepted.dynamicAction(body)
    known.isIgnored = !this.#dynamicAction
    if (!this.#dynamicAction) return this.#noHandler('dynamic actions', ACTION_HINT)
    const answer = await this.#dynamicAction(request, { keyId: accepted.keyId, platform: this.platform })
    return replyToDynamicAction(replyOf(answer as string | Action | DynamicActionReply))
  }

  async #context(delivery: Delivery, keyId: string): Promise<HookContext> {
    const webhooks = this.#receiver()
    const grant = await (this.#options.grantOf ?? grantInMetadata)(delivery)
    const { platform } = this
    const user = grant === undefined ? undefined : platform.user(grant)
    const context: HookContext = {
      delivery,
      keyId,
      platform,
      user,
      metadata: delivery.metadata,
      get freshness() {
        return webhooks.freshness(delivery)
      },
    }
    return Object.assign(context, { reply: replyIn(delivery.event, platform, user) })
  }

  /** The client of the handlers. */
  get platform(): OpenPlatform {
    return (this.#platform ??= new OpenPlatform())
  }

  #receiver(): Webhooks {
    if (this.inbox && !this.#running) this.#handleInbox(this.inbox)
    return (this.#webhooks ??= this.#makeReceiver())
  }

  /** Starts to handle the events of the inbox, also those from before a restart. */
  #handleInbox(inbox: Inbox): void {
    const stop = new AbortController()
    const ended = this.#run(inbox, stop.signal, false).catch((error: unknown) => {
      this.#logger.error('open-platform: events from the inbox are no longer handled:', error)
    })
    this.#running = { stop, ended }
  }

  /** Replaces all keys, from the next request on. */
  replaceKeys(keys: IdentificationKey[]): void {
    this.#receiver().replaceKeys(keys)
  }

  #makeReceiver(): Webhooks {
    const { keys, platform, bodyLimit, bodyTimeoutSeconds, staleAfterSeconds, rejectStale } = this.#options
    const options = { bodyLimit, bodyTimeoutSeconds, staleAfterSeconds, rejectStale }
    if (keys) return new Webhooks(keys, options)
    return platform ? platform.webhooks(options) : Webhooks.fromEnvironment(options)
  }

  #handle(type: Delivered['type'], handler: Handler): this {
    if (this.#handlers.has(type)) throw duplicateHandler(type)
    this.#handlers.set(type, callable('handler', handler))
    return this
  }

  #noHandler(what: string, hint: string): Reply {
    this.#warnOnce(what, `${what} arrive, and have no handler; the response is 404. To handle them:\n\n${hint}`)
    return { status: 404, headers: {}, body: Buffer.alloc(0), close: false }
  }

  /** Logs an event without a handler, once per type, with the source of a handler. */
  #logOnce(event: Delivered): void {
    const kind = 'kind' in event ? event.kind.slice(0, 64) : event.type
    this.#warnOnce(`${event.type} ${kind}`, `${description(event, kind)} It was answered with 200. To handle it:\n\n${hint(event)}`)
  }

  #warnOnce(key: string, text: string): void {
    // Limited, because a sender with the key can invent any number of types.
    if (this.#logged.has(key) || this.#logged.size >= MAX_HINTS) return
    this.#logged.add(key)
    this.#logger.warn(`open-platform: ${text}\n`)
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
 */
export function createHooks(options: HooksOptions = {}): Hooks {
  return new Hooks(options)
}

type Awaitable<T> = T | Promise<T>

/** Any event of a delivery, known or not. */
type Delivered = Delivery['event']

/** What is known of a request, for its record. */
type Known = Omit<Partial<Answered>, 'kind'> & { kind: 'event' | 'start' | 'action' }

/** The kinds of requests, by the last segment of their paths. */
const KINDS: Partial<Record<string, Known['kind']>> = { events: 'event', start: 'start', actions: 'action' }

type Handler = (event: never, context: never) => unknown

const EVENTS = {
  new_message: true, new_chatbot_message: true, post_update: true, user_access_revocation: true, payment_transaction: true,
} satisfies Record<EventType, true>

const FAILED: Reply = { status: 500, headers: {}, body: Buffer.alloc(0), close: false }

/** The `Retry-After` of a response after a failure of the dedupe store. */
const RETRY_AFTER_SECONDS = 5

/** For how many event types a missing handler is logged. */
const MAX_HINTS = 100

/** The class of an error of the app's dedupe store. Its text is not logged, because it may hold anything. */
function classOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function grantInMetadata({ metadata }: Delivery): GrantKey | undefined {
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  return isObject && typeof metadata['grant'] === 'string' ? metadata['grant'] : undefined
}

function replyIn(event: Delivered, platform: OpenPlatform, user: UserClient | undefined) {
  switch (event.type) {
    case 'new_chatbot_message':
      return async (message: string | BotMessage, options?: BotSendOptions) => {
        await platform.chatbot.reply(event.message.conversation.id, message, options)
      }
    case 'new_message':
      return async (message: string | Message, options?: SendOptions) => {
        if (!user) throw configError('grantOf', 'the user of the event is not known: give `grantOf` to createHooks, and subscribe with an id of your own in the metadata')
        await user.conversations.send(event.message.conversation.id, message, options)
      }
    default:
      return undefined
  }
}

function replyOf(answer: string | Action | DynamicActionReply): DynamicActionReply {
  if (typeof answer === 'string') return { textMessage: answer }
  return 'type' in answer ? { action: answer } : answer
}

/** Checks the options at once, so that mistakes are not found only when an event arrives. */
function check({ concurrency, dedupe, grantOf, onHook }: HooksOptions): void {
  if (concurrency !== undefined && !(Number.isSafeInteger(concurrency) && concurrency > 0)) {
    throw invalidInput('concurrency', 'must be a whole number from 1 on')
  }
  if (dedupe && !['remember', 'forget'].every((name) => typeof dedupe[name as keyof Dedupe] === 'function')) {
    throw invalidInput('dedupe', 'must be false, or have the methods remember and forget')
  }
  if (grantOf) callable('grantOf', grantOf)
  if (onHook) callable('onHook', onHook)
}

function duplicateHandler(what: string): OpenPlatformError {
  return configError('hooks', `${what} has a handler already`)
}
