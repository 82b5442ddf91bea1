import Foundation

/// The stored grants. From ``OpenPlatform/grants``.
public struct Grants: Sendable {
    let native: Platform

    /// All grants in the store. Those that cannot be read are left out: see ``unreadable(timeout:)``. For many thousands of
    /// grants use ``iterate(timeout:)``.
    public func list(timeout: Duration? = nil) async throws -> [GrantInfo] {
        try await call(timeout) { try await native.grantsList(options: $0) }
    }

    /// A page of the grants in the store, in the order of their keys. Those that cannot be read are left out, as
    /// ``list(timeout:)`` does, so a page may have fewer than `limit` and not be the last one.
    ///
    /// - Parameters:
    ///   - after: ``GrantPage/next`` of the page before. By default the first page.
    ///   - limit: The maximum number of grants of a page, 1 to 1,000. By default up to 1,000, or all grants of a store of your
    ///     own, which is read completely.
    ///   - timeout: The time limit.
    public func page(after: GrantKey? = nil, limit: UInt32? = nil, timeout: Duration? = nil) async throws -> GrantPage {
        try await call(timeout) { try await native.grantsPage(after: after, limit: limit, options: $0) }
    }

    /// The same grants as ``list(timeout:)``, read page by page: `for try await grant in platform.grants.iterate()`.
    ///
    /// - Parameter timeout: The time limit for reading one page.
    public func iterate(timeout: Duration? = nil) -> AllGrants { AllGrants(grants: self, timeout: timeout) }

    /// The details of a grant, or `nil` if it is not stored.
    public func info(_ grant: GrantKey, timeout: Duration? = nil) async throws -> GrantInfo? {
        try await call(timeout) { try await native.grantsInfo(grant: grant, options: $0) }
    }

    /// Whether a grant can be used: it is stored, and its access token is valid or can be refreshed. If not, the user must log
    /// in.
    public func isUsable(_ grant: GrantKey, timeout: Duration? = nil) async throws -> Bool {
        try await call(timeout) { try await native.grantsIsUsable(grant: grant, options: $0) }
    }

    /// Refreshes a grant now and renews its subscriptions. There is no need to call this: calls refresh automatically.
    public func refresh(_ grant: GrantKey, timeout: Duration? = nil) async throws -> GrantInfo {
        try await call(timeout) { try await native.grantsRefresh(grant: grant, options: $0) }
    }

    /// Stores tokens that were obtained elsewhere as a grant, and keeps them refreshed. Their previous owner must not refresh
    /// them any more.
    public func adopt(
        _ tokens: Tokens,
        user: String? = nil,
        redirectURI: String? = nil,
        consentAt: Date? = nil,
        timeout: Duration? = nil
    ) async throws -> GrantInfo {
        try await call(timeout) {
            try await native.grantsAdopt(
                tokens: tokens, user: user, redirectUri: redirectURI, consentAt: consentAt, options: $0)
        }
    }

    /// Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was one. The
    /// platform is not informed, because it documents no way to revoke a token (docs/platform.md#token-services).
    @discardableResult
    public func forget(_ grant: GrantKey, timeout: Duration? = nil) async throws -> Bool {
        try await call(timeout) { try await native.grantsForget(grant: grant, options: $0) }
    }

    /// The grants that cannot be read: encrypted with a key that is not among the store keys, or written by a newer version. Such
    /// a grant is not lost: it can be used again with its key. If the key is lost, forget the grant and have the user log in
    /// again.
    public func unreadable(timeout: Duration? = nil) async throws -> [UnreadableGrant] {
        try await call(timeout) { try await native.grantsUnreadable(options: $0) }
    }

    /// The grants of one user, by the app's own id of the user, the newest login first. Those that cannot be read are left out,
    /// as ``list(timeout:)`` does.
    public func of(user: String, timeout: Duration? = nil) async throws -> [GrantInfo] {
        try await call(timeout) { try await native.grantsOfUser(user: user, options: $0) }
    }

    /// Checks whether a user has really revoked access, as the event `userAccessRevocation` reports: refreshes each of the user's
    /// grants at once, and the platform's response decides. A late or repeated event does not end a newer login. Returns the
    /// grants in their new state; those that could not be checked are unchanged.
    ///
    /// If the platform confirms the revocation, the tokens are deleted from the store, and when this returns no process that
    /// shares the store uses the grant any more. For that it waits 2 s, which is longer than other processes cache a grant. There
    /// are two exceptions: a request that is already sent, and a process that cannot reach the store. The latter uses its token
    /// until the token expires, and new tokens that it could not store for up to 30 s after the store can be reached again.
    ///
    /// Only readable grants with a known user id are found; the others end with their next refresh.
    @discardableResult
    public func revoked(_ user: UserId, timeout: Duration? = nil) async throws -> [GrantInfo] {
        try await call(timeout) { try await native.grantsRevoked(userId: user, options: $0) }
    }
}

/// The stored grants, read page by page. From ``Grants/iterate(timeout:)``.
public struct AllGrants: AsyncSequence, Sendable {
    let grants: Grants
    let timeout: Duration?

    /// One loop over the grants.
    public func makeAsyncIterator() -> Iterator { Iterator(grants: grants, timeout: timeout) }

    /// One loop over the grants.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let grants: Grants
        let timeout: Duration?
        private var page: [GrantInfo] = []
        private var position = 0
        private var after: GrantKey?
        private var isLast = false

        init(grants: Grants, timeout: Duration?) { (self.grants, self.timeout) = (grants, timeout) }

        /// The next grant; `nil` after the last one.
        public mutating func next() async throws -> GrantInfo? {
            while position == page.count {
                if isLast { return nil }
                let read = try await grants.page(after: after, timeout: timeout)
                (page, position, after, isLast) = (read.grants, 0, read.next, read.next == nil)
            }
            defer { position += 1 }
            return page[position]
        }
    }
}
