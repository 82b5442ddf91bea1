import type { Phone, PostToken, RecordCreated, SemanticRecord, UserId, UserIdSemanticRecord } from '../model.js';
import { type CallOptions } from '../native.js';
/** Calls about semantic records that need only the API key. */
export declare class Semantics {
    #private;
    /**
     * Deletes the semantic record of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`, which the platform gives by ticket. Source: spec 12, facts part 1.4.4.
     */
    deleteForUser(phone: Phone, options?: CallOptions): Promise<void>;
    /**
     * Deletes the semantic record of the user with an id, who has this phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: facts part 1.4.4.
     */
    deleteForUserId(user: UserId, phone: Phone, options?: CallOptions): Promise<void>;
}
/** Calls about semantic records for a user. */
export declare class UserSemantics {
    #private;
    /**
     * Creates or replaces the semantic record of the user with a phone number. `cost` is in rial.
     *
     * A name that is not known (`knownSemanticNames`) is stored hashed and cannot be read back.
     *
     * Scope `USER_VERIFICATION_CREATE`; key permission `USER_SEMANTIC_CREATE`, which the platform gives by ticket. Source:
     * spec 11, facts part 1.4.4.
     */
    createForUser(phone: Phone, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated>;
    /**
     * As `createForUser`, by the user's id. The record also names the phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source: facts
     * part 1.4.4.
     */
    createForUserId(user: UserId, record: UserIdSemanticRecord, options?: CallOptions): Promise<RecordCreated>;
    /**
     * Creates or replaces the semantic record of a post.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token, key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification, and marked experimental by the platform. Source: facts part 1.4.4.
     */
    createForPost(post: PostToken, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated>;
}
