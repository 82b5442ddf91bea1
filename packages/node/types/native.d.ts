import type { Call, CallOptions as CoreOptions, Native } from './native-types.js';
/** The native library. Its loader is `native.cjs`, beside package.json. */
export declare const native: Native;
/** The options of every call. */
export interface CallOptions {
    /** Cancels the call: it rejects with the reason of the signal. A request that was already sent may have had its effect. */
    signal?: AbortSignal | undefined;
    /**
     * How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. 15,000 by
     * default, 60,000 for uploads; more than 0, at most 24 hours.
     */
    timeoutMs?: number | undefined;
}
/** The options of a call that creates an add-on on a post. */
export interface PostAddonOptions extends CallOptions {
    /**
     * Whether it may be sent again after an unclear outcome. Off by default.
     *
     * The documents say that the same call also updates, so sending it twice leaves one add-on. But a repetition that
     * arrives late overwrites what another call has written meanwhile.
     */
    repeatPostAddons?: boolean | undefined;
}
/** How much of a file has been sent. */
export interface UploadProgress {
    /** The bytes of the file that the connection has taken. */
    sent: number;
    /** The size of the file, in bytes. */
    total: number;
}
/** The options of an upload. */
export interface UploadOptions extends CallOptions {
    /**
     * Called while the file is sent: first with 0 bytes sent, then as the connection takes more, and with all of them before the
     * call resolves. It begins again at 0 if the file is sent once more. What it throws is a warning of the process.
     */
    onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}
/** The names of options of a call, such as `names<SendOptions>({ signal: true, … })`. The compiler finds a missing one. */
export declare function names<T extends CallOptions>(all: Record<keyof T, true>): string[];
export declare const POST_ADDON_OPTIONS: string[];
export declare const UPLOAD_OPTIONS: string[];
/**
 * The calls of this thread. Their results arrive in batches, with the records of clients: those of a call before its result, so
 * that callbacks have been called when it resolves. Nothing here throws, because that would lose the rest of the batch.
 */
export declare const calls: import("./native-types.js").Calls;
/** Makes a call: `begin` starts it with an id. `names` are the names of its options. */
export declare function call<T>(options: AnyOptions | undefined, begin: Begin<T>, names?: string[]): Promise<T>;
type AnyOptions = PostAddonOptions & UploadOptions;
type Begin<T> = (id: number, options: CoreOptions | undefined) => Call<T>;
/** Makes a call of an endpoint: a span, if OpenTelemetry is used. `names` are the names of its options. */
export declare function callEndpoint<C extends {
    readonly tracing: boolean;
}, T>(endpoint: string, client: () => C, options: AnyOptions | undefined, begin: (client: C, id: number, options: CoreOptions | undefined) => Call<T>, names?: string[]): Promise<T>;
/** Rejects calls that the native library has cancelled. */
export declare function drop(ids: number[]): void;
/**
 * Runs a synchronous call of the native library, and converts its error to an error of this package. Functions of the native library are
 * wrapped already; constructors and methods of its classes are not.
 */
export declare function guard<T>(run: () => T): T;
/** The bytes of a body, which may be a string. */
export declare function bytes(body: Uint8Array | string): Uint8Array;
/** Returns the argument if it is a string. For parameters whose type error in the core would not name the field. */
export declare function text(field: string, value: string): string;
/** Returns the argument if it is a function, so that a wrong type is reported at once and not at the first call. */
export declare function callable<T>(field: string, value: T): T;
/**
 * Checks the names of options.
 *
 * @param names the known options. An unknown one is an error, because it would be ignored silently.
 */
export declare function options<T extends object>(value: T, names: Record<keyof T, true>): T;
/**
 * Joins headers to one string with a line each, which passes to the native library faster than an array. Headers that cannot be
 * joined, such as those with a line break, stay an array.
 */
export declare function inLines(headers: readonly string[]): string | readonly string[];
export {};
