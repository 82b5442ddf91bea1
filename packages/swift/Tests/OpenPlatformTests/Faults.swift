import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Records a quantity of a part of a fault for the table at the end of `tests/run`; `tests/faults.tsv` has the targets. Only
/// `tests/run` sets the folder for it.
func measured(_ fault: String, _ part: String, _ quantity: String, _ value: some Numeric & Sendable) throws {
    guard let folder = ProcessInfo.processInfo.environment["OPEN_PLATFORM_FAULTS"] else { return }
    let descriptor = open("\(folder)/swift.tsv", O_WRONLY | O_CREAT | O_APPEND, 0o644)
    guard descriptor >= 0 else { throw Wrong("no file of figures in \(folder): \(errno)") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: Data("\(fault)\t\(part)\t\(quantity)\t\(value)\n".utf8))
}
