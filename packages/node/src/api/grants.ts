import type { GrantInfo, GrantKey } from '../model.js'
import { call, type CallOptions, names } from '../native.js'
import type { Platform } from '../native-types.js'
import { parts, type TokenParts } from '../tokens.js'
import { StoredGrants } from './stored-grants.js'

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

/** The stored grants. No result contains a token. */
export class Grants extends StoredGrants {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    super(native)
    this.#native = native
  }

  /**
   * `for await (const grant of platform.grants.iterate())`: the same grants as {@link list}, read page by page, so that only
   * one page is in memory at a time. The options apply to each page.
   */
  async *iterate(options?: CallOptions): AsyncGenerator<GrantInfo, void, void> {
    let after: GrantKey | undefined
    do {
      const page = await this.page({ ...options, after })
      yield* page.grants
      after = page.next
    } while (after !== undefined)
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
}
