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
    /// How long the worker had the event; `nil` for an event that was handed out by an earlier version.
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
    public func onWork(_ callback: @escaping @Sendable (HandledEvent) -> Void) {
        onWork(listener: WorkCallback(callback))
    }

    /// Logs requests, token refreshes and handled events of inboxes. The label `open_platform.http` has each request at `debug`,
    /// or at `info` if it is sent again; `open_platform.refresh` has each refresh at `info`, or at `warning` if it failed;
    /// `open_platform.inbox` has each event at `debug`, or at `info` if its handler failed.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is logged. Records for lower levels are not made.
    ///   - handler: Receives the lines. It is called from threads of the client and must not block.
    public func log(from level: LogLevel = .info, to handler: @escaping LogHandler) {
        if level <= .info {
            let requests = RequestCallback { handler($0.level, "open_platform.http", $0.message, $0.metadata) }
            logRequests(listener: requests, onlyRetries: level == .info)
        }
        if level <= .info {
            let work = WorkCallback {
                if $0.level >= level { handler($0.level, "open_platform.inbox", $0.message, $0.metadata) }
            }
            logWork(listener: work)
        }
        if level <= .warning {
            let refreshes = RefreshCallback {
                if $0.level >= level { handler($0.level, "open_platform.refresh", $0.message, $0.metadata) }
            }
            logRefreshes(listener: refreshes)
        }
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
private final class WorkCallback: WorkListener {
    private let callback: @Sendable (HandledEvent) -> Void

    init(_ callback: @escaping @Sendable (HandledEvent) -> Void) { self.callback = callback }

    func handled(event: HandledEvent) { callback(event) }
}

extension Attempt {
    fileprivate var level: LogLevel { retry == nil ? .debug : .info }

    fileprivate var message: String {
        let outcome = error ?? status.map { "\($0)" } ?? ""
        let text = "\(endpoint): request \(attempt): \(outcome) in \(durationSeconds.milliseconds) ms, request id \(requestId ?? "")"
        guard let retry else { return text }
        return "\(text); sent again in \((waitSeconds ?? 0).milliseconds) ms (\(retry))"
    }

    fileprivate var metadata: [String: String] {
        let members = [
            "endpoint": endpoint, "attempt": "\(attempt)", "status": status.map { "\($0)" }, "error": error,
            "duration_ms": "\(durationSeconds.milliseconds)", "request_id": requestId, "retry": retry,
            "wait_ms": waitSeconds.map { "\($0.milliseconds)" },
        ]
        return members.compactMapValues { $0 }
    }
}

extension Refresh {
    fileprivate var level: LogLevel { outcome == "refreshed" ? .info : .warning }

    fileprivate var message: String {
        "token refresh (\(reason)): request \(attempt): \(outcome) in \(durationSeconds.milliseconds) ms"
    }

    fileprivate var metadata: [String: String] {
        [
            "outcome": outcome, "attempt": "\(attempt)", "reason": reason, "duration_ms": "\(durationSeconds.milliseconds)",
        ]
    }
}

extension HandledEvent {
    fileprivate var level: LogLevel { outcome == "acknowledged" || outcome == "released" ? .debug : .info }

    fileprivate var message: String {
        let text = "\(eventType): attempt \(attempt): \(outcome) after \((durationSeconds ?? 0).milliseconds) ms"
        return waitSeconds.map { "\(text); handled again in \($0.milliseconds) ms" } ?? text
    }

    fileprivate var metadata: [String: String] {
        let members = [
            "event_type": eventType, "outcome": outcome, "attempt": "\(attempt)",
            "duration_ms": durationSeconds.map { "\($0.milliseconds)" }, "wait_ms": waitSeconds.map { "\($0.milliseconds)" },
        ]
        return members.compactMapValues { $0 }
    }
}

extension ReceivedHook {
    /// The line of a log.
    var message: String {
        let which = [kind, eventType].compactMap { $0 }.joined(separator: " ")
        return "open-platform: \(which): \(outcome), answered with \(status) in \(durationSeconds.milliseconds) ms"
    }
}

extension Double {
    /// These seconds in whole milliseconds.
    fileprivate var milliseconds: Int64 { Int64(self * 1000) }
}
