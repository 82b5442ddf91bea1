import { Routes } from './adapters.js';
import { OpenPlatform } from './client.js';
import type { GrantKey } from './model.js';
import { type Logger } from './observe.js';
/** A request of an app on a phone, to your own backend. */
export interface AppUserRequest {
    /** The headers, among them your own session or token. */
    readonly headers: Headers;
    /** The framework's request object, such as Express's, with everything that middleware added. */
    readonly raw: unknown;
}
/** The options of a gateway. */
export interface AppGatewayOptions {
    /** The client. By default one from the environment. */
    platform?: OpenPlatform | undefined;
    /**
     * Returns your own id of the logged-in user, by your own session or token; `undefined` if nobody is logged in. Called for
     * `/login` and `/access` only.
     */
    user(request: AppUserRequest): Promise<string | undefined> | string | undefined;
    /**
     * The keys that encrypt the tokens: 32 random bytes each, as `openssl rand -base64 32` prints them. By default those in
     * `OPEN_PLATFORM_APP_KEYS`, separated by commas. The first one encrypts, all decrypt. To change the key: add the new one as the
     * last and restart all processes, put it first and restart all again, and remove the old one an hour later.
     */
    keys?: readonly string[] | undefined;
    /**
     * The calls that change something and that phones may make, by their names in the endpoint table, such as
     * `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is
     * allowed, not only those of the app: allow what a user may state (a message), not what the backend guarantees (an
     * add-on that says "Inspected").
     */
    allow?: readonly string[] | undefined;
    /** The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds. */
    lifetimeMs?: number | undefined;
    /** The maximum size of a body in bytes: 256 KiB by default. */
    bodyLimit?: number | undefined;
    /** The addresses that phones return to after a login, if they differ from the client's. */
    redirectUris?: readonly string[] | undefined;
    /** The path prefix of the gateway, for {@link AppGateway.fetch}: `/open-platform` by default. */
    prefix?: string | undefined;
    /** How long `user` may take: see {@link HooksOptions}. If it takes longer, the response is 500. */
    handlerTimeoutMs?: number | undefined;
    /** The logger of failures. By default that of `platform`, otherwise `console`. */
    logger?: Pick<Logger, 'error'> | undefined;
}
/** A short-lived token for a phone. It is not printed. */
export declare class AppAccess {
    #private;
    /** For `Authorization: Bearer …` in requests to the gateway. */
    get token(): string;
    /** The lifetime of the token, from now. */
    get expiresInSeconds(): number;
    /** The response body for a phone that requests access: `{"token", "expires_in"}`. */
    toJSON(): {
        token: string;
        expires_in: number;
    };
}
/**
 * The backend routes that an app on a phone calls: `POST /login` completes a login, `POST /access` issues a token, and
 * `/api/…` forwards calls with such a token to the platform. {@link createAppGateway} creates one.
 */
export declare class AppGateway extends Routes {
    #private;
    /** Issues a token for the phone of the grant's user. The caller must have authenticated this user. */
    access(grant: GrantKey): AppAccess;
    /** Issues a token for the phone of a user, by your own id of the user, with the user's newest usable grant. */
    accessOf(user: string): Promise<AppAccess>;
}
/**
 * Creates a gateway for an app on a phone.
 *
 * ```ts
 * const gateway = createAppGateway({
 *   user: ({ headers }) => userOfSession(headers.get('cookie')), // by your own session
 *   allow: ['conversations.send'],
 * })
 * app.use('/open-platform', gateway.express())
 * ```
 *
 * In the app, `OpenPlatformApp` of the packages for Kotlin and Swift takes the address `https://app.example/open-platform`.
 */
export declare function createAppGateway(options: AppGatewayOptions): AppGateway;
