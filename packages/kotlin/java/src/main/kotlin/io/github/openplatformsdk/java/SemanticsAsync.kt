// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls about semantic records that need only the API key. From `OpenPlatformAsync.semantics`. */
public class SemanticsAsync internal constructor(private val calls: Semantics, private val futures: Futures) {
    /**
     * Deletes the semantic record of the user with a phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun deleteForUser(phone: Phone, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.deleteForUser(phone, timeout.inKotlin()) }

    /**
     * Deletes the semantic record of the user with an id and this phone number.
     *
     * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun deleteForUserId(user: UserId, phone: Phone, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.deleteForUserId(user, phone, timeout.inKotlin()) }
}

/** Calls about semantic records for a user. From `UserClientAsync.semantics`. */
public class UserSemanticsAsync internal constructor(private val calls: UserSemantics, private val futures: Futures) {
    /**
     * Creates or replaces the semantic record of the user with a phone number.
     *
     * A name that is not known is stored hashed and cannot be read back.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForUser(
        phone: Phone,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForUser(phone, record, timeout.inKotlin()) }

    /** Like the other [createForUser], but builds `record`. */
    @JvmOverloads
    public fun createForUser(
        phone: Phone,
        record: Consumer<SemanticRecordBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForUser(phone, SemanticRecordBuilder().built(record), timeout.inKotlin()) }

    /**
     * Like `createForUser`, by the user's id. The record also contains the phone number.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#user-semantics`.
     *
     * @param user The id of the user, which is different for every app.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForUserId(
        user: UserId,
        record: UserIdSemanticRecord,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForUserId(user, record, timeout.inKotlin()) }

    /** Like the other [createForUserId], but builds `record`. */
    @JvmOverloads
    public fun createForUserId(
        user: UserId,
        record: Consumer<UserIdSemanticRecordBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForUserId(user, UserIdSemanticRecordBuilder().built(record), timeout.inKotlin()) }

    /**
     * Creates or replaces the semantic record of a post.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
     * specification. Source: `docs/platform.md#post-semantics`.
     *
     * @param post The token of the post.
     * @param record The facts, under machine-readable names.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun createForPost(
        post: PostToken,
        record: SemanticRecord,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForPost(post, record, timeout.inKotlin()) }

    /** Like the other [createForPost], but builds `record`. */
    @JvmOverloads
    public fun createForPost(
        post: PostToken,
        record: Consumer<SemanticRecordBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<RecordCreated> =
        futures.of { calls.createForPost(post, SemanticRecordBuilder().built(record), timeout.inKotlin()) }
}
