/// Calls about posts that need only the API key. From ``OpenPlatformApp/posts``, on servers from `OpenPlatform.posts`.
public struct Posts: Sendable {
    let native: any PostReads

    /// Reads a published post. A member that the answer leaves out is zero, false or empty; ``Post/has(_:)``
    /// tells.
    ///
    /// Key permission `GET_POST`. Source: spec 5, facts part 1.1.
    ///
    /// - Throws: ``OpenPlatformError/NotFound(report:)`` for a token that does not exist or a post that is gone.
    public func get(_ post: PostToken, timeout: Duration? = nil) async throws -> Post {
        try await call(timeout) { try await native.postsGet(post: post, options: $0) }
    }
}

/// Calls about posts for a user. From ``AppUser/posts``, on servers from `UserClient.posts`.
public struct UserPosts: Sendable {
    let native: any UserCalls

    /// Reads a post with the images it has before publication.
    ///
    /// Scope `POST_ONGOING_IMAGES_GET` with the post token, key permission `GET_POST`. Source: spec 6, facts part 1.1.
    public func getWithOngoingImages(_ post: PostToken, timeout: Duration? = nil) async throws -> Post {
        try await call(timeout) { try await native.postsGetWithOngoingImages(post: post, options: $0) }
    }
}

extension Post {
    /// Whether the answer had a member, by its name on the wire: one that it leaves out is zero, false or empty here.
    public func has(_ member: String) -> Bool { postHas(post: self, member: member) }
    /// The title.
    public var title: String? { get throws { try postTitle(post: self) } }
    /// The text of the post.
    public var text: String? { get throws { try postDescription(post: self) } }
    /// The addresses of its images.
    public var images: [String] { get throws { try postImages(post: self) } }
    /// The price.
    public var price: Price? { get throws { try postPrice(post: self) } }
}
