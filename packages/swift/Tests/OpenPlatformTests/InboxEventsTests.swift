import Foundation
import OpenPlatform
import Testing

private let key = "identification-key-one"

/// Hooks with an inbox and without handlers, and their log without the lines of each request. `began` is called with each event.
private func hooks(
    of inbox: Inbox, handlerTimeout: Duration? = nil, began: @escaping @Sendable (Delivery) -> Void = { _ in }
) throws -> (hooks: Hooks, log: Locked<[String]>) {
    let log = Locked<[String]>([])
    let hooks = try Hooks(
        platform: OpenPlatform { _ in }, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox,
        grantOf: { began($0); return nil }, handlerTimeout: handlerTimeout,
        log: { level, text in if level > .debug { log.change { $0.append(text) } } })
    return (hooks, log)
}

private func receive(_ hooks: Hooks, _ body: Json) async -> UInt16? {
    let headers = [("Authorization", key), ("Content-Type", "application/json")].map { (name: $0.0, value: $0.1) }
    return await hooks.receive(method: "POST", path: "/events", headers: headers, body: Data(body.text.utf8))?.status
}

private func update(_ token: String) -> Json { ["type": "POST_UPDATE", "post_update": ["post": ["token": Json(token)]]] }

/// A loop over the events of hooks with an inbox.
@Suite struct InboxEventsTests {
    @Test func theEventsOfAnInboxAreDeliveredAsAnAsyncSequence() async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox()
        let (hooks, log) = try hooks(of: inbox)
        let (seen, events) = (Locked<[String]>([]), hooks.events)
        let loop = Task {
            for await incoming in events {
                switch incoming.event {
                case .postUpdate(let update): seen.change { $0.append(update.post.token.rawValue) }
                case .unknown(let kind, _): seen.change { $0.append(kind) }
                case .malformed: seen.change { $0.append("malformed") }
                default: break
                }
                if seen.value.last == "left" { break }
            }
        }
        #expect(await receive(hooks, update("first")) == 200)
        #expect(await receive(hooks, ["type": "OTHER"]) == 200)
        #expect(await receive(hooks, ["type": "POST_UPDATE"]) == 200)
        let work = Task { try await hooks.run(workers: 1) }
        while try await inbox.counts().pending > 0 { await Task.yield() }
        #expect(seen.value == ["first", "OTHER", "malformed"] && log.value == [], "\(log.value)")
        // Neither an event whose loop is left is handled, nor one that no loop takes.
        #expect(await receive(hooks, update("left")) == 200)
        await loop.value
        #expect(await receive(hooks, update("later")) == 200)
        while log.value.count < 2 { await Task.yield() }
        #expect(log.value[0].contains("the loop over the events ended") && log.value[1].contains("no loop over the events takes it"))
        work.cancel()
        try await work.value
        #expect(try await inbox.counts() == InboxCounts(pending: 2, deadLetters: 0))
    }

    @Test func anEventOfAnInboxWaitsForTheFirstLoop() async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox(InboxOptions(maxAttempts: 1))
        let (seen, began) = (Locked<[String]>([]), Locked(false))
        let (hooks, log) = try hooks(of: inbox) { _ in began.change { $0 = true } }
        let events = hooks.events
        #expect(await receive(hooks, update("p")) == 200)
        let work = Task { try await hooks.run(workers: 1) }
        while !began.value { await Task.yield() }
        let loop = Task {
            for await incoming in events {
                if case .postUpdate(let update) = incoming.event { seen.change { $0.append(update.post.token.rawValue) } }
            }
        }
        while try await inbox.counts().pending > 0 { await Task.yield() }
        work.cancel()
        loop.cancel()
        try await work.value
        await loop.value
        #expect(seen.value == ["p"] && log.value == [], "\(log.value)")
        #expect(try await inbox.counts().deadLetters == 0)
    }

    @Test(arguments: [nil, Duration.milliseconds(200)])
    func anEventOfAnInboxThatWaitsForALoopIsTakenBackAtTheEnd(limit: Duration?) async throws {
        let inbox = try OpenPlatform { $0.clientId(id: "app") }.inbox(InboxOptions(maxAttempts: 1))
        let (seen, began) = (Locked<[String]>([]), Locked(false))
        let (hooks, log) = try hooks(of: inbox, handlerTimeout: limit) { _ in began.change { $0 = true } }
        // A loop that takes nothing for now.
        let iterator = hooks.events.makeAsyncIterator()
        #expect(await receive(hooks, update("p")) == 200)
        let work = Task { try await hooks.run(workers: 1) }
        while !began.value || (limit != nil && log.value.isEmpty) { await Task.yield() }
        work.cancel()
        try await work.value
        #expect(log.value.joined().contains("it took longer than 0.2 s") == (limit != nil), "\(log.value)")
        #expect(try await inbox.counts() == InboxCounts(pending: limit == nil ? 1 : 0, deadLetters: limit == nil ? 0 : 1))

        let loop = Task {
            var iterator = iterator
            while let incoming = await iterator.next() {
                if case .postUpdate(let update) = incoming.event { seen.change { $0.append(update.post.token.rawValue) } }
            }
        }
        #expect(await receive(hooks, update("q")) == 200)
        let second = Task { try await hooks.run(workers: 1) }
        while try await inbox.counts().pending > 0 { await Task.yield() }
        #expect(seen.value == (limit == nil ? ["p", "q"] : ["q"]))
        second.cancel()
        loop.cancel()
        try await second.value
        await loop.value
    }
}
