import Foundation

/// A value protected by a lock.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var held: Value

    package init(_ value: Value) { held = value }

    package var value: Value { change { $0 } }

    package func change<T>(_ body: (inout Value) throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body(&held)
    }
}
