package io.github.openplatformsdk

import java.nio.charset.CharacterCodingException
import java.time.Instant
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.unexpectedError
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException

/**
 * The base class of all errors. Each subclass stands for a different reaction of the caller. No error contains a credential,
 * a request body or a response body.
 *
 * Two cases are not errors of this class: a user who denies access, which is a normal outcome of a login, and a cancelled
 * coroutine, which ends with its own `CancellationException`.
 *
 * @property report all details, as plain values.
 */
public open class OpenPlatformException internal constructor(public val report: ErrorReport) : Exception(report.text) {
    /** A stable code for the kind of failure, the same in every language. */
    public val code: String get() = report.code

    /** The reason, without the offending value. */
    public val reason: String get() = report.reason ?: report.text

    /**
     * Whether the same call may succeed later and can be repeated without a double effect: the platform or the store was
     * not reachable, was busy, or asked the client to wait. The client has already retried by itself, so wait before the
     * next attempt: for [retryAfter], if it is set.
     */
    public val isRetryable: Boolean get() = report.isRetryable

    /** How long to wait before the next attempt, if known. */
    public val retryAfter: Duration? get() = report.retryAfterSeconds?.seconds

    /**
     * The request id to quote to the platform's support, if a request was sent: the id that the platform assigned, or else
     * the one that this client sent.
     */
    public val requestId: String? get() = report.requestId
}

/** A value from the caller is invalid. It is found before anything is sent. */
public class InvalidInputException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /**
     * Path of the value, such as `widgets[2].scoreRow.percentageScore`. Names that the app chose, such as names of semantic
     * values, appear in it unchanged: `semantic.payment_method`.
     */
    public val field: String get() = report.field.orEmpty()
}

/** The configuration of the client is wrong, such as a missing key. */
public class ConfigException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** The name of the setting, such as `uploadTimeout`; never its value. */
    public val setting: String get() = report.subject.orEmpty()
}

/** The base class of errors of a call. */
public abstract class CallException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** Name of the endpoint, such as `posts.get`. */
    public val endpoint: String get() = report.endpoint.orEmpty()

    /** How many times the request was sent. */
    public val attempts: Int get() = report.attempts?.toInt() ?: 0

    /** HTTP status, if a response arrived. */
    public val status: Int? get() = report.status?.toInt()
}

/** The platform responded with an error. */
public open class ApiException internal constructor(report: ErrorReport) : CallException(report) {
    /** The platform's own code: a gRPC number, not an HTTP status. */
    public val platformCode: Long? get() = report.platformCode

    /** Further details, as sent: JSON texts. */
    public val details: List<Json> get() = report.details
}

/** 429: a quota is used up. */
public class RateLimitedException internal constructor(report: ErrorReport) : ApiException(report) {
    /** The quota, if the platform names it: `minute` or `day`. */
    public val quota: String? get() = report.quota
}

/** 401: the API key or the access token is not accepted. */
public class UnauthorizedException internal constructor(report: ErrorReport) : ApiException(report)

/** 403: a scope of the user or a permission of the API key is missing. */
public class MissingScopeException internal constructor(report: ErrorReport) : ApiException(report) {
    /** The call needs one of these scopes. */
    public val needsScopes: List<String> get() = report.needsScopes

    /** The permission the API key needs. */
    public val needsPermission: String? get() = report.needsPermission
}

/** 404. */
public class NotFoundException internal constructor(report: ErrorReport) : ApiException(report)

/** 412: the platform refuses the request in the current state, for example because the recipient has blocked the sender. */
public class PreconditionFailedException internal constructor(report: ErrorReport) : ApiException(report)

/** 5xx. */
public class ServerException internal constructor(report: ErrorReport) : ApiException(report)

/** Login or token refresh failed. */
public abstract class OAuthException internal constructor(report: ErrorReport) : OpenPlatformException(report)

/** The login belongs to another session, or was already completed. The user has to start it again. */
public class StateMismatchException internal constructor(report: ErrorReport) : OAuthException(report)

/** The user took longer than the lifetime of the login. The user has to start it again. */
public class StateExpiredException internal constructor(report: ErrorReport) : OAuthException(report)

/** The address the user returned to is malformed or was tampered with. */
public class CallbackRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * The platform, and not the user, refused the login, for example because of a scope that the app may not request. The
 * message says what to do.
 */
public class AuthorizationRefusedException internal constructor(report: ErrorReport) : OAuthException(report) {
    /** The OAuth error code, such as `invalid_scope`. */
    public val oauthError: String get() = report.subject.orEmpty()

    /**
     * The description from the platform, limited to 300 characters of printable ASCII. It arrives through the user's browser
     * and could be forged: show it to developers, not to users.
     */
    public val description: String? get() = report.reason
}

/** The platform does not accept the authorization code. A code can be used once: the user has to start the login again. */
public class CodeRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/** The grant has ended permanently. The user has to log in again. */
public class ReauthRequiredException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * The token could not be refreshed at this time. The grant is intact. Try again later; the client makes no attempt before
 * [retryAfter] has passed.
 */
public class RefreshUnavailableException internal constructor(report: ErrorReport) : OAuthException(report)

/** No usable response arrived. The request had no effect, or repeating it is harmless. */
public class TransportException internal constructor(report: ErrorReport) : CallException(report) {
    /** The kind of failure: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or `protocol`. */
    public val kind: String get() = report.transport.orEmpty()
}

/** A write may or may not have been executed. It was not retried: check its effect before you repeat it. */
public class AmbiguousOutcomeException internal constructor(report: ErrorReport) : CallException(report) {
    /** When the request was sent. */
    public val sentAt: Instant? get() = report.sentAt

    /** First 16 hex digits of the SHA-256 of the request body, to identify the write. */
    public val fingerprint: String get() = report.fingerprint.orEmpty()
}

/** A response could not be parsed. */
public class DecodeException internal constructor(report: ErrorReport) : CallException(report) {
    /** Path of the value in the platform's JSON, such as `phone_numbers[0]`; `.` is the whole document. */
    public val path: String get() = report.path ?: "."
}

/** An incoming request was rejected. */
public class WebhookRejectedException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** HTTP status to respond with. */
    public val status: Int get() = report.status?.toInt() ?: 400
}

/** The store failed. If a custom store threw an exception, it is the cause. */
public class StoreException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    init {
        report.thrown?.let(StoreCauses::find)?.let(::initCause)
    }

    /** The operation, such as `put`. */
    public val operation: String get() = report.subject.orEmpty()
}

/**
 * The last exceptions of custom stores, each under a number that crosses the native library: [StoreException] looks up its
 * cause here. Several calls may wait for one operation of the store, so a lookup does not remove the exception; the oldest
 * of more than 100 is removed.
 */
internal object StoreCauses {
    private const val MAX = 100
    private val recent = ArrayDeque<Pair<Long, Throwable>>()
    private var lastNumber = 0L

    fun keep(error: Throwable): Long = synchronized(recent) {
        lastNumber += 1
        recent.addLast(lastNumber to error)
        if (recent.size > MAX) recent.removeFirst()
        lastNumber
    }

    fun find(number: Long): Throwable? = synchronized(recent) { recent.find { it.first == number }?.second }
}

/** Runs a call of the native library and translates its errors to the exceptions above. */
internal inline fun <T> translated(call: () -> T): T = try {
    call()
} catch (error: Exception) {
    throw translation(error)
}

/** The exception of this package for an exception of the generated code. A cancellation is returned unchanged. */
internal fun translation(error: Exception): Exception = when (error) {
    is NativeException -> error.translated()
    is InternalException -> unexpected(error)
    is io.github.openplatformsdk.ffi.InternalException -> unexpected(error)
    is CharacterCodingException -> invalidInput("text", "must not hold half of a character (a lone surrogate)")
    is CancellationException -> error
    is IllegalStateException ->
        if (error.message.orEmpty().endsWith(DESTROYED)) configError("client", "it is closed: make a new one") else error
    else -> error
}

/** The end of the message that the generated code gives for a closed object. */
private const val DESTROYED = "has already been destroyed"

private fun unexpected(error: Exception): OpenPlatformException = unexpectedError(error.message.orEmpty()).let {
    if (it.code == "invalid_input") InvalidInputException(it) else OpenPlatformException(it)
}

internal fun invalidInput(field: String, reason: String): InvalidInputException =
    InvalidInputException(ErrorReport(code = "invalid_input", text = "$field: $reason", field = field, reason = reason))

internal fun configError(setting: String, reason: String): ConfigException =
    ConfigException(ErrorReport(code = "config", text = "configuration of $setting: $reason", subject = setting, reason = reason))

internal fun NativeException.translated(): Exception = when (this) {
    is NativeException.InvalidInput -> InvalidInputException(report)
    is NativeException.Config -> ConfigException(report)
    is NativeException.RateLimited -> RateLimitedException(report)
    is NativeException.Unauthorized -> UnauthorizedException(report)
    is NativeException.MissingScope -> MissingScopeException(report)
    is NativeException.NotFound -> NotFoundException(report)
    is NativeException.PreconditionFailed -> PreconditionFailedException(report)
    is NativeException.Server -> ServerException(report)
    is NativeException.Rejected -> ApiException(report)
    is NativeException.StateMismatch -> StateMismatchException(report)
    is NativeException.StateExpired -> StateExpiredException(report)
    is NativeException.CallbackRejected -> CallbackRejectedException(report)
    is NativeException.AuthorizationRefused -> AuthorizationRefusedException(report)
    is NativeException.CodeRejected -> CodeRejectedException(report)
    is NativeException.ReauthRequired -> ReauthRequiredException(report)
    is NativeException.RefreshUnavailable -> RefreshUnavailableException(report)
    is NativeException.Transport -> TransportException(report)
    is NativeException.AmbiguousOutcome -> AmbiguousOutcomeException(report)
    is NativeException.Decode -> DecodeException(report)
    is NativeException.Webhook -> WebhookRejectedException(report)
    is NativeException.Store -> StoreException(report)
    is NativeException.Cancelled -> CancellationException("the call was cancelled")
}
