/// A client of the platform for a server: it holds the app's credentials and has all powers.
///
/// Make one and share it: it may be used from any number of tasks. A cancelled task ends its call at once; a token
/// refresh that the call has begun goes on, so that no pair of tokens is lost.
///
/// ```swift
/// let platform = try OpenPlatform.fromEnvironment()
/// let post = try await platform.posts.get("gZd7omnS")
/// ```
///
/// Every call throws an ``OpenPlatformError``, or a `CancellationError` if its task was cancelled.
public struct OpenPlatform: Sendable {
    let native: Platform

    /// A client with these settings. What is not set comes from the environment, as ``fromEnvironment(_:)`` says. None is
    /// required: a call that needs one that is not set says so.
    public init(_ configure: (Settings) throws -> Void) throws {
        Notices.listen
        let settings = Settings()
        try configure(settings)
        native = try Platform(settings: settings)
    }

    /// The same as `OpenPlatform { … }`, by a name that says where settings come from that are not given:
    ///
    /// `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`, `OPEN_PLATFORM_CLIENT_SECRET`, `OPEN_PLATFORM_REDIRECT_URI`,
    /// `OPEN_PLATFORM_IDENTIFICATION_KEYS` (several by commas) and `OPEN_PLATFORM_SANDBOX_URL`, with which all calls go
    /// to the sandbox; `OPEN_PLATFORM_STORE` and `OPEN_PLATFORM_STORE_KEYS`. Every variable may be missing, and an empty one
    /// is not set.
    public static func fromEnvironment(_ configure: (Settings) throws -> Void = { _ in }) throws -> OpenPlatform {
        try OpenPlatform(configure)
    }

    /// Finds out whether the settings can work: the API key is set; where one of client id, client secret and redirect address
    /// is set, all of them are; the store can be reached and its key opens what is in it; the addresses of the platform
    /// answer, whatever they answer. No credential is sent, and nothing changes on the platform. Call it once when the app
    /// starts. It takes at most about ten seconds.
    ///
    /// Throws ``OpenPlatformError/Config(report:)`` that names the setting (`check` if there are several faults, and then the
    /// text has all of them), or ``OpenPlatformError/Store(report:)`` if only the store cannot be used.
    public func check(timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.check(options: $0) }
    }

    /// Posts, with the API key alone.
    public var posts: Posts { Posts(native: native) }
    /// Image upload.
    public var images: Images { Images(native: native) }
    /// Removing add-ons.
    public var addons: Addons { Addons(native: native) }
    /// Users, by what the app knows of them.
    public var users: Users { Users(native: native) }
    /// Removing semantic records.
    public var semantics: Semantics { Semantics(native: native) }
    /// The app's chatbot.
    public var chatbot: Chatbot { Chatbot(native: native) }
    /// Login.
    public var oauth: OAuth { OAuth(native: native) }
    /// The stored grants.
    public var grants: Grants { Grants(native: native) }
    /// Old forms, for old apps.
    public var legacy: Legacy { Legacy(native: native) }

    /// A handle for one user, whose calls carry a fresh token of the stored grant.
    public func user(_ grant: GrantKey) -> UserClient { UserClient(native: native.user(grant: grant)) }

    /// A handle for one user, by an access token that the caller keeps fresh.
    public func user(accessToken: String) -> UserClient {
        UserClient(native: native.userWithToken(accessToken: accessToken))
    }

    /// An inbox in the store of this client: events are stored before they are acknowledged. For ``Hooks``.
    public func inbox(_ options: InboxOptions? = nil) throws -> Inbox { try native.inbox(options: options) }

    /// Ends the calls under way, those of its users too, with ``OpenPlatformError/Config(report:)``, and refuses later ones
    /// likewise. A token refresh that a call has begun goes on. There is no need to call this at the end of a program.
    public func close() { native.shutDown() }

    /// Sends a request to an endpoint that has no method here, with the API key.
    public func request(_ request: RawCall, timeout: Duration? = nil) async throws -> RawAnswer {
        try await call(timeout) { try await native.request(request: request, options: $0) }
    }
}

/// Acts for one user: every call carries the user's access token beside the API key. From ``OpenPlatform/user(_:)``.
///
/// The token of a stored grant is refreshed when it is due, and once more if the platform refuses it.
public struct UserClient: Sendable {
    let native: PlatformUser

    /// The grant whose tokens the calls carry, if it is a stored one.
    public var grant: GrantKey? { native.grant() }
    /// The user.
    public var users: CurrentUser { CurrentUser(native: native) }
    /// Posts, as the user may see them.
    public var posts: UserPosts { UserPosts(native: native) }
    /// Add-ons.
    public var addons: UserAddons { UserAddons(native: native) }
    /// Semantic records.
    public var semantics: UserSemantics { UserSemantics(native: native) }
    /// The user's conversations.
    public var conversations: UserConversations { UserConversations(native: native) }
    /// The app's chatbot, writing to this user.
    public var chatbot: UserChatbot { UserChatbot(native: native) }
    /// Single event subscriptions, which end with the access token.
    public var events: UserEvents { UserEvents(native: native) }
    /// Event subscriptions that are kept alive.
    public var subscriptions: Subscriptions { Subscriptions(native: native) }
    /// Old forms, for old apps.
    public var legacy: UserLegacy { UserLegacy(native: native) }

    /// Sends a request to an endpoint that has no method here, for the user.
    public func request(_ request: RawCall, timeout: Duration? = nil) async throws -> RawAnswer {
        try await call(timeout) { try await native.request(request: request, options: $0) }
    }
}

extension Platform: KeyCalls {}
extension PlatformUser: UserCalls {}
