// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about users that need only the API key.
public struct Users: Sendable {
    let native: Platform

    /// Finds the id of the user with a phone number. The id is different for every app.
    ///
    /// Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source:
    /// `docs/platform.md#user-id-by-phone`.
    ///
    /// - Parameters:
    ///   - phone: A mobile number, in any usual notation.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func id(byPhone phone: Phone, timeout: Duration? = nil) async throws -> UserId {
        try await traced("users.id_by_phone", timeout) { try await native.usersIdByPhone(phone: phone, options: $0) }
    }
}
