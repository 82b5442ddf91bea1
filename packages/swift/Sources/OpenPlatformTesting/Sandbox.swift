#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

/// The sandbox, a local test server of the platform.
///
/// ```swift
/// let sandbox = try await Sandbox.start()
/// let world = try await sandbox.world()
/// let platform = try OpenPlatform(world.settings)
/// ```
///
/// It runs the command `open-platform sandbox` as a process: every endpoint, the consent page, webhooks, a virtual clock and
/// fault injection. It ends with ``stop()``, when its last reference is released, and with this process.
public final class Sandbox: Sendable {
    /// The address, such as `http://127.0.0.1:4010`.
    public let url: String
    private let process: Running
    private let made = Locked(0)

    /// The time limit for its start, in seconds.
    private static let startTimeout: TimeInterval = 30

    private init(url: String, process: Running) {
        (self.url, self.process) = (url, process)
    }

    deinit { process.end() }

    /// Starts a sandbox on a free port of this machine.
    ///
    /// - Parameters:
    ///   - binary: The command, of the version of this package. By default the environment variable `OPEN_PLATFORM_BIN`,
    ///     then `open-platform` on the `PATH`.
    ///   - seed: Seed of all ids, credentials and random choices: the same seed gives the same data. 7 by default.
    ///   - profile: The behaviour where the platform's documents are ambiguous: `strict` by default.
    /// - Throws: ``SandboxError`` if it does not start or is of another version, with what to do.
    public static func start(binary: String? = nil, seed: Int? = nil, profile: String? = nil) async throws -> Sandbox {
        let named = ProcessInfo.processInfo.environment["OPEN_PLATFORM_BIN"].flatMap { $0.isEmpty ? nil : $0 }
        let command = binary ?? named ?? "open-platform"
        var flags = ["sandbox", "--stop-with-stdin"]
        if let seed { flags += ["--seed", String(seed)] }
        if let profile { flags += ["--profile", profile] }
        let process = Running(command: command, flags: flags)
        let line = try await process.firstLine(within: startTimeout)
        guard let said = try? Json(text: line), let url = said["url"]?.string else {
            process.end()
            throw SandboxError("\(command) did not start: it printed \(line.prefix(200))")
        }
        if let mismatch = mismatchedCommand(command: command, version: said["version"]?.string) {
            process.end()
            throw SandboxError(mismatch)
        }
        return Sandbox(url: url, process: process)
    }

    /// The world with this name, 1 to 64 Latin letters, digits, `_` and `-`; it is created if it does not exist. Without a name
    /// a new world is created. A new world has an app, the users `seller`, `buyer` and `dealer`, six posts and a conversation.
    public func world(_ name: String? = nil) async throws -> World {
        let name = name ?? "world-\(made.change { $0 += 1; return $0 })"
        let admin = AdminConnection(url: "\(url)/_sandbox/worlds/\(AdminConnection.escaped(name))")
        try await admin.perform("PUT", "")
        return World(origin: url, name: name, sandbox: self, admin: admin, app: try await admin.send("GET", "/app"))
    }

    /// All worlds.
    public func worlds() async throws -> [Admin.WorldInfo] {
        try await AdminConnection(url: "\(url)/_sandbox").send("GET", "/worlds")
    }

    /// Stops the sandbox, and returns when its process has ended.
    public func stop() async {
        process.end()
        await process.ended()
    }
}

/// The sandbox did not start, or refused a request.
public struct SandboxError: Error, CustomStringConvertible, Sendable {
    /// The error, and what to do.
    public let description: String
    /// HTTP status of the refusal, if the sandbox refused a request.
    public let status: Int?
    /// Path of the invalid member, if known.
    public let field: String?

    init(_ description: String, status: Int? = nil, field: String? = nil) {
        (self.description, self.status, self.field) = (description, status, field)
    }
}

/// A process that ends when its standard input is closed.
private final class Running: @unchecked Sendable {
    private let process = Process()
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    private let command: String
    private let hasEnded = DispatchGroup()

    /// The exit code of `env` for a command that is not on the PATH.
    private static let notFound: Int32 = 127

    init(command: String, flags: [String]) {
        self.command = command
        // `env` looks the command up on the PATH.
        process.executableURL = URL(fileURLWithPath: command.contains("/") ? command : "/usr/bin/env")
        process.arguments = command.contains("/") ? flags : [command] + flags
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    }

    func firstLine(within timeout: TimeInterval) async throws -> String {
        hasEnded.enter()
        process.terminationHandler = { [hasEnded] _ in hasEnded.leave() }
        do {
            try process.run()
        } catch {
            process.terminationHandler = nil
            hasEnded.leave()
            throw FileManager.default.fileExists(atPath: command)
                ? failure(error.localizedDescription) : SandboxError(missingCommand(command: command))
        }
        // The process has its own copies of these ends.
        try? input.fileHandleForReading.close()
        let watch = DispatchWorkItem { [process] in process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: watch)
        defer { watch.cancel() }
        let line = await read { [output] in
            var line = Data()
            while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                if byte == Data([0x0A]) { return String(decoding: line, as: UTF8.self) }
                line += byte
            }
            return nil
        }
        if let line {
            // Reads later output, so that the pipes do not fill.
            for pipe in [output, errors] {
                // At the end of the output the handler would be called again and again.
                pipe.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
            }
            return line
        }
        let said = await read { [errors] in
            String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        }
        await ended()
        if !command.contains("/"), process.terminationStatus == Self.notFound {
            throw SandboxError(missingCommand(command: command))
        }
        throw failure(said?.isEmpty == false ? String(said!.suffix(2000)) : "it printed nothing for \(Int(timeout)) seconds")
    }

    /// Waits without blocking a thread of Swift concurrency.
    private func read(_ body: @escaping @Sendable () -> String?) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }

    private func failure(_ reason: String) -> SandboxError {
        SandboxError("\(command) did not start: \(reason.trimmingCharacters(in: .whitespacesAndNewlines))")
    }

    func end() {
        for pipe in [output, errors] { pipe.fileHandleForReading.readabilityHandler = nil }
        try? input.fileHandleForWriting.close()
    }

    func ended() async {
        await withCheckedContinuation { continuation in
            hasEnded.notify(queue: .global()) { continuation.resume() }
        }
    }
}
#endif
