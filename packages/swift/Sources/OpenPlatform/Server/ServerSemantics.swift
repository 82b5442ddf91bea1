/// Removing semantic records, which needs only the API key. From ``OpenPlatform/semantics``.
public struct Semantics: Sendable {
    let native: Platform

    /// Deletes the semantic record of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`, which the platform gives by ticket. Source: spec 12, facts part 1.4.4.
    public func delete(forUser phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.semanticsDeleteForUser(phone: phone, options: $0) }
    }

    /// Deletes the semantic record of the user with an id, who has this phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: facts part 1.4.4.
    public func delete(forUserID user: UserId, phone: Phone, timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.semanticsDeleteForUserId(user: user, phone: phone, options: $0) }
    }
}
