import type { OwnPost, PostEdit, PostStats, PostSubmission, PostSubmitted, PostToken, PostUploadUrls, SubmitPermission } from '../model.js';
import { type CallOptions } from '../native.js';
/** Submitting posts with only the API key. */
export declare class OwnPosts {
    #private;
    /**
     * Submits a post of a business, as the app. It waits for payment: `payments.publish`. The platform offers this call
     * by invitation only.
     *
     * The request is never sent twice, because it has no id.
     *
     * Key permission `SUBMIT_POST`. Newer than the specification. Source: `docs/platform.md#submit-post`.
     *
     * @param post The post.
     */
    submitAsApp(post: PostSubmission, options?: CallOptions): Promise<PostSubmitted>;
    /**
     * Reads where images and videos of posts are uploaded to. The addresses may change, so read them before an upload.
     *
     * Key permission `UPLOAD_POST_IMAGE`. Newer than the specification. Source: `docs/platform.md#post-media`.
     */
    uploadUrls(options?: CallOptions): Promise<PostUploadUrls>;
}
/** The posts of a user: to read, edit, delete and submit. */
export declare class UserOwnPosts {
    #private;
    /**
     * Reads a post of the user, in any state.
     *
     * Scope `USER_POSTS_GET`. Key permission `GET_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     */
    get(post: PostToken, options?: CallOptions): Promise<OwnPost>;
    /**
     * Changes a post of the user. What the edit does not have stays; the platform's list of changed members is made from
     * what it has. The change is reviewed before it is visible.
     *
     * Scope `POST_EDIT` with the post token, or `EDIT_USER_POST`. Key permission `EDIT_POST`. Newer than the
     * specification. Source: `docs/platform.md#edit-post`.
     *
     * @param post The token of the post.
     * @param edit What is changed.
     */
    edit(post: PostToken, edit: PostEdit, options?: CallOptions): Promise<void>;
    /**
     * Deletes a post of the user.
     *
     * Scope `DELETE_USER_POST`. Key permission `DELETE_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#own-posts`.
     *
     * @param post The token of the post.
     */
    delete(post: PostToken, options?: CallOptions): Promise<void>;
    /**
     * Reads the statistics of a post of the user for the last 7 days.
     *
     * Scope `USER_POSTS_STATS_READ`. Key permission `POST_STATS_RETRIEVE`. Newer than the specification. Source:
     * `docs/platform.md#post-stats`.
     *
     * @param post The token of the post.
     */
    stats(post: PostToken, options?: CallOptions): Promise<PostStats>;
    /**
     * Whether the user may submit a post now.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `CAN_USER_SUBMIT_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     */
    canSubmit(options?: CallOptions): Promise<SubmitPermission>;
    /**
     * Submits a post of a business as the user. It waits for payment: `payments.publish`. It has no landline numbers.
     *
     * The request is never sent twice, because it has no id.
     *
     * Scope `SUBMIT_USER_POST`. Key permission `SUBMIT_USER_POST`. Newer than the specification. Source:
     * `docs/platform.md#submit-post`.
     *
     * @param post The post.
     */
    submit(post: PostSubmission, options?: CallOptions): Promise<PostSubmitted>;
}
