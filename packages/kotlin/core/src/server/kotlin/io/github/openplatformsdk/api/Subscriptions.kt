// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * The event subscriptions of a stored grant. They are renewed after every refresh and login. From
 * [UserClient.subscriptions].
 *
 * The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
 * wants are therefore stored beside the grant, and created again with each new token.
 */
public class Subscriptions internal constructor(private val native: PlatformUser) {
    /**
     * Subscribes, and keeps the subscription active from now on.
     *
     * Calling it again replaces the stored metadata, which is sent now and with each renewal. Whether the platform then
     * goes on to deliver events with the earlier metadata, too, until the token expires, is not documented.
     *
     * An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for "all
     * posts of the user".
     *
     * It is not an error if the platform cannot be reached or is overloaded: the returned status shows it, and the
     * request is repeated in the background, and again after the next refresh. A refusal is an error, also if it is
     * called again. If a login or a setting in the developer console can resolve it (a missing scope or permission),
     * the subscription stays wanted and is requested again after the next refresh. After any other refusal, a
     * subscription that was never accepted is no longer wanted.
     *
     * @param subscription The type of the events and the object that they are about.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws InvalidInputException for a subscription that cannot be sent, one whose scope the user has not granted,
     *   and a user without a stored grant.
     * @throws ApiException if the platform refuses it.
     * @throws ReauthRequiredException if the grant has ended.
     * @throws ConfigException if a credential is missing or refused, or its source fails: the subscription stays
     *   wanted.
     * @throws StoreException if the store failed.
     */
    public suspend fun ensure(subscription: Subscription, timeout: Duration? = null): SubscriptionInfo =
        translated(subscription::texts) { native.subscriptionsEnsure(subscription, options(timeout)) }

    /**
     * Stops renewing a subscription. Returns whether it was wanted.
     *
     * The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
     *
     * @param type The type of its events.
     * @param resourceId The id of the object of its events, as in `ensure`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws StoreException if the store failed.
     */
    public suspend fun remove(type: SubscriptionType, resourceId: String? = null, timeout: Duration? = null): Boolean =
        translated { native.subscriptionsRemove(type, resourceId, options(timeout)) }

    /**
     * The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws StoreException if the store failed, also if there are subscriptions and none of them can be read.
     */
    public suspend fun list(timeout: Duration? = null): List<SubscriptionInfo> =
        translated { native.subscriptionsList(options(timeout)) }

    /**
     * Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A renewal
     * that fails for now is repeated in the background.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws ReauthRequiredException if the grant has ended.
     * @throws RefreshUnavailableException if its token cannot be refreshed now.
     * @throws StoreException if the store failed.
     */
    public suspend fun renew(timeout: Duration? = null): List<SubscriptionInfo> =
        translated { native.subscriptionsRenew(options(timeout)) }
}
