/**
 * Adapters for web frameworks, which are recognized structurally: none of them is imported. An adapter passes on the
 * unchanged head and the raw bytes of the body, and sends the reply.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingRequest } from './hooks.js';
import type { Reply } from './model.js';
/** A handler of Express. */
export type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
/** A plugin of Fastify. */
export type FastifyPlugin = (app: FastifyLike) => Promise<void>;
/** The part of a Fastify instance that is used. */
export interface FastifyLike {
    readonly prefix?: string;
    all(path: string, handler: () => Promise<void>): unknown;
    addHook(name: 'onRequest', hook: (request: {
        raw: IncomingMessage;
    }, reply: {
        raw: ServerResponse;
        hijack(): unknown;
    }) => Promise<void>): unknown;
}
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
/** A request with its query, without the question mark. */
export interface AdaptedRequest extends IncomingRequest {
    query: string;
}
/** What is sent. */
export interface Sent {
    status: number;
    headers: [name: string, value: string][];
    body: Uint8Array;
    close: boolean;
}
/** Nothing for a path that is not served. */
export type Receive = (request: AdaptedRequest) => Promise<Sent | undefined>;
/** Receives requests with a function that returns a reply of the core. */
export declare function sending(receive: (request: AdaptedRequest) => Promise<Reply | undefined>): Receive;
export declare function sentOf({ status, contentType, headers, body, close }: Reply): Sent;
export declare function fetchAdapter(receive: Receive): (request: Request) => Promise<Response>;
export declare function expressAdapter(receive: Receive): ExpressHandler;
export declare function fastifyAdapter(receive: Receive, paths: string[]): FastifyPlugin;
export declare function koaAdapter(prefix: string, receive: Receive, isOurs?: IsOurs): KoaMiddleware;
export declare function nodeAdapter(prefix: string, receive: Receive, isOurs?: IsOurs): NodeHandler;
/** Whether a path below the prefix is served. */
type IsOurs = (prefix: string, path: string) => boolean;
export {};
