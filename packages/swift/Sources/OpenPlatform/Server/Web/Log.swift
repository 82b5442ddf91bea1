import Foundation

/// The level of a line of the log.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// A request of a call, a request of the platform, or a handled event of an inbox.
    case debug
    /// A request that is sent again, new tokens, or an event of an inbox whose handler failed.
    case info
    /// A request of the platform was refused, an event has no handler, or a token refresh failed.
    case warning
    /// The app's code failed.
    case error

    /// Whether the first level is less important.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// Receives the log lines of ``Hooks`` and ``LoginRoutes``: pass them to the log of your app.
public typealias Log = @Sendable (LogLevel, String) -> Void

/// Writes each line to standard error, except those of the level `debug`.
public let standardErrorLog: Log = { level, text in
    if level == .debug { return }
    writeToStandardError("\(level.rawValue): \(text)")
}

/// Writes a line. One that cannot be written, such as to a full disk, is lost: `FileHandle.write(_:)` would end the process.
func writeToStandardError(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
}
