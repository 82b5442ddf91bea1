import Foundation

/// The stored grants. From ``OpenPlatform/grants``.
public struct Grants: Sendable {
    let native: Platform

    /// All grants in the store. Those that cannot be read are left out, and ``unreadable(timeout:)`` has them. For many
    /// thousands of grants take ``iterate(timeout:)``.
    public func list(timeout: Duration? = nil) async throws -> [GrantInfo] {
        try await call(timeout) { try await native.grantsList(options: $0) }
    }

    /// A part of the grants in the store, in the order of their keys. Those that cannot be read are left out, as
    /// ``list(timeout:)`` does, so a page may have fewer than `limit` and not be the last one.
    ///
    /// - Parameters:
    ///   - after: ``GrantPage/next`` of the page before. Without it this is the first page.
    ///   - limit: The most that a page has, 1 to 1,000. Without it a page has up to 1,000, or all grants of a store of your own,
    ///     which is read as a whole.
    ///   - timeout: How long reading it may take.
    public func page(after: GrantKey? = nil, limit: UInt32? = nil, timeout: Duration? = nil) async throws -> GrantPage {
        try await call(timeout) { try await native.grantsPage(after: after, limit: limit, options: $0) }
    }

    /// The same grants as ``list(timeout:)``, of which only a part is in memory at a time:
    /// `for try await grant in platform.grants.iterate()`.
    ///
    /// - Parameter timeout: How long reading one part may take.
    public func iterate(timeout: Duration? = nil) -> AllGrants { AllGrants(grants: self, timeout: timeout) }

    /// What is known about one grant, or `nil` if there is none of this name.
    public func info(_ grant: GrantKey, timeout: Duration? = nil) async throws -> GrantInfo? {
        try await call(timeout) { try await native.grantsInfo(grant: grant, options: $0) }
    }

    /// Whether calls can be made with a grant: it is stored, and its access token lives or can be refreshed. If not,
    /// send the user to a login.
    public func isUsable(_ grant: GrantKey, timeout: Duration? = nil) async throws -> Bool {
        try await call(timeout) { try await native.grantsIsUsable(grant: grant, options: $0) }
    }

    /// Refreshes a grant now and renews its subscriptions. There is no need to call this: calls refresh by themselves.
    public func refresh(_ grant: GrantKey, timeout: Duration? = nil) async throws -> GrantInfo {
        try await call(timeout) { try await native.grantsRefresh(grant: grant, options: $0) }
    }

    /// Takes over tokens that were obtained elsewhere, and keeps them alive. Whoever had them before must no longer
    /// refresh them.
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

    /// Deletes a grant and its subscriptions from the store, also those that cannot be read. Returns whether there was one.
    /// The platform is not told: it documents no way to revoke a token (docs/platform.md#token-services).
    @discardableResult
    public func forget(_ grant: GrantKey, timeout: Duration? = nil) async throws -> Bool {
        try await call(timeout) { try await native.grantsForget(grant: grant, options: $0) }
    }

    /// The grants that cannot be read: sealed with a key that is not among the store keys, or written by a newer version.
    /// Such a grant is not lost. It goes on once its key is back; if that is gone for good, forget the grant and send the
    /// user to a login.
    public func unreadable(timeout: Duration? = nil) async throws -> [UnreadableGrant] {
        try await call(timeout) { try await native.grantsUnreadable(options: $0) }
    }

    /// The grants of one user, by the app's own name for the user, the newest login first. Those that cannot be read are
    /// left out, as ``list(timeout:)`` does.
    public func of(user: String, timeout: Duration? = nil) async throws -> [GrantInfo] {
        try await call(timeout) { try await native.grantsOfUser(user: user, options: $0) }
    }

    /// Finds out whether a user has really taken access away, as the event `userAccessRevocation` says: each of the user's
    /// grants is refreshed at once, and the platform's answer decides. So an event that is late or sent again ends no newer
    /// login. Returns the grants as they are then, those that could not be asked about unchanged.
    ///
    /// If the platform confirms it, the tokens are erased from the store, and when this returns no process of the store uses
    /// the grant any more. For that it waits 2 s, which is longer than another process goes by what it has read. Beyond it are
    /// a request that is on its way already, and a process that does not reach the store: that goes on with the token that it
    /// knows until it ends, and with new tokens that it could not store for up to 30 s after the store is back.
    ///
    /// Only grants whose user id is known and that can be read are found; the others end with their next refresh.
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
