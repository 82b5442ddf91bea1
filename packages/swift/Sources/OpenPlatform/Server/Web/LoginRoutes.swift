import Foundation

/// A request of a user's browser.
public struct LoginRequest: Sendable {
    /// The parameters of the query; of repeated ones the last value.
    public let query: [String: String]
    /// The headers, as received.
    public let headers: [(name: String, value: String)]
}

/// Where a login continues.
public enum LoginResponse: Sendable, ExpressibleByStringInterpolation {
    /// At this address: a path of the app.
    case redirect(String)
    /// With a complete answer, for example with your own session cookie.
    case reply(Reply)

    /// At this address: a path of the app.
    public init(stringLiteral path: String) { self = .redirect(path) }
}

/// Logs users in: two addresses for browsers, by their last segment. `…/login` takes the path to continue at as `return_to`;
/// `…/callback` is the redirect URI of the app.
///
/// ```swift
/// let login = LoginRoutes(platform: platform, scopes: [Scopes.userPhone, Scopes.offlineAccess]) { login, _ in
///     let me = try await login.user.users.me()
///     try await store.save(me.userId, login.grant)
///     return "/welcome"
/// }
/// ```
///
/// Pass every request under `/oauth` to ``receive(method:path:query:headers:)`` and send what it returns. Link to
/// `/oauth/login?return_to=/posts/7`.
///
/// A login is bound to its browser by a random cookie: `HttpOnly`, `SameSite=Lax`, and over https `Secure` with a name that
/// other hosts of the domain cannot set.
public struct LoginRoutes: Sendable {
    private let platform: OpenPlatform
    private let scopes: @Sendable (LoginRequest) async throws -> [Scope]
    private let user: @Sendable (LoginRequest) async throws -> String?
    private let prompt: @Sendable (LoginRequest) async throws -> String?
    private let loginHint: @Sendable (LoginRequest) async throws -> String?
    private let uiLocales: @Sendable (LoginRequest) async throws -> String?
    private let onDenied: (@Sendable (LoginRequest) async throws -> LoginResponse)?
    private let onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)?
    private let log: Log
    private let onGranted: @Sendable (Granted, LoginRequest) async throws -> LoginResponse?

    /// - Parameters:
    ///   - platform: The client for the logins.
    ///   - scopes: The scopes to ask users for. With ``Scopes/offlineAccess`` the grant can be refreshed.
    ///   - user: Your own id of the user, if it is known before the login: the same user and scopes have the same grant.
    ///   - prompt: What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. As
    ///     the next two, a standard parameter that the platform does not document and may ignore.
    ///   - loginHint: The expected user, such as a phone number, to fill in on the page.
    ///   - uiLocales: The preferred languages of the page, such as `fa en`.
    ///   - onDenied: The user denied access. This is not an error. By default a page says that nothing has changed.
    ///   - onError: The login failed. By default a page says so; the error is logged.
    ///   - log: The log. Standard error by default.
    ///   - onGranted: The user granted access. Return where to continue; `nil` continues at the path of `return_to`, or at `/`.
    ///     Start a new session for the user, to prevent session fixation.
    public init(
        platform: OpenPlatform,
        scopes: @escaping @Sendable (LoginRequest) async throws -> [Scope],
        user: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        prompt: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        loginHint: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        uiLocales: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        onDenied: (@Sendable (LoginRequest) async throws -> LoginResponse)? = nil,
        onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)? = nil,
        log: @escaping Log = standardErrorLog,
        onGranted: @escaping @Sendable (Granted, LoginRequest) async throws -> LoginResponse?
    ) {
        (self.platform, self.scopes, self.user, self.log) = (platform, scopes, user, log)
        (self.prompt, self.loginHint, self.uiLocales) = (prompt, loginHint, uiLocales)
        (self.onDenied, self.onError, self.onGranted) = (onDenied, onError, onGranted)
    }

    /// As the other overload, with the same scopes for every login.
    public init(
        platform: OpenPlatform,
        scopes: [Scope],
        user: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        prompt: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        loginHint: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        uiLocales: @escaping @Sendable (LoginRequest) async throws -> String? = { _ in nil },
        onDenied: (@Sendable (LoginRequest) async throws -> LoginResponse)? = nil,
        onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)? = nil,
        log: @escaping Log = standardErrorLog,
        onGranted: @escaping @Sendable (Granted, LoginRequest) async throws -> LoginResponse?
    ) {
        self.init(
            platform: platform, scopes: { _ in scopes }, user: user, prompt: prompt, loginHint: loginHint,
            uiLocales: uiLocales, onDenied: onDenied, onError: onError, log: log, onGranted: onGranted)
    }

    /// Receives one request, and returns the answer; `nil` for an address other than `…/login` and `…/callback`.
    ///
    /// - Parameters:
    ///   - method: As received.
    ///   - path: The path without the query. Its last segment selects the kind of request.
    ///   - query: The query as received, without the question mark.
    ///   - headers: All headers, as received.
    public func receive(
        method: String,
        path: String,
        query: String,
        headers: some Sequence<(name: String, value: String)>
    ) async -> Reply? {
        let step: (String, LoginRequest) async throws -> Reply
        switch path.split(separator: "/", omittingEmptySubsequences: false).last {
        case "login": step = start
        case "callback": step = finish
        default: return nil
        }
        guard method == "GET" else { return Reply(status: 405, headers: ["Allow": "GET"]) }
        let items = parameters(of: query)
        let request = LoginRequest(
            query: Dictionary(items, uniquingKeysWith: { $1 }), headers: headers.map { ($0.name, $0.value) })
        let reply: Reply
        do {
            reply = try await step(query, request)
        } catch {
            reply = await failed(error, request)
        }
        // Addresses with a code or a state must not be cached.
        return reply.with(["Cache-Control": "no-store", "Referrer-Policy": "no-referrer"])
    }

    private func start(_ query: String, _ request: LoginRequest) async throws -> Reply {
        let (scopes, user) = (try await scopes(request), try await user(request))
        // The scheme of the redirect URI: a login over https does not accept the cookie of http.
        let isSecure = platform.oauth.redirectURI?.lowercased().hasPrefix("https:") ?? true
        var session = Session.of(request) ?? Session.new(isSecure: isSecure)
        if isSecure != session.hasPrefix(Session.secure) { session = Session.new(isSecure: isSecure) }
        let way = request.query["return_to"]
        let login = try await platform.oauth.authorize(
            scopes, sessionID: session, user: user, returnTo: way, prompt: try await prompt(request),
            loginHint: try await loginHint(request), uiLocales: try await uiLocales(request))
        return redirect(login.url()).with(["Set-Cookie": Session.cookie(session)])
    }

    private func finish(_ query: String, _ request: LoginRequest) async throws -> Reply {
        switch try await callback("?\(query)", Session.of(request)) {
        case .denied:
            guard let onDenied else { return say(200, "You did not allow this. Nothing has changed.") }
            return reply(try await onDenied(request))
        case .granted(let login):
            return reply(try await onGranted(login, request) ?? .redirect(login.returnTo ?? "/"))
        }
    }

    private func callback(_ query: String, _ session: String?) async throws -> LoginOutcome {
        if let session { return try await platform.oauth.callback(query, sessionID: session) }
        do {
            // With an unknown session the client ends the login.
            return try await platform.oauth.callback(query, sessionID: Session.new(isSecure: true))
        } catch OpenPlatformError.StateMismatch {
            let text = "the browser came back without the cookie of a login: the login began in another browser or at another "
                + "address of this app (localhost and 127.0.0.1 are two), or the browser keeps no cookies. Start the login again"
            throw OpenPlatformError.StateMismatch(report: ErrorReport(code: "state_mismatch", text: text))
        }
    }

    private func failed(_ error: any Error, _ request: LoginRequest) async -> Reply {
        log(.warning, "open-platform: a login did not work: \(error)")
        do {
            if let onError { return reply(try await onError(error, request)) }
        } catch {
            log(.error, "open-platform: onError failed: \(error)")
        }
        switch error {
        case OpenPlatformError.RefreshUnavailable:
            return say(503, "The platform is not available. Please try again later.")
        case OpenPlatformError.StateMismatch, OpenPlatformError.StateExpired, OpenPlatformError.CallbackRejected,
            OpenPlatformError.AuthorizationRefused, OpenPlatformError.CodeRejected, OpenPlatformError.ReauthRequired, OpenPlatformError.InvalidInput:
            return say(400, "The login did not work. Please start it again.")
        case let error as OpenPlatformError where error.code != "config":
            return say(502, "Something went wrong. Please try again later.")
        default:
            return say(500, "Something went wrong. Please try again later.")
        }
    }

    private func reply(_ answer: LoginResponse) -> Reply {
        switch answer {
        case .redirect(let path): redirect(path)
        case .reply(let reply): reply
        }
    }

    private func redirect(_ location: String) -> Reply { Reply(status: 303, headers: ["Location": location]) }

    private func say(_ status: UInt16, _ sentence: String) -> Reply {
        Reply(status: status, contentType: "text/plain; charset=utf-8", body: Data(sentence.utf8))
    }
}

/// The cookie that binds a login to a browser: a random id. `HttpOnly` makes it unreadable for scripts; with `SameSite=Lax` it
/// is sent with the redirect from the platform; over https the prefix `__Host-` makes browsers refuse one set by another host
/// of the domain.
private enum Session {
    /// The prefixes of the cookie's values, for logins over https and over http.
    static let (secure, plain) = ("s", "p")
    /// The lifetime of the cookie, in seconds: longer than that of a login.
    static let cookieSeconds = 3600

    static func new(isSecure: Bool) -> String {
        let bytes = (0..<16).map { _ in String(format: "%02x", UInt8.random(in: .min ... .max)) }
        return (isSecure ? secure : plain) + bytes.joined()
    }

    /// The value of the cookie, if it was made here. One for https is accepted only under the name that no other host of the
    /// domain can set.
    static func of(_ request: LoginRequest) -> String? {
        let cookies = request.headers.filter { $0.name.lowercased() == "cookie" }.flatMap { $0.value.split(separator: ";") }
        for cookie in cookies {
            let pair = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let first = pair[1].first, pair[0] == name(isSecure: String(first) == secure),
                String(first) == secure || String(first) == plain, pair[1].count == 33,
                pair[1].dropFirst().allSatisfy({ $0.isHexDigit && !$0.isUppercase })
            else { continue }
            return String(pair[1])
        }
        return nil
    }

    static func cookie(_ session: String) -> String {
        let isSecure = session.hasPrefix(secure)
        return "\(name(isSecure: isSecure))=\(session); Path=/; Max-Age=\(cookieSeconds); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    private static func name(isSecure: Bool) -> String {
        isSecure ? "__Host-open-platform-login" : "open-platform-login"
    }
}

/// The parameters of a query, decoded.
private func parameters(of query: String) -> [(String, String)] {
    query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            let text = $0.replacingOccurrences(of: "+", with: " ")
            return text.removingPercentEncoding ?? text
        }
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }
}

extension Reply {
    /// The same with further headers; existing ones are kept.
    fileprivate func with(_ more: [String: String]) -> Reply {
        Reply(
            status: status, contentType: contentType, headers: headers.merging(more) { ours, _ in ours }, body: body,
            close: close)
    }
}
