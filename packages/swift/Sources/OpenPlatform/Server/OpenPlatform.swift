import Foundation

/// A client of the platform for a server: it has the app's credentials and all calls.
///
/// Create one and share it between tasks. A cancelled task ends its call at once; a token refresh that the call has begun is
/// completed, so that no tokens are lost.
///
/// ```swift
/// let platform = try OpenPlatform.fromEnvironment()
/// let post = try await platform.posts.get("gZd7omnS")
/// ```
///
/// Every call throws an ``OpenPlatformError``, or a `CancellationError` if its task was cancelled.
public struct OpenPlatform: Sendable {
    let native: Platform

    /// A client with these settings. Settings that are not given are read from the environment, as with
    /// ``fromEnvironment(_:)``. None is required: a call that needs a missing setting throws an error.
    public init(_ configure: (Settings) throws -> Void) throws {
        Notices.listen
        let settings = Settings()
        try configure(settings)
        native = try Platform(settings: settings)
    }

    /// The same as `OpenPlatform { … }`, with a name that says where other settings are read from:
    ///
    /// `OPEN_PLATFORM_API_KEY`, `OPEN_PLATFORM_CLIENT_ID`, `OPEN_PLATFORM_CLIENT_SECRET`, `OPEN_PLATFORM_REDIRECT_URI`,
    /// `OPEN_PLATFORM_IDENTIFICATION_KEYS` (several separated by commas) and `OPEN_PLATFORM_SANDBOX_URL`, with which all calls
    /// go to the sandbox; `OPEN_PLATFORM_STORE`, `OPEN_PLATFORM_STORE_KEYS`, `OPEN_PLATFORM_ASSET_MAX_AGE` (in seconds) and
    /// `OPEN_PLATFORM_ROOT_CERTIFICATES_PEM` (the path of a file). All variables are optional, and an empty one counts as not set.
    public static func fromEnvironment(_ configure: (Settings) throws -> Void = { _ in }) throws -> OpenPlatform {
        try OpenPlatform(configure)
    }

    /// Checks the settings: the API key is set; client id, client secret and redirect URI are all set or all missing; the store
    /// can be reached and its key decrypts the records; the hosts of the platform answer, with any status. No credential is
    /// sent, and nothing changes on the platform. Call it once when the app starts. It takes at most about ten seconds.
    ///
    /// Throws ``OpenPlatformError/Config(report:)`` that names the setting (`check` if there are several errors; then the text
    /// has all of them), or ``OpenPlatformError/Store(report:)`` if only the store cannot be used.
    public func check(timeout: Duration? = nil) async throws {
        try await call(timeout) { try await native.check(options: $0) }
    }

    /// Login.
    public var oauth: OAuth { OAuth(native: native) }
    /// The stored grants.
    public var grants: Grants { Grants(native: native) }

    /// Calls for one user, with the tokens of a stored grant, which are refreshed automatically.
    public func user(_ grant: GrantKey) -> UserClient { UserClient(native: native.user(grant: grant)) }

    /// Calls for one user, with an access token that the caller refreshes.
    public func user(accessToken: String) -> UserClient {
        UserClient(native: native.userWithToken(accessToken: accessToken))
    }

    /// An inbox in the store of this client: events are stored before they are acknowledged. For ``Hooks``.
    public func inbox(_ options: InboxOptions? = nil) throws -> Inbox { try native.inbox(options: options) }

    /// Ends the calls in progress, also those of its users, with ``OpenPlatformError/Config(report:)``. Later calls throw the
    /// same error. A token refresh that a call has begun is completed. There is no need to call this at the end of a program.
    public func close() { native.shutDown() }

    /// Sends a request to an endpoint that has no method here, with the API key.
    public func request(_ request: RawRequest, timeout: Duration? = nil) async throws -> RawResponse {
        try await traced("request", timeout) { try await native.request(request: request, options: $0) }
    }

    /// Like ``request(_:timeout:)``, but returns when the response begins, and gives its body in the pieces in which it arrives:
    ///
    /// ```swift
    /// let export = try RawRequest(method: "GET", segments: ["v1", "open-platform", "export"], maxResponse: 1 << 30)
    /// for try await chunk in try await platform.stream(export) { file.write(chunk) }
    /// ```
    ///
    /// Until the response begins, everything is as for other calls: credentials, a refresh after a 401, retries, and errors for
    /// all responses that are no success. `timeout` limits the time until then, with all attempts; after that, each wait for the
    /// next bytes, but neither the time between two reads nor the whole time. The response is not compressed.
    public func stream(_ request: RawRequest, timeout: Duration? = nil) async throws -> StreamedResponse {
        try await traced("request", timeout) { try await native.stream(request: request, options: $0) }
    }
}

/// Calls for one user: each sends the user's access token with the API key. From ``OpenPlatform/user(_:)``.
///
/// The token of a stored grant is refreshed when it is due, and once more if the platform refuses it.
public struct UserClient: Sendable {
    let native: PlatformUser

    /// The grant of the calls, if it is stored.
    public var grant: GrantKey? { native.grant() }
    /// Event subscriptions that are renewed automatically.
    public var subscriptions: Subscriptions { Subscriptions(native: native) }

    /// Sends a request to an endpoint that has no method here, for the user.
    public func request(_ request: RawRequest, timeout: Duration? = nil) async throws -> RawResponse {
        try await traced("request", timeout) { try await native.request(request: request, options: $0) }
    }

    /// Like ``OpenPlatform/stream(_:timeout:)``, for the user.
    public func stream(_ request: RawRequest, timeout: Duration? = nil) async throws -> StreamedResponse {
        try await traced("request", timeout) { try await native.stream(request: request, options: $0) }
    }
}

extension FormPart {
    /// Creates a field. Its `text` is sent in UTF-8.
    public convenience init(name: String, text: String, contentType: String? = nil) {
        self.init(name: name, content: Data(text.utf8), fileName: nil, contentType: contentType)
    }
}

/// The bytes of the body as they arrive, in pieces of any size. Iterate over them once. The response ends when the last
/// reference to it is released, or with ``end()``.
///
/// An incomplete body throws ``OpenPlatformError/Transport(report:)``: of the kind `interrupted` if the connection breaks, or if
/// nothing arrives for as long as the timeout of the call; `too_large` if the body exceeds `maxResponse`. Nothing is sent again.
extension StreamedResponse: AsyncSequence {
    /// Reads the body.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let native: StreamedResponse

        /// The next bytes; `nil` after the last.
        public mutating func next() async throws -> Data? {
            let native = native
            return try await call { try await native.nextChunk(cancel: $0.cancel) }
        }
    }

    /// Begins to read the body.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(native: self) }
}

extension Platform: KeyCalls {}
extension PlatformUser: UserCalls {}
