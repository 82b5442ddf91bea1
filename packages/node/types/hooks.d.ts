/** Webhooks: receives events, start requests and dynamic actions of the platform, in any web framework. */
import { type Awaitable, Routes } from './adapters.js';
import { OpenPlatform } from './client.js';
import { type ContextOf, type EventOf, type EventType, type HookContext, type RequestContext } from './context.js';
import { type Dedupe } from './dedupe.js';
import { Inbox } from './inbox.js';
import { IpAllowlist } from './ip-allowlist.js';
import type { Action, Delivery, DynamicActionReply, DynamicActionRequest, GrantKey, InboxOptions, MalformedEvent, ReceivedHook, Reply, StartReply, StartRequest, UnknownEvent } from './model.js';
import type { IdentificationKey } from './native-types.js';
import { type Logger } from './observe.js';
export type { ContextOf, EventOf, EventType, HookContext, MessageContext, RequestContext } from './context.js';
/** The options of {@link createHooks}. */
export interface HooksOptions {
    /** The client for `reply`, `user` and `platform` of the handlers. By default one from the environment. */
    platform?: OpenPlatform | undefined;
    /**
     * The identification keys: with ids for the log, or as one string separated by commas. By default those of `platform` if
     * it is given, otherwise `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
     */
    keys?: string | readonly IdentificationKey[] | undefined;
    /** The maximum size of a body in bytes: 256 KiB by default. */
    bodyLimit?: number | undefined;
    /** The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408. */
    bodyTimeoutMs?: number | undefined;
    /** The age from which on a message is stale: 72 hours by default. */
    staleAfterMs?: number | undefined;
    /**
     * Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message,
     * and a message that the platform delivers late would be lost.
     */
    rejectStale?: boolean | undefined;
    /**
     * Stores events until they are handled: an inbox, or options for one in the store of `platform`. An event is then
     * acknowledged when it is stored, {@link Hooks.run} calls the handlers, in any number of processes, and a failed event is tried
     * again until it becomes a dead letter. `dedupe` must not be given: the inbox itself recognizes repetitions.
     */
    inbox?: Inbox | InboxOptions | undefined;
    /**
     * How long a handler may take: more than 0, and with an `inbox` at most 24 hours. By default without limit. One that takes
     * longer fails, its result does not count, and its event is handled again. The handler itself goes on: nothing can
     * interrupt it. With an `inbox`, another event takes its place.
     */
    handlerTimeoutMs?: number | undefined;
    /** How many events are handled at once, 1 to 10,000. 4 by default. */
    workers?: number | undefined;
    /**
     * How long the end of {@link Hooks.run} waits for handlers of events from the inbox: at most 24 hours.
     * Without limit by default. The events of handlers that run longer are handled by another process.
     */
    drainTimeoutMs?: number | undefined;
    /**
     * The store that recognizes repeated events. In this process's memory by default; `false` switches it off. While a handler
     * runs, a repetition of its event is answered with 503, for at most the time that {@link Dedupe} states.
     */
    dedupe?: Dedupe | false | undefined;
    /**
     * The addresses that requests may come from, beside the key: from others the response is 403. Not for {@link Hooks.fetch},
     * whose requests have no address.
     */
    allowlist?: IpAllowlist | undefined;
    /**
     * Returns the grant of an event's user, such as by an id of your own in the subscription's `metadata`, which the platform
     * sends with each event. By default `delivery.grant`, the member `grant` of the metadata. It is called for each event that has a
     * handler, also for one without metadata.
     */
    grantOf?: ((delivery: Delivery) => GrantKey | undefined | Promise<GrantKey | undefined>) | undefined;
    /**
     * Called with a record of each request, when its response is known. It must not block. What it throws is a warning of the
     * process. See docs/observe.md.
     */
    onHook?: ((hook: ReceivedHook) => unknown) | undefined;
    /**
     * The logger of refusals, failures of handlers and events without a handler, and, if it has the method `debug`, of each
     * request. By default that of `platform`, otherwise `console`, without each request.
     */
    logger?: (Pick<Logger, 'warn' | 'error'> & Partial<Logger>) | undefined;
}
/** A request from a web server. */
export interface IncomingRequest {
    /** The method, such as `POST`. */
    method: string;
    /** The path without the query. Its last segment is the kind of the request: `events`, `start` or `actions`. */
    path: string;
    /** The unchanged headers, flat, as in `request.rawHeaders`: name, value, name, value. */
    headers: readonly string[];
    /** The IP address of the other end of the connection, which {@link HooksOptions.allowlist} needs. */
    peer?: string | undefined;
    /** The framework's request object, such as Express's. */
    raw?: unknown;
    /**
     * Reads the body: the whole body, or, if it is longer than the limit, at least one byte more than the limit. It is called
     * only after the head was accepted. When the time limit of the body is exceeded, the request is refused with 408 and the
     * signal is aborted: stop reading then.
     */
    body(limit: number, signal: AbortSignal): Promise<Uint8Array>;
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
export declare class Hooks extends Routes {
    #private;
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
    on<T extends EventType>(type: T, handler: (event: EventOf<T>, context: ContextOf<T>) => unknown): this;
    /** Handles events of a type that this version does not know. By default they are logged once per type. */
    onUnknown(handler: (event: UnknownEvent, context: HookContext) => unknown): this;
    /** Handles authentic events that cannot be parsed. By default they are logged once per type. */
    onMalformed(handler: (event: MalformedEvent, context: HookContext) => unknown): this;
    /**
     * Handles start requests: a user clicked a link of the app. Return the https address to open, built from your own
     * configuration, never from an address in the request.
     */
    onStart(handler: (request: StartRequest, context: RequestContext) => Awaitable<string | StartReply>): this;
    /** Handles dynamic actions: a user clicked a widget or a button with one. Return a text, an action, or both. */
    onDynamicAction(handler: (request: DynamicActionRequest, context: RequestContext) => Awaitable<string | Action | DynamicActionReply>): this;
    /**
     * Receives one request, for a server without an adapter here, and returns the response to send; `undefined` for a path
     * other than `…/events`, `…/start` and `…/actions`. It never throws: a failure is logged and answered with 500.
     */
    receive(request: IncomingRequest): Promise<Reply | undefined>;
    /** The inbox, if the option `inbox` was given: for its dead letters. */
    get inbox(): Inbox | undefined;
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
    run(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
    /** Stops handling the inbox, and returns when the running handlers have ended. Requests are still received. */
    stop(): Promise<void>;
    /** The client of the handlers. */
    get platform(): OpenPlatform;
    /** Replaces all keys, from the next request on. */
    replaceKeys(keys: readonly IdentificationKey[]): void;
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
export declare function createHooks(options?: HooksOptions): Hooks;
