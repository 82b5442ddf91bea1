/** Login in a web framework: the address that sends users to the consent page, and the one they come back to. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExpressHandler, type KoaMiddleware, type NodeHandler } from './adapters.js';
import type { Granted } from './api/oauth.js';
import { OpenPlatform } from './client.js';
import type { Scope } from './model.js';
/** A request of a user's browser. */
export interface LoginRequest {
    /** The query of the address. */
    readonly query: URLSearchParams;
    /** All headers, the cookies among them. */
    readonly headers: Headers;
    /** The request of the framework itself, such as Express's, with all that its middleware has put there. */
    readonly raw: unknown;
}
/** What the consent page is told: for every login, or by the request that begins it. */
export type ConsentOption = string | ((request: LoginRequest) => Awaitable<string | undefined>);
/** How users log in. */
export interface LoginOptions {
    /** The client. By default one from the environment. */
    platform?: OpenPlatform;
    /** What to ask users for. With `scope.offlineAccess` the grant outlives its first access token. */
    scopes: Scope[] | ((request: LoginRequest) => Awaitable<Scope[]>);
    /**
     * The user said yes. Return where to go on, a path, or a whole `Response`, for example with a session cookie of your own;
     * without either it goes on at the path that the login was given in `return_to`, or at `/`.
     *
     * Give whoever logs in a new session, so that an id known before is worth nothing.
     */
    onGranted(login: Granted, request: LoginRequest): Awaitable<Response | string | void>;
    /** The user said no, which is no error. By default a sentence says that nothing has changed. */
    onDenied?(request: LoginRequest): Awaitable<Response | string>;
    /** The login did not work. By default a sentence says so; the error goes to the log. */
    onError?(error: unknown, request: LoginRequest): Awaitable<Response | string>;
    /**
     * The session that ties the login to this browser, such as the id of your own session. By default a random cookie that is
     * made for this.
     */
    session?(request: LoginRequest): Awaitable<string>;
    /** Your own name for the user, where it is known before the login: the same user and scopes have the same grant. */
    user?(request: LoginRequest): Awaitable<string | undefined>;
    /**
     * What the server should ask: words with spaces between them, such as `login` or `consent`, or `none` alone; or a function
     * that returns it, or nothing, as with the next two. Standard parameters: the platform documents none of them and may ignore
     * them.
     */
    prompt?: ConsentOption;
    /** Who is about to log in, such as a phone number, so that the page can fill it in. */
    loginHint?: ConsentOption;
    /** The languages of the page, the best one first, such as `fa en`. */
    uiLocales?: ConsentOption;
    /** Another registered redirect address than the client's. It ends in `/callback`. */
    redirectUri?: string;
    /**
     * Whether users reach the app over https, so that the cookie must not travel otherwise. By default it is assumed, unless
     * the redirect address, here or of the client, says `http:`.
     */
    secure?: boolean;
    /** Where failures are noted. `console` by default. */
    logger?: Pick<Console, 'warn'>;
}
/** The part of a Fastify instance that is used. */
export interface FastifyRoutes {
    /** Adds a route. */
    get(path: string, handler: (request: {
        raw: IncomingMessage;
    }, reply: {
        raw: ServerResponse;
        hijack(): unknown;
    }) => Promise<void>): unknown;
}
/**
 * Two addresses for users' browsers, by their last segment: `…/login`, which takes the path to go on at as `return_to`, and
 * `…/callback`, the redirect address of the app. {@link createLogin} makes them.
 */
export declare class LoginRoutes {
    #private;
    /** For servers of `Request` and `Response`: Next, Bun, Deno, Hono. */
    readonly fetch: (request: Request) => Promise<Response>;
    /** `app.use('/oauth', login.express())`: it serves `/oauth/login` and `/oauth/callback`. */
    express(): ExpressHandler;
    /** `app.register(login.fastify(), { prefix: '/oauth' })`: it serves `/oauth/login` and `/oauth/callback`. */
    fastify(): (app: FastifyRoutes) => Promise<void>;
    /** `app.use(login.koa('/oauth'))`: it serves `/oauth/login` and `/oauth/callback`. */
    koa(prefix?: string): KoaMiddleware;
    /** `http.createServer(login.node('/oauth'))`: other addresses go to `next`, or are answered with 404 without it. */
    node(prefix?: string): NodeHandler;
}
/**
 * Logs users in.
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
type Awaitable<T> = T | Promise<T>;
export {};
