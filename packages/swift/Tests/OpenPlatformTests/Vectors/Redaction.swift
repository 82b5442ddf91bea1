import Foundation
import OpenPlatform

/// Vectors of redaction: everything that can be printed is created with secrets and printed, and the output is searched for them.
let redaction: [String: CaseCheck] = [
    "redaction": { it in
        let shown = try await show(it)
        try holds(!shown.isEmpty, "nothing was shown")
        for secret in it.expect["absent"]?.strings ?? [] {
            if let form = forms(secret).first(where: { shown.contains($0) }) {
                throw Wrong("\(secret) shows, as \(form), in \(shown)")
            }
        }
    }
]

/// A secret unchanged, in base64, in hexadecimal digits, percent-encoded and as a list of bytes.
private func forms(_ secret: String) -> [String] {
    let bytes = Data(secret.utf8)
    let base64 = bytes.base64EncodedString().trimmingCharacters(in: CharacterSet(charactersIn: "="))
    let hex = bytes.map { String(format: "%02x", $0) }
    return [
        secret, base64, base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"),
        hex.joined(), hex.joined().uppercased(), hex.map { "%\($0.uppercased())" }.joined(),
        bytes.map(String.init).joined(separator: ", "), bytes.map(String.init).joined(separator: ","),
    ]
}

/// A value, printed in every way that the language has.
func printed(_ values: Any...) -> String {
    values.map { value in
        var dumped = ""
        dump(value, to: &dumped)
        let members = Mirror(reflecting: value).children.map { "\($0.label ?? "") \($0.value)" }
        let localized = (value as? any Error)?.localizedDescription ?? ""
        return ["\(value)", String(reflecting: value), dumped, localized, members.joined(separator: "\n")].joined(separator: "\n")
    }.joined(separator: "\n")
}

/// The error, printed.
private func failed(_ call: () async throws -> Any, _ expected: Value? = nil) async throws -> String {
    do {
        _ = try await call()
    } catch {
        if let expected { try errorIs(error, expected) }
        return printed(error)
    }
    throw Wrong("was accepted")
}

private func show(_ it: Case) async throws -> String {
    let secrets = (it.given["secrets"]?.object ?? [:]).compactMapValues(\.string)
    func secret(_ name: String) throws -> String {
        guard let secret = secrets[name] else { throw Wrong("there is no secret \(name)") }
        return secret
    }
    let (apiKey, clientSecret) = (try secret("api_key"), try secret("client_secret"))
    let identificationKey = try secret("identification_key")
    var kept: Settings?
    let client = try Vectors(always: it.given["reply"]) { settings in
        settings.apiKey(key: apiKey)
        settings.clientSecret(secret: clientSecret)
        settings.identificationKeys(keys: [identificationKey])
        kept = settings
    }.client
    let accessToken = try secret("access_token")
    let pair = tokens(accessToken, try secret("refresh_token"))
    let phone = Phone(try secret("phone"))
    let bearer = [(name: "Authorization", value: "Bearer \(accessToken)")]
    switch it.given["show"]?.string {
    case "client":
        return printed(client, client.oauth, client.grants, kept as Any)
    case "user":
        let user = client.user(accessToken: accessToken)
        return printed(user, user.posts, user.addons)
    case "grant_info":
        return printed(pair, try await client.grants.adopt(pair))
    case "token_reply":
        return printed(pair)
    case "key_ring":
        let keys = [IdentificationKey(id: "one", key: identificationKey)]
        return printed(try Hooks(platform: client), try Webhooks(keys: keys), keys)
    case "phone":
        return printed(phone, [phone], ["phone": phone], Optional(phone) as Any, SemanticPhone(phone: phone))
    case "user_record":
        let numbers: [String: Value] = ["phone_numbers": [.string(phone.rawValue)]]
        let all = numbers.merging(["phone_number": .string(phone.rawValue)]) { $1 }
        let me = try await Vectors(always: ["status": 200, "body": .object(all)]).user.users.me()
        let old = try await Vectors(always: ["status": 200, "body": .object(numbers)]).user.users.phoneNumbers()
        return printed(me, old)
    case "login_request":
        let shown = Locked("")
        let routes = try LoginRoutes(
            platform: client, scopes: [Scopes.userPhone],
            session: { let text = printed($0); shown.change { $0 += text }; return "own" }, log: { _, _ in }) { _, _ in nil }
        let query = "code=\(try secret("code"))&state=x"
        _ = await routes.receive(method: "GET", path: "/oauth/callback", query: query, headers: bearer)
        return shown.value
    case "app_user_request":
        let shown = Locked("")
        let gateway = try AppGateway(platform: client, keys: [String(repeating: "6b", count: 32)], log: { _, _ in }) {
            let text = printed($0)
            shown.change { $0 += text }
            return nil
        }
        _ = await gateway.receive(method: "POST", path: "/access", headers: bearer, body: { _ in Data() })
        return shown.value
    case "reply":
        return printed(Reply(status: 200, headers: ["Set-Cookie": accessToken], body: Data(accessToken.utf8)))
    case "error_of_call":
        return try await failed { try await client.user(accessToken: accessToken).posts.getWithOngoingImages("gZd7omnS") }
    case "error_of_exchange":
        return try await failed { try await client.oauth.exchange(code: secret("code"), redirectUri: redirectUri) }
    case "error_of_callback":
        let login = try await client.oauth.authorize(["USER_PHONE"], sessionId: "session-1")
        let callback = "\(redirectUri)?code=\(try secret("code"))&state=\(login.state())"
        return printed(login) + (try await failed { try await client.oauth.callback(callback, sessionId: "session-2") })
    case "webhook_rejection":
        let receiver = try Webhooks(keys: [IdentificationKey(id: "one", key: "another-identification-key")])
        let headers = [Header(name: "Authorization", value: identificationKey)]
        return try await failed { try receiver.event(method: "POST", headers: headers, body: Data()) }
    case "error_of_phone":
        return try await failed { try normalizePhone(phone: Phone("\(phone.rawValue)0")) }
    case "error_of_api_key":
        let key = it.given["api_key"]?.string ?? ""
        return try await failed({ try OpenPlatform { $0.apiKey(key: key) } }, it.expect["error"])
    case let thing:
        throw Wrong("there is no \(thing ?? "")")
    }
}

/// A value of an app that contains a phone number.
private struct SemanticPhone {
    let phone: Phone
}
