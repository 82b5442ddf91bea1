import Foundation
import OpenPlatform
import Testing

/// Every public declaration has a documentation comment. Those of the data types come from the core, whose build fails
/// without them; `tests/parts/swift` compiles them all.
@Test func everyPublicDeclarationIsDocumented() throws {
    let sources = "\(repository)/packages/swift/Sources"
    let files = try #require(FileManager.default.enumerator(atPath: sources)).compactMap { $0 as? String }
        .filter { $0.hasSuffix(".swift") && !$0.contains("/Generated/") }
    #expect(files.count > 20)
    var count = 0
    for file in files {
        let lines = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, line) in lines.enumerated() {
            guard line.hasPrefix("public ") || (line.hasPrefix("extension ") && line.contains("{ public ")) else { continue }
            count += 1
            let above = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
            #expect(above.hasPrefix("///"), "\(file):\(index + 1): \(line)")
        }
    }
    #expect(count > 150)
}

/// The documentation of calls has the scopes, key permissions and sources of the core's table.
@Test func theDocumentationOfCallsAgreesWithTheTableOfEndpoints() throws {
    struct Facts: Hashable { let words: Set<String>, source: String }
    let tied = /`([A-Z]+_[A-Z_]+)`/
    let folder = "\(repository)/packages/swift/Sources/OpenPlatform"
    var documented: [Facts] = []
    for file in try #require(FileManager.default.enumerator(atPath: folder)).compactMap({ $0 as? String })
    where file.hasSuffix(".swift") && !file.hasPrefix("Generated/") {
        let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for block in lines.split(whereSeparator: { !$0.hasPrefix("///") }) {
            let text = block.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            guard let source = text.firstMatch(of: /Source: `(.*?)`\./) else { continue }
            documented.append(Facts(words: Set(text.matches(of: tied).map { String($0.1) }), source: String(source.1)))
        }
    }
    let expected = endpoints().filter { $0.host != "app" }.map { row in
        let words = row.scopes.map { String($0.prefix { $0 != "." }) } + [row.permission].compactMap { $0 }
        return Facts(words: Set(words), source: row.source)
    }
    for facts in expected { #expect(documented.contains(facts), "no call is documented with \(facts)") }
    for facts in documented { #expect(expected.contains(facts), "no endpoint has \(facts)") }
}

/// `Scopes` has every scope of the core's table, with its text and its purpose.
@Test func everyScopeHasAName() throws {
    let file = "\(repository)/packages/swift/Sources/OpenPlatform/Scopes.swift"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let members = source.matches(of: /\/\/\/ (.*)\n +public static (var|func) (\w+).*\{\s*"([A-Za-z_]+)(\.\\\(\w+\))?"/)
    let known = scopes()
    #expect(members.map { String($0.4) } == known.map(\.name))
    for (member, row) in zip(members, known) {
        #expect(member.1.hasPrefix(row.purpose), "\(row.name)")
        #expect((member.2 == "func") == (row.identifier != nil) && (member.5 != nil) == (row.identifier != nil), "\(row.name)")
        #expect(member.3.lowercased() == row.name.lowercased().replacingOccurrences(of: "_", with: ""), "\(row.name)")
    }
    #expect(Scopes.chatConversationRead("c-1") == "CHAT_CONVERSATION_READ.c-1" && Scopes.openid == "openid")
}
