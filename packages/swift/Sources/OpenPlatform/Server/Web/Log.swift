import Foundation

/// How grave a line of the log is.
public enum LogLevel: String, Sendable {
    /// Something was refused, or nobody cared for it.
    case warning
    /// The app's own code failed.
    case error
}

/// Takes the lines that ``Hooks`` and ``LoginRoutes`` note: hand them to the log of your app.
public typealias Log = @Sendable (LogLevel, String) -> Void

/// Writes each line to standard error.
public let standardErrorLog: Log = { level, text in
    FileHandle.standardError.write(Data("\(level.rawValue): \(text)\n".utf8))
}
