import Foundation

/// A tracing library, which makes each call a span. This package depends on none: `docs/observe.md` has the conformance for
/// swift-distributed-tracing.
public protocol CallTracer: Sendable {
    /// Begins the span of a call, as a child of the current span of the task. It must not block.
    ///
    /// - Parameter endpoint: The name of the span and of the endpoint, such as `posts.get`; `request` for an endpoint that has
    ///   no method here.
    func begin(_ endpoint: String) -> any CallSpan
}

/// The span of one call.
public protocol CallSpan: Sendable {
    /// What the tracing library sends to the next service. `traceparent` and `tracestate` are sent with each request of the call,
    /// if they have the form of W3C Trace Context; nothing else is. It is read once, when the call begins.
    var headers: [String: String] { get }

    /// Ends the span. It is called once, when the call ends, also if it fails or is cancelled. It must not block.
    func end(_ call: TracedCall)
}

/// What the span of a call records, in the conventions of OpenTelemetry for HTTP. It contains no id of a user or a post, no
/// address of a request, no body and no credential.
public struct TracedCall: Sendable {
    /// The attributes of the span, which describe the last request: `http.request.method`, `http.response.status_code`,
    /// `http.request.resend_count`, `server.address`, `server.port`, `url.template` (the path with the names of its variable
    /// segments), `open_platform.request_id`; `error.type` and `open_platform.error` if the call has failed. A call that has
    /// failed before it sent a request has only the last two, and so has a cancelled one.
    public let attributes: [String: SpanValue]

    /// The requests that were sent again: the events `retry` of the span.
    public let retries: [Retry]

    /// The code of the error, if the call has failed: ``OpenPlatformError/code``, `cancelled` if its task was cancelled.
    public let error: String?

    /// A request that was sent again.
    public struct Retry: Sendable {
        /// The attributes of the event: those of a span, and `open_platform.retry`, the reason.
        public let attributes: [String: SpanValue]

        /// When the request ended, in nanoseconds since 1970.
        public let nanosecondsSinceEpoch: UInt64
    }
}

/// The value of an attribute of a span.
public enum SpanValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A number.
    case int(Int64)
}

extension OpenPlatform {
    /// Makes each call of every client a span, and sends `traceparent` with its requests. Set it once when the program starts,
    /// beside the tracing library; `nil` ends it. Without a tracer a call costs what it would cost without this function.
    public static func instrument(with tracer: (any CallTracer)?) {
        var begin: (@Sendable (String) -> SpanOfCall)?
        if let tracer { begin = { endpoint in spanOfCall(tracer.begin(endpoint)) } }
        CallContext.beginSpan.change { $0 = begin }
    }
}

/// Gives the headers of a span to its call, and takes the requests of the call.
private func spanOfCall(_ span: any CallSpan) -> SpanOfCall {
    let made = Locked<AttemptList?>(nil)
    return SpanOfCall(
        complete: { options in
            let list = options.attempts.map { AttemptList.inside(outer: $0) } ?? AttemptList()
            made.change { $0 = list }
            let headers = span.headers
            return CallOptions(
                timeout: options.timeout, repeatPostAddons: options.repeatPostAddons, cancel: options.cancel, attempts: list,
                traceparent: headers["traceparent"], tracestate: headers["tracestate"])
        },
        end: { span.end(TracedCall(made.value?.attempts() ?? [], error: $0)) })
}

extension TracedCall {
    fileprivate init(_ attempts: [Attempt], error: String?) {
        guard let call = try? callTrace(attempts: attempts, error: error) else {
            self.init(attributes: [:], retries: [], error: error)
            return
        }
        let now = Date().timeIntervalSince1970
        let retries = call.retries.map {
            Retry(attributes: values($0.attributes), nanosecondsSinceEpoch: UInt64((now - $0.secondsBeforeEnd) * 1e9))
        }
        self.init(attributes: values(call.attributes), retries: retries, error: error)
    }
}

private func values(_ attributes: [TraceAttribute]) -> [String: SpanValue] {
    let named = attributes.map { ($0.name, $0.text.map(SpanValue.string) ?? .int($0.number ?? 0)) }
    return Dictionary(uniqueKeysWithValues: named)
}
