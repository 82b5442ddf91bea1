import Foundation

/// The platform for an app on a phone. A phone has no secrets: its calls go through the developer's backend, which runs an app
/// gateway of this SDK, with short-lived access tokens for it. Calls that need a secret are not members of this type.
///
/// ```swift
/// let app = try OpenPlatformApp {
///     $0.clientId(id: "my-app")
///     $0.redirectUri(uri: "https://app.example/back")
///     $0.backend(address: "https://app.example/open-platform")
///     $0.tokens { try await myBackend.access() }
/// }
/// let login = try app.authorize([Scopes.userPhone])
/// // Open login.url() in the system's browser, keep login.pending() in the Keychain until the callback; afterwards:
/// switch try app.callback(url, pending: pending) {
/// case .granted(let code): try await myBackend.login(code.body())
/// case .denied: showDenied()
/// }
/// let me = try await app.user.users.me()
/// ```
///
/// Every call throws an ``OpenPlatformError``, or a `CancellationError` if its task was cancelled. Where the user must log
/// in again it is ``OpenPlatformError/ReauthRequired(report:)``.
public struct OpenPlatformApp: Sendable {
    let native: AppPlatform

    /// An app with these settings. There are no settings for secrets.
    public init(_ configure: (AppSettings) throws -> Void) throws {
        let settings = AppSettings()
        try configure(settings)
        native = try AppPlatform(settings: settings)
    }

    /// Begins a login, without a request. Open the address in the system's browser, never in a web view, and keep `pending()`
    /// in the app's private storage until the callback.
    ///
    /// - Parameters:
    ///   - scopes: The scopes to ask the user for: see ``Scopes``.
    ///   - prompt: What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. As
    ///     the next two, a standard parameter that the platform does not document and may ignore.
    ///   - loginHint: The expected user, such as a phone number, to fill in on the page.
    ///   - uiLocales: The preferred languages of the page, such as `fa en`.
    public func authorize(
        _ scopes: [Scope],
        prompt: String? = nil,
        loginHint: String? = nil,
        uiLocales: String? = nil
    ) throws -> AppAuthorization {
        try native.authorize(scopes: scopes, prompt: prompt, loginHint: loginHint, uiLocales: uiLocales)
    }

    /// Checks the callback address. Send the code of a granted login to the backend, which exchanges it: `POST …/login` with
    /// ``AppCode/body()``. Delete `pending` afterwards, whatever the outcome.
    ///
    /// The system may deliver an address twice. The second time this throws ``OpenPlatformError/StateMismatch(report:)``, or there is
    /// no `pending` any more: ignore it then, because the first one counts.
    public func callback(_ url: String, pending: String) throws -> AppLoginOutcome {
        try native.callback(url: url, pending: pending)
    }

    /// The same for a `URL`, such as that of `onOpenURL`.
    public func callback(_ url: URL, pending: String) throws -> AppLoginOutcome {
        try callback(url.absoluteString, pending: pending)
    }

    /// Posts.
    public var posts: Posts { Posts(native: native) }
    /// Image upload.
    public var images: Images { Images(native: native) }
    /// The user who is logged in.
    public var user: AppUser { AppUser(native: native) }

    /// Removes the backend's token, such as when the user logs out.
    public func forgetAccess() async { await native.forgetAccess() }

    /// Ends the calls in progress with ``OpenPlatformError/Config(report:)``. Later calls throw the same error.
    public func close() { native.shutDown() }
}

/// The user who is logged in on this phone. From ``OpenPlatformApp/user``.
public struct AppUser: Sendable {
    let native: AppPlatform

    /// The user's id and phone number.
    public var users: CurrentUser { CurrentUser(native: native) }
    /// Posts, with what the user may see.
    public var posts: UserPosts { UserPosts(native: native) }
    /// Add-ons. The backend must allow these calls.
    public var addons: UserAddons { UserAddons(native: native) }
    /// Semantic records. The backend must allow these calls.
    public var semantics: UserSemantics { UserSemantics(native: native) }
    /// The user's conversations. The backend must allow sending.
    public var conversations: UserConversations { UserConversations(native: native) }
}

extension AppSettings {
    /// Sets the provider of the backend's tokens: a request to `POST …/access` with the app's own session. Throw
    /// `AppTokenError.LoginRequired` if the user must log in first: calls then fail with
    /// ``OpenPlatformError/ReauthRequired(report:)``. Any other error is temporary: calls then fail with
    /// ``OpenPlatformError/RefreshUnavailable(report:)``. What it threw is the ``OpenPlatformError/cause`` of their errors, and
    /// not in their text.
    public func tokens(_ access: @escaping @Sendable () async throws -> AppAccess) {
        tokens(provider: Provider(access))
    }
}

/// A token provider that keeps the errors of the app's own in `Causes`.
private final class Provider: TokenProvider {
    private let ask: @Sendable () async throws -> AppAccess

    init(_ ask: @escaping @Sendable () async throws -> AppAccess) { self.ask = ask }

    func access() async throws -> AppAccess {
        do {
            return try await ask()
        } catch let error as CancellationError where Task.isCancelled {
            throw error
        } catch {
            let number = Causes.keep(error)
            switch error as? AppTokenError {
            case .LoginRequired(let reason)?:
                throw AppTokenError.Thrown(reason: reason, loginRequired: true, number: number)
            case .Unavailable(let reason)?:
                throw AppTokenError.Thrown(reason: reason, loginRequired: false, number: number)
            default:
                // Its text may contain personal data.
                let reason = "the token provider failed with \(type(of: error))"
                throw AppTokenError.Thrown(reason: reason, loginRequired: false, number: number)
            }
        }
    }
}

extension AppPlatform: KeyCalls, UserCalls {}
