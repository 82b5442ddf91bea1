import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

private let key = "identification-key-one"

/// Scenarios of `tests/scenarios.tsv` about the store of the inbox, some with several processes.
@Suite struct InboxScenarioTests {
    @Test func anEventThatAKilledProcessHasReceivedIsHandledOnceByAnother() async throws {
        for step in ["before the response", "after the response", "in the handler", "after the handler"] {
            let store = NewStore()
            let killed = try InboxProcess(store.address, copies: 1, handles: step)
            #expect(await killed.hear() == "ready")
            killed.goOn()
            if step == "before the response" {
                let inbox = try Inbox.open(address: store.address, keys: ["unencrypted"], options: nil)
                while try await inbox.counts().pending == 0 { await Task.yield() }
            } else {
                #expect(await killed.hear() == "1", "\(step)")
            }
            if step.hasSuffix("the handler") { #expect(await killed.hear() == "p", "\(step)") }
            if step == "after the handler" {
                // So that the result of the handler cannot be stored.
                try await store.withoutWrites {
                    killed.goOn()
                    #expect(await killed.hear() == "handled")
                    #expect(await killed.kill() == [])
                }
            }
            #expect(await killed.kill() == [], "\(step)")
            let inbox = try Inbox.open(address: store.address, keys: ["unencrypted"], options: nil)
            #expect(try await inbox.counts() == InboxCounts(pending: 1, deadLetters: 0), "\(step)")
            // The platform sends the event again, because the response may have been lost.
            let other = try InboxProcess(store.address, copies: 2, handles: "all")
            #expect(await other.hear() == "ready")
            other.goOn()
            #expect(await other.hear() == "2")
            #expect(await other.hear() == "p")
            while try await inbox.counts().pending > 0 { await Task.yield() }
            #expect(await other.kill() == [])
            #expect(try await receiveUntilStored(hooks(inbox), "p") == 200)
            #expect(try await inbox.counts() == InboxCounts(pending: 0, deadLetters: 0))
        }
    }

    @Test func aProcessThatIsAskedToEndLetsItsHandlerEnd() async throws {
        let store = NewStore()
        let process = try InboxProcess(store.address, copies: 1, handles: "all until the end")
        #expect(await process.hear() == "ready")
        process.goOn()
        for line in ["1", "p"] { #expect(await process.hear() == line) }
        process.end()
        #expect(await process.hear() == "ending")
        process.goOn()
        for line in ["handled", nil] { #expect(await process.hear() == line) }
        let inbox = try Inbox.open(address: store.address, keys: ["unencrypted"], options: nil)
        #expect(try await inbox.counts() == InboxCounts(pending: 0, deadLetters: 0))
    }

    @Test func aHandlerThatTakesLongerThanTheLeaseIsCalledOnce() async throws {
        // `tests/run figures` names the lease in seconds, and the handler takes ten longer.
        let asked = ProcessInfo.processInfo.environment["OPEN_PLATFORM_ROUNDS"].flatMap { Int64($0) }
        let (lease, takes) = asked.map { ($0, Duration.seconds($0 + 10)) } ?? (1, .milliseconds(3500))
        let platform = try OpenPlatform { $0.clientId(id: "app") }
        // Two inboxes of one store, as in two processes: only the extended lease keeps the event from the other one.
        let inboxes = try (0..<2).map { _ in try platform.inbox(InboxOptions(leaseSeconds: lease)) }
        let workers = try inboxes.map(hooks)
        let (calls, ended) = (Locked(0), Locked(0))
        for worker in workers {
            try worker.on(.postUpdate) { _, _ in
                calls.change { $0 += 1 }
                try await Task.sleep(for: takes)  // The work.
                ended.change { $0 += 1 }
            }
        }
        #expect(await receive(workers[0], "p") == 200)
        let work = workers.map { worker in Task { try await worker.run(workers: 1) } }
        while ended.value == 0 { try await Task.sleep(for: .milliseconds(10)) }
        while try await inboxes[0].counts().pending > 0 { await Task.yield() }
        for task in work {
            task.cancel()
            try await task.value
        }
        #expect(calls.value == 1)
        #expect(try await inboxes[0].counts().deadLetters == 0)
    }

    /// On a system without a log of its own.
    @Test func aWarningAboutTheStoreIsWrittenToStandardError() async throws {
        let (store, errors) = (NewStore(), Pipe())
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        #expect(FileManager.default.createFile(atPath: store.file, contents: nil, attributes: permissions))
        let process = try InboxProcess(store.address, copies: 1, handles: "nothing", errors: errors)
        #expect(await process.hear() == "ready")
        process.goOn()
        #expect(await process.hear() == "1")
        #expect(await process.kill() == [])
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("open-platform: other users could read the file of the store, \(store.file)"))
    }

    #if os(Linux)
    @Test func aLineThatStandardErrorDoesNotTakeIsLost() async throws {
        let (store, full) = (NewStore(), try #require(FileHandle(forWritingAtPath: "/dev/full")))
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        #expect(FileManager.default.createFile(atPath: store.file, contents: nil, attributes: permissions))
        let process = try InboxProcess(store.address, copies: 1, handles: "nothing", errors: full)
        #expect(await process.hear() == "ready")
        process.goOn()
        #expect(await process.hear() == "1")
        #expect(await process.kill() == [])
    }
    #endif

    @Test func aStoreOfTheAppsOwnThatFailsIsA503() async throws {
        final class Failing: RecordStore {
            let calls = Locked(0)
            private func fail() -> Wrong {
                calls.change { $0 += 1 }
                return Wrong("the store is down")
            }
            func get(kind: String, key: String) async throws -> StoredRecord? { throw fail() }
            func put(kind: String, key: String, expected: Int64?, value: Data) async throws -> Bool { throw fail() }
            func delete(kind: String, key: String, expected: Int64) async throws -> Bool { throw fail() }
            func scan(kind: String, prefix: String, after: String?, limit: Int32) async throws -> [StoredRecord] {
                throw fail()
            }
        }
        let failing = Failing()
        #expect(try await receive(hooks(Inbox.over(store: failing, keys: ["unencrypted"])), "p") == 503)
        #expect(failing.calls.value > 0)
    }

    @Test func aStoreThatDoesNotAnswerIsA503() async throws {
        final class Silent: RecordStore {
            let calls = Locked(0)
            private func never<T>() async throws -> T {
                calls.change { $0 += 1 }
                try await Task.sleep(for: .seconds(86_400))
                throw Wrong("it answers")
            }
            func get(kind: String, key: String) async throws -> StoredRecord? { try await never() }
            func put(kind: String, key: String, expected: Int64?, value: Data) async throws -> Bool { try await never() }
            func delete(kind: String, key: String, expected: Int64) async throws -> Bool { try await never() }
            func scan(kind: String, prefix: String, after: String?, limit: Int32) async throws -> [StoredRecord] {
                try await never()
            }
        }
        let silent = Silent()
        let slow = try hooks(Inbox.over(store: silent, keys: ["unencrypted"]))
        #expect(await receive(slow, "p") == 503)
        #expect(silent.calls.value > 0)
    }

    @Test func aFullInboxIsA503UntilThereIsRoom() async throws {
        let store = NewStore()
        let inbox = try Inbox.open(address: store.address, keys: ["unencrypted"], options: InboxOptions(capacity: 1))
        let full = try hooks(inbox)
        let handled = Locked<[PostToken]>([])
        try full.on(.postUpdate) { update, _ in handled.change { $0.append(update.post.token) } }
        #expect(await receiveUntilStored(full, "a") == 200)
        #expect(await receive(full, "b") == 503)
        let work = Task { try await full.run(workers: 1) }
        while handled.value.isEmpty { await Task.yield() }
        // The events are counted again within a second.
        #expect(await receiveUntilStored(full, "b") == 200)
        while handled.value.count < 2 { await Task.yield() }
        #expect(handled.value == ["a", "b"])
        work.cancel()
        try await work.value
    }

    @Test func fiveHundredCopiesOverFourProcessesAreOneEvent() async throws {
        let store = NewStore()
        let processes = try (0..<4).map { _ in try InboxProcess(store.address, copies: 125, handles: "nothing") }
        for process in processes { #expect(await process.hear() == "ready") }
        for process in processes { process.goOn() }
        for process in processes { #expect(await process.hear() == "125") }
        let inbox = try Inbox.open(address: store.address, keys: ["unencrypted"], options: nil)
        let item = try #require(try await inbox.tryNext())
        #expect(try await inbox.tryNext() == nil)
        #expect(try await inbox.ack(id: item.id))
        #expect(try await inbox.counts().pending == 0)
    }
}

private func hooks(_ inbox: Inbox) throws -> Hooks {
    try Hooks(platform: OpenPlatform { _ in }, keys: [IdentificationKey(id: "one", key: key)], inbox: inbox)
}

/// Receives an event about a post, and returns the status of the answer.
private func receive(_ hooks: Hooks, _ token: String) async -> UInt16? {
    let headers = [("Authorization", key), ("Content-Type", "application/json")].map { (name: $0.0, value: $0.1) }
    let body: Json = ["type": "POST_UPDATE", "post_update": ["post": ["token": Json(token)]]]
    return await hooks.receive(method: "POST", path: "/hooks/events", headers: headers, body: Data(body.text.utf8))?.status
}

/// Receives an event again as long as it is answered with 503, as the platform does.
private func receiveUntilStored(_ hooks: Hooks, _ token: String) async -> UInt16? {
    while true {
        let status = await receive(hooks, token)
        if status != 503 { return status }
    }
}

/// A SQLite store, which is deleted with its last reference.
private final class NewStore: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    var file: String { "\(folder.path)/events.db" }
    var address: String { "sqlite:\(file)" }

    init() {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs `action` while no process can write to the store: it holds the lock of a writer, byte 120 of the file `-shm` beside it.
    func withoutWrites(_ action: () async throws -> Void) async throws {
        let side = try #require(FileHandle(forUpdatingAtPath: "\(file)-shm"))
        defer { try? side.close() }
        var lock = flock()
        (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
        (lock.l_start, lock.l_len) = (120, 1)
        #expect(fcntl(side.fileDescriptor, F_SETLKW, &lock) == 0)
        try await action()
    }
}

/// A process of the program `InboxProcess`. It is killed with its last reference.
private final class InboxProcess: @unchecked Sendable {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ store: String, copies: Int, handles: String, errors: Any? = nil) throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appendingPathComponent("InboxProcess")
        process.arguments = [store, String(copies), handles]
        (process.standardInput, process.standardOutput) = (input, output)
        if let errors { process.standardError = errors }
        try process.run()
    }

    deinit { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for its next line; `nil` after its end.
    func hear() async -> String? {
        await aside { [output] in
            var line = Data()
            while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                if byte == Data([0x0A]) { return String(decoding: line, as: UTF8.self) }
                line += byte
            }
            return nil
        }
    }

    /// Writes a line, which it waits for.
    func goOn() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    /// Asks it to end.
    func end() { Foundation.kill(process.processIdentifier, SIGTERM) }

    /// Kills it, and returns what it has said since.
    func kill() async -> [String] {
        Foundation.kill(process.processIdentifier, SIGKILL)
        var lines: [String] = []
        while let line = await hear() { lines.append(line) }
        return lines
    }
}

/// Runs what blocks on a thread outside Swift concurrency.
private func aside<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
}
