/** The gateway for mobile apps: the backend routes that an app on a phone calls, so that the app holds no secret. */
import { inspect } from 'node:util'

import { type AdaptedRequest, checkTimeout, drive, headersOf, limited, Routes, type Sent, sentOf, write } from './adapters.js'
import { clientOf, OpenPlatform } from './client.js'
import type { AppAccess as NativeAccess, AppStep, GrantKey } from './model.js'
import { call, callable, guard, inLines, native, options as known, text } from './native.js'
import type * as core from './native-types.js'
import { describe, type Logger } from './observe.js'
import { unprinted } from './values.js'

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
  platform?: OpenPlatform | undefined
  /**
   * Returns your own id of the logged-in user, by your own session or token; `undefined` if nobody is logged in. Called for
   * `/login` and `/access` only.
   */
  user(request: AppUserRequest): Promise<string | undefined> | string | undefined
  /**
   * The keys that encrypt the tokens: 32 random bytes each, as `openssl rand -base64 32` prints them. By default those in
   * `OPEN_PLATFORM_APP_KEYS`, separated by commas. The first one encrypts, all decrypt. To change the key: add the new one as the
   * last and restart all processes, put it first and restart all again, and remove the old one an hour later.
   */
  keys?: readonly string[] | undefined
  /**
   * The calls that change something and that phones may make, by their names in the endpoint table, such as
   * `conversations.send`. By default a phone can only read. The owner of a phone can send every request that is
   * allowed, not only those of the app: allow what a user may state (a message), not what the backend guarantees (an
   * add-on that says "Inspected").
   */
  allow?: readonly string[] | undefined
  /** The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds. */
  lifetimeMs?: number | undefined
  /** The maximum size of a body in bytes: 256 KiB by default. */
  bodyLimit?: number | undefined
  /** The addresses that phones return to after a login, if they differ from the client's. */
  redirectUris?: readonly string[] | undefined
  /** The path prefix of the gateway, for {@link AppGateway.fetch}: `/open-platform` by default. */
  prefix?: string | undefined
  /** How long `user` may take: see {@link HooksOptions}. If it takes longer, the response is 500. */
  handlerTimeoutMs?: number | undefined
  /** The logger of failures. By default that of `platform`, otherwise `console`. */
  logger?: Pick<Logger, 'error'> | undefined
}

const OPTIONS: Record<keyof AppGatewayOptions, true> = {
  platform: true, user: true, keys: true, allow: true, lifetimeMs: true, bodyLimit: true, redirectUris: true, prefix: true,
  handlerTimeoutMs: true, logger: true,
}

/** A short-lived token for a phone. It is not printed. */
export class AppAccess {
  readonly #parts: NativeAccess

  /** @internal */
  constructor(parts: NativeAccess) {
    this.#parts = parts
  }

  /** For `Authorization: Bearer …` in requests to the gateway. */
  get token(): string {
    return this.#parts.token
  }

  /** The lifetime of the token, from now. */
  get expiresInSeconds(): number {
    return this.#parts.expiresIn
  }

  /** The response body for a phone that requests access: `{"token", "expires_in"}`. */
  toJSON(): { token: string; expires_in: number } {
    return { token: this.token, expires_in: this.expiresInSeconds }
  }

  /** @internal */
  [inspect.custom](): string {
    return `AppAccess { token: [hidden], expiresInSeconds: ${this.expiresInSeconds} }`
  }
}

/**
 * The backend routes that an app on a phone calls: `POST /login` completes a login, `POST /access` issues a token, and
 * `/api/…` forwards calls with such a token to the platform. {@link createAppGateway} creates one.
 */
export class AppGateway extends Routes {
  readonly #options: AppGatewayOptions
  #platform: OpenPlatform | undefined
  #made: core.AppGateway | undefined

  /** @internal */
  constructor(options: AppGatewayOptions) {
    super(options?.prefix ?? '/open-platform', true)
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    callable('user', options.user)
    checkTimeout(options.handlerTimeoutMs)
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

  /** @internal */
  protected override async answer(request: AdaptedRequest): Promise<Sent> {
    const logger = this.#options.logger ?? this.#platform?.logger ?? console
    try {
      const { method, path, headers, raw } = request
      const [exchange, first] = guard(() => this.#gateway().begin(method, path, inLines(headers)))
      const { user, handlerTimeoutMs } = this.#options
      const { reply, logs } = await drive<AppStep>(exchange, first, request.read, async ({ step }) => {
        if (step === 'perform') return call(undefined, (id) => exchange.perform(id))
        const own = await limited(handlerTimeoutMs, () => user(unprinted('AppUserRequest', { headers: headersOf(request), raw })))
        return guard(() => exchange.user(own))
      })
      write(logger, logs)
      return sentOf(reply)
    } catch (error) {
      const reply = native.replyFailed()
      write(logger, [{ isError: true, text: `a request of a phone was answered with ${reply.status}: ${describe(error)}` }])
      return sentOf(reply)
    }
  }

  /** @internal */
  protected override mounted(): string[] {
    this.#gateway()
    return native.appPaths()
  }

  #gateway(): core.AppGateway {
    const { keys, allow, lifetimeMs, bodyLimit, redirectUris } = this.#options
    this.#platform ??= new OpenPlatform()
    return (this.#made ??= this.#platform.appGateway(keys, { allow, lifetimeMs, bodyLimit, redirectUris }))
  }
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
export function createAppGateway(options: AppGatewayOptions): AppGateway {
  return new AppGateway(options)
}
