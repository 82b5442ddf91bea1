#if os(Linux)
import Foundation
import OpenPlatform
import Testing

/// Faults with a target figure.
@Suite struct FaultTests {
    @Test func clientsThatAreNotClosedAreReleased() throws {
        let clients = 100_000
        try make(clients / 10)
        let before = try resident()
        try make(clients)
        let left = Double(try resident() - before) / Double(clients)
        try measured("F59", "Swift", "clients that are never closed", clients)
        try measured("F59", "Swift", "bytes left of each", max(0, left))
        // A leaked client takes several kilobytes.
        #expect(left < 500)
    }

    private func make(_ count: Int) throws {
        for _ in 0..<count { _ = try OpenPlatform { $0.apiKey(key: "key") } }
    }

    /// The resident memory of the process, in bytes.
    private func resident() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return (Int(pages) ?? 0) * 4096
    }
}
#endif
