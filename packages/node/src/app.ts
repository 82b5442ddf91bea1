/** The gateway for mobile apps: the backend routes that an app on a phone calls, so that the app holds no secret. */
import { inspect } from 'node:util'

import {
  expressAdapter,
  type ExpressHandler,
  fastifyAdapter,
  type FastifyPlugin,
  fetchAdapter,
  koaAdapter,
  type KoaMiddleware,
  nodeAdapter,
  type NodeHandler,
  sending,
  within,
} from './adapters.js'
import { clientOf, OpenPlatform } from './client.js'
import type { IncomingRequest } from './hooks.js'
import type { GrantKey, Reply } from './model.js'
import { call, callable, guard, inLines, options as known, text } from './native.js'
import type * as core from './native-types.js'
import type { Logger } from './observe.js'

/** A request of an app on a phone, to your own backend. */
export interface AppUserRequest {
  /** The headers, among them your own session or token. */
  readonly headers: Headers
  /** The framework's request object, such as Express's, with everything that middleware added. */
  readonly raw: unknown
}

/** The options of a gateway. */
export interface AppGatewayOptions {
  /** The client. By default one from the environment. */
  platform?: OpenPlatform
  /**
   * Returns your own id of the logged-in user, by your own session or token; `undefined` if nobody is logged in. Called for
   * `/login` and `/access` only.
   */
  user(request: AppUserRequest): Promise<string | undefined> | string | undefined
  /**
   * The keys that encrypt the tokens: 32 random bytes each, as `openssl rand -base64 32` prints them. By default those in
   * `OPEN_PLATFORM_APP_KEYS`, separated by commas. The first one encrypts, all decrypt: put a new key first, and remove the
   * old one an hour later.
   */
  keys?: string[]
  /**
   * The calls that phones may make although they change something, by their names in the endpoint table, such as
   * `conversations.send`. Without it a phone can only read.
   *
   * Whoever has the phone can send whatever is let through, not only what the app would send: let through what the user
   * may say (a message), not what you vouch for (an add-on that says "Inspected").
   */
  allow?: string[]
  /** How long a token lives, in seconds: 600 by default, at most 3600. */
  lifetime?: number
  /** How many bytes a body may have: 256 KiB by default. */
  bodyLimit?: number
  /** The addresses that phones return to after a login, where they are others than the client's. */
  redirectUris?: string[]
  /** The path prefix of the gateway, for {@link AppGateway.fetch}: `/open-platform` by default. */
  prefix?: string
  /** The logger of failures. By default that of `platform`, otherwise `console`. */
  logger?: Pick<Logger, 'error'>
}

const OPTIONS: Record<keyof AppGatewayOptions, true> = {
  platform: true, user: true, keys: true, allow: true, lifetime: true, bodyLimit: true, redirectUris: true, prefix: true,
  logger: true,
}

/** A short-lived token for a phone. It is not printed. */
export class AppAccess {
  readonly #parts: core.AppAccess

  /** @internal */
  constructor(parts: core.AppAccess) {
    this.#parts = parts
  }

  /** For `Authorization: Bearer …` in requests to the gateway. */
  get token(): string {
    return this.#parts.token
  }

  /** The lifetime of the token in seconds, from now. */
  get expiresIn(): number {
    return this.#parts.expiresIn
  }

  /** The response body for a phone that requests access: `{"token", "expires_in"}`. */
  toJSON(): { token: string; expires_in: number } {
    return { token: this.token, expires_in: this.expiresIn }
  }

  /** @internal */
  [inspect.custom](): string {
    return `AppAccess { token: [hidden], expiresIn: ${this.expiresIn} }`
  }
}

const PATHS = ['/login', '/access', '/api/*']
const FAILED: Reply = { status: 500, headers: {}, body: Buffer.alloc(0), close: false }

/**
 * The backend routes that an app on a phone calls: `POST /login` completes a login, `POST /access` issues a token, and
 * `/api/…` forwards calls with such a token to the platform. {@link createAppGateway} creates one.
 */
export class AppGateway {
  readonly #options: AppGatewayOptions
  #platform: OpenPlatform | undefined
  #made: core.AppGateway | undefined

  /** @internal */
  constructor(options: AppGatewayOptions) {
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    callable('user', options.user)
  }

  /** For servers with `Request` and `Response`: Next, Bun, Deno, Hono. It serves the paths below `prefix`. */
  readonly fetch: (request: Request) => Promise<Response> = fetchAdapter(sending((it) => this.#receive(it, this.#prefix())))

  /** `app.use('/open-platform', gateway.express())`, before `express.json()`. */
  express(): ExpressHandler {
    this.#gateway()
    return expressAdapter(sending((it) => this.#receive(it, '')))
  }

  /** `app.register(gateway.fastify(), { prefix: '/open-platform' })`. */
  fastify(): FastifyPlugin {
    this.#gateway()
    return async (app) => fastifyAdapter(sending((it) => this.#receive(it, app.prefix ?? '')), PATHS)(app)
  }

  /** `app.use(gateway.koa('/open-platform'))`, before a body parser. */
  koa(prefix = this.#prefix()): KoaMiddleware {
    this.#gateway()
    return koaAdapter(prefix, sending((it) => this.#receive(it, prefix)), below)
  }

  /** `http.createServer(gateway.node('/open-platform'))`: other paths go to `next`; without `next` they get 404. */
  node(prefix = this.#prefix()): NodeHandler {
    this.#gateway()
    return nodeAdapter(prefix, sending((it) => this.#receive(it, prefix)), below)
  }

  /** Issues a token for the phone of the grant's user. The caller must have authenticated this user. */
  access(grant: GrantKey): AppAccess {
    return new AppAccess(guard(() => this.#gateway().access(grant)))
  }

  /** Issues a token for the phone of a user, by your own id of the user, with the user's newest usable grant. */
  async accessOf(user: string): Promise<AppAccess> {
    const gateway = guard(() => this.#gateway())
    return new AppAccess(await call(undefined, (id) => gateway.accessOf(id, text('user', user))))
  }

  async #receive(request: IncomingRequest, prefix: string): Promise<Reply | undefined> {
    const { method, path, headers } = request
    if (!below(prefix, path)) return undefined
    try {
      const admitted = guard(() => this.#gateway().admit(method, path.slice(prefix.replace(/\/$/, '').length), inLines(headers)))
      if (admitted.refusal) return admitted.refusal
      const user = admitted.needsUser ? await this.#options.user(asked(request)) : undefined
      const body = await within(admitted.bodySeconds, (signal) => request.body(admitted.bodyLimit, signal))
      if (body === undefined) return admitted.tooSlow()
      return await call(undefined, (id) => admitted.answer(id, user, body))
    } catch (error) {
      const logger = this.#options.logger ?? this.#platform?.logger ?? console
      logger.error(`open-platform: a request of a phone to ${prefix} was answered with 500:`, error)
      return FAILED
    }
  }

  #gateway(): core.AppGateway {
    const { keys, allow, lifetime, bodyLimit, redirectUris } = this.#options
    this.#platform ??= new OpenPlatform()
    return (this.#made ??= this.#platform.appGateway({ keys, allow, lifetime, bodyLimit, redirectUris }))
  }

  #prefix(): string {
    return this.#options.prefix ?? '/open-platform'
  }
}

/**
 * Creates a gateway for an app on a phone.
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
export function createAppGateway(options: AppGatewayOptions): AppGateway {
  return new AppGateway(options)
}

function asked({ headers: flat, raw }: IncomingRequest): AppUserRequest {
  const headers = new Headers()
  for (let index = 0; index + 1 < flat.length; index += 2) headers.append(flat[index]!, flat[index + 1]!)
  return { headers, raw }
}

/** Whether a path is below a prefix, at any depth. */
function below(prefix: string, path: string): boolean {
  return path.startsWith(`${prefix.replace(/\/$/, '')}/`)
}
