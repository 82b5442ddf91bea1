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
     * The body as JSON.
     *
     * @throws {@link DecodeError} if it is not JSON.
     */
    json(): Json;
}
