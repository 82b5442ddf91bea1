package io.github.openplatformsdk

import java.nio.charset.CharacterCodingException
import java.time.Instant
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.unexpectedError
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException

/**
 * Everything that can go wrong, by what the caller can do about it. A user who denies access is not: that is a normal
 * outcome. No error holds a credential, a request body or a reply body.
 *
 * A cancelled coroutine is no error either: it ends with its own `CancellationException`.
 *
 * @property report all that is known, as plain values.
 */
public open class OpenPlatformException internal constructor(public val report: ErrorReport) : Exception(report.text) {
    /** A stable word for the kind of failure, the same in every language. */
    public val code: String get() = report.code

    /** Why, without the offending value. */
    public val reason: String get() = report.reason ?: report.text

    /**
     * Whether the same call may succeed later, and repeating it cannot do twice what was asked: the platform or the store
     * was not reachable, was busy, or asks to wait. The client has tried again by itself already, so wait before the next
     * try: for [retryAfter], if there is one.
     */
    public val isRetryable: Boolean get() = report.isRetryable

    /** How long to wait before the next try, where that is known. */
    public val retryAfter: Duration? get() = report.retryAfterSeconds?.seconds

    /**
     * The id of the request for a question to the platform, if there was one: that which the platform gave, or else the one
     * this client sent.
     */
    public val requestId: String? get() = report.requestId
}

/** The caller's value cannot be sent. Found before any byte left the machine. */
public class InvalidInputException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /**
     * Path of the value, such as `widgets[2].scoreRow.percentageScore`. A name that is yours and not the SDK's, such as that
     * of a semantic value, stands in it as you gave it: `semantic.payment_method`.
     */
    public val field: String get() = report.field.orEmpty()
}

/** The client is set up wrongly, such as a missing key. */
public class ConfigException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** The setting by its name, such as `uploadTimeout`; never its value. */
    public val setting: String get() = report.subject.orEmpty()
}

/** What every error of a call has. */
public abstract class CallException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** Name of the endpoint, such as `posts.get`. */
    public val endpoint: String get() = report.endpoint.orEmpty()

    /** How many times the request was sent. */
    public val attempts: Int get() = report.attempts?.toInt() ?: 0

    /** HTTP status, if an answer arrived. */
    public val status: Int? get() = report.status?.toInt()
}

/** The platform answered with an error. */
public open class ApiException internal constructor(report: ErrorReport) : CallException(report) {
    /** The platform's own code: a gRPC number, not an HTTP status. */
    public val platformCode: Long? get() = report.platformCode

    /** Further details, as sent: JSON texts. */
    public val details: List<Json> get() = report.details
}

/** 429: a quota is spent. */
public class RateLimitedException internal constructor(report: ErrorReport) : ApiException(report) {
    /** Which one, where the platform tells: `minute` or `day`. */
    public val quota: String? get() = report.quota
}

/** 401: the API key or the access token is not accepted. */
public class UnauthorizedException internal constructor(report: ErrorReport) : ApiException(report)

/** 403: a scope of the user or a permission of the API key is missing. */
public class MissingScopeException internal constructor(report: ErrorReport) : ApiException(report) {
    /** Any one of these scopes is needed. */
    public val needsScopes: List<String> get() = report.needsScopes

    /** The permission the API key needs. */
    public val needsPermission: String? get() = report.needsPermission
}

/** 404. */
public class NotFoundException internal constructor(report: ErrorReport) : ApiException(report)

/** 412: the platform refuses in the present state, such as a blocked recipient. */
public class PreconditionFailedException internal constructor(report: ErrorReport) : ApiException(report)

/** 5xx. */
public class ServerException internal constructor(report: ErrorReport) : ApiException(report)

/** Login or token refresh failed. */
public abstract class OAuthException internal constructor(report: ErrorReport) : OpenPlatformException(report)

/** The login belongs to another session, or was already completed. Start it again. */
public class StateMismatchException internal constructor(report: ErrorReport) : OAuthException(report)

/** The login took longer than its state lives. Start it again. */
public class StateExpiredException internal constructor(report: ErrorReport) : OAuthException(report)

/** The address the user returned to is malformed or was tampered with. */
public class CallbackRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * The platform refused the login itself, such as for a scope that the app may not ask for. This is no denial by the user;
 * the text says what to do.
 */
public class AuthorizationRefusedException internal constructor(report: ErrorReport) : OAuthException(report) {
    /** The OAuth error word, such as `invalid_scope`. */
    public val oauthError: String get() = report.subject.orEmpty()

    /**
     * What the platform says about it, cut to 300 characters of printable ASCII. It came with the user's browser: show it to
     * developers, not to users.
     */
    public val description: String? get() = report.reason
}

/** The platform does not accept the authorization code. Codes work once: start the login again. */
public class CodeRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/** For good: the grant has ended. Only a new login by the user helps. */
public class ReauthRequiredException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * For now: the token could not be refreshed, the grant is intact. Try again later; no attempt is made before
 * [retryAfter].
 */
public class RefreshUnavailableException internal constructor(report: ErrorReport) : OAuthException(report)

/** No usable answer arrived, and sending again is harmless or pointless. */
public class TransportException internal constructor(report: ErrorReport) : CallException(report) {
    /** Where it broke: `connect`, `tls`, `interrupted`, `deadline`, `too_large`, `redirect` or `protocol`. */
    public val kind: String get() = report.transport.orEmpty()
}

/** A write may or may not have happened. It was not sent again: look before you do. */
public class AmbiguousOutcomeException internal constructor(report: ErrorReport) : CallException(report) {
    /** When the request was sent. */
    public val sentAt: Instant? get() = report.sentAt

    /** First 16 hex digits of the SHA-256 of the body, to find the write again. */
    public val fingerprint: String get() = report.fingerprint.orEmpty()
}

/** An answer arrived that cannot be read. */
public class DecodeException internal constructor(report: ErrorReport) : CallException(report) {
    /** Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole document. */
    public val path: String get() = report.path ?: "."
}

/** An incoming platform request was refused. */
public class WebhookRejectedException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** HTTP status to answer with. */
    public val status: Int get() = report.status?.toInt() ?: 400
}

/** The store failed. What a store of the app's own has thrown is its cause. */
public class StoreException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    init {
        report.thrown?.let(Thrown::find)?.let(::initCause)
    }

    /** The operation, such as `put`. */
    public val operation: String get() = report.subject.orEmpty()
}

/**
 * What stores of the app's own have thrown last: the causes of the errors that are about to come for it. Several calls may
 * wait for one answer of the store, so each is kept until others have taken its place.
 */
internal object Thrown {
    private const val MAX = 100
    private val last = ArrayDeque<Pair<Long, Throwable>>()
    private var number = 0L

    fun keep(error: Throwable): Long = synchronized(last) {
        number += 1
        last.addLast(number to error)
        if (last.size > MAX) last.removeFirst()
        number
    }

    fun find(number: Long): Throwable? = synchronized(last) { last.find { it.first == number }?.second }
}

/** Runs a call of the library and throws its errors as the exceptions above. */
internal inline fun <T> translated(call: () -> T): T = try {
    call()
} catch (error: Exception) {
    throw translation(error)
}

/** Whatever the generated code throws, as an exception of ours. A cancellation stays what it is. */
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

/** The end of what the generated code says of an object that is closed. */
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
