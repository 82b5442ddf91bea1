/// Semantic records: facts about a user or a post in names that machines understand. From
/// ``AppUser/semantics``, on servers from `UserClient.semantics`.
///
/// They are never sent twice after an unclear outcome: they may spend a payment ticket.
public struct UserSemantics: Sendable {
    let native: any UserCalls

    /// Creates or replaces the record of the user with a phone number. A name that is not among `knownSemanticNames()` is
    /// stored hashed and cannot be read back.
    ///
    /// Scope `USER_VERIFICATION_CREATE`; key permission `USER_SEMANTIC_CREATE`, which the platform gives by ticket. Source:
    /// spec 11, facts part 1.4.4.
    @discardableResult
    public func create(
        forUser phone: Phone,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForUser(phone: phone, record: record, options: $0) }
    }

    /// As the other one, by the id of the user. The record also names the phone number.
    ///
    /// Scope `USER_VERIFICATION_CREATE`, key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source: facts
    /// part 1.4.4.
    @discardableResult
    public func create(
        forUserID user: UserId,
        _ record: UserIdSemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForUserId(user: user, record: record, options: $0) }
    }

    /// Creates or replaces the record of a post.
    ///
    /// Scope `POST_SEMANTIC_CREATE` with the post token, key permission `POST_SEMANTIC_CREATE`. Newer than the specification,
    /// and marked experimental by the platform. Source: facts part 1.4.4.
    @discardableResult
    public func create(
        forPost post: PostToken,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForPost(post: post, record: record, options: $0) }
    }
}
