import { inspect } from 'node:util'

import type { UserClient } from '../client.js'
import { invalidInput } from '../error-reports.js'
import type { Authorization as PlainAuthorization, GrantKey, Scope } from '../model.js'
import { call, type CallOptions, names, text } from '../native.js'
import type * as core from '../native-types.js'
import { parts, Tokens, type TokenParts } from '../tokens.js'

const CALLBACK = names<{ session: string } & CallOptions>({ signal: true, timeoutMs: true, session: true })

// The documentation of the parameters and methods is made from the core by `cargo run -p open-platform-generator`.

/** The parameters of a login. */
export interface Login {
  /**
   * The scopes to request. With that of offline access the grant can be refreshed after its first access token ends.
   */
  scopes: readonly Scope[]
  /**
   * A value that binds the login to the browser that starts it: that of a session cookie, or another one that only this
   * browser can present again. The callback must be called with the same value.
   */
  session: string
  /**
   * The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have
   * the same grant, so that a new login replaces the old one.
   *
   * Do not use a session id, a cookie or another secret: the id is stored with the grant and appears in `GrantInfo` and
   * in reports. Omit it if the app does not know its user yet.
   */
  user?: string | undefined
  /** The path of the app to continue at after the login. The callback returns it. */
  returnTo?: string | undefined
  /** A registered redirect URI to use instead of the client's. */
  redirectUri?: string | undefined
  /**
   * What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the
   * next two it is a standard parameter that the platform does not document and may ignore.
   */
  prompt?: string | undefined
  /** The user who is about to log in, such as a phone number, so that the page can fill it in. */
  loginHint?: string | undefined
  /** The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`. */
  uiLocales?: string | undefined
}

/** A started login. It is not printed, because its address holds the `state`. */
export class Authorization {
  readonly #parts: PlainAuthorization

  /** @internal */
  constructor(parts: PlainAuthorization) {
    this.#parts = parts
  }

  /** The address to redirect the user's browser to. Do not log it. */
  get url(): string {
    return this.#parts.url
  }

  /** The `state` in the address. The app does not need it: the client stores it. */
  get state(): string {
    return this.#parts.state
  }

  /** @internal */
  [inspect.custom](): string {
    return 'Authorization { [hidden] }'
  }
}

/** The user granted access: the tokens are stored. */
export interface Granted {
  /** Distinguishes it from {@link Denied}. */
  status: 'granted'
  /** A client for the user, with a valid token in every call. */
  user: UserClient
  /** The key of the stored grant, for `platform.user(grant)`: store it with your own data of the user. */
  grant: GrantKey
  /** The granted scopes. */
  scopes: Scope[]
  /** The scopes that were requested and not granted. */
  missingScopes: Scope[]
  /** The path that was given to the login. */
  returnTo: string | undefined
}

/** The user denied access. This is a normal outcome: show a page of the app. */
export interface Denied {
  /** Distinguishes it from {@link Granted}. */
  status: 'denied'
}

/** The decision of the user. */
export type LoginOutcome = Granted | Denied

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
export class OAuth {
  readonly #native: () => core.Platform
  readonly #user: (grant: GrantKey) => UserClient

  /** @internal */
  constructor(native: () => core.Platform, user: (grant: GrantKey) => UserClient) {
    this.#native = native
    this.#user = user
  }

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
  async authorize(login: Login, options?: CallOptions): Promise<Authorization> {
    if (typeof login !== 'object' || login === null) throw invalidInput('login', 'must be an object')
    return new Authorization(await call(options, (id, core) => {
      const { session, ...rest } = login
      if (Array.isArray(rest.scopes)) rest.scopes.forEach(checkScope)
      return this.#native().oauthAuthorize(id, { ...rest, sessionId: text('session', session) }, core)
    }))
  }

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
  async callback(
    address: string | URL | { readonly url?: string | undefined },
    options: { session: string } & CallOptions,
  ): Promise<LoginOutcome> {
    return this.finish(callbackAddress(address), text('session', options?.session), options)
  }

  /**
   * As {@link callback}. Without a session the browser has sent none: it ends the login, and fails.
   *
   * @internal
   */
  async finish(address: string, session: string | undefined, options?: CallOptions): Promise<LoginOutcome> {
    const outcome = await call(options, (id, core) => session === undefined
      ? this.#native().oauthCallbackWithoutSession(id, address, core)
      : this.#native().oauthCallback(id, address, session, core), CALLBACK)
    if (outcome.status === 'denied') return { status: 'denied' }
    const { grant, scopes, missingScopes, returnTo } = outcome
    return { status: 'granted', user: this.#user(grant), grant, scopes, missingScopes, returnTo }
  }

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
  async exchange(code: string, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthExchange(id, text('code', code), text('redirectUri', redirectUri), core)))
  }

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
  async refresh(tokens: TokenParts, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthRefresh(id, parts(tokens), text('redirectUri', redirectUri), core)))
  }
}

/**
 * Checks the type of a scope.
 *
 * @internal
 */
export function checkScope(scope: unknown, index: number): void {
  const field = `scopes[${index}]`
  if (typeof scope === 'function') throw invalidInput(field, 'is a function: call it with the id, as `scope.postAddonCreate(post)`')
  text(field, scope as string)
}

/** The address to complete a login with. Of a request only the query: behind a proxy its address is another one. */
function callbackAddress(address: string | URL | { readonly url?: string | undefined }): string {
  if (typeof address === 'string') return address
  if (address instanceof URL) return address.href
  if (typeof address !== 'object' || address === null) {
    throw invalidInput('address', 'must be the address of the redirect, its query, or the request of the browser')
  }
  const url = text('address', address.url ?? '')
  const query = url.indexOf('?')
  return query < 0 ? '' : url.slice(query)
}
