package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.time.Instant
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/** The stored grants. From [OpenPlatform.grants]. */
public class Grants internal constructor(private val native: Platform) {
    /**
     * All grants in the store, without those that cannot be read: [unreadable] returns these. For many thousands of grants
     * use [iterate].
     */
    public suspend fun list(): List<GrantInfo> = translated { native.grantsList() }

    /**
     * One page of the grants in the store, in the order of their keys. Grants that cannot be read are left out, as in [list],
     * so a page with fewer than [limit] grants need not be the last one.
     *
     * @param after [GrantPage.next] of the previous page; `null` for the first page.
     * @param limit the maximum number of grants of a page, 1 to 1,000. By default 1,000, or all grants of a custom store,
     *   which is read as a whole.
     */
    public suspend fun page(after: GrantKey? = null, limit: Int? = null): GrantPage =
        translated { native.grantsPage(after, limit?.coerceAtLeast(0)?.toUInt()) }

    /** The same grants as [list], loaded page by page. */
    public fun iterate(): Flow<GrantInfo> = flow {
        var after: GrantKey? = null
        do {
            val page = page(after)
            page.grants.forEach { emit(it) }
            after = page.next
        } while (after != null)
    }

    /**
     * The grants of a user, the newest login first, without those that cannot be read, as in [list]. [user] is the app's own
     * id of the user.
     */
    public suspend fun ofUser(user: String): List<GrantInfo> = translated { native.grantsOfUser(user) }

    /**
     * The grants that cannot be read, because they are encrypted with a key that is not among the store keys, or were written
     * by a newer version. Such a grant is usable again once its key is configured. If the key is lost, call [forget] and let
     * the user log in again.
     */
    public suspend fun unreadable(): List<UnreadableGrant> = translated { native.grantsUnreadable() }

    /**
     * Checks whether a user has really revoked access, as `Event.UserAccessRevocation` reports: it refreshes each of the
     * user's grants at once, and the platform's response decides. A late or repeated event therefore ends no newer login.
     * Returns the grants in their new state; a grant whose refresh failed temporarily is returned unchanged.
     *
     * If the platform confirms the revocation, the tokens are deleted from the store, and when this returns no process that
     * shares the store uses the grant any more. For this it waits 2 s, which is longer than other processes cache what they
     * have read. There are two exceptions: a request that is already sent, and a process that cannot reach the store. The
     * latter uses its token until the token expires, and new tokens that it could not store for up to 30 s after the store is
     * reachable again.
     *
     * It finds only readable grants with a known [GrantInfo.userId]; the others end with their next refresh.
     *
     * @param userId the platform's id of the user, from the event.
     */
    public suspend fun revoked(userId: UserId): List<GrantInfo> = translated { native.grantsRevoked(userId) }

    /** Information about one grant, or `null` if it is not in the store. */
    public suspend fun info(grant: GrantKey): GrantInfo? = translated { native.grantsInfo(grant) }

    /**
     * Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If not, let
     * the user log in again.
     */
    public suspend fun isUsable(grant: GrantKey): Boolean = translated { native.grantsIsUsable(grant) }

    /**
     * Refreshes a grant now and renews its subscriptions. Calls refresh grants by themselves, so this is rarely needed.
     *
     * @throws ReauthRequiredException if the grant has ended permanently.
     * @throws RefreshUnavailableException if the refresh failed temporarily.
     */
    public suspend fun refresh(grant: GrantKey): GrantInfo = translated { native.grantsRefresh(grant) }

    /**
     * Stores tokens that were obtained elsewhere, and refreshes them from now on. Their previous owner must no longer refresh
     * them.
     *
     * @param user the app's own id of the user. If it is given, a later login with the same scopes replaces the grant.
     * @param redirectUri the redirect address of the login that issued the tokens, if it was not the client's.
     * @param consentAt when the user logged in. The current time by default.
     */
    public suspend fun adopt(
        tokens: Tokens,
        user: String? = null,
        redirectUri: String? = null,
        consentAt: Instant? = null,
    ): GrantInfo = translated { tokens.toNative().use { native.grantsAdopt(it, user, redirectUri, consentAt) } }

    /**
     * Deletes a grant and its subscriptions from the store, even if the grant cannot be read. Returns whether it existed. The
     * platform is not notified: it documents no request to revoke a token (docs/platform.md#token-services).
     */
    public suspend fun forget(grant: GrantKey): Boolean = translated { native.grantsForget(grant) }
}
