import Foundation

#if canImport(os)
import os
#endif

/// What the user of the package should know although no call fails: in the system's log, or where there is none on the
/// standard error stream.
final class Notices: NoticeListener {
    /// Begins to listen, once in a process.
    static let listen: Void = listenToNotices(listener: Notices())

    func notice(text: String) {
        #if canImport(os)
        Logger(subsystem: "open-platform", category: "notices").warning("\(text, privacy: .public)")
        #else
        FileHandle.standardError.write(Data("open-platform: \(text)\n".utf8))
        #endif
    }
}
