import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

/// Uploads: what may be uploaded, their progress, and their cancellation.
@Suite struct UploadTests {
    private let video = Data("\0\0\0\u{18}ftypmp42".utf8) + Data(count: 3_000_000)

    /// The reports of an upload.
    private final class Reports: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [UploadProgress] = []

        func add(_ report: UploadProgress) { lock.withLock { all.append(report) } }

        /// Checks that they grow from 0 to the whole file.
        func check(_ size: Int) {
            let sent = lock.withLock { all.map(\.sent) }
            #expect(sent.count > 3 && sent.first == 0 && sent.last == size)
            #expect(zip(sent, sent.dropFirst()).allSatisfy { $0 < $1 })
            #expect(lock.withLock { all.allSatisfy { $0.total == size } })
        }
    }

    /// Chunks of bytes; after the last of them an error, if there is one.
    private func stream(_ chunks: [Data], failure: (any Error)? = nil) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { stream in
            chunks.forEach { stream.yield($0) }
            stream.finish(throwing: failure)
        }
    }

    @Test func eachKindOfSourceIsUploadedAndReportsItsProgress() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("open-platform-\(UUID()).mp4")
        try video.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let chunks = stride(from: 0, to: video.count, by: 100_000).map { Data(video[$0..<min($0 + 100_000, video.count)]) }
        let uploads: [(@escaping @Sendable (UploadProgress) -> Void) async throws -> Void] = [
            { try await platform.chatbot.uploadVideo(self.video, onProgress: $0) },
            { try await platform.chatbot.uploadVideo(file: file, onProgress: $0) },
            { try await platform.chatbot.uploadVideo(stream: self.stream(chunks), onProgress: $0) },
            { try await platform.ownPosts.uploadVideo(self.video, onProgress: $0) },
        ]
        for upload in uploads {
            let reports = Reports()
            try await upload { reports.add($0) }
            reports.check(video.count)
        }
        #expect(try await world.chatMedia().map(\.bytes) == Array(repeating: video.count, count: 3))
    }

    @Test func aStreamThatIsTooLongOrCannotBeReadIsRefusedWithoutARequest() async throws {
        struct Gone: Error {}
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let long = Array(repeating: Data(count: 10_000_000), count: 7)
        await #expect {
            try await platform.chatbot.uploadVideo(stream: self.stream(long))
        } throws: {
            "\($0)".contains("at most 50000000 bytes")
        }
        await #expect(throws: Gone.self) {
            try await platform.chatbot.uploadVideo(stream: self.stream([self.video], failure: Gone()))
        }
        #expect(try await world.requests("chatbot.create_upload_token").isEmpty)
    }

    @Test func anAddressThatIsNotThatOfAFileIsRefusedWithoutARequest() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("open-platform-\(UUID()).mp4")
        try video.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // Its path is that of the file.
        let page = try #require(URL(string: "https://app.example\(file.path)"))
        let uploads: [() async throws -> Void] = [
            { _ = try await platform.images.upload(file: page) },
            { try await platform.chatbot.uploadVideo(file: page) },
            { try await platform.ownPosts.uploadVideo(file: page) },
        ]
        for upload in uploads {
            await #expect {
                try await upload()
            } throws: {
                let report = ($0 as? OpenPlatformError)?.report
                return report?.code == "invalid_input" && report?.field == "file" && "\($0)".contains("must be a file URL")
            }
        }
        #expect(try await world.requests().isEmpty)
    }

    @Test func aCancelledUploadEndsAtOnce() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        try await world.addFault(
            .init(effects: [.delay(milliseconds: 60_000)], on: .init(endpoint: "chatbot.upload_video")))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let video = video
        let upload = Task {
            try await platform.chatbot.uploadVideo(video) { if $0.sent > 0 { begin.yield() } }
        }
        for await _ in begun { break }
        // Now the sandbox has received the whole upload and delays it.
        while try await world.faults().first?.fired == 0 { await Task.yield() }
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
        try await world.clearFaults()
        try await platform.chatbot.uploadVideo(video)
        #expect(try await world.chatMedia().count == 1)
    }
}
