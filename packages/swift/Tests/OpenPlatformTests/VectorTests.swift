import Foundation
import OpenPlatform
import Testing

/// `tests/vectors`: the behaviour that all packages of this SDK share.
@Suite(.serialized) struct VectorTests {
    static let checks = [outgoing, answers, login, incoming, plain, records, redaction, gateway].reduce(into: [:]) {
        $0.merge($1) { _, _ in fatalError("a file has two runners") }
    }

    static let table = Table()

    @Test(arguments: checks.keys.sorted()) func file(_ file: String) async throws {
        let check = try #require(Self.checks[file])
        let all = try cases(file)
        var passed = 0
        for it in all {
            do {
                try await check(it)
                passed += 1
            } catch {
                Issue.record("\(file): \(it.name): \(error)")
            }
        }
        #expect(!all.isEmpty)
        try await Self.table.note(file, passed: passed, failed: all.count - passed)
    }

    @Test func everyFileHasARunner() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(repository)/tests/vectors")
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
        // AdapterTests runs the cases of an app in a web server, over sockets.
        #expect(Set(files).subtracting(Self.checks.keys) == ["adapters"])
    }

    @Test func everyCalledEndpointHasACaseInCredentials() throws {
        let rows = Set(try cases("credentials").compactMap { $0.given["call"]?.string })
        let sent = endpoints().filter { $0.host != "app" && $0.name != "oauth.authorize" }.map(\.name)
        #expect(sent.filter { !rows.contains($0) } == [])
    }
}

/// The results for the table of all languages: one line for each file.
actor Table {
    private var isNew = true

    func note(_ file: String, passed: Int, failed: Int, impossible: Int = 0) throws {
        let path = "\(repository)/target/tests/vectors/swift.tsv"
        try FileManager.default.createDirectory(
            atPath: "\(repository)/target/tests/vectors", withIntermediateDirectories: true)
        let before = isNew ? "" : try String(contentsOfFile: path, encoding: .utf8)
        isNew = false
        try (before + "\(file)\t\(passed)\t\(failed)\t\(impossible)\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
}
