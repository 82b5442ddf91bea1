import Foundation

/// CPU time of the warm-up and of the measurement, in seconds.
private let warmUp = 1.0
private let measured = 2.0

/// The CPU time per operation, in microseconds. `batch` performs operations and returns their number.
public func microSeconds(_ batch: () async throws -> Int) async throws -> Double {
    try await microSeconds(prepare: {}) { _ in try await batch() }
}

/// The same. `batch` gets the result of `prepare`, whose time does not count.
public func microSeconds<Prepared>(
    prepare: () -> Prepared, _ batch: (Prepared) async throws -> Int
) async throws -> Double {
    func run(_ seconds: Double) async throws -> Double {
        var (operations, spent) = (0, 0.0)
        while spent < seconds {
            let prepared = prepare()
            let start = processTime()
            operations += try await batch(prepared)
            spent += processTime() - start
        }
        return spent * 1e6 / Double(operations)
    }
    _ = try await run(warmUp)
    return try await run(measured)
}

/// The CPU time of all threads of this process, in seconds.
private func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
