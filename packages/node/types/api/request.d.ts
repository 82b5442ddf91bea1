import type { Json } from '../model.js';
import type * as core from '../native-types.js';
/** A request to an endpoint that the client has no method for: `{ method: 'GET', segments: ['v1', 'open-platform', 'assets', 'city'] }`. */
export type RawRequest = core.RawRequest;
/** A field or a file of the form of a {@link RawRequest}: `{ name: 'photo', content: jpeg, fileName: 'front.jpg' }`. */
export type FormPart = core.FormPart;
/** The response to a {@link RawRequest}. Its status is always a success. */
export declare class RawResponse {
    /** HTTP status. */
    readonly status: number;
    /** Headers, by lower-case name. Of repeated headers the last value. */
    readonly headers: Record<string, string>;
    /** The body. */
    readonly body: Uint8Array;
    /** The platform's request id, or else the id that this client sent. */
    readonly requestId: string | undefined;
    /** How many times the request was sent. */
    readonly attempts: number;
    /** The body as text. */
    text(): string;
    /**
     * The body as JSON. As in every {@link Json}, a number that JavaScript cannot represent exactly, such as one of 20 digits, is a
     * string.
     *
     * @throws {@link DecodeError} if it is not JSON.
     */
    json(): Json;
}
/**
 * The response to a {@link RawRequest}, while its body is arriving. Its status is always a success. From `stream`.
 *
 * Iterate over it once: each iteration has the next bytes of the body as they arrive, in pieces of any size. Leaving the loop
 * before the end of the body closes the connection. An incomplete body throws a {@link TransportError}: of the kind
 * `interrupted` if the connection breaks, or if nothing arrives for as long as `timeoutMs`; `too_large` if the body exceeds
 * `maxResponse`. Aborting the `signal` of the call ends the loop with its reason.
 */
export declare class StreamedResponse implements AsyncIterable<Uint8Array> {
    #private;
    /** HTTP status. */
    readonly status: number;
    /** Headers, by lower-case name. Of repeated headers the last value. */
    readonly headers: Record<string, string>;
    /** The platform's request id, or else the id that this client sent. */
    readonly requestId: string | undefined;
    /** How many times the request was sent. */
    readonly attempts: number;
    /** The bytes of the body, as they arrive. */
    [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined>;
    /** Ends the response and closes its connection, if it has not ended. A loop over it ends with {@link InvalidInput}. */
    close(): void;
    /** The same as {@link close}, for `using`. */
    [Symbol.dispose](): void;
}
