/// The platform for an app on a phone. A phone holds no secret: calls go through the developer's own backend, which has an
/// app gateway of this SDK, and carry short-lived access to it. What needs a secret does not exist on this type.
///
/// ```swift
/// let app = try OpenPlatformApp {
///     $0.clientId(id: "my-app")
///     $0.redirectUri(uri: "https://app.example/back")
///     $0.backend(address: "https://app.example/open-platform")
///     $0.tokens { try await myBackend.access() }
/// }
/// let login = try app.authorize([Scopes.userPhone])
/// // Open login.url() in the system's browser, keep login.pending() in the Keychain; afterwards:
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
    private let failure: Locked<(any Error)?>

    /// An app with these settings. There is none for a secret.
    public init(_ configure: (AppSettings) throws -> Void) throws {
        let (settings, failure) = (AppSettings(), Locked<(any Error)?>(nil))
        try Provider.$failure.withValue(failure) { try configure(settings) }
        native = try AppPlatform(settings: settings)
        self.failure = failure
    }

    /// What the token provider has thrown, if it failed when it was asked last: the cause of calls that end with
    /// ``OpenPlatformError/ReauthRequired(report:)`` or ``OpenPlatformError/RefreshUnavailable(report:)`` for it.
    public var tokenFailure: (any Error)? { failure.value }

    /// Begins a login. Nothing is sent. Open the address in the system's browser, never in a web view, and keep what is
    /// pending in the app's private storage until the user comes back.
    ///
    /// - Parameters:
    ///   - scopes: What the user is asked to allow: ``Scopes`` makes them.
    ///   - prompt: What the server should ask: words with spaces between them, such as `login` or `consent`, or `none`
    ///     alone. A standard parameter, as the next two: the platform documents none of them and may ignore them.
    ///   - loginHint: Who is about to log in, such as a phone number, so that the page can fill it in.
    ///   - uiLocales: The languages of the page, the best one first, such as `fa en`.
    public func authorize(
        _ scopes: [Scope],
        prompt: String? = nil,
        loginHint: String? = nil,
        uiLocales: String? = nil
    ) throws -> AppAuthorization {
        try native.authorize(scopes: scopes, prompt: prompt, loginHint: loginHint, uiLocales: uiLocales)
    }

    /// Checks the address that the user came back to. The code of a granted login goes to the backend, which exchanges it:
    /// `POST …/login` with ``AppCode/body()``.
    public func callback(_ url: String, pending: String) throws -> AppLoginOutcome {
        try native.callback(url: url, pending: pending)
    }

    /// Posts.
    public var posts: Posts { Posts(native: native) }
    /// Image upload.
    public var images: Images { Images(native: native) }
    /// The user who is logged in.
    public var user: AppUser { AppUser(native: native) }

    /// Forgets the backend's token, such as when the user logs out.
    public func forgetAccess() async { await native.forgetAccess() }

    /// Ends the calls under way with ``OpenPlatformError/Config(report:)``, and refuses later ones likewise.
    public func close() { native.shutDown() }
}

/// The user who is logged in on this phone. From ``OpenPlatformApp/user``.
public struct AppUser: Sendable {
    let native: AppPlatform

    /// Who the user is.
    public var users: CurrentUser { CurrentUser(native: native) }
    /// Posts, as the user may see them.
    public var posts: UserPosts { UserPosts(native: native) }
    /// Add-ons. The backend must allow them.
    public var addons: UserAddons { UserAddons(native: native) }
    /// Semantic records. The backend must allow them.
    public var semantics: UserSemantics { UserSemantics(native: native) }
    /// The user's conversations. The backend must allow to send.
    public var conversations: UserConversations { UserConversations(native: native) }
}

extension AppSettings {
    /// Where the backend's tokens come from: a request to `POST …/access` with the app's own session. Throw
    /// `AppTokenError.LoginRequired` where the user has to log in first. Any other error stands for now alone; it is in
    /// ``OpenPlatformApp/tokenFailure``, and of its text nothing in the errors of calls.
    public func tokens(_ access: @escaping @Sendable () async throws -> AppAccess) {
        tokens(provider: Provider(access))
    }
}

private final class Provider: TokenProvider {
    /// Where the providers of the app that is being made leave what they throw.
    @TaskLocal static var failure = Locked<(any Error)?>(nil)

    private let ask: @Sendable () async throws -> AppAccess
    private let failure = Provider.failure

    init(_ ask: @escaping @Sendable () async throws -> AppAccess) { self.ask = ask }

    func access() async throws -> AppAccess {
        do {
            let access = try await ask()
            failure.change { $0 = nil }
            return access
        } catch {
            failure.change { $0 = error }
            if error is AppTokenError || error is CancellationError { throw error }
            // Its text may hold anything, so it is in the failure alone.
            throw AppTokenError.Unavailable(reason: "the token provider failed with \(type(of: error))")
        }
    }
}

extension AppPlatform: KeyCalls, UserCalls {}
