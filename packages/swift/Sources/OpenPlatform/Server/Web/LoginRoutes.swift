import Foundation

/// A request of a user's browser.
public struct LoginRequest: Sendable {
    /// The parameters of the query; of repeated ones the last value.
    public let query: [String: String]
    /// The headers, as received.
    public let headers: [(name: String, value: String)]
}

/// Prints nothing of the request: its query has codes, its headers have cookies.
extension LoginRequest: CustomStringConvertible, CustomReflectable {
    /// Without the query and the headers.
    public var description: String { "LoginRequest" }
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// `dump` and `Mirror` show nothing of a response: its headers have cookies and the state of a login, its body a token of a phone.
extension Reply: CustomReflectable {
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What an app says to the browser at the end of a login.
public enum LoginResponse: Sendable, ExpressibleByStringInterpolation {
    /// To continue at this address: a path of the app.
    case redirect(String)
    /// A page in HTML, with the status that the outcome has. Escape all values that come from outside.
    case page(String)
    /// A complete answer, for example with your own session cookie.
    case reply(Reply)

    /// To continue at this address: a path of the app.
    public init(stringLiteral path: String) { self = .redirect(path) }
}

/// Logs users in: two addresses for browsers, by their last segment. `…/login` takes the path to continue at as `return_to`;
/// `…/callback` is the redirect URI of the app.
///
/// ```swift
/// let login = try LoginRoutes(platform: platform, scopes: [Scopes.userPhone, Scopes.offlineAccess]) { login, _ in
///     let me = try await login.user.users.me()
///     try await store.save(me.userId, login.grant)
///     return "/welcome"
/// }
/// ```
///
/// Pass every request under `/oauth` to ``receive(method:path:query:headers:)`` and send what it returns. Link to
/// `/oauth/login?return_to=/posts/7`.
///
/// A login is bound to its browser by a random cookie, which scripts cannot read, or by a `session` of the app. Over https other
/// hosts of the domain cannot set that cookie.
public struct LoginRoutes: Sendable {
    /// A function of the app that reads a value from the request of a browser.
    public typealias Function<T> = @Sendable (LoginRequest) async throws -> T

    private let platform: OpenPlatform
    private let scopes: Function<[Scope]>
    private let user, prompt, loginHint, uiLocales: Function<String?>
    private let session: Function<String>?
    private let redirectUri: String?
    private let handlerTimeout: Duration?
    private let onDenied: Function<LoginResponse>?
    private let onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)?
    private let log: Log
    private let onGranted: @Sendable (Granted, LoginRequest) async throws -> LoginResponse?

    /// - Parameters:
    ///   - platform: The client for the logins.
    ///   - scopes: The scopes to ask users for. With ``Scopes/offlineAccess`` the grant can be refreshed. A request whose scopes
    ///     are invalid, such as that for an empty post token, is answered with 400, after other errors of the function with 503.
    ///   - user: Your own id of the user, if it is known before the login: the same user and scopes have the same grant.
    ///   - prompt: What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none`
    ///     alone. Like the next two it is a standard parameter that the platform does not document and may ignore.
    ///   - loginHint: The user who is about to log in, such as a phone number, so that the page can fill it in.
    ///   - uiLocales: The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
    ///     `fa en`.
    ///   - session: The session of your own that binds the login to this browser, such as the id in your own cookie. By default a
    ///     random cookie that is used for logins only.
    ///   - redirectUri: A registered redirect URI other than the client's. It ends with `/callback`.
    ///   - handlerTimeout: How long each of these functions may take; by default without limit. The task of one that takes longer is
    ///     cancelled, and the login has failed.
    ///   - onDenied: The user denied access. This is not an error. By default a page says that nothing has changed.
    ///   - onError: The login failed. By default a page says so. The error is logged in both cases.
    ///   - log: The log. Standard error by default.
    ///   - onGranted: The user granted access. Return where to continue; `nil` continues at the path of `return_to`, or at `/`.
    ///     Start a new session for the user, to prevent session fixation.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a `handlerTimeout` that is not above zero;
    ///   ``OpenPlatformError/Config(report:)`` if the path of the redirect URI, also of the client's, does not end with `/callback`.
    public init(
        platform: OpenPlatform,
        scopes: @escaping Function<[Scope]>,
        user: @escaping Function<String?> = { _ in nil },
        prompt: @escaping Function<String?> = { _ in nil },
        loginHint: @escaping Function<String?> = { _ in nil },
        uiLocales: @escaping Function<String?> = { _ in nil },
        session: Function<String>? = nil,
        redirectUri: String? = nil,
        handlerTimeout: Duration? = nil,
        onDenied: Function<LoginResponse>? = nil,
        onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)? = nil,
        log: @escaping Log = standardErrorLog,
        onGranted: @escaping @Sendable (Granted, LoginRequest) async throws -> LoginResponse?
    ) throws {
        self.handlerTimeout = try checkedLimit(handlerTimeout)
        if let uri = redirectUri ?? platform.native.oauthRedirectUri() { try checkLoginRedirectUri(redirectUri: uri) }
        (self.platform, self.scopes, self.user, self.log) = (platform, scopes, user, log)
        (self.prompt, self.loginHint, self.uiLocales) = (prompt, loginHint, uiLocales)
        (self.session, self.redirectUri) = (session, redirectUri)
        (self.onDenied, self.onError, self.onGranted) = (onDenied, onError, onGranted)
    }

    /// As the other overload, with the same scopes for every login.
    ///
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` also for scopes that cannot be requested, and without scopes.
    public init(
        platform: OpenPlatform,
        scopes: [Scope],
        user: @escaping Function<String?> = { _ in nil },
        prompt: @escaping Function<String?> = { _ in nil },
        loginHint: @escaping Function<String?> = { _ in nil },
        uiLocales: @escaping Function<String?> = { _ in nil },
        session: Function<String>? = nil,
        redirectUri: String? = nil,
        handlerTimeout: Duration? = nil,
        onDenied: Function<LoginResponse>? = nil,
        onError: (@Sendable (any Error, LoginRequest) async throws -> LoginResponse)? = nil,
        log: @escaping Log = standardErrorLog,
        onGranted: @escaping @Sendable (Granted, LoginRequest) async throws -> LoginResponse?
    ) throws {
        // A mistake in them is found now, and not when the first user logs in.
        _ = try joinScopes(scopes: scopes)
        try self.init(
            platform: platform, scopes: { _ in scopes }, user: user, prompt: prompt, loginHint: loginHint,
            uiLocales: uiLocales, session: session, redirectUri: redirectUri, handlerTimeout: handlerTimeout, onDenied: onDenied,
            onError: onError, log: log, onGranted: onGranted)
    }

    /// Receives one request, and returns the answer; `nil` for an address other than `…/login` and `…/callback`.
    ///
    /// If its task is cancelled, for example because the browser has closed its connection, the login is completed nevertheless:
    /// otherwise `onGranted` might never learn of a grant that is stored. Each function has `handlerTimeout` for it.
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
        let headers = headers.map { (name: $0.name, value: $0.value) }
        let arrived = headers.map { Header(name: $0.name, value: $0.value) }
        guard let exchange = beginLogin(method: method, path: path, query: query, headers: arrived) else { return nil }
        let request = LoginRequest(query: (try? queryParameters(query: query)) ?? [:], headers: headers)
        return await uninterrupted { [self] in await answer(exchange, request) }
    }

    private func answer(_ exchange: LoginExchange, _ request: LoginRequest) async -> Reply {
        while true {
            if let answer = exchange.answer() {
                write(answer.logs, to: log)
                return answer.reply
            }
            do {
                try await take(exchange.step(), exchange, request)
            } catch {
                await fail(error, exchange, request)
            }
        }
    }

    /// Does what the core asks for.
    private func take(_ step: LoginStep, _ exchange: LoginExchange, _ request: LoginRequest) async throws {
        switch step {
        case .authorize:
            try await bind(exchange, request)
            try await exchange.authorize(
                platform: platform.native, scopes: try await ofApp { try await scopes(request) },
                user: try await ofApp { try await user(request) }, redirectUri: redirectUri,
                prompt: try await ofApp { try await prompt(request) },
                loginHint: try await ofApp { try await loginHint(request) },
                uiLocales: try await ofApp { try await uiLocales(request) })
        case .callback:
            try await bind(exchange, request)
            let outcome = LoginOutcome(try await exchange.complete(platform: platform.native))
            guard case .granted(let login) = outcome else { return }
            reply(try await ofApp { try await onGranted(login, request) }, exchange)
        case .denied:
            reply(try await ofApp { try await onDenied?(request) }, exchange)
        case .granted, .failed, .answer:
            reply(nil, exchange)
        }
    }

    private func bind(_ exchange: LoginExchange, _ request: LoginRequest) async throws {
        if let session { exchange.bindTo(session: try await ofApp { try await session(request) }) }
    }

    private func fail(_ error: any Error, _ exchange: LoginExchange, _ request: LoginRequest) async {
        // The text of another error may contain data of users.
        let ours = error as? OpenPlatformError
        exchange.failed(code: ours?.code, error: ours.map { "\($0)" } ?? kind(of: error))
        guard let onError, case .failed = exchange.step() else { return }
        do {
            reply(try await ofApp { try await onError(error, request) }, exchange)
        } catch {
            exchange.failed(code: nil, error: detail(of: error))
        }
    }

    /// Calls a function of the app.
    private func ofApp<T: Sendable>(_ function: @escaping @Sendable () async throws -> T) async throws -> T {
        try await limited(handlerTimeout, function)
    }

    private func reply(_ response: LoginResponse?, _ exchange: LoginExchange) {
        switch response {
        case nil: exchange.reply(reply: .default, headers: [])
        case .redirect(let location): exchange.reply(reply: .redirect(location: location), headers: [])
        case .page(let html): exchange.reply(reply: .page(html: html), headers: [])
        case .reply(let reply): exchange.reply(reply: .whole(reply: reply), headers: [])
        }
    }
}
