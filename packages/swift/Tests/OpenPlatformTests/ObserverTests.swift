import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// Callbacks, log and the requests of single calls. What the records contain is in the vectors.
@Suite struct ObserverTests {
    private let post = ScriptedOutcome.json(200, ["token": "gZd7omnS"], headers: ["x-request-id": "41"])

    private func client(_ script: [ScriptedOutcome], _ configure: (Settings) -> Void = { _ in }) throws -> OpenPlatform {
        try OpenPlatform {
            $0.environment(variables: [:])
            $0.apiKey(key: "canary-key")
            $0.clientId(id: "my-app")
            $0.clientSecret(secret: "canary-secret")
            $0.redirectUri(uri: "https://app.example/callback")
            $0.transport(transport: .script(outcomes: script))
            $0.clock(clock: ManualClock(now: now))
            configure($0)
        }
    }

    @Test func eachRequestIsARecord() async throws {
        let records = Locked<[Attempt]>([])
        let platform = try client([.response(503), post]) { $0.onRequest { it in records.change { $0.append(it) } } }
        #expect(try await platform.posts.get("gZd7omnS").token == "gZd7omnS")
        let made = records.value
        #expect(made.map(\.attempt) == [1, 2] && made.map(\.status) == [503, 200])
        #expect(made[0].retry == "server" && made[0].wait! >= .zero && made[0].duration >= .zero)
        #expect(made[1].requestId == "41" && made[1].retry == nil && made[1].wait == nil)
        #expect(made[1].path == "/v1/open-platform/finder/post/{post_token}")
        #expect(!"\(made)".contains("gZd7omnS") && !"\(made)".contains("canary"))
    }

    /// A line of a log, without the times.
    private func line(_ level: LogLevel, _ label: String, _ message: String) -> String {
        let text = message.replacing(/[0-9]+ ms/, with: "0 ms").replacing(/[0-9]+\.[0-9] s/, with: "0 s")
        return "\(level) \(label) \(text)"
    }

    @Test(arguments: [(LogLevel.debug, 2), (.info, 1), (.warning, 0)])
    func requestsAreLoggedFromTheLevelThatIsSet(level: LogLevel, count: Int) async throws {
        let (lines, members) = (Locked<[String]>([]), Locked<[[String: String]]>([]))
        let platform = try client([.response(503), post]) {
            $0.log(from: level) { level, label, message, metadata in
                lines.change { $0.append(line(level, label, message)) }
                members.change { $0.append(metadata) }
            }
        }
        _ = try await platform.posts.get("gZd7omnS")
        #expect(lines.value.count == count, "\(lines.value)")
        guard count > 0 else { return }
        let first = try #require(lines.value.first)
        #expect(first.hasPrefix("info open_platform.http posts.get: request 1: 503 in 0 ms, request id "))
        #expect(first.hasSuffix("; sent again in 0 s (server)"))
        #expect(members.value[0]["status"] == "503" && members.value[0]["retry"] == "server")
        guard count > 1 else { return }
        #expect(lines.value[1] == "debug open_platform.http posts.get: request 2: 200 in 0 ms, request id 41")
        #expect(members.value[1]["request_id"] == "41" && members.value[1]["retry"] == nil)
    }

    @Test func eachRequestOfARefreshIsARecordAndLogged() async throws {
        let (records, lines) = (Locked<[Refresh]>([]), Locked<[String]>([]))
        let platform = try client([.json(400, ["error": "invalid_grant"])]) {
            $0.onRefresh { it in records.change { $0.append(it) } }
            $0.log(from: .warning) { level, label, message, _ in lines.change { $0.append(line(level, label, message)) } }
        }
        let grant = try await platform.grants.adopt(tokens("canary-1", "canary-2")).key
        await #expect(throws: OpenPlatformError.self) { try await platform.user(grant).users.me() }
        #expect(records.value.map(\.outcome) == ["invalid_grant"] && records.value.map(\.reason) == ["due"])
        #expect(records.value[0].duration >= .zero)
        #expect(lines.value == ["warning open_platform.refresh token refresh (due): request 1: invalid_grant in 0 ms"])
    }

    @Test func hooksAndInboxesAreLogged() async throws {
        let lines = Locked<[String]>([])
        let platform = try client([]) {
            $0.log(from: .debug) { level, label, message, _ in lines.change { $0.append(line(level, label, message)) } }
        }
        let inbox = try platform.inbox()
        let hooks = try Hooks(
            platform: platform, keys: [IdentificationKey(id: "one", key: "identification-key-one")], inbox: inbox,
            log: { level, message in lines.change { $0.append(line(level, "hooks", message)) } })
        let headers = [
            (name: "Authorization", value: "identification-key-one"), (name: "Content-Type", value: "application/json"),
        ]
        let body = Data(#"{"type":"BRAND_NEW"}"#.utf8)
        #expect(await hooks.receive(method: "POST", path: "/hooks/events", headers: headers, body: body)?.status == 200)
        let item = try #require(try await inbox.tryNext())
        #expect(try await inbox.nack(id: item.id, reason: "a reason") == .retry)
        #expect(
            lines.value == [
                "debug hooks open-platform: event unknown: stored, answered with 200 in 0 ms",
                "info open_platform.inbox unknown: attempt 1: retried after 0 ms; handled again in 0 s",
            ])
    }

    @Test func aListTakesTheRequestsOfTheCallsInsideIt() async throws {
        let platform = try client([.response(503), post, .response(404), post, post])
        let list = AttemptList()
        let read = try await list.record { try await platform.posts.get("gZd7omnS", timeout: .seconds(60)) }
        #expect(read.token == "gZd7omnS")
        #expect(list.attempts().map(\.status) == [503, 200] && list.attempts().last?.requestId == "41")
        await #expect(throws: OpenPlatformError.self) { try await list.record { try await platform.posts.get("gZd7omnS") } }
        #expect(list.attempts().map(\.status) == [503, 200, 404])
        let both = AttemptList()
        try await both.record {
            async let first = platform.posts.get("gZd7omnS")
            async let second = platform.posts.get("gZd7omnS")
            _ = try await (first, second)
        }
        #expect(both.attempts().map(\.status) == [200, 200])
    }
}
