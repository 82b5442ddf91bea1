import Foundation

/// A function of the app took longer than its time limit.
struct HandlerTimeout: Error {
    let limit: Duration

    /// What is logged, as in the other packages.
    var reason: String { timeLimitText(seconds: limit.seconds) }
}

/// Checks a `handlerTimeout`, and returns it.
func checkedLimit(_ limit: Duration?) throws -> Duration? {
    if let limit { try checkHandlerTimeout(handlerTimeoutSeconds: limit.seconds, field: "handler_timeout") }
    return limit
}

/// Answers a request in a task that is not cancelled with the caller's. A server may cancel that one when the connection is closed: a
/// handler that takes longer than the platform waits for a response would never end, and ``LoginRoutes`` might never learn of a grant
/// that is stored.
func uninterrupted<T: Sendable>(_ answer: @escaping @Sendable () async -> T) async -> T {
    await Task { await answer() }.value
}

/// Runs a function of the app. After the limit its task is cancelled, and this throws at once: a handler that ignores the cancellation would
/// keep its caller forever.
func limited<T: Sendable>(_ limit: Duration?, _ handler: @escaping @Sendable () async throws -> T) async throws -> T {
    guard let limit else { return try await handler() }
    let (results, first) = AsyncThrowingStream<T, any Error>.makeStream()
    let handling = Task {
        do {
            first.yield(try await handler())
        } catch {
            first.finish(throwing: error)
        }
    }
    let timer = Task {
        try await Task.sleep(for: limit)
        first.finish(throwing: HandlerTimeout(limit: limit))
    }
    defer {
        timer.cancel()
        handling.cancel()
    }
    for try await result in results { return result }
    throw CancellationError()
}
