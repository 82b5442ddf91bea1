// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import kotlin.time.Duration

/** Search over the posts of the platform. From `OpenPlatform.finder`. */
public class Finder internal constructor(private val native: Platform) {
    /**
     * Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
     *
     * The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
     * repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
     *
     * Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
     *
     * @param search The filters.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws InvalidInputException for a range that is empty or has a negative end.
     * @throws RateLimitedException if the app has used all its searches.
     */
    public suspend fun search(search: PostSearch, timeout: Duration? = null): FoundPosts =
        traced("finder.search") { translated { native.finderSearch(search, options(timeout)) } }
}
