// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation

/// Submitting posts and uploading their images and videos, with only the API key.
public struct OwnPosts: Sendable {
    let native: Platform

    /// Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this
    /// call by invitation only.
    ///
    /// The request is never sent twice, because the platform has no idempotency key for it.
    ///
    /// Key permission `SUBMIT_POST`. Newer than the specification. Source: `docs/platform.md#submit-post`.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func submitAsApp(_ post: PostSubmission, timeout: Duration? = nil) async throws -> PostSubmitted {
        try await traced("own_posts.submit_as_app", timeout) {
            try await native.ownPostsSubmitAsApp(post: post, options: $0)
        }
    }

    /// Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
    ///
    /// Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func uploadUrls(timeout: Duration? = nil) async throws -> PostUploadUrls {
        try await traced("own_posts.upload_urls", timeout) { try await native.ownPostsUploadUrls(options: $0) }
    }

    /// Uploads an image of a post. A post names it by the `path` of the result, in `PostDetails.images`.
    ///
    /// The address is read first, because the platform may change it. The upload has the time limit `uploadTimeout`; a
    /// limit that is given for the call is that of both requests. The format is JPEG, or PNG if `allowPng` is on. The
    /// size is at most `maxImageBytes`.
    ///
    /// The image is never sent twice, because the platform has no idempotency key for it. After an
    /// ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded again: the first one is not used by any post.
    ///
    /// Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
    ///
    /// - Parameters:
    ///   - image: The image. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large, of
    ///   another format or truncated, or that changes while it is read. ``OpenPlatformError/Decode(report:)`` if the
    ///   address for the upload is missing or is not on the main API, the only host that gets the API key.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func uploadImage(
        _ image: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostImage {
        try await traced("own_posts.upload_image", timeout) {
            try await native.ownPostsUploadImage(image: .bytes(bytes: image, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with an image in a file.
    @discardableResult
    public func uploadImage(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostImage {
        try await traced("own_posts.upload_image", timeout) {
            try await native.ownPostsUploadImage(image: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with an image from a stream of chunks, which is read first.
    @discardableResult
    public func uploadImage<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostImage where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadImage(content, timeout: timeout, onProgress: onProgress)
    }

    /// Uploads a video of a post, in MP4. A post names it by `videoName` and `thumbnailName` of the result, in
    /// `PostVideo`.
    ///
    /// The address is read first, because the platform may change it. The upload has the time limit `uploadTimeout`; a
    /// limit that is given for the call is that of both requests. The size is at most `maxVideoBytes`.
    ///
    /// The video is never sent twice, because the platform has no idempotency key for it. After an
    /// ``OpenPlatformError/AmbiguousOutcome(report:)`` it can be uploaded again: the first one is not used by any post.
    ///
    /// Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
    ///
    /// - Parameters:
    ///   - video: The video. The name of a file is not sent.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    ///   - onProgress: Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
    ///     0 if the file is sent once more. It runs on a thread of the client and must not block.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a file that cannot be read, is empty, too large or of
    ///   another format, or that changes while it is read. ``OpenPlatformError/Decode(report:)`` if the address for the
    ///   upload is missing or is not on the main API, the only host that gets the API key.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func uploadVideo(
        _ video: Data,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostVideo {
        try await traced("own_posts.upload_video", timeout) {
            try await native.ownPostsUploadVideo(video: .bytes(bytes: video, observer: observer(onProgress)), options: $0)
        }
    }

    /// Like the other method, with a video in a file.
    @discardableResult
    public func uploadVideo(
        file: URL,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostVideo {
        try await traced("own_posts.upload_video", timeout) {
            try await native.ownPostsUploadVideo(video: source(file, onProgress), options: $0)
        }
    }

    /// Like the other methods, with a video from a stream of chunks, which is read first.
    @discardableResult
    public func uploadVideo<Chunks: AsyncSequence>(
        stream: Chunks,
        timeout: Duration? = nil,
        onProgress: (@Sendable (UploadProgress) -> Void)? = nil
    ) async throws -> UploadedPostVideo where Chunks.Element: Sequence<UInt8> {
        let content = try await collected(stream, atMost: native.maxUploadBytes())
        return try await uploadVideo(content, timeout: timeout, onProgress: onProgress)
    }
}

/// The posts of a user: to read, edit, delete and submit.
public struct UserOwnPosts: Sendable {
    let native: PlatformUser

    /// Reads a post of the user, in any state.
    ///
    /// Scope `USER_POSTS_GET`. Key permission `GET_USER_POST`. Newer than the specification. Source:
    /// `docs/platform.md#own-posts`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func get(_ post: PostToken, timeout: Duration? = nil) async throws -> OwnPost {
        try await traced("own_posts.get", timeout) { try await native.ownPostsGet(post: post, options: $0) }
    }

    /// Changes a post of the user. Members that the edit does not set stay unchanged: the client makes `"update_mask"`,
    /// the request's list of changed members, from those that are set. The platform reviews the change before it is
    /// visible.
    ///
    /// Scope `POST_EDIT` with the post token, or `EDIT_USER_POST`. Key permission `EDIT_POST`. Newer than the
    /// specification. Source: `docs/platform.md#edit-post`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - edit: What is changed.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    public func edit(_ post: PostToken, _ edit: PostEdit, timeout: Duration? = nil) async throws {
        try await traced("own_posts.edit", timeout) {
            try await native.ownPostsEdit(post: post, edit: edit, options: $0)
        }
    }

    /// Deletes a post of the user.
    ///
    /// Scope `DELETE_USER_POST`. Key permission `DELETE_USER_POST`. Newer than the specification. Source:
    /// `docs/platform.md#own-posts`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func delete(_ post: PostToken, timeout: Duration? = nil) async throws {
        try await traced("own_posts.delete", timeout) { try await native.ownPostsDelete(post: post, options: $0) }
    }

    /// Reads the statistics of a post of the user for the last 7 days.
    ///
    /// Scope `USER_POSTS_STATS_READ`. Key permission `POST_STATS_RETRIEVE`. Newer than the specification. Source:
    /// `docs/platform.md#post-stats`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func stats(_ post: PostToken, timeout: Duration? = nil) async throws -> PostStats {
        try await traced("own_posts.stats", timeout) { try await native.ownPostsStats(post: post, options: $0) }
    }

    /// Whether the user may submit a post now.
    ///
    /// Scope `SUBMIT_USER_POST`. Key permission `CAN_USER_SUBMIT_POST`. Newer than the specification. Source:
    /// `docs/platform.md#submit-post`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func canSubmit(timeout: Duration? = nil) async throws -> SubmitPermission {
        try await traced("own_posts.can_submit", timeout) { try await native.ownPostsCanSubmit(options: $0) }
    }

    /// Submits a post of a business as the user. It waits for payment: `payments.publish`. It must have no landline
    /// numbers.
    ///
    /// The request is never sent twice, because the platform has no idempotency key for it.
    ///
    /// Scope `SUBMIT_USER_POST`. Key permission `SUBMIT_USER_POST`. Newer than the specification. Source:
    /// `docs/platform.md#submit-post`.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func submit(_ post: PostSubmission, timeout: Duration? = nil) async throws -> PostSubmitted {
        try await traced("own_posts.submit", timeout) { try await native.ownPostsSubmit(post: post, options: $0) }
    }
}
