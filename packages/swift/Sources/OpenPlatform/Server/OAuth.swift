import Foundation

/// Login. From ``OpenPlatform/oauth``.
public struct OAuth: Sendable {
    let native: Platform

    /// Starts a login that asks for `scopes`: send the user's browser to the returned address. It can be completed
    /// once, within ten minutes, and only by the same session, the same app and the same authorization server.
    /// Source: `docs/platform.md#authorization`.
    ///
    /// - Parameters:
    ///   - scopes: What the user is asked to allow: ``Scopes`` makes them.
    ///   - sessionID: Whatever ties the login to this browser, such as the value of a session cookie.
    ///   - user: The app's own id of the user, never a session id or a cookie: with it a new login with the same scopes replaces the old grant.
    ///   - returnTo: Where in the app to go on afterwards: a path, given back by the callback.
    ///   - redirectURI: Another registered redirect address than the client's.
    ///   - prompt: What the server should ask: words with spaces between them, such as `login` or `consent`, or `none`
    ///     alone. A standard parameter, as the next two: the platform documents none of them and may ignore them.
    ///   - loginHint: Who is about to log in, such as a phone number, so that the page can fill it in.
    ///   - uiLocales: The languages of the page, the best one first, such as `fa en`.
    ///   - timeout: How long the whole call may take. By default what the settings say.
    public func authorize(
        _ scopes: [Scope],
        sessionID: String,
        user: String? = nil,
        returnTo: String? = nil,
        redirectURI: String? = nil,
        prompt: String? = nil,
        loginHint: String? = nil,
        uiLocales: String? = nil,
        timeout: Duration? = nil
    ) async throws -> Authorization {
        try await call(timeout) {
            try await native.oauthAuthorize(
                scopes: scopes, sessionId: sessionID, user: user, returnTo: returnTo, redirectUri: redirectURI,
                prompt: prompt, loginHint: loginHint, uiLocales: uiLocales, options: $0)
        }
    }

    /// Completes a login: checks the address that the user returned to, exchanges the code and stores the tokens.
    ///
    /// Takes the whole address, a path with its query, or the query alone. Behind a proxy hand over the query alone.
    ///
    /// A call with the wrong session uses the login up, too: the address was then in other hands than the user's, so its code
    /// must not be used any more.
    ///
    /// A login that the platform itself refuses, such as for a scope that the app may not ask for, is no denial, but the
    /// error `AuthorizationRefused`. The login is over afterwards, whatever the outcome, with one exception: after
    /// `RateLimited` the same address may be handed in again.
    public func callback(_ urlOrQuery: String, sessionID: String, timeout: Duration? = nil) async throws -> LoginOutcome {
        let outcome = try await call(timeout) {
            try await native.oauthCallback(urlOrQuery: urlOrQuery, sessionId: sessionID, options: $0)
        }
        switch outcome {
        case .denied:
            return .denied
        case .granted(let user, let grant, let scopes, let missingScopes, let returnTo):
            let user = UserClient(native: user)
            return .granted(
                Granted(
                    user: user, grant: grant, scopes: scopes.map { Scope($0) },
                    missingScopes: missingScopes.map { Scope($0) }, returnTo: returnTo))
        }
    }

    /// Where users return to after a login that names no other address; `nil` if the client does not know.
    public var redirectURI: String? { native.oauthRedirectUri() }

    /// Exchanges a code without storing anything: for apps that keep `state` and tokens themselves.
    /// Source: `docs/platform.md#token-exchange`.
    public func exchange(code: String, redirectURI: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthExchange(code: code, redirectUri: redirectURI, options: $0) }
    }

    /// Sends one refresh request, without lease, window or store. The platform replaces both tokens: store both before
    /// the next call. Stored grants are refreshed without being asked.
    /// Source: `docs/platform.md#token-refresh`.
    public func refresh(_ tokens: Tokens, redirectURI: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthRefresh(tokens: tokens, redirectUri: redirectURI, options: $0) }
    }
}

/// How the user answered. There is no third way.
public enum LoginOutcome: Sendable {
    /// Yes: the tokens are stored.
    case granted(Granted)
    /// No. This is a normal outcome: show the app's own page.
    case denied
}

/// A login that the user agreed to.
public struct Granted: Sendable {
    /// Acts for the user.
    public let user: UserClient
    /// The name of the stored grant: for ``OpenPlatform/user(_:)``.
    public let grant: GrantKey
    /// The granted scopes.
    public let scopes: [Scope]
    /// The scopes that were asked for and not granted.
    public let missingScopes: [Scope]
    /// The path that the login remembered.
    public let returnTo: String?
}
