/// Single event subscriptions. From ``UserClient/events``.
public struct UserEvents: Sendable {
    let native: PlatformUser

    /// Subscribes to events for as long as the access token lives. For a stored grant use
    /// ``Subscriptions/ensure(_:timeout:)``, which keeps the subscription alive. Source: spec 16, facts part 1.7.
    public func subscribe(_ subscription: Subscription, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.eventsSubscribe(subscription: subscription, options: $0) }
    }
}

/// The event subscriptions of a stored grant, kept alive across refreshes and logins. From ``UserClient/subscriptions``.
public struct Subscriptions: Sendable {
    let native: PlatformUser

    /// Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
    ///
    /// That the platform refuses, or cannot be reached, is no error: the returned status says so, and it is tried again.
    @discardableResult
    public func ensure(_ subscription: Subscription, timeout: Duration? = nil) async throws -> SubscriptionInfo {
        try await call(timeout) { try await native.subscriptionsEnsure(subscription: subscription, options: $0) }
    }

    /// No longer wants a subscription. Returns whether it was wanted. The platform documents no way to end one: it ends
    /// with its token, and is then not renewed.
    @discardableResult
    public func remove(
        _ type: SubscriptionType,
        resourceID: String? = nil,
        timeout: Duration? = nil
    ) async throws -> Bool {
        try await call(timeout) {
            try await native.subscriptionsRemove(eventType: type, eventResourceId: resourceID, options: $0)
        }
    }

    /// The wanted subscriptions, and how they stand.
    public func list(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsList(options: $0) }
    }

    /// Renews what is due. There is no need to call this: it happens after every refresh.
    public func renew(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsRenew(options: $0) }
    }
}
