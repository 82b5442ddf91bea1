/** What `createHooks` is made of, for servers and queues that it does not fit. */
import { type WebhookRejected } from './errors.js';
import type { Delivery, DynamicActionReply, DynamicActionRequest, Reply, StartReply, StartRequest } from './model.js';
import type * as core from './native-types.js';
/** How old a message is by its `sentAt`. A report, not a check: whoever has the key can write any time. */
export interface Freshness {
    /** `stale` is 72 hours and more, unless told otherwise; `future` is more than five minutes ahead. */
    state: 'fresh' | 'stale' | 'future' | 'unknown';
    /** The age in seconds; in the future, the seconds until then. */
    seconds: number | undefined;
}
/**
 * Receives requests of the platform: proves that they come from it, and reads them. {@link createHooks} does so for a whole
 * server; this is for those who have head and body in their hands, as in a cloud function or behind a queue.
 *
 * ```ts
 * const webhooks = Webhooks.fromEnvironment()
 * const { event, dedupeKey } = webhooks.event('POST', ['authorization', key, 'content-type', 'application/json'], body)
 * ```
 *
 * Headers are passed as they arrived, flat, as in `request.rawHeaders`: name, value, name, value.
 */
export declare class Webhooks {
    #private;
    /**
     * @param keys the identification keys: with ids for the log, or one text with commas between.
     * @throws {@link ConfigError} if there is none, or one is not a key.
     */
    constructor(keys: string | core.IdentificationKey[], options?: core.WebhookOptions);
    /**
     * With the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`, several by commas.
     *
     * @throws {@link ConfigError} if there is none, or one is not a key.
     */
    static fromEnvironment(options?: core.WebhookOptions): Webhooks;
    /**
     * Puts other keys in place of all present ones, from the next request on.
     *
     * @throws {@link ConfigError} if there is none, or one is not a key. Then the present ones stay.
     */
    replaceKeys(keys: core.IdentificationKey[]): void;
    /**
     * Decides from the head alone whether the body is worth reading: method, announced size, key, content type.
     *
     * @throws {@link WebhookRejected} with 405 for any method but POST, 400 or 413 for the announced size, 401 unless exactly
     * one `Authorization` arrived that is an accepted key and nothing more, 415 unless the body is said to be plain JSON.
     */
    authenticate(method: string, headers: string[]): Accepted;
    /**
     * Receives an event: head, then body.
     *
     * An event of an unknown type, or one that cannot be read, is no rejection: a refusal would only make the platform send
     * it again. Its `type` is then `unknown` or `malformed`.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.event}.
     */
    event(method: string, headers: string[], body: Uint8Array | string): Delivery;
    /**
     * Receives a start request: a user clicked a link of the app. Answer with {@link replyToStart}.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.start}.
     */
    start(method: string, headers: string[], body: Uint8Array | string): StartRequest;
    /**
     * Receives a dynamic action: a user clicked something whose effect the app decides now. Answer with
     * {@link replyToDynamicAction}.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.dynamicAction}.
     */
    dynamicAction(method: string, headers: string[], body: Uint8Array | string): DynamicActionRequest;
    /** How old a message is. Other events have no time. */
    freshness(delivery: Delivery): Freshness;
}
/** A request whose head was accepted: its sender knows the key. The body may now be read. */
export declare class Accepted {
    /** The id of the key that matched. Count these, to see when an old key is no longer in use. */
    get keyId(): string;
    /** How many bytes of the body to read at most. Whether more came is seen by reading one more. */
    get bodyLimit(): number;
    /** How many seconds to read the body at most. If it has not arrived by then: {@link tooSlow}. */
    get bodySeconds(): number;
    /**
     * Refuses a body that did not arrive in time.
     *
     * @throws {@link WebhookRejected} with 408.
     */
    tooSlow(): never;
    /**
     * Reads an event.
     *
     * @throws {@link WebhookRejected} with 413 for a body beyond the limit, 400 for one that is not a JSON object, 403 for a
     * stale message with `rejectStale`.
     */
    event(body: Uint8Array | string): Delivery;
    /**
     * Reads a start request, in the structure that the version header names, or else the one the body has.
     *
     * @throws {@link WebhookRejected} with 413 for a body beyond the limit, 400 for one that cannot be read.
     */
    start(body: Uint8Array | string): StartRequest;
    /**
     * Reads a dynamic action.
     *
     * @throws {@link WebhookRejected} with 413 for a body beyond the limit, 400 for one that cannot be read.
     */
    dynamicAction(body: Uint8Array | string): DynamicActionRequest;
}
/**
 * Reads the body of an event that was authenticated elsewhere, such as before it went into a queue.
 *
 * @throws {@link DecodeError} for what is not exactly one JSON object in UTF-8.
 */
export declare const readDelivery: (body: Uint8Array | string) => Delivery;
/**
 * Reads the body of a start request that was authenticated elsewhere.
 *
 * @param version the version that its header named, `1` or `2`; without it, the one that the form of the body tells.
 * @throws {@link DecodeError} for a body that cannot be read.
 */
export declare const readStartRequest: (body: Uint8Array | string, version?: string) => StartRequest;
/** The answer to an event that is safely stored or handled: 200 without a body. */
export declare const replyOk: () => Reply;
/**
 * The answer when an event cannot be stored now: 503 with `Retry-After`, in whole seconds, rounded up.
 *
 * Assumption: the platform sends the event again; its documents are silent.
 */
export declare const replyUnavailable: (retryAfterSeconds: number) => Reply;
/**
 * The answer to a start request: the address to open for the user, in the structure that the request had.
 *
 * @throws {@link InvalidInput} at `url`, for an address that is not https.
 */
export declare const replyToStart: (answer: StartReply, request: StartRequest) => Reply;
/**
 * The answer to a dynamic action: what happens now.
 *
 * @throws {@link InvalidInput} with the path of what the platform would not accept.
 */
export declare const replyToDynamicAction: (answer: DynamicActionReply) => Reply;
/** The answer to a request that was refused, without a word about the key. */
export declare const replyToRejection: ({ status, reason }: Pick<WebhookRejected, 'status' | 'reason'>) => Reply;
