package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Single event subscriptions. From [UserClient.events]. */
public class UserEvents internal constructor(private val native: PlatformUser) {
    /**
     * Subscribes to events for as long as the access token lives. For a stored grant use [Subscriptions.ensure], which
     * keeps the subscription alive. Subscribing twice is harmless. The platform has no call that lists or ends
     * subscriptions, and calls this service experimental.
     *
     * The scope depends on the type of the events: see [requiredScopes]. Key permission `EVENTS_REGISTER_SUBSCRIPTION`.
     * Source: spec 16, facts part 1.7.1.
     */
    public suspend fun subscribe(subscription: Subscription, timeout: Duration? = null): Unit =
        translated(subscription::texts) { native.eventsSubscribe(subscription, options(timeout)) }
}

/** The event subscriptions of a stored grant, kept alive across refreshes and logins. From [UserClient.subscriptions]. */
public class Subscriptions internal constructor(private val native: PlatformUser) {
    /**
     * Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
     *
     * That the platform cannot be reached, or has too much to do, is no error: the returned status says so, and it is
     * tried again. A refusal is an error. What a login or the console can mend, a missing scope or permission, stays
     * wanted all the same and is tried again after the next refresh; anything else that was never accepted is not
     * wanted any more.
     *
     * @throws ReauthRequiredException if the grant has ended.
     */
    public suspend fun ensure(subscription: Subscription): SubscriptionInfo =
        translated(subscription::texts) { native.subscriptionsEnsure(subscription) }

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

private fun Subscription.texts(): Sequence<Pair<String, Json>> = sequenceOf(metadata?.let { "metadata" to it }).filterNotNull()
