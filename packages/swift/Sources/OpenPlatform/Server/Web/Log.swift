import Foundation

/// The level of a line of the log.
public enum LogLevel: String, Sendable {
    /// A request was refused, or an event has no handler.
    case warning
    /// The app's code failed.
    case error
}

/// Receives the log lines of ``Hooks`` and ``LoginRoutes``: pass them to the log of your app.
public typealias Log = @Sendable (LogLevel, String) -> Void

/// Writes each line to standard error.
public let standardErrorLog: Log = { level, text in
    FileHandle.standardError.write(Data("\(level.rawValue): \(text)\n".utf8))
}
