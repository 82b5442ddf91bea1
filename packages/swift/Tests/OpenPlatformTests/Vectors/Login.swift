import Foundation
import OpenPlatform

private let tokenReply: Value = [
    "status": 200,
    "body": ["access_token": "ory_at_new", "expires_in": 3600, "scope": "USER_PHONE", "token_type": "bearer"],
]

/// Vectors of login: callbacks, and responses of the token endpoint.
let login: [String: CaseCheck] = [
    "callbacks": { it in
        let platform = try Vectors(always: tokenReply)
        let oauth = platform.client.oauth
        let begun = try await oauth.authorize(["USER_PHONE"], sessionId: "session-1")
        let callback = (it.given["callback"]?.string ?? "").replacingOccurrences(of: "{state}", with: begun.state())
        let session = it.given["session_id"]?.string ?? ""
        if it.given["after_one_callback"] != nil { _ = try await oauth.callback(callback, sessionId: session) }
        if let other = it.given["after_a_callback_of"]?.string {
            do {
                _ = try await oauth.callback(callback, sessionId: other)
                throw Wrong("another session completed the login")
            } catch OpenPlatformError.StateMismatch {
            }
        }
        platform.clock.advance(by: it.given["seconds_later"]?.double ?? 0)
        let before = platform.sent.count
        let result = try await outcome(it.expect) { try await oauth.callback(callback, sessionId: session) }
        try same("token_requests", Value(Int64(platform.sent.count - before)), it.expect["token_requests"])
        guard let result else { return }
        switch result {
        case .granted: try same("outcome", "granted", it.expect["outcome"])
        case .denied: try same("outcome", "denied", it.expect["outcome"])
        }
    },
    "grant_names": { it in
        let oauth = try Vectors(always: tokenReply).client.oauth
        var names: [GrantKey] = []
        for which in ["first", "second"] {
            let user = it.given[which]?["user"]?.string
            let begun = try await oauth.authorize(
                (it.given[which]?["scopes"]?.strings ?? []).map { Scope($0) }, sessionId: "session-1", user: user)
            let back = "\(redirectUri)?code=abc&state=\(begun.state())"
            guard let url = URL(string: back), case .granted(let granted) = try await oauth.callback(url, sessionId: "session-1") else {
                throw Wrong("the login was denied")
            }
            try holds(!granted.grant.rawValue.contains(user ?? "canary"), granted.grant.rawValue)
            names.append(granted.grant)
        }
        try same("same", names[0].rawValue.utf8.elementsEqual(names[1].rawValue.utf8), it.expect["same"]?.bool ?? false)
    },
    "token_replies": { it in
        let oauth = try Vectors(always: it.given["reply"], once).client.oauth
        let got = try await outcome(it.expect) {
            it.given["flow"]?.string == "exchange"
                ? try await oauth.exchange(code: "code-from-the-redirect", redirectUri: redirectUri)
                : try await oauth.refresh(tokens("ory_at_old", "ory_rt_old"), redirectUri: redirectUri)
        }
        guard let got else { return }
        let actual: Value = [
            "access_token": Value(got.accessToken()),
            "refresh_token": Value(got.refreshToken()),
            "expires_in_seconds": Value(got.expiresAt().timeIntervalSince(now)),
            "scopes": Value(strings: got.scopes()),
        ]
        for (name, value) in it.expect["value"]?.object ?? [:] { try same(name, actual[name], value) }
    },
    "authorizations": { it in
        let address = try await outcome(it.expect) {
            let platform = try Vectors(always: nil) { settings(it.given, $0) }
            let scopes = (it.given["scopes"]?.strings ?? []).map { Scope($0) }
            return try await platform.client.oauth.authorize(
                scopes, sessionId: it.given["session_id"]?.string ?? "", user: it.given["user"]?.string,
                returnTo: it.given["return_to"]?.string, redirectUri: it.given["login_redirect_uri"]?.string,
                prompt: it.given["prompt"]?.string, loginHint: it.given["login_hint"]?.string,
                uiLocales: it.given["ui_locales"]?.string
            ).url()
        }
        if let address { try authorizationURL(address, it.expect["authorization_url"] ?? .null) }
    },
    "token_requests": { it in
        let platform = try Vectors(always: tokenReply) { settings(it.given, $0) }
        let oauth = platform.client.oauth
        var challenge: String?
        switch it.given["flow"]?.string {
        case "exchange":
            _ = try await oauth.exchange(
                code: it.given["code"]?.string ?? "", redirectUri: it.given["redirect_uri"]?.string ?? "")
        case "refresh":
            let pair = tokens(it.given["access_token"]?.string ?? "", it.given["refresh_token"]?.string)
            _ = try await oauth.refresh(pair, redirectUri: it.given["redirect_uri"]?.string ?? "")
        default:
            let begun = try await oauth.authorize(["USER_PHONE"], sessionId: "session-1")
            challenge = parameters(String(begun.url().drop { $0 != "?" }.dropFirst())).first { $0.0 == "code_challenge" }?.1
            let code = it.given["code"]?.string ?? ""
            _ = try await oauth.callback("code=\(code)&state=\(begun.state())", sessionId: "session-1")
        }
        try same("requests", platform.sent.count, 1)
        let form = parameters(String(decoding: platform.sent[0].body, as: UTF8.self))
        if let names = it.expect["form_names"] {
            try same("names in the form", Value(strings: form.map(\.0)), names)
            let verifier = form.first { $0.0 == "code_verifier" }?.1
            let hash = verifier.map { sha256(Data($0.utf8)).base64EncodedString() }
            let expected = hash?.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            try same("the challenge", challenge, expected?.trimmingCharacters(in: ["="]))
        }
        try isRequest(platform.sent[0], it.expect["request"] ?? .null)
    },
    "token_errors": { it in
        let platform = try Vectors(always: it.given["reply"], once)
        let (oauth, grants) = (platform.client.oauth, platform.client.grants)
        let old = tokens("ory_at_old", "ory_rt_old")
        var state: GrantState?
        _ = try await outcome(it.expect) { () async throws -> Void in
            switch it.given["flow"]?.string {
            case "exchange":
                let code = it.given["code"]?.string ?? "code-from-the-redirect"
                _ = try await oauth.exchange(code: code, redirectUri: redirectUri)
            case "callback":
                let begun = try await oauth.authorize(["USER_PHONE"], sessionId: "session-1")
                _ = try await oauth.callback("code=code-from-the-redirect&state=\(begun.state())", sessionId: "session-1")
            case "refresh": _ = try await oauth.refresh(old, redirectUri: redirectUri)
            default:
                let grant = try await grants.adopt(old).key
                let result: Result<User, any Error>
                do {
                    result = .success(try await platform.client.user(grant).users.me())
                } catch {
                    result = .failure(error)
                }
                state = try await grants.info(grant)?.state
                _ = try result.get()
            }
        }
        if let most = it.expect["token_requests_at_most"]?.int {
            try holds(platform.sent.count <= most, "\(platform.sent.count) requests")
        } else {
            try same("token_requests", Value(Int64(platform.sent.count)), it.expect["token_requests"])
        }
        if let expected = it.expect["grant_state"] { try same("grant_state", Value(state.map(word)), expected) }
        try platform.recorded(it.expect)
    },
]

/// The settings of a case.
private func settings(_ given: Value, _ settings: Settings) {
    settings.pkce(on: given["pkce"]?.bool ?? false)
    settings.omitRefreshCode(on: given["omit_refresh_code"]?.bool ?? false)
    if let id = given["client_id"]?.string { settings.clientId(id: id) }
    if let secret = given["client_secret"]?.string { settings.clientSecret(secret: secret) }
    if let uri = given["redirect_uri"]?.string { settings.redirectUri(uri: uri) }
}

/// The name of an enum case in snake case: `reauthRequired` is `reauth_required`.
private func word(_ value: GrantState) -> String {
    "\(value)".reduce(into: "") { word, letter in word += letter.isUppercase ? "_\(letter.lowercased())" : String(letter) }
}

/// SHA-256, which Foundation does not have on Linux.
private func sha256(_ message: Data) -> Data {
    func fraction(_ root: Double) -> UInt32 { UInt32(truncatingIfNeeded: UInt64(root * 0x1p32)) }
    func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
    let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
    let constants = primes.map { fraction(cbrt(Double($0))) }
    var hash = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    var bytes = Array(message) + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    for block in stride(from: 0, to: bytes.count, by: 64) {
        var words = (0..<16).map { word in bytes[(block + 4 * word)...].prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
        for i in 16..<64 {
            let (early, late) = (words[i - 15], words[i - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            words.append(words[i - 16] &+ first &+ words[i - 7] &+ second)
        }
        var h = hash
        for i in 0..<64 {
            let mixed = rotated(h[4], 6) ^ rotated(h[4], 11) ^ rotated(h[4], 25)
            let one = h[7] &+ mixed &+ (h[4] & h[5] ^ ~h[4] & h[6]) &+ constants[i] &+ words[i]
            let majority = h[0] & h[1] ^ h[0] & h[2] ^ h[1] & h[2]
            let two = (rotated(h[0], 2) ^ rotated(h[0], 13) ^ rotated(h[0], 22)) &+ majority
            h = [one &+ two, h[0], h[1], h[2], h[3] &+ one, h[4], h[5], h[6]]
        }
        hash = zip(hash, h).map { $0 &+ $1 }
    }
    return Data(hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } })
}
