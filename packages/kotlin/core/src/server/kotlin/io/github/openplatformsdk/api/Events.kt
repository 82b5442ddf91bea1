// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about events for a user. From `UserClient.events`. */
public class UserEvents internal constructor(private val native: PlatformUser) {
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
    public suspend fun subscribe(subscription: Subscription, timeout: Duration? = null): Unit =
        traced("events.subscribe") { translated(subscription::texts) { native.eventsSubscribe(subscription, options(timeout)) } }
}
