import type { Call, CallOptions as CoreOptions, Native } from './native-types.js';
/** The add-on. Its loader stands beside package.json. */
export declare const native: Native;
/** What every call takes. */
export interface CallOptions {
    /** Ends the call: it rejects with the reason of the signal. What was sent already may have had its effect. */
    signal?: AbortSignal | undefined;
    /**
     * How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. 15,000 by
     * default, 60,000 for uploads; more than 0, at most 24 hours.
     */
    timeoutMs?: number | undefined;
}
/** What a call that puts an add-on on a post takes. */
export interface PostAddonOptions extends CallOptions {
    /**
     * Whether it may be sent again after an unclear outcome. Off by default.
     *
     * The documents say that the same call also updates, so sending it twice leaves one add-on. But a repetition that
     * arrives late takes back what another call has written meanwhile.
     */
    repeatPostAddons?: boolean | undefined;
}
/** The calls of this thread; their results come in batches. */
export declare const calls: import("./native-types.js").Calls;
/**
 * Makes a call: `begin` starts it under an id.
 *
 * The stack of an error is that of the caller, noted before the call: afterwards only those that await it are known. It costs
 * every call some microseconds; as text it is only written for an error.
 */
export declare function call<T>(options: PostAddonOptions | undefined, begin: (id: number, options: CoreOptions | undefined) => Call<T>): Promise<T>;
/** Rejects calls that the add-on has dropped. */
export declare function drop(ids: number[]): void;
/**
 * Runs something that asks the add-on at once, and makes its error one of this package. Functions of the add-on do so by
 * themselves; constructors and methods of its classes do not.
 */
export declare function guard<T>(run: () => T): T;
/** The bytes of a body, which may be given as text. */
export declare function bytes(body: Uint8Array | string): Uint8Array;
/** A plain text, for which the core has no type that would name it in an error. */
export declare function text(field: string, value: string): string;
/** A function of the caller's, which would otherwise only be missed when it is needed. */
export declare function callable<T>(field: string, value: T): T;
/**
 * The options of something that is made.
 *
 * @param names the options there are. Another one is an error: it would do nothing, and nobody would notice.
 */
export declare function options<T extends object>(value: T, names: Record<keyof T, true>): T;
/** Headers in one text, a line each, cross faster than each by itself. What does not fit there is left as it is. */
export declare function inLines(headers: string[]): string | string[];
