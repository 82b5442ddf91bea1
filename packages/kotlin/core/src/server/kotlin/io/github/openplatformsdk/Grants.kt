package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import kotlin.time.Duration
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/** The stored grants. No result contains a token. From [OpenPlatform.grants]. */
public class Grants internal constructor(native: Platform) : StoredGrants(native) {
    /**
     * The same grants as [list], loaded page by page.
     *
     * @param timeout the time limit of each page, instead of the one in the settings.
     */
    public fun iterate(timeout: Duration? = null): Flow<GrantInfo> = flow {
        var after: GrantKey? = null
        do {
            val page = page(after, timeout = timeout)
            page.grants.forEach { emit(it) }
            after = page.next
        } while (after != null)
    }

    /**
     * Stores tokens that were obtained elsewhere, and refreshes them from now on. Their previous owner must no longer refresh
     * them.
     *
     * @param user the app's own id of the user. If it is given, a later login with the same scopes replaces the grant.
     * @param redirectUri the redirect address of the login that issued the tokens, if it was not the client's.
     * @param consentAt when the user logged in. The current time by default.
     * @param timeout the time limit of the call, instead of the one in the settings.
     */
    public suspend fun adopt(
        tokens: Tokens,
        user: String? = null,
        redirectUri: String? = null,
        consentAt: Instant? = null,
        timeout: Duration? = null,
    ): GrantInfo = translated {
        tokens.toNative().use { native.grantsAdopt(it, user, redirectUri, consentAt, options(timeout)) }
    }
}
