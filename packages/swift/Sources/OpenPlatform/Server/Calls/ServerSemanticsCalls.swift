// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about semantic records that need only the API key.
public struct Semantics: Sendable {
    let native: Platform

    /// Deletes the semantic record of the user with a phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#user-semantics`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func delete(forUser phone: Phone, timeout: Duration? = nil) async throws {
        try await traced("semantics.delete_for_user", timeout) {
            try await native.semanticsDeleteForUser(phone: phone, options: $0)
        }
    }

    /// Deletes the semantic record of the user with an id and this phone number.
    ///
    /// Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: `docs/platform.md#user-semantics`.
    ///
    /// - Parameters:
    ///   - user: The id of the user, which is different for every app.
    ///   - phone: A mobile number, in any usual notation.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func delete(forUserId user: UserId, phone: Phone, timeout: Duration? = nil) async throws {
        try await traced("semantics.delete_for_user_id", timeout) {
            try await native.semanticsDeleteForUserId(user: user, phone: phone, options: $0)
        }
    }
}
