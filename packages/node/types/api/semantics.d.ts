import type { Phone, PostToken, RecordCreated, SemanticRecord, UserId, UserIdSemanticRecord } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about semantic records that need only the API key. */
export declare class Semantics {
    #private;
    /**
     * Deletes the semantic record of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     */
    deleteForUser(phone: Phone, options?: CallOptions): Promise<void>;
    /**
     * Deletes the semantic record of the user with an id and this phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param phone A mobile number, in any usual notation.
     */
    deleteForUserId(user: UserId, phone: Phone, options?: CallOptions): Promise<void>;
}
/** Calls about semantic records for a user. */
export declare class UserSemantics {
    #private;
    /**
     * Creates or replaces the semantic record of the user with a phone number.
     *
     * A name that is not known is stored hashed and cannot be read back.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source: `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param record The facts, under machine-readable names.
     */
    createForUser(phone: Phone, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated>;
    /**
     * Like `createForUser`, by the user's id. The record also contains the phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param record The facts, under machine-readable names.
     */
    createForUserId(user: UserId, record: UserIdSemanticRecord, options?: CallOptions): Promise<RecordCreated>;
    /**
     * Creates or replaces the semantic record of a post.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#post-semantics`.
     *
     * @param post The token of the post.
     * @param record The facts, under machine-readable names.
     */
    createForPost(post: PostToken, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated>;
}
