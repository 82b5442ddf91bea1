/// Users, by what the app knows of them. From ``OpenPlatform/users``.
public struct Users: Sendable {
    let native: Platform

    /// Finds the id of the user with a phone number. The id is different for every app.
    ///
    /// Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: facts part 1.5.
    public func id(byPhone phone: Phone, timeout: Duration? = nil) async throws -> UserId {
        try await call(timeout) { try await native.usersIdByPhone(phone: phone, options: $0) }
    }
}
