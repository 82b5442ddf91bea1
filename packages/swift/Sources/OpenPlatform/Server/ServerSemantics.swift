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
