import type { WebhookRejected } from './errors.js';
import type { Delivery, DynamicActionReply, DynamicActionRequest, Reply, StartReply, StartRequest, WebhookOptions } from './model.js';
import type * as core from './native-types.js';
/**
 * The age of a message by its `sentAt`. It is informative and proves nothing: a sender with the key can write any time.
 */
export interface Freshness {
    /** `stale`: 72 hours and more by default. `future`: more than five minutes ahead. `unknown`: without a readable time. */
    state: 'fresh' | 'stale' | 'future' | 'unknown';
    /** The age in seconds; for `future` the seconds ahead. */
    seconds: number | undefined;
}
/**
 * Receives requests of the platform: authenticates and parses them. {@link createHooks} does so for a whole server; use this
 * if your code already has the head and the body of a request, as in a cloud function or behind a queue.
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
     * @param keys the identification keys: with ids for the log, or as one string separated by commas.
     * @throws {@link ConfigError} if there is none, or one is invalid.
     */
    constructor(keys: string | readonly core.IdentificationKey[], options?: WebhookOptions);
    /**
     * Uses the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`, separated by commas.
     *
     * @throws {@link ConfigError} if there is none, or one is invalid.
     */
    static fromEnvironment(options?: WebhookOptions): Webhooks;
    /**
     * Replaces all keys, from the next request on.
     *
     * @throws {@link ConfigError} if there is none, or one is invalid. The current keys then stay.
     */
    replaceKeys(keys: readonly core.IdentificationKey[]): void;
    /**
     * Accepts or refuses a request by its head, before its body is read: method, announced size, key, content type.
     *
     * @throws {@link WebhookRejected} with 405 for any method but POST, 400 or 413 for the announced size, 401 unless exactly
     * one `Authorization` header arrived that consists of an accepted key, 415 unless the content type is plain JSON.
     */
    authenticate(method: string, headers: readonly string[]): Accepted;
    /**
     * Receives an event: head, then body.
     *
     * An event of an unknown type, or one that cannot be parsed, is not rejected, because the platform would only send it
     * again. Its `type` is then `unknown` or `malformed`.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.event}.
     */
    event(method: string, headers: readonly string[], body: Uint8Array | string): Delivery;
    /**
     * Receives a start request: a user clicked a link of the app. Respond with {@link replyToStart}.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.start}.
     */
    start(method: string, headers: readonly string[], body: Uint8Array | string): StartRequest;
    /**
     * Receives a dynamic action: a user clicked a widget or a button with a dynamic action. Respond with
     * {@link replyToDynamicAction}.
     *
     * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.dynamicAction}.
     */
    dynamicAction(method: string, headers: readonly string[], body: Uint8Array | string): DynamicActionRequest;
    /** The age of a message. Other events have no time. */
    freshness(delivery: Delivery): Freshness;
}
/** A request whose head was accepted: its sender knows the key. The body may now be read. */
export declare class Accepted {
    /** The id of the key that matched. Count it to find out when an old key is no longer in use. */
    get keyId(): string;
    /** The maximum size of the body in bytes. Read one byte more to detect a longer body. */
    get bodyLimit(): number;
    /** The time limit for reading the body, in seconds. If it has not arrived by then, call {@link tooSlow}. */
    get bodySeconds(): number;
    /**
     * Refuses a body that exceeded the time limit.
     *
     * @throws {@link WebhookRejected} with 408.
     */
    tooSlow(): never;
    /**
     * Reads an event.
     *
     * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that is not a JSON object, 403 for a
     * stale message with `rejectStale`.
     */
    event(body: Uint8Array | string): Delivery;
    /**
     * Reads a start request, in the version that the header names, or else the version that the body has.
     *
     * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that cannot be parsed.
     */
    start(body: Uint8Array | string): StartRequest;
    /**
     * Reads a dynamic action.
     *
     * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that cannot be parsed.
     */
    dynamicAction(body: Uint8Array | string): DynamicActionRequest;
}
/**
 * Reads the body of an event that was authenticated elsewhere, such as before it went into a queue.
 *
 * @throws {@link DecodeError} for anything other than one JSON object in UTF-8.
 */
export declare const readDelivery: (body: Uint8Array | string) => Delivery;
/**
 * Reads the body of a start request that was authenticated elsewhere.
 *
 * @param version the version in its header, `1` or `2`; without it, the version is detected from the body.
 * @throws {@link DecodeError} for a body that cannot be parsed.
 */
export declare const readStartRequest: (body: Uint8Array | string, version?: string) => StartRequest;
/** The response to an event that is stored or handled: 200 without a body. */
export declare const replyOk: () => Reply;
/**
 * The response when an event cannot be stored now: 503 with `Retry-After`, in whole seconds, rounded up.
 *
 * Assumption: the platform sends the event again; its documents do not say so.
 */
export declare const replyUnavailable: (retryAfterSeconds: number) => Reply;
/**
 * The response to a start request: the address to open for the user, in the version of the request.
 *
 * @throws {@link InvalidInput} with the path `url`, for an address that is not https.
 */
export declare const replyToStart: (answer: StartReply, request: StartRequest) => Reply;
/**
 * The response to a dynamic action.
 *
 * @throws {@link InvalidInput} with the path of a value that the platform would not accept.
 */
export declare const replyToDynamicAction: (answer: DynamicActionReply) => Reply;
/** The response to a refused request. It does not reveal anything about the key. */
export declare const replyToRejection: ({ status, reason }: Pick<WebhookRejected, 'status' | 'reason'>) => Reply;
