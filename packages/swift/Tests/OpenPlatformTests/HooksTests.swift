import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

private let key = "identification-key-one"

/// Hooks with one key, and their log without the lines of each request.
private func quiet(
    rejectStale: Bool = false, staleAfter: Duration? = nil, dedupe: (any Dedupe)? = MemoryDedupe(), handlerTimeout: Duration? = nil
) throws -> (hooks: Hooks, log: Locked<[String]>) {
    let (log, write) = lines()
    let hooks = try Hooks(
        platform: OpenPlatform { _ in }, keys: [IdentificationKey(id: "one", key: key)], staleAfter: staleAfter,
        rejectStale: rejectStale, dedupe: dedupe, handlerTimeout: handlerTimeout, log: write)
    return (hooks, log)
}

/// As `quiet()`, with an inbox.
private func quiet(inbox: Inbox, handlerTimeout: Duration? = nil) throws -> (hooks: Hooks, log: Locked<[String]>) {
    let (log, write) = lines()
    let hooks = try Hooks(
        platform: OpenPlatform { _ in }, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox,
        handlerTimeout: handlerTimeout, log: write)
    return (hooks, log)
}

private func lines() -> (log: Locked<[String]>, write: Log) {
    let log = Locked<[String]>([])
    return (log, { level, text in if level > .debug { log.change { $0.append(text) } } })
}

private func receive(_ hooks: Hooks, _ body: Json, _ path: String = "/hooks/events", key: String = key) async -> UInt16? {
    await answer(hooks, body, path, key)?.status
}

private func answer(_ hooks: Hooks, _ body: Json, _ path: String = "/hooks/events", _ key: String = key) async -> Reply? {
    let headers = [("Authorization", key), ("Content-Type", "application/json")].map { (name: $0.0, value: $0.1) }
    return await hooks.receive(method: "POST", path: path, headers: headers, body: Data(body.text.utf8))
}

/// The hooks of a world's app, which receives requests as long as the server exists.
private func listen(_ world: World, _ hooks: Hooks) async throws -> LocalServer {
    let server = try LocalServer { request in
        await hooks.receive(
            method: request.method, path: request.path, headers: request.headers, body: request.body(limit:))
            ?? Reply(status: 404)
    }
    let url = server.url + "/hooks"
    try await world.configure(
        .init(dynamicActionUrl: url + "/actions", eventsUrl: url + "/events", startUrl: url + "/start"))
    return server
}

private func update(_ token: String) -> Json { ["type": "POST_UPDATE", "post_update": ["post": ["token": Json(token)]]] }

@Suite struct HooksTests {
    @Test func aReplyOfABotIsSentToItsConversation() async throws {
        let world = try await Sandbox.start().world()
        let hooks = try Hooks(platform: OpenPlatform(world.settings))
            .on(.newChatbotMessage) { message, context in
                if case .text(let text) = message.content { try await context.reply("You said \(text).") }
            }
        let server = try await listen(world, hooks)
        let made = try await world.add(.init(conversations: [.init(user: "buyer")]))
        let chat = made.conversations[0].id
        try await world.say(in: chat, as: "buyer", "hello")
        try await world.waitForRequest("chatbot.reply")
        #expect(try await world.messages(chat).last?.message["text"]?.string == "You said hello.")
        server.stop()
    }

    @Test func aReplyUsesTheGrantInTheMetadataOfTheSubscription() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let tokens = try await world.issueTokens(
            for: "seller",
            ["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND", "offline_access"])
        let grant = try await platform.grants.adopt(tokens).key
        try await platform.user(grant).subscriptions.ensure(
            Subscription(eventType: .newMessageOnPost, metadata: ["grant": Json(grant.rawValue)]))
        let heard = Locked<[GrantKey?]>([])
        let hooks = try Hooks(platform: platform).on(.newMessage) { message, context in
            heard.change { $0.append(context.user?.grant) }
            if message.sender.side == .buyer { try await context.reply("Still there.") }
        }
        let server = try await listen(world, hooks)
        let conversation = try await world.conversations()[0].id
        try await world.say(in: conversation, as: "buyer", "Is it still there?")
        try await world.waitForRequest("conversations.send")
        let answer = try await world.messages(conversation).last
        #expect(answer?.message["text"]?.string == "Still there." && answer?.author == "seller")
        #expect(heard.value.first == grant)
        server.stop()
    }

    @Test func aReplyWithoutAGrantIsAnErrorThatSaysWhatIsMissing() async throws {
        let (hooks, log) = try quiet()
        let said = Locked("")
        try hooks.on(.newMessage) { _, context in
            do {
                try await context.reply("Hello")
            } catch {
                said.change { $0 = "\(error)" }
                throw error
            }
        }
        let message: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120001"]]
        #expect(await receive(hooks, message) == 500)
        #expect(said.value.contains("configuration of grantOf: the user in whose name to reply is not known"))
        #expect(log.value.joined().contains("failed: OpenPlatformError config: configuration of grantOf: the user in whose name"))
        // One that an app wrote: replies to it would never end.
        let own: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "own", "sender": ["type": "BOT", "side": "SELLER"]]]
        #expect(await receive(hooks, own) == 500)
        #expect(said.value.contains("configuration of reply: an app wrote this message"))
    }

    @Test func anEventWithoutAHandlerIsAcceptedAndLoggedOncePerTypeWithAnExample() async throws {
        let (hooks, log) = try quiet()
        for time in 0..<3 {
            #expect(await receive(hooks, update("p\(time)")) == 200)
            #expect(await receive(hooks, ["type": "BRAND_NEW", "time": Json(time)]) == 200)
            #expect(await receive(hooks, ["type": "NEW_MESSAGE", "time": Json(time)]) == 200)
            #expect(await receive(hooks, ["source": "CHAT"], "/hooks/start") == 404)
            #expect(await receive(hooks, ["touchpoint": "CHAT"], "/hooks/actions") == 404)
        }
        #expect(await receive(hooks, [:], "/hooks/other") == nil)
        let lines = log.value
        #expect(lines.count == 5)
        #expect(lines[0].contains("try hooks.on(.postUpdate) { update, context in\n    print(update)\n}"))
        #expect(lines[1].contains("\"BRAND_NEW\"") && lines[1].contains("try hooks.onUnknown { event, context in"))
        #expect(lines[2].contains("\"NEW_MESSAGE\" could not be parsed and was dropped"))
        #expect(lines[3].contains("try hooks.onStart {") && lines[4].contains("try hooks.onDynamicAction {"))
        // The logged examples compile: these are copies of them.
        try hooks.on(.postUpdate) { update, context in
            _ = update.kind
        }
    }

    @Test func theTextOfAHandlersErrorIsNotLogged() async throws {
        let (hooks, log) = try quiet()
        try hooks
            .on(.postUpdate) { _, _ in throw Wrong("canary") }
            .onStart { _, _ -> String in throw Wrong("canary") }
            // An app that makes such an error of a text names no setting.
            .onDynamicAction { _, _ -> String in throw OpenPlatformError.Config(report: ErrorReport(code: "config", text: "canary")) }
        #expect(await receive(hooks, update("p")) == 500)
        #expect(await receive(hooks, ["source": "CHAT"], "/hooks/start") == 500)
        #expect(await receive(hooks, ["touchpoint": "CHAT"], "/hooks/actions") == 500)
        #expect(log.value.count == 3 && !log.value.joined().contains("canary"))
        #expect(log.value.map { $0.split(separator: " ").last } == ["Wrong", "Wrong", "config"])
    }

    /// What is decided about a request is decided in the core, for all languages.
    @Test func theSourcesOfHooksLoginAndGatewayHaveNoStatusHeaderCookieOrTimeLimitOfTheirOwn() throws {
        let folder = "\(repository)/packages/swift/Sources/OpenPlatform/Server/Web"
        let own = try Regex(
            // A number but 0 and 1, a time, an attribute of a cookie, or the name of a header, also a part of one.
            #"\b(?![01]\b(?!\.[0-9]))[0-9]|\.(seconds|milliseconds|minutes)\([0-9]|Max-Age|SameSite|HttpOnly|__Host-|; *Secure|"[^"]*\b("#
                + "Allow|Authorization|Connection|Cookie|Location|(Cache|Content|Referrer|Retry|Set|Transfer|WWW|X)-[a-z-]*"
                + #")(\b|["\\])"#
        ).ignoresCase()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count >= 9 && #"reply.headers["set-cookie"] = value"#.contains(own) && "Reply(status: 503)".contains(own))
        for file in files {
            let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).components(separatedBy: "\n")
            // But how many events wait for the loops over `events`, which the other languages do not have.
            for (number, line) in lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                #expect(line.contains("mostItems = 1000") || line.firstMatch(of: own) == nil, "\(file):\(number + 1): \(line)")
            }
        }
    }

    @Test func ofConcurrentRepetitionsOneIsHandledAndAfterAFailureTheNext() async throws {
        let (hooks, _) = try quiet()
        let (calls, fails) = (Locked(0), Locked(true))
        try hooks.on(.postUpdate) { _, _ in
            calls.change { $0 += 1 }
            if fails.value { throw Wrong("not now") }
        }
        #expect(await receive(hooks, update("p")) == 500)
        fails.change { $0 = false }
        let answers = await withTaskGroup(of: UInt16?.self) { group in
            for _ in 0..<20 { group.addTask { await receive(hooks, update("p")) } }
            return await group.reduce(into: Set<UInt16?>()) { $0.insert($1) }
        }
        // Repetitions during the handler are refused and sent again, because its result is not known yet.
        #expect(answers.contains(200) && answers.isSubset(of: [200, 503]))
        #expect(await receive(hooks, update("p")) == 200)
        #expect(calls.value == 2)
    }

    @Test func aRepetitionDuringAHandlerThatThenFailsIsNotLost() async throws {
        final class Own: Dedupe {
            let known = Locked<Set<String>>([])
            func remember(key: String, windowSeconds: Int64?) async throws -> Bool { known.change { $0.insert(key).inserted } }
            func forget(key: String) async throws { known.change { _ = $0.remove(key) } }
        }
        let message: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120004"]]
        for dedupe in [MemoryDedupe(), Own()] as [any Dedupe] {
            let (hooks, log) = try quiet(dedupe: dedupe)
            let (calls, isOver) = (Locked(0), Locked(false))
            try hooks.on(.newMessage) { _, _ in
                guard calls.change({ $0 += 1; return $0 }) == 1 else { return }
                while !isOver.value { await Task.yield() }
                throw Wrong("not now")
            }
            async let first = receive(hooks, message)
            while calls.value == 0 { await Task.yield() }
            #expect(await receive(hooks, message) == 503, "its handler is running")
            isOver.change { $0 = true }
            #expect(await first == 500)
            #expect(await receive(hooks, message) == 200)
            #expect(await receive(hooks, message) == 200)
            #expect(calls.value == 2)
            #expect(log.value.joined().contains("503: new_message 'message:e7a08a2c"))
        }
    }

    /// Also one that ignores the cancellation of its task.
    @Test func aHandlerThatHangsFailsAfterItsTimeLimit() async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox(InboxOptions(maxAttempts: 1))
        let (direct, log) = try quiet(handlerTimeout: .milliseconds(50))
        let (stored, _) = try quiet(inbox: inbox, handlerTimeout: .milliseconds(50))
        let never = Locked<[CheckedContinuation<Void, Never>]>([])
        let hang: @Sendable () async -> Void = {
            await withCheckedContinuation { continuation in never.change { $0.append(continuation) } }
        }
        for hooks in [direct, stored] { try hooks.on(.postUpdate) { _, _ in await hang() } }
        try direct.on(.userAccessRevocation) { _, _ in try await Task.sleep(for: .seconds(3600)) }
            .onStart { _, _ -> String in await hang(); return "https://app.example" }
            .onUnknown { _, _ in }
        #expect(await receive(direct, update("p")) == 500)
        #expect(await receive(direct, update("p")) == 500, "it is handled again")
        let revocation: Json = ["type": "USER_ACCESS_REVOCATION", "user_access_revocation": ["user_id": "u"]]
        #expect(await receive(direct, revocation) == 500)
        #expect(await receive(direct, ["source": "CHAT"], "/hooks/start") == 500)
        #expect(await receive(direct, ["type": "OTHER"]) == 200)
        #expect(log.value.count == 4 && log.value.allSatisfy { $0.hasSuffix("it took longer than 0.05 s") })

        #expect(await receive(stored, update("p")) == 200)
        let work = Task { try await stored.run(workers: 1) }
        while try await inbox.counts().deadLetters == 0 { await Task.yield() }
        work.cancel()
        try await work.value
        #expect(try await inbox.deadLetters(after: nil).map(\.reason) == ["it took longer than 0.05 s"])
        for continuation in never.value { continuation.resume() }
        for limit in [Duration.zero, .seconds(-1)] {
            #expect { try quiet(handlerTimeout: limit) } throws: { ($0 as? OpenPlatformError)?.report?.field == "handlerTimeout" }
        }
    }

    @Test func atTheEndHandlersAreCancelledAndTheirEventsAreLeftToOtherWorkers() async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox()
        let (hooks, log) = try quiet(inbox: inbox)
        let (began, never) = (Locked(0), Locked<CheckedContinuation<Void, Never>?>(nil))
        try hooks.on(.postUpdate) { update, _ in
            began.change { $0 += 1 }
            if update.post.token == "cancelled" { return try await Task.sleep(for: .seconds(3600)) }
            if update.post.token == "other error" {
                try? await Task.sleep(for: .seconds(3600))
                throw Wrong("as URLError.cancelled")
            }
            await withCheckedContinuation { continuation in never.change { $0 = continuation } }
        }
        for token in ["cancelled", "other error", "hangs"] { #expect(await receive(hooks, update(token)) == 200) }
        let work = Task { try await hooks.run(workers: 3, drainTimeout: .milliseconds(200)) }
        while began.value < 3 || never.value == nil { await Task.yield() }
        work.cancel()
        try await work.value
        #expect(log.value.count == 1 && log.value[0].contains("handlers were still running 0.2 s after the stop"))
        for _ in 0..<3 { #expect(try await inbox.next().attempts == 1, "no attempt counts") }
        never.value?.resume()
        for (field, workers, timeout) in [("workers", 0, nil), ("drainTimeout", 1, Duration.seconds(-1))] as [(String, Int, Duration?)] {
            await #expect { try await hooks.run(workers: workers, drainTimeout: timeout) } throws: {
                ($0 as? OpenPlatformError)?.report?.field == field
            }
        }
    }

    @Test(arguments: [nil, Duration.seconds(3600)])
    func atTheEndHandlersMayComplete(drainTimeout: Duration?) async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox()
        let (hooks, log) = try quiet(inbox: inbox)
        let (began, mayEnd, ended) = (Locked(0), Locked(false), Locked(0))
        try hooks.on(.postUpdate) { _, _ in
            began.change { $0 += 1 }
            while !mayEnd.value { await Task.yield() }
            try Task.checkCancellation()
            ended.change { $0 += 1 }
        }
        #expect(await receive(hooks, update("p")) == 200)
        let work = Task { try await hooks.run(drainTimeout: drainTimeout) }
        while began.value == 0 { await Task.yield() }
        work.cancel()
        mayEnd.change { $0 = true }
        try await work.value
        #expect(began.value == 1 && ended.value == 1)
        #expect(try await inbox.counts() == InboxCounts(pending: 0, deadLetters: 0))
        #expect(log.value == [])
    }

    @Test func afterCloseTheWorkersEndAlsoWithAHandlerThatHangs() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let (hooks, log) = try quiet(inbox: platform.inbox())
        let never = Locked<CheckedContinuation<Void, Never>?>(nil)
        try hooks.on(.postUpdate) { _, _ in
            await withCheckedContinuation { continuation in never.change { $0 = continuation } }
        }
        #expect(await receive(hooks, update("p")) == 200)
        let work = Task { try await hooks.run(workers: 1, drainTimeout: .milliseconds(100)) }
        while never.value == nil { await Task.yield() }
        platform.close()
        await #expect { try await work.value } throws: { ($0 as? OpenPlatformError)?.report?.subject == "client" }
        #expect(log.value.count == 1 && log.value[0].contains("1 handlers were still running 0.1 s after the stop"), "\(log.value)")
        never.value?.resume()
    }

    @Test func aCustomDedupeStoreIsUsed() async throws {
        final class Own: Dedupe {
            let known = Locked<Set<String>>([])
            let works: Bool
            init(works: Bool) { self.works = works }
            func remember(key: String, windowSeconds: Int64?) async throws -> Bool {
                if !works { throw Wrong("down") }
                return known.change { $0.insert(key).inserted }
            }
            func forget(key: String) async throws { known.change { _ = $0.remove(key) } }
        }
        let (own, calls) = (Own(works: true), Locked(0))
        let message: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120002"]]
        let (hooks, _) = try quiet(dedupe: own)
        try hooks.on(.newMessage) { _, _ in calls.change { $0 += 1 } }
        for _ in 0..<2 { #expect(await receive(hooks, message) == 200) }
        let id = "message:e7a08a2c-8ee4-11ef-af85-0242ac120002"
        #expect(calls.value == 1 && own.known.value.contains(id) && own.known.value.allSatisfy { $0.hasPrefix(id) })
        let (every, _) = try quiet(dedupe: nil)
        try every.on(.newMessage) { _, _ in calls.change { $0 += 1 } }
        for _ in 0..<2 { #expect(await receive(every, message) == 200) }
        #expect(calls.value == 3)
        let (broken, _) = try quiet(dedupe: Own(works: false))
        try broken.on(.newMessage) { _, _ in calls.change { $0 += 1 } }
        let refused = await answer(broken, message)
        #expect(refused?.status == 503 && refused?.headers["Retry-After"] == "5")
        #expect(calls.value == 3)
    }

    @Test(arguments: [nil, Duration.seconds(3600)])
    func aHandlerGoesOnAfterItsConnectionIsClosed(limit: Duration?) async throws {
        /// A call in a cancelled task fails, as those of database drivers do.
        final class Own: Dedupe {
            let known = Locked<Set<String>>([])
            func remember(key: String, windowSeconds: Int64?) async throws -> Bool {
                try Task.checkCancellation()
                return known.change { $0.insert(key).inserted }
            }
            func forget(key: String) async throws {
                try Task.checkCancellation()
                known.change { _ = $0.remove(key) }
            }
        }
        let message: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120005"]]
        for fails in [false, true] {
            let (hooks, log) = try quiet(dedupe: Own(), handlerTimeout: limit)
            let (calls, isOver) = (Locked(0), Locked(false))
            try hooks.on(.newMessage) { _, _ in
                guard calls.change({ $0 += 1; return $0 }) == 1 else { return }
                while !isOver.value { await Task.yield() }
                try Task.checkCancellation()
                if fails { throw Wrong("not now") }
            }
            let request = Task { await receive(hooks, message) }
            while calls.value == 0 { await Task.yield() }
            request.cancel()  // As some servers do.
            #expect(await receive(hooks, message) == 503)
            isOver.change { $0 = true }
            #expect(await request.value == (fails ? 500 : 200))
            #expect(await receive(hooks, message) == 200)
            // The repetition is logged, and the failure.
            #expect(calls.value == (fails ? 2 : 1) && log.value.count == (fails ? 2 : 1), "\(log.value)")
        }
    }

    @Test func aDedupeStoreThatDoesNotAnswerIsA503() async throws {
        struct Silent: Dedupe {
            func remember(key: String, windowSeconds: Int64?) async throws -> Bool {
                try await Task.sleep(for: .seconds(3600))
                return true
            }
            func forget(key: String) async throws {}
        }
        let (hooks, log) = try quiet(dedupe: Silent())
        try hooks.on(.newMessage) { _, _ in Issue.record("it was handled") }
        let message: Json = ["type": "NEW_MESSAGE", "new_message": ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120002"]]
        #expect(await receive(hooks, message) == 503)
        #expect(log.value.contains { $0.contains("The dedupe store failed (it took longer than 0.6 s)") }, "\(log.value)")
    }

    @Test func invalidSettingsOfHooksAreRejectedWhenTheyAreCreated() async throws {
        let (hooks, _) = try quiet()
        try hooks.on(.postUpdate) { _, _ in }
        #expect(throws: OpenPlatformError.self) { try hooks.on(.postUpdate) { _, _ in } }
        #expect(throws: OpenPlatformError.self) { try Hooks(platform: OpenPlatform { $0.apiKey(key: "key") }) }
        #expect(throws: OpenPlatformError.self) { try Hooks(keys: []) }
        #expect { try Hooks(keys: [IdentificationKey(id: "one", key: key)], bodyLimit: -1) } throws: {
            ($0 as? OpenPlatformError)?.report?.field == "bodyLimit"
        }
        #expect(throws: OpenPlatformError.self) { try Hooks(keys: [IdentificationKey(id: "one", key: "")]) }
        await #expect(throws: OpenPlatformError.self) { try await hooks.run() }
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox()
        for dedupe in [MemoryDedupe(), nil] as [(any Dedupe)?] {
            #expect { try Hooks(keys: [IdentificationKey(id: "one", key: key)], dedupe: dedupe, inbox: inbox) } throws: {
                ($0 as? OpenPlatformError)?.report?.field == "dedupe" && "\($0)".contains("must not be given with an inbox")
            }
        }
        #expect { try quiet(staleAfter: .seconds(-1)) } throws: { ($0 as? OpenPlatformError)?.report?.field == "staleAfter" }
        let (stale, _) = try quiet(rejectStale: true, staleAfter: .seconds(60))
        let old: Json = ["id": "e7a08a2c-8ee4-11ef-af85-0242ac120003", "sent_at": 1_729_429_926_140_000]
        try stale.on(.newMessage) { _, _ in }
        #expect(await receive(stale, ["type": "NEW_MESSAGE", "new_message": old]) == 403)
    }

    @Test func keysAreReplacedWhileRequestsArrive() async throws {
        let (hooks, log) = try quiet()
        try hooks.onUnknown { _, _ in }
        try hooks.replaceKeys([IdentificationKey(id: "two", key: "identification-key-two")])
        #expect(await receive(hooks, ["type": "A"]) == 401)
        #expect(await receive(hooks, ["type": "A"], key: "identification-key-two") == 200)
        #expect(!log.value.joined().contains(key))
    }

    @Test func eventsAreDeliveredAsAnAsyncSequence() async throws {
        let (hooks, _) = try quiet()
        let seen = Locked<[String]>([])
        let started = Locked(false)
        let loop = Task {
            let events = hooks.events
            var iterator = events.makeAsyncIterator()
            started.change { $0 = true }
            while let incoming = await iterator.next() {
                if case .unknown(let kind, _) = incoming.event { seen.change { $0.append(kind) } }
            }
        }
        while !started.value { await Task.yield() }
        for kind in ["A", "B"] { #expect(await receive(hooks, ["type": Json(kind)]) == 200) }
        #expect(await receive(hooks, ["type": "A"]) == 200, "a repetition, which is not delivered again")
        #expect(seen.value == ["A", "B"])
        loop.cancel()
        await loop.value
        #expect(await receive(hooks, ["type": "C"]) == 503, "no loop is running")
    }

    @Test func anEventWhoseLoopIsLeftIsNotAcknowledged() async throws {
        let (hooks, _) = try quiet()
        let events = hooks.events
        let answer = Task {
            for await incoming in events {
                if case .unknown = incoming.event { break }
            }
        }
        while await receive(hooks, ["type": "WAITING", "n": 0]) == 200 {}
        #expect(await receive(hooks, ["type": "LEFT"]) != 200)
        await answer.value
    }

    @Test func anInboxStoresEventsUntilTheyAreHandled() async throws {
        // In a folder of its own: SQLite puts two files beside it.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let address = "sqlite:\(folder.path)/events.db"
        let (first, _) = try quiet(inbox: Inbox.open(address: address, keys: ["unencrypted"], options: nil))
        #expect(await receive(first, update("p1")) == 200)
        #expect(await receive(first, update("p1")) == 200)
        #expect(await receive(first, ["type": "POST_UPDATE"]) == 200)

        // Like another process: it finds the events that the first one has accepted.
        let inbox = try Inbox.open(address: address, keys: ["unencrypted"], options: InboxOptions(maxAttempts: 1))
        let (second, _) = try quiet(inbox: inbox)
        let (handled, works) = (Locked<[PostToken]>([]), Locked(false))
        try second.on(.postUpdate) { update, _ in
            handled.change { $0.append(update.post.token) }
            if update.post.token == "bad", !works.value { throw Wrong("canary") }
        }
        let work = Task { try await second.run(workers: 2) }
        #expect(await receive(second, update("bad")) == 200)
        while try await inbox.counts().deadLetters < 2 { await Task.yield() }
        while try await inbox.counts().pending > 0 { await Task.yield() }
        #expect(Set(handled.value) == ["p1", "bad"] && handled.value.count == 2)
        let letters = try await inbox.deadLetters(after: nil)
        #expect(!letters.contains { $0.reason.contains("canary") })
        let failed = try #require(letters.first { $0.reason == "Wrong" }, "\(letters.map(\.reason))")
        works.change { $0 = true }
        #expect(try await inbox.retry(id: failed.id))
        while try await inbox.counts().pending > 0 { await Task.yield() }
        work.cancel()
        try await work.value
        #expect(try await inbox.counts().deadLetters == 1 && handled.value.count == 3 && handled.value.last == "bad")
    }
}
