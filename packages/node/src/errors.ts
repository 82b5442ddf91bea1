/**
 * The errors of this package, grouped by what the caller can do about them.
 *
 * Every failure of this package is an {@link OpenPlatformError}, except an aborted call, which rejects with the reason of
 * its signal. A user who denies access is no failure but a normal outcome. No error holds a credential, a request body
 * or a response body.
 */
import type { ErrorReport, Json } from './model.js'

/** The base class of all errors of this package. */
export class OpenPlatformError extends Error {
  /** A stable identifier of the kind of failure, the same in every language: `invalid_input`, `missing_scope` and so on. */
  readonly code: string
  /** The reason, without the offending value. */
  readonly reason: string
  /**
   * Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the store was not
   * reachable, was busy, or asks to wait. The client has already retried, so wait before the next attempt: for
   * {@link retryAfter}, if it is set.
   */
  readonly isRetryable: boolean
  /** How long to wait before the next attempt, in seconds, if known. */
  readonly retryAfter: number | undefined
  /**
   * The id of the request, for inquiries to the platform: the platform's own id, or else the id that this client sent.
   * `undefined` if no request was sent.
   */
  readonly requestId: string | undefined

  /** @internal */
  constructor(report: ErrorReport) {
    super(report.text)
    this.code = report.code
    this.reason = report.reason ?? report.text
    this.isRetryable = report.isRetryable
    this.retryAfter = report.retryAfterSeconds
    this.requestId = report.requestId
  }
}

/** A value of the caller cannot be sent. It is thrown before anything is sent. */
export class InvalidInput extends OpenPlatformError {
  /**
   * Path of the value, such as `widgets[2].scoreRow.percentageScore`. Names that the app chooses, such as that of a semantic
   * value, are unchanged in it: `semantic.payment_method`.
   */
  readonly field: string

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.field = report.field ?? ''
  }
}

/** The configuration is wrong, such as a missing key. */
export class ConfigError extends OpenPlatformError {
  /** The name of the setting, such as `uploadTimeoutMs`; never its value. */
  readonly setting: string

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.setting = report.subject ?? ''
  }
}

/** The common members of errors of calls. */
abstract class CallError extends OpenPlatformError {
  /** Name of the endpoint, such as `posts.get`. */
  readonly endpoint: string
  /** How many times the request was sent. */
  readonly attempts: number
  /** HTTP status, if a response arrived. */
  readonly status: number | undefined

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.endpoint = report.endpoint ?? ''
    this.attempts = report.attempts ?? 0
    this.status = report.status
  }
}

/** The platform responded with an error. */
export class ApiError extends CallError {
  /** HTTP status. */
  declare readonly status: number
  /** The platform's own message, cut to 1,000 characters. */
  declare readonly reason: string
  /** The platform's own code: a gRPC number, not an HTTP status. */
  readonly platformCode: number | undefined
  /** Further details, as sent. */
  readonly details: Json[]

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.platformCode = report.platformCode
    this.details = report.details
  }
}

/** 429: a quota is exhausted. */
export class RateLimited extends ApiError {
  /** Which quota, if the platform says so. The client does not wait for the quota of a day. */
  readonly quota: 'minute' | 'day' | undefined

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.quota = report.quota as 'minute' | 'day' | undefined
  }
}

/** 401: the API key or the access token is not accepted. */
export class Unauthorized extends ApiError {}

/** 403: a scope of the user or a permission of the API key is missing. */
export class MissingScope extends ApiError {
  /** Any one of these scopes is needed. */
  readonly needsScopes: string[]
  /** The permission the API key needs. */
  readonly needsPermission: string | undefined

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.needsScopes = report.needsScopes
    this.needsPermission = report.needsPermission
  }
}

/** 404: the object does not exist. */
export class NotFound extends ApiError {}

/** 412: the platform refuses the request in the current state, such as for a blocked recipient. */
export class PreconditionFailed extends ApiError {}

/** 5xx: the platform failed. */
export class ServerError extends ApiError {}

/** Login or token refresh failed. */
export class OAuthError extends OpenPlatformError {}

/** The login belongs to another session, or was already completed. Start it again. */
export class StateMismatch extends OAuthError {}

/** The login took longer than `loginLifetimeMs`. Start it again. */
export class StateExpired extends OAuthError {}

/** The address the user returned to is malformed or was tampered with. */
export class CallbackRejected extends OAuthError {}

/**
 * The platform refused the login itself, such as for a scope that the app may not request. This is not a denial by the user;
 * the text says what to do.
 */
export class AuthorizationRefused extends OAuthError {
  /** The OAuth error code, such as `invalid_scope`. */
  readonly oauthError: string
  /**
   * The platform's description, cut to 300 characters of printable ASCII. It arrived through the user's browser: show it to
   * developers, not to users.
   */
  readonly description: string | undefined

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.oauthError = report.subject ?? ''
    this.description = report.reason
  }
}

/** The platform does not accept the authorization code. Codes work once: start the login again. */
export class CodeRejected extends OAuthError {}

/** Permanent: the grant has ended. Only a new login by the user helps. */
export class ReauthRequired extends OAuthError {}

/**
 * Temporary: the token could not be refreshed, but the grant is intact. Try again later; no attempt is made before
 * {@link retryAfter}.
 */
export class RefreshUnavailable extends OAuthError {}

/** No usable response arrived, and sending the request again is either harmless or pointless. */
export class TransportError extends CallError {
  /** The kind of failure. `deadline`: the whole call took longer than `timeoutMs`. */
  readonly kind: 'connect' | 'tls' | 'interrupted' | 'deadline' | 'too_large' | 'redirect' | 'protocol' | (string & {})

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.kind = report.transport ?? ''
  }
}

/** A write may or may not have happened. It was not sent again: check its effect before you repeat it. */
export class AmbiguousOutcome extends CallError {
  /** When the request was sent. */
  readonly sentAt: Date | undefined
  /** First 16 hex digits of the SHA-256 of the body, to identify the write. */
  readonly fingerprint: string

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.sentAt = report.sentAt && new Date(report.sentAt)
    this.fingerprint = report.fingerprint ?? ''
  }
}

/** A response arrived that cannot be parsed. */
export class DecodeError extends CallError {
  /** Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole document. */
  readonly path: string

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.path = report.path ?? '.'
  }
}

/** An incoming request was refused. */
export class WebhookRejected extends OpenPlatformError {
  /** HTTP status of the response to send. */
  readonly status: number

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.status = report.status ?? 400
  }
}

/** The store failed. The error that a custom store has thrown is its `cause`. */
export class StoreError extends OpenPlatformError {
  /** The operation, such as `put`. */
  readonly operation: string

  /** @internal */
  constructor(report: ErrorReport) {
    super(report)
    this.operation = report.subject ?? ''
  }
}

/** The class of each code of the core. */
const CLASSES = {
  invalid_input: InvalidInput,
  config: ConfigError,
  rate_limited: RateLimited,
  unauthorized: Unauthorized,
  missing_scope: MissingScope,
  not_found: NotFound,
  precondition_failed: PreconditionFailed,
  server: ServerError,
  rejected: ApiError,
  state_mismatch: StateMismatch,
  state_expired: StateExpired,
  callback_rejected: CallbackRejected,
  authorization_refused: AuthorizationRefused,
  code_rejected: CodeRejected,
  reauth_required: ReauthRequired,
  refresh_unavailable: RefreshUnavailable,
  transport: TransportError,
  ambiguous_outcome: AmbiguousOutcome,
  decode: DecodeError,
  webhook: WebhookRejected,
  store: StoreError,
} satisfies Record<string, new (report: ErrorReport) => OpenPlatformError>

for (const type of [OpenPlatformError, OAuthError, ...Object.values(CLASSES)]) {
  // On the prototype, so that it is not printed among the members of an error.
  Object.defineProperty(type.prototype, 'name', { value: type.name, configurable: true, writable: true })
}

/**
 * The error for a report of the core.
 *
 * @internal
 */
export function fromReport(report: ErrorReport): OpenPlatformError {
  const type = CLASSES[report.code as keyof typeof CLASSES] ?? OpenPlatformError
  const error = new type(report)
  if (report.thrown !== undefined && thrown.has(report.thrown)) {
    // Not enumerable, as in `new Error(text, { cause })`.
    Object.defineProperty(error, 'cause', { value: thrown.get(report.thrown), configurable: true, writable: true })
  }
  return error
}

/** The latest errors that custom stores have thrown: the causes of errors that the core will report. */
const thrown = new Map<number, unknown>()
const MAX_THROWN = 100
let lastThrown = 0

/**
 * Keeps an error that a custom store has thrown, and returns the number by which the core's report refers to it. Several
 * calls may wait for one operation of the store, so it is kept until newer errors replace it.
 *
 * @internal
 */
export function keepThrown(error: unknown): number {
  thrown.set(++lastThrown, error)
  thrown.delete(lastThrown - MAX_THROWN)
  return lastThrown
}

/**
 * The error for an argument of the wrong type that was not passed to the core.
 *
 * @internal
 */
export function invalidInput(field: string, reason: string): OpenPlatformError {
  const text = field ? `${field}: ${reason}` : reason
  return fromReport({ code: 'invalid_input', text, field, reason, isRetryable: false, details: [], needsScopes: [] })
}

/**
 * The error for a wrong setting of the Node package, which the core does not check.
 *
 * @internal
 */
export function configError(setting: string, reason: string): OpenPlatformError {
  const text = `configuration of ${setting}: ${reason}`
  return fromReport({ code: 'config', text, subject: setting, reason, isRetryable: false, details: [], needsScopes: [] })
}

const INTERNAL: ErrorReport = {
  code: 'internal',
  text: 'the call broke inside this library: please report it',
  isRetryable: false,
  details: [],
  needsScopes: [],
}

/**
 * Converts an error of the native library: a report of the core, or a type error of napi about an argument.
 *
 * @internal
 */
export function fromCore(failure: unknown): OpenPlatformError {
  if (failure instanceof OpenPlatformError) return failure
  // Not by `instanceof Error`: under Jest its errors belong to another realm.
  if (failure && typeof failure === 'object' && 'text' in failure) return fromReport(failure as ErrorReport)
  const { code, message } = failure as NodeJS.ErrnoException
  // A panic. Its message may hold a value of the caller.
  if (code === 'GenericFailure') return fromReport(INTERNAL)
  const [, field, reason] = (code && /^([^\s:]+): (.*)$/s.exec(message)) || []
  return invalidInput(field ?? '', reason ?? 'an argument has another type than it must have')
}
