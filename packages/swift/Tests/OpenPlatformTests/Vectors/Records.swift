import Foundation
import OpenPlatform
import OpenPlatformTesting

private let key = "identification-key-one"

/// A store of the app that cannot be reached.
private struct Broken: Dedupe {
    func remember(key: String, windowSeconds: Int64?) async throws -> Bool { throw Wrong("down") }
    func forget(key: String) async throws { throw Wrong("down") }
}

/// Vectors of the records of hooks and inboxes.
let records: [String: CaseCheck] = [
    "records": { it in
        let (received, handled) = (Locked<[ReceivedHook]>([]), Locked<[HandledEvent]>([]))
        let lines = Locked<[Value]>([])
        let write: @Sendable (LogLevel, String) -> Void = { level, text in lines.change { $0.append(line(level, text)) } }
        let platform = try Vectors(script: it.given["outcomes"]?.array ?? []) {
            $0.onHandledEvent { it in handled.change { $0.append(it) } }
            $0.log(from: .debug) { level, _, text, _ in write(level, text) }
        }
        let inbox = it.given["inbox"]?.bool == true ? try platform.client.inbox() : nil
        var waits: [Value] = []
        let keys = [IdentificationKey(id: "one", key: key)]
        let note: @Sendable (ReceivedHook) -> Void = { it in received.change { $0.append(it) } }
        let log: Log = { level, text in if level == .debug { write(level, text) } }
        let hooks =
            if it.given["dedupe"]?.string == "fails" {
                try Hooks(platform: platform.client, keys: keys, dedupe: Broken(), onHook: note, log: log)
            } else {
                try Hooks(platform: platform.client, keys: keys, inbox: inbox, onHook: note, log: log)
            }
        try hooks.on(.postUpdate) { update, _ in if update.post.city == "fail" { throw Wrong("fail") } }
        .onStart { _, _ in "https://app.example/start" }
        for request in it.given["requests"]?.array ?? [] {
            let headers = [
                (name: "Authorization", value: request["authorization"]?.string ?? key),
                (name: "Content-Type", value: "application/json"),
            ]
            let reply = await hooks.receive(
                method: "POST", path: "/hooks/\(request["kind"]?.string ?? "")", headers: headers, body: bytes(request))
            waits.append(Value(reply?.headers["Retry-After"]))
        }
        for end in it.given["ends"]?.array ?? [] {
            guard let inbox, let id = try await inbox.tryNext()?.id else { throw Wrong("there is no event") }
            for _ in 0..<(end["times"]?.int ?? 1) {
                switch end["end"]?.string {
                case "ack": _ = try await inbox.ack(id: id)
                case "nack": _ = try await inbox.nack(id: id, reason: "a reason")
                case "give_up": _ = try await inbox.giveUp(id: id, reason: "a reason")
                default: _ = try await inbox.release(id: id)
                }
            }
            platform.clock.advance(by: end["seconds_later"]?.double ?? 0)
        }
        for name in it.given["calls"]?.strings ?? [] {
            do {
                if name == "posts.get" {
                    _ = try await platform.client.posts.get("gZd7omnS")
                } else {
                    let grant = try await platform.client.grants.adopt(tokens("access-token", "refresh-token"))
                    _ = try await platform.client.grants.refresh(grant.key)
                }
            } catch is OpenPlatformError {}
        }
        try same("hooks", .array(received.value.map(members)), it.expect["hooks"])
        if let expected = it.expect["retry_after"] { try same("retry_after", .array(waits), expected) }
        try same("handled events", .array(handled.value.map(members)), it.expect["handled_events"] ?? .array([]))
        if let expected = it.expect["lines"] { try same("lines", .array(lines.value), expected) }
        for secret in ["gZd7omnS", "identification-key"] {
            try holds(!"\(received.value) \(handled.value)".contains(secret), secret)
        }
    }
]

/// A line of the log about a record, without its prefix, times and ids. The log of hooks has other warnings and errors.
private func line(_ level: LogLevel, _ text: String) -> Value {
    let text = text.replacing("open-platform: ", with: "").replacing(/[0-9]+ ms/, with: "N ms")
        .replacing(/[0-9]+\.[0-9] s\b/, with: "N s").replacing(/request id [-0-9A-Za-z_]+/, with: "request id N")
    return Value("\(level.rawValue) \(text)")
}

private func members(_ it: ReceivedHook) throws -> Value {
    try holds(it.duration >= .zero, "\(it)")
    return [
        "kind": Value(it.kind), "event_type": Value(it.eventType), "outcome": Value(it.outcome), "status": Value(it.status),
        "refused": .bool(it.reason != nil),
    ]
}

private func members(_ it: HandledEvent) throws -> Value {
    try holds(it.duration ?? .seconds(-1) >= .zero, "\(it)")
    return [
        "event_type": Value(it.eventType), "outcome": Value(it.outcome), "attempt": Value(it.attempt),
        "waits": .bool(it.wait != nil),
    ]
}
