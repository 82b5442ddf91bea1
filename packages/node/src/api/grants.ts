import { invalidInput } from '../errors.js'
import type { GrantInfo, GrantKey, GrantPage, UnreadableGrant, UserId } from '../model.js'
import { call, type CallOptions, text } from '../native.js'
import type { Platform } from '../native-types.js'
import { parts, type TokenParts } from '../tokens.js'

/** What is known of tokens that were obtained elsewhere. */
export interface Adoption {
  /** The app's own name for the user, so that a login with the same scopes replaces the grant. */
  user?: string | undefined
  /** The redirect address of the login that made the tokens, if it was not the client's: a refresh repeats it. */
  redirectUri?: string | undefined
  /** When the user logged in. Now, if it is not known. */
  consentAt?: Date | undefined
}

/** Which part of the grants. */
export interface GrantPageOptions extends CallOptions {
  /** `next` of the page before. Without it this is the first page. */
  after?: GrantKey | undefined
  /**
   * The most that a page has, 1 to 1,000. Without it a page has up to 1,000, or all grants of a store of your own, which is
   * read as a whole.
   */
  limit?: number | undefined
}

/** The stored grants. */
export class Grants {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * All grants in the store. Those that cannot be read are left out, and {@link unreadable} has them. For many thousands of
   * grants take {@link iterate}.
   */
  list(options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsList(id, core))
  }

  /**
   * A part of the grants in the store, in the order of their keys. Those that cannot be read are left out, as {@link list}
   * does, so a page may have fewer than `limit` and not be the last one.
   */
  page(options?: GrantPageOptions): Promise<GrantPage> {
    return call(options, (id, core) => {
      const { after, limit } = options ?? {}
      if (after !== undefined) text('after', after)
      if (limit !== undefined && !Number.isInteger(limit)) throw invalidInput('limit', 'must be a whole number')
      return this.#native().grantsPage(id, after, limit, core)
    })
  }

  /**
   * `for await (const grant of platform.grants.iterate())`: the same grants as {@link list}, of which only a part is in memory at
   * a time. The options count for each page.
   */
  async *iterate(options?: CallOptions): AsyncGenerator<GrantInfo, void, void> {
    let page: GrantPage | undefined
    do {
      page = await this.page({ ...options, after: page?.next })
      yield* page.grants
    } while (page.next !== undefined)
  }

  /**
   * The grants of one user, by the app's own name as in {@link Login.user}, the newest login first. Those that cannot be
   * read are left out, as {@link list} does.
   */
  ofUser(user: string, options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsOfUser(id, text('user', user), core))
  }

  /**
   * The grants that cannot be read: sealed with a key that is not among the store keys, or written by a newer version.
   * Such a grant is not lost. It goes on once its key is back; if that is gone for good, {@link forget} the grant and send
   * the user to a login.
   */
  unreadable(options?: CallOptions): Promise<UnreadableGrant[]> {
    return call(options, (id, core) => this.#native().grantsUnreadable(id, core))
  }

  /**
   * Finds out whether a user has really taken access away, as the event `user_access_revocation` says: each of the user's
   * grants is refreshed at once, and the platform's answer decides. So an event that is late or sent again ends no newer
   * login. Returns the grants as they are then, those that could not be asked about unchanged.
   *
   * If the platform confirms it, the tokens are erased from the store, and when this returns no process of the store uses
   * the grant any more. For that it waits 2 s, which is longer than another process goes by what it has read. Beyond it are
   * a request that is on its way already, and a process that does not reach the store: that goes on with the token that it
   * knows until it ends, and with new tokens that it could not store for up to 30 s after the store is back.
   *
   * Only grants with a known `userId` that can be read are found; the others end with their next refresh.
   */
  revoked(user: UserId, options?: CallOptions): Promise<GrantInfo[]> {
    return call(options, (id, core) => this.#native().grantsRevoked(id, user, core))
  }

  /** What is known about one grant, or `undefined` if there is none of this name. */
  async info(grant: GrantKey, options?: CallOptions): Promise<GrantInfo | undefined> {
    return (await call(options, (id, core) => this.#native().grantsInfo(id, grant, core))) ?? undefined
  }

  /**
   * Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not, send
   * the user to a login.
   */
  isUsable(grant: GrantKey, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().grantsIsUsable(id, grant, core))
  }

  /**
   * Refreshes a grant now, whatever is left of its access token, and renews its subscriptions.
   *
   * There is no need to call this: calls refresh by themselves. An app that makes no calls for hours, but wants its
   * events, calls it at `accessExpiresAt` or before.
   *
   * @throws {@link ReauthRequired} for good, {@link RefreshUnavailable} for now.
   */
  refresh(grant: GrantKey, options?: CallOptions): Promise<GrantInfo> {
    return call(options, (id, core) => this.#native().grantsRefresh(id, grant, core))
  }

  /**
   * Takes over tokens that were obtained elsewhere, and keeps them alive. Whoever had them before must no longer refresh
   * them. If the store is down, they are kept in memory until it is back: `unsaved` says so.
   */
  adopt(tokens: TokenParts, options?: Adoption & CallOptions): Promise<GrantInfo> {
    return call(options, (id, core) => {
      const { user, redirectUri, consentAt } = options ?? {}
      return this.#native().grantsAdopt(id, { tokens: parts(tokens), user, redirectUri, consentAt }, core)
    })
  }

  /**
   * Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was one.
   *
   * The platform is not told: it documents no way to revoke a token. A refresh under way is dropped when it arrives.
   */
  forget(grant: GrantKey, options?: CallOptions): Promise<boolean> {
    return call(options, (id, core) => this.#native().grantsForget(id, grant, core))
  }
}
