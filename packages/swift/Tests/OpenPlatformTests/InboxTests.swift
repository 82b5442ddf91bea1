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
    let headers = [("Authorization", key), ("Content-Type", "application/json")].map { (name: $0.0, value: $0.1) }
    let body: Json = ["type": "POST_UPDATE", "post_update": ["post": ["token": Json(token)]]]
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
