import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

#if canImport(Glibc)
import Glibc
private let noSignal = Int32(MSG_NOSIGNAL)
#elseif canImport(Darwin)
import Darwin
private let noSignal: Int32 = 0
#endif

/// `tests/vectors/adapters.json`: the hooks in a real server, over sockets.
@Suite(.serialized) struct AdapterTests {
    /// The form in which the server passes the body.
    enum Form: String, CaseIterable { case whole, pieces, called }

    @Test func vectors() async throws {
        var suite = try Conformance("cases", servers: Form.allCases.map(\.rawValue))
        #expect(suite.all.count > 60)
        for form in Form.allCases {
            let app = try App()
            let server = try app.listen(form)
            defer { server.stop() }
            await suite.judge(form.rawValue) { try await judge($0, app, server.url) }
            #expect(!app.log.value.contains("identification-key"))
        }
        try await suite.note()
    }

    @Test func slowBodies() async throws {
        var suite = try Conformance("slow", servers: Form.allCases.map(\.rawValue))
        for form in Form.allCases {
            await suite.judge(form.rawValue) { it in
                let app = try App()
                let server = try app.listen(form)
                defer { server.stop() }
                let (answer, took) = try await drip(server.url, it.given)
                let milliseconds = took / .milliseconds(1)
                if let figure = it.expect["figure"]?.string { try measured("F51", "Swift", figure, milliseconds) }
                try compare(answer, it.expect)
                try holds(milliseconds >= Double(it.expect["at_least_milliseconds"]?.int ?? 0), "\(milliseconds) ms")
                let most = Double(try #require(it.expect["at_most_milliseconds"]?.int))
                try holds(milliseconds <= most, "\(milliseconds) ms")
                if let text = it.expect["log"]?.string { try holds(app.log.value.contains(text), app.log.value) }
                try same("calls", app.called.value.count, 0)
            }
        }
        try await suite.note()
    }
}

/// Sends a request as it is, then one byte per second if `drips`, and returns all that the server sends.
func sent(_ request: String, to server: LocalServer, drips: Bool = false) async throws -> String {
    let port = number(ofPortIn: server.url)
    return try await aside { String(decoding: try exchange(port, Data(request.utf8), drips: drips), as: UTF8.self) }
}

/// The app that the README of the vectors describes.
private struct App: Sendable {
    let hooks: Hooks
    let called = Locked<[Value]>([])
    let log = Locked("")

    init() throws {
        let (called, log) = (called, log)
        let keys = [
            IdentificationKey(id: "new", key: "identification-key-new"),
            IdentificationKey(id: "old", key: "identification-key-old"),
        ]
        let here = ["127.0.0.0/8", "::1"]
        let local = try IpAllowlist(networks: here).trustedProxies(networks: here)
        hooks = try Hooks(
            platform: OpenPlatform { _ in }, keys: keys, bodyLimit: 2048, allowlist: local,
            log: { _, text in log.change { $0 += text + "\n" } })
        @Sendable func note(_ handler: String, _ context: HookContext) throws {
            var members: [String: Value] = [
                "handler": Value(handler), "key_id": Value(context.keyId),
                "metadata": try context.metadata.map { try Value($0) } ?? .null,
            ]
            switch context.freshness {
            case .fresh: members["freshness"] = "fresh"
            case .stale: members["freshness"] = "stale"
            case .future: members["freshness"] = "future"
            case .unknown: members["freshness"] = "unknown"
            }
            var isToFail = false
            switch context.event {
            case .unknown(let kind, _): (members["kind"], members["malformed"]) = (Value(kind), false)
            case .malformed(let kind, _, _): (members["kind"], members["malformed"]) = (Value(kind), true)
            default:
                let payload = try written(context.event).payload
                members["fields"] = payload
                isToFail = payload["text"] == "fail"
            }
            called.change { $0.append(.object(members)) }
            if isToFail { throw Wrong("canary") }
        }
        try hooks
            .on(.newMessage) { _, context in try note("new_message", context.whole) }
            .on(.newChatbotMessage) { _, context in try note("new_chatbot_message", context.whole) }
            .on(.userAccessRevocation) { _, context in try note("user_access_revocation", context) }
            .on(.postUpdate) { _, context in try note("post_update", context) }
            .on(.paymentTransaction) { _, context in try note("payment_transaction", context) }
            .onUnknown { _, context in try note("unknown", context) }
            .onMalformed { _, context in try note("unknown", context) }
            .onStart { request, context -> String in
                let fields = try Value(writeStartRequest(value: request))
                called.change { $0.append(["handler": "start", "key_id": Value(context.keyId), "fields": fields]) }
                if request.extraData?["fail"] != nil { throw Wrong("canary") }
                let source = fields["source"]?.string ?? ""
                return request.extraData?["url"]?.string ?? "https://app.example/start?from=\(source)"
            }
            .onDynamicAction { request, context -> DynamicActionReply in
                let fields = try Value(writeDynamicActionRequest(value: request))
                called.change { $0.append(["handler": "dynamic_action", "key_id": Value(context.keyId), "fields": fields]) }
                return DynamicActionReply(
                    action: request.extraData?["open"]?.string.map { .openDirectLink(url: $0) },
                    textMessage: request.extraData?["text"]?.string)
            }
    }
}

extension App {
    /// A server with hooks.
    fileprivate func listen(_ form: AdapterTests.Form) throws -> LocalServer {
        try LocalServer { [hooks] request in
            let (method, path, headers, peer) = (request.method, request.path, request.headers, request.peer)
            let reply =
                switch form {
                case .called:
                    await hooks.receive(method: method, path: path, headers: headers, peer: peer, body: request.body(limit:))
                case .pieces:
                    await hooks.receive(method: method, path: path, headers: headers, peer: peer, body: request.stream)
                case .whole:
                    if let body = try? await request.body(limit: 1_000_000) {
                        await hooks.receive(method: method, path: path, headers: headers, peer: peer, body: body)
                    } else {
                        Reply(status: 400)
                    }
                }
            return reply ?? Reply(status: 404)
        }
    }
}

private func judge(_ it: Case, _ app: App, _ url: String) async throws {
    app.called.change { $0 = [] }
    for _ in 0..<(it.given["times"]?.int ?? 1) {
        try compare(try await asked(url, it.given), it.expect)
    }
    let (called, expected) = (app.called.value, it.expect["called"]?.array ?? [])
    try same("calls", called.count, expected.count)
    for (call, wanted) in zip(called, expected) {
        for (member, value) in wanted.object ?? [:] {
            if member == "fields" { try fields(call["fields"] ?? .null, value) } else { try same(member, call[member], value) }
        }
    }
}

/// A response over a socket.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: String
}

/// Compares a response with what a case expects.
func compare(_ answer: Answer, _ expect: Value) throws {
    try same("status", Value(Int64(answer.status)), expect["status"])
    for (name, value) in expect["headers"]?.object ?? [:] {
        try same("header \(name)", Value(answer.headers[name.lowercased()]), value)
    }
    if let body = expect["body"] {
        if body.isNull { try same("body", answer.body, "") } else { try same("body", try Value(text: answer.body), body) }
    }
    if let members = expect["members"] {
        try same("members", Value(strings: (try Value(text: answer.body).object ?? [:]).keys.sorted()), members)
    }
    try holds(!answer.body.contains("canary"), answer.body)
}

/// Sends a request on a separate connection, and reads the response, which may arrive before the whole request is sent.
func asked(_ url: String, _ given: Value) async throws -> Answer {
    try await aside { try ask(url, given) }
}

private func ask(_ url: String, _ given: Value) throws -> Answer {
    let port = number(ofPortIn: url)
    return try whole(try exchange(port, request(given, to: port)), method: given["method"]?.string ?? "")
}

/// Sends a request, then one byte per second until the server closes the connection. Returns the response, and how long it took.
private func drip(_ url: String, _ given: Value) async throws -> (answer: Answer, took: Duration) {
    let port = number(ofPortIn: url)
    let (start, took) = (ContinuousClock.now, Locked(Duration.zero))
    let received = try await aside {
        try exchange(port, request(given, to: port), drips: true) { took.change { $0 = ContinuousClock.now - start } }
    }
    return (try whole(received, method: given["method"]?.string ?? ""), took.value)
}

private func number(ofPortIn url: String) -> UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }

/// The bytes of a request.
private func request(_ given: Value, to port: UInt16) -> Data {
    let body = given["body_base64"]?.string.flatMap { Data(base64Encoded: $0) }
        ?? given["text"]?.string.map { Data($0.utf8) } ?? given["body"].map { Data($0.text.utf8) } ?? Data()
    let chunks = given["chunks_base64"]?.strings?.compactMap { Data(base64Encoded: $0) }
    var head = "\(given["method"]?.string ?? "") \(given["path"]?.string ?? "") HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for value in given["authorization"]?.strings ?? [] { head += "Authorization: \(value)\r\n" }
    for value in given["content_type"]?.strings ?? [] { head += "Content-Type: \(value)\r\n" }
    for pair in given["headers"]?.array ?? [] { head += "\(pair.array?[0].string ?? ""): \(pair.array?[1].string ?? "")\r\n" }
    if chunks != nil { head += "Transfer-Encoding: chunked\r\n" }
    if let length = given["content_length"]?.string { head += "Content-Length: \(length)\r\n" }
    else if chunks == nil { head += "Content-Length: \(body.count)\r\n" }
    var request = Data((head + "\r\n").utf8)
    if let chunks {
        for chunk in chunks { request += Data((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Data("\r\n".utf8) }
        if given["unfinished"]?.bool != true { request += Data("0\r\n\r\n".utf8) }
    } else if given["unsent"]?.bool != true {
        request += body
    }
    return request
}

/// The response. The server closes the connection after it.
private func whole(_ received: Data, method: String) throws -> Answer {
    let text = String(decoding: received, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { throw Wrong("the connection ended after \(text)") }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let headers = lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    let body = String(text[end.upperBound...])
    let answer = Answer(
        status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: Dictionary(headers, uniquingKeysWith: { $1 }), body: body)
    if method != "HEAD", let length = answer.headers["content-length"] {
        try same("Content-Length", Int(length) ?? -1, body.utf8.count)
    }
    return answer
}

/// Runs blocking code on a thread, because Swift's concurrency has few threads.
private func aside<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// Sends bytes, then one byte per second if `drips`, and reads until the other side closes the connection. Calls `onAnswer`
/// when the first bytes arrive.
private func exchange(_ port: UInt16, _ request: Data, drips: Bool = false, onAnswer: () -> Void = {}) throws -> Data {
    #if canImport(Glibc)
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let connection = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    try holds(connected == 0, "no connection: \(errno)")
    var timeout = timeval(tv_sec: drips ? 1 : 120, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    try request.withUnsafeBytes { bytes in
        var sent = 0
        while sent < bytes.count {
            let count = send(connection, bytes.baseAddress! + sent, bytes.count - sent, 0)
            try holds(count > 0, "the request was not taken: \(errno)")
            sent += count
        }
    }
    let start = ContinuousClock.now
    var received = Data()
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
        let count = recv(connection, &piece, piece.count, 0)
        if drips, count < 0, errno == ECONNRESET { return received }
        if drips, count < 0, errno == EAGAIN {
            try holds(ContinuousClock.now - start < .seconds(120), "the connection is still open")
            // An error means that it was closed: the next read says so.
            _ = send(connection, " ", 1, noSignal)
            continue
        }
        try holds(count >= 0, "no answer: \(errno)")
        if count == 0 { return received }
        if received.isEmpty { onAnswer() }
        received.append(contentsOf: piece[..<count])
    }
}
