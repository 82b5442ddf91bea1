import { inspect } from 'node:util'

import type { UserClient } from '../client.js'
import type { GrantKey, Scope } from '../model.js'
import { call, type CallOptions, names, text } from '../native.js'
import type * as core from '../native-types.js'
import { parts, Tokens, type TokenParts } from '../tokens.js'

const CALLBACK = names<{ session: string } & CallOptions>({ signal: true, timeoutMs: true, session: true })

/** The parameters of a login. */
export interface Login {
  /** The scopes to request. With `scope.offlineAccess` the grant can be refreshed after its first access token has expired. */
  scopes: Scope[]
  /**
   * A value that binds the login to the browser that starts it: the value of a session cookie, or anything else that only
   * this browser can present again.
   */
  session: string
  /**
   * The app's own id of the user, never a session id or a cookie: it is stored with the grant. With it the same user and the
   * same scopes always have the same grant, so that a new login replaces the old grant.
   */
  user?: string | undefined
  /** The path in the app to continue at afterwards; the callback returns it. */
  returnTo?: string | undefined
  /** Another registered redirect address than the client's. */
  redirectUri?: string | undefined
  /**
   * The prompts that the server should show: words separated by spaces, such as `login` or `consent`, or `none` alone. A
   * standard parameter, as the next two: the platform documents none of them and may ignore them.
   */
  prompt?: string | undefined
  /** An identifier of the user, such as a phone number, with which the page can fill in its form. */
  loginHint?: string | undefined
  /** The languages of the page, the preferred one first, such as `fa en`. */
  uiLocales?: string | undefined
}

/** A started login. It is not printed, because its address holds the `state`. */
export class Authorization {
  readonly #parts: core.Authorization

  /** @internal */
  constructor(parts: core.Authorization) {
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
   * Starts a login: redirect the user's browser to the `url`. No request is sent.
   *
   * The login can be completed once, within ten minutes, and only by the same session, the same app and the same
   * authorization server. Source: `docs/platform.md#authorization`.
   *
   * @throws {@link InvalidInput} for a scope that cannot be requested, {@link ConfigError} for a missing or invalid setting,
   * {@link StoreError}.
   */
  async authorize(login: Login, options?: CallOptions): Promise<Authorization> {
    return new Authorization(await call(options, (id, core) => {
      const { session, ...rest } = login
      return this.#native().oauthAuthorize(id, { ...rest, sessionId: session }, core)
    }))
  }

  /**
   * Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
   *
   * The argument is a request of a web framework (its `url`), an address, a path with its query, or the query alone. A whole
   * address must be the redirect address of this login: the same scheme, host, port and path. Of a request only the query is
   * used, because behind a proxy its address is the one that the proxy requested.
   *
   * A call with the wrong session also ends the login: somebody other than the user had the address, so its code must not be
   * used any more.
   *
   * The login is over afterwards, whatever the outcome, with one exception: after {@link RateLimited} the same address may
   * be passed again. The exchange continues if the caller stops waiting. Source: `docs/platform.md#token-exchange`.
   *
   * @throws {@link StateMismatch} if the session is another one, the login was completed already, or the address is not the
   * login's; {@link StateExpired} after ten minutes; {@link CallbackRejected} for a malformed address;
   * {@link AuthorizationRefused} if the platform refused the login itself, which is not a denial by the user;
   * {@link CodeRejected} if the platform does not accept the code; {@link ConfigError} if it does not accept the client
   * secret; {@link ServerError}, {@link TransportError} and {@link DecodeError} if there was no usable response: a code works
   * once, so start the login again.
   */
  async callback(
    address: string | URL | { readonly url?: string | undefined },
    options: { session: string } & CallOptions,
  ): Promise<Granted | Denied> {
    return this.finish(callbackAddress(address), text('session', options?.session), options)
  }

  /**
   * As {@link callback}. Without a session the browser has sent none: it ends the login, and fails.
   *
   * @internal
   */
  async finish(address: string, session: string | undefined, options?: CallOptions): Promise<Granted | Denied> {
    const outcome = await call(options, (id, core) => this.#native().oauthCallback(id, address, session, core), CALLBACK)
    if (outcome.status === 'denied') return { status: 'denied' }
    const { grant, scopes, missingScopes, returnTo } = outcome
    return { status: 'granted', user: this.#user(grant), grant, scopes, missingScopes, returnTo }
  }

  /**
   * Exchanges a code without the checks of `callback` and without storing anything: for apps that keep `state` and tokens
   * themselves. `redirectUri` is the redirect address of the login. Source: `docs/platform.md#token-exchange`.
   *
   * @throws as `callback`, without the errors about `state`.
   */
  async exchange(code: string, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthExchange(id, text('code', code), text('redirectUri', redirectUri), core)))
  }

  /**
   * Sends one refresh request, without a store: for apps that keep tokens themselves. The platform replaces both tokens;
   * store both before the next call. Stored grants are refreshed automatically. `redirectUri` is the redirect address of the
   * login. Source: `docs/platform.md#token-refresh`.
   *
   * @throws {@link ReauthRequired} if the refresh token is no longer valid; {@link RefreshUnavailable} if the refresh is not
   * possible now: if its outcome is unknown, the same tokens may be tried again for less than two minutes.
   */
  async refresh(tokens: TokenParts, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthRefresh(id, parts(tokens), text('redirectUri', redirectUri), core)))
  }
}

/** The address to complete a login with. Of a request only the query: behind a proxy its address is another one. */
function callbackAddress(address: string | URL | { readonly url?: string | undefined }): string {
  if (typeof address === 'string') return address
  if (address instanceof URL) return address.href
  const url = text('address', address?.url ?? '')
  const query = url.indexOf('?')
  return query < 0 ? '' : url.slice(query)
}
