import Foundation

#if canImport(os)
import os
#endif

/// Warnings that are not errors of a call: written to the system's log, or to standard error where there is none.
final class Notices: NoticeListener {
    /// Starts to receive warnings, once in a process.
    static let listen: Void = listenToNotices(listener: Notices())

    func notice(text: String) {
        #if canImport(os)
        Logger(subsystem: "open-platform", category: "notices").warning("\(text, privacy: .public)")
        #else
        writeToStandardError("open-platform: \(text)")
        #endif
    }
}
