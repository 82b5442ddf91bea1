import { inspect } from 'node:util'

import type { UserClient } from '../client.js'
import type { GrantKey, Scope } from '../model.js'
import { call, type CallOptions, text } from '../native.js'
import type * as core from '../native-types.js'
import { parts, Tokens, type TokenParts } from '../tokens.js'

/** A login to start. */
export interface Login {
  /** What to ask the user for. With `scope.offlineAccess` the grant outlives its first access token. */
  scopes: Scope[]
  /**
   * The browser session that starts the login, as the app knows it: the value of a session cookie, or anything else that
   * only this browser can show again.
   */
  session: string
  /**
   * The app's own id of the user, never a session id or a cookie: it is kept with the grant. With it the same user and the
   * same scopes always have the same grant, so that logging in again replaces the old one.
   */
  user?: string | undefined
  /** Where in the app to go on afterwards: a path, given back by the callback. */
  returnTo?: string | undefined
  /** Another registered redirect address than the client's. */
  redirectUri?: string | undefined
  /**
   * What the server should ask: words with spaces between them, such as `login` or `consent`, or `none` alone. A standard
   * parameter, as the next two: the platform documents none of them and may ignore them.
   */
  prompt?: string | undefined
  /** Who is about to log in, such as a phone number, so that the page can fill it in. */
  loginHint?: string | undefined
  /** The languages of the page, the best one first, such as `fa en`. */
  uiLocales?: string | undefined
}

/** A login under way. It does not print: its address holds the `state`. */
export class Authorization {
  readonly #parts: core.Authorization

  /** @internal */
  constructor(parts: core.Authorization) {
    this.#parts = parts
  }

  /** The address to send the user's browser to. It does not belong in a log. */
  get url(): string {
    return this.#parts.url
  }

  /** The `state` inside it. Nothing has to be done with it: the client remembers it. */
  get state(): string {
    return this.#parts.state
  }

  /** @internal */
  [inspect.custom](): string {
    return 'Authorization { [hidden] }'
  }
}

/** The user said yes: the tokens are stored. */
export interface Granted {
  /** Tells it from {@link Denied}. */
  status: 'granted'
  /** Acts for the user, with a fresh token in every call. */
  user: UserClient
  /** The name of the stored grant, to keep beside the app's own user: `platform.user(grant)`. */
  grant: GrantKey
  /** The granted scopes. */
  scopes: Scope[]
  /** The scopes that were asked for and not granted. */
  missingScopes: Scope[]
  /** The path that the login remembered. */
  returnTo: string | undefined
}

/** The user said no. This is a normal outcome: show the app's own page. */
export interface Denied {
  /** Tells it from {@link Granted}. */
  status: 'denied'
}

/**
 * Login.
 *
 * ```ts
 * const { url } = await platform.oauth.authorize({ scopes: [scope.userPhone, scope.offlineAccess], session })
 * // ... the user comes back:
 * const login = await platform.oauth.callback(request, { session })
 * if (login.status === 'denied') return showThatItDoesNotWorkWithout()
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
   * Starts a login: send the user's browser to the `url`. Nothing is sent.
   *
   * The login can be completed once, within ten minutes, and only by the same session, the same app and the same
   * authorization server. Source: spec 1.
   *
   * @throws {@link InvalidInput} for a scope that cannot be asked for, {@link ConfigError} for a missing or unfit setting,
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
   * Takes a request of a web framework (its `url`), an address, a path with its query, or the query alone. A whole address
   * must be the redirect address of this login: the same scheme, host, port and path. Of a request only the query counts,
   * because behind a proxy it shows the proxy's side of the address.
   *
   * A call with the wrong session uses the login up, too: the address was then in other hands than the user's, so its code
   * must not be used any more.
   *
   * The login is over afterwards, whatever the outcome, with one exception: after {@link RateLimited} the same address may
   * be handed in again. The exchange goes on if the caller stops waiting. Source: spec 2.
   *
   * @throws {@link StateMismatch} for another session, or used already, or an address that is not the login's;
   * {@link StateExpired} after ten minutes; {@link CallbackRejected} for a malformed address;
   * {@link AuthorizationRefused} if the platform refused the login itself, which is no denial by the user;
   * {@link CodeRejected} if the platform does not take the code; {@link ConfigError} if it does not take the client secret;
   * {@link ServerError}, {@link TransportError} and {@link DecodeError} for no usable answer: a code works once, so start the login again.
   */
  async callback(
    address: string | URL | { readonly url?: string | undefined },
    options: { session: string } & CallOptions,
  ): Promise<Granted | Denied> {
    const outcome = await call(options, (id, core) =>
      this.#native().oauthCallback(id, answer(address), text('session', options?.session), core))
    if (outcome.status === 'denied') return { status: 'denied' }
    const { grant, scopes, missingScopes, returnTo } = outcome
    return { status: 'granted', user: this.#user(grant), grant, scopes, missingScopes, returnTo }
  }

  /**
   * Exchanges a code without the checks of `callback` and without storing anything: for apps that keep `state` and tokens
   * themselves. `redirectUri` is the one of the login. Source: spec 2.
   *
   * @throws as `callback`, without the errors about `state`.
   */
  async exchange(code: string, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthExchange(id, text('code', code), text('redirectUri', redirectUri), core)))
  }

  /**
   * Sends one refresh request, without a store: for apps that keep tokens themselves. The platform replaces both tokens;
   * store both before the next call. Stored grants are refreshed without being asked. `redirectUri` is the one of the
   * login. Source: spec 3.
   *
   * @throws {@link ReauthRequired} if the refresh token has ended; {@link RefreshUnavailable} for now: if nothing is known
   * about the outcome, the same tokens may be tried again for less than two minutes.
   */
  async refresh(tokens: TokenParts, redirectUri: string, options?: CallOptions): Promise<Tokens> {
    return new Tokens(await call(options, (id, core) => 
      this.#native().oauthRefresh(id, parts(tokens), text('redirectUri', redirectUri), core)))
  }
}

/** Of a request the query alone: its address is the one that a proxy has made of it. */
function answer(address: string | URL | { readonly url?: string | undefined }): string {
  if (typeof address === 'string') return address
  if (address instanceof URL) return address.href
  const url = text('address', address?.url ?? '')
  const query = url.indexOf('?')
  return query < 0 ? '' : url.slice(query)
}
