/// Who the user is. From ``AppUser/users``, on servers from `UserClient.users`.
public struct UserUsers: Sendable {
    let native: any UserCalls

    /// Reads the user's id and phone number: the id with scope `USER_ID`, the number with `USER_PHONE`, each absent without
    /// its scope. With a stored grant the id is kept beside it.
    ///
    /// Key permission `USER_RETRIEVE`. Newer than the specification. Source: facts part 1.5.
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
