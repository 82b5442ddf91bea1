/// Removing semantic records, which needs only the API key. From ``OpenPlatform/semantics``.
public struct Semantics: Sendable {
    let native: Platform

    /// Deletes the semantic record of the user with a phone number. Source: spec 12, facts part 1.4.3.
    public func delete(forUser phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.semanticsDeleteForUser(phone: phone, options: $0) }
    }

    /// As ``delete(forUser:timeout:)``, by the id of the user. Newer than the specification. Source: facts part 1.4.3.
    public func delete(forUserID user: UserId, phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.semanticsDeleteForUserId(user: user, phone: phone, options: $0) }
    }
}

/// Semantic records: facts about a user or a post in names that machines understand. From ``UserClient/semantics``.
///
/// They are never sent twice after an unclear outcome: they may spend a payment ticket.
public struct UserSemantics: Sendable {
    let native: PlatformUser

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
