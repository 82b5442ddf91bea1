import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

private func client(_ recorder: Recorder, _ more: (Settings) throws -> Void = { _ in }) throws -> OpenPlatform {
    try OpenPlatform {
        $0.apiKey(key: "key-of-the-app")
        $0.clientId(id: "app")
        $0.clientSecret(secret: "secret-of-the-app")
        $0.redirectUri(uri: "https://app.example/back")
        try more($0)
        $0.transport(transport: recorder)
    }
}

private func report(of call: () async throws -> some Any) async throws -> ErrorReport {
    do {
        _ = try await call()
    } catch let error as OpenPlatformError {
        return try #require(error.report)
    }
    throw Wrong("was accepted")
}

@Suite struct ClientTests {
    @Test func theDescriptionOfAnErrorIsItsText() async throws {
        do {
            _ = try await client(.always(outcome: .json(404, ["message": "no such post"]))).posts.get("gZd7omnS")
            Issue.record("was accepted")
        } catch let error as OpenPlatformError {
            let text = try #require(error.report?.text)
            #expect(text.contains("no such post"))
            #expect(error.localizedDescription == text && "\(error)" == text && (error as any Error).localizedDescription == text)
        }
        #expect("\(OpenPlatformError.Cancelled)" == "the call was cancelled")
    }

    @Test func aFaultOfTheLibraryIsAnInternalErrorWithoutItsMessage() async throws {
        let clock = ManualClock(now: Date())
        clock.advance(by: 1e13)  // To the end of all times: nothing can be added to it.
        let platform = try client(.always(outcome: .json(200, ["token": "gZd7omnS"]))) { $0.clock(clock: clock) }
        let gateway = try AppGateway(platform: platform, keys: [Data(count: 32).base64EncodedString()]) { _ in nil }
        // Both panic: the first in a task of the library, the second in the caller's thread.
        for report in [
            try await report(of: { try await platform.oauth.authorize(["USER_PHONE"], sessionId: "session") }),
            try await report(of: { try gateway.access("grant") }),
        ] {
            #expect(report.code == "internal")
            #expect(report.text == "a fault in the Open Platform SDK, not in your program: please report it")
        }
        #expect(try await platform.posts.get("gZd7omnS").token == "gZd7omnS")
    }

    @Test func aValueThatCannotBeConvertedEndsNoProcess() {
        let noJson = Json(floatLiteral: .nan)
        let user = User(extra: ["score": noJson])
        #expect(throws: OpenPlatformError.self) { try userPhone(user: user) }
        #expect(user.phone == nil)
        #expect(user.debugDescription == "User")
        #expect(!Post(token: "gZd7omnS", state: .published, data: noJson, presence: 0).has("token"))
    }

    @Test func anEmptyAddonIsRejectedUnlessAllowEmptyIsSet() async throws {
        let recorder = Recorder.always(outcome: .json(200, [:]))
        let user = try client(recorder).user(accessToken: "token")
        let refused = try await report { try await user.addons.create(on: "gZd7omnS") {} }
        #expect((refused.code, refused.field) == ("invalid_input", "widgets"))
        #expect(recorder.requests().isEmpty)
        try await user.addons.create(on: "gZd7omnS", PostAddon(widgets: [], allowEmpty: true))
        #expect(recorder.requests().map { String(decoding: $0.body, as: UTF8.self) } == [#"{"widgets":[]}"#])
    }

    /// The runner of the vectors calls every method, so a missing method would not compile there.
    @Test func everyEndpointOfTheTableHasAMethod() {
        // The platform sends these requests to the app; `Hooks` handles them.
        let missing = endpoints().filter { $0.host != "app" && !calledEndpoints.contains($0.name) }.map(\.name)
        #expect(missing == [])
    }

    @Test func aRawScopeIsSentUnchangedAndAMisspeltOneIsRejected() async throws {
        let oauth = try client(.always(outcome: .json(200, [:]))).oauth
        let url = try await oauth.authorize([scopeRaw(text: "BRAND_NEW.x"), scopeRaw(text: "USER_PHONE")], sessionId: "session").url()
        #expect(url.contains("&scope=BRAND_NEW.x%20USER_PHONE&"))
        let refused = try await report { try await oauth.authorize([Scope("USER_PHON")], sessionId: "session") }
        #expect(refused.code == "invalid_input" && refused.text.contains("did you mean USER_PHONE?"))
    }

    @Test func errorsHaveTheirKindAndDetails() async throws {
        let body: Json = ["code": 7, "message": "denied", "details": [["reason": "scope"]]]
        let refused = Recorder.always(outcome: .json(403, body, headers: ["x-request-id": "r-1"]))
        let user = try client(refused).user(accessToken: "token")
        do {
            try await user.addons.create(on: "gZd7omnS") { TitleRow(text: "Inspected") }
            Issue.record("was accepted")
        } catch OpenPlatformError.MissingScope(let report) {
            #expect(report.code == "missing_scope")
            #expect((report.status, report.platformCode, report.attempts) == (403, 7, 1))
            #expect((report.reason, report.endpoint, report.requestId) == ("denied", "addons.create_on_post", "r-1"))
            #expect(report.details.map(\.text) == [#"{"reason":"scope"}"#])
            #expect(report.needsScopes == ["POST_ADDON_CREATE.gZd7omnS", "USER_POSTS_ADDON_CREATE"])
            #expect(report.needsPermission == "ADD_ON_CREATE")
        }

        let limited = Recorder.always(outcome: .json(429, [:], headers: ["retry-after": "7200"]))
        #expect(try await report { try await client(limited).posts.get("gZd7omnS") }.retryAfterSeconds == 7200)

        let unclear = try await report {
            try await client(.always(outcome: .noResponse(.interrupted))).user(accessToken: "t").conversations.send("c-1", "Hi")
        }
        #expect(unclear.code == "ambiguous_outcome" && unclear.sentAt != nil && unclear.fingerprint?.count == 16)

        let broken = try await report {
            try await client(.always(outcome: .noResponse(.connect))) { $0.maxAttempts(attempts: 1) }.posts.get("gZd7omnS")
        }
        #expect((broken.code, broken.transport, broken.attempts) == ("transport", "connect", 1))

        let unreadable = try await report { try await client(.always(outcome: .json(200, []))).posts.get("gZd7omnS") }
        #expect((unreadable.code, unreadable.path) == ("decode", "."))

        let unknown = try await report { try await client(.always(outcome: .response(200))).user("nobody").users.me() }
        #expect(unknown.code == "reauth_required")

        let unset = try await report { try await OpenPlatform { _ in }.posts.get("gZd7omnS") }
        #expect((unset.code, unset.subject) == ("config", "apiKey"))
    }

    @Test func aButtonHasItsIconUnderTheNameOfTheLivePlatformOrUnderThatOfTheSpecification() async throws {
        let recorder = Recorder.always(outcome: .json(200, [:]))
        let user = try client(recorder).user(accessToken: "token")
        let rows: [[Button]] = [
            [
                .link("Open", url: "https://app.example", icon: "ADD"), .server("Accept", data: ["id": "7"], icon: "ADD"),
                .dynamic("Ask", data: ["id": "7"], icon: "ADD"),
            ],
            [
                .postPage("Post", post: "gZd7omnS", icon: "ADD"),
                .postManagePage("Manage", post: "gZd7omnS", icon: "ADD", iconName: "MONEY"),
                .link("Old", url: "https://app.example", iconName: "ADD"),
            ],
        ]
        try await user.conversations.send("c-1", "Hello", receiver: rows)
        let sent = try Json(text: String(decoding: recorder.requests()[0].body, as: UTF8.self))
        let buttons = try #require(sent["receiver_buttons"]?["rows"]?.array).flatMap { $0["buttons"]?.array ?? [] }
        #expect(buttons.map { $0["icon"] } == ["ADD", "ADD", "ADD", "ADD", "ADD", nil])
        #expect(buttons.map { $0["icon_name"] } == [nil, nil, nil, nil, "MONEY", "ADD"])
        let actions = [
            "open_direct_link", "open_server_link", "get_dynamic_action", "open_post_page", "open_post_manage_page", "open_direct_link",
        ]
        #expect(buttons.map { $0["action"]?.object.map { Array($0.keys) } } == actions.map { [$0] })
    }

    @Test func invalidInputIsRejectedBeforeARequestIsSent() async throws {
        let recorder = Recorder.always(outcome: .response(200))
        let platform = try client(recorder)
        let user = platform.user(accessToken: "token")
        let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
        let wrong: [(String, () async throws -> Any)] = [
            ("a dot segment", { try await platform.posts.get("..") }),
            ("a slash", { try await platform.posts.get("a/b") }),
            ("nothing", { try await platform.posts.get("") }),
            ("a NUL", { try await platform.posts.get("a\0b") }),
            ("5,000 characters", { try await platform.posts.get(PostToken(String(repeating: "x", count: 5000))) }),
            ("a negative timeout", { try await platform.posts.get("gZd7omnS", timeout: .seconds(-1)) }),
            ("a long text", { try await user.addons.create(on: "gZd7omnS") { TitleRow(text: String(repeating: "x", count: 500)) } }),
            ("a score of 101", {
                try await user.addons.create(on: "gZd7omnS") { ScoreRow(title: "Engine", percentageScore: 101) }
            }),
            ("a link that is not https", {
                try await user.conversations.send("c-1", "Hi", receiver: [[.link("Open", url: "http://a.example")]])
            }),
            ("ten buttons", {
                try await user.conversations.send("c-1", "Hi", receiver: [(0..<10).map { .server("\($0)", data: ["n": Json($0)]) }])
            }),
            ("no message", { try await user.conversations.send("c-1", "") }),
            ("no video", { try await platform.ownPosts.uploadVideo(Data()) }),
            ("no image", { try await platform.images.upload(Data()) }),
            ("a file that is not there", { try await platform.images.upload(file: URL(fileURLWithPath: "/no/such.jpg")) }),
            ("no scopes", { try await platform.oauth.authorize([], sessionId: "cookie") }),
            ("no session", { try await platform.oauth.authorize([Scopes.userPhone], sessionId: "") }),
            ("no phone", { try await platform.users.id(byPhone: "none") }),
            ("no method", { try await platform.request(RawRequest(method: "GO AWAY", segments: ["v1"])) }),
            ("no JSON", { try Json(text: "{") }),
            ("JSON too deep", { try Json(text: deep) }),
            ("a key with a line break", { try OpenPlatform { $0.apiKey(key: "canary\n") } }),
        ]
        for (what, call) in wrong {
            guard let report = try? await report(of: call) else {
                Issue.record("\(what) was not refused")
                continue
            }
            #expect(["invalid_input", "config"].contains(report.code), "\(what): \(report)")
            #expect(report.text.count < 300 && !report.text.contains("canary"), "\(what)")
        }
        #expect(recorder.requests().isEmpty)
    }

    @Test func anErrorNamesTheParameterAsItIsCalledHere() async throws {
        let oauth = try client(.always(outcome: .json(200, [:]))).oauth
        let session = try await report { try await oauth.authorize([Scopes.userPhone], sessionId: "") }
        let address = try await report {
            try await oauth.authorize([Scopes.userPhone], sessionId: "cookie", redirectUri: "none")
        }
        #expect([session.field, address.field] == ["sessionId", "redirectUri"])
    }

    @Test func errorsOfSettingsNameTheMethodsThatSetThem() async throws {
        let wrong: [(String, (Settings) -> Void)] = [
            ("sandbox", { $0.sandbox(url: "localhost") }),
            ("sandbox", { $0.environment(variables: ["OPEN_PLATFORM_SANDBOX_URL": "localhost"]) }),
            ("storeUrl", { $0.storeUrl(address: "floppy:a") }),
            ("storeKeys", { $0.storeUrl(address: "sqlite:a.db") }),
        ]
        for (method, set) in wrong {
            let error = try await report {
                try OpenPlatform { settings in
                    settings.environment(variables: [:])
                    set(settings)
                }
            }
            #expect((error.code, error.subject) == ("config", method))
        }
        let phone = try await report {
            try OpenPlatformApp {
                $0.clientId(id: "app")
                $0.redirectUri(uri: "https://app.example/back")
                $0.backend(address: "https://app.example/open-platform")
                $0.tokens { throw AppTokenError.LoginRequired(reason: "nobody") }
                $0.sandbox(url: "localhost")
            }
        }
        #expect((phone.code, phone.subject) == ("config", "sandbox"))
    }

    /// Settings are passed to the core in seconds, which have a larger range than durations.
    @Test func anInvalidDurationIsAnErrorAndDoesNotCrash() async throws {
        let recorder = Recorder.always(outcome: .json(200, ["token": "gZd7omnS"]))
        let platform = try client(recorder)
        let setters: [(String, String, (Settings, TimeInterval) -> Void)] = [
            ("config", "timeout", { $0.timeout(timeout: $1) }),
            ("config", "uploadTimeout", { $0.uploadTimeout(timeout: $1) }),
            ("config", "connectTimeout", { $0.connectTimeout(timeout: $1) }),
            ("invalid_input", "transientBase", { $0.transientBase(wait: $1) }),
            ("invalid_input", "throttledBase", { $0.throttledBase(wait: $1) }),
            ("invalid_input", "maxBackoff", { $0.maxBackoff(wait: $1) }),
            ("invalid_input", "maxRetryAfter", { $0.maxRetryAfter(wait: $1) }),
        ]
        for odd in [-1, -.infinity, .nan, .infinity, .greatestFiniteMagnitude] as [TimeInterval] {
            for (code, setting, set) in setters {
                let error = try await report { try OpenPlatform { set($0, odd) } }
                #expect((error.code, error.subject ?? error.field) == (code, setting), "\(setting) \(odd)")
                // The last value is used.
                _ = try OpenPlatform { settings in
                    set(settings, odd)
                    set(settings, 1)
                }
            }
            #expect(replyUnavailable(retryAfter: odd).status == 503, "\(odd)")
        }
        let kept = try await report { for try await _ in platform.keeper(interval: .seconds(-1)) {} }
        #expect((kept.code, kept.field) == ("invalid_input", "interval"))
        for lifetime: Duration in [.seconds(-1), .zero, .seconds(3601)] {
            let refused = try await report {
                _ = try AppGateway(
                    platform: platform, keys: [Data(count: 32).base64EncodedString()], lifetime: lifetime) { _ in nil }
            }
            #expect((refused.code, refused.field) == ("invalid_input", "lifetime"), "\(lifetime)")
        }
        #expect(await platform.drain(timeout: .seconds(-1)))
        #expect(recorder.requests().isEmpty)
    }

    /// A date is a floating-point number too.
    @Test func anInvalidDateIsAnErrorAndDoesNotCrash() async throws {
        let platform = try client(.always(outcome: .response(200)))
        let odd: [(TimeInterval, hasEnded: Bool)] = [
            (.nan, true), (-.infinity, true), (-.greatestFiniteMagnitude, true), (-1e13, true), (1e13, false),
            (.greatestFiniteMagnitude, false), (.infinity, false),
        ]
        for (seconds, hasEnded) in odd {
            for date in [Date(timeIntervalSince1970: seconds), Date(timeIntervalSinceReferenceDate: seconds)] {
                let tokens = Tokens(accessToken: "token", expiresAt: date)
                #expect((tokens.expiresAt() < Date()) == hasEnded, "\(seconds)")
                #expect((ManualClock(now: date).now() < Date()) == hasEnded, "\(seconds)")
                if seconds.isNaN {
                    #expect(try await platform.grants.adopt(tokens, consentAt: date).accessExpiresAt < Date())
                } else {
                    // No process could read a grant with this time again.
                    let refused = try await report { _ = try await platform.grants.adopt(tokens, consentAt: date) }
                    #expect((refused.code, refused.field) == ("invalid_input", "tokens.expiresAt"), "\(seconds)")
                }
                #expect(try retryAfterSeconds(header: "7", now: date) == 7, "\(seconds)")
                let key = IdentificationKey(id: "one", key: "identification-key", notAfter: date)
                let hooks = try Webhooks(keys: [key])
                let headers = [("Authorization", "identification-key"), ("Content-Type", "application/json")]
                let event = try? hooks.event(
                    method: "POST", headers: headers.map { Header(name: $0.0, value: $0.1) }, body: Data(#"{"type": "A"}"#.utf8))
                #expect((event == nil) == hasEnded, "\(seconds)")
            }
        }
        let now = Date()
        let same = Tokens(accessToken: "token", expiresAt: now).expiresAt()
        #expect(abs(same.timeIntervalSince(now)) < 1e-6)
    }

    @Test func aLoginAGrantAndASubscriptionEndWithTheTimeoutOfTheirCall() async throws {
        let sandbox = try await Sandbox.start()
        let world = try await sandbox.world()
        let platform = try OpenPlatform(world.settings)
        let tokens = try await world.issueTokens(for: "seller", ["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "offline_access"])
        let grant = try await platform.grants.adopt(tokens).key
        for endpoint in ["oauth.exchange", "oauth.refresh", "events.subscribe"] {
            try await world.addFault(.init(effects: [.delay(milliseconds: 600_000)], on: .init(endpoint: endpoint)))
        }
        let limit = Duration.milliseconds(200)
        let late = [
            try await report { try await platform.oauth.exchange(code: "code", redirectUri: "https://app.example/cb", timeout: limit) },
            try await report {
                try await platform.user(grant).subscriptions.ensure(Subscription(eventType: .newMessageOnPost), timeout: limit)
            },
            try await report { try await platform.grants.refresh(grant, timeout: limit) },
        ]
        #expect(late.map(\.code) == ["transport", "transport", "refresh_unavailable"])
        for error in late { #expect(error.text.contains("longer than its timeout of 200 ms"), "\(error.text)") }
        await sandbox.stop()
    }

    @Test func cancellingATaskEndsItsCall() async throws {
        let sandbox = try await Sandbox.start()
        let world = try await sandbox.world()
        try await world.addFault(
            .init(effects: [.delay(milliseconds: 600_000)], on: .init(endpoint: "posts.get")))
        let platform = try OpenPlatform(world.settings)
        let task = Task { try await platform.posts.get("gZd7omnS") }
        while try await world.faults()[0].fired == 0 {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await platform.posts.get("gZd7omnS")
        }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        await sandbox.stop()
    }

    /// Calls that are cancelled at any point end, and their grant stays usable.
    @Test func cancellationAtRandomPointsDoesNotLoseTheGrant() async throws {
        let sandbox = try await Sandbox.start()
        let world = try await sandbox.world()
        let platform = try OpenPlatform(world.settings)
        let tokens = try await world.issueTokens(for: "seller", [Scopes.userPhone, Scopes.offlineAccess])
        let grant = try await platform.grants.adopt(tokens).key
        var random = SystemRandomNumberGenerator()
        var (rounds, cancelled) = (0, 0)
        while cancelled < 1000 && rounds < 100_000 {
            rounds += 1
            let refreshes = rounds.isMultiple(of: 2)
            let pause = Duration.microseconds(Int.random(in: 0..<6000, using: &random))
            let task = Task {
                if refreshes { _ = try await platform.grants.refresh(grant) }
                _ = try await platform.user(grant).users.me()
            }
            let killer = Task {
                try? await Task.sleep(for: pause)
                task.cancel()
            }
            do {
                _ = try await task.value
            } catch is CancellationError {
                cancelled += 1
            }
            await killer.value
        }
        #expect(cancelled == 1000)
        try measured("F59", "Swift", "calls cancelled", cancelled)
        let phone = try await world.user("seller").phone
        #expect(try await platform.user(grant).users.me().phone?.rawValue == phone)
        #expect(await platform.drain())
        await sandbox.stop()
    }

    @Test func afterCloseEveryCallFailsWithThatReason() async throws {
        let sandbox = try await Sandbox.start()
        let world = try await sandbox.world()
        try await world.addFault(
            .init(effects: [.delay(milliseconds: 600_000)], on: .init(endpoint: "posts.get")))
        let platform = try OpenPlatform(world.settings)
        let under = Task { try await report { try await platform.posts.get("gZd7omnS") } }
        while try await world.faults()[0].fired == 0 {}
        platform.close()
        platform.close()
        let errors = [
            try await under.value,
            try await report { try await platform.posts.get("gZd7omnS") },
            try await report { try await platform.user(accessToken: "t").users.me() },
            try await report { try await platform.grants.list() },
        ]
        let others = errors.filter { ($0.code, $0.subject) != ("config", "client") }
        try measured("F59", "Swift", "calls after two closes without the typed error", others.count)
        #expect(others.isEmpty)
        await sandbox.stop()
    }

    #if os(Linux)
    @Test func manyClientsAndCallsDoNotLeakMemory() async throws {
        func rounds(_ count: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<count / 4 {
                            let platform = try client(.always(outcome: .json(200, ["token": "gZd7omnS"])))
                            _ = try await platform.posts.get("gZd7omnS")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        // The first round is a warm-up: memory that is allocated once is not growth.
        try await rounds(4_000)
        let before = try resident()
        try await rounds(100_000)
        let growth = try resident() - before
        // A leaked client takes some kilobytes: 100,000 of them would take hundreds of megabytes.
        #expect(growth < 32 << 20, "\(growth >> 20) MiB more")
    }
    #endif

    @Test func theURLOfARawRequestIsChecked() throws {
        let direct = IpAllowlist.platform()
        let proxied = try direct.trustedProxies(networks: ["10.0.0.0/8"])
        let forwarded = [Header(name: "X-Forwarded-For", value: "78.111.6.41")]
        #expect(try direct.check(peer: "31.214.250.159", headers: []) == "31.214.250.159")
        #expect(try proxied.check(peer: "10.0.0.1", headers: forwarded) == "78.111.6.41")
        #expect(throws: OpenPlatformError.self) { try direct.check(peer: "10.0.0.1", headers: forwarded) }
        #expect(throws: OpenPlatformError.self) { try direct.check(peer: "localhost", headers: []) }
        #expect(throws: OpenPlatformError.self) { try IpAllowlist(networks: []) }
    }

    @Test func jsonIsReadAndWritten() throws {
        struct Order: Codable, Equatable { let id: String, rooms: Int, price: Double, tags: [String], sold: Bool }
        let order = Order(id: "7\"", rooms: 3, price: 1.5, tags: ["a"], sold: false)
        let json = try Json(encoding: order)
        #expect(try json.decode(Order.self) == order)
        #expect(json["id"]?.string == "7\"" && json["rooms"]?.int == 3 && json["price"]?.double == 1.5)
        #expect(json["tags"]?[0]?.string == "a" && json["sold"]?.bool == false && json["none"] == nil && json["tags"]?[1] == nil)
        let literal: Json = ["a": 1, "b": ["x", true, 1.5], "c": ["d": "e"]]
        #expect(literal.text == #"{"a":1,"b":["x",true,1.5],"c":{"d":"e"}}"#)
        #expect(try Json(encoding: ["k": literal])["k"] != nil)
    }
}
