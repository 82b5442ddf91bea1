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
            throw OpenPlatformError.unexpected(error.localizedDescription)
        }
    } onCancel: {
        token.cancel()
    }
}

/// Runs a call of an endpoint as ``call(_:repeatPostAddons:_:)``, and as a span if the app has a tracer.
func traced<T: Sendable>(
    _ endpoint: String,
    _ timeout: Duration?,
    repeatPostAddons: Bool = false,
    _ body: (CallOptions) async throws -> T
) async throws -> T {
    guard let begin = CallContext.beginSpan.value else {
        return try await call(timeout, repeatPostAddons: repeatPostAddons, body)
    }
    let span = begin(endpoint)
    do {
        let result = try await call(timeout, repeatPostAddons: repeatPostAddons) { try await body(span.complete($0)) }
        span.end(nil)
        return result
    } catch {
        span.end((error as? OpenPlatformError)?.code ?? "cancelled")
        throw error
    }
}

/// What calls have in common.
enum CallContext {
    /// Completes the options of each call of a task.
    @TaskLocal static var complete: (@Sendable (CallOptions) -> CallOptions)?
    /// Begins the span of each call of an endpoint with this name.
    static let beginSpan = Locked<(@Sendable (String) -> SpanOfCall)?>(nil)
}

/// The span of one call.
struct SpanOfCall {
    /// Completes the options of the call.
    let complete: (CallOptions) -> CallOptions
    /// Ends the span, with the code of the call's error.
    let end: (String?) -> Void
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
