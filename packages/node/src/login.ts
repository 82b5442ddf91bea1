/** Login in a web framework: the route that redirects users to the consent page, and the route that they return to. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import { type ExpressHandler, isUnder, type KoaMiddleware, type NodeHandler, pathOf } from './adapters.js'
import type { Granted } from './api/oauth.js'
import { clientOf, OpenPlatform } from './client.js'
import { fromReport, InvalidInput, invalidInput, OAuthError, OpenPlatformError, RefreshUnavailable, StateMismatch } from './errors.js'
import type { Scope } from './model.js'
import { callable, options as known, text } from './native.js'

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
  platform?: OpenPlatform
  /** The scopes to request. With `scope.offlineAccess` the grant can be refreshed after its first access token has expired. */
  scopes: Scope[] | ((request: LoginRequest) => Awaitable<Scope[]>)
  /**
   * The user granted access. Return the path to redirect to, or a whole `Response`, for example with a session cookie of
   * your own. With `undefined` the redirect goes to the path in `return_to` of the login, or to `/`.
   *
   * Create a new session for the user, to prevent session fixation.
   */
  onGranted(login: Granted, request: LoginRequest): Awaitable<Response | string | void>
  /** The user denied access, which is no error. By default a short text says that nothing has changed. */
  onDenied?(request: LoginRequest): Awaitable<Response | string>
  /** The login failed. By default a short text says so. The error is logged in both cases. */
  onError?(error: unknown, request: LoginRequest): Awaitable<Response | string>
  /**
   * The session that binds the login to this browser, such as the id of your own session. By default a random cookie that
   * is used for logins only.
   */
  session?(request: LoginRequest): Awaitable<string>
  /** Your own id of the user, if it is known before the login: the same user and scopes have the same grant. */
  user?(request: LoginRequest): Awaitable<string | undefined>
  /**
   * The prompts that the server should show: words separated by spaces, such as `login` or `consent`, or `none` alone; or a
   * function that returns them or `undefined`, as with the next two. Standard parameters: the platform documents none of them
   * and may ignore them.
   */
  prompt?: ConsentOption
  /** An identifier of the user, such as a phone number, with which the page can fill in its form. */
  loginHint?: ConsentOption
  /** The languages of the page, the preferred one first, such as `fa en`. */
  uiLocales?: ConsentOption
  /** Another registered redirect address than the client's. It ends in `/callback`. */
  redirectUri?: string
  /**
   * Whether users reach the app over https, so that the cookie is sent over https only. On by default, unless the redirect
   * address, here or of the client, begins with `http:`.
   */
  secure?: boolean
  /** The logger of failures. `console` by default. */
  logger?: Pick<Console, 'warn'>
}

const OPTIONS: Record<keyof LoginOptions, true> = {
  platform: true, scopes: true, onGranted: true, onDenied: true, onError: true, session: true, user: true, prompt: true,
  loginHint: true, uiLocales: true, redirectUri: true, secure: true, logger: true,
}

/** The part of a Fastify instance that is used. */
export interface FastifyRoutes {
  /** Adds a route. */
  get(
    path: string,
    handler: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse; hijack(): unknown }) => Promise<void>,
  ): unknown
}

/**
 * Two routes for users' browsers, matched by the last segment of the path: `…/login`, with the path to continue at in
 * `return_to`, and `…/callback`, the redirect address of the app. {@link createLogin} creates them.
 */
export class LoginRoutes {
  readonly #options: LoginOptions
  #made: Cookie | undefined
  #platform: OpenPlatform | undefined

  /** @internal */
  constructor(options: LoginOptions) {
    this.#options = known(options, OPTIONS)
    this.#platform = clientOf(options)
    check(options)
  }

  /** For servers with `Request` and `Response`: Next, Bun, Deno, Hono. */
  readonly fetch: (request: Request) => Promise<Response> = async (request) => {
    const { pathname, searchParams: query } = new URL(request.url)
    const answer = await this.#answer(request.method, pathname, { query, headers: request.headers, raw: request })
    return answer ?? new Response(null, { status: 404 })
  }

  /** `app.use('/oauth', login.express())`: it serves `/oauth/login` and `/oauth/callback`. */
  express(): ExpressHandler {
    return (request, response, next) => {
      this.#serve(request, response, request).then((ours) => ours || next(), next)
    }
  }

  /** `app.register(login.fastify(), { prefix: '/oauth' })`: it serves `/oauth/login` and `/oauth/callback`. */
  fastify(): (app: FastifyRoutes) => Promise<void> {
    return async (app) => {
      for (const path of ['/login', '/callback']) {
        app.get(path, async (request, reply) => {
          reply.hijack()
          await this.#serve(request.raw, reply.raw, request)
        })
      }
    }
  }

  /** `app.use(login.koa('/oauth'))`: it serves `/oauth/login` and `/oauth/callback`. */
  koa(prefix = '/oauth'): KoaMiddleware {
    return async (context, next) => {
      const ours = isUnder(prefix, context.path) && (await this.#serve(context.req, context.res, context))
      if (ours) context.respond = false
      else await next()
    }
  }

  /** `http.createServer(login.node('/oauth'))`: other paths go to `next`; without `next` they get 404. */
  node(prefix = '/oauth'): NodeHandler {
    return (request, response, next) => {
      const others = () => (next ? next() : void response.writeHead(404).end())
      if (!isUnder(prefix, pathOf(request))) return others()
      this.#serve(request, response, request).then((ours) => ours || others(), next)
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse, raw: unknown): Promise<boolean> {
    const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'))
    const headers = new Headers()
    // The pseudo-headers of HTTP/2, whose names begin with a colon, are left out.
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
    }
    const answer = await this.#answer(request.method ?? '', pathOf(request), { query, headers, raw })
    if (!answer) return false
    response.statusCode = answer.status
    for (const [name, value] of answer.headers) response.appendHeader(name, value)
    response.end(new Uint8Array(await answer.arrayBuffer()))
    return true
  }

  async #answer(method: string, path: string, request: LoginRequest): Promise<Response | undefined> {
    const segment = path.slice(path.lastIndexOf('/') + 1)
    if (segment !== 'login' && segment !== 'callback') return undefined
    if (method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
    try {
      return segment === 'login' ? await this.#start(request) : await this.#finish(request)
    } catch (error) {
      return this.#failed(error, request)
    }
  }

  async #start(request: LoginRequest): Promise<Response> {
    const { scopes, session, user, prompt, loginHint, uiLocales, redirectUri } = this.#options
    const valueOf = (option: ConsentOption | undefined) => (typeof option === 'function' ? option(request) : option)
    const own = session ? undefined : (this.#cookie().of(request) ?? Cookie.make())
    const { url } = await this.#client().oauth.authorize({
      scopes: typeof scopes === 'function' ? await scopes(request) : scopes,
      session: own ?? (await session!(request)),
      user: await user?.(request),
      returnTo: request.query.get('return_to') ?? undefined,
      redirectUri,
      prompt: await valueOf(prompt),
      loginHint: await valueOf(loginHint),
      uiLocales: await valueOf(uiLocales),
    })
    const response = redirect(url)
    if (own) response.headers.append('Set-Cookie', this.#cookie().header(own))
    return response
  }

  async #finish(request: LoginRequest): Promise<Response> {
    const { session, onGranted, onDenied } = this.#options
    const id = session ? text('session', await session(request)) : this.#cookie().of(request)
    // Without the cookie the login was started in another browser. The client is called nevertheless, so that it invalidates
    // the login, whose address somebody else has.
    const outcome = this.#client().oauth.callback(`?${request.query}`, { session: id ?? Cookie.make() })
    const login = await outcome.catch((error: unknown) => {
      throw id === undefined && error instanceof StateMismatch ? noCookie() : error
    })
    if (login.status === 'denied') {
      return onDenied ? response(await onDenied(request)) : say(200, 'You did not allow this. Nothing has changed.')
    }
    return response((await onGranted(login, request)) ?? login.returnTo ?? '/')
  }

  async #failed(error: unknown, request: LoginRequest): Promise<Response> {
    const { logger = console, onError } = this.#options
    logger.warn('open-platform: a login failed:', error)
    if (onError) return response(await onError(error, request))
    if (error instanceof RefreshUnavailable) return say(503, 'The platform is not available. Please try again later.')
    if (error instanceof StateMismatch && error.reason === NO_COOKIE) {
      return say(400, 'The login did not work: your browser did not send the cookie of it. Please allow cookies, and start it again.')
    }
    if (error instanceof OAuthError || error instanceof InvalidInput) {
      return say(400, 'The login did not work. Please start it again.')
    }
    const status = error instanceof OpenPlatformError && error.code !== 'config' ? 502 : 500
    return say(status, 'Something went wrong. Please try again later.')
  }

  #client(): OpenPlatform {
    return (this.#platform ??= new OpenPlatform())
  }

  #cookie(): Cookie {
    const { secure, redirectUri } = this.#options
    return (this.#made ??= new Cookie(secure ?? !(redirectUri ?? this.#client().redirectUri)?.startsWith('http:')))
  }
}

/**
 * Creates the login routes.
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

type Awaitable<T> = T | Promise<T>

/** Checks the options at once, so that mistakes are not found only when a user logs in. */
function check(options: LoginOptions): void {
  const { scopes, onGranted, onDenied, onError, session, user, prompt, loginHint, uiLocales } = options
  if (typeof scopes !== 'function') {
    if (!Array.isArray(scopes)) throw invalidInput('scopes', 'must be an array of scopes, or a function that returns one')
    // A scope that needs the id of an object is a function until it is called.
    scopes.forEach((scope, index) => text(`scopes[${index}]`, scope))
  }
  callable('onGranted', onGranted)
  for (const [field, given] of Object.entries({ onDenied, onError, session, user })) {
    if (given !== undefined) callable(field, given)
  }
  for (const [field, given] of Object.entries({ prompt, loginHint, uiLocales })) {
    if (given !== undefined && typeof given !== 'function') text(field, given)
  }
}

/**
 * The cookie that binds a login to a browser: a random id. `HttpOnly` hides it from scripts; with `SameSite=Lax` the browser
 * sends it when the platform redirects the user back; over https browsers refuse a cookie with the prefix `__Host-` that
 * another host of the domain has set.
 */
class Cookie {
  readonly #name: string
  readonly #attributes: string

  constructor(secure: boolean) {
    this.#name = secure ? '__Host-open-platform-login' : 'open-platform-login'
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  }

  of({ headers }: LoginRequest): string | undefined {
    const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2))
    const value = pairs.find(([name]) => name === this.#name)?.[1]
    return value && /^[0-9a-f]{32}$/.test(value) ? value : undefined
  }

  static make(): string {
    return crypto.randomUUID().replaceAll('-', '')
  }

  header(value: string): string {
    return `${this.#name}=${value}; ${this.#attributes}`
  }
}

const NO_COOKIE = 'the browser has sent no cookie of a login: it was begun in another browser or under another address, or cookies are off'

function noCookie(): OpenPlatformError {
  return fromReport({ code: 'state_mismatch', text: NO_COOKIE, reason: NO_COOKIE, isRetryable: false, details: [], needsScopes: [] })
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } })
}

function response(answer: Response | string): Response {
  return typeof answer === 'string' ? redirect(answer) : answer
}

function say(status: number, sentence: string): Response {
  return new Response(sentence, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' } })
}
