import type { Post, PostList, PostToken } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about posts that need only the API key. */
export declare class Posts {
    #private;
    /**
     * Reads a published post. A member that the response omits is zero, false or empty; `postHas` tells whether it was
     * there. Money in `Post.data` is in toman.
     *
     * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
     *
     * @param post The token of the post.
     * @throws {@link NotFound} if the token does not exist or the post is no longer published.
     */
    get(post: PostToken, options?: CallOptions): Promise<Post>;
}
/** Calls about posts for a user. */
export declare class UserPosts {
    #private;
    /**
     * Lists the user's posts, in all states.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POSTS`. Newer than the specification. Source:
     * `docs/platform.md#user-posts`.
     */
    list(options?: CallOptions): Promise<PostList>;
    /**
     * Reads a post with the images that it has before publication, in `Post.images`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
     * `docs/platform.md#ongoing-images`.
     *
     * @param post The token of the post.
     */
    getWithOngoingImages(post: PostToken, options?: CallOptions): Promise<Post>;
}
