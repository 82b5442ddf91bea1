#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

/// One world of a ``Sandbox``: an app, the platform's users, and a clock. Worlds are isolated, so tests can run in parallel.
///
/// Requests and responses are the types of ``Admin``. Names of users are those of the sandbox: `seller`, `buyer`, `dealer`.
public final class World: Sendable {
    /// Its name in the sandbox.
    public let name: String
    /// The current settings of its app, with generated credentials.
    public var app: Admin.AppSettings { held.value }

    let admin: AdminConnection
    private let origin: String
    private let held: Locked<Admin.AppSettings>
    // Keeps the sandbox running.
    private let sandbox: Sandbox

    /// How long ``waitForRequest(_:count:)`` and ``waitForDelivery(_:count:)`` wait, in milliseconds.
    private static let waitMilliseconds = 30_000

    init(origin: String, name: String, sandbox: Sandbox, admin: AdminConnection, app: Admin.AppSettings) {
        (self.origin, self.name, self.sandbox, self.admin) = (origin, name, sandbox, admin)
        held = Locked(app)
    }

    /// The address of this world. Needed because uploads have no credentials that identify the world.
    public var url: String { "\(origin)/worlds/\(name)" }

    /// The settings of this world's app, for `OpenPlatform(world.settings)`. All credentials are invented. Such a client reads no
    /// environment variables, so that no test reaches the store of a real app.
    public var settings: @Sendable (Settings) -> Void {
        let (app, url) = (self.app, self.url)
        return { settings in
            settings.environment(variables: [:])
            settings.sandbox(url: url)
            settings.apiKey(key: app.apiKey)
            settings.clientId(id: app.clientId)
            settings.clientSecret(secret: app.clientSecret)
            settings.redirectUri(uri: app.redirectUris.first ?? "")
            settings.identificationKeys(keys: [app.identificationKey])
        }
    }

    /// The same as environment variables, for an app that runs as a separate process. Its store is in memory, unless the test sets
    /// another `OPEN_PLATFORM_STORE`.
    public var environment: [String: String] {
        let app = app
        return [
            "OPEN_PLATFORM_SANDBOX_URL": url,
            "OPEN_PLATFORM_API_KEY": app.apiKey,
            "OPEN_PLATFORM_CLIENT_ID": app.clientId,
            "OPEN_PLATFORM_CLIENT_SECRET": app.clientSecret,
            "OPEN_PLATFORM_REDIRECT_URI": app.redirectUris.first ?? "",
            "OPEN_PLATFORM_IDENTIFICATION_KEYS": app.identificationKey,
            "OPEN_PLATFORM_STORE": "memory:",
        ]
    }

    /// Changes settings of the app, as its developer does in the platform's console: addresses, credentials, permissions.
    @discardableResult
    public func configure(_ change: Admin.AppChange) async throws -> Admin.AppSettings {
        let app: Admin.AppSettings = try await admin.send("PATCH", "/app", change)
        held.change { $0 = app }
        return app
    }

    /// Resets the world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time.
    public func reset() async throws {
        try await admin.perform("POST", "/reset")
        let app = try await appSettings()
        held.change { $0 = app }
    }

    /// Saves the current state. The returned function restores it.
    public func snapshot() async throws -> @Sendable () async throws -> Void {
        let kept = try await takeSnapshot()
        return { [self] in
            try await restoreSnapshot(kept)
            let app = try await appSettings()
            held.change { $0 = app }
        }
    }

    /// The user with this name in the sandbox, such as `seller`.
    public func user(_ name: String) async throws -> Admin.SandboxUser {
        guard let user = try await users().first(where: { $0.name == name }) else {
            throw SandboxError("there is no user \(name) in the world")
        }
        return user
    }

    /// The posts of one user that are not archived.
    public func posts(of owner: String) async throws -> [Admin.SandboxPost] {
        try await posts().filter { $0.owner == owner }
    }

    /// Sends a text message as a user. The app receives an event if it subscribed.
    @discardableResult
    public func say(in conversation: String, as user: String, _ text: String) async throws -> Admin.WrittenMessage {
        try await say(conversation: conversation, userMessage: .init(text: text, user: user))
    }

    /// Simulates a user's browser on the consent page, and returns the address of the redirect to the app.
    ///
    /// - Parameter user: The user who grants access to all scopes; `nil` denies it. ``consent(_:)`` has all decisions.
    public func consent(_ authorizeURL: String, as user: String?) async throws -> String {
        guard let user else { return try await consent(.deny(authorizeUrl: authorizeURL)) }
        return try await consent(.approve(authorizeUrl: authorizeURL, user: user))
    }

    /// Issues tokens without a login.
    public func issueTokens(for user: String, _ scopes: [Scope]) async throws -> Tokens {
        let issued = try await issueTokens(.init(scopes: scopes.map(\.rawValue), user: user))
        return Tokens(
            accessToken: issued.accessToken, refreshToken: issued.refreshToken, expiresAt: issued.expiresAt,
            scopes: scopes.map(\.rawValue))
    }

    /// Adds a fault rule: which requests, and what happens to them. The returned function removes it.
    @discardableResult
    public func fault(_ rule: Admin.FaultRule) async throws -> @Sendable () async throws -> Void {
        let added = try await addFault(rule)
        return { [self] in try await removeFault(added) }
    }

    /// Waits until the app has sent `count` requests to an endpoint that got the status 200.
    public func waitForRequest(_ endpoint: String, count: Int = 1) async throws {
        let wanted = Admin.Expectation.request(
            endpoint: endpoint, count: count, status: 200, timeoutMilliseconds: Self.waitMilliseconds)
        try check(try await waitFor(wanted), "requests of \(endpoint)", count)
    }

    /// Waits until the app has acknowledged `count` events of a type, such as `NEW_MESSAGE`.
    public func waitForDelivery(_ event: String, count: Int = 1) async throws {
        let wanted = Admin.Expectation.delivery(event: event, count: count, timeoutMilliseconds: Self.waitMilliseconds)
        try check(try await waitFor(wanted), "events \(event)", count)
    }

    private func check(_ result: Admin.WaitResult, _ what: String, _ count: Int) throws {
        if result.met { return }
        throw SandboxError("after \(Self.waitMilliseconds / 1000) s there are \(result.count) of \(count) \(what)")
    }
}
#endif
