// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/**
 * The event subscriptions of a stored grant. They are renewed after every refresh and login. From
 * [UserClientAsync.subscriptions].
 *
 * The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
 * wants are therefore stored beside the grant, and created again with each new token.
 */
public class SubscriptionsAsync internal constructor(private val calls: Subscriptions, private val futures: Futures) {
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
     * It ends with [InvalidInputException] for a subscription that cannot be sent, one whose scope the user has not
     * granted, and a user without a stored grant.
     *
     * It ends with [ApiException] if the platform refuses it.
     *
     * It ends with [ReauthRequiredException] if the grant has ended.
     *
     * It ends with [ConfigException] if a credential is missing or refused, or its source fails: the subscription stays
     * wanted.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param subscription The type of the events and the object that they are about.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun ensure(subscription: Subscription, timeout: Duration? = null): CompletableFuture<SubscriptionInfo> =
        futures.of { calls.ensure(subscription, timeout.inKotlin()) }

    /** Like the other [ensure], but builds `subscription`. */
    @JvmOverloads
    public fun ensure(
        subscription: Consumer<SubscriptionBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<SubscriptionInfo> =
        futures.of { calls.ensure(SubscriptionBuilder().built(subscription), timeout.inKotlin()) }

    /**
     * Stops renewing a subscription. Returns whether it was wanted.
     *
     * The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param type The type of its events.
     * @param resourceId The id of the object of its events, as in `ensure`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun remove(
        type: SubscriptionType,
        resourceId: String? = null,
        timeout: Duration? = null,
    ): CompletableFuture<Boolean> =
        futures.of { calls.remove(type, resourceId, timeout.inKotlin()) }

    /**
     * The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.
     *
     * It ends with [StoreException] if the store failed, also if there are subscriptions and none of them can be read.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun list(timeout: Duration? = null): CompletableFuture<List<SubscriptionInfo>> =
        futures.of { calls.list(timeout.inKotlin()) }

    /**
     * Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A renewal
     * that fails for now is repeated in the background.
     *
     * It ends with [ReauthRequiredException] if the grant has ended.
     *
     * It ends with [RefreshUnavailableException] if its token cannot be refreshed now.
     *
     * It ends with [StoreException] if the store failed.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun renew(timeout: Duration? = null): CompletableFuture<List<SubscriptionInfo>> =
        futures.of { calls.renew(timeout.inKotlin()) }
}
