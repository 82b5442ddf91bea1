import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// Calls as spans. `Tests/Spans` has the same with swift-distributed-tracing. All clients of a process have one tracer, so these tests
/// look only at the spans of their own tasks.
@Suite(.serialized) struct TracingTests {
    private let post = ScriptedOutcome.json(200, ["token": "gZd7omnS"], headers: ["x-request-id": "41"])

    private func client(_ recorder: Recorder) throws -> OpenPlatform {
        try OpenPlatform {
            $0.environment(variables: [:])
            $0.apiKey(key: "canary-key")
            $0.hosts(
                auth: "https://auth.example", base: "https://base.example:8443", api: "https://api.example",
                upload: "https://upload.example", chat: "https://chat.example")
            $0.transport(transport: recorder)
            $0.clock(clock: ManualClock(now: now))
        }
    }

    /// Makes calls with a tracer, and returns their spans.
    private func spans(of calls: () async throws -> Void) async throws -> [RecordedSpan] {
        OpenPlatform.instrument(with: SpanRecorder())
        defer { OpenPlatform.instrument(with: nil) }
        let spans = Locked<[RecordedSpan]>([])
        try await SpanRecorder.$spans.withValue(spans) { try await calls() }
        return spans.value
    }

    @Test func aCallIsASpanARepeatedRequestIsAnEventAndTheRequestsCarryTheSpan() async throws {
        let recorder = Recorder.script(outcomes: [.response(503), post])
        let list = AttemptList()
        let started = Date().timeIntervalSince1970
        let spans = try await spans { _ = try await list.record { try await client(recorder).posts.get("gZd7omnS") } }
        try #require(spans.count == 1)
        let call = try #require(spans[0].ended.value)
        #expect(spans[0].name == "posts.get" && call.error == nil)
        var expected: [String: SpanValue] = [
            "http.request.method": .string("GET"), "http.request.resend_count": .int(1),
            "http.response.status_code": .int(200), "server.address": .string("base.example"), "server.port": .int(8443),
            "url.template": .string("/v1/open-platform/finder/post/{post_token}"),
            "open_platform.request_id": .string("41"),
        ]
        #expect(call.attributes == expected)
        #expect(call.retries.count == 1)
        let retry = try #require(call.retries.first)
        expected["http.request.resend_count"] = nil
        expected["http.response.status_code"] = .int(503)
        expected["open_platform.retry"] = .string("server")
        expected["open_platform.request_id"] = retry.attributes["open_platform.request_id"]
        #expect(retry.attributes == expected)
        // The waits pass at once: by the clock of the span the request may have ended before it began.
        #expect(Double(retry.nanosecondsSinceEpoch) / 1e9 <= Date().timeIntervalSince1970)
        #expect(Double(retry.nanosecondsSinceEpoch) / 1e9 > started - 60)
        #expect(recorder.requests().map { $0.headers["traceparent"] } == [SpanRecorder.parent, SpanRecorder.parent])
        #expect(recorder.requests().map { $0.headers["tracestate"] } == ["vendor=1", "vendor=1"])
        #expect(recorder.requests().allSatisfy { $0.headers["baggage"] == nil })
        #expect(list.attempts().map(\.status) == [503, 200], "the list around it has the requests, too")
        #expect(!"\(call)".contains("gZd7omnS") && !"\(call)".contains("canary"))
    }

    @Test func aCallThatFailsHasTheCodeOfItsError() async throws {
        let platform = try client(.always(outcome: .response(404)))
        let spans = try await spans {
            await #expect(throws: OpenPlatformError.self) { try await platform.posts.get("gZd7omnS") }
            await #expect(throws: OpenPlatformError.self) { try await platform.users.id(byPhone: "1") }
            let cancelled = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await platform.posts.get("gZd7omnS")
            }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
        }
        let ended = try spans.map { try #require($0.ended.value) }
        #expect(ended.map(\.error) == ["not_found", "invalid_input", "cancelled"])
        #expect(ended[0].attributes["error.type"] == .string("404"))
        #expect(ended[0].attributes["open_platform.error"] == .string("not_found"))
        for call in ended.dropFirst() {
            let code = try SpanValue.string(#require(call.error))
            #expect(call.attributes == ["error.type": code, "open_platform.error": code])
        }
    }

    @Test func withoutATracerNothingIsSent() async throws {
        let recorder = Recorder.always(outcome: post)
        let spans = Locked<[RecordedSpan]>([])
        try await SpanRecorder.$spans.withValue(spans) { _ = try await client(recorder).posts.get("gZd7omnS") }
        #expect(spans.value.isEmpty)
        #expect(recorder.requests().map { $0.headers["traceparent"] } == [nil])
    }

    @Test func theSandboxReceivesTheSpanOfARequestThatWasSentAgain() async throws {
        let world = try await Sandbox.start().world()
        let token = PostToken(try await world.posts(of: "seller")[0].token)
        try await world.addFault(.init(effects: [.status(status: 503)], on: .init(endpoint: "posts.get"), times: 1))
        let platform = try OpenPlatform(world.settings)
        let spans = try await spans { _ = try await platform.posts.get(token) }
        let call = try #require(spans.first?.ended.value)
        #expect(call.retries.map { $0.attributes["http.response.status_code"] } == [.int(503)])
        let retry = try #require(call.retries.first)
        #expect(Double(retry.nanosecondsSinceEpoch) / 1e9 >= spans[0].began.timeIntervalSince1970)
        #expect(!"\(call)".contains(token.rawValue))
        #expect(try await world.requests("posts.get").map(\.traceparent) == [SpanRecorder.parent, SpanRecorder.parent])
    }
}

/// A span of ``SpanRecorder``.
private final class RecordedSpan: CallSpan {
    let name: String
    let began = Date()
    let ended = Locked<TracedCall?>(nil)

    init(_ name: String) { self.name = name }

    var headers: [String: String] { ["traceparent": SpanRecorder.parent, "tracestate": "vendor=1", "baggage": "id=7"] }

    func end(_ call: TracedCall) { ended.change { $0 = call } }
}

/// Records the spans of the calls of a task.
private struct SpanRecorder: CallTracer {
    static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    @TaskLocal static var spans: Locked<[RecordedSpan]>?

    func begin(_ endpoint: String) -> any CallSpan {
        let span = RecordedSpan(endpoint)
        Self.spans?.change { $0.append(span) }
        return span
    }
}
