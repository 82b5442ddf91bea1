/// Removing add-ons, which needs only the API key. From ``OpenPlatform/addons``.
public struct Addons: Sendable {
    let native: Platform

    /// Removes this app's add-ons from a post.
    ///
    /// Key permission `ADD_ON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
    public func delete(fromPost post: PostToken, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.addonsDeleteFromPost(post: post, options: $0) }
    }

    /// Removes a user add-on by the id its creation returned, with its copies on posts.
    ///
    /// Key permission `USER_ADDON_DELETE`. Newer than the specification. Source: facts part 1.3.5.
    public func deleteForUser(_ id: RecordId, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.addonsDeleteForUser(id: id, options: $0) }
    }
}
