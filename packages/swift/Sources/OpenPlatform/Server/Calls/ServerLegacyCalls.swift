// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Deprecated calls with only the API key, which the platform keeps for existing apps. `migrateAny` converts their
/// bodies.
public struct Legacy: Sendable {
    let native: Platform

    /// Add-ons in deprecated forms.
    public var addons: LegacyAddons { LegacyAddons(native: native) }

    /// User verifications, replaced by semantic records.
    public var verifications: LegacyVerifications { LegacyVerifications(native: native) }

    /// Addresses for images of posts, replaced by those for images and videos.
    public var ownPosts: LegacyOwnPosts { LegacyOwnPosts(native: native) }
}

/// Deprecated calls for a user, which the platform keeps for existing apps. `migrateAny` converts their bodies.
public struct UserLegacy: Sendable {
    let native: PlatformUser

    /// Add-ons in the old widget format.
    public var addons: UserLegacyAddons { UserLegacyAddons(native: native) }

    /// User verifications, replaced by semantic records.
    public var verifications: UserLegacyVerifications { UserLegacyVerifications(native: native) }

    /// Messages in the old format.
    public var conversations: UserLegacyConversations { UserLegacyConversations(native: native) }

    /// The old listener for messages.
    public var events: UserLegacyEvents { UserLegacyEvents(native: native) }

    /// Edits of posts in the old form.
    public var ownPosts: UserLegacyOwnPosts { UserLegacyOwnPosts(native: native) }
}

/// Add-ons in deprecated forms.
public struct LegacyAddons: Sendable {
    let native: Platform

    /// Creates an add-on with images, as an old example of the platform shows: on the second API host, without a user.
    ///
    /// Key permission `ADD_ON_CREATE`. Source: `docs/platform.md#post-addons-example`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - addon: The add-on. It replaces what the app has shown there so far.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - repeat: Whether the request may be retried if it is unknown whether the platform executed it. A retry that
    ///     arrives late overwrites what another call has written in the meantime.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.addons.create(on:_:timeout:): the same body, for a user")
    @discardableResult
    public func create(
        onPostByKey post: PostToken,
        _ addon: PostAddon,
        timeout: Duration? = nil,
        repeat: Bool = false
    ) async throws -> AddonCreated {
        try await traced("legacy.addons.create_on_post_by_key", timeout, repeatPostAddons: `repeat`) {
            try await native.legacyAddonsCreateOnPostByKey(post: post, addon: addon, options: $0)
        }
    }
}

/// User verifications, replaced by semantic records.
public struct LegacyVerifications: Sendable {
    let native: Platform

    /// Deletes the verification of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#legacy-verifications`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    @available(*, deprecated, message: "Use client.semantics.delete(forUser:timeout:)")
    public func delete(_ phone: Phone, timeout: Duration? = nil) async throws {
        try await traced("legacy.verifications.delete", timeout) {
            try await native.legacyVerificationsDelete(phone: phone, options: $0)
        }
    }
}

/// Addresses for images of posts, replaced by those for images and videos.
public struct LegacyOwnPosts: Sendable {
    let native: Platform

    /// Reads the address that the next image of a post is uploaded to. It is valid for about 10 minutes.
    ///
    /// Key permission `UPLOAD_POST_IMAGE`. Source: `docs/platform.md#post-media`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    @available(*, deprecated, message: "Use client.ownPosts.uploadUrls(timeout:)")
    public func imageUploadUrl(timeout: Duration? = nil) async throws -> LegacyUploadUrl {
        try await traced("legacy.own_posts.image_upload_url", timeout) {
            try await native.legacyOwnPostsImageUploadUrl(options: $0)
        }
    }
}

/// Add-ons in the old widget format.
public struct UserLegacyAddons: Sendable {
    let native: PlatformUser

    /// Creates an add-on on a post in the old widget format.
    ///
    /// Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
    /// Source: `docs/platform.md#legacy-addons`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - addon: The add-on. It replaces what the app has shown there so far.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - repeat: Whether the request may be retried if it is unknown whether the platform executed it. A retry that
    ///     arrives late overwrites what another call has written in the meantime.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.addons.create(on:_:timeout:); migrateAddon converts the body")
    @discardableResult
    public func create(
        on post: PostToken,
        _ addon: LegacyPostAddon,
        timeout: Duration? = nil,
        repeat: Bool = false
    ) async throws -> AddonCreated {
        try await traced("legacy.addons.create_on_post", timeout, repeatPostAddons: `repeat`) {
            try await native.legacyAddonsCreateOnPost(post: post, addon: addon, options: $0)
        }
    }

    /// Creates an add-on on the user with a phone number, in the old widget format.
    ///
    /// Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#legacy-addons`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - addon: The add-on.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.addons.create(forUser:_:timeout:); migrateUserAddon converts the body")
    @discardableResult
    public func create(
        forUser phone: Phone,
        _ addon: LegacyUserAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await traced("legacy.addons.create_for_user", timeout) {
            try await native.legacyAddonsCreateForUser(phone: phone, addon: addon, options: $0)
        }
    }
}

/// User verifications, replaced by semantic records.
public struct UserLegacyVerifications: Sendable {
    let native: PlatformUser

    /// Creates a verification of the user with a phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
    /// `docs/platform.md#legacy-verifications`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - verification: The facts, under machine-readable names.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.semantics.create(forUser:_:timeout:); migrateVerification converts the body")
    @discardableResult
    public func create(
        _ phone: Phone,
        _ verification: LegacyVerification,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await traced("legacy.verifications.create", timeout) {
            try await native.legacyVerificationsCreate(phone: phone, verification: verification, options: $0)
        }
    }
}

/// Messages in the old format.
public struct UserLegacyConversations: Sendable {
    let native: PlatformUser

    /// Sends a message with at most one button for each side.
    ///
    /// Scope `CHAT_MESSAGE_SEND` with its identifier. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
    /// `docs/platform.md#legacy-send`.
    ///
    /// - Parameters:
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.conversations.send; migrateMessage converts the body")
    @discardableResult
    public func send(_ message: LegacyMessage, timeout: Duration? = nil) async throws -> MessageSent {
        try await traced("legacy.conversations.send", timeout) {
            try await native.legacyConversationsSend(message: message, options: $0)
        }
    }
}

/// The old listener for messages.
public struct UserLegacyEvents: Sendable {
    let native: PlatformUser

    /// Sends the messages of one post to an address, in the old format.
    ///
    /// Scope `CHAT_POST_CONVERSATIONS_READ` with the post token. Source: `docs/platform.md#legacy-listener`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - endpoint: The address that the platform sends the messages to.
    ///   - identificationKey: The value that the platform sends in the header `Authorization` to that address.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    @available(*, deprecated, message: "Use user.events.subscribe with NEW_MESSAGE_ON_POST")
    public func listen(
        _ post: PostToken,
        endpoint: String,
        identificationKey: String,
        timeout: Duration? = nil
    ) async throws {
        try await traced("legacy.events.listen", timeout) {
            try await native.legacyEventsListen(post: post, endpoint: endpoint, identificationKey: identificationKey, options: $0)
        }
    }
}

/// Edits of posts in the old form.
public struct UserLegacyOwnPosts: Sendable {
    let native: PlatformUser

    /// Replaces title, description and images of a post.
    ///
    /// Scope `POST_EDIT` with the post token. Key permission `EDIT_POST`. Source: `docs/platform.md#edit-post`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - edit: What is changed.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @available(*, deprecated, message: "Use user.ownPosts.edit")
    public func edit(_ post: PostToken, _ edit: LegacyPostEdit, timeout: Duration? = nil) async throws {
        try await traced("legacy.own_posts.edit", timeout) {
            try await native.legacyOwnPostsEdit(post: post, edit: edit, options: $0)
        }
    }
}
