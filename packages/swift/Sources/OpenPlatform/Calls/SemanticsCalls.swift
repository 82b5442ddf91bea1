// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about semantic records for a user.
public struct UserSemantics: Sendable {
    let native: any UserCalls

    /// Creates or replaces the semantic record of the user with a phone number.
    ///
    /// A name that is not known is stored hashed and cannot be read back.
    ///
    /// Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source:
    /// `docs/platform.md#user-semantics`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - record: The facts, under machine-readable names.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forUser phone: Phone,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await traced("semantics.create_for_user", timeout) {
            try await native.semanticsCreateForUser(phone: phone, record: record, options: $0)
        }
    }

    /// Like `create(forUser:_:timeout:)`, by the user's id. The record also contains the phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
    /// `docs/platform.md#user-semantics`.
    ///
    /// - Parameters:
    ///   - user: The id of the user, which is different for every app.
    ///   - record: The facts, under machine-readable names.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forUserId user: UserId,
        _ record: UserIdSemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await traced("semantics.create_for_user_id", timeout) {
            try await native.semanticsCreateForUserId(user: user, record: record, options: $0)
        }
    }

    /// Creates or replaces the semantic record of a post.
    ///
    /// Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
    /// specification. Source: `docs/platform.md#post-semantics`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - record: The facts, under machine-readable names.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func create(
        forPost post: PostToken,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await traced("semantics.create_for_post", timeout) {
            try await native.semanticsCreateForPost(post: post, record: record, options: $0)
        }
    }
}
