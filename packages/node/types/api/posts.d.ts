import type { Post, PostToken } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about posts that need only the API key. */
export declare class Posts {
    #private;
    /**
     * Reads a published post. A member that the answer leaves out is zero, false or empty; `postHas` tells.
     *
     * Key permission `GET_POST`. Source: spec 5, facts part 1.1.
     *
     * @throws {@link NotFound} for a token that does not exist or a post that is no longer there.
     */
    get(post: PostToken, options?: CallOptions): Promise<Post>;
}
/** Calls about posts for a user. */
export declare class UserPosts {
    #private;
    /**
     * Reads a post with the images it has before publication, in `postImages(post)`.
     *
     * Scope `POST_ONGOING_IMAGES_GET` with the post token, key permission `GET_POST`. Source: spec 6, facts part 1.1.
     */
    getWithOngoingImages(post: PostToken, options?: CallOptions): Promise<Post>;
}
