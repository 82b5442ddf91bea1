#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One world of a ``Sandbox``: an app, the platform's users, and a clock. Worlds share nothing, so tests can run side by
/// side.
///
/// What it is asked and what it tells has the form of the sandbox's admin API, described at `{url}/_sandbox/openapi.json`.
/// Names of users are those of the sandbox: `seller`, `buyer`, `dealer`.
public final class World: Sendable {
    /// Its name.
    public let name: String
    /// The settings of its app as they are now: all credentials are made up.
    public var app: Json { held.value }

    private let origin: String
    private let admin: Admin
    private let held: Locked<Json>
    // The sandbox lives as long as one of its worlds.
    private let sandbox: Sandbox

    /// How long ``waitForRequest(_:count:)`` and ``waitForDelivery(_:count:)`` wait, in milliseconds.
    private static let patience = 30_000

    init(origin: String, name: String, sandbox: Sandbox, admin: Admin, app: Json) {
        (self.origin, self.name, self.sandbox, self.admin) = (origin, name, sandbox, admin)
        held = Locked(app)
    }

    /// The address of this world: the image host gets no credentials that would tell it.
    public var url: String { "\(origin)/worlds/\(name)" }

    /// Puts the settings of this world's app into a client's: `try OpenPlatform { world.configure($0) }`.
    public func configure(_ settings: Settings) {
        settings.sandbox(url: url)
        settings.apiKey(key: text("api_key"))
        settings.clientId(id: text("client_id"))
        settings.clientSecret(secret: text("client_secret"))
        settings.redirectUri(uri: app["redirect_uris"]?[0]?.string ?? "")
        settings.identificationKeys(keys: [text("identification_key")])
    }

    /// The same as environment variables, for an app that runs as a process of its own.
    public var environment: [String: String] {
        [
            "OPEN_PLATFORM_SANDBOX_URL": url,
            "OPEN_PLATFORM_API_KEY": text("api_key"),
            "OPEN_PLATFORM_CLIENT_ID": text("client_id"),
            "OPEN_PLATFORM_CLIENT_SECRET": text("client_secret"),
            "OPEN_PLATFORM_REDIRECT_URI": app["redirect_uris"]?[0]?.string ?? "",
            "OPEN_PLATFORM_IDENTIFICATION_KEYS": text("identification_key"),
        ]
    }

    private func text(_ member: String) -> String { app[member]?.string ?? "" }

    /// Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions.
    @discardableResult
    public func change(_ change: Json) async throws -> Json {
        let app = try await admin.send("PATCH", "/app", change)
        held.change { $0 = app }
        return app
    }

    /// Turns switches: what the platform does where its documents are silent or disagree.
    @discardableResult
    public func switches(_ change: Json = [:]) async throws -> Json { try await admin.send("PATCH", "/switches", change) }

    /// Makes the world as new. Its credentials stay the same.
    public func reset() async throws {
        _ = try await admin.send("POST", "/reset")
        let app = try await admin.send("GET", "/app")
        held.change { $0 = app }
    }

    /// Adds users, businesses, posts and conversations.
    @discardableResult
    public func add(_ seed: Json) async throws -> Json { try await admin.send("POST", "/seed", seed) }

    /// All users.
    public func users() async throws -> [Json] { try await list("/users") }

    /// The user of a name.
    public func user(_ name: String) async throws -> Json {
        guard let user = try await users().first(where: { $0["name"]?.string == name }) else {
            throw SandboxError("there is no user \(name) in the world")
        }
        return user
    }

    /// All posts that are not archived, or those of one user.
    public func posts(of owner: String? = nil) async throws -> [Json] {
        let posts = try await list("/posts")
        return owner == nil ? posts : posts.filter { $0["owner"]?.string == owner }
    }

    /// One post.
    public func post(_ token: PostToken) async throws -> Json {
        try await admin.send("GET", "/posts/\(Admin.escaped(token.rawValue))")
    }

    /// The add-ons that the page of a post shows.
    public func addons(on post: PostToken) async throws -> [Json] {
        try await list("/posts/\(Admin.escaped(post.rawValue))/addons")
    }

    /// All conversations.
    public func conversations() async throws -> [Json] { try await list("/conversations") }

    /// The messages of a conversation, oldest first, with the buttons of both sides.
    public func messages(in conversation: ConversationId) async throws -> [Json] {
        try await list("/conversations/\(Admin.escaped(conversation.rawValue))/messages")
    }

    /// Writes a text as a user. The app hears of it if it subscribed to that.
    @discardableResult
    public func say(in conversation: ConversationId, as user: String, _ text: String) async throws -> Json {
        let path = "/conversations/\(Admin.escaped(conversation.rawValue))/messages"
        return try await admin.send("POST", path, ["user": Json(user), "text": Json(text)])
    }

    /// The subscriptions whose access token still lives.
    public func subscriptions() async throws -> [Json] { try await list("/subscriptions") }

    /// Does what a user's browser does on the consent page, and returns the address of the app to which it comes back.
    ///
    /// - Parameter user: Who logs in; `nil` for somebody who denies.
    public func consent(_ authorizeURL: String, as user: String?) async throws -> String {
        var decision: [String: Json] = ["authorize_url": Json(authorizeURL), "decision": user == nil ? "deny" : "approve"]
        if let user { decision["user"] = Json(user) }
        return try await admin.send("POST", "/consent", Json(decision))["callback_url"]?.string ?? ""
    }

    /// Tokens without a login.
    public func issueTokens(for user: String, _ scopes: [Scope]) async throws -> Tokens {
        let body: Json = ["user": Json(user), "scopes": Json(scopes.map { Json($0.rawValue) })]
        let issued = try await admin.send("POST", "/tokens", body)
        let format = ISO8601DateFormatter()
        let text = issued["expires_at"]?.string ?? ""
        format.formatOptions = text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : [.withInternetDateTime]
        return Tokens(
            accessToken: issued["access_token"]?.string ?? "", refreshToken: issued["refresh_token"]?.string,
            expiresAt: format.date(from: text) ?? .distantPast, scopes: scopes.map(\.rawValue))
    }

    /// Every pair of tokens of this world, without the tokens.
    public func tokens() async throws -> [Json] { try await list("/tokens") }

    /// The user removes the app's access.
    public func revokeAccess(of user: String) async throws {
        _ = try await admin.send("POST", "/users/\(Admin.escaped(user))/revoke")
    }

    /// Stops the world's time. From now on nothing happens by itself.
    public func freeze() async throws { _ = try await admin.send("POST", "/clock/freeze") }
    /// Lets the world's time run on.
    public func unfreeze() async throws { _ = try await admin.send("POST", "/clock/unfreeze") }
    /// Moves the world's time on, and lets everything happen that falls due on the way. Returns when it has.
    public func advance(seconds: Int) async throws {
        _ = try await admin.send("POST", "/clock/advance", ["seconds": Json(seconds)])
    }
    /// Moves the world's time on until no delivery and no late add-on is left.
    public func runUntilIdle() async throws { _ = try await admin.send("POST", "/clock/run-until-idle") }

    /// Delivers any body as an event, to the app's `events_url`. Returns the number of the delivery.
    @discardableResult
    public func deliver(_ body: Json) async throws -> Int {
        try await admin.send("POST", "/deliveries", ["body": body])["delivery"]?.int ?? 0
    }

    /// Every event for the app, with every attempt to deliver it.
    public func deliveries() async throws -> [Json] { try await list("/deliveries") }

    /// Every event that has not reached the app, and why: no subscription, no address, a delivery that waits.
    public func undelivered() async throws -> [Json] { try await list("/undelivered") }

    /// A user clicks; returns what the user sees.
    public func click(_ click: Json) async throws -> Json { try await admin.send("POST", "/clicks", click) }

    /// Adds a fault rule: which requests, and what happens to them. Returns its id, for ``removeFault(_:)``.
    @discardableResult
    public func fault(_ rule: Json) async throws -> Int { try await admin.send("POST", "/faults", rule)["id"]?.int ?? 0 }

    /// Removes a fault rule.
    public func removeFault(_ id: Int) async throws { _ = try await admin.send("DELETE", "/faults/\(id)") }

    /// The fault rules in force, with how often each has fired.
    public func faults() async throws -> [Json] { try await list("/faults") }

    /// The latest 10,000 requests of the app, oldest first; or those to one endpoint, such as `oauth.refresh`.
    public func requests(_ endpoint: String? = nil) async throws -> [Json] {
        try await list("/requests" + (endpoint.map { "?endpoint=\(Admin.escaped($0))" } ?? ""))
    }

    /// Writes that came more than once.
    public func duplicates() async throws -> [Json] { try await list("/duplicates") }

    /// Which host saw which credential, and whether it belongs there.
    public func credentials() async throws -> [Json] { try await list("/credentials") }

    /// Waits until the app has made so many requests of an endpoint that were answered with 200.
    public func waitForRequest(_ endpoint: String, count: Int = 1) async throws {
        try await wait(["for": "request", "endpoint": Json(endpoint), "status": 200], count)
    }

    /// Waits until the app has taken so many events of a type, such as `NEW_MESSAGE`.
    public func waitForDelivery(_ event: String, count: Int = 1) async throws {
        try await wait(["for": "delivery", "event": Json(event)], count)
    }

    private func wait(_ expectation: [String: Json], _ count: Int) async throws {
        let more: [String: Json] = ["count": Json(count), "timeout_milliseconds": Json(Self.patience)]
        let waited = try await admin.send("POST", "/wait", Json(expectation.merging(more) { $1 }))
        guard waited["met"]?.bool != true else { return }
        let what = Json(expectation).text
        throw SandboxError("after \(Self.patience / 1000) s there are \(waited["count"]?.int ?? 0) of \(count) of \(what)")
    }

    private func list(_ path: String) async throws -> [Json] { try await admin.send("GET", path).array ?? [] }
}

/// The admin API of one world.
struct Admin: Sendable {
    let url: String

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_."))) ?? ""
    }

    func send(_ method: String, _ path: String, _ body: Json? = nil) async throws -> Json {
        var request = URLRequest(url: URL(string: url + path)!)
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.text.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try Json(text: String(decoding: data, as: UTF8.self))
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if (200..<300).contains(status) { return answer }
        let message = answer["message"]?.string ?? answer.text
        throw SandboxError(
            "\(method) \(path.isEmpty ? "/" : path): \(message)", status: status, field: answer["field"]?.string)
    }
}
#endif
