import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// The code of the README, in the order in which it stands there, against the sandbox.
@Suite struct ReadmeTests {
    @Test func theServerCodeOfTheReadmeRuns() async throws {
        let world = try await Sandbox.start().world()
        let token = PostToken(try await world.posts(of: "seller")[0].token)
        let conversation = ConversationId(try await world.conversations()[0].id)
        let photo = URL(fileURLWithPath: "\(repository)/packages/cli/src/demo/inspection.jpg")
        let tour = FileManager.default.temporaryDirectory.appendingPathComponent("open-platform-\(UUID()).mp4")
        try Data("\0\0\0\u{18}ftypmp42".utf8).write(to: tour)
        defer { try? FileManager.default.removeItem(at: tour) }
        let session = "session-1"
        func showDenied() {}
        func browser(_ url: String) async throws -> String { try await world.consent(url, as: "seller") }
        for (name, value) in world.environment { setenv(name, value, 1) }
        defer { for name in world.environment.keys { unsetenv(name) } }

        let platform = try OpenPlatform.fromEnvironment()
        let post = try await platform.posts.get(token)
        print(try post.title ?? "", post.chatEnabled)

        let login = try await platform.oauth.authorize(
            [Scopes.postAddonCreate(token), Scopes.offlineAccess], sessionId: session)
        let back = try await browser(login.url())
        guard case .granted(let granted) = try await platform.oauth.callback(back, sessionId: session) else {
            return showDenied()
        }
        let user = granted.user

        let routes = try LoginRoutes(platform: platform, scopes: [Scopes.userPhone, Scopes.offlineAccess]) { login, request in
            print("the grant of this user:", login.grant)  // Store it with your own user.
            return .redirect(login.returnTo ?? "/welcome")  // A path of the app; or a page, or a whole reply.
        }
        let none: [(name: String, value: String)] = []
        let begun = await routes.receive(method: "GET", path: "/oauth/login", query: "return_to=/posts/7", headers: none)
        #expect(begun?.status == 303)

        let image = try await platform.images.upload(file: photo)
        try await user.addons.create(on: post.token) {
            TitleRow(text: "Inspected", hasDivider: true)
            EventRow(title: "Report", image: image)
        }
        #expect(try await world.addons(token.rawValue)[0].widgets.count == 2)

        try await platform.ownPosts.uploadVideo(file: tour) { print("\($0.sent) of \($0.total) bytes") }

        do {
            try await user.conversations.send(
                conversation, "Hello",
                receiver: [[.link("Open", url: "https://app.example/orders/7")], [.server("Accept", data: ["id": "7"])]])
        } catch OpenPlatformError.MissingScope {
            // This user has granted nothing but the add-on.
        }

        func moveUp(_ token: PostToken, id: String) async throws -> TransactionState {
            do {
                return try await platform.payments.transaction(RecordId(id)).state  // An earlier attempt was received.
            } catch OpenPlatformError.NotFound {
                _ = try await user.payments.reorder(token, PostPayment(id: id))
            }
            return try await platform.payments.transaction(RecordId(id)).state
        }
        let id = try newPaymentId()  // Store it with your order.
        await #expect(throws: OpenPlatformError.self) { try await moveUp(token, id: id) }  // Nor this.

        let hooks = try Hooks(platform: platform)
            .on(.newChatbotMessage) { message, context in
                try await context.reply("Got it")
            }
            .onStart { request, context in
                "https://app.example/start"
            }
        _ = hooks

        do {
            try await user.subscriptions.ensure(Subscription(eventType: .newMessageOnPost, metadata: ["user": "user-7"]))
        } catch OpenPlatformError.InvalidInput {
            // As above: the client knows the scopes of its grants.
        }

        let worker = Task {
            let stored = try Hooks(platform: platform, inbox: platform.inbox())
                .on(.newMessage) { message, context in
                    print(message.id)
                }
            try await stored.run()  // Until the task is cancelled: in a task of its own, or in a separate process.
        }

        let inbox = try platform.inbox()
        var letters = try await inbox.deadLetters()  // At most 100, the oldest first.
        while let last = letters.last {
            for letter in letters {
                print(letter.receivedAt, letter.reason, letter.attempts)
                _ = try await inbox.retry(id: letter.id)
            }
            letters = try await inbox.deadLetters(after: last.id)
        }

        let keeper = Task {
            for try await report in platform.keeper() {
                if case .reauthRequired(let grant, let user, _) = report {
                    print("ask \(user ?? grant.rawValue) to log in again")
                }
            }
        }
        let observed = try OpenPlatform {
            $0.onRequest { print($0.endpoint, $0.attempt, $0.duration, $0.retry ?? "not sent again") }
            $0.log(from: .info) { level, label, message, metadata in print(level, label, message) }
        }
        _ = try await observed.posts.get(token)

        do {
            try await user.conversations.send(conversation, "Hello")
        } catch OpenPlatformError.ReauthRequired {
            print("ask the user to log in again")
        } catch OpenPlatformError.RefreshUnavailable {
            print("try again later, the user is still logged in")
        } catch OpenPlatformError.AmbiguousOutcome {
            print("it may have been sent: the text of the error says whether to send it again")
        } catch let error as OpenPlatformError {
            print(error)
        }

        worker.cancel()
        try await worker.value
        keeper.cancel()
        try await keeper.value
    }

    @Test func theCodeOfTheReadmeThatStopsRuns() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let keys = [IdentificationKey(id: "one", key: "identification-key-one")]
        let stored = try Hooks(platform: platform, keys: keys, inbox: platform.inbox()).on(.newMessage) { _, _ in }
        func serve() async throws {}

        let handling = Task { try await stored.run(drainTimeout: .seconds(20)) }
        try await serve()  // Returns when the server was stopped, for example on SIGTERM.
        handling.cancel()
        try await handling.value
        await platform.drain()
        platform.close()

        // It would end this process: InboxScenarioTests has a process of its own for it.
        _ = {
            let working = Task { try await stored.run(drainTimeout: .seconds(20)) }
            signal(SIGTERM, SIG_IGN)
            let end = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
            end.setEventHandler { working.cancel() }
            end.resume()
            try await working.value
            end.cancel()  // Kept until here.
        }
    }

    @Test func aPostIsReadAlthoughItsResponseWasLost() async throws {
        try await withWorld { world, platform in
            let token = PostToken(try await world.posts(of: "seller")[0].token)
            try await world.fault(.init(effects: [.drop()], on: .init(endpoint: "posts.get"), times: 1))
            #expect(try await platform.posts.get(token).token == token)
            #expect(try await world.requests("posts.get").count == 2)  // The call was repeated.
        }
    }

    @Test func anHourPasses() async throws {
        try await withWorld { world, _ in
            _ = try await world.issueTokens(for: "seller", ["USER_PHONE"])
            try await world.advance(seconds: 3600)
            #expect(try await world.tokens()[0].accessTokenWorks == false)
        }
    }

    @Test func theMobileCodeOfTheReadmeRuns() async throws {
        struct Backend: Sendable {
            func post(_ path: String) async throws -> (Int, Data) { (401, Data()) }
        }
        let backend = Backend()
        let photo = URL(fileURLWithPath: "\(repository)/packages/cli/src/demo/inspection.jpg")
        do {
            let app = try OpenPlatformApp {
                $0.clientId(id: "my-app")
                $0.redirectUri(uri: "https://app.example/back")
                $0.backend(address: "https://app.example/open-platform")
                $0.tokens {
                    let (status, body) = try await backend.post("/access")  // With your app's own session.
                    // 401: no user is logged in to the backend; 412: the user is, but has no grant of the platform.
                    if status == 401 || status == 412 { throw AppTokenError.LoginRequired(reason: "the backend answers \(status)") }
                    return try AppAccess.parse(body: body)  // Every other error counts as temporary.
                }
            }
            do {
                let post = try await app.user.posts.list().posts[0]
                let image = try await app.images.upload(file: photo)
                try await app.user.addons.create(on: post.token) { EventRow(title: "Report", image: image) }
            } catch OpenPlatformError.ReauthRequired {
                print("call authorize: nobody is logged in, or the access has ended")
            } catch OpenPlatformError.MissingScope(let report) where report.needsScopes.isEmpty {
                print("the backend does not allow it, or the post is another user's")
            } catch OpenPlatformError.MissingScope(let report) {
                print("call authorize with one of \(report.needsScopes)")
            }
            let me = try await app.user.users.me()
            Issue.record("nobody is \(me)")
        } catch OpenPlatformError.ReauthRequired {
        }
    }

    /// The code of `docs/observe.md`. It is only compiled: it calls the platform.
    func theCodeOfTheObservePage() async throws {
        let platform = try OpenPlatform {
            $0.onRequest { print($0.endpoint, $0.attempt, $0.status.map(String.init) ?? $0.error ?? "", $0.duration, $0.wait ?? .zero) }
            $0.onRefresh { print("refresh:", $0.outcome) }
        }
        _ = try await platform.posts.get("gZd7omnS")

        let list = AttemptList()
        _ = try await list.record { try await platform.posts.get("gZd7omnS") }
        print(list.attempts().last?.requestId ?? "", list.attempts().count)

        struct PlatformTracer: CallTracer {
            func begin(_ endpoint: String) -> any CallSpan { fatalError() }
        }
        OpenPlatform.instrument(with: PlatformTracer())  // When the program starts, after InstrumentationSystem.bootstrap.
    }

    private func plain(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    /// The blocks of Swift in a document of the repository.
    private func blocks(of document: String) throws -> [String] {
        try String(contentsOfFile: "\(repository)/\(document)", encoding: .utf8)
            .components(separatedBy: "```swift\n").dropFirst().map { plain($0.components(separatedBy: "\n```")[0]) }
    }

    /// Every block of Swift in the README stands in this file.
    @Test func everyCodeBlockOfTheReadmeIsInThisFile() throws {
        let here = plain(try String(contentsOfFile: #filePath, encoding: .utf8))
        let blocks = try blocks(of: "packages/swift/README.md")
        #expect(blocks.count >= 8)
        for block in blocks { #expect(here.contains(block), "not in this file: \(block)") }
    }

    /// Those of `docs/observe.md`, too, or in the tests with swift-distributed-tracing. Loggers need libraries that tests do not have.
    @Test func everyCodeBlockOfTheObservePageIsCompiled() throws {
        let tracer = "\(repository)/packages/swift/Tests/Spans/Tests/SpansTests/PlatformTracer.swift"
        let compiled = try [#filePath, tracer].map { plain(try String(contentsOfFile: $0, encoding: .utf8)) }
        let blocks = try blocks(of: "docs/observe.md").filter { !$0.contains("Logger(") }
        #expect(blocks.count == 4)
        for block in blocks { #expect(compiled.contains { $0.contains(block) }, "is not compiled: \(block)") }
    }
}
