import type { Json } from '../model.js';
import type * as core from '../native-types.js';
/** A request to an endpoint that has no method here: `{ method: 'GET', segments: ['v1', 'open-platform', 'assets', 'city'] }`. */
export type RawRequest = core.RawRequest;
/** The answer to a {@link RawRequest}: always a success. */
export declare class RawResponse {
    /** HTTP status. */
    readonly status: number;
    /** Headers, by name in lower case. Of several with one name the last. */
    readonly headers: Record<string, string>;
    /** The body. */
    readonly body: Uint8Array;
    /** The request id that the platform gave, or else the one this client sent. */
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
