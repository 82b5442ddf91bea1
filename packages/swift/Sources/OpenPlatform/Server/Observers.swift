import Foundation

extension Attempt {
    /// How long the request took.
    public var duration: Duration { .seconds(durationSeconds) }
    /// How long the client waits before the request is sent again; `nil` if it is not.
    public var wait: Duration? { waitSeconds.map { .seconds($0) } }
}

extension Refresh {
    /// How long the request took.
    public var duration: Duration { .seconds(durationSeconds) }
}

extension ReceivedHook {
    /// How long it took until the response was known.
    public var duration: Duration { .seconds(durationSeconds) }
}

extension HandledEvent {
    /// How long the worker had the event; `nil` for an event that an earlier version has leased.
    public var duration: Duration? { durationSeconds.map { .seconds($0) } }
    /// How long until the event is handled again; `nil` if it is not.
    public var wait: Duration? { waitSeconds.map { .seconds($0) } }
}

/// Receives the lines of a log: level, label, message and metadata. The levels have the names of swift-log's.
///
/// ```swift
/// // swift-log: import Logging
/// $0.log { level, label, message, metadata in
///     Logger(label: label).log(level: .init(rawValue: level.rawValue)!, "\(message)", metadata: metadata.mapValues { "\($0)" })
/// }
/// // os.Logger: import os
/// $0.log { level, label, message, _ in
///     Logger(subsystem: label, category: level.rawValue).log(level: level == .debug ? .debug : .default, "\(message, privacy: .public)")
/// }
/// ```
public typealias LogHandler = @Sendable (LogLevel, _ label: String, _ message: String, _ metadata: [String: String]) -> Void

extension Settings {
    /// Sets a callback for each request of a call, when its outcome is known. It is called from a thread of the client and must
    /// not block. Without a callback or a log no records are made.
    public func onRequest(_ callback: @escaping @Sendable (Attempt) -> Void) {
        onRequest(listener: RequestCallback(callback))
    }

    /// Sets a callback for each request of a token refresh. As ``onRequest(_:)``.
    public func onRefresh(_ callback: @escaping @Sendable (Refresh) -> Void) {
        onRefresh(listener: RefreshCallback(callback))
    }

    /// Sets a callback for each event of an inbox of this client that a worker has handled. As ``onRequest(_:)``.
    public func onHandledEvent(_ callback: @escaping @Sendable (HandledEvent) -> Void) {
        onHandledEvent(listener: HandledEventCallback(callback))
    }

    /// Logs requests, token refreshes and handled events of inboxes. The label `open_platform.http` has each request at `debug`,
    /// or at `info` if it is sent again; `open_platform.refresh` has each refresh at `info`, or at `warning` if it failed;
    /// `open_platform.inbox` has each event at `debug`, or at `info` if its handler failed; `open_platform` says at `info` that the
    /// environment sends all calls to the sandbox.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is logged. Records for lower levels are not made.
    ///   - handler: Receives the lines. It is called from threads of the client and must not block.
    public func log(from level: LogLevel = .info, to handler: @escaping LogHandler) {
        let lowest: LineLevel? =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: nil
            }
        logLines(listener: LineCallback(handler), requests: lowest, refreshes: lowest, handledEvents: lowest, clients: lowest)
    }
}

extension AttemptList {
    /// Makes calls, and adds their requests to this list, also those of calls that fail. The last request of a call has the
    /// platform's request id. The requests of logins, token refreshes and cancelled calls are not included. If a list is inside
    /// another one, the inner list takes the requests.
    ///
    /// ```swift
    /// let list = AttemptList()
    /// let post = try await list.record { try await platform.posts.get("gZd7omnS") }
    /// print(list.attempts().last?.requestId ?? "", list.attempts().count)
    /// ```
    public func record<T>(isolation: isolated (any Actor)? = #isolation, _ calls: () async throws -> T) async rethrows -> T {
        try await CallContext.$complete.withValue(
            {
                CallOptions(
                    timeout: $0.timeout, repeatPostAddons: $0.repeatPostAddons, cancel: $0.cancel, attempts: self)
            }, operation: calls)
    }
}

/// Calls a callback of the app.
private final class RequestCallback: RequestListener {
    private let callback: @Sendable (Attempt) -> Void

    init(_ callback: @escaping @Sendable (Attempt) -> Void) { self.callback = callback }

    func request(attempt: Attempt) { callback(attempt) }
}

/// Calls a callback of the app.
private final class RefreshCallback: RefreshListener {
    private let callback: @Sendable (Refresh) -> Void

    init(_ callback: @escaping @Sendable (Refresh) -> Void) { self.callback = callback }

    func refresh(refresh: Refresh) { callback(refresh) }
}

/// Calls a callback of the app.
private final class HandledEventCallback: HandledEventListener {
    private let callback: @Sendable (HandledEvent) -> Void

    init(_ callback: @escaping @Sendable (HandledEvent) -> Void) { self.callback = callback }

    func handled(event: HandledEvent) { callback(event) }
}

/// Calls a function of the app.
private final class LineCallback: LogListener {
    private let handler: LogHandler

    init(_ handler: @escaping LogHandler) { self.handler = handler }

    func line(level: LineLevel, logger: String, text: String, members: [String: String]) {
        let level: LogLevel =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            }
        handler(level, logger, text, members)
    }
}
