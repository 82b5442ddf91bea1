// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Search over the posts of the platform.
public struct Finder: Sendable {
    let native: Platform

    /// Searches published posts. The result has at most the 100 newest posts, and there are no further pages.
    ///
    /// The platform lets an app search 100 times in total, also in production. Every request counts, so a search is
    /// repeated at most once if its outcome is unclear. Amounts of money are in toman (1 toman is 10 rial).
    ///
    /// Key permission `SEARCH_POST`. Newer than the specification. Source: `docs/platform.md#search`.
    ///
    /// - Parameters:
    ///   - search: The filters.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a range that is empty or has a negative end.
    ///   ``OpenPlatformError/RateLimited(report:)`` if the app has used all its searches.
    public func search(_ search: PostSearch, timeout: Duration? = nil) async throws -> FoundPosts {
        try await traced("finder.search", timeout) { try await native.finderSearch(search: search, options: $0) }
    }
}
