#if canImport(Glibc)
import Foundation
import Glibc
import OpenPlatform
import OpenPlatformTesting
import Testing

/// A process without free file descriptors: an error that says so, and the client works again afterwards.
@Suite struct ShortageTests {
    /// Lowers the limit of descriptors below the number of those that are open.
    private func withoutDescriptors<T>(_ run: () async -> T) async -> T {
        var before = rlimit()
        #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
        var limit = rlimit(rlim_cur: 1, rlim_max: before.rlim_max)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let result = await run()
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
        return result
    }

    @Test func withoutAFreeDescriptorACallIsAnErrorThatSaysSoAndTheNextOneWorks() async throws {
        let world = try await Sandbox.start().world()
        let post = PostToken(try #require(try await world.posts().first).token)
        let platform = try OpenPlatform {
            world.configure($0)
            $0.maxAttempts(attempts: 1)
        }
        let text = await withoutDescriptors {
            do {
                return "no error: \(try await platform.posts.get(post).token)"
            } catch let error as OpenPlatformError {
                return "\(error.code): \(error)"
            } catch {
                return "another error: \(error)"
            }
        }
        #expect(text.hasPrefix("transport: "), "\(text)")
        #expect(text.contains("descriptor") || text.contains("open files"), "\(text)")
        #expect(try await platform.posts.get(post).token == post)
    }
}
#endif
