#if canImport(Glibc)
import Foundation
import Glibc
import OpenPlatform
import OpenPlatformTesting
import Testing

/// A process without free file descriptors: an error that says so, and everything works again afterwards.
@Suite struct ShortageTests {
    /// No test of this process makes its first call.
    @Test func withoutAFreeDescriptorTheFirstCallOfAProcessIsAnErrorThatSaysSo() async throws {
        let world = try await Sandbox.start().world()
        let (process, output) = (Process(), Pipe())
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("Shortage")
        process.arguments = [try #require(try await world.posts().first).token]
        process.environment = ProcessInfo.processInfo.environment.merging(world.environment) { $1 }
        process.standardOutput = output
        try process.run()
        let text = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: (try? output.fileHandleForReading.readToEnd()) ?? Data())
            }
        }
        let said = String(decoding: text, as: UTF8.self).split(separator: "\n")
        #expect(said.count == 6, "\(said)")
        for line in said.prefix(3) {
            #expect(line.hasPrefix("config: ") && line.contains("runtime") && line.contains("open files"), "\(line)")
        }
        #expect(said.dropFirst(3) == ["a call works", "an inbox works", "workers work"])
    }

    /// Sockets that exist before, because a client needs a descriptor, too.
    @Test func aLocalServerContinuesAfterAShortage() async throws {
        let server = try LocalServer { _ in Reply(status: 200) }
        let port = UInt16(server.url.split(separator: ":").last ?? "") ?? 0
        let clients = (0..<3).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for client in clients { close(client) } }
        let request = "GET / HTTP/1.1\r\n\r\n"
        let first = await withoutDescriptors {
            for client in clients {
                #expect(connects(client, port))
                #expect(send(client, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count)
            }
            // Either the server waits already, with a descriptor for one client, and then finds none for the next. Or it has none for
            // any of them, all the time.
            return answer(clients[0], seconds: 1)
        }
        for client in first.isEmpty ? clients[0...] : clients[1...] { #expect(answer(client, seconds: 30) == "HTTP/1.1 200") }
        #expect(first.isEmpty || first == "HTTP/1.1 200")
        server.stop()
    }

    /// The first 12 bytes of a response; empty if there is none in this time.
    private func answer(_ client: Int32, seconds: Int) -> String {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        #expect(setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0)
        var answer = [UInt8](repeating: 0, count: 12)
        let count = recv(client, &answer, answer.count, Int32(MSG_WAITALL))
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }

    private func connects(_ client: Int32, _ port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

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
            world.settings($0)
            $0.maxAttempts(attempts: 1)
        }
        // From its first call on, a process has what all calls need.
        let other = try OpenPlatform(world.settings)
        _ = try await other.posts.get(post)
        other.close()
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
