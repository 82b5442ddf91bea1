// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { Post, PostList, PostToken } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

/** Calls about posts that need only the API key. */
export class Posts {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Reads a published post. A member that the response omits is zero, false or empty; `postHas` tells whether it was
   * there. Money in `Post.data` is in toman.
   *
   * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
   *
   * @param post The token of the post.
   * @throws {@link NotFound} if the token does not exist or the post is no longer published.
   */
  get(post: PostToken, options?: CallOptions): Promise<Post> {
    return callEndpoint('posts.get', this.#native, options, (native, callId, core) =>
      native.postsGet(callId, post, core))
  }
}

/** Calls about posts for a user. */
export class UserPosts {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Lists the user's posts, in all states.
   *
   * Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
   * `docs/platform.md#user-posts`.
   */
  list(options?: CallOptions): Promise<PostList> {
    return callEndpoint('posts.list', this.#native, options, (native, callId, core) => native.postsList(callId, core))
  }

  /**
   * Reads a post with the images that it has before publication, in `Post.images`.
   *
   * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
   * `docs/platform.md#ongoing-images`.
   *
   * @param post The token of the post.
   */
  getWithOngoingImages(post: PostToken, options?: CallOptions): Promise<Post> {
    return callEndpoint('posts.get_with_ongoing_images', this.#native, options, (native, callId, core) =>
      native.postsGetWithOngoingImages(callId, post, core))
  }
}
