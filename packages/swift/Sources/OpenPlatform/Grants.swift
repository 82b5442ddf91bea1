import Foundation

/// The stored grants. From ``OpenPlatform/grants``.
public struct Grants: Sendable {
    let native: Platform

    /// All grants in the store.
    public func list() async throws -> [GrantInfo] { try await native.grantsList() }

    /// What is known about one grant, or `nil` if there is none of this name.
    public func info(_ grant: GrantKey) async throws -> GrantInfo? { try await native.grantsInfo(grant: grant) }

    /// Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not,
    /// send the user to a login.
    public func isUsable(_ grant: GrantKey) async throws -> Bool { try await native.grantsIsUsable(grant: grant) }

    /// Refreshes a grant now and renews its subscriptions. There is no need to call this: calls refresh by themselves.
    public func refresh(_ grant: GrantKey) async throws -> GrantInfo { try await native.grantsRefresh(grant: grant) }

    /// Takes over tokens that were obtained elsewhere, and keeps them alive. Whoever had them before must no longer
    /// refresh them.
    public func adopt(
        _ tokens: Tokens,
        user: String? = nil,
        redirectURI: String? = nil,
        consentAt: Date? = nil
    ) async throws -> GrantInfo {
        try await native.grantsAdopt(tokens: tokens, user: user, redirectUri: redirectURI, consentAt: consentAt)
    }

    /// Deletes a grant and its subscriptions from the store. Returns whether there was one. The platform is not told: it
    /// documents no way to revoke a token (facts part 4.1).
    public func forget(_ grant: GrantKey) async throws -> Bool { try await native.grantsForget(grant: grant) }
}
