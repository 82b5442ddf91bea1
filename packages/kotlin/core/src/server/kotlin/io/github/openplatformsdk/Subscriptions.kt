package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser

/** The event subscriptions of a stored grant, renewed after refreshes and logins. From [UserClient.subscriptions]. */
public class Subscriptions internal constructor(private val native: PlatformUser) {
    /**
     * Adds a subscription to the set that is renewed automatically, and creates it on the platform at once. A second call for
     * the same subscription changes its metadata.
     *
     * If the platform is unreachable or overloaded, this is not an error: the returned status says so, and the client tries
     * again. A refusal by the platform is an error. After a missing scope or permission, which a login or the console can
     * correct, the subscription stays in the set and is tried again after the next refresh. After any other refusal a
     * subscription that was never accepted is removed from the set.
     *
     * @throws ReauthRequiredException if the grant has ended.
     */
    public suspend fun ensure(subscription: Subscription): SubscriptionInfo =
        translated(subscription::texts) { native.subscriptionsEnsure(subscription) }

    /**
     * Removes a subscription from the set. Returns whether it was in it. The platform documents no request to cancel a
     * subscription: it ends with its access token, and is then not renewed.
     */
    public suspend fun remove(type: SubscriptionType, resourceId: String? = null): Boolean =
        translated { native.subscriptionsRemove(type, resourceId) }

    /** The subscriptions of the set, with their status. */
    public suspend fun list(): List<SubscriptionInfo> = translated { native.subscriptionsList() }

    /** Renews the subscriptions that are due. This happens after every refresh, so a call is rarely needed. */
    public suspend fun renew(): List<SubscriptionInfo> = translated { native.subscriptionsRenew() }
}

internal fun Subscription.texts(): Sequence<Pair<String, Json>> = sequenceOf(metadata?.let { "metadata" to it }).filterNotNull()
