/// Old forms that need only the API key. From ``OpenPlatform/legacy``.
public struct Legacy: Sendable {
    let native: Platform

    /// Creates an add-on with images in the form of one old example: on the second API host, without a user.
    ///
    /// Key permission `ADD_ON_CREATE`. Source: spec 8a, facts part 2 row 2.
    @available(*, deprecated, message: "Use UserClient.addons.create(on:): the same body, for a user.")
    @discardableResult
    public func createAddonByKey(
        on post: PostToken,
        _ addon: PostAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateOnPostByKey(post: post, addon: addon, options: $0) }
    }

    /// Deletes the verification of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Source: spec 13, facts part 1.13.
    @available(*, deprecated, message: "Use OpenPlatform.semantics.delete(forUser:).")
    public func deleteVerification(_ phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.legacyVerificationsDelete(phone: phone, options: $0) }
    }
}

/// Old forms for a user. From ``UserClient/legacy``. `migrateAddon(value:)` and its like convert their bodies.
public struct UserLegacy: Sendable {
    let native: PlatformUser

    /// Creates an add-on on a post in the old widget format.
    ///
    /// Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`; key permission `ADD_ON_CREATE`. Source:
    /// spec 10, facts part 1.2.5.
    @available(*, deprecated, message: "Use UserClient.addons.create(on:).")
    @discardableResult
    public func createAddon(
        on post: PostToken,
        _ addon: LegacyPostAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateOnPost(post: post, addon: addon, options: $0) }
    }

    /// Creates an add-on on the user with a phone number, in the old widget format.
    ///
    /// Scope `USER_ADDON_CREATE`, key permission `USER_ADDON_CREATE`. Source: spec 10, facts part 1.2.5.
    @available(*, deprecated, message: "Use UserClient.addons.create(forUser:).")
    @discardableResult
    public func createAddon(
        forUser phone: Phone,
        _ addon: LegacyUserAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await call(timeout) { try await native.legacyAddonsCreateForUser(phone: phone, addon: addon, options: $0) }
    }

    /// Creates a verification of the user with a phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Source: spec 13, facts part 1.13.
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

    /// Sends a message with at most one button for each side.
    ///
    /// Scope `CHAT_MESSAGE_SEND` with its identifier, key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 15, facts part
    /// 1.13.
    @available(*, deprecated, message: "Use UserClient.conversations.send.")
    @discardableResult
    public func send(_ message: LegacyMessage, timeout: Duration? = nil) async throws -> MessageSent {
        try await call(timeout) { try await native.legacyConversationsSend(message: message, options: $0) }
    }

    /// Has the messages of one post sent to an address, in the old form, with `identificationKey` in the header
    /// `Authorization`.
    ///
    /// Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: spec 17, facts part 1.13.
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
