// A process whose first calls are made without a free file descriptor, for ShortageTests: `Shortage POST`, with the client of the
// environment. It says the errors of these calls, and then whether the same calls work with free descriptors.

import Foundation
import OpenPlatform

#if canImport(Glibc)
import Glibc
#endif

@main
struct Shortage {
    static func main() async throws {
        #if canImport(Glibc)
        let platform = try OpenPlatform.fromEnvironment { $0.maxAttempts(attempts: 1) }
        let inbox = try platform.inbox()
        let hooks = try Hooks(platform: platform, inbox: inbox).on(.postUpdate) { _, _ in }
        let calls: [(String, () async throws -> Void)] = [
            ("a call works", { _ = try await platform.posts.get(PostToken(CommandLine.arguments[1])) }),
            ("an inbox works", { _ = try await inbox.tryNext() }),
            ("workers work", {
                let work = Task { try await hooks.run() }
                work.cancel()
                try await work.value
            }),
        ]
        // Dispatch, which runs tasks, ends a process in which it cannot open its own descriptors.
        try await Task.sleep(for: .milliseconds(1))
        var before = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
        for limit in [1, before.rlim_cur] {
            var limit = rlimit(rlim_cur: limit, rlim_max: before.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for (said, call) in calls {
                do {
                    try await call()
                    say(said)
                } catch let error as OpenPlatformError {
                    say("\(error.code): \(error)")
                }
            }
        }
        #endif
    }

    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
