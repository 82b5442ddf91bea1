// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Search over the posts of the platform. From `OpenPlatformAsync.finder`. */
public class FinderAsync internal constructor(private val calls: Finder, private val futures: Futures) {
    /**
     * Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
     *
     * The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
     * repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
     *
     * It ends with [InvalidInputException] for a range that is empty or has a negative end.
     *
     * It ends with [RateLimitedException] if the app has used all its searches.
     *
     * Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
     *
     * @param search The filters.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun search(search: PostSearch, timeout: Duration? = null): CompletableFuture<FoundPosts> =
        futures.of { calls.search(search, timeout.inKotlin()) }

    /** Like the other [search], but builds `search`. */
    @JvmOverloads
    public fun search(search: Consumer<PostSearchBuilder>, timeout: Duration? = null): CompletableFuture<FoundPosts> =
        futures.of { calls.search(PostSearchBuilder().built(search), timeout.inKotlin()) }
}
