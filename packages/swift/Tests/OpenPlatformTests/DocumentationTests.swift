import Foundation
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
