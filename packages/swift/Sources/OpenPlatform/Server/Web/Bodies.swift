import Foundation

/// The result of `read`, or `nil` if it takes longer than this many seconds: then its task is cancelled and awaited.
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

/// The whole body, or the first pieces that exceed the limit.
func beginning<Body: AsyncSequence>(of body: Body, limit: Int) async throws -> Data where Body.Element: Sequence<UInt8> {
    var data = Data()
    for try await piece in body {
        data.append(contentsOf: piece.prefix(limit + 1 - data.count))
        if data.count > limit { break }
    }
    return data
}
