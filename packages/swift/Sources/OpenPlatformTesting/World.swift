#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One world of a ``Sandbox``: an app, the platform's users, and a clock. Worlds are isolated, so tests can run in parallel.
///
/// Arguments and results have the form of the sandbox's admin API, described at `{url}/_sandbox/openapi.json`. Names of users
/// are those of the sandbox: `seller`, `buyer`, `dealer`.
public final class World: Sendable {
    /// Its name.
    public let name: String
    /// The current settings of its app, with generated credentials.
    public var app: Json { held.value }

    private let origin: String
    private let admin: Admin
    private let held: Locked<Json>
    // Keeps the sandbox running.
    private let sandbox: Sandbox

    /// How long ``waitForRequest(_:count:)`` and ``waitForDelivery(_:count:)`` wait, in milliseconds.
    private static let patience = 30_000

    init(origin: String, name: String, sandbox: Sandbox, admin: Admin, app: Json) {
        (self.origin, self.name, self.sandbox, self.admin) = (origin, name, sandbox, admin)
        held = Locked(app)
    }

    /// The address of this world. Needed because uploads have no credentials that identify the world.
    public var url: String { "\(origin)/worlds/\(name)" }

    /// Sets the settings of this world's app in a client: `try OpenPlatform { world.configure($0) }`.
    public func configure(_ settings: Settings) {
        settings.sandbox(url: url)
        settings.apiKey(key: text("api_key"))
        settings.clientId(id: text("client_id"))
        settings.clientSecret(secret: text("client_secret"))
        settings.redirectUri(uri: app["redirect_uris"]?[0]?.string ?? "")
        settings.identificationKeys(keys: [text("identification_key")])
    }

    /// The same as environment variables, for an app that runs as a separate process.
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

    /// Changes switches: the behaviour where the platform is not documented or contradictory.
    @discardableResult
    public func switches(_ change: Json = [:]) async throws -> Json { try await admin.send("PATCH", "/switches", change) }

    /// Resets the world to its initial state. Its credentials stay the same.
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

    /// Sends a text message as a user. The app receives an event if it subscribed.
    @discardableResult
    public func say(in conversation: ConversationId, as user: String, _ text: String) async throws -> Json {
        let path = "/conversations/\(Admin.escaped(conversation.rawValue))/messages"
        return try await admin.send("POST", path, ["user": Json(user), "text": Json(text)])
    }

    /// The subscriptions whose access token is valid.
    public func subscriptions() async throws -> [Json] { try await list("/subscriptions") }

    /// Simulates a user's browser on the consent page, and returns the address of the redirect to the app.
    ///
    /// - Parameter user: The user who grants access; `nil` denies it.
    public func consent(_ authorizeURL: String, as user: String?) async throws -> String {
        var decision: [String: Json] = ["authorize_url": Json(authorizeURL), "decision": user == nil ? "deny" : "approve"]
        if let user { decision["user"] = Json(user) }
        return try await admin.send("POST", "/consent", Json(decision))["callback_url"]?.string ?? ""
    }

    /// Issues tokens without a login.
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

    /// Revokes the app's access for a user.
    public func revokeAccess(of user: String) async throws {
        _ = try await admin.send("POST", "/users/\(Admin.escaped(user))/revoke")
    }

    /// Freezes the world's clock. From now on no job runs by itself.
    public func freeze() async throws { _ = try await admin.send("POST", "/clock/freeze") }
    /// Lets the world's clock run.
    public func unfreeze() async throws { _ = try await admin.send("POST", "/clock/unfreeze") }
    /// Advances the world's time, and runs the jobs that become due. Returns when they have run.
    public func advance(seconds: Int) async throws {
        _ = try await admin.send("POST", "/clock/advance", ["seconds": Json(seconds)])
    }
    /// Advances the world's time until no delivery and no delayed add-on is left.
    public func runUntilIdle() async throws { _ = try await admin.send("POST", "/clock/run-until-idle") }

    /// Delivers any body as an event, to the app's `events_url`. Returns the number of the delivery.
    @discardableResult
    public func deliver(_ body: Json) async throws -> Int {
        try await admin.send("POST", "/deliveries", ["body": body])["delivery"]?.int ?? 0
    }

    /// All events for the app, with all delivery attempts.
    public func deliveries() async throws -> [Json] { try await list("/deliveries") }

    /// All events that have not reached the app, with the reason: no subscription, no address, a waiting delivery.
    public func undelivered() async throws -> [Json] { try await list("/undelivered") }

    /// Simulates a click of a user, and returns what the user sees.
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

    /// Repeated writes.
    public func duplicates() async throws -> [Json] { try await list("/duplicates") }

    /// The credentials that each host received, and whether it may receive them.
    public func credentials() async throws -> [Json] { try await list("/credentials") }

    /// Waits until the app has made this many requests to an endpoint with status 200.
    public func waitForRequest(_ endpoint: String, count: Int = 1) async throws {
        try await wait(["for": "request", "endpoint": Json(endpoint), "status": 200], count)
    }

    /// Waits until the app has accepted this many events of a type, such as `NEW_MESSAGE`.
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
