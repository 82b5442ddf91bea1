#if os(Linux)
import Foundation
import OpenPlatform
import Testing

/// Faults with a target figure.
@Suite struct FaultTests {
    @Test func clientsThatAreNotClosedAreReleased() throws {
        _ = try make(10_000)
        let before = try resident()
        let clients = try make(100_000)
        let left = Double(try resident() - before) / Double(clients)
        try measured("F59", "Swift", "clients that are never closed", clients)
        try measured("F59", "Swift", "bytes left of each", max(0, left))
        // A leaked client takes several kilobytes.
        #expect(left < 500)
    }

    /// Makes clients, and returns how many it has made.
    private func make(_ count: Int) throws -> Int {
        var made = 0
        while made < count {
            _ = try OpenPlatform { $0.apiKey(key: "key") }
            made += 1
        }
        return made
    }
}

/// The resident memory of the process, in bytes.
func resident() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return try #require(Int(pages)) * 4096
}
#endif
