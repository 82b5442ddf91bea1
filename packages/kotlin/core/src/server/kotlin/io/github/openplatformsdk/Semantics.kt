package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Removing semantic records, which needs only the API key. From [OpenPlatform.semantics]. */
public class Semantics internal constructor(private val native: Platform) {
    /** Deletes the semantic record of the user with a phone number. Source: spec 12, facts part 1.4.3. */
    public suspend fun deleteForUser(phone: Phone, timeout: Duration? = null): Unit =
        translated { native.semanticsDeleteForUser(phone, options(timeout)) }

    /** As [deleteForUser], by the id of the user. Newer than the specification. Source: facts part 1.4.3. */
    public suspend fun deleteForUserId(user: UserId, phone: Phone, timeout: Duration? = null): Unit =
        translated { native.semanticsDeleteForUserId(user, phone, options(timeout)) }
}

/**
 * Semantic records: facts about a user or a post in names that machines understand. From [UserClient.semantics].
 *
 * They are never sent twice after an unclear outcome: they may spend a payment ticket.
 */
public class UserSemantics internal constructor(private val native: PlatformUser) {
    /** Creates or replaces the semantic record of the user with a phone number. Source: spec 11, facts part 1.4.1. */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        translated { native.semanticsCreateForUser(phone, record, options(timeout)) }

    /** As [createForUser], by the id of the user. Newer than the specification. Source: facts part 1.4.2. */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForUserId(user, record, options(timeout)) }

    /**
     * Creates or replaces the semantic record of a post. Newer than the specification, and marked experimental by the
     * platform. Scope and key permission `POST_SEMANTIC_CREATE`. Source: facts part 1.4.4.
     */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated = translated { native.semanticsCreateForPost(post, record, options(timeout)) }
}
