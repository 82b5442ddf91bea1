import Foundation

// The documentation of the methods is made from the core by `cargo run -p open-platform-generator`.

/// Login. From ``OpenPlatform/oauth``.
public struct OAuth: Sendable {
    let native: Platform

    /// Starts a login: redirect the user's browser to the `url` of the result. No request is sent.
    ///
    /// The login can be completed once, within `loginLifetime`, which is ten minutes by default, and only with the same
    /// session, the same app and the same authorization server. If very many logins are in progress, the oldest are
    /// deleted: `maxPendingLogins`. Source: `docs/platform.md#authorization`.
    ///
    /// - Parameters:
    ///   - scopes: The scopes to request. With that of offline access the grant can be refreshed after its first access
    ///     token ends.
    ///   - sessionId: A value that binds the login to the browser that starts it: that of a session cookie, or another
    ///     one that only this browser can present again. The callback must be called with the same value.
    ///   - user: The app's own id of the user, such as the primary key of its table of users. The same user and scopes
    ///     always have the same grant, so that a new login replaces the old one. Do not use a session id, a cookie or
    ///     another secret: the id is stored with the grant and appears in `GrantInfo` and in reports. Omit it if the
    ///     app does not know its user yet.
    ///   - returnTo: The path of the app to continue at after the login. The callback returns it.
    ///   - redirectUri: A registered redirect URI to use instead of the client's.
    ///   - prompt: What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none`
    ///     alone. Like the next two it is a standard parameter that the platform does not document and may ignore.
    ///   - loginHint: The user who is about to log in, such as a phone number, so that the page can fill it in.
    ///   - uiLocales: The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as
    ///     `fa en`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` for a scope that cannot be requested, or another value
    ///   that cannot be sent. ``OpenPlatformError/Config(report:)`` for a missing or unsuitable setting.
    ///   ``OpenPlatformError/Store(report:)`` if the store failed.
    public func authorize(
        _ scopes: [Scope],
        sessionId: String,
        user: String? = nil,
        returnTo: String? = nil,
        redirectUri: String? = nil,
        prompt: String? = nil,
        loginHint: String? = nil,
        uiLocales: String? = nil,
        timeout: Duration? = nil
    ) async throws -> Authorization {
        try await call(timeout) {
            try await native.oauthAuthorize(
                scopes: scopes, sessionId: sessionId, user: user, returnTo: returnTo, redirectUri: redirectUri,
                prompt: prompt, loginHint: loginHint, uiLocales: uiLocales, options: $0)
        }
    }

    /// Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
    ///
    /// A full address must be the redirect URI of this login: the same scheme, host, port and path (RFC 9700 section
    /// 4.7.1). Behind a proxy, pass only the query: the framework then reports the address of the proxy's request, with
    /// `http://`, another host or another path, and the login would be refused.
    ///
    /// A call with the wrong session also ends the login: somebody other than the user had the address, so its code
    /// must no longer be used.
    ///
    /// The login has ended afterwards, whatever the outcome, with one exception: after an error that is retryable, such
    /// as ``OpenPlatformError/RateLimited(report:)``, or ``OpenPlatformError/Transport(report:)`` because there was no
    /// connection, the code is unused, so the same address may be passed again. The login continues if the caller stops
    /// waiting. Source: `docs/platform.md#token-exchange`.
    ///
    /// - Parameters:
    ///   - urlOrQuery: The address that the user returned to: the full address, a path with its query, or the query
    ///     alone.
    ///   - sessionId: The value that was given to `authorize`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/StateMismatch(report:)`` if the session is another one, the login was completed
    ///   already, or the address is not the login's. ``OpenPlatformError/StateExpired(report:)`` if the user took
    ///   longer than `loginLifetime`. ``OpenPlatformError/CallbackRejected(report:)`` if the address is malformed.
    ///   ``OpenPlatformError/AuthorizationRefused(report:)`` if the platform refused the login, for example for a scope
    ///   that the app may not request. A user who denies access is not an error, but a normal outcome.
    ///   ``OpenPlatformError/CodeRejected(report:)`` if the platform does not accept the code.
    ///   ``OpenPlatformError/Config(report:)`` if the platform does not accept the client secret.
    ///   ``OpenPlatformError/RateLimited(report:)`` if there were too many requests. Pass the same address again, after
    ///   `retryAfter` if the platform names it. ``OpenPlatformError/Transport(report:)`` if there was no usable
    ///   response, as with ``OpenPlatformError/Decode(report:)`` and other statuses of
    ///   ``OpenPlatformError/Rejected(report:)``. Unless the error is retryable, start the login again: a code can be
    ///   used once.
    public func callback(_ urlOrQuery: String, sessionId: String, timeout: Duration? = nil) async throws -> LoginOutcome {
        LoginOutcome(
            try await call(timeout) {
                try await native.oauthCallback(urlOrQuery: urlOrQuery, sessionId: sessionId, options: $0)
            })
    }

    /// The same for a `URL`.
    public func callback(_ url: URL, sessionId: String, timeout: Duration? = nil) async throws -> LoginOutcome {
        try await callback(url.absoluteString, sessionId: sessionId, timeout: timeout)
    }

    /// The default redirect URI of logins; `nil` if it is not set.
    public var redirectUri: String? { native.oauthRedirectUri() }

    /// Exchanges a code without the checks of `callback`, and stores nothing: for apps that manage `state` and tokens
    /// themselves. Source: `docs/platform.md#token-exchange`.
    ///
    /// - Parameters:
    ///   - code: The code in the address that the user returned to.
    ///   - redirectUri: The redirect URI of the login.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/CodeRejected(report:)`` if the platform does not accept the code.
    ///   ``OpenPlatformError/Config(report:)`` if the platform does not accept the client secret.
    ///   ``OpenPlatformError/RateLimited(report:)`` if there were too many requests. The code is unused.
    ///   ``OpenPlatformError/Transport(report:)`` if there was no usable response, as with
    ///   ``OpenPlatformError/Decode(report:)`` and other statuses of ``OpenPlatformError/Rejected(report:)``. Unless
    ///   the error is retryable, start the login again: a code can be used once.
    public func exchange(code: String, redirectUri: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthExchange(code: code, redirectUri: redirectUri, options: $0) }
    }

    /// Sends one refresh request, without repetition and without the store: for apps that manage tokens themselves.
    ///
    /// The platform replaces both tokens: store both before the next call. Stored grants are refreshed automatically.
    /// Source: `docs/platform.md#token-refresh`.
    ///
    /// - Parameters:
    ///   - tokens: The current tokens.
    ///   - redirectUri: The redirect URI of the login.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/ReauthRequired(report:)`` if the refresh token has ended.
    ///   ``OpenPlatformError/RefreshUnavailable(report:)`` if the failure is temporary. If the outcome is unknown, the
    ///   same tokens may be tried again for less than two minutes. ``OpenPlatformError/Config(report:)`` if the
    ///   platform does not accept the client secret.
    public func refresh(_ tokens: Tokens, redirectUri: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthRefresh(tokens: tokens, redirectUri: redirectUri, options: $0) }
    }
}

/// The result of a login.
public enum LoginOutcome: Sendable {
    /// The user granted access: the tokens are stored.
    case granted(Granted)
    /// The user denied access. This is not an error: show a page of the app.
    case denied

    init(_ result: LoginResult) {
        switch result {
        case .denied:
            self = .denied
        case .granted(let user, let grant, let scopes, let missingScopes, let returnTo):
            self = .granted(
                Granted(
                    user: UserClient(native: user), grant: grant, scopes: scopes.map { Scope($0) },
                    missingScopes: missingScopes.map { Scope($0) }, returnTo: returnTo))
        }
    }
}

/// A login that the user granted.
public struct Granted: Sendable {
    /// Acts for the user.
    public let user: UserClient
    /// The key of the stored grant, for ``OpenPlatform/user(_:)``. Store it with your own data of the user.
    public let grant: GrantKey
    /// The granted scopes.
    public let scopes: [Scope]
    /// The scopes that were asked for and not granted.
    public let missingScopes: [Scope]
    /// The path of `returnTo`.
    public let returnTo: String?
}
