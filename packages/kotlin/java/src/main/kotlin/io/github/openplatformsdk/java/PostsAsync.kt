// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/** Calls about posts that need only the API key. From `OpenPlatformAsync.posts`. */
public class PostsAsync internal constructor(private val calls: Posts, private val futures: Futures) {
    /**
     * Reads a published post. A member that the response omits is zero, false or empty; `Post.has` tells whether it was
     * there. Money in `Post.data` is in toman.
     *
     * It ends with [NotFoundException] if the token does not exist or the post is no longer published.
     *
     * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun get(post: PostToken, timeout: Duration? = null): CompletableFuture<Post> =
        futures.of { calls.get(post, timeout.inKotlin()) }
}

/** Calls about posts for a user. From `UserClientAsync.posts`. */
public class UserPostsAsync internal constructor(private val calls: UserPosts, private val futures: Futures) {
    /**
     * Lists the user's posts, in all states.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
     * `docs/platform.md#user-posts`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun list(timeout: Duration? = null): CompletableFuture<PostList> =
        futures.of { calls.list(timeout.inKotlin()) }

    /**
     * Reads a post with the images that it has before publication, in `Post.images`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
     * `docs/platform.md#ongoing-images`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun getWithOngoingImages(post: PostToken, timeout: Duration? = null): CompletableFuture<Post> =
        futures.of { calls.getWithOngoingImages(post, timeout.inKotlin()) }
}
