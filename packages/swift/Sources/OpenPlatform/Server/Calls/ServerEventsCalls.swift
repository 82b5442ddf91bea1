// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about events for a user.
public struct UserEvents: Sendable {
    let native: PlatformUser

    /// Subscribes to events for as long as the access token is valid. After a refresh the subscription must be made
    /// again; `user.subscriptions` does this automatically. The platform has no call that lists or ends subscriptions.
    ///
    /// Whether a second subscription replaces the first one or is added to it is not documented. If it is added, each
    /// event arrives twice, with the same `dedupeKey`. The scope depends on the event type, see `requiredScopes`. The
    /// platform calls this service experimental.
    ///
    /// Key permission `EVENTS_REGISTER_SUBSCRIPTION`. Source: `docs/platform.md#subscriptions`.
    ///
    /// - Parameters:
    ///   - subscription: The type of the events and the object that they are about.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func subscribe(_ subscription: Subscription, timeout: Duration? = nil) async throws {
        try await traced("events.subscribe", timeout) {
            try await native.eventsSubscribe(subscription: subscription, options: $0)
        }
    }
}
