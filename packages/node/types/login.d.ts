/** Login in a web framework: the route that redirects users to the consent page, and the route that they return to. */
import { type Awaitable, Routes } from './adapters.js';
import { type Granted } from './api/oauth.js';
import { OpenPlatform } from './client.js';
import type { Scope } from './model.js';
/** A request of a user's browser. */
export interface LoginRequest {
    /** The query parameters. */
    readonly query: URLSearchParams;
    /** All headers, including the cookies. */
    readonly headers: Headers;
    /** The framework's request object, such as Express's, with everything that middleware added. */
    readonly raw: unknown;
}
/** A parameter for the consent page: one value for every login, or a function of the request that starts the login. */
export type ConsentOption = string | ((request: LoginRequest) => Awaitable<string | undefined>);
/** The options of {@link createLogin}. */
export interface LoginOptions {
    /** The client. By default one from the environment. */
    platform?: OpenPlatform | undefined;
    /**
     * The scopes to request. With `scope.offlineAccess` the grant can be refreshed after its first access token has expired. An
     * `InvalidInput` of the function, such as that of a scope for an empty post token, is answered with 400, other errors with 503.
     */
    scopes: readonly Scope[] | ((request: LoginRequest) => Awaitable<readonly Scope[]>);
    /**
     * The user granted access. Return the path to redirect to, or a whole `Response`, for example with a session cookie of
     * your own. With `undefined` the redirect goes to the path in `return_to` of the login, or to `/`.
     *
     * Create a new session for the user, to prevent session fixation.
     */
    onGranted(login: Granted, request: LoginRequest): Awaitable<Response | string | void>;
    /** The user denied access, which is no error. By default a short page says that nothing has changed. */
    onDenied?: ((request: LoginRequest) => Awaitable<Response | string>) | undefined;
    /** The login failed. By default a short page says so. The error is logged in both cases. */
    onError?: ((error: unknown, request: LoginRequest) => Awaitable<Response | string>) | undefined;
    /**
     * The session that binds the login to this browser, such as the id of your own session. By default a random cookie that
     * is used for logins only, and is sent over https only, unless the redirect address begins with `http:`.
     */
    session?: ((request: LoginRequest) => Awaitable<string>) | undefined;
    /** Your own id of the user, if it is known before the login: the same user and scopes have the same grant. */
    user?: ((request: LoginRequest) => Awaitable<string | undefined>) | undefined;
    /**
     * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the
     * next two it is a standard parameter that the platform does not document and may ignore. Or a function of the
     * request that returns it or `undefined`, as with the next two.
     */
    prompt?: ConsentOption | undefined;
    /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
    loginHint?: ConsentOption | undefined;
    /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
    uiLocales?: ConsentOption | undefined;
    /** Another registered redirect address than the client's. It ends in `/callback`. */
    redirectUri?: string | undefined;
    /** How long each of these functions may take: see {@link HooksOptions}. If one takes longer, the login fails. */
    handlerTimeoutMs?: number | undefined;
    /** The logger of failures. By default that of `platform`, otherwise `console`. */
    logger?: Pick<Console, 'warn' | 'error'> | undefined;
}
/**
 * Two routes for users' browsers, matched by the last segment of the path: `…/login`, with the path to continue at in
 * `return_to`, and `…/callback`, the redirect address of the app. {@link createLogin} creates them.
 */
export declare class LoginRoutes extends Routes {
    #private;
}
/**
 * Creates the login routes.
 *
 * @throws {@link InvalidInput} for an option of the wrong type, or for scopes that cannot be requested.
 * @throws {@link ConfigError} if `redirectUri` does not end in `/callback`. That of the client is checked when the routes are mounted,
 * or with the first login.
 *
 * ```ts
 * const login = createLogin({
 *   scopes: [scope.userPhone],
 *   onGranted: async ({ user, grant }) => {
 *     const me = await user.users.me()
 *     await users.save(me.userId, grant)
 *     return '/welcome'
 *   },
 * })
 * app.use('/oauth', login.express()) // links go to /oauth/login?return_to=/posts/7
 * ```
 *
 * The redirect address of this app is then `https://app.example/oauth/callback`.
 */
export declare function createLogin(options: LoginOptions): LoginRoutes;
