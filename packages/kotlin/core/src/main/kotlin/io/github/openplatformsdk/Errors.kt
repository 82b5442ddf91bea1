// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import java.time.Instant
import kotlin.coroutines.cancellation.CancellationException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException

/**
 * The base class of all errors of this package. Each subclass stands for a different reaction of the caller.
 *
 * A user who denies access is no failure but a normal outcome of a login. No error holds a credential, a request body
 * or a response body.
 *
 * A cancelled coroutine ends with its own `CancellationException`, which is none of these errors.
 *
 * @property report all details, as plain values.
 */
public open class OpenPlatformException internal constructor(public val report: ErrorReport) : Exception(report.text) {
    init {
        causeOf(report)?.let(::initCause)
    }

    /** A stable word for the kind of failure, the same in every language, such as `"invalid_input"`. */
    public val code: String get() = report.code

    /** The reason, without the offending value. */
    public val reason: String get() = report.reason.orEmpty().ifEmpty { report.text }

    /**
     * Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the store
     * was not reachable, was busy, or asks to wait. The client has already retried, so wait before the next attempt:
     * for [retryAfter], if it is set.
     */
    public val isRetryable: Boolean get() = report.isRetryable

    /** How long to wait before the next attempt, if known. */
    public val retryAfter: Duration? get() = report.retryAfterSeconds?.seconds

    /**
     * The id of the request, for inquiries to the platform, if one was sent: the platform's own id, or else the id that
     * this client sent.
     */
    public val requestId: String? get() = report.requestId
}

/** A value of the caller is invalid. Nothing was sent. */
public class InvalidInputException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /**
     * Path of the value, such as `widgets[2].scoreRow.percentageScore`. Names that the app has chosen, such as that of
     * a semantic value, are unchanged in it.
     */
    public val field: String get() = report.field.orEmpty()
}

/** The configuration is wrong, such as a missing key. */
public class ConfigException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** The name of the setting, such as `uploadTimeout`; never its value. */
    public val setting: String get() = report.subject.orEmpty()
}

/** A fault in this package, not in your program. Please report it. */
public class InternalException internal constructor(report: ErrorReport) : OpenPlatformException(report)

/** The common members of errors of calls. */
public abstract class CallException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** Name of the endpoint, such as `posts.get`. */
    public val endpoint: String get() = report.endpoint.orEmpty()

    /** How many times the request was sent. */
    public val attempts: Int get() = report.attempts?.toInt() ?: 0

    /** HTTP status, if a response arrived. */
    public open val status: Int? get() = report.status?.toInt()
}

/** The platform responded with an error. The reason is the platform's own message, if it has sent one. */
public open class ApiException internal constructor(report: ErrorReport) : CallException(report) {
    /** HTTP status. */
    override val status: Int get() = report.status?.toInt() ?: 0

    /** The platform's own code: a gRPC number, not an HTTP status. */
    public val platformCode: Long? get() = report.platformCode

    /** Further details, as sent. JSON texts. */
    public val details: List<Json> get() = report.details
}

/** 429: a quota is exhausted. */
public class RateLimitedException internal constructor(report: ErrorReport) : ApiException(report) {
    /**
     * Which quota, if the platform says so. The client does not wait for the quota of a day. One of `minute`, `day`.
     */
    public val quota: String? get() = report.quota
}

/** 401: the API key or the access token is not accepted. */
public class UnauthorizedException internal constructor(report: ErrorReport) : ApiException(report)

/** 403: the user's scope or the API key's permission is missing, or the object is another user's: the message tells. */
public class MissingScopeException internal constructor(report: ErrorReport) : ApiException(report) {
    /**
     * The scopes of which the user must grant one. Empty if the user has granted one, or if no scope of the call is
     * known: then the API key lacks the permission, or the object is another user's.
     */
    public val needsScopes: List<String> get() = report.needsScopes

    /** The permission the API key needs. */
    public val needsPermission: String? get() = report.needsPermission
}

/** 404: the object does not exist. */
public class NotFoundException internal constructor(report: ErrorReport) : ApiException(report)

/** 412: the platform refuses the request in the current state, such as for a blocked recipient. */
public class PreconditionFailedException internal constructor(report: ErrorReport) : ApiException(report)

/** 5xx: the platform failed. */
public class ServerException internal constructor(report: ErrorReport) : ApiException(report)

/** Login or token refresh failed. */
public abstract class OAuthException internal constructor(report: ErrorReport) : OpenPlatformException(report)

/** The login belongs to another session: start it again. Or it was already completed: then ignore the repetition. */
public class StateMismatchException internal constructor(report: ErrorReport) : OAuthException(report)

/** The login took longer than its lifetime, which is a setting. Start it again. */
public class StateExpiredException internal constructor(report: ErrorReport) : OAuthException(report)

/** The address the user returned to is malformed or was tampered with. */
public class CallbackRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * The platform refused the login itself, such as for a scope that the app may not request. This is not a denial by the
 * user; the text says what to do.
 */
public class AuthorizationRefusedException internal constructor(report: ErrorReport) : OAuthException(report) {
    /** The OAuth error code, such as `"invalid_scope"`. */
    public val oauthError: String get() = report.subject.orEmpty()

    /**
     * The platform's description, cut to 300 characters of printable ASCII. It arrived through the user's browser: show
     * it to developers, not to users.
     */
    public val description: String? get() = report.reason
}

/**
 * The authorization code is not accepted, or was sent before and may be used up. Codes work once: start the login
 * again.
 */
public class CodeRejectedException internal constructor(report: ErrorReport) : OAuthException(report)

/** Permanent: the grant has ended. Only a new login by the user helps. */
public class ReauthRequiredException internal constructor(report: ErrorReport) : OAuthException(report)

/**
 * Temporary: the token could not be refreshed, but the grant is intact. Try again later; no attempt is made before the
 * time to wait is over.
 */
public class RefreshUnavailableException internal constructor(report: ErrorReport) : OAuthException(report)

/** No usable response arrived, and sending the request again is either harmless or pointless. */
public class TransportException internal constructor(report: ErrorReport) : CallException(report) {
    /**
     * The kind of failure. A deadline is the time limit of the whole call. One of `connect`, `tls`, `interrupted`,
     * `deadline`, `too_large`, `redirect`, `protocol`.
     */
    public val kind: String get() = report.transport.orEmpty()
}

/**
 * A write may or may not have happened. The text says what to do: send a request with an id of the app, such as a
 * payment, again with the same id; check the effect of any other before you repeat it.
 */
public class AmbiguousOutcomeException internal constructor(report: ErrorReport) : CallException(report) {
    /** When the request was sent. */
    public val sentAt: Instant? get() = report.sentAt

    /** First 16 hex digits of the SHA-256 of the body, to identify the write. */
    public val fingerprint: String get() = report.fingerprint.orEmpty()
}

/** A response arrived that cannot be parsed. */
public class DecodeException internal constructor(report: ErrorReport) : CallException(report) {
    /**
     * Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole document.
     */
    public val path: String get() = report.path.orEmpty().ifEmpty { "." }
}

/** An incoming request was refused. */
public class WebhookRejectedException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** HTTP status of the response to send. */
    public val status: Int get() = report.status?.toInt() ?: 400
}

/** The store failed. The error that a custom store has thrown is its cause. */
public class StoreException internal constructor(report: ErrorReport) : OpenPlatformException(report) {
    /** The operation, such as `put`. */
    public val operation: String get() = report.subject.orEmpty()
}

/** The exception of this package for one of the native library. */
internal fun NativeException.translated(): Exception = when (this) {
    is NativeException.InvalidInput -> InvalidInputException(report)
    is NativeException.Config -> ConfigException(report)
    is NativeException.Internal -> InternalException(report)
    is NativeException.Rejected -> ApiException(report)
    is NativeException.RateLimited -> RateLimitedException(report)
    is NativeException.Unauthorized -> UnauthorizedException(report)
    is NativeException.MissingScope -> MissingScopeException(report)
    is NativeException.NotFound -> NotFoundException(report)
    is NativeException.PreconditionFailed -> PreconditionFailedException(report)
    is NativeException.Server -> ServerException(report)
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
