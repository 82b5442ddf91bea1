import type { GrantInfo, GrantKey, GrantPage, UnreadableGrant, UserId } from '../model.js';
import { type CallOptions } from '../native.js';
/** The options of `page`. */
export interface GrantPageOptions extends CallOptions {
    /** `GrantPage.next` of the previous page. By default the first page. */
    after?: GrantKey | undefined;
    /** The maximum number of grants, 1 to 1,000. By default 1,000. */
    limit?: number | undefined;
}
/**
 * The stored grants. No result contains a token.
 *
 * The base class of `Grants`.
 */
export declare abstract class StoredGrants {
    #private;
    /**
     * A page of the grants in the store, ordered by key: for lists that are too long for memory.
     *
     * Grants that cannot be read are left out, as in `list`, so a page may have fewer grants than `limit` without being
     * the last one. A grant that is added or deleted between two pages may or may not be in the later ones, depending on
     * its key. All other grants are returned exactly once.
     *
     * @throws {@link InvalidInput} for a `limit` that is not 1 to 1,000.
     * @throws {@link StoreError} if the store failed, for the first page also if there are grants and none of them can be
     *   read.
     */
    page(options?: GrantPageOptions): Promise<GrantPage>;
    /**
     * All grants in the store. Those that cannot be read are left out: `unreadable` returns them. For many thousands of
     * grants, read them page by page.
     *
     * @throws {@link StoreError} if the store failed, also if there are grants and none of them can be read.
     */
    list(options?: CallOptions): Promise<GrantInfo[]>;
    /**
     * The grants of one user, the newest login first. Grants that cannot be read are left out, as in `list`.
     *
     * @param user The app's own id of the user, as given at the login.
     * @throws {@link StoreError} if the store failed, also if there are such grants and none of them can be read.
     */
    ofUser(user: string, options?: CallOptions): Promise<GrantInfo[]>;
    /**
     * The grants that cannot be read: they are encrypted with a key that is not among the store keys, or were written by
     * a newer version. Such a grant is not lost: it can be used again once its key is configured. If the key is lost,
     * `forget` the grant and send the user to a login.
     *
     * @throws {@link StoreError} if the store failed.
     */
    unreadable(options?: CallOptions): Promise<UnreadableGrant[]>;
    /**
     * The data of one grant, or `undefined` if no grant has this key.
     *
     * @param grant The key of the grant, from the login.
     * @throws {@link StoreError} if the store failed.
     */
    info(grant: GrantKey, options?: CallOptions): Promise<GrantInfo | undefined>;
    /**
     * Whether calls can be made with a grant: it is stored, and its access token is valid or can be refreshed. If not,
     * send the user to a login.
     *
     * @param grant The key of the grant, from the login.
     * @throws {@link StoreError} if the store failed.
     */
    isUsable(grant: GrantKey, options?: CallOptions): Promise<boolean>;
    /**
     * Refreshes a grant now, even if its access token is still valid, and renews its subscriptions.
     *
     * Apps need not call this: calls refresh the grant when it is due. For an app that makes no calls for hours but needs
     * its events, a keeper does it.
     *
     * @param grant The key of the grant, from the login.
     * @throws {@link InvalidInput} if the grant has no refresh token and is still valid: its scopes do not include
     *   offline access.
     * @throws {@link ReauthRequired} if the user has to log in again.
     * @throws {@link RefreshUnavailable} if the failure is temporary.
     * @throws {@link TransportError} if the response was a redirect, which is never followed. The grant is kept. Further
     *   attempts fail with {@link RefreshUnavailable}, which has the time to wait, for 10 seconds, or longer after
     *   several redirects in a row.
     * @throws {@link DecodeError} if the response could not be read. The grant is kept: try again later.
     * @throws {@link ConfigError} if a credential is missing.
     * @throws {@link StoreError} if the store failed.
     */
    refresh(grant: GrantKey, options?: CallOptions): Promise<GrantInfo>;
    /**
     * Checks whether a user has really revoked access, after the event `UserAccessRevocation`. Each of the user's grants
     * is refreshed at once, and the platform's response decides. So an event that is late or repeated does not end a
     * newer login. Returns the state of the grants afterwards. Those that could not be checked are unchanged.
     *
     * A refresh that was running when the event arrived proves nothing, so another one follows it. If the platform
     * confirms the revocation, the tokens of the grant are erased from the store, also those that had not ended yet, and
     * no call and no gateway for phones uses the grant any more: in this process at once, and in all other processes of
     * the store when this method returns. To ensure that, it waits 2 s after the tokens are erased, which is longer than
     * another process uses a cached grant. Three cases are not covered: a request that was sent already; a process that
     * does not reach the store, which uses the token that it knows until that ends; and new tokens that such a process
     * could not store, which it uses for up to 30 s after the store is back.
     *
     * Only grants with a known `GrantInfo.userId` that can be read are checked. The others end with their next refresh.
     * If the time limit of the call passes, the results up to then are stored.
     *
     * @param user The platform's id of the user, from the event.
     * @throws {@link StoreError} as for `list`, or if the store failed for one of the user's grants: the others were
     *   checked nevertheless.
     */
    revoked(user: UserId, options?: CallOptions): Promise<GrantInfo[]>;
    /**
     * Deletes a grant and its subscriptions from the store, also one that cannot be read. Returns whether there was one.
     *
     * The platform is not informed: it documents no way to revoke a token (docs/platform.md#token-services). The result
     * of a running refresh is dropped. Other processes of the store may use the access token for up to one more second.
     *
     * @param grant The key of the grant, from the login.
     * @throws {@link StoreError} if the store failed.
     */
    forget(grant: GrantKey, options?: CallOptions): Promise<boolean>;
}
