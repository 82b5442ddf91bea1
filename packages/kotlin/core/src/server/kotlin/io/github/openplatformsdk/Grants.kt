package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/** The stored grants. From [OpenPlatform.grants]. */
public class Grants internal constructor(private val native: Platform) {
    /**
     * All grants in the store. Those that cannot be read are left out, and [unreadable] has them. For many thousands of grants
     * take [iterate].
     */
    public suspend fun list(): List<GrantInfo> = translated { native.grantsList() }

    /**
     * A part of the grants in the store, in the order of their keys. Those that cannot be read are left out, as [list] does, so
     * a page may have fewer than [limit] and not be the last one.
     *
     * @param after [GrantPage.next] of the page before. Without it this is the first page.
     * @param limit the most that a page has, 1 to 1,000. Without it a page has up to 1,000, or all grants of a store of your
     *   own, which is read as a whole.
     */
    public suspend fun page(after: GrantKey? = null, limit: Int? = null): GrantPage =
        translated { native.grantsPage(after, limit?.coerceAtLeast(0)?.toUInt()) }

    /** The same grants as [list], of which only a part is in memory at a time. */
    public fun iterate(): Flow<GrantInfo> = flow {
        var after: GrantKey? = null
        do {
            val page = page(after)
            page.grants.forEach { emit(it) }
            after = page.next
        } while (after != null)
    }

    /**
     * The grants of a user, by the app's own name for the user, the newest login first. Those that cannot be read are left
     * out, as [list] does.
     */
    public suspend fun ofUser(user: String): List<GrantInfo> = translated { native.grantsOfUser(user) }

    /**
     * The grants that cannot be read: sealed with a key that is not among the store keys, or written by a newer version.
     * Such a grant is not lost. It goes on once its key is back; if that is gone for good, [forget] the grant and send the
     * user to a login.
     */
    public suspend fun unreadable(): List<UnreadableGrant> = translated { native.grantsUnreadable() }

    /**
     * Finds out whether a user has really taken access away, as `Event.UserAccessRevocation` says: each of the user's
     * grants is refreshed at once, and the platform's answer decides. So an event that is late or sent again ends no newer
     * login. Returns the grants as they are then, those that could not be asked about unchanged.
     *
     * If the platform confirms it, the tokens are erased from the store, and when this returns no process of the store uses
     * the grant any more. For that it waits 2 s, which is longer than another process goes by what it has read. Beyond it are
     * a request that is on its way already, and a process that does not reach the store: that goes on with the token that it
     * knows until it ends, and with new tokens that it could not store for up to 30 s after the store is back.
     *
     * Only grants with a known [GrantInfo.userId] that can be read are found; the others end with their next refresh.
     *
     * @param userId the platform's id of the user, as the event has it.
     */
    public suspend fun revoked(userId: UserId): List<GrantInfo> = translated { native.grantsRevoked(userId) }

    /** What is known about one grant, or `null` if there is none of this name. */
    public suspend fun info(grant: GrantKey): GrantInfo? = translated { native.grantsInfo(grant) }

    /**
     * Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not, send
     * the user to a login.
     */
    public suspend fun isUsable(grant: GrantKey): Boolean = translated { native.grantsIsUsable(grant) }

    /**
     * Refreshes a grant now and renews its subscriptions. There is no need to call this: calls refresh by themselves.
     *
     * @throws ReauthRequiredException for good.
     * @throws RefreshUnavailableException for now.
     */
    public suspend fun refresh(grant: GrantKey): GrantInfo = translated { native.grantsRefresh(grant) }

    /**
     * Takes over tokens that were obtained elsewhere, and keeps them alive. Whoever had them before must no longer
     * refresh them.
     *
     * @param user the app's own name for the user: with it a login with the same scopes replaces the grant.
     * @param redirectUri the redirect address of the login that made the tokens, if it was not the client's.
     * @param consentAt when the user logged in. Now, if it is not known.
     */
    public suspend fun adopt(
        tokens: Tokens,
        user: String? = null,
        redirectUri: String? = null,
        consentAt: Instant? = null,
    ): GrantInfo = translated { tokens.toNative().use { native.grantsAdopt(it, user, redirectUri, consentAt) } }

    /**
     * Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was one.
     * The platform is not told: it documents no way to revoke a token (docs/platform.md#token-services).
     */
    public suspend fun forget(grant: GrantKey): Boolean = translated { native.grantsForget(grant) }
}
