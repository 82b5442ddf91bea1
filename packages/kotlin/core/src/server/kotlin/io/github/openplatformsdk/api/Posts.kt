// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about posts that need only the API key. From `OpenPlatform.posts`. */
public class Posts internal constructor(private val native: Platform) {
    /**
     * Reads a published post. A member that the response omits is zero, false or empty; `Post.has` tells whether it was
     * there. Money in `Post.data` is in toman.
     *
     * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws NotFoundException if the token does not exist or the post is no longer published.
     */
    public suspend fun get(post: PostToken, timeout: Duration? = null): Post =
        traced("posts.get") { translated { native.postsGet(post, options(timeout)) } }
}

/** Calls about posts for a user. From `UserClient.posts`. */
public class UserPosts internal constructor(private val native: PlatformUser) {
    /**
     * Lists the user's posts, in all states.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
     * `docs/platform.md#user-posts`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun list(timeout: Duration? = null): PostList =
        traced("posts.list") { translated { native.postsList(options(timeout)) } }

    /**
     * Reads a post with the images that it has before publication, in `Post.images`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
     * `docs/platform.md#ongoing-images`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun getWithOngoingImages(post: PostToken, timeout: Duration? = null): Post =
        traced("posts.get_with_ongoing_images") { translated { native.postsGetWithOngoingImages(post, options(timeout)) } }
}
