/** The parts of `createHooks`, for other servers and for queues. */
import { invalidInput } from './error-reports.js'
import type { WebhookRejected } from './errors.js'
import type { Delivery, DynamicActionReply, DynamicActionRequest, Reply, StartReply, StartRequest, WebhookOptions } from './model.js'
import { bytes, guard, inLines, native, text } from './native.js'
import type * as core from './native-types.js'

/**
 * The age of a message by its `sentAt`. It is informative and proves nothing: a sender with the key can write any time.
 */
export interface Freshness {
  /** `stale`: 72 hours and more by default. `future`: more than five minutes ahead. `unknown`: without a readable time. */
  state: 'fresh' | 'stale' | 'future' | 'unknown'
  /** The age in seconds; for `future` the seconds ahead. */
  seconds: number | undefined
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
export class Webhooks {
  readonly #native: core.Webhooks
  readonly #receive: ReturnType<core.Webhooks['receiver']>

  /**
   * @param keys the identification keys: with ids for the log, or as one string separated by commas.
   * @throws {@link ConfigError} if there is none, or one is invalid.
   */
  constructor(keys: string | readonly core.IdentificationKey[], options?: WebhookOptions)
  /** @internal */
  constructor(keys: string | readonly core.IdentificationKey[] | (() => core.Webhooks), options?: WebhookOptions)
  constructor(keys: string | readonly core.IdentificationKey[] | (() => core.Webhooks), options?: WebhookOptions) {
    this.#native = guard(() => {
      if (typeof keys === 'function') return keys()
      return typeof keys === 'string' ? native.Webhooks.fromList(keys, options) : new native.Webhooks(several(keys), options)
    })
    this.#receive = this.#native.receiver()
  }

  /**
   * Uses the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`, separated by commas.
   *
   * @throws {@link ConfigError} if there is none, or one is invalid.
   */
  static fromEnvironment(options?: WebhookOptions): Webhooks {
    return new Webhooks(() => native.Webhooks.fromEnv(options))
  }

  /**
   * Replaces all keys, from the next request on.
   *
   * @throws {@link ConfigError} if there is none, or one is invalid. The current keys then stay.
   */
  replaceKeys(keys: readonly core.IdentificationKey[]): void {
    guard(() => this.#native.replaceKeys(several(keys)))
  }

  /**
   * Accepts or refuses a request by its head, before its body is read: method, announced size, key, content type.
   *
   * @throws {@link WebhookRejected} with 405 for any method but POST, 400 or 413 for the announced size, 401 unless exactly
   * one `Authorization` header arrived that consists of an accepted key, 415 unless the content type is plain JSON.
   */
  authenticate(method: string, headers: readonly string[]): Accepted {
    return new Accepted(guard(() => this.#native.authenticate(method, inLines(headers))))
  }

  /**
   * Receives an event: head, then body.
   *
   * An event of an unknown type, or one that cannot be parsed, is not rejected, because the platform would only send it
   * again. Its `type` is then `unknown` or `malformed`.
   *
   * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.event}.
   */
  event(method: string, headers: readonly string[], body: Uint8Array | string): Delivery {
    return guard(() => delivery(this.#receive(method === 'POST' ? null : text('method', method), inLines(headers), bytes(body))))
  }

  /**
   * Receives a start request: a user clicked a link of the app. Respond with {@link replyToStart}.
   *
   * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.start}.
   */
  start(method: string, headers: readonly string[], body: Uint8Array | string): StartRequest {
    return guard(() => this.#native.start(method, inLines(headers), bytes(body)))
  }

  /**
   * Receives a dynamic action: a user clicked a widget or a button with a dynamic action. Respond with
   * {@link replyToDynamicAction}.
   *
   * @throws {@link WebhookRejected} as `authenticate` and {@link Accepted.dynamicAction}.
   */
  dynamicAction(method: string, headers: readonly string[], body: Uint8Array | string): DynamicActionRequest {
    return guard(() => this.#native.dynamicAction(method, inLines(headers), bytes(body)))
  }

  /** @internal */
  get core(): core.Webhooks {
    return this.#native
  }

  /** The age of a message. Other events have no time. */
  freshness(delivery: Delivery): Freshness {
    const [state, seconds] = guard(() => this.#native.freshness(delivery))
    return { state: state as Freshness['state'], seconds: seconds ?? undefined }
  }
}

function several(keys: readonly core.IdentificationKey[]): readonly core.IdentificationKey[] {
  if (!Array.isArray(keys)) throw invalidInput('keys', 'must be text, or an array of keys with their ids')
  keys.forEach((key, index) => {
    if (typeof key !== 'object' || key === null) throw invalidInput(`keys[${index}]`, 'must be an object with `id` and `key`')
  })
  return keys
}

let reader: ((text: string) => Delivery) | undefined

/** Parses a delivery from the text form of the native library. */
function delivery(text: string): Delivery {
  reader ??= native.deliveryReader()
  return reader(text)
}

/** A request whose head was accepted: its sender knows the key. The body may now be read. */
export class Accepted {
  /** @internal */
  readonly native: core.Accepted

  /** @internal */
  constructor(native: core.Accepted) {
    this.native = native
  }

  /** The id of the key that matched. Count it to find out when an old key is no longer in use. */
  get keyId(): string {
    return this.native.keyId
  }

  /** The maximum size of the body in bytes. Read one byte more to detect a longer body. */
  get bodyLimit(): number {
    return this.native.bodyLimit
  }

  /** The time limit for reading the body, in seconds. If it has not arrived by then, call {@link tooSlow}. */
  get bodySeconds(): number {
    return this.native.bodySeconds
  }

  /**
   * Refuses a body that exceeded the time limit.
   *
   * @throws {@link WebhookRejected} with 408.
   */
  tooSlow(): never {
    return guard(() => this.native.tooSlow()) as never
  }

  /**
   * Reads an event.
   *
   * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that is not a JSON object, 403 for a
   * stale message with `rejectStale`.
   */
  event(body: Uint8Array | string): Delivery {
    return guard(() => delivery(this.native.event(bytes(body))))
  }

  /**
   * Reads a start request, in the version that the header names, or else the version that the body has.
   *
   * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that cannot be parsed.
   */
  start(body: Uint8Array | string): StartRequest {
    return guard(() => this.native.start(bytes(body)))
  }

  /**
   * Reads a dynamic action.
   *
   * @throws {@link WebhookRejected} with 413 for a body above the limit, 400 for one that cannot be parsed.
   */
  dynamicAction(body: Uint8Array | string): DynamicActionRequest {
    return guard(() => this.native.dynamicAction(bytes(body)))
  }
}

/**
 * Reads the body of an event that was authenticated elsewhere, such as before it went into a queue.
 *
 * @throws {@link DecodeError} for anything other than one JSON object in UTF-8.
 */
export const readDelivery = (body: Uint8Array | string): Delivery => native.readDelivery(bytes(body))

/**
 * Reads the body of a start request that was authenticated elsewhere.
 *
 * @param version the version in its header, `1` or `2`; without it, the version is detected from the body.
 * @throws {@link DecodeError} for a body that cannot be parsed.
 */
export const readStartRequest = (body: Uint8Array | string, version?: string): StartRequest =>
  native.readStartRequest(bytes(body), version)

/** The response to an event that is stored or handled: 200 without a body. */
export const replyOk = (): Reply => native.replyOk()

/**
 * The response when an event cannot be stored now: 503 with `Retry-After`, in whole seconds, rounded up.
 *
 * Assumption: the platform sends the event again; its documents do not say so.
 */
export const replyUnavailable = (retryAfterSeconds: number): Reply => native.replyUnavailable(retryAfterSeconds)

/**
 * The response to a start request: the address to open for the user, in the version of the request.
 *
 * @throws {@link InvalidInput} with the path `url`, for an address that is not https.
 */
export const replyToStart = (answer: StartReply, request: StartRequest): Reply => native.replyToStart(answer, request)

/**
 * The response to a dynamic action.
 *
 * @throws {@link InvalidInput} with the path of a value that the platform would not accept.
 */
export const replyToDynamicAction = (answer: DynamicActionReply): Reply => native.replyToDynamicAction(answer)

/** The response to a refused request. It does not reveal anything about the key. */
export const replyToRejection = ({ status, reason }: Pick<WebhookRejected, 'status' | 'reason'>): Reply =>
  native.replyToRejection(status, reason)
