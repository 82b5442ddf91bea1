import Foundation
import OpenPlatform
import OpenPlatformTesting

let redirectUri = "https://app.example/oauth/callback"
let now = date("2026-11-20T12:00:00Z")!
/// The response of a case that has none.
let defaultResponse: Value = ["status": 200, "body": ["token": "gZd7omnS"]]

/// The client of the vectors, its recorded requests, and its clock.
struct Vectors: Sendable {
    let recorder: Recorder
    let clock = ManualClock(now: now)
    let client: OpenPlatform
    private let attempts = Locked<[Attempt]>([])
    private let refreshes = Locked<[Refresh]>([])

    init(always reply: Value?, _ configure: (Settings) throws -> Void = { _ in }) throws {
        try self.init(Recorder.always(outcome: outcome(of: reply ?? defaultResponse)), configure)
    }

    init(script: [Value], _ configure: (Settings) throws -> Void = { _ in }) throws {
        try self.init(Recorder.script(outcomes: script.map(outcome(of:))), configure)
    }

    init(_ recorder: Recorder, _ configure: (Settings) throws -> Void) throws {
        self.recorder = recorder
        let (clock, attempts, refreshes) = (clock, attempts, refreshes)
        client = try OpenPlatform {
            $0.environment(variables: [:])
            $0.apiKey(key: "key-of-the-app")
            $0.clientId(id: "my-app")
            $0.clientSecret(secret: "client-secret-of-the-app")
            $0.redirectUri(uri: redirectUri)
            $0.hosts(auth: "https://auth.example", base: "https://base.example", api: "https://api.example",
                upload: "https://upload.example", chat: "https://chat.example")
            try configure($0)
            $0.transport(transport: recorder)
            $0.clock(clock: clock)
            $0.onRequest { it in attempts.change { $0.append(it) } }
            $0.onRefresh { it in refreshes.change { $0.append(it) } }
        }
    }

    var user: UserClient { client.user(accessToken: "access-token-of-the-user") }
    var sent: [RecordedRequest] { recorder.requests() }

    /// Adopts a grant of the user `user-7`, whose access token ends in a day.
    func adopt() async throws -> GrantKey {
        let tokens = Tokens(
            accessToken: "access-token-of-the-user", refreshToken: nil, expiresAt: now.addingTimeInterval(86400),
            scopes: ["USER_PHONE"])
        return try await client.grants.adopt(tokens, user: "user-7").key
    }

    /// Compares the records of the callbacks with those of a case.
    func recorded(_ expect: Value) throws {
        if let expected = expect["attempts"] { try same("attempts", .array(attempts.value.map(members)), expected) }
        if let expected = expect["refreshes"] { try same("refreshes", .array(refreshes.value.map(members)), expected) }
    }

    /// Makes a call of the endpoint table. Returns the result in its JSON form.
    func call(_ name: String, _ given: Value) async throws -> Value {
        guard let call = calls[name] else { throw Wrong("\(name) has no runner") }
        return try await call(client, user, given)
    }
}

private func members(_ it: Attempt) throws -> Value {
    try holds(it.duration >= .zero && it.requestId != nil && (it.wait != nil) == (it.retry != nil), "\(it)")
    return [
        "endpoint": Value(it.endpoint), "method": Value(it.method), "attempt": Value(it.attempt), "status": Value(it.status),
        "error": Value(it.error), "retry": Value(it.retry),
    ]
}

private func members(_ it: Refresh) throws -> Value {
    try holds(it.duration >= .zero, "\(it)")
    return ["outcome": Value(it.outcome), "attempt": Value(it.attempt), "reason": Value(it.reason)]
}

/// One attempt.
let once: @Sendable (Settings) throws -> Void = { $0.maxAttempts(attempts: 1) }

/// The first case of a call in `requests.json`, whose arguments and reply other files use.
func example(_ call: String) throws -> Case {
    guard let found = try cases("requests").first(where: { $0.given["call"]?.string == call }) else {
        throw Wrong("there is no example of \(call)")
    }
    return found
}

/// The outcome of a request, as a case describes it.
func outcome(of it: Value) -> ScriptedOutcome {
    if let failure = it["failure"]?.string {
        let kind: TransportErrorKind = failure == "connect" ? .connect : .interrupted
        return .noResponse(kind, mayHaveArrived: it["may_have_arrived"]?.bool)
    }
    let headers = (it["headers"]?.object ?? [:]).compactMapValues(\.string)
    let status = UInt16(it["status"]?.int ?? 200)
    if let body = it["body"] {
        let headers = ["content-type": "application/json"].merging(headers) { $1 }
        return .response(status, Data(body.text.utf8), headers: headers)
    }
    return .response(status, Data((it["text"]?.string ?? "").utf8), headers: headers)
}

/// Tokens whose access token expired an hour ago.
func tokens(_ access: String, _ refresh: String?) -> Tokens {
    Tokens(
        accessToken: access, refreshToken: refresh, expiresAt: date("2026-11-20T11:00:00Z")!,
        scopes: ["USER_PHONE", "offline_access"])
}

typealias Runner = @Sendable (OpenPlatform, UserClient, Value) async throws -> Value

extension Value {
    /// A string of the arguments, as any string type.
    func value<T: TextValue>(_ member: String) -> T { T(self[member]?.string ?? "") }
    func json(_ member: String) throws -> Json { try (self[member] ?? .null).json }
}

/// The rows of the endpoint table that have a call here.
var calledEndpoints: Set<String> { Set(calls.keys) }

private let calls = callsOfTheTable.merging(loginCalls) { call, _ in call }

/// The calls of login, which are not methods of an area.
private let loginCalls: [String: Runner] = [
    "oauth.authorize": { platform, _, given in
        let scopes = (given["scopes"]?.strings ?? []).map { Scope($0) }
        let login = try await platform.oauth.authorize(scopes, sessionId: given["session_id"]?.string ?? "")
        return Value(login.url())
    },
    "oauth.exchange": { platform, _, given in
        _ = try await platform.oauth.exchange(
            code: given["code"]?.string ?? "", redirectUri: given["redirect_uri"]?.string ?? "")
        return .null
    },
    "oauth.refresh": { platform, _, given in
        let pair = tokens(given["access_token"]?.string ?? "", given["refresh_token"]?.string)
        _ = try await platform.oauth.refresh(pair, redirectUri: given["redirect_uri"]?.string ?? "")
        return .null
    },
]
