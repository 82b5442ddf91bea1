// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { FoundPosts, PostSearch } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform } from '../native-types.js'

/** Search over the posts of the platform. */
export class Finder {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
   *
   * The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
   * repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
   *
   * Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
   *
   * @param search The filters.
   * @throws {@link InvalidInput} for a range that is empty or has a negative end.
   * @throws {@link RateLimited} if the app has used all its searches.
   */
  search(search: PostSearch, options?: CallOptions): Promise<FoundPosts> {
    return callEndpoint('finder.search', this.#native, options, (native, callId, core) =>
      native.finderSearch(callId, search, core))
  }
}
