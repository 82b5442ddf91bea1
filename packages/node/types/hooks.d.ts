/** Receiving from the platform: events, start requests and dynamic actions, in any web framework. */
import { type ExpressHandler, type FastifyPlugin, type KoaMiddleware, type NodeHandler } from './adapters.js';
import { OpenPlatform, type UserClient } from './client.js';
import { type Dedupe } from './dedupe.js';
import { Inbox } from './inbox.js';
import type { BotSendOptions, SendOptions } from './messages.js';
import type { Action, BotMessage, Delivery, DynamicActionReply, DynamicActionRequest, Event, GrantKey, InboxOptions, Json, MalformedEvent, Message, Reply, StartReply, StartRequest, UnknownEvent } from './model.js';
import type { IdentificationKey } from './native-types.js';
import { type Freshness } from './webhooks.js';
/** A type of event that this version knows: its name on the wire, in small letters. */
export type EventType = Event['type'];
/** The event of a type. */
export type EventOf<T extends EventType> = Extract<Event, {
    type: T;
}>;
/** What every handler is called with beside its event or request. */
export interface RequestContext {
    /** The id of the identification key that the request carried. */
    readonly keyId: string;
    /** The client of the hooks, or one from the environment. */
    readonly platform: OpenPlatform;
}
/** What a handler of events is called with beside the event. */
export interface HookContext extends RequestContext {
    /** The whole delivery. */
    readonly delivery: Delivery;
    /** The object that was given with the subscription. */
    readonly metadata: Json | undefined;
    /** How old a message is. Other events have no time. */
    readonly freshness: Freshness;
    /** Acts for the user whose event it is. Only where `grantOf` knows the grant. */
    readonly user: UserClient | undefined;
}
/** What a handler of messages is called with beside the event. */
export interface MessageContext<M = Message, O = SendOptions> extends HookContext {
    /**
     * Answers in the conversation of the message: to the chatbot as the bot, elsewhere as the user whose event it is.
     *
     * @throws {@link ConfigError} if nothing says whose event it is: see `grantOf` in {@link HooksOptions}.
     */
    reply(message: string | M, options?: O): Promise<void>;
}
/** What the handler of a type of event is called with beside the event. */
export type ContextOf<T extends EventType> = T extends 'new_message' ? MessageContext : T extends 'new_chatbot_message' ? MessageContext<BotMessage, BotSendOptions> : HookContext;
/** How requests are received. */
export interface HooksOptions {
    /** The client that `reply`, `user` and `platform` of the handlers use. By default one from the environment. */
    platform?: OpenPlatform;
    /**
     * The identification keys: with ids for the log, or one text with commas between. By default those of `platform` if it
     * is given, otherwise `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
     */
    keys?: string | IdentificationKey[];
    /** How many bytes a body may have: 256 KiB by default. */
    bodyLimit?: number;
    /** How many seconds a body may take to arrive before it is refused with 408: 10 by default. */
    bodyTimeoutSeconds?: number;
    /** From which age on a message is stale, in seconds: 72 hours by default. */
    staleAfterSeconds?: number;
    /** Whether stale messages are refused with 403. Off by default: one that is delivered late would be lost. */
    rejectStale?: boolean;
    /**
     * Keeps events in a store until they are handled: an inbox, or options for one in the store of `platform`. An event is then
     * answered once it is stored, handlers run from the inbox, in every process that has these hooks, and one that fails is
     * tried again, until its event is a dead letter. `dedupe` is not asked: the inbox knows what it had.
     *
     * The handlers begin when the hooks are mounted, or with the first request; `hooks.run` does it in a process without a
     * web server, and {@link Hooks.stop} ends it.
     */
    inbox?: Inbox | InboxOptions;
    /** How many events from the inbox are handled at a time in this process. 8 by default. */
    concurrency?: number;
    /**
     * What drops repeated events. In this process's memory by default; `false` switches it off. While a handler runs, a repetition
     * of its event is answered with 503; {@link Dedupe} says for how long.
     */
    dedupe?: Dedupe | false;
    /**
     * The grant of the user whose event it is, by an id of your own in the subscription's `metadata`, which goes to the platform
     * and comes back. By default what its member `grant` says.
     */
    grantOf?: (delivery: Delivery) => GrantKey | undefined | Promise<GrantKey | undefined>;
    /** Where refusals, failures of handlers and events without a handler are noted. `console` by default. */
    logger?: Pick<Console, 'warn' | 'error'>;
}
/** A request as a web server hands it on. */
export interface IncomingRequest {
    /** The method, such as `POST`. */
    method: string;
    /** The path without the query. Its last segment says what arrives: `events`, `start` or `actions`. */
    path: string;
    /** The headers as they arrived, flat, as in `request.rawHeaders`: name, value, name, value. */
    headers: string[];
    /** The request of the framework itself, such as Express's. */
    raw?: unknown;
    /**
     * Reads the body: all of it, or its beginning if that has more bytes than the limit. It is called once the head is
     * accepted, and never before. A body that takes too long is refused with 408: then the signal is aborted, and whatever still
     * reads must stop.
     */
    body(limit: number, signal: AbortSignal): Promise<Uint8Array>;
}
/**
 * Receives requests of the platform and calls handlers. {@link createHooks} makes one.
 *
 * A request is answered once its handler has returned: 200, or 500 with an empty body if it threw, so that the platform may
 * send it again. The platform does not say how long it waits (docs/platform.md#webhook-delivery): where handlers take
 * long, or an event must not be lost, give an `inbox`. Whoever does not know the key is refused from the head alone,
 * before the body is read. An event that arrives again is answered with 200 and not handled again.
 *
 * Serve it over https only: the key stands in the open in each request.
 */
export declare class Hooks {
    #private;
    /**
     * Handles the events of a type.
     *
     * ```ts
     * hooks.on('new_chatbot_message', async (event, { reply }) => reply(`You said ${event.message.content.type}.`))
     * ```
     *
     * The old form of a message, `CHAT_MESSAGE`, arrives as `new_message`. A message to a conversation of the app's user may
     * be the app's own: look at `event.message.sender`.
     */
    on<T extends EventType>(type: T, handler: (event: EventOf<T>, context: ContextOf<T>) => unknown): this;
    /** Handles events of a type that this version does not know. By default they are noted once per type. */
    onUnknown(handler: (event: UnknownEvent, context: HookContext) => unknown): this;
    /** Handles authentic events that cannot be read. By default they are noted once per type. */
    onMalformed(handler: (event: MalformedEvent, context: HookContext) => unknown): this;
    /**
     * Answers start requests: a user clicked and is on the way to the app. Return the https address to open, made from your
     * own configuration, never from an address in the request.
     */
    onStart(handler: (request: StartRequest, context: RequestContext) => Awaitable<string | StartReply>): this;
    /** Answers dynamic actions: a user clicked something whose effect the app decides now. Return a text, an action, or both. */
    onDynamicAction(handler: (request: DynamicActionRequest, context: RequestContext) => Awaitable<string | Action | DynamicActionReply>): this;
    /**
     * For servers of `Request` and `Response`: Next, Bun, Deno, Hono. The last segment of the address says what arrives.
     *
     * ```ts
     * export const POST = hooks.fetch                                          // app/hooks/[kind]/route.ts of Next
     * app.all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))        // Hono
     * ```
     */
    readonly fetch: (request: Request) => Promise<Response>;
    /** `app.use('/hooks', hooks.express())`, before `express.json()`: it serves `/events`, `/start` and `/actions` there. */
    express(): ExpressHandler;
    /** `app.register(hooks.fastify(), { prefix: '/hooks' })`: it serves `/events`, `/start` and `/actions` there. */
    fastify(): FastifyPlugin;
    /** `app.use(hooks.koa('/hooks'))`, before a body parser: it serves `/hooks/events`, `/hooks/start` and `/hooks/actions`. */
    koa(prefix?: string): KoaMiddleware;
    /**
     * `http.createServer(hooks.node('/hooks'))`: it serves `/hooks/events`, `/hooks/start` and `/hooks/actions`. Other
     * addresses go to `next`, or are answered with 404 without it.
     */
    node(prefix?: string): NodeHandler;
    /**
     * Receives one request, for a server that has no adapter here, and returns what to answer; `undefined` for an address
     * that is none of `…/events`, `…/start` and `…/actions`. It never throws: a failure is noted and answered with 500.
     */
    receive(request: IncomingRequest): Promise<Reply | undefined>;
    /** Where events are kept until they are handled, if `inbox` was given: for its dead letters. */
    get inbox(): Inbox | undefined;
    /**
     * Handles the events of the inbox, and keeps the process alive with it, until the signal: then it waits for the handlers
     * that run. For a process without a web server.
     *
     * @throws {@link ConfigError} without an `inbox`, and when the client is closed.
     */
    run(options?: {
        signal?: AbortSignal | undefined;
    }): Promise<void>;
    /** Takes no further event from the inbox, and returns when the handlers that run have ended. Requests are still received. */
    stop(): Promise<void>;
    /** The client of the handlers. */
    get platform(): OpenPlatform;
    /** Puts other keys in place of all present ones, from the next request on. */
    replaceKeys(keys: IdentificationKey[]): void;
}
/**
 * Receives from the platform.
 *
 * ```ts
 * const hooks = createHooks()
 *   .on('new_chatbot_message', async (event, { reply }) => reply('Got it'))
 *   .onStart((request) => `https://app.example/start?post=${request.postToken}`)
 * app.use('/hooks', hooks.express())
 * ```
 *
 * In the console the addresses of this app are then `https://app.example/hooks/events`, `…/start` and `…/actions`.
 */
export declare function createHooks(options?: HooksOptions): Hooks;
type Awaitable<T> = T | Promise<T>;
export {};
