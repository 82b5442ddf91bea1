import Foundation

/// What `read` returns, or `nil` if it takes longer than so many seconds: then its task is cancelled, and waited for.
func within<T: Sendable>(_ seconds: Double, _ read: @escaping @Sendable () async throws -> T) async throws -> T? {
    try await withThrowingTaskGroup(of: T?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await read() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            return nil
        }
        return try await group.next() ?? nil
    }
}

/// All of a body, or as many of its pieces as are needed to see that it has more bytes than the limit.
func beginning<Body: AsyncSequence>(of body: Body, limit: Int) async throws -> Data where Body.Element: Sequence<UInt8> {
    var data = Data()
    for try await piece in body {
        data.append(contentsOf: piece.prefix(limit + 1 - data.count))
        if data.count > limit { break }
    }
    return data
}
