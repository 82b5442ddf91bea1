// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about semantic records that need only the API key. From `OpenPlatform.semantics`. */
public class Semantics internal constructor(private val native: Platform) {
    /**
     * Deletes the semantic record of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun deleteForUser(phone: Phone, timeout: Duration? = null): Unit =
        traced("semantics.delete_for_user") { translated { native.semanticsDeleteForUser(phone, options(timeout)) } }

    /**
     * Deletes the semantic record of the user with an id and this phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun deleteForUserId(user: UserId, phone: Phone, timeout: Duration? = null): Unit =
        traced("semantics.delete_for_user_id") { translated { native.semanticsDeleteForUserId(user, phone, options(timeout)) } }
}

/** Calls about semantic records for a user. From `UserClient.semantics`. */
public class UserSemantics internal constructor(private val native: PlatformUser) {
    /**
     * Creates or replaces the semantic record of the user with a phone number.
     *
     * A name that is not known is stored hashed and cannot be read back.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUser(phone: Phone, record: SemanticRecord, timeout: Duration? = null): RecordCreated =
        traced("semantics.create_for_user") { translated { native.semanticsCreateForUser(phone, record, options(timeout)) } }

    /**
     * Like `createForUser`, by the user's id. The record also contains the phone number.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated =
        traced("semantics.create_for_user_id") { translated { native.semanticsCreateForUserId(user, record, options(timeout)) } }

    /**
     * Creates or replaces the semantic record of a post.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#post-semantics`.
     *
     * @param post The token of the post.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): RecordCreated =
        traced("semantics.create_for_post") { translated { native.semanticsCreateForPost(post, record, options(timeout)) } }
}
