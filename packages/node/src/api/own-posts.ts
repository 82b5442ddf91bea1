// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type {
  OwnPost,
  PostEdit,
  PostStats,
  PostSubmission,
  PostSubmitted,
  PostToken,
  PostUploadUrls,
  SubmitPermission,
  UploadedPostImage,
  UploadedPostVideo,
} from '../model.js'
import { callEndpoint, type CallOptions, UPLOAD_OPTIONS, type UploadOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'
import { readable, type UploadInput } from '../values.js'

/** Submitting posts and uploading their images and videos, with only the API key. */
export class OwnPosts {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this call
   * by invitation only.
   *
   * The request is never sent twice, because the platform has no idempotency key for it.
   *
   * Key permission `SUBMIT_POST`. Newer than the specification. Source: `docs/platform.md#submit-post`.
   *
   * @param post The post.
   */
  submitAsApp(post: PostSubmission, options?: CallOptions): Promise<PostSubmitted> {
    return callEndpoint('own_posts.submit_as_app', this.#native, options, (native, callId, core) =>
      native.ownPostsSubmitAsApp(callId, post, core))
  }

  /**
   * Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
   *
   * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
   */
  uploadUrls(options?: CallOptions): Promise<PostUploadUrls> {
    return callEndpoint('own_posts.upload_urls', this.#native, options, (native, callId, core) =>
      native.ownPostsUploadUrls(callId, core))
  }

  /**
   * Uploads an image of a post. A post names it by the `path` of the result, in `PostDetails.images`.
   *
   * The address is read first, because the platform may change it. The upload has the time limit `uploadTimeoutMs`; a
   * limit that is given for the call is that of both requests. The format is JPEG, or PNG if `allowPng` is on. The size
   * is at most `maxImageBytes`.
   *
   * The image is never sent twice, because the platform has no idempotency key for it. After an {@link
   * AmbiguousOutcome} it can be uploaded again: the first one is not used by any post.
   *
   * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
   *
   * @param image The image. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large, of another format or truncated,
   *   or that changes while it is read.
   * @throws {@link DecodeError} if the address for the upload is missing or is not on the main API, the only host that
   *   gets the API key.
   */
  async uploadImage(image: UploadInput, options?: UploadOptions): Promise<UploadedPostImage> {
    const source = await readable(image, 'image', this.#native, options)
    return callEndpoint('own_posts.upload_image', this.#native, options, (native, callId, core) =>
      native.ownPostsUploadImage(callId, source, core), UPLOAD_OPTIONS)
  }

  /**
   * Uploads a video of a post, in MP4. A post names it by `videoName` and `thumbnailName` of the result, in
   * `PostVideo`.
   *
   * The address is read first, because the platform may change it. The upload has the time limit `uploadTimeoutMs`; a
   * limit that is given for the call is that of both requests. The size is at most `maxVideoBytes`.
   *
   * The video is never sent twice, because the platform has no idempotency key for it. After an {@link
   * AmbiguousOutcome} it can be uploaded again: the first one is not used by any post.
   *
   * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
   *
   * @param video The video. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large or of another format, or that
   *   changes while it is read.
   * @throws {@link DecodeError} if the address for the upload is missing or is not on the main API, the only host that
   *   gets the API key.
   */
  async uploadVideo(video: UploadInput, options?: UploadOptions): Promise<UploadedPostVideo> {
    const source = await readable(video, 'video', this.#native, options)
    return callEndpoint('own_posts.upload_video', this.#native, options, (native, callId, core) =>
      native.ownPostsUploadVideo(callId, source, core), UPLOAD_OPTIONS)
  }
}

/** The posts of a user: to read, edit, delete and submit. */
export class UserOwnPosts {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Reads a post of the user, in any state.
   *
   * Scope `USER_POSTS_GET`. Key permission `GET_USER_POST`. Newer than the specification. Source:
   * `docs/platform.md#own-posts`.
   *
   * @param post The token of the post.
   */
  get(post: PostToken, options?: CallOptions): Promise<OwnPost> {
    return callEndpoint('own_posts.get', this.#native, options, (native, callId, core) =>
      native.ownPostsGet(callId, post, core))
  }

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
   */
  edit(post: PostToken, edit: PostEdit, options?: CallOptions): Promise<void> {
    return callEndpoint('own_posts.edit', this.#native, options, (native, callId, core) =>
      native.ownPostsEdit(callId, post, edit, core))
  }

  /**
   * Deletes a post of the user.
   *
   * Scope `DELETE_USER_POST`. Key permission `DELETE_USER_POST`. Newer than the specification. Source:
   * `docs/platform.md#own-posts`.
   *
   * @param post The token of the post.
   */
  delete(post: PostToken, options?: CallOptions): Promise<void> {
    return callEndpoint('own_posts.delete', this.#native, options, (native, callId, core) =>
      native.ownPostsDelete(callId, post, core))
  }

  /**
   * Reads the statistics of a post of the user for the last 7 days.
   *
   * Scope `USER_POSTS_STATS_READ`. Key permission `POST_STATS_RETRIEVE`. Newer than the specification. Source:
   * `docs/platform.md#post-stats`.
   *
   * @param post The token of the post.
   */
  stats(post: PostToken, options?: CallOptions): Promise<PostStats> {
    return callEndpoint('own_posts.stats', this.#native, options, (native, callId, core) =>
      native.ownPostsStats(callId, post, core))
  }

  /**
   * Whether the user may submit a post now.
   *
   * Scope `SUBMIT_USER_POST`. Key permission `CAN_USER_SUBMIT_POST`. Newer than the specification. Source:
   * `docs/platform.md#submit-post`.
   */
  canSubmit(options?: CallOptions): Promise<SubmitPermission> {
    return callEndpoint('own_posts.can_submit', this.#native, options, (native, callId, core) =>
      native.ownPostsCanSubmit(callId, core))
  }

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
   */
  submit(post: PostSubmission, options?: CallOptions): Promise<PostSubmitted> {
    return callEndpoint('own_posts.submit', this.#native, options, (native, callId, core) =>
      native.ownPostsSubmit(callId, post, core))
  }
}
