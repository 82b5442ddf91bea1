// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about posts that need only the API key.
public struct Posts: Sendable {
    let native: any KeyCalls

    /// Reads a published post. A member that the response omits is zero, false or empty; `Post.has` tells whether it
    /// was there. Money in `Post.data` is in toman.
    ///
    /// Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/NotFound(report:)`` if the token does not exist or the post is no longer
    ///   published.
    public func get(_ post: PostToken, timeout: Duration? = nil) async throws -> Post {
        try await traced("posts.get", timeout) { try await native.postsGet(post: post, options: $0) }
    }
}

/// Calls about posts for a user.
public struct UserPosts: Sendable {
    let native: any UserCalls

    /// Lists the user's posts, in all states.
    ///
    /// Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
    /// `docs/platform.md#user-posts`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func list(timeout: Duration? = nil) async throws -> PostList {
        try await traced("posts.list", timeout) { try await native.postsList(options: $0) }
    }

    /// Reads a post with the images that it has before publication, in `Post.images`.
    ///
    /// Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
    /// `docs/platform.md#ongoing-images`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func getWithOngoingImages(_ post: PostToken, timeout: Duration? = nil) async throws -> Post {
        try await traced("posts.get_with_ongoing_images", timeout) {
            try await native.postsGetWithOngoingImages(post: post, options: $0)
        }
    }
}
