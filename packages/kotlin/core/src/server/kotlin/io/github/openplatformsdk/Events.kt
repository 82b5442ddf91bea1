package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Single event subscriptions. From [UserClient.events]. */
public class UserEvents internal constructor(private val native: PlatformUser) {
    /**
     * Subscribes to events for as long as the access token lives. For a stored grant use [Subscriptions.ensure], which
     * keeps the subscription alive. The scope depends on the type of the events. Source: spec 16, facts part 1.7.
     */
    public suspend fun subscribe(subscription: Subscription, timeout: Duration? = null): Unit =
        translated { native.eventsSubscribe(subscription, options(timeout)) }
}

/** The event subscriptions of a stored grant, kept alive across refreshes and logins. From [UserClient.subscriptions]. */
public class Subscriptions internal constructor(private val native: PlatformUser) {
    /**
     * Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
     *
     * That the platform refuses, or cannot be reached, is no error: the returned status says so, and it is tried again.
     *
     * @throws ReauthRequiredException if the grant has ended.
     */
    public suspend fun ensure(subscription: Subscription): SubscriptionInfo =
        translated { native.subscriptionsEnsure(subscription) }

    /**
     * No longer wants a subscription. Returns whether it was wanted. The platform documents no way to end one: it ends
     * with its token, and is then not renewed.
     */
    public suspend fun remove(type: SubscriptionType, resourceId: String? = null): Boolean =
        translated { native.subscriptionsRemove(type, resourceId) }

    /** The wanted subscriptions, and how they stand. */
    public suspend fun list(): List<SubscriptionInfo> = translated { native.subscriptionsList() }

    /** Renews what is due. There is no need to call this: it happens after every refresh. */
    public suspend fun renew(): List<SubscriptionInfo> = translated { native.subscriptionsRenew() }
}
