/// Semantic records: facts about a user or a post in names that machines understand. From
/// ``AppUser/semantics``, on servers from `UserClient.semantics`.
///
/// They are never sent twice after an unclear outcome: they may spend a payment ticket.
public struct UserSemantics: Sendable {
    let native: any UserCalls

    /// Creates or replaces the record of the user with a phone number. Source: spec 11, facts part 1.4.1.
    @discardableResult
    public func create(
        forUser phone: Phone,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForUser(phone: phone, record: record, options: $0) }
    }

    /// As the other one, by the id of the user. Newer than the specification. Source: facts part 1.4.2.
    @discardableResult
    public func create(
        forUserID user: UserId,
        _ record: UserIdSemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForUserId(user: user, record: record, options: $0) }
    }

    /// Creates or replaces the record of a post. Newer than the specification, and marked experimental by the platform.
    /// Scope and key permission `POST_SEMANTIC_CREATE`. Source: facts part 1.4.4.
    @discardableResult
    public func create(
        forPost post: PostToken,
        _ record: SemanticRecord,
        timeout: Duration? = nil
    ) async throws -> RecordCreated {
        try await call(timeout) { try await native.semanticsCreateForPost(post: post, record: record, options: $0) }
    }
}
