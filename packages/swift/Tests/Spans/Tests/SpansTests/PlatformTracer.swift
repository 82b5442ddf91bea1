// As in docs/observe.md.
import OpenPlatform
import Tracing

struct PlatformTracer: CallTracer {
    func begin(_ endpoint: String) -> any CallSpan {
        PlatformSpan(span: InstrumentationSystem.tracer.startSpan(endpoint, ofKind: .client))
    }
}

struct PlatformSpan: CallSpan {
    let span: any Span

    var headers: [String: String] {
        var headers: [String: String] = [:]
        InstrumentationSystem.instrument.inject(span.context, into: &headers, using: HeaderInjector())
        return headers
    }

    func end(_ call: TracedCall) {
        for retry in call.retries {
            let end = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: retry.nanosecondsSinceEpoch)
            span.addEvent(SpanEvent(name: "retry", at: end, attributes: attributes(retry.attributes)))
        }
        span.attributes.merge(attributes(call.attributes))
        if call.error != nil { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    private func attributes(_ values: [String: SpanValue]) -> SpanAttributes {
        SpanAttributes(
            values.mapValues { value in
                switch value {
                case .string(let text): .string(text)
                case .int(let number): .int64(number)
                }
            })
    }
}

struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}
