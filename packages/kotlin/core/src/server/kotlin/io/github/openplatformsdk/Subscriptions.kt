package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser

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

internal fun Subscription.texts(): Sequence<Pair<String, Json>> = sequenceOf(metadata?.let { "metadata" to it }).filterNotNull()
