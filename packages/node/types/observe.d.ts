import type { Attempt, HandledEvent, ReceivedHook, Refresh } from './model.js';
import type { UploadOptions } from './native.js';
import type { Calls, LogLine, Settings } from './native-types.js';
/** Where a client logs: `console`, or a logger of pino, winston or bunyan. */
export interface Logger {
    /** Each request of a call that is not sent again, each request of the platform to hooks, and each event of an inbox. */
    debug(message: string): unknown;
    /** Requests that are sent again, refreshes of tokens, events of an inbox whose handler failed, and the sandbox of the environment. */
    info(message: string): unknown;
    /** Refreshes that failed. Of hooks with this client also refused requests and events without a handler. */
    warn(message: string): unknown;
    /** Of hooks and gateways with this client: failures. Of a handler's error its class, of others the error. */
    error(message: string, error?: unknown): unknown;
}
/** Registers the callbacks and the logger in the settings of a client for its records. */
export declare function observe(client: number, { onRequest, onRefresh, onHandledEvent, logger }: Settings): void;
/** Removes the observers of a client, which makes no further records. */
export declare function forget(client: number): void;
/** At the beginning of a call: tells the core which channels have subscribers, if that has changed. */
export declare function noteSubscribers(calls: Calls): void;
/** Writes a line to the log of a client. It never throws. */
export declare function logged(client: number, { level, text }: LogLine): void;
/** Passes on the record of a request. It never throws. */
export declare function attempted(client: number, attempt: Attempt): void;
/** Passes on the record of a request of a token refresh. It never throws. */
export declare function refreshed(client: number, refresh: Refresh): void;
/** Passes on the record of a handled event of an inbox. It never throws. */
export declare function handled(client: number, event: HandledEvent): void;
/** Passes on the progress of an upload. It never throws. */
export declare function progressed(onProgress: UploadOptions['onProgress'], [sent, total]: [number, number]): void;
/** The receivers of the records of hooks. */
export interface HookObserver {
    /** Called with a record of each request. */
    onHook: ((hook: ReceivedHook) => unknown) | undefined;
    /** Receives the log lines. */
    logger: Partial<Logger> | undefined;
}
/** Whether something gets the records of requests of the platform. */
export declare function isObserved({ onHook, logger }: HookObserver): boolean;
/** Passes on the record of a request of the platform. `text` makes the text of its line. It never throws. */
export declare function received({ onHook, logger }: HookObserver, hook: ReceivedHook, text: (hook: ReceivedHook) => string): void;
/** Runs code of the app. What it throws, or what its promise rejects with, is a warning of the process. */
export declare function invoke(what: string, code: () => unknown): void;
/** A function of the app took longer than its time limit. */
export declare class HandlerTimeout extends Error {
    readonly name = "TimeoutError";
}
/**
 * What is logged of an error of the app: its class. Its text may hold anything, and is left out, except that of a
 * {@link ConfigError} of this package, which names a setting, and not its value.
 */
export declare function describe(error: unknown): string;
/** The class of an error of the app. */
export declare function classOf(error: unknown): string;
/** Warns of an error in code of the app that must not change the call. */
export declare function warn(what: string, error: unknown): void;
/** The list that takes the requests of the calls that begin here. */
export declare function listOfAttempts(): Attempt[] | undefined;
/**
 * Runs a function, and returns the requests of the calls in it beside its result. The last request of a call has the platform's
 * request id.
 *
 * ```ts
 * const { result: post, attempts } = await withAttempts(() => platform.posts.get('gZd7omnS'))
 * console.log(post.token, attempts.at(-1)?.requestId, attempts.length)
 * ```
 *
 * The request of a token refresh is not in the list, because other calls share it. If `withAttempts` is inside another
 * one, both get the requests.
 *
 * @param run the function. It gets the list, too, for the case that it throws. The requests of a call are in it when the call has ended.
 * @throws what the function throws.
 */
export declare function withAttempts<T>(run: (attempts: Attempt[]) => Promise<T> | T): Promise<{
    result: T;
    attempts: Attempt[];
}>;
/** A span of a tracing library, around a call. */
export interface CallSpan {
    /** The header `traceparent` for its requests. */
    traceparent: string | undefined;
    /** The header `tracestate` for its requests. */
    tracestate: string | undefined;
    /** Ends it, with the requests of the call and the code of its error. */
    end(attempts: Attempt[], error: string | undefined): void;
}
/** Begins the span of a call of an endpoint. */
export type BeginSpan = (endpoint: string) => CallSpan;
/** Begins the spans of calls, if a tracing library is used. */
export declare let beginSpan: BeginSpan | undefined;
/** Makes calls spans from now on. The returned function ends that. */
export declare function traceCalls(begin: BeginSpan): () => void;
