/// Users, by what the app knows of them. From ``OpenPlatform/users``.
public struct Users: Sendable {
    let native: Platform

    /// Finds the id of the user with a phone number. Newer than the specification. Source: facts part 1.5.
    public func id(byPhone phone: Phone, timeout: Duration? = nil) async throws -> UserId {
        try await call(timeout) { try await native.usersIdByPhone(phone: phone, options: $0) }
    }
}

/// The user of a ``UserClient``. From ``UserClient/users``.
public struct UserUsers: Sendable {
    let native: PlatformUser

    /// Reads the user's id and phone number, as far as the scopes `USER_ID` and `USER_PHONE` were granted. Newer than
    /// the specification. Source: facts part 1.5.
    public func me(timeout: Duration? = nil) async throws -> User {
        try await call(timeout) { try await native.usersMe(options: $0) }
    }

    /// Reads the user's phone numbers, in the specification's form. The live platform has replaced it with
    /// ``me(timeout:)``. Scope `USER_PHONE`, key permission `USER_RETRIEVE`. Source: spec 4, facts part 1.5.
    public func phoneNumbers(timeout: Duration? = nil) async throws -> PhoneNumbers {
        try await call(timeout) { try await native.usersPhoneNumbers(options: $0) }
    }
}

extension User {
    /// The phone number, in whichever of the two members the platform put it.
    public var phone: Phone? { userPhone(user: self) }
}
