import Foundation
@testable import OpenPlatform

/// Vectors of the backend of a mobile app.
let gateway: [String: CaseCheck] = [
    "app": { it in
        let platform = try Vectors(always: it.given["reply"]) { settings in limits(settings, it.given) }
        let client = platform.client
        let grant = try await platform.adopt()
        let gateway = try Gateway(
            platform: client.native, keys: texts(it.given["keys"]), options: GatewayOptions(allow: texts(it.given["allow"])))
        let token = try token(client, it.given, grant)
        platform.clock.advance(by: it.given["seconds_later"]?.double ?? 0)

        let headers = (it.given["headers"]?.array ?? []).map { pair in
            let value = (pair.array?[1].string ?? "").replacingOccurrences(of: "{token}", with: token)
            return Header(name: pair.array?[0].string ?? "", value: value)
        }
        let body = it.given["text"] == nil && it.given["body"] == nil ? Data() : bytes(it.given)
        let begun = gateway.begin(
            method: it.given["method"]?.string ?? "", path: it.given["path"]?.string ?? "", headers: headers)
        let call = begun.exchange.call()
        let (reply, logs) = try await answer(begun, user: it.given["user"]?.string, body: body)
        let text = String(decoding: reply.body, as: UTF8.self)
        try holds(Int(reply.status) == it.expect["status"]?.int, "\(reply.status) \(text)")
        for (name, expected) in it.expect["headers"]?.object ?? [:] {
            try same(name, Value(reply.headers.first { $0.key.lowercased() == name.lowercased() }?.value), expected)
        }
        let isLogged = it.expect["log"].map { text in logs.count == 1 && logs[0].text.contains(text.string ?? "?") } ?? logs.isEmpty
        try holds(isLogged, "\(logs)")
        let written = text.isEmpty ? .null : (try? Value(text: text)) ?? .null
        if let expected = it.expect["body"] { try same("body", written, expected) }
        if let expected = it.expect["members"] { try same("members", Value(strings: (written.object ?? [:]).keys.sorted()), expected) }
        if let expected = it.expect["call"] { try same("call", Value(call), expected) }
        if let expected = it.expect["requests"] { try same("requests", Value(Int64(platform.sent.count)), expected) }
        if let expected = it.expect["request"] {
            guard let request = platform.sent.first else { throw Wrong("nothing was sent") }
            try isRequest(request, expected)
        }
    }
]

/// The response to a request with this body, of this user, and what is logged.
private func answer(_ begun: BegunApp, user: String?, body: Data) async throws -> (Reply, [HookLog]) {
    var step = begun.step
    while true {
        switch step {
        case .body: step = try begun.exchange.read(body: body)
        case .user: step = try begun.exchange.user(user: user)
        case .perform: step = try await begun.exchange.perform()
        case .answer(let reply, let logs): return (reply, logs)
        }
    }
}

private func texts(_ value: Value?) -> [String] {
    (value?.strings ?? []).map {
        $0.replacingOccurrences(of: "{key}", with: String(repeating: "6b", count: 32))
            .replacingOccurrences(of: "{other}", with: String(repeating: "6f", count: 32))
    }
}

/// The token of a case, issued with the settings that the case lists.
private func token(_ platform: OpenPlatform, _ given: Value, _ grant: GrantKey) throws -> String {
    let own = given["token"] ?? .null
    let other = try own["client_id"]?.string.map { id in try OpenPlatform { $0.clientId(id: id) } }
    let options = GatewayOptions(
        allow: texts(own["allow"] ?? given["allow"]), lifetimeSeconds: own["lifetime_seconds"]?.double)
    let gateway = try Gateway(platform: (other ?? platform).native, keys: texts(["{key}"]), options: options)
    return try gateway.access(grant: own["grant"]?.string.map { GrantKey($0) } ?? grant).token()
}
