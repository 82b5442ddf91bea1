import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

private let key = "identification-key-one"

private func hooks(_ platform: OpenPlatform, _ inbox: Inbox) throws -> Hooks {
    try Hooks(platform: platform, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox)
}

/// Receives an event about a post, and returns the status of the answer.
private func receive(_ hooks: Hooks, _ token: String) async -> UInt16? {
    await receive(hooks, body: ["type": "POST_UPDATE", "post_update": ["post": ["token": Json(token)]]])
}

private func receive(_ hooks: Hooks, body: Json) async -> UInt16? {
    let headers = [("Authorization", key), ("Content-Type", "application/json")].map { (name: $0.0, value: $0.1) }
    return await hooks.receive(method: "POST", path: "/hooks/events", headers: headers, body: Data(body.text.utf8))?.status
}

/// Whether it is an error about this setting: that of a closed inbox, of a closed client, or of hooks without a handler.
private func isConfig(_ error: any Error, _ what: String) -> Bool {
    (error as? OpenPlatformError)?.report?.code == "config" && (error as? OpenPlatformError)?.report?.subject == what
}

/// An inbox with workers of the app's own.
@Suite struct InboxTests {
    @Test func closingAnInboxEndsItsWaitingWorkersButNeitherTheClientNorAnotherInbox() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let other = try hooks(platform, platform.inbox())
        let handled = Locked<[PostToken]>([])
        try other.on(.postUpdate) { update, _ in handled.change { $0.append(update.post.token) } }
        let closed = try platform.inbox()
        let waiting = Task { try await closed.next() }
        closed.shutDown()
        await #expect { try await waiting.value } throws: { isConfig($0, "inbox") }
        await #expect { try await closed.next() } throws: { isConfig($0, "inbox") }

        let post = PostToken(try await world.posts(of: "seller")[0].token)
        #expect(try await platform.posts.get(post).token == post)
        #expect(await receive(other, "own") == 200)
        let own = try #require(try await closed.tryNext())
        #expect(try await closed.ack(id: own.id), "a worker can still finish")
        let work = Task { try await other.run(workers: 1) }
        #expect(await receive(other, "p") == 200)
        while handled.value.isEmpty { await Task.yield() }
        #expect(handled.value == ["p"])
        work.cancel()
        try await work.value

        let open = try platform.inbox()
        platform.close()
        await #expect { try await open.next() } throws: { isConfig($0, "client") }
    }

    @Test func withoutAHandlerOfEventsNoEventIsTaken() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let inbox = try platform.inbox()
        let hooks = try hooks(platform, inbox).onStart { _, _ in "https://app.example" }
        #expect(await receive(hooks, "p") == 200)
        await #expect { try await hooks.run() } throws: { isConfig($0, "hooks") && "\($0)".contains("no event has a handler") }
        #expect(try await inbox.counts().pending == 1)
    }

    @Test func anEventWithoutAHandlerIsRemovedAndAMalformedOneIsADeadLetter() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let (inbox, log, handled) = (try platform.inbox(), Locked<[String]>([]), Locked(0))
        let hooks = try Hooks(
            platform: platform, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox,
            log: { level, text in if level > .debug { log.change { $0.append(text) } } }
        ).on(.postUpdate) { _, _ in handled.change { $0 += 1 } }
        for body in [["type": "BRAND_NEW", "n": 1], ["type": "BRAND_NEW", "n": 2], ["type": "NEW_MESSAGE"]] as [Json] {
            #expect(await receive(hooks, body: body) == 200)
        }
        #expect(await receive(hooks, "p") == 200)
        let work = Task { try await hooks.run(workers: 1) }
        while try await inbox.counts().pending > 0 { await Task.yield() }
        work.cancel()
        try await work.value
        let letters = try await inbox.deadLetters()
        #expect(handled.value == 1 && letters.count == 1)
        guard case .malformed = letters.first?.delivery.event else { throw Wrong("\(letters)") }
        #expect(log.value.filter { $0.contains("try hooks.onUnknown {") }.count == 1, "\(log.value)")
        #expect(log.value.filter { $0.contains("try hooks.onMalformed {") }.count == 1, "\(log.value)")
    }

    @Test func ofTheErrorOfAHandlerTheClassIsKeptAndOfASettingWhatIsWrongWithItIsLogged() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let (inbox, log) = (try platform.inbox(InboxOptions(maxAttempts: 1)), Locked<[String]>([]))
        let hooks = try Hooks(
            platform: platform, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox,
            log: { level, text in if level > .debug { log.change { $0.append(text) } } }
        )
        .on(.postUpdate) { update, _ in
            if update.post.token == "argument" { _ = try requiredScopes(calls: ["canary"], events: []) }
            throw Wrong("canary")
        }
        .on(.newMessage) { _, context in try await context.reply("Hello") }
        for token in ["argument", "own"] { #expect(await receive(hooks, token) == 200) }
        #expect(await receive(hooks, body: ["type": "NEW_MESSAGE", "new_message": ["id": "m"]]) == 200)
        let work = Task { try await hooks.run() }
        while try await inbox.counts().deadLetters < 3 { await Task.yield() }
        work.cancel()
        try await work.value
        let reasons = try await Set(inbox.deadLetters().map(\.reason))
        #expect(reasons == ["OpenPlatformError invalid_input", "OpenPlatformError config", "Wrong"])
        let text = log.value.joined(separator: "\n")
        let setting = "OpenPlatformError config: configuration of grantOf: the user in whose name to reply is not known"
        for name in ["OpenPlatformError invalid_input: ", setting, "Wrong: "] {
            #expect(text.contains("and was the last: \(name)"), "\(text)")
        }
        #expect(!text.contains("canary") && !text.contains("no such endpoint"), "\(text)")
    }

    @Test(.timeLimit(.minutes(1))) func aCancelledTaskLeasesNoEvent() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let inbox = try platform.inbox()
        let waiting = Task { try await inbox.next() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(await receive(try hooks(platform, inbox), "p") == 200)
        let item = try await inbox.next()
        #expect(item.attempts == 1)
        #expect(try await inbox.ack(id: item.id))
    }

    @Test func aWorkerKeepsItsEventLongerThanTheLeaseAndLosesItWithout() async throws {
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        let inbox = try platform.inbox(InboxOptions(leaseSeconds: 1))
        let receiver = try hooks(platform, inbox)
        #expect(await receive(receiver, "p") == 200)
        let kept = try await inbox.next()
        let result = try await inbox.keeping(kept.id) {
            try await Task.sleep(for: .milliseconds(2500))  // The work.
            #expect(try await inbox.tryNext() == nil, "no other worker gets it")
            return "done"
        }
        #expect(result == "done")
        #expect(try await inbox.ack(id: kept.id))

        #expect(await receive(receiver, "q") == 200)
        let lost = try await inbox.next()
        try await inbox.keeping(lost.id) {}
        let again = try await inbox.next()
        #expect(again.delivery.event == lost.delivery.event)
        #expect(try await inbox.ack(id: lost.id) == false)
        #expect(try await inbox.ack(id: again.id))
        await #expect { try await inbox.keeping("no id") {} } throws: { ($0 as? OpenPlatformError)?.code == "invalid_input" }
    }
}
