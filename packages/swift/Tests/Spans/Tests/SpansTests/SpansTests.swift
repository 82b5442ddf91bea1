import InMemoryTracing
import OpenPlatform
import OpenPlatformTesting
import Testing
import Tracing

@Test func theCallsOfAnAppAreSpansOfItsTrace() async throws {
    let tracer = InMemoryTracer(
        idGenerator: .init(nextTraceID: { hex(32) }, nextSpanID: { hex(16) }))
    InstrumentationSystem.bootstrap(MultiplexInstrument([tracer, TraceContextWriter()]))
    OpenPlatform.instrument(with: PlatformTracer())

    let world = try await Sandbox.start().world()
    let token = PostToken(try await world.posts(of: "seller")[0].token)
    try await world.addFault(.init(effects: [.status(status: 503)], on: .init(endpoint: "posts.get"), times: 1))
    let platform = try OpenPlatform(world.settings)
    try await withSpan("of the app") { _ in
        _ = try await platform.posts.get(token)
        await #expect(throws: OpenPlatformError.self) { try await platform.posts.get("gZd7omnS") }
    }

    let spans = tracer.finishedSpans
    try #require(spans.map(\.operationName) == ["posts.get", "posts.get", "of the app"])
    let (found, missing, app) = (spans[0], spans[1], spans[2])
    for span in [found, missing] {
        #expect(span.kind == .client && span.traceID == app.traceID && span.spanContext.parentSpanID == app.spanID)
        #expect(span.attributes.get("url.template") == .string("/v1/open-platform/finder/post/{post_token}"))
        #expect(span.attributes.get("http.request.method") == .string("GET"))
    }
    #expect(found.attributes.get("http.response.status_code") == .int64(200) && found.status == nil)
    #expect(found.attributes.get("http.request.resend_count") == .int64(1))
    try #require(found.events.map(\.name) == ["retry"])
    #expect(found.events[0].attributes.get("open_platform.retry") == .string("server"))
    #expect(found.startInstant.nanosecondsSinceEpoch <= found.events[0].nanosecondsSinceEpoch)
    #expect(found.events[0].nanosecondsSinceEpoch <= found.endInstant.nanosecondsSinceEpoch)
    #expect(missing.attributes.get("error.type") == .string("404") && missing.status?.code == .error)

    let requests = try await world.requests("posts.get")
    #expect(
        requests.map(\.traceparent) == [found, found, missing].map { traceparent($0.spanContext) })
}

/// Random hexadecimal digits.
private func hex(_ count: Int) -> String {
    String((0..<count).map { _ in "123456789abcdef".randomElement()! })
}

private func traceparent(_ context: InMemorySpanContext) -> String { "00-\(context.traceID)-\(context.spanID)-01" }

/// Writes `traceparent`, which the tracer in memory does not.
private struct TraceContextWriter: Instrument {
    func extract<Carrier, Extract: Extractor>(_: Carrier, into _: inout ServiceContext, using _: Extract)
    where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(_ context: ServiceContext, into carrier: inout Carrier, using injector: Inject)
    where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject(traceparent(span), forKey: "traceparent", into: &carrier)
    }
}
