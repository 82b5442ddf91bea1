package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.time.Instant
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer
import java.util.stream.Stream

/** The stored grants. No result contains a token. From [OpenPlatformAsync.grants]. */
public class GrantsAsync internal constructor(private val calls: Grants, private val futures: Futures) :
    StoredGrantsAsync(calls, futures) {
    /**
     * The same grants as [list], loaded page by page: calls the function for one after the other. What it throws ends the iteration.
     *
     * @param timeout the time limit of each page, instead of the one in the settings.
     */
    @JvmOverloads
    public fun iterate(action: Consumer<GrantInfo>, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.iterate(timeout.inKotlin()).collect(action::accept) }

    /** Like the other [iterate], as a stream. Taking an item may wait for a page, and may throw. Close it. */
    @JvmOverloads
    public fun iterate(timeout: Duration? = null): Stream<GrantInfo> = futures.stream(calls.iterate(timeout.inKotlin()))

    /**
     * Stores tokens that were obtained elsewhere, and refreshes them from now on. Their previous owner must no longer refresh them.
     *
     * @param user the app's own id of the user. If it is given, a later login with the same scopes replaces the grant.
     * @param redirectUri the redirect address of the login that issued the tokens, if it was not the client's.
     * @param consentAt when the user logged in. The current time by default.
     * @param timeout the time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun adopt(
        tokens: Tokens,
        user: String? = null,
        redirectUri: String? = null,
        consentAt: Instant? = null,
        timeout: Duration? = null,
    ): CompletableFuture<GrantInfo> = futures.of { calls.adopt(tokens, user, redirectUri, consentAt, timeout.inKotlin()) }
}
