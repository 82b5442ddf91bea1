/** Login in a web framework: the route that redirects users to the consent page, and the route that they return to. */
import {
  type AdaptedRequest, type Awaitable, checkTimeout, headersOf, inPairs, limited, Routes, type Sent, write,
} from './adapters.js'
import { checkScope, type Granted } from './api/oauth.js'
import { clientOf, OpenPlatform } from './client.js'
import { configError, invalidInput } from './error-reports.js'
import { OpenPlatformError } from './errors.js'
import type { Scope } from './model.js'
import { callable, guard, inLines, native, options as known, text } from './native.js'
import type { LoginExchange } from './native-types.js'
import { describe } from './observe.js'
import { unprinted } from './values.js'

/** A request of a user's browser. */
export interface LoginRequest {
  /** The query parameters. */
  readonly query: URLSearchParams
  /** All headers, including the cookies. */
  readonly headers: Headers
  /** The framework's request object, such as Express's, with everything that middleware added. */
  readonly raw: unknown
}

/** A parameter for the consent page: one value for every login, or a function of the request that starts the login. */
export type ConsentOption = string | ((request: LoginRequest) => Awaitable<string | undefined>)

/** The options of {@link createLogin}. */
export interface LoginOptions {
  /** The client. By default one from the environment. */
  platform?: OpenPlatform | undefined
  /**
   * The scopes to request. With `scope.offlineAccess` the grant can be refreshed after its first access token has expired. An
   * `InvalidInput` of the function, such as that of a scope for an empty post token, is answered with 400, other errors with 503.
   */
  scopes: readonly Scope[] | ((request: LoginRequest) => Awaitable<readonly Scope[]>)
  /**
   * The user granted access. Return the path to redirect to, or a whole `Response`, for example with a session cookie of
   * your own. With `undefined` the redirect goes to the path in `return_to` of the login, or to `/`.
   *
   * Create a new session for the user, to prevent session fixation.
   */
  onGranted(login: Granted, request: LoginRequest): Awaitable<Response | string | void>
  /** The user denied access, which is no error. By default a short page says that nothing has changed. */
  onDenied?: ((request: LoginRequest) => Awaitable<Response | string>) | undefined
  /** The login failed. By default a short page says so. The error is logged in both cases. */
  onError?: ((error: unknown, request: LoginRequest) => Awaitable<Response | string>) | undefined
  /**
   * The session that binds the login to this browser, such as the id of your own session. By default a random cookie that
   * is used for logins only, and is sent over https only, unless the redirect address begins with `http:`.
   */
  session?: ((request: LoginRequest) => Awaitable<string>) | undefined
  /** Your own id of the user, if it is known before the login: the same user and scopes have the same grant. */
  user?: ((request: LoginRequest) => Awaitable<string | undefined>) | undefined
  /**
   * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the
   * next two it is a standard parameter that the platform does not document and may ignore. Or a function of the
   * request that returns it or `undefined`, as with the next two.
   */
  prompt?: ConsentOption | undefined
  /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
  loginHint?: ConsentOption | undefined
  /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
  uiLocales?: ConsentOption | undefined
  /** Another registered redirect address than the client's. It ends in `/callback`. */
  redirectUri?: string | undefined
  /** How long each of these functions may take: see {@link HooksOptions}. If one takes longer, the login fails. */
  handlerTimeoutMs?: number | undefined
  /** The logger of failures. By default that of `platform`, otherwise `console`. */
  logger?: Pick<Console, 'warn' | 'error'> | undefined
}

const OPTIONS: Record<keyof LoginOptions, true> = {
  platform: true, scopes: true, onGranted: true, onDenied: true, onError: true, session: true, user: true, prompt: true,
  loginHint: true, uiLocales: true, redirectUri: true, handlerTimeoutMs: true, logger: true,
}

/**
 * Two routes for users' browsers, matched by the last segment of the path: `…/login`, with the path to continue at in
 * `return_to`, and `…/callback`, the redirect address of the app. {@link createLogin} creates them.
 */
export class LoginRoutes extends Routes {
  readonly #options: LoginOptions
  #platform: OpenPlatform | undefined

  /** @internal */
  constructor(options: LoginOptions) {
    super('/oauth')
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    check(options)
  }

  /** @internal */
  protected override mounted(): string[] {
    // Each login checks its address, too: this one fails before a user logs in.
    const uri = this.#options.redirectUri ?? this.#client().redirectUri
    if (uri !== undefined) native.checkLoginRedirectUri(uri)
    return native.loginPaths()
  }

  /** @internal */
  protected override async answer(incoming: AdaptedRequest): Promise<Sent | undefined> {
    const { method, path, query, headers, raw } = incoming
    if (!native.LoginExchange.serves(path)) return undefined
    const exchange = guard(() => new native.LoginExchange(method, path, query, inLines(headers)))
    const request = unprinted('LoginRequest', { query: new URLSearchParams(query), headers: headersOf(incoming), raw })
    let failure: unknown
    while (exchange.step() !== 'answer') {
      try {
        await this.#take(exchange, request, failure)
      } catch (error) {
        failure = error
        fail(exchange, error)
      }
    }
    write(this.#options.logger ?? this.#platform?.logger ?? console, exchange.logs())
    return { ...exchange.answer()!, headers: inPairs(exchange.headers()) }
  }

  /** Takes one step. `failure` is the error that the last step has thrown. */
  async #take(exchange: LoginExchange, request: LoginRequest, failure: unknown): Promise<void> {
    const { session, onGranted, onDenied, onError } = this.#options
    switch (exchange.step()) {
      case 'authorize':
        if (session) exchange.bindTo(text('session', await this.#ofApp(() => session(request))))
        return exchange.reply(await this.#authorize(exchange, request))
      case 'callback': {
        if (session) exchange.bindTo(text('session', await this.#ofApp(() => session(request))))
        const outcome = await this.#client().oauth.finish(exchange.query(), exchange.session() ?? undefined)
        if (outcome.status === 'denied') return exchange.denied()
        exchange.granted(outcome.returnTo)
        return reply(exchange, 'onGranted', await this.#ofApp(() => onGranted(outcome, request)))
      }
      case 'denied':
        return reply(exchange, 'onDenied', onDenied && (await this.#ofApp(() => onDenied(request))))
      case 'failed':
        return reply(exchange, 'onError', onError && (await this.#ofApp(() => onError(failure, request))))
      default:
        return exchange.reply()
    }
  }

  /** Starts a login. Returns the address of the consent page. */
  async #authorize(exchange: LoginExchange, request: LoginRequest): Promise<string> {
    const { scopes, user, prompt, loginHint, uiLocales, redirectUri } = this.#options
    const valueOf = (option: ConsentOption | undefined) =>
      typeof option === 'function' ? this.#ofApp(() => option(request)) : option
    const { oauth, redirectUri: ofClient } = this.#client()
    const { url } = await oauth.authorize({
      scopes: typeof scopes === 'function' ? await this.#ofApp(() => scopes(request)) : scopes,
      session: guard(() => exchange.sessionFor(redirectUri ?? ofClient)),
      user: await this.#ofApp(() => user?.(request)),
      returnTo: exchange.returnTo() ?? undefined,
      redirectUri,
      prompt: await valueOf(prompt),
      loginHint: await valueOf(loginHint),
      uiLocales: await valueOf(uiLocales),
    })
    return url
  }

  /** Calls a function of the app. */
  #ofApp<T>(call: () => Awaitable<T>): Awaitable<T> {
    return limited(this.#options.handlerTimeoutMs, call)
  }

  #client(): OpenPlatform {
    return (this.#platform ??= new OpenPlatform())
  }
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
export function createLogin(options: LoginOptions): LoginRoutes {
  return new LoginRoutes(options)
}

/** Checks the options at once, so that mistakes are not found only when a user logs in. */
function check(options: LoginOptions): void {
  const { scopes, onGranted, onDenied, onError, session, user, prompt, loginHint, uiLocales, redirectUri } = options
  if (typeof scopes !== 'function') {
    if (!Array.isArray(scopes)) throw invalidInput('scopes', 'must be an array of scopes, or a function that returns one')
    scopes.forEach(checkScope)
    guard(() => native.joinScopes(scopes))
  }
  if (redirectUri !== undefined) native.checkLoginRedirectUri(text('redirectUri', redirectUri))
  callable('onGranted', onGranted)
  checkTimeout(options.handlerTimeoutMs)
  for (const [field, given] of Object.entries({ onDenied, onError, session, user })) {
    if (given !== undefined) callable(field, given)
  }
  for (const [field, given] of Object.entries({ prompt, loginHint, uiLocales })) {
    if (given !== undefined && typeof given !== 'function') text(field, given)
  }
}

/** Reports the failure of a step. The text of an error of the app may hold data of users. */
function fail(exchange: LoginExchange, error: unknown): void {
  if (error instanceof OpenPlatformError) return exchange.failed(error.code, `${error.name}: ${error.message}`)
  exchange.failed(undefined, describe(error))
}

/** Replies with what the function of the app has returned: an address, a whole response, or nothing. */
async function reply(exchange: LoginExchange, option: string, answer: Response | string | void): Promise<void> {
  if (typeof (answer ?? '') === 'string') return exchange.reply((answer as string | void) ?? undefined)
  if (!(answer instanceof Response)) {
    throw configError(option, `must return ${option === 'onGranted' ? 'a path' : 'HTML'}, a Response or nothing`)
  }
  const body = Buffer.from(await answer.arrayBuffer())
  exchange.replyWhole({ status: answer.status, headers: {}, body, close: false }, [...answer.headers].flat())
}
