import Foundation

/// Login. From ``OpenPlatform/oauth``.
public struct OAuth: Sendable {
    let native: Platform

    /// Starts a login that asks for `scopes`: redirect the user's browser to the returned address. It can be completed once,
    /// within ten minutes, and only by the same session, the same app and the same authorization server. Source:
    /// `docs/platform.md#authorization`.
    ///
    /// - Parameters:
    ///   - scopes: The scopes to ask the user for: see ``Scopes``.
    ///   - sessionID: A value that binds the login to this browser, such as that of a session cookie.
    ///   - user: The app's own id of the user, never a session id or a cookie: with it a new login with the same scopes replaces the old grant.
    ///   - returnTo: The path in the app to continue at, returned by the callback.
    ///   - redirectURI: A registered redirect URI other than the client's.
    ///   - prompt: What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. As
    ///     the next two, a standard parameter that the platform does not document and may ignore.
    ///   - loginHint: The expected user, such as a phone number, to fill in on the page.
    ///   - uiLocales: The preferred languages of the page, such as `fa en`.
    ///   - timeout: The time limit of the whole call. By default that of the settings.
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
    /// Accepts the whole address, a path with its query, or the query alone. Behind a proxy pass the query alone.
    ///
    /// A call with the wrong session ends the login, too: another person had the address, so its code must not be used.
    ///
    /// A login that the platform itself refuses, such as for a scope that the app may not ask for, is not a denial, but the
    /// error `AuthorizationRefused`. In every case the login has ended afterwards, except after `RateLimited`: then the same
    /// address can be passed again.
    public func callback(_ urlOrQuery: String, sessionID: String, timeout: Duration? = nil) async throws -> LoginOutcome {
        LoginOutcome(
            try await call(timeout) {
                try await native.oauthCallback(urlOrQuery: urlOrQuery, sessionId: sessionID, options: $0)
            })
    }

    /// The default redirect URI of logins; `nil` if it is not set.
    public var redirectURI: String? { native.oauthRedirectUri() }

    /// Exchanges a code without storing anything: for apps that keep `state` and tokens themselves.
    /// Source: `docs/platform.md#token-exchange`.
    public func exchange(code: String, redirectURI: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthExchange(code: code, redirectUri: redirectURI, options: $0) }
    }

    /// Sends one refresh request, without using the store. The platform replaces both tokens: store both before the next call.
    /// Stored grants are refreshed automatically. Source: `docs/platform.md#token-refresh`.
    public func refresh(_ tokens: Tokens, redirectURI: String, timeout: Duration? = nil) async throws -> Tokens {
        try await call(timeout) { try await native.oauthRefresh(tokens: tokens, redirectUri: redirectURI, options: $0) }
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
