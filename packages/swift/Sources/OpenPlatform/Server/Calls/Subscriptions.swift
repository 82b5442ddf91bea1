// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// The event subscriptions of a stored grant. They are renewed after every refresh and login. From
/// ``UserClient/subscriptions``.
///
/// The platform ends a subscription when the token expires that it was created with. The subscriptions that the app
/// wants are therefore stored beside the grant, and created again with each new token.
public struct Subscriptions: Sendable {
    let native: PlatformUser

    /// Subscribes, and keeps the subscription active from now on.
    ///
    /// Calling it again replaces the stored metadata, which is sent now and with each renewal. Whether the platform
    /// then goes on to deliver events with the earlier metadata, too, until the token expires, is not documented.
    ///
    /// An omitted resource id and an empty one are two different subscriptions: the documents use the empty one for
    /// "all posts of the user".
    ///
    /// It is not an error if the platform cannot be reached or is overloaded: the returned status shows it, and the
    /// request is repeated in the background, and again after the next refresh. A refusal is an error, also if it is
    /// called again. If a login or a setting in the developer console can resolve it (a missing scope or permission),
    /// the subscription stays wanted and is requested again after the next refresh. After any other refusal, a
    /// subscription that was never accepted is no longer wanted.
    ///
    /// - Parameters:
    ///   - subscription: The type of the events and the object that they are about.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a subscription that cannot be sent, one whose scope
    ///   the user has not granted, and a user without a stored grant. ``OpenPlatformError/Rejected(report:)`` if the
    ///   platform refuses it. ``OpenPlatformError/ReauthRequired(report:)`` if the grant has ended.
    ///   ``OpenPlatformError/Config(report:)`` if a credential is missing or refused, or its source fails: the
    ///   subscription stays wanted. ``OpenPlatformError/Store(report:)`` if the store failed.
    @discardableResult
    public func ensure(_ subscription: Subscription, timeout: Duration? = nil) async throws -> SubscriptionInfo {
        try await call(timeout) { try await native.subscriptionsEnsure(subscription: subscription, options: $0) }
    }

    /// Stops renewing a subscription. Returns whether it was wanted.
    ///
    /// The platform documents no way to end a subscription: it ends with its token, and is then not renewed.
    ///
    /// - Parameters:
    ///   - type: The type of its events.
    ///   - resourceId: The id of the object of its events, as in `ensure`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/Store(report:)`` if the store failed.
    @discardableResult
    public func remove(
        _ type: SubscriptionType,
        resourceId: String? = nil,
        timeout: Duration? = nil
    ) async throws -> Bool {
        try await call(timeout) {
            try await native.subscriptionsRemove(eventType: type, eventResourceId: resourceId, options: $0)
        }
    }

    /// The wanted subscriptions and their status. Subscriptions whose record cannot be read are left out.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/Store(report:)`` if the store failed, also if there are subscriptions and none of
    ///   them can be read.
    public func list(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsList(options: $0) }
    }

    /// Renews the subscriptions that are due. This also happens after every refresh, so apps need not call it. A
    /// renewal that fails for now is repeated in the background.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/ReauthRequired(report:)`` if the grant has ended.
    ///   ``OpenPlatformError/RefreshUnavailable(report:)`` if its token cannot be refreshed now.
    ///   ``OpenPlatformError/Store(report:)`` if the store failed.
    @discardableResult
    public func renew(timeout: Duration? = nil) async throws -> [SubscriptionInfo] {
        try await call(timeout) { try await native.subscriptionsRenew(options: $0) }
    }
}
