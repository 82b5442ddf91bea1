import { type ExpressHandler, type FastifyPlugin, type KoaMiddleware, type NodeHandler } from './adapters.js';
import { OpenPlatform } from './client.js';
import type { GrantKey } from './model.js';
/** A request of an app on a phone, to your own backend. */
export interface AppUserRequest {
    /** Its headers, with your own session or token in them. */
    readonly headers: Headers;
    /** The request of the framework itself, such as Express's, with all that its middleware has put there. */
    readonly raw: unknown;
}
/** How a gateway is to be. */
export interface AppGatewayOptions {
    /** The client. By default one from the environment. */
    platform?: OpenPlatform;
    /**
     * Your own name for the user who asks, by your own session or token; `undefined` if nobody is logged in. Asked for
     * `/login` and `/access` alone.
     */
    user(request: AppUserRequest): Promise<string | undefined> | string | undefined;
    /**
     * The keys that tokens are sealed with: 32 random bytes each, as `openssl rand -base64 32` prints them. By default those in
     * `OPEN_PLATFORM_APP_KEYS`, several by commas. The first seals, all open: put a new one in front, and drop the old one an
     * hour later.
     */
    keys?: string[];
    /**
     * The calls that phones may make although they change something, by their names in the endpoint table, such as
     * `conversations.send`. Without it a phone can only read.
     *
     * Whoever has the phone can send whatever is let through, not only what the app would send: let through what the user
     * may say (a message), not what you vouch for (an add-on that says "Inspected").
     */
    allow?: string[];
    /** How long a token lives, in seconds: 600 by default, at most 3600. */
    lifetime?: number;
    /** How many bytes a body may have: 256 KiB by default. */
    bodyLimit?: number;
    /** The addresses that phones return to after a login, where they are others than the client's. */
    redirectUris?: string[];
    /** Where the gateway is, for {@link AppGateway.fetch}: `/open-platform` by default. */
    prefix?: string;
    /** Where failures are noted. `console` by default. */
    logger?: Pick<Console, 'error'>;
}
/** Short-lived access for a phone. It does not print. */
export declare class AppAccess {
    #private;
    /** For `Authorization: Bearer …` in requests to the gateway. */
    get token(): string;
    /** How many seconds the token lives from now. */
    get expiresIn(): number;
    /** The answer to a phone that asks for access: `{"token", "expires_in"}`. */
    toJSON(): {
        token: string;
        expires_in: number;
    };
}
/**
 * The part of a backend that an app on a phone talks to: `POST /login` completes a login, `POST /access` gives a token, and
 * `/api/…` passes the calls of whoever has one on to the platform. {@link createAppGateway} makes one.
 */
export declare class AppGateway {
    #private;
    /** For servers of `Request` and `Response`: Next, Bun, Deno, Hono. It serves what is below `prefix`. */
    readonly fetch: (request: Request) => Promise<Response>;
    /** `app.use('/open-platform', gateway.express())`, before `express.json()`. */
    express(): ExpressHandler;
    /** `app.register(gateway.fastify(), { prefix: '/open-platform' })`. */
    fastify(): FastifyPlugin;
    /** `app.use(gateway.koa('/open-platform'))`, before a body parser. */
    koa(prefix?: string): KoaMiddleware;
    /** `http.createServer(gateway.node('/open-platform'))`: other addresses go to `next`, or are answered with 404 without it. */
    node(prefix?: string): NodeHandler;
    /** Access for the phone of the user whose grant this is. That it is this user who asks is up to you. */
    access(grant: GrantKey): AppAccess;
    /** Access for the phone of a user by your own name, with the user's newest grant that can be used. */
    accessOf(user: string): Promise<AppAccess>;
}
/**
 * The backend of an app on a phone.
 *
 * ```ts
 * const gateway = createAppGateway({
 *   user: ({ raw }) => raw.session?.userId, // by your own session
 *   allow: ['conversations.send'],
 * })
 * app.use('/open-platform', gateway.express())
 * ```
 *
 * In the app, `OpenPlatformApp` of the packages for Kotlin and Swift takes the address `https://app.example/open-platform`.
 */
export declare function createAppGateway(options: AppGatewayOptions): AppGateway;
