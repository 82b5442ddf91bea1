package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Removing semantic records, which needs only the API key. From [OpenPlatform.semantics]. */
public class Semantics internal constructor(private val native: Platform) {
    /**
     * Deletes the semantic record of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`, which the platform gives by ticket. Source: spec 12, facts part 1.4.4.
     */
    public suspend fun deleteForUser(phone: Phone, timeout: Duration? = null): Unit =
        translated { native.semanticsDeleteForUser(phone, options(timeout)) }

    /**
     * Deletes the semantic record of the user with an id, who has this phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: facts part 1.4.4.
     */
    public suspend fun deleteForUserId(user: UserId, phone: Phone, timeout: Duration? = null): Unit =
        translated { native.semanticsDeleteForUserId(user, phone, options(timeout)) }
}

/**
 * Semantic records: facts about a user or a post in names that machines understand. From [UserClient.semantics].
 *
 * They are never sent twice after an unclear outcome: they may spend a payment ticket.
 */
public class UserSemantics internal constructor(private val native: PlatformUser) {
    /**
     * Creates or replaces the semantic record of the user with a phone number. A name that is not among
     * [knownSemanticNames] is stored hashed and cannot be read back.
     *
     * Scope `USER_VERIFICATION_CREATE`; key permission `USER_SEMANTIC_CREATE`, which the platform gives by ticket.
     * Source: spec 11, facts part 1.4.4.
     */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        translated { native.semanticsCreateForUser(phone, record, options(timeout)) }

    /**
     * As [createForUser], by the id of the user. The record also names the phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
     * facts part 1.4.4.
     */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForUserId(user, record, options(timeout)) }

    /**
     * Creates or replaces the semantic record of a post.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token, key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification, and marked experimental by the platform. Source: facts part 1.4.4.
     */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForPost(post, record, options(timeout)) }
}
