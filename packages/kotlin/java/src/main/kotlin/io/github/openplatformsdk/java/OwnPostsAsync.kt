// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.io.InputStream
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Submitting posts and uploading their images and videos, with only the API key. From `OpenPlatformAsync.ownPosts`. */
public class OwnPostsAsync internal constructor(private val calls: OwnPosts, private val futures: Futures) {
    /**
     * Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this call
     * by invitation only.
     *
     * The request is never sent twice, because the platform has no idempotency key for it.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `SUBMIT_POST`. Newer than the specification. Source: `docs/platform.md#submit-post`.
     *
     * @param post The post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun submitAsApp(post: PostSubmission, timeout: Duration? = null): CompletableFuture<PostSubmitted> =
        futures.of { calls.submitAsApp(post, timeout.inKotlin()) }

    /** Like the other [submitAsApp], but builds `post`. */
    @JvmOverloads
    public fun submitAsApp(
        post: Consumer<PostSubmissionBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<PostSubmitted> =
        futures.of { calls.submitAsApp(PostSubmissionBuilder().built(post), timeout.inKotlin()) }

    /**
     * Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadUrls(timeout: Duration? = null): CompletableFuture<PostUploadUrls> =
        futures.of { calls.uploadUrls(timeout.inKotlin()) }

    /**
     * Uploads an image of a post. A post names it by the `path` of the result, in `PostDetails.images`.
     *
     * The address is read first, because the platform may change it. The upload has the time limit `uploadTimeout`; a
     * limit that is given for the call is that of both requests. The format is JPEG, or PNG if `allowPng` is on. The
     * size is at most `maxImageBytes`.
     *
     * The image is never sent twice, because the platform has no idempotency key for it. After an
     * [AmbiguousOutcomeException] it can be uploaded again: the first one is not used by any post.
     *
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large, of another format or
     * truncated, or that changes while it is read.
     *
     * It ends with [DecodeException] if the address for the upload is missing or is not on the main API, the only host
     * that gets the API key.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadImage(image: Path, timeout: Duration? = null): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadImage], with an image in memory. */
    @JvmOverloads
    public fun uploadImage(image: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], with an image in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadImage], with an image from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadImage(image: InputStream, timeout: Duration? = null): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin()) }

    /**
     * Like the other [uploadImage], with an image from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadImage(
        image: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostImage> =
        futures.of { calls.uploadImage(image, timeout.inKotlin(), onProgress::accept) }

    /**
     * Uploads a video of a post, in MP4. A post names it by `videoName` and `thumbnailName` of the result, in
     * `PostVideo`.
     *
     * The address is read first, because the platform may change it. The upload has the time limit `uploadTimeout`; a
     * limit that is given for the call is that of both requests. The size is at most `maxVideoBytes`.
     *
     * The video is never sent twice, because the platform has no idempotency key for it. After an
     * [AmbiguousOutcomeException] it can be uploaded again: the first one is not used by any post.
     *
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large or of another format, or
     * that changes while it is read.
     *
     * It ends with [DecodeException] if the address for the upload is missing or is not on the main API, the only host
     * that gets the API key.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param video The video. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun uploadVideo(video: Path, timeout: Duration? = null): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVideo], with a video in memory. */
    @JvmOverloads
    public fun uploadVideo(video: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], with a video in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [uploadVideo], with a video from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun uploadVideo(video: InputStream, timeout: Duration? = null): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin()) }

    /**
     * Like the other [uploadVideo], with a video from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun uploadVideo(
        video: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedPostVideo> =
        futures.of { calls.uploadVideo(video, timeout.inKotlin(), onProgress::accept) }
}

/** The posts of a user: to read, edit, delete and submit. From `UserClientAsync.ownPosts`. */
public class UserOwnPostsAsync internal constructor(private val calls: UserOwnPosts, private val futures: Futures) {
    /**
     * Reads a post of the user, in any state.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun get(post: PostToken, timeout: Duration? = null): CompletableFuture<OwnPost> =
        futures.of { calls.get(post, timeout.inKotlin()) }

    /**
     * Changes a post of the user. Members that the edit does not set stay unchanged: the client makes `"update_mask"`,
     * the request's list of changed members, from those that are set. The platform reviews the change before it is
     * visible.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `POST_EDIT` with the post token, or `EDIT_USER_POST`. Key permission `EDIT_POST`. Newer than the
     * specification. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun edit(post: PostToken, edit: PostEdit, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.edit(post, edit, timeout.inKotlin()) }

    /** Like the other [edit], but builds `edit`. */
    @JvmOverloads
    public fun edit(
        post: PostToken,
        edit: Consumer<PostEditBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.edit(post, PostEditBuilder().built(edit), timeout.inKotlin()) }

    /**
     * Deletes a post of the user.
     *
     * Scope `DELETE_USER_POST`. Key permission `DELETE_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun delete(post: PostToken, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.delete(post, timeout.inKotlin()) }

    /**
     * Reads the statistics of a post of the user for the last 7 days.
     *
     * Scope `USER_POSTS_STATS_READ`. Key permission `POST_STATS_RETRIEVE`. Newer than the specification. Source:
     * `docs/platform.md#post-stats`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun stats(post: PostToken, timeout: Duration? = null): CompletableFuture<PostStats> =
        futures.of { calls.stats(post, timeout.inKotlin()) }

    /**
     * Whether the user may submit a post now.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `CAN_USER_SUBMIT_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun canSubmit(timeout: Duration? = null): CompletableFuture<SubmitPermission> =
        futures.of { calls.canSubmit(timeout.inKotlin()) }

    /**
     * Submits a post of a business as the user. It waits for payment: `payments.publish`. It must have no landline
     * numbers.
     *
     * The request is never sent twice, because the platform has no idempotency key for it.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `SUBMIT_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     *
     * @param post The post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun submit(post: PostSubmission, timeout: Duration? = null): CompletableFuture<PostSubmitted> =
        futures.of { calls.submit(post, timeout.inKotlin()) }

    /** Like the other [submit], but builds `post`. */
    @JvmOverloads
    public fun submit(
        post: Consumer<PostSubmissionBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<PostSubmitted> =
        futures.of { calls.submit(PostSubmissionBuilder().built(post), timeout.inKotlin()) }
}
