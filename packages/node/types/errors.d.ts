/**
 * Everything that can go wrong, by what the caller can do about it.
 *
 * Every failure of this package is an {@link OpenPlatformError}, except an aborted call, which ends with the reason of
 * its signal. A user who denies access is no failure but a normal outcome. No error holds a credential, a request body
 * or a reply body.
 */
import type { Json } from './model.js';
/** The root of the tree. */
export declare class OpenPlatformError extends Error {
    /** A stable word for the kind of failure, the same in every language: `invalid_input`, `missing_scope` and so on. */
    readonly code: string;
    /** Why, without the offending value. */
    readonly reason: string;
    /**
     * Whether the same call may succeed later, and repeating it cannot do twice what was asked: the platform or the store was
     * not reachable, was busy, or asks to wait. The client has tried again by itself already, so wait before the next try:
     * for {@link retryAfter}, if there is one.
     */
    readonly isRetryable: boolean;
    /** How long to wait before the next try, in seconds, where that is known. */
    readonly retryAfter: number | undefined;
    /**
     * The id of the request for a question to the platform, if there was one: that which the platform gave, or else the one
     * this client sent.
     */
    readonly requestId: string | undefined;
}
/** The caller's value cannot be sent. Found before any byte left the machine. */
export declare class InvalidInput extends OpenPlatformError {
    /**
     * Path of the value, such as `widgets[2].scoreRow.percentageScore`. A name that is yours and not the SDK's, such as that of
     * a semantic value, stands in it as you gave it: `semantic.payment_method`.
     */
    readonly field: string;
}
/** The client is set up wrongly, such as a missing key. */
export declare class ConfigError extends OpenPlatformError {
    /** The setting by its name, such as `uploadTimeoutMs`; never its value. */
    readonly setting: string;
}
/** What every error of a call has. */
declare abstract class CallError extends OpenPlatformError {
    /** Name of the endpoint, such as `posts.get`. */
    readonly endpoint: string;
    /** How many times the request was sent. */
    readonly attempts: number;
    /** HTTP status, if an answer arrived. */
    readonly status: number | undefined;
}
/** The platform answered with an error. */
export declare class ApiError extends CallError {
    /** HTTP status. */
    readonly status: number;
    /** The platform's own message, cut to 1,000 characters. */
    readonly reason: string;
    /** The platform's own code: a gRPC number, not an HTTP status. */
    readonly platformCode: number | undefined;
    /** Further details, as sent. */
    readonly details: Json[];
}
/** 429: a quota is spent. */
export declare class RateLimited extends ApiError {
    /** Which one, where the platform tells. That of a day is not waited for. */
    readonly quota: 'minute' | 'day' | undefined;
}
/** 401: the API key or the access token is not accepted. */
export declare class Unauthorized extends ApiError {
}
/** 403: a scope of the user or a permission of the API key is missing. */
export declare class MissingScope extends ApiError {
    /** Any one of these scopes is needed. */
    readonly needsScopes: string[];
    /** The permission the API key needs. */
    readonly needsPermission: string | undefined;
}
/** 404. */
export declare class NotFound extends ApiError {
}
/** 412: the platform refuses in the present state, such as a blocked recipient. */
export declare class PreconditionFailed extends ApiError {
}
/** 5xx. */
export declare class ServerError extends ApiError {
}
/** Login or token refresh failed. */
export declare class OAuthError extends OpenPlatformError {
}
/** The login belongs to another session, or was already completed. Start it again. */
export declare class StateMismatch extends OAuthError {
}
/** The login took longer than its state lives. Start it again. */
export declare class StateExpired extends OAuthError {
}
/** The address the user returned to is malformed or was tampered with. */
export declare class CallbackRejected extends OAuthError {
}
/**
 * The platform refused the login itself, such as for a scope that the app may not ask for. This is no denial by the user;
 * the text says what to do.
 */
export declare class AuthorizationRefused extends OAuthError {
    /** The OAuth error word, such as `invalid_scope`. */
    readonly oauthError: string;
    /**
     * What the platform says about it, cut to 300 characters of printable ASCII. It came with the user's browser: show it to
     * developers, not to users.
     */
    readonly description: string | undefined;
}
/** The platform does not accept the authorization code. Codes work once: start the login again. */
export declare class CodeRejected extends OAuthError {
}
/** For good: the grant has ended. Only a new login by the user helps. */
export declare class ReauthRequired extends OAuthError {
}
/**
 * For now: the token could not be refreshed, the grant is intact. Try again later; no attempt is made before
 * {@link retryAfter}.
 */
export declare class RefreshUnavailable extends OAuthError {
}
/** No usable answer arrived, and sending again is harmless or pointless. */
export declare class TransportError extends CallError {
    /** Where it broke. `deadline`: the whole call took longer than `timeoutMs`. */
    readonly kind: 'connect' | 'tls' | 'interrupted' | 'deadline' | 'too_large' | 'redirect' | 'protocol' | (string & {});
}
/** A write may or may not have happened. It was not sent again: look before you do. */
export declare class AmbiguousOutcome extends CallError {
    /** When the request was sent. */
    readonly sentAt: Date | undefined;
    /** First 16 hex digits of the SHA-256 of the body, to find the write again. */
    readonly fingerprint: string;
}
/** An answer arrived that cannot be read. */
export declare class DecodeError extends CallError {
    /** Path of the value, such as `phone_numbers[0]`, with the names of the platform's JSON; `.` is the whole document. */
    readonly path: string;
}
/** An incoming platform request was refused. */
export declare class WebhookRejected extends OpenPlatformError {
    /** HTTP status to answer with. */
    readonly status: number;
}
/** The store failed. What a store of the app's own has thrown is its `cause`. */
export declare class StoreError extends OpenPlatformError {
    /** The operation, such as `put`. */
    readonly operation: string;
}
export {};
