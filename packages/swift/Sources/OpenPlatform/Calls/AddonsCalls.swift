// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about add-ons for a user.
///
/// ```swift
/// try await user.addons.create(on: post.token) {
///     TitleRow(text: "Inspected", hasDivider: true)
///     EventRow(title: "Report", image: photo)
/// }
/// ```
public struct UserAddons: Sendable {
    let native: any UserCalls

    /// Creates or replaces this app's add-on on a post.
    ///
    /// Success means that the add-on is well-formed and queued. It is attached later, and a post token that does not
    /// exist is not reported. An image of the add-on becomes permanent under a new name. An empty add-on would replace
    /// the existing one by nothing, so it is refused unless its `allowEmpty` is true.
    /// `Addons.delete(fromPost:timeout:)` removes an add-on.
    ///
    /// Scope `POST_ADDON_CREATE` with the post token, or `USER_POSTS_ADDON_CREATE`. Key permission `ADD_ON_CREATE`.
    /// Source: `docs/platform.md#post-addons`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - addon: The add-on. It replaces what the app has shown there so far.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - repeat: Whether the request may be retried if it is unknown whether the platform executed it. A retry that
    ///     arrives late overwrites what another call has written in the meantime.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        on post: PostToken,
        _ addon: PostAddon,
        timeout: Duration? = nil,
        repeat: Bool = false
    ) async throws -> AddonCreated {
        try await traced("addons.create_on_post", timeout, repeatPostAddons: `repeat`) {
            try await native.addonsCreateOnPost(post: post, addon: addon, options: $0)
        }
    }

    /// Like the other method, with widgets that are built in place. `widgets` runs in the caller's isolation; do not
    /// pass `isolation`.
    @discardableResult
    public func create(
        on post: PostToken,
        semantic: [String: String] = [:],
        notes: String? = nil,
        timeout: Duration? = nil,
        repeat: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        @WidgetsBuilder widgets: () -> [Widget]
    ) async throws -> AddonCreated {
        let addon = PostAddon(widgets: widgets(), semantic: semantic, notes: notes)
        return try await create(on: post, addon, timeout: timeout, repeat: `repeat`)
    }

    /// Creates or updates this app's add-on on the user with a phone number. It appears on the user's future posts and
    /// on up to 30 of the latest, in the categories of the add-on or, if it has none, in all categories in which the
    /// app is active. The platform removes it after 3 months. Its `cost` is in rial.
    ///
    /// An update applies to later posts only: posts that show the add-on already do not change.
    /// `Addons.delete(forUser:timeout:)` removes it from all posts.
    ///
    /// Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Source: `docs/platform.md#user-addons`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - addon: The add-on.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forUser phone: Phone,
        _ addon: UserAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await traced("addons.create_for_user", timeout) {
            try await native.addonsCreateForUser(phone: phone, addon: addon, options: $0)
        }
    }

    /// Like `create(forUser:_:timeout:)`, by the user's id.
    ///
    /// Scope `USER_ADDON_CREATE`. Key permission `USER_ADDON_CREATE`. Newer than the specification. Source:
    /// `docs/platform.md#user-addons`.
    ///
    /// - Parameters:
    ///   - user: The id of the user, which is different for every app.
    ///   - addon: The add-on.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forUserId user: UserId,
        _ addon: UserAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await traced("addons.create_for_user_id", timeout) {
            try await native.addonsCreateForUserId(user: user, addon: addon, options: $0)
        }
    }

    /// Creates or updates this app's add-on on all posts of a business. The platform offers this call by invitation
    /// only, and documents no call that removes such an add-on.
    ///
    /// Scope `BUSINESS_ADDON_CREATE` with the business token. Key permission `BUSINESS_ADDON_CREATE`. Newer than the
    /// specification. Source: `docs/platform.md#business-addons`.
    ///
    /// - Parameters:
    ///   - business: The token of the business.
    ///   - addon: The add-on.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forBusiness business: BusinessToken,
        _ addon: BusinessAddon,
        timeout: Duration? = nil
    ) async throws -> AddonCreated {
        try await traced("addons.create_for_business", timeout) {
            try await native.addonsCreateForBusiness(business: business, addon: addon, options: $0)
        }
    }
}
