/// Old forms that need only the API key. From ``OpenPlatform/legacy``.
public struct Legacy: Sendable {
    let native: Platform

    /// Creates an add-on with images, in the form of one old example. Source: spec 8.
    @available(*, deprecated, message: "Use UserClient.addons.create(on:): the same body, for a user.")
    @discardableResult
    public func createAddonByKey(
        on post: PostToken,
        _ addon: PostAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateOnPostByKey(post: post, addon: addon, options: $0) }
    }

    /// Deletes a user verification. Source: spec 13.
    @available(*, deprecated, message: "Use OpenPlatform.semantics.delete(forUser:).")
    public func deleteVerification(_ phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.legacyVerificationsDelete(phone: phone, options: $0) }
    }
}

/// Old forms for a user. From ``UserClient/legacy``. `migrateAddon(value:)` and its like convert their bodies.
public struct UserLegacy: Sendable {
    let native: PlatformUser

    /// Creates a post add-on in the old widget format. Source: spec 10.
    @available(*, deprecated, message: "Use UserClient.addons.create(on:).")
    @discardableResult
    public func createAddon(
        on post: PostToken,
        _ addon: LegacyPostAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateOnPost(post: post, addon: addon, options: $0) }
    }

    /// Creates a user add-on in the old widget format. Source: spec 10.
    @available(*, deprecated, message: "Use UserClient.addons.create(forUser:).")
    @discardableResult
    public func createAddon(
        forUser phone: Phone,
        _ addon: LegacyUserAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateForUser(phone: phone, addon: addon, options: $0) }
    }

    /// Creates a user verification. Source: spec 13.
    @available(*, deprecated, message: "Use UserClient.semantics.create(forUser:).")
    @discardableResult
    public func createVerification(
        _ phone: Phone,
        _ verification: LegacyVerification,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) {
            try await native.legacyVerificationsCreate(phone: phone, verification: verification, options: $0)
        }
    }

    /// Sends a message with at most one button for each side. Source: spec 15.
    @available(*, deprecated, message: "Use UserClient.conversations.send.")
    @discardableResult
    public func send(_ message: LegacyMessage, timeout: Duration? = nil) async throws -> MessageSent {
        try await call(timeout) { try await native.legacyConversationsSend(message: message, options: $0) }
    }

    /// Has the messages of one post sent to an address, with `identificationKey` in `Authorization`. Source: spec 17.
    @available(*, deprecated, message: "Use UserClient.subscriptions.ensure with .newMessageOnPost.")
    public func listen(
        _ post: PostToken,
        endpoint: String,
        identificationKey: String,
        timeout: Duration? = nil
    ) async throws {
        try await call(timeout) {
            try await native.legacyEventsListen(
                post: post, endpoint: endpoint, identificationKey: identificationKey, options: $0)
        }
    }
}
