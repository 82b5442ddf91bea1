import Foundation
import OpenPlatform
import OpenPlatformTesting
import Testing

@Suite struct SandboxTests {
    @Test func aTestHasAWorldOfItsOwnThatIsDeletedAfterIt() async throws {
        let (first, client) = try await withWorld { world, platform in
            let token = PostToken(try await world.posts(of: "seller")[0].token)
            #expect(try await platform.posts.get(token).token == token)
            return (world, platform)
        }
        await #expect(throws: SandboxError.self) { try await first.users() }
        await #expect(throws: OpenPlatformError.self) { try await client.posts.get("gZd7omnS") }
        let seen = Locked<[World]>([first])
        await #expect(throws: CancellationError.self) {
            try await withWorld { world, _ in
                seen.change { $0.append(world) }
                throw CancellationError()
            }
        }
        let places = seen.value.map { $0.url.dropLast($0.name.count) }
        #expect(places.count == 2 && places[0] == places[1], "both are in one sandbox")
        await #expect(throws: SandboxError.self) { try await seen.value[1].users() }
    }

    @Test func worldsAreIsolated() async throws {
        let sandbox = try await Sandbox.start(seed: 11)
        let (one, two) = (try await sandbox.world(), try await sandbox.world("mine"))
        #expect(one.app.apiKey != two.app.apiKey)
        let made = try await one.add(.init(posts: [.init(data: ["title": "A chair"], owner: "seller")]))
        let token = PostToken(made.posts[0].token)
        #expect(try await OpenPlatform(one.settings).posts.get(token).title == "A chair")
        await #expect(throws: OpenPlatformError.self) { try await OpenPlatform(two.settings).posts.get(token) }
        #expect(try await two.requests().count == 1)
        try await two.reset()
        #expect(try await two.requests().isEmpty)
        await sandbox.stop()
        await #expect(throws: (any Error).self) { try await two.requests() }
    }

    @Test func aClientOfAWorldHasNoStoreOfTheEnvironment() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
        let variables = ["OPEN_PLATFORM_STORE": "sqlite:\(file)", "OPEN_PLATFORM_STORE_KEYS": "unencrypted"]
        for (name, value) in variables { setenv(name, value, 1) }
        defer {
            for name in variables.keys { unsetenv(name) }
            try? FileManager.default.removeItem(atPath: file)
        }
        let world = try await Sandbox.start().world()
        let tokens = try await world.issueTokens(for: "seller", ["USER_PHONE"])
        func adopt(_ configure: (Settings) throws -> Void) async throws {
            let platform = try OpenPlatform { try configure($0) }
            _ = try await platform.user(try await platform.grants.adopt(tokens).key).users.me()
        }
        try await adopt { world.settings($0) }
        try await adopt { $0.environment(variables: world.environment) }
        #expect(!FileManager.default.fileExists(atPath: file))
        try await adopt {
            world.settings($0)
            $0.storeUrl(address: "sqlite:\(file)")
            try $0.storeKeys(keys: ["unencrypted"])
        }
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func theSandboxRefusesInvalidRequestsWithAReason() async throws {
        let world = try await Sandbox.start().world()
        await #expect { try await world.post("nosuchpost") } throws: { ($0 as? SandboxError)?.status == 404 }
        await #expect(throws: SandboxError.self) { try await world.user("nobody") }
        for binary in ["/no/such/open-platform", "no-such-command"] {
            await #expect {
                try await Sandbox.start(binary: binary)
            } throws: {
                "\($0)".hasPrefix("\(binary) did not start: there is no such command; run `cargo install --path packages/cli`")
            }
        }
        await #expect(throws: SandboxError.self) { try await Sandbox.start(binary: "/bin/true") }
    }

    @Test func aCommandOfAnotherVersionIsRefusedWithAdvice() async throws {
        let command = FileManager.default.temporaryDirectory.appendingPathComponent("open-platform-\(UUID())")
        defer { try? FileManager.default.removeItem(at: command) }
        for (version, shown) in [(#""version": "9.9.9", "#, "9.9.9"), ("", "unknown")] {
            let script = "#!/bin/sh\necho '{\(version)\"url\": \"http://127.0.0.1:1\"}'; cat\n"
            try script.write(to: command, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command.path)
            await #expect {
                try await Sandbox.start(binary: command.path)
            } throws: {
                "\($0)".contains("is of version \(shown), but this package of ") && "\($0)".contains("run `cargo install --path packages/cli`")
            }
        }
    }

    @Test func aFaultIsRemovedAndASnapshotRestored() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let token = PostToken(try await world.posts(of: "seller")[0].token)
        let remove = try await world.fault(.init(effects: [.status(status: 404)], on: .init(endpoint: "posts.get")))
        await #expect(throws: OpenPlatformError.self) { try await platform.posts.get(token) }
        try await remove()
        #expect(try await platform.posts.get(token).token == token)

        let before = (key: world.app.apiKey, posts: try await world.posts().count)
        let restore = try await world.snapshot()
        _ = try await world.add(.init(posts: [.init(owner: "seller")]))
        try await world.configure(.init(apiKey: "another"))
        try await restore()
        #expect(try await world.posts().count == before.posts)
        #expect(world.app.apiKey == before.key)
    }

    @Test func aDocumentIsUploadedForAChatAndSent() async throws {
        let world = try await Sandbox.start().world()
        let platform = try OpenPlatform(world.settings)
        let conversation = try await world.conversations()[0].id
        let tokens = try await world.issueTokens(for: "seller", ["CONVERSATION_SEND_MESSAGE.\(conversation)"])
        let conversations = platform.user(accessToken: tokens.accessToken()).conversations
        let document = Data("%PDF-1.4\n".utf8)
        let uploaded = try await platform.chatbot.uploadFile(document, name: "contract.pdf")
        let id = ConversationId(conversation)
        try await conversations.send(id, Message(mediaToken: uploaded.mediaToken))
        #expect(try await world.messages(conversation).last?.message["type"]?.string == "FILE")
        await #expect(throws: OpenPlatformError.self) {
            try await platform.chatbot.uploadFile(document, name: "contract.txt")
        }
        await #expect(throws: OpenPlatformError.self) {
            try await conversations.send(id, Message(mediaToken: "unknown"))
        }
    }

    @Test func aKeeperRefreshesAGrantAndReportsItsEnd() async throws {
        let world = try await Sandbox.start().world()
        try await world.changeSwitches(.init(oauth: .init(accessTokenSeconds: 5)))
        let platform = try OpenPlatform(world.settings)
        let tokens = try await world.issueTokens(for: "seller", [Scopes.userPhone, Scopes.offlineAccess])
        let grant = try await platform.grants.adopt(tokens, user: "seller-1").key
        #expect(try await platform.grants.of(user: "seller-1").map(\.key) == [grant])
        var refreshed = 0
        for try await report in platform.keeper(interval: .milliseconds(100)) {
            if case .refreshed(let key, let user, _, _, _) = report {
                #expect((key, user) == (grant, "seller-1"))
                refreshed += 1
                if refreshed == 2 { try await world.revokeAccess("seller") }
            } else if case .reauthRequired(let key, _, _) = report {
                #expect(key == grant)
                break
            }
        }
        #expect(refreshed >= 2)
        let waiting = Task { for try await _ in platform.keeper() {} }
        waiting.cancel()
        try await waiting.value
        platform.close()
        await #expect(throws: OpenPlatformError.self) { for try await _ in platform.keeper() {} }
        #expect(await platform.drain())
    }

    @Test func aCustomStorePassesTheConformanceChecks() async throws {
        let failures = await storeConformance(handles: [MemoryStore()])
        #expect(failures.map(\.check) == [])
        let found = await storeConformance(handles: [MemoryStore(forgets: true)])
        #expect(!found.isEmpty)
        #expect(try await MemoryStore().now() == nil)
    }

    @Test func grantsAreStoredInACustomStore() async throws {
        let store = MemoryStore()
        let recorder = Recorder.always(outcome: .json(200, [:]))
        func client(key: UInt8 = 7) throws -> OpenPlatform {
            try OpenPlatform {
                $0.apiKey(key: "key")
                $0.clientId(id: "app")
                $0.redirectUri(uri: "https://app.example/back")
                $0.transport(transport: recorder)
                $0.store(store: store)
                try $0.storeKeys(keys: [Data(repeating: key, count: 32).base64EncodedString()])
            }
        }
        let grant = try await client().grants.adopt(
            Tokens(accessToken: "canary-token", expiresAt: Date().addingTimeInterval(3600), scopes: ["USER_PHONE"])).key
        #expect(try await client().grants.info(grant)?.scopes == ["USER_PHONE"])
        #expect(!store.contents.contains { $0.range(of: Data("canary".utf8)) != nil })
        // A grant whose key was lost does not hide the others.
        let encrypted = try await client(key: 8).grants.adopt(
            Tokens(accessToken: "canary-token", expiresAt: Date().addingTimeInterval(3600), scopes: ["USER_PHONE"]),
            user: "user-8").key
        #expect(try await client().grants.list().map(\.key) == [grant])
        var more: [GrantKey] = [grant]
        for number in 1...3 {
            let tokens = Tokens(
                accessToken: "canary-token", expiresAt: Date().addingTimeInterval(3600), scopes: ["USER_PHONE"])
            more.append(try await client().grants.adopt(tokens, user: "more-\(number)").key)
        }
        more.sort { $0.rawValue < $1.rawValue }
        let page = try await client().grants.page(limit: 2)
        #expect(page.grants.map(\.key) == Array(more.prefix(page.grants.count)) && page.next != nil)
        var found: [GrantKey] = []
        for try await grant in try client().grants.iterate() { found.append(grant.key) }
        #expect(found == more)
        for limit: UInt32 in [0, 1001] {
            await #expect(throws: OpenPlatformError.self) { try await client().grants.page(limit: limit) }
        }
        for other in more where other != grant { #expect(try await client().grants.forget(other)) }
        let unreadable = try await client().grants.unreadable()
        #expect(unreadable.map(\.key) == [encrypted] && unreadable.map(\.user) == [nil])
        #expect(!encrypted.rawValue.contains("user-8"))
        #expect(try await client().grants.forget(encrypted))
        #expect(try await client().grants.unreadable().isEmpty)
        store.breaks()
        do {
            _ = try await client().grants.list()
            Issue.record("was accepted")
        } catch let error as OpenPlatformError {
            #expect(error.code == "store" && error.description.contains("Wrong") && !error.description.contains("disk"))
            #expect("\(try #require(error.cause as? Wrong))".contains("the disk is gone"))
        }
        let inbox = try Inbox.over(store: store, keys: ["unencrypted"])
        do {
            _ = try await inbox.counts()
            Issue.record("was accepted")
        } catch let error as OpenPlatformError {
            #expect(error.code == "store" && error.description.contains("Wrong") && !error.description.contains("disk"))
            #expect("\(try #require(error.cause as? Wrong))".contains("the disk is gone"))
        }
        store.breaks(CancellationError())
        await #expect { try await client().grants.list() } throws: {
            ($0 as? OpenPlatformError)?.cause is CancellationError  // A task of the store was cancelled, not the call.
        }
    }
}

/// A custom store in memory. Keys are compared by their bytes, because canonically equivalent strings are equal in Swift.
private final class MemoryStore: RecordStore {
    private let held = Locked<[[UInt8]: StoredRecord]>([:])
    private let failure = Locked<(any Error)?>(nil)
    private let forgets: Bool

    init(forgets: Bool = false) { self.forgets = forgets }

    var contents: [Data] { held.value.values.map(\.value) }

    func breaks(_ error: any Error = Wrong("the disk is gone")) { failure.change { $0 = error } }

    private func name(_ kind: String, _ key: String) -> [UInt8] { Array("\(kind)/\(key)".utf8) }

    private func check() throws { if let failure = failure.value { throw failure } }

    func get(kind: String, key: String) async throws -> StoredRecord? {
        try check()
        return held.value[name(kind, key)]
    }

    func put(kind: String, key: String, expected: Int64?, value: Data) async throws -> Bool {
        try check()
        return held.change { held in
            guard held[name(kind, key)]?.version == expected else { return false }
            if !forgets { held[name(kind, key)] = StoredRecord(key: key, version: (expected ?? 0) + 1, value: value) }
            return true
        }
    }

    func delete(kind: String, key: String, expected: Int64) async throws -> Bool {
        try check()
        return held.change { held in
            guard held[name(kind, key)]?.version == expected else { return false }
            held[name(kind, key)] = nil
            return true
        }
    }

    func scan(kind: String, prefix: String, after: String?, limit: Int32) async throws -> [StoredRecord] {
        try check()
        let (start, last) = (name(kind, prefix), after.map { name(kind, $0) })
        let found = held.value.filter { entry in
            entry.key.starts(with: start) && last.map { $0.lexicographicallyPrecedes(entry.key) } ?? true
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(Int(limit)).map(\.value)
    }
}
