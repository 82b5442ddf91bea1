/// The event subscriptions of a stored grant, renewed after refreshes and logins. From ``UserClient/subscriptions``.
public struct Subscriptions: Sendable {
    let native: PlatformUser

    /// Stores a subscription, and creates it at the platform. A second call changes its metadata.
    ///
    /// If the platform cannot be reached or is busy, this is not an error: the returned status says so, and it is retried. A
    /// refusal is an error. After a missing scope or permission the subscription stays stored and is retried after the next
    /// refresh; after any other refusal a subscription that was never accepted is removed.
    @discardableResult
    public func ensure(_ subscription: Subscription, timeout: Duration? = nil) async throws -> SubscriptionInfo {
        try await call(timeout) { try await native.subscriptionsEnsure(subscription: subscription, options: $0) }
    }

    /// Removes a subscription from the store. Returns whether it was stored. The platform documents no way to end one: it ends
    /// with its token, and is not renewed.
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

    /// The stored subscriptions with their status.
    public func list(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsList(options: $0) }
    }

    /// Renews the subscriptions that are due. There is no need to call this: it runs after every refresh.
    public func renew(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsRenew(options: $0) }
    }
}
