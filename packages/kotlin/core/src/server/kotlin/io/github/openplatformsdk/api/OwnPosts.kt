// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import java.io.InputStream
import java.nio.file.Path
import kotlin.time.Duration

/** Submitting posts and uploading their images and videos, with only the API key. From `OpenPlatform.ownPosts`. */
public class OwnPosts internal constructor(private val native: Platform) {
    /**
     * Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this call
     * by invitation only.
     *
     * The request is never sent twice, because the platform has no idempotency key for it.
     *
     * Key permission `SUBMIT_POST`. Newer than the specification. Source: `docs/platform.md#submit-post`.
     *
     * @param post The post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun submitAsApp(post: PostSubmission, timeout: Duration? = null): PostSubmitted =
        traced("own_posts.submit_as_app") { translated(post::texts) { native.ownPostsSubmitAsApp(post, options(timeout)) } }

    /**
     * Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun uploadUrls(timeout: Duration? = null): PostUploadUrls =
        traced("own_posts.upload_urls") { translated { native.ownPostsUploadUrls(options(timeout)) } }

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
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large, of another format or
     *   truncated, or that changes while it is read.
     * @throws DecodeException if the address for the upload is missing or is not on the main API, the only host that
     *   gets the API key.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadImage(
        image: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostImage =
        traced("own_posts.upload_image") { translated { native.ownPostsUploadImage(source(image, onProgress), options(timeout)) } }

    /** Like the other [uploadImage], with an image in memory. */
    public suspend fun uploadImage(
        image: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostImage =
        traced("own_posts.upload_image") { translated { native.ownPostsUploadImage(source(image, onProgress), options(timeout)) } }

    /** Like the other [uploadImage], with an image from a stream, which is read first and not closed. */
    public suspend fun uploadImage(
        image: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostImage = uploadImage(collected(image, native.maxUploadBytes()), timeout, onProgress)

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
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     *
     * @param video The video. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large or of another format, or that
     *   changes while it is read.
     * @throws DecodeException if the address for the upload is missing or is not on the main API, the only host that
     *   gets the API key.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun uploadVideo(
        video: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostVideo =
        traced("own_posts.upload_video") { translated { native.ownPostsUploadVideo(source(video, onProgress), options(timeout)) } }

    /** Like the other [uploadVideo], with a video in memory. */
    public suspend fun uploadVideo(
        video: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostVideo =
        traced("own_posts.upload_video") { translated { native.ownPostsUploadVideo(source(video, onProgress), options(timeout)) } }

    /** Like the other [uploadVideo], with a video from a stream, which is read first and not closed. */
    public suspend fun uploadVideo(
        video: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedPostVideo = uploadVideo(collected(video, native.maxUploadBytes()), timeout, onProgress)
}

/** The posts of a user: to read, edit, delete and submit. From `UserClient.ownPosts`. */
public class UserOwnPosts internal constructor(private val native: PlatformUser) {
    /**
     * Reads a post of the user, in any state.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun get(post: PostToken, timeout: Duration? = null): OwnPost =
        traced("own_posts.get") { translated { native.ownPostsGet(post, options(timeout)) } }

    /**
     * Changes a post of the user. Members that the edit does not set stay unchanged: the client makes `"update_mask"`,
     * the request's list of changed members, from those that are set. The platform reviews the change before it is
     * visible.
     *
     * Scope `POST_EDIT` with the post token, or `EDIT_USER_POST`. Key permission `EDIT_POST`. Newer than the
     * specification. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun edit(post: PostToken, edit: PostEdit, timeout: Duration? = null): Unit =
        traced("own_posts.edit") { translated(edit::texts) { native.ownPostsEdit(post, edit, options(timeout)) } }

    /**
     * Deletes a post of the user.
     *
     * Scope `DELETE_USER_POST`. Key permission `DELETE_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun delete(post: PostToken, timeout: Duration? = null): Unit =
        traced("own_posts.delete") { translated { native.ownPostsDelete(post, options(timeout)) } }

    /**
     * Reads the statistics of a post of the user for the last 7 days.
     *
     * Scope `USER_POSTS_STATS_READ`. Key permission `POST_STATS_RETRIEVE`. Newer than the specification. Source:
     * `docs/platform.md#post-stats`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun stats(post: PostToken, timeout: Duration? = null): PostStats =
        traced("own_posts.stats") { translated { native.ownPostsStats(post, options(timeout)) } }

    /**
     * Whether the user may submit a post now.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `CAN_USER_SUBMIT_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun canSubmit(timeout: Duration? = null): SubmitPermission =
        traced("own_posts.can_submit") { translated { native.ownPostsCanSubmit(options(timeout)) } }

    /**
     * Submits a post of a business as the user. It waits for payment: `payments.publish`. It must have no landline
     * numbers.
     *
     * The request is never sent twice, because the platform has no idempotency key for it.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `SUBMIT_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     *
     * @param post The post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun submit(post: PostSubmission, timeout: Duration? = null): PostSubmitted =
        traced("own_posts.submit") { translated(post::texts) { native.ownPostsSubmit(post, options(timeout)) } }
}
