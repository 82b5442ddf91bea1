import Foundation

/// A function of the app took longer than its time limit.
struct HandlerTimeout: Error {
    let limit: Duration

    /// What is logged, as in the other packages.
    var reason: String { String(format: "it took longer than %g s", limit.seconds) }
}

/// Checks a `handlerTimeout`, and returns it.
func checkedLimit(_ limit: Duration?) throws -> Duration? {
    if let limit, limit <= .zero { throw OpenPlatformError.invalidInput("handlerTimeout", "must be more than 0") }
    return limit
}

/// Runs a function of the app. After the limit its task is cancelled, and this throws at once: a handler that ignores the cancellation would
/// keep its caller forever. `isIndependent`: it is not cancelled with the caller.
func limited<T: Sendable>(
    _ limit: Duration?, isIndependent: Bool = false, _ handler: @escaping @Sendable () async throws -> T
) async throws -> T {
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
    return try await withTaskCancellationHandler {
        // A task of its own, which is not cancelled with the caller: a handler that ignores that cancellation may complete its work.
        try await Task {
            for try await result in results { return result }
            throw CancellationError()
        }.value
    } onCancel: {
        if !isIndependent { handling.cancel() }
    }
}
