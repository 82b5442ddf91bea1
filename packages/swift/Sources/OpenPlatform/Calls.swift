import Foundation

/// Runs a call and ends it when its task is cancelled, because the generated code does not forward the cancellation. Throws
/// an ``OpenPlatformError`` or a `CancellationError`.
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
        } catch let error as OpenPlatformError {
            throw error
        } catch {
            throw OpenPlatformError.unexpected(error)
        }
    } onCancel: {
        token.cancel()
    }
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
