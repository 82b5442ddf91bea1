import { invalidInput } from '../error-reports.js'
import type { GrantInfo, GrantKey, GrantPage, UnreadableGrant, UserId } from '../model.js'
import { call, type CallOptions, names, text } from '../native.js'
import type { Platform } from '../native-types.js'
import { parts, type TokenParts } from '../tokens.js'

/** The data of tokens that were obtained elsewhere. */
export interface Adoption {
  /** The app's own id of the user, so that a login with the same scopes replaces the grant. */
  user?: string | undefined
  /** The redirect address of the login that issued the tokens, if it was not the client's: a refresh repeats it. */
  redirectUri?: string | undefined
  /** When the user logged in. The current time by default. */
  consentAt?: Date | undefined
}

const ADOPTION = names<Adoption & CallOptions>({ signal: true, timeoutMs: true, user: true, redirectUri: true, consentAt: true })

/** The options of a page of grants. */
export interface GrantPageOptions extends CallOptions {
  /** `next` of the previous page. Without it the first page is returned. */
  after?: GrantKey | undefined
  /**
   * The maximum size of the page, 1 to 1,000. Without it a page has up to 1,000 grants, or all grants of a store of your
   * own, which is read as a whole.
   */
  limit?: number | undefined
}

const PAGE = names<GrantPageOptions>({ signal: true, timeoutMs: true, after: true, limit: true })

/** The stored grants. */
export class Grants {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * All grants in the store. Those that cannot be read are left out; {@link unreadable} returns them. For many thousands of
   * grants use {@link iterate}.
   */
  list(options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsList(id, core))
  }

  /**
   * One page of the grants in the store, in the order of their keys. Those that cannot be read are left out, as in
   * {@link list}, so a page may have fewer than `limit` grants without being the last one.
   */
  page(options?: GrantPageOptions): Promise<GrantPage> {
    return call(options, (id, core) => {
      const { after, limit } = options ?? {}
      if (after !== undefined) text('after', after)
      if (limit !== undefined && !Number.isInteger(limit)) throw invalidInput('limit', 'must be a whole number')
      return this.#native().grantsPage(id, after, limit, core)
    }, PAGE)
  }

  /**
   * `for await (const grant of platform.grants.iterate())`: the same grants as {@link list}, read page by page, so that only
   * one page is in memory at a time. The options apply to each page.
   */
  async *iterate(options?: CallOptions): AsyncGenerator<GrantInfo, void, void> {
    let page: GrantPage | undefined
    do {
      page = await this.page({ ...options, after: page?.next })
      yield* page.grants
    } while (page.next !== undefined)
  }

  /**
   * The grants of one user, by the app's own id as in {@link Login.user}, the newest login first. Those that cannot be read
   * are left out, as in {@link list}.
   */
  ofUser(user: string, options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsOfUser(id, text('user', user), core))
  }

  /**
   * The grants that cannot be read: encrypted with a key that is not among the store keys, or written by a newer version.
   * Such a grant is not lost: it can be used again when its key is among the store keys again. If the key is lost,
   * {@link forget} the grant and have the user log in again.
   */
  unreadable(options?: CallOptions): Promise<UnreadableGrant[]> {
    return call(options, (id, core) => this.#native().grantsUnreadable(id, core))
  }

  /**
   * Verifies the event `user_access_revocation`: each of the user's grants is refreshed at once, and the platform's response
   * decides whether access was revoked. So a late or repeated event does not end a newer login. Returns the grants in their
   * new state; those that could not be verified are unchanged.
   *
   * If the platform confirms the revocation, the tokens are erased from the store, and when this returns no process that
   * shares the store uses the grant any more. For that it waits 2 s, which is longer than other processes cache a grant. Two
   * cases are excluded: a request that was already sent, and a process that cannot reach the store. Such a process uses the
   * token that it has until the token expires, and new tokens that it could not store for up to 30 s after the store can be
   * reached again.
   *
   * Only readable grants with a known `userId` are found; the others end with their next refresh.
   */
  revoked(user: UserId, options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsRevoked(id, user, core))
  }

  /** The state of one grant, or `undefined` if there is no grant of this key. */
  async info(grant: GrantKey, options?: CallOptions): Promise<GrantInfo | undefined> {
    return (await call(options, (id, core) => this.#native().grantsInfo(id, grant, core))) ?? undefined
  }

  /**
   * Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If not, the
   * user has to log in again.
   */
  isUsable(grant: GrantKey, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().grantsIsUsable(id, grant, core))
  }

  /**
   * Refreshes a grant now, even if its access token is still valid, and renews its subscriptions.
   *
   * Normally there is no need to call this: calls refresh the token automatically. An app that makes no calls for hours, but
   * needs its events, calls it at `accessExpiresAt` or before.
   *
   * @throws {@link ReauthRequired} if it failed permanently, {@link RefreshUnavailable} if it failed temporarily.
   */
  refresh(grant: GrantKey, options?: CallOptions): Promise<GrantInfo> {
    return call(options, (id, core) => this.#native().grantsRefresh(id, grant, core))
  }

  /**
   * Stores tokens that were obtained elsewhere as a grant, which is refreshed from now on. Their previous owner must no
   * longer refresh them. If the store is down, they are kept in memory until it can be reached; `unsaved` is then set.
   */
  adopt(tokens: TokenParts, options?: Adoption & CallOptions): Promise<GrantInfo> {
    return call(options, (id, core) => {
      const { user, redirectUri, consentAt } = options ?? {}
      return this.#native().grantsAdopt(id, { tokens: parts(tokens), user, redirectUri, consentAt }, core)
    }, ADOPTION)
  }

  /**
   * Deletes a grant and its subscriptions from the store, even if they cannot be read. Returns whether the grant existed.
   *
   * The platform is not notified: it documents no way to revoke a token. The result of a refresh in progress is discarded.
   */
  forget(grant: GrantKey, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().grantsForget(id, grant, core))
  }
}
