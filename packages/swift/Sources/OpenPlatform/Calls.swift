import Foundation

/// Runs a call and ends it when its task is cancelled, because the generated code does not forward the cancellation. Throws
/// an ``OpenPlatformError`` or a `CancellationError`.
func call<T: Sendable>(
    _ timeout: Duration? = nil,
    repeatPostAddons: Bool = false,
    _ body: (CallOptions) async throws -> T
) async throws -> T {
    let token = CancelToken()
    var options = CallOptions(timeout: timeout?.seconds, repeatPostAddons: repeatPostAddons, cancel: token)
    if let complete = CallContext.complete { options = complete(options) }
    return try await withTaskCancellationHandler { [options] in
        do {
            return try await body(options)
        } catch OpenPlatformError.Cancelled {
            throw CancellationError()
        } catch let error as OpenPlatformError {
            throw error
        } catch {
            throw OpenPlatformError.unexpected(error)
        }
    } onCancel: {
        token.cancel()
    }
}

/// What the calls of a task have in common.
enum CallContext {
    /// Completes the options of each call.
    @TaskLocal static var complete: (@Sendable (CallOptions) -> CallOptions)?
}

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }

    /// The same for the argument `field`, which must not be negative.
    func seconds(for field: String) throws -> TimeInterval {
        guard self >= .zero else { throw OpenPlatformError.invalidInput(field, "must not be negative") }
        return seconds
    }
}
