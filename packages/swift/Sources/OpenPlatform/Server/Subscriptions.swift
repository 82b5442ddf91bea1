/// The event subscriptions of a stored grant, kept alive across refreshes and logins. From ``UserClient/subscriptions``.
public struct Subscriptions: Sendable {
    let native: PlatformUser

    /// Wants a subscription from now on, and makes it at once. Wanting it again changes its metadata.
    ///
    /// That the platform cannot be reached, or has too much to do, is no error: the returned status says so, and it is
    /// tried again. A refusal is an error. What a login or the console can mend, a missing scope or permission, stays
    /// wanted all the same and is tried again after the next refresh; anything else that was never accepted is not
    /// wanted any more.
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
