// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about the user who granted access.
public struct CurrentUser: Sendable {
    let native: any UserCalls

    /// Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
    /// absent without its scope.
    ///
    /// With a stored grant, the id is stored with it: `GrantInfo.userId`.
    ///
    /// Scopes `USER_ID` and `USER_PHONE`, each for its member of the response. Key permission `USER_RETRIEVE`. Newer
    /// than the specification. Source: `docs/platform.md#users`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func me(timeout: Duration? = nil) async throws -> User {
        try await traced("users.me", timeout) { try await native.usersMe(options: $0) }
    }

    /// Lists the businesses of the user, with the user's role in each.
    ///
    /// Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
    /// `docs/platform.md#businesses`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func businesses(timeout: Duration? = nil) async throws -> BusinessList {
        try await traced("users.businesses", timeout) { try await native.usersBusinesses(options: $0) }
    }

    /// Reads the profile image of a professional user.
    ///
    /// Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
    /// Source: `docs/platform.md#profile-image`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func profileImage(timeout: Duration? = nil) async throws -> ProfileImage {
        try await traced("users.profile_image", timeout) { try await native.usersProfileImage(options: $0) }
    }

    /// Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
    /// `me`.
    ///
    /// The body is an empty JSON object. The specification shows no body; old clients sent this one.
    ///
    /// Scope `USER_PHONE`. Key permission `USER_RETRIEVE`. Source: `docs/platform.md#users`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func phoneNumbers(timeout: Duration? = nil) async throws -> PhoneNumbers {
        try await traced("users.phone_numbers", timeout) { try await native.usersPhoneNumbers(options: $0) }
    }
}
