import type { UserClient } from '../client.js';
import type { GrantKey, Scope } from '../model.js';
import { type CallOptions } from '../native.js';
import { Tokens, type TokenParts } from '../tokens.js';
/** The parameters of a login. */
export interface Login {
    /**
     * The scopes to request. With that of offline access the grant can be refreshed after its first access token ends.
     */
    scopes: readonly Scope[];
    /**
     * A value that binds the login to the browser that starts it: that of a session cookie, or another one that only this
     * browser can present again. The callback must be called with the same value.
     */
    session: string;
    /**
     * The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have
     * the same grant, so that a new login replaces the old one.
     *
     * Do not use a session id, a cookie or another secret: the id is stored with the grant and appears in `GrantInfo` and
     * in reports. Omit it if the app does not know its user yet.
     */
    user?: string | undefined;
    /** The path of the app to continue at after the login. The callback returns it. */
    returnTo?: string | undefined;
    /** A registered redirect URI to use instead of the client's. */
    redirectUri?: string | undefined;
    /**
     * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the
     * next two it is a standard parameter that the platform does not document and may ignore.
     */
    prompt?: string | undefined;
    /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
    loginHint?: string | undefined;
    /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
    uiLocales?: string | undefined;
}
/** A started login. It is not printed, because its address holds the `state`. */
export declare class Authorization {
    #private;
    /** The address to redirect the user's browser to. Do not log it. */
    get url(): string;
    /** The `state` in the address. The app does not need it: the client stores it. */
    get state(): string;
}
/** The user granted access: the tokens are stored. */
export interface Granted {
    /** Distinguishes it from {@link Denied}. */
    status: 'granted';
    /** A client for the user, with a valid token in every call. */
    user: UserClient;
    /** The key of the stored grant, for `platform.user(grant)`: store it with your own data of the user. */
    grant: GrantKey;
    /** The granted scopes. */
    scopes: Scope[];
    /** The scopes that were requested and not granted. */
    missingScopes: Scope[];
    /** The path that was given to the login. */
    returnTo: string | undefined;
}
/** The user denied access. This is a normal outcome: show a page of the app. */
export interface Denied {
    /** Distinguishes it from {@link Granted}. */
    status: 'denied';
}
/** The decision of the user. */
export type LoginOutcome = Granted | Denied;
/**
 * OAuth login.
 *
 * ```ts
 * const { url } = await platform.oauth.authorize({ scopes: [scope.userPhone, scope.offlineAccess], session })
 * // ... the user comes back:
 * const login = await platform.oauth.callback(request, { session })
 * if (login.status === 'denied') return showDenied()
 * const me = await login.user.users.me()
 * ```
 */
export declare class OAuth {
    #private;
    /**
     * Starts a login: redirect the user's browser to the `url` of the result. No request is sent.
     *
     * The login can be completed once, within `loginLifetimeMs`, which is ten minutes by default, and only with the same
     * session, the same app and the same authorization server. If very many logins are in progress, the oldest are
     * deleted: `maxPendingLogins`. Source: `docs/platform.md#authorization`.
     *
     * @throws {@link InvalidInput} for a scope that cannot be requested, or another value that cannot be sent.
     * @throws {@link ConfigError} for a missing or unsuitable setting.
     * @throws {@link StoreError} if the store failed.
     */
    authorize(login: Login, options?: CallOptions): Promise<Authorization>;
    /**
     * Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
     *
     * A full address must be the redirect URI of this login: the same scheme, host, port and path (RFC 9700 section
     * 4.7.1). Behind a proxy, pass only the query: the framework then reports the address of the proxy's request, with
     * `http://`, another host or another path, and the login would be refused.
     *
     * A call with the wrong session also ends the login: somebody other than the user had the address, so its code must
     * no longer be used.
     *
     * The login has ended afterwards, whatever the outcome, with one exception: after an error that is retryable, such as
     * {@link RateLimited}, or {@link TransportError} because there was no connection, the code is unused, so the same
     * address may be passed again. The login continues if the caller stops waiting. Source:
     * `docs/platform.md#token-exchange`.
     *
     * @param address The address that the user returned to: the full address, a path with its query, or the query alone.
     *   Of a request of a web framework only the query of its `url` is used.
     * @param options `session`: the value that was given to `authorize`.
     * @throws {@link StateMismatch} if the session is another one, the login was completed already, or the address is not
     *   the login's.
     * @throws {@link StateExpired} if the user took longer than `loginLifetimeMs`.
     * @throws {@link CallbackRejected} if the address is malformed.
     * @throws {@link AuthorizationRefused} if the platform refused the login, for example for a scope that the app may
     *   not request. A user who denies access is not an error, but a normal outcome.
     * @throws {@link CodeRejected} if the platform does not accept the code.
     * @throws {@link ConfigError} if the platform does not accept the client secret.
     * @throws {@link RateLimited} if there were too many requests. Pass the same address again, after `retryAfterSeconds`
     *   if the platform names it.
     * @throws {@link TransportError} if there was no usable response, as with {@link DecodeError} and other statuses of
     *   {@link ApiError}. Unless the error is retryable, start the login again: a code can be used once.
     */
    callback(address: string | URL | {
        readonly url?: string | undefined;
    }, options: {
        session: string;
    } & CallOptions): Promise<LoginOutcome>;
    /**
     * Exchanges a code without the checks of `callback`, and stores nothing: for apps that manage `state` and tokens
     * themselves. Source: `docs/platform.md#token-exchange`.
     *
     * @param code The code in the address that the user returned to.
     * @param redirectUri The redirect URI of the login.
     * @throws {@link CodeRejected} if the platform does not accept the code.
     * @throws {@link ConfigError} if the platform does not accept the client secret.
     * @throws {@link RateLimited} if there were too many requests. The code is unused.
     * @throws {@link TransportError} if there was no usable response, as with {@link DecodeError} and other statuses of
     *   {@link ApiError}. Unless the error is retryable, start the login again: a code can be used once.
     */
    exchange(code: string, redirectUri: string, options?: CallOptions): Promise<Tokens>;
    /**
     * Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.
     *
     * The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
     * Source: `docs/platform.md#token-refresh`.
     *
     * @param tokens The current tokens.
     * @param redirectUri The redirect URI of the login.
     * @throws {@link ReauthRequired} if the refresh token has ended.
     * @throws {@link RefreshUnavailable} if the failure is temporary. If the outcome is unknown, the same tokens may be
     *   tried again for less than two minutes.
     * @throws {@link ConfigError} if the platform does not accept the client secret.
     */
    refresh(tokens: TokenParts, redirectUri: string, options?: CallOptions): Promise<Tokens>;
}
