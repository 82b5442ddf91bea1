// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls about events for a user. From `UserClientAsync.events`. */
public class UserEventsAsync internal constructor(private val calls: UserEvents, private val futures: Futures) {
    /**
     * Subscribes to events for as long as the access token is valid. After a refresh the subscription must be made
     * again; `user.subscriptions` does this automatically. The platform has no call that lists or ends subscriptions.
     *
     * Whether a second subscription replaces the first one or is added to it is not documented. If it is added, each
     * event arrives twice, with the same `dedupeKey`. The scope depends on the event type, see `requiredScopes`. The
     * platform calls this service experimental.
     *
     * Key permission `EVENTS_REGISTER_SUBSCRIPTION`. Source: `docs/platform.md#subscriptions`.
     *
     * @param subscription The type of the events and the object that they are about.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun subscribe(subscription: Subscription, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.subscribe(subscription, timeout.inKotlin()) }

    /** Like the other [subscribe], but builds `subscription`. */
    @JvmOverloads
    public fun subscribe(
        subscription: Consumer<SubscriptionBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.subscribe(SubscriptionBuilder().built(subscription), timeout.inKotlin()) }
}
