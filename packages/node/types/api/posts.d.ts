import type { Post, PostToken } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about posts that need only the API key. */
export declare class Posts {
    #private;
    /**
     * Reads a published post. A member that the answer leaves out is zero, false or empty; `Post.has` tells. Money in
     * `Post.data` is toman.
     *
     * Key permission `GET_POST`. Source: `docs/platform.md#read-post`.
     *
     * @param post The token of the post.
     * @throws {@link NotFound} for a token that does not exist or a post that is no longer there.
     */
    get(post: PostToken, options?: CallOptions): Promise<Post>;
}
/** Calls about posts for a user. */
export declare class UserPosts {
    #private;
    /**
     * Reads a post with the images it has before publication, in `Post.images`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token. Key permission `GET_POST`. Source:
     * `docs/platform.md#ongoing-images`.
     *
     * @param post The token of the post.
     */
    getWithOngoingImages(post: PostToken, options?: CallOptions): Promise<Post>;
}
