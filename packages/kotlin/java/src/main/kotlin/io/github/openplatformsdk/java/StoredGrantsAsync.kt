// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/**
 * The stored grants. No result contains a token.
 *
 * The base class of `GrantsAsync`.
 */
public abstract class StoredGrantsAsync internal constructor(private val calls: StoredGrants, private val futures: Futures) {
    /**
     * A page of the grants in the store, ordered by key: for lists that are too long for memory.
     *
     * Grants that cannot be read are left out, as in `list`, so a page may have fewer grants than `limit` without being
     * the last one. A grant that is added or deleted between two pages may or may not be in the later ones, depending
     * on its key. All other grants are returned exactly once.
     *
     * It ends with [InvalidInputException] for a `limit` that is not 1 to 1,000.
     *
     * It ends with [StoreException] if the store failed, for the first page also if there are grants and none of them
     * can be read.
     *
     * @param after `GrantPage.next` of the previous page. By default the first page.
     * @param limit The maximum number of grants, 1 to 1,000. By default 1,000.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun page(
        after: GrantKey? = null,
        limit: Int? = null,
        timeout: Duration? = null,
    ): CompletableFuture<GrantPage> =
        futures.of { calls.page(after, limit, timeout.inKotlin()) }

    /**
     * All grants in the store. Those that cannot be read are left out: `unreadable` returns them. For many thousands of
     * grants, read them page by page.
     *
     * It ends with [StoreException] if the store failed, also if there are grants and none of them can be read.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun list(timeout: Duration? = null): CompletableFuture<List<GrantInfo>> =
        futures.of { calls.list(timeout.inKotlin()) }

    /**
     * The grants of one user, the newest login first. Grants that cannot be read are left out, as in `list`.
     *
     * It ends with [StoreException] if the store failed, also if there are such grants and none of them can be read.
     *
     * @param user The app's own id of the user, as given at the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun ofUser(user: String, timeout: Duration? = null): CompletableFuture<List<GrantInfo>> =
        futures.of { calls.ofUser(user, timeout.inKotlin()) }

    /**
     * The grants that cannot be read: they are encrypted with a key that is not among the store keys, or were written
     * by a newer version. Such a grant is not lost: it can be used again once its key is configured. If the key is
     * lost, `forget` the grant and send the user to a login.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun unreadable(timeout: Duration? = null): CompletableFuture<List<UnreadableGrant>> =
        futures.of { calls.unreadable(timeout.inKotlin()) }

    /**
     * The data of one grant, or `null` if no grant has this key.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param grant The key of the grant, from the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun info(grant: GrantKey, timeout: Duration? = null): CompletableFuture<GrantInfo?> =
        futures.of { calls.info(grant, timeout.inKotlin()) }

    /**
     * Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If not,
     * send the user to a login.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param grant The key of the grant, from the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun isUsable(grant: GrantKey, timeout: Duration? = null): CompletableFuture<Boolean> =
        futures.of { calls.isUsable(grant, timeout.inKotlin()) }

    /**
     * Refreshes a grant now, even if its access token is still valid, and renews its subscriptions.
     *
     * Apps need not call this: calls refresh the grant when it is due. For an app that makes no calls for hours but
     * needs its events, a keeper does it.
     *
     * It ends with [InvalidInputException] if the grant has no refresh token and is still valid: its scopes do not
     * include offline access.
     *
     * It ends with [ReauthRequiredException] if the user has to log in again.
     *
     * It ends with [RefreshUnavailableException] if the failure is temporary.
     *
     * It ends with [TransportException] if the response was a redirect, which is never followed. The grant is kept.
     * Further attempts fail with [RefreshUnavailableException], which has the time to wait, for 10 seconds, or longer
     * after several redirects in a row.
     *
     * It ends with [DecodeException] if the response could not be read. The grant is kept: try again later.
     *
     * It ends with [ConfigException] if a credential is missing.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param grant The key of the grant, from the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun refresh(grant: GrantKey, timeout: Duration? = null): CompletableFuture<GrantInfo> =
        futures.of { calls.refresh(grant, timeout.inKotlin()) }

    /**
     * Checks whether a user has really revoked access, after the event `UserAccessRevocation`. Each of the user's
     * grants is refreshed at once, and the platform's response decides. So an event that is late or repeated does not
     * end a newer login. Returns the state of the grants afterwards. Those that could not be checked are unchanged.
     *
     * A refresh that was running when the event arrived proves nothing, so another one follows it. If the platform
     * confirms the revocation, the tokens of the grant are erased from the store, also those that had not ended yet,
     * and no call and no gateway for phones uses the grant any more: in this process at once, and in all other
     * processes of the store when this method returns. To ensure that, it waits 2 s after the tokens are erased, which
     * is longer than another process uses a cached grant. Three cases are not covered: a request that was sent already;
     * a process that does not reach the store, which uses the token that it knows until that ends; and new tokens that
     * such a process could not store, which it uses for up to 30 s after the store is back.
     *
     * Only grants with a known `GrantInfo.userId` that can be read are checked. The others end with their next refresh.
     * If the time limit of the call passes, the results up to then are stored.
     *
     * It ends with [StoreException] as for `list`, or if the store failed for one of the user's grants: the others were
     * checked nevertheless.
     *
     * @param userId The platform's id of the user, from the event.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun revoked(userId: UserId, timeout: Duration? = null): CompletableFuture<List<GrantInfo>> =
        futures.of { calls.revoked(userId, timeout.inKotlin()) }

    /**
     * Deletes a grant and its subscriptions from the store, also one that cannot be read. Returns whether there was
     * one.
     *
     * The platform is not informed: it documents no way to revoke a token (docs/platform.md#token-services). The result
     * of a running refresh is dropped. Other processes of the store may use the access token for up to one more second.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param grant The key of the grant, from the login.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun forget(grant: GrantKey, timeout: Duration? = null): CompletableFuture<Boolean> =
        futures.of { calls.forget(grant, timeout.inKotlin()) }
}
