import Foundation

/// The backend of an app on a phone, in any web framework: logs users in, issues short-lived access tokens, and relays the
/// calls that it allows. The phone has an ``OpenPlatformApp``.
///
/// ```swift
/// let gateway = try AppGateway(platform: platform, allow: ["conversations.send"]) { request in
///     try await sessions.user(of: request.header("Authorization"))
/// }
/// ```
///
/// Pass every request under `/open-platform` to `receive(method:path:headers:body:)` with the path below it.
public struct AppGateway: Sendable {
    private let gateway: Gateway
    private let log: Log
    private let handlerTimeout: Duration?
    private let user: @Sendable (AppUserRequest) async throws -> String?

    /// - Parameters:
    ///   - platform: The client that makes the phone's calls.
    ///   - keys: The keys that encrypt the tokens of the gateway: 32 bytes each in base64 or hexadecimal digits. By
    ///     default those of `OPEN_PLATFORM_APP_KEYS`. The first one encrypts, all decrypt. To change the key: add the new one as the
    ///     last and restart all processes, put it first and restart all again, and remove the old one an hour later.
    ///   - allow: The calls that change something and that phones may make, by their names in the endpoint table, such
    ///     as `conversations.send`. By default a phone can only read. The owner of a phone can send every request that
    ///     is allowed, not only those of the app: allow what a user may state (a message), not what the backend
    ///     guarantees (an add-on that says "Inspected").
    ///   - lifetime: The lifetime of a token: 10 minutes by default, at most an hour, in whole seconds.
    ///   - bodyLimit: The maximum size of a body in bytes: 256 KiB by default.
    ///   - redirectUris: The addresses that phones return to after a login, if they differ from the client's.
    ///   - handlerTimeout: How long `user` may take; by default without limit. The task of one that takes longer is cancelled, and the
    ///     request is answered with 500.
    ///   - log: The log. Standard error by default.
    ///   - user: Returns the app's own id of the user of a request, from the app's own session; `nil` if no user is logged in.
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is no key, or a key is invalid;
    ///   ``OpenPlatformError/InvalidInput(report:)`` for a call that phones may not make, a negative `bodyLimit` or `lifetime`, and a
    ///   `handlerTimeout` that is not above zero.
    public init(
        platform: OpenPlatform,
        keys: [String]? = nil,
        allow: [String] = [],
        lifetime: Duration? = nil,
        bodyLimit: Int? = nil,
        redirectUris: [String] = [],
        handlerTimeout: Duration? = nil,
        log: @escaping Log = standardErrorLog,
        user: @escaping @Sendable (AppUserRequest) async throws -> String?
    ) throws {
        self.handlerTimeout = try checkedLimit(handlerTimeout)
        let options = GatewayOptions(
            allow: allow, lifetimeSeconds: try lifetime?.seconds(for: "lifetime"), bodyLimit: try checkedBytes(bodyLimit),
            redirectUris: redirectUris)
        gateway = try Gateway(platform: platform.native, keys: keys, options: options)
        (self.log, self.user) = (log, user)
    }

    /// Issues an access token to the phone of the user with this grant. The caller must have authenticated the user.
    ///
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a malformed key.
    public func access(_ grant: GrantKey) throws -> AppAccess { try gateway.access(grant: grant) }

    /// Issues an access token to the phone of a user, with the user's newest grant that can be used.
    ///
    /// - Parameter user: The app's own id of the user.
    /// - Throws: ``OpenPlatformError/ReauthRequired(report:)`` if there is none; ``OpenPlatformError/Store(report:)``.
    public func accessOf(user: String) async throws -> AppAccess { try await gateway.accessOf(user: user) }

    /// As `receive(method:path:headers:body:)`, for a server that streams the body in pieces, such as `[UInt8]` or `Data`.
    /// Reads no more pieces than needed.
    public func receive<Body: AsyncSequence & Sendable>(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: Body
    ) async -> Reply where Body.Element: Sequence<UInt8> {
        await receive(method: method, path: path, headers: headers) { try await beginning(of: body, limit: $0) }
    }

    /// Receives one request, and returns the answer. It never throws: an error is logged and answered with 500.
    ///
    /// - Parameters:
    ///   - method: As received.
    ///   - path: The path below the gateway's address, as received, without the query: `/login`, `/access`, `/api/…`.
    ///   - headers: All headers, as received.
    ///   - body: Called once the head is accepted. It returns all of the body, or its beginning if that has more bytes than
    ///     the limit it is given. A body that takes longer than 8.5 seconds is answered with 408: then its task is cancelled,
    ///     and must end.
    public func receive(
        method: String,
        path: String,
        headers: some Sequence<(name: String, value: String)>,
        body: @escaping @Sendable (_ limit: Int) async throws -> Data
    ) async -> Reply {
        let headers = headers.map { (name: $0.name, value: $0.value) }
        let arrived = headers.map { Header(name: $0.name, value: $0.value) }
        let begun = gateway.begin(method: method, path: path, headers: arrived)
        let request = AppUserRequest(method: method, path: path, headers: headers)
        return await uninterrupted { [self] in
            var step = begun.step
            while true {
                if case .answer(let reply, let lines) = step {
                    write(lines, to: log)
                    return reply
                }
                do {
                    step = try await next(step, begun.exchange, request, body)
                } catch {
                    // This throws only for a request that is answered.
                    step = try! begun.exchange.failed(error: detail(of: error))
                }
            }
        }
    }

    /// Does what the gateway asks for, and returns what it asks for next.
    private func next(
        _ step: AppStep, _ exchange: AppExchange, _ request: AppUserRequest, _ body: @escaping @Sendable (Int) async throws -> Data
    ) async throws -> AppStep {
        switch step {
        case .body(let limit, let seconds):
            guard let body = try await within(seconds, { try await body(Int(limit)) }) else { return try exchange.tooSlow() }
            return try exchange.read(body: body)
        case .user:
            return try exchange.user(user: try await limited(handlerTimeout) { [user] in try await user(request) })
        case .perform:
            return try await exchange.perform()
        case .answer:
            return step
        }
    }
}

/// A request of a phone to the backend.
public struct AppUserRequest: Sendable {
    /// As received.
    public let method: String
    /// The path below the gateway's address.
    public let path: String
    /// The headers, as received.
    public let headers: [(name: String, value: String)]

    /// A header, by its name in any case; of several the last.
    public func header(_ name: String) -> String? {
        headers.last { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Prints nothing of the headers, which have credentials.
extension AppUserRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the path.
    public var description: String { "AppUserRequest(\(method) \(path))" }
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
