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

/// Checks a `bodyLimit`, and returns it.
func checkedBytes(_ limit: Int?) throws -> UInt32? {
    if let limit, limit < 0 { throw OpenPlatformError.invalidInput("bodyLimit", "must not be negative") }
    return limit.map { UInt32(clamping: $0) }
}

/// The whole body, or its first bytes if it exceeds the limit.
package func beginning<Body: AsyncSequence>(of body: Body, limit: Int) async throws -> Data
where Body.Element: Sequence<UInt8> {
    let limit = min(max(limit, 0), Int.max - 1)
    var data = Data()
    for try await piece in body {
        data.append(contentsOf: piece.prefix(limit + 1 - data.count))
        if data.count > limit { return data }
    }
    // In a cancelled task many sequences end as if the body had ended.
    try Task.checkCancellation()
    return data
}
