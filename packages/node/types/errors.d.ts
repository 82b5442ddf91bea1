/**
 * The errors of this package, grouped by what the caller can do about them. An aborted call is no error of these classes: it
 * rejects with the reason of its signal.
 */
import type { Json } from './model.js';
/**
 * The base class of all errors of this package. Each subclass stands for a different reaction of the caller.
 *
 * A user who denies access is no failure but a normal outcome of a login. No error holds a credential, a request body
 * or a response body.
 */
export declare class OpenPlatformError extends Error {
    /** A stable word for the kind of failure, the same in every language, such as `"invalid_input"`. */
    readonly code: string;
    /** The reason, without the offending value. */
    readonly reason: string;
    /**
     * Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the store
     * was not reachable, was busy, or asks to wait. The client has already retried, so wait before the next attempt: for
     * {@link retryAfterSeconds}, if it is set.
     */
    readonly isRetryable: boolean;
    /** How long to wait before the next attempt, if known. */
    readonly retryAfterSeconds: number | undefined;
    /**
     * The id of the request, for inquiries to the platform, if one was sent: the platform's own id, or else the id that
     * this client sent.
     */
    readonly requestId: string | undefined;
}
/** A value of the caller is invalid. Nothing was sent. */
export declare class InvalidInput extends OpenPlatformError {
    /**
     * Path of the value, such as `widgets[2].scoreRow.percentageScore`. Names that the app has chosen, such as that of a
     * semantic value, are unchanged in it.
     */
    readonly field: string;
}
/** The configuration is wrong, such as a missing key. */
export declare class ConfigError extends OpenPlatformError {
    /** The name of the setting, such as `uploadTimeoutMs`; never its value. */
    readonly setting: string;
}
/** A fault in this package, not in your program. Please report it. */
export declare class InternalError extends OpenPlatformError {
}
/** The common members of errors of calls. */
declare abstract class CallError extends OpenPlatformError {
    /** Name of the endpoint, such as `posts.get`. */
    readonly endpoint: string;
    /** How many times the request was sent. */
    readonly attempts: number;
    /** HTTP status, if a response arrived. */
    readonly status: number | undefined;
}
/** The platform responded with an error. The reason is the platform's own message, if it has sent one. */
export declare class ApiError extends CallError {
    /** HTTP status. */
    readonly status: number;
    /** The platform's own code: a gRPC number, not an HTTP status. */
    readonly platformCode: number | undefined;
    /** Further details, as sent. */
    readonly details: Json[];
}
/** 429: a quota is exhausted. */
export declare class RateLimited extends ApiError {
    /** Which quota, if the platform says so. The client does not wait for the quota of a day. */
    readonly quota: 'minute' | 'day' | undefined;
}
/** 401: the API key or the access token is not accepted. */
export declare class Unauthorized extends ApiError {
}
/** 403: the user's scope or the API key's permission is missing, or the object is another user's: the message tells. */
export declare class MissingScope extends ApiError {
    /**
     * The scopes of which the user must grant one. Empty if the user has granted one, or if no scope of the call is
     * known: then the API key lacks the permission, or the object is another user's.
     */
    readonly needsScopes: string[];
    /** The permission the API key needs. */
    readonly needsPermission: string | undefined;
}
/** 404: the object does not exist. */
export declare class NotFound extends ApiError {
}
/** 412: the platform refuses the request in the current state, such as for a blocked recipient. */
export declare class PreconditionFailed extends ApiError {
}
/** 5xx: the platform failed. */
export declare class ServerError extends ApiError {
}
/** Login or token refresh failed. */
export declare class OAuthError extends OpenPlatformError {
}
/** The login belongs to another session: start it again. Or it was already completed: then ignore the repetition. */
export declare class StateMismatch extends OAuthError {
}
/** The login took longer than its lifetime, which is a setting. Start it again. */
export declare class StateExpired extends OAuthError {
}
/** The address the user returned to is malformed or was tampered with. */
export declare class CallbackRejected extends OAuthError {
}
/**
 * The platform refused the login itself, such as for a scope that the app may not request. This is not a denial by the
 * user; the text says what to do.
 */
export declare class AuthorizationRefused extends OAuthError {
    /** The OAuth error code, such as `"invalid_scope"`. */
    readonly oauthError: string;
    /**
     * The platform's description, cut to 300 characters of printable ASCII. It arrived through the user's browser: show
     * it to developers, not to users.
     */
    readonly description: string | undefined;
}
/**
 * The authorization code is not accepted, or was sent before and may be used up. Codes work once: start the login
 * again.
 */
export declare class CodeRejected extends OAuthError {
}
/** Permanent: the grant has ended. Only a new login by the user helps. */
export declare class ReauthRequired extends OAuthError {
}
/**
 * Temporary: the token could not be refreshed, but the grant is intact. Try again later; no attempt is made before the
 * time to wait is over.
 */
export declare class RefreshUnavailable extends OAuthError {
}
/** No usable response arrived, and sending the request again is either harmless or pointless. */
export declare class TransportError extends CallError {
    /** The kind of failure. A deadline is the time limit of the whole call. */
    readonly kind: 'connect' | 'tls' | 'interrupted' | 'deadline' | 'too_large' | 'redirect' | 'protocol' | (string & {});
}
/**
 * A write may or may not have happened. The text says what to do: send a request with an id of the app, such as a
 * payment, again with the same id; check the effect of any other before you repeat it.
 */
export declare class AmbiguousOutcome extends CallError {
    /** When the request was sent. */
    readonly sentAt: Date | undefined;
    /** First 16 hex digits of the SHA-256 of the body, to identify the write. */
    readonly fingerprint: string;
}
/** A response arrived that cannot be parsed. */
export declare class DecodeError extends CallError {
    /**
     * Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole document.
     */
    readonly path: string;
}
/** An incoming request was refused. */
export declare class WebhookRejected extends OpenPlatformError {
    /** HTTP status of the response to send. */
    readonly status: number;
}
/** The store failed. The error that a custom store has thrown is its cause. */
export declare class StoreError extends OpenPlatformError {
    /** The operation, such as `put`. */
    readonly operation: string;
}
export {};
