import Foundation
import OpenPlatform

private let key = "identification-key-one"

/// Vectors of requests from the platform to the app.
let incoming: [String: CaseCheck] = [
    "events": { it in
        if let second = it.given["second"] {
            let both = try [it.given["first"] ?? .null, second].map { try readDelivery(body: Data($0.text.utf8)) }
            try same("same_dedupe_key", .bool(both[0].dedupeKey == both[1].dedupeKey), it.expect["same_dedupe_key"])
            return try same("window_seconds", Value(both[0].dedupeWindowSeconds), it.expect["window_seconds"])
        }
        guard let delivery = try await outcome(it.expect, { try readDelivery(body: bytes(it.given)) }) else { return }
        if let unknown = it.expect["unknown"] {
            guard case .unknown(let kind, _) = delivery.event else { throw Wrong("\(delivery.event) is known") }
            return try same("unknown", Value(kind), unknown)
        }
        if it.expect["malformed"] != nil {
            guard case .malformed = delivery.event else { throw Wrong("\(delivery.event) can be read") }
            return
        }
        let (kind, payload) = try written(delivery.event)
        try same("kind", Value(kind), it.expect["kind"])
        if let grant = it.expect["grant"] { try same("grant", Value(delivery.grant?.rawValue), grant) }
        if let metadata = it.expect["metadata"] { try same("metadata", try delivery.metadata.map(Value.init), metadata) }
        if let legacy = it.expect["legacy"] { try same("legacy", .bool(delivery.legacy), legacy) }
        if let noted = it.expect["noted"] { try same("noted", .bool(!delivery.notes.isEmpty), noted) }
        if let fromBot = it.expect["from_bot"] {
            switch delivery.event {
            case .newMessage(let message), .newChatbotMessage(let message): try same("from_bot", .bool(message.isFromBot), fromBot)
            default: throw Wrong("\(delivery.event) is no message")
            }
        }
        try fields(payload, it.expect["fields"])
    },
    "webhook_requests": { it in
        let headers = (it.given["headers"]?.array ?? []).map {
            Header(name: $0.array?[0].string ?? "", value: $0.array?[1].string ?? "")
        }
        let method = it.given["method"]?.string ?? ""
        let delivery = try refused(it.expect) {
            try receiver(it.given["keys"]?.array ?? []).event(method: method, headers: headers, body: bytes(it.given))
        }
        guard let delivery else { return }
        switch delivery.event {
        case .unknown(let kind, _): try same("the answer", ["accepted": Value(kind)], it.expect)
        case .malformed: try same("the answer", ["accepted": nil], it.expect)
        default: try same("the answer", ["accepted": Value(written(delivery.event).kind)], it.expect)
        }
    },
    "ip_allowlist": { it in
        guard let allowlist = try await outcome(it.expect, { try allowed(it.given) }) else { return }
        let outcomes = try (it.given["requests"]?.array ?? []).map { try checked(allowlist, $0) }
        try same("the outcomes", .array(outcomes), it.expect["outcomes"])
    },
    "start_requests": { it in
        let more = (it.given["headers"]?.array ?? []).map {
            Header(name: $0.array?[0].string ?? "", value: $0.array?[1].string ?? "")
        }
        let request = try refused(it.expect) {
            try receiver([.string(key)]).start(method: "POST", headers: more + head, body: bytes(it.given))
        }
        guard let request else { return }
        if let noted = it.expect["noted"] { try same("noted", .bool(!request.notes.isEmpty), noted) }
        var written = try Value(writeStartRequest(value: request)).object ?? [:]
        switch request.version {
        case .v1: written["version"] = 1
        case .v2: written["version"] = 2
        case .unknown(let version): written["version"] = .string(version)
        }
        try fields(.object(written), it.expect["fields"])
    },
    "dynamic_actions": { it in
        let request = try refused(it.expect) {
            try receiver([.string(key)]).dynamicAction(method: "POST", headers: head, body: bytes(it.given))
        }
        if let request { try fields(Value(writeDynamicActionRequest(value: request)), it.expect["fields"]) }
    },
    "direct_links": { it in
        let query = try readDirectLink(link: it.given["link"]?.string ?? "")
        try same("the query", try Value(writeDirectLink(value: query)), it.expect["value"])
    },
    "chatbot_starts": { it in
        let start = try readBotStart(text: it.given["text"]?.string ?? "")
        try same("the start", try start.map { try Value(writeBotStart(value: $0)) }, it.expect["value"])
    },
    "webhook_replies": { it in
        guard let reply = try await outcome(it.expect, { try answer(it.given) }) else { return }
        let body = String(decoding: reply.body, as: UTF8.self)
        let actual: Value = [
            "status": .number(String(reply.status)),
            "content_type": Value(reply.contentType),
            "headers": .object(reply.headers.mapValues { .string($0) }),
            "body": body.isEmpty ? .null : try Value(text: body),
        ]
        try same("the answer", actual, it.expect)
    },
]

private let head = [
    Header(name: "Authorization", value: key), Header(name: "Content-Type", value: "application/json"),
]

/// The kind of a known event, and its payload in its JSON form.
func written(_ event: Event) throws -> (kind: String, payload: Value) {
    var members = try Value(eventBody(event: event, metadata: nil)).object ?? [:]
    let kind = members.removeValue(forKey: "type")?.string ?? ""
    return (kind, members.values.first ?? .null)
}

/// A receiver with these keys. One that has an end is an object.
private func receiver(_ keys: [Value]) throws -> Webhooks {
    try Webhooks(
        keys: keys.enumerated().map { index, key in
            let end = key["not_after"]?.string.flatMap { ISO8601DateFormatter().date(from: $0) }
            return IdentificationKey(id: "key-\(index)", key: key.string ?? key["key"]?.string ?? "", notAfter: end)
        })
}

/// Runs it. An expected refusal is compared, and the result is `nil`.
private func refused<T>(_ expect: Value, _ run: () throws -> T) throws -> T? {
    do {
        let value = try run()
        try holds(expect["rejected"] == nil, "was accepted")
        return value
    } catch OpenPlatformError.Webhook(let report) {
        try same("the answer", ["rejected": Value(report.status)], expect)
        return nil
    }
}

private func allowed(_ given: Value) throws -> IpAllowlist {
    let networks = given["networks"]?.strings
    let allowlist = try networks.map { try IpAllowlist(networks: $0) } ?? IpAllowlist.platform()
    let proxied = try allowlist.trustedProxies(networks: given["trusted_proxies"]?.strings ?? [])
    guard let most = given["limit_failures"]?.int else { return proxied }
    return try proxied.limitFailures(perMinute: UInt32(most))
}

/// The outcome of a request. If it was accepted, the status of its response is reported to the allowlist.
private func checked(_ allowlist: IpAllowlist, _ request: Value) throws -> Value {
    let forwarded = (request["forwarded"]?.strings ?? []).map { Header(name: "X-Forwarded-For", value: $0) }
    do {
        let address = try allowlist.check(peer: request["peer"]?.string, headers: forwarded)
        if let status = request["answered"]?.int { try allowlist.answered(source: address, status: UInt16(status)) }
        return .string(address)
    } catch OpenPlatformError.Webhook(let report) {
        return Value(report.status)
    }
}

private func answer(_ given: Value) throws -> Reply {
    switch given["to"]?.string {
    case "event":
        return replyOk()
    case "event that cannot be stored":
        return replyUnavailable(retryAfter: given["seconds"]?.double ?? 0)
    case "refused request":
        return replyToRejection(status: UInt16(given["status"]?.int ?? 0), reason: "a reason")
    case "start request":
        let request = try readStartRequest(body: bytes(given), version: given["version"]?.string)
        return try replyToStart(answer: readStartReply(json: (given["reply"] ?? .null).json), request: request)
    case "dynamic action":
        return try replyToDynamicAction(answer: readDynamicActionReply(json: (given["reply"] ?? .null).json))
    default:
        throw Wrong("there is no answer to \(given.text)")
    }
}
