import Foundation

/// Runs a call so that the cancellation of its task ends it: the generated code does not pass that on.
func call<T: Sendable>(
    _ timeout: Duration? = nil,
    repeatPostAddons: Bool = false,
    _ body: (CallOptions) async throws -> T
) async throws -> T {
    let token = CancelToken()
    let options = CallOptions(timeout: timeout?.seconds, repeatPostAddons: repeatPostAddons, cancel: token)
    return try await withTaskCancellationHandler {
        do {
            return try await body(options)
        } catch OpenPlatformError.Cancelled {
            throw CancellationError()
        }
    } onCancel: {
        token.cancel()
    }
}

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
