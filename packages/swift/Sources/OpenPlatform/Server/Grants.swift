import Foundation

/// The stored grants. No result contains a token. From ``OpenPlatform/grants``.
public struct Grants: Sendable {
    let native: Platform

    /// The same grants as ``list(timeout:)``, read page by page: `for try await grant in platform.grants.iterate()`.
    ///
    /// - Parameter timeout: The time limit for reading one page.
    public func iterate(timeout: Duration? = nil) -> AllGrants { AllGrants(grants: self, timeout: timeout) }

    /// Stores tokens that were obtained elsewhere as a grant, and keeps them refreshed. Their previous owner must not refresh
    /// them any more.
    public func adopt(
        _ tokens: Tokens,
        user: String? = nil,
        redirectUri: String? = nil,
        consentAt: Date? = nil,
        timeout: Duration? = nil
    ) async throws -> GrantInfo {
        try await call(timeout) {
            try await native.grantsAdopt(
                tokens: tokens, user: user, redirectUri: redirectUri, consentAt: consentAt, options: $0)
        }
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
