/**
 * Adapters for web frameworks, which are recognized structurally: none of them is imported. An adapter passes on the
 * unchanged head and the raw bytes of the body, and sends the reply.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingRequest } from './hooks.js';
import type { Reply } from './model.js';
import { type Logger } from './observe.js';
/** A handler of Express. */
export type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
/** A plugin of Fastify. */
export type FastifyPlugin = (app: FastifyLike) => Promise<void>;
/** The part of a Fastify instance that is used. */
export interface FastifyLike {
    readonly prefix?: string;
    all(path: string, options: {
        onRequest: FastifyHook;
    }, handler: () => Promise<void>): unknown;
}
/** A hook of a route of Fastify. */
export type FastifyHook = (request: {
    raw: IncomingMessage;
}, reply: {
    raw: ServerResponse;
    hijack(): unknown;
}) => Promise<void>;
/** Middleware of Koa. */
export type KoaMiddleware = (context: KoaLike, next: () => Promise<unknown>) => Promise<void>;
/** The part of a Koa context that is used. */
export interface KoaLike {
    req: IncomingMessage;
    res: ServerResponse;
    path: string;
    respond?: boolean | undefined;
}
/** A handler of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;
/** A request of an adapter. */
export interface AdaptedRequest extends Omit<IncomingRequest, 'body'> {
    /** The query, without the question mark. */
    query: string;
    read: ReadBody;
}
/** Reads a body, as {@link IncomingRequest.body}. It returns nothing if that takes longer than the time limit. */
export type ReadBody = (limit: number, milliseconds: number) => Awaitable<Uint8Array | undefined>;
/** What is sent. */
export interface Sent {
    status: number;
    headers: [name: string, value: string][];
    body: Uint8Array;
    close: boolean;
}
/** A value, or a promise of it, which costs time. */
export type Awaitable<T> = T | Promise<T>;
/** Nothing for a path that is not served. */
export type Receive = (request: AdaptedRequest) => Promise<Sent | undefined>;
export declare function sentOf({ status, contentType, headers, body, close }: Reply): Sent;
/**
 * A part of the package that serves requests of a web server: hooks, login routes and the gateway for apps on phones. Put it before
 * all parsers of bodies. Behind NestJS on Express use {@link Routes.express}, before `app.listen` or `app.init`.
 */
export declare abstract class Routes {
    #private;
    /**
     * For servers with `Request` and `Response`: Next, Bun, Deno, Hono. Of hooks and login routes the last segment of the path says
     * what is requested; a gateway has the option `prefix`.
     *
     * ```ts
     * export const POST = hooks.fetch                                          // app/hooks/[kind]/route.ts of Next
     * app.all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))        // Hono
     * ```
     */
    readonly fetch: (request: Request) => Promise<Response>;
    /** For Express: `app.use('/hooks', hooks.express())`, before `express.json()`. */
    express(): ExpressHandler;
    /**
     * For Fastify: `app.register(hooks.fastify(), { prefix: '/hooks' })`. Its router decides which paths are served: the prefix may
     * have parameters, and its options for case and slashes apply.
     */
    fastify(): FastifyPlugin;
    /** For Koa: `app.use(hooks.koa('/hooks'))`, before a body parser. Other paths go to the next middleware. */
    koa(prefix?: string): KoaMiddleware;
    /** For `node:http`: `http.createServer(hooks.node('/hooks'))`. Other paths go to `next`; without `next` they get 404. */
    node(prefix?: string): NodeHandler;
}
/** A request in progress. The core decides each next step. */
interface Exchange<S> {
    read(body: Uint8Array): S;
    tooSlow(): S;
    failed(error: string): S;
}
type Named = {
    step: string;
};
/** Takes the steps that the core asks for, from the first one on, and returns the response. */
export declare function drive<S extends Named>(exchange: Exchange<S>, first: S, read: ReadBody, take: (step: Exclude<S, {
    step: 'answer' | 'body';
}>) => Awaitable<S>): Promise<Extract<S, {
    step: 'answer';
}>>;
/** Writes lines to the log of the app. It never throws. */
export declare function write(logger: Partial<Pick<Logger, 'warn' | 'error'>>, lines: {
    isError: boolean;
    text: string;
}[]): void;
/** The headers of a request, without the pseudo-headers of HTTP/2, whose names begin with a colon. */
export declare function headersOf({ headers: flat }: AdaptedRequest): Headers;
/** Names and values in turn, as pairs. */
export declare function inPairs(flat: readonly string[]): [name: string, value: string][];
/** Checks the time limit of the app's functions. */
export declare function checkTimeout(milliseconds: number | undefined): void;
/** The result of a function of the app. If it takes longer than the limit, it fails, and its result is ignored. */
export declare function limited<T>(milliseconds: number | undefined, call: () => Awaitable<T>): Awaitable<T>;
/** The result of `read`, or `undefined` if it takes longer: then its signal is aborted. */
export declare function within<T>(milliseconds: number, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
export {};
