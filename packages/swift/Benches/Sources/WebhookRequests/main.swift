// Measures the CPU time of a webhook request with a message, with one of two receivers:
//
//     WebhookRequests read RECEIVER        authenticated and parsed: prints {"micro_seconds": CPU time per request}
//     WebhookRequests dispatch RECEIVER    passed to a receiver, which calls a handler for it
//
// RECEIVER is `package` for this package, or `codable` for what an expert would write with Codable alone. The handlers read the same
// six members of the message. With `dispatch` each request has another message. There is no web framework: both receivers get the
// method, the path, the headers and the body, and return the status.
//
// What is written by hand does what a receiver must do so that no event is lost or handled twice, as in core/benches/by_expert: it
// compares the key in constant time, limits the body in size, marks the message as being handled, so that a repetition is answered
// with 503 until its handler has returned and with 200 afterwards, takes the mark back if the handler fails, and keeps a limited
// number of ids. It does less than the package all the same: it has one key and one type of event, keeps no unknown members and
// values, does not notice two bodies with one id, computes no age of the message, and its handler ends with the task of the request.

import Foundation
import Measure
import OpenPlatform

let key = "bench-identification-key-0123456789"
let text =
    #"{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":"#
    + #""b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER","#
    + #""type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},"#
    + #""metadata":{"internal_id":"customer-42"}}"#
let body = Data(text.utf8)
let headers: [(name: String, value: String)] = [
    ("host", "app.example"), ("content-type", "application/json"), ("authorization", key),
]
let batch = 500
let bodyLimit = 256 * 1024
/// How many ids are kept.
let maxSeen = 100_000

struct Unexpected: Error {}

struct HandEvent: Decodable {
    var type: String
    var newMessage: HandMessage?
    var metadata: [String: String]?

    enum CodingKeys: String, CodingKey {
        case type
        case newMessage = "new_message"
        case metadata
    }
}

struct HandMessage: Decodable, Sendable {
    var id: String
    var conversation: Conversation
    var sender: Sender
    var type: String
    var sentAt: Date?
    var text: String?

    enum CodingKeys: String, CodingKey {
        case id
        case conversation
        case sender
        case type
        case sentAt = "sent_at"
        case text
    }

    struct Conversation: Decodable, Sendable {
        var id: String
        var type: String
        var postToken: String?

        enum CodingKeys: String, CodingKey {
            case id
            case type
            case postToken = "post_token"
        }
    }

    struct Sender: Decodable, Sendable {
        var type: String
        var side: String?
    }
}

let decoder = {
    let decoder = JSONDecoder()
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    decoder.dateDecodingStrategy = .custom { try Date(try $0.singleValueContainer().decode(String.self), strategy: format) }
    return decoder
}()

func six(_ message: ChatMessage) throws {
    guard case .text(let text) = message.content, !text.isEmpty, !message.id.isEmpty, message.sender.side == .buyer,
        message.conversation.id != ConversationId(""), message.conversation.postToken != nil, message.sentAt != nil
    else { throw Unexpected() }
}

func six(_ message: HandMessage) throws {
    guard message.text?.isEmpty == false, !message.id.isEmpty, message.sender.side == "BUYER", !message.conversation.id.isEmpty,
        message.conversation.postToken != nil, message.sentAt != nil
    else { throw Unexpected() }
}

/// Whether a key is ours. The time does not depend on where it differs.
func isOurs(_ sent: String) -> Bool {
    let (sent, ours) = (Array(sent.utf8), Array(key.utf8))
    return sent.count == ours.count && zip(sent, ours).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

/// The ids of the messages that are being handled or were.
final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    /// Each with whether it was handled.
    private var all: [String: Bool] = [:]
    /// Those that were handled. `oldest` is the place of the next one to forget.
    private var handled: [String] = []
    private var oldest = 0

    /// Marks a message as being handled. Whether it was handled already; `nil` for a new one.
    func begin(_ id: String) -> Bool? {
        lock.withLock {
            if let known = all[id] { return known }
            all[id] = false
            return nil
        }
    }

    func forget(_ id: String) {
        lock.withLock { all[id] = nil }
    }

    func finish(_ id: String) {
        lock.withLock {
            all[id] = true
            if handled.count < maxSeen {
                handled.append(id)
            } else {
                all[handled[oldest]] = nil
                handled[oldest] = id
                oldest = (oldest + 1) % maxSeen
            }
        }
    }
}

/// Receives a request by hand, and returns the status of the response.
func receive(
    method: String, path: String, headers: [(name: String, value: String)], body: Data, seen: Seen,
    handler: @Sendable (HandMessage) async throws -> Void
) async -> Int {
    guard path == "/hooks/events" else { return 404 }
    guard method == "POST" else { return 405 }
    guard isOurs(headers.first { $0.name == "authorization" }?.value ?? "") else { return 401 }
    guard body.count <= bodyLimit else { return 413 }
    guard let event = try? decoder.decode(HandEvent.self, from: body) else { return 400 }
    guard let message = event.newMessage else { return 200 }
    if let wasHandled = seen.begin(message.id) { return wasHandled ? 200 : 503 }
    do {
        try await handler(message)
    } catch {
        seen.forget(message.id)
        return 500
    }
    seen.finish(message.id)
    return 200
}

func reading(_ read: @Sendable () throws -> Void) async throws -> Double {
    try await microSeconds {
        for _ in 0..<batch { try read() }
        return batch
    }
}

func dispatching(_ receive: @Sendable (Data) async -> Int?) async throws -> Double {
    var made = 0
    let messages = {
        (0..<batch).map { _ in
            made += 1
            let digits = String(made, radix: 16)
            let id = String(repeating: "0", count: 8 - digits.count) + digits
            return Data(text.replacingOccurrences(of: "7651e778", with: id).utf8)
        }
    }
    return try await microSeconds(prepare: messages) { messages in
        for message in messages {
            guard await receive(message) == 200 else { throw Unexpected() }
        }
        return batch
    }
}

func measure(_ what: String, _ receiver: String) async throws -> Double {
    let identificationKey = IdentificationKey(id: "key", key: key)
    switch (what, receiver) {
    case ("read", "package"):
        let webhooks = try Webhooks(keys: [identificationKey])
        let sent = headers.map { Header(name: $0.name, value: $0.value) }
        return try await reading {
            let delivery = try webhooks.event(method: "POST", headers: sent, body: body)
            guard case .newMessage(let message) = delivery.event else { throw Unexpected() }
            try six(message)
        }
    case ("read", "codable"):
        return try await reading {
            guard isOurs(key), let message = try decoder.decode(HandEvent.self, from: body).newMessage else { throw Unexpected() }
            try six(message)
        }
    case ("dispatch", "package"):
        let platform = try OpenPlatform { $0.apiKey(key: "bench-key-0123456789") }
        let hooks = try Hooks(platform: platform, keys: [identificationKey]).on(.newMessage) { message, _ in try six(message) }
        return try await dispatching { body in
            let reply = await hooks.receive(method: "POST", path: "/hooks/events", headers: headers, body: body)
            return reply.map { Int($0.status) }
        }
    case ("dispatch", "codable"):
        let seen = Seen()
        return try await dispatching { body in
            await receive(method: "POST", path: "/hooks/events", headers: headers, body: body, seen: seen) { try six($0) }
        }
    default: fatalError("WebhookRequests read | dispatch, package | codable")
    }
}

print("{\"micro_seconds\": \(try await measure(CommandLine.arguments[1], CommandLine.arguments[2]))}")
exit(0)
