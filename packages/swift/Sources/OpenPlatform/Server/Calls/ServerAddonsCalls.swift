// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about add-ons that need only the API key.
public struct Addons: Sendable {
    let native: Platform

    /// Removes this app's add-ons from a post. The platform does not check whose post it is. A grant with the scope for
    /// a post does not prove that its user owns the post.
    ///
    /// Key permission `ADD_ON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func delete(fromPost post: PostToken, timeout: Duration? = nil) async throws {
        try await traced("addons.delete_from_post", timeout) {
            try await native.addonsDeleteFromPost(post: post, options: $0)
        }
    }

    /// Removes a user add-on and its copies on posts. The id is the one that the creation returned.
    ///
    /// Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: `docs/platform.md#addon-deletion`.
    ///
    /// - Parameters:
    ///   - id: The id that the creation of the add-on returned, or that the app chose for the transaction.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func delete(forUser id: RecordId, timeout: Duration? = nil) async throws {
        try await traced("addons.delete_for_user", timeout) {
            try await native.addonsDeleteForUser(id: id, options: $0)
        }
    }
}
