import Foundation
import OpenPlatform
import Testing

/// The root of the repository, where `tests/vectors` is.
let repository = ProcessInfo.processInfo.environment["OPEN_PLATFORM_REPOSITORY"] ?? ""

struct Case: Sendable {
    let name: String
    let given: Value
    let expect: Value
}

/// A difference between the result and the expectation of a case.
struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The cases of a list of a file, with all abbreviations expanded.
func cases(_ file: String, _ list: String = "cases") throws -> [Case] {
    let document = try contents(of: file)
    let shared = document["shared"]?.object ?? [:]
    return try (document[list]?.array ?? []).map { it in
        let given = it["given"]?.object ?? [:]
        var defaults = list == "cases" ? document["defaults"]?.object ?? [:] : [:]
        if given["text"] != nil { defaults["body"] = nil }
        let all = Value.object(defaults.merging(given) { $1 })
        return Case(
            name: it["name"]?.string ?? "", given: try writtenOut(all, shared),
            expect: try writtenOut(it["expect"] ?? .null, shared))
    }
}

private func contents(of file: String) throws -> Value {
    try Value(text: String(contentsOfFile: "\(repository)/tests/vectors/\(file).json", encoding: .utf8))
}

/// A list of `adapters.json`, whose cases run in several servers. A case passes if it does in each server where it is possible.
struct Conformance {
    let all: [Case]
    private let list: String
    private var rows: [(servers: [String], cases: [String], instead: Value?)] = []
    private var judged: Set<String> = []
    private var failed: Set<String> = []
    private var impossible = 0

    init(_ list: String, servers: [String]) throws {
        (self.list, all) = try (list, cases("adapters", list))
        let document = try contents(of: "adapters")
        let shared = document["shared"]?.object ?? [:]
        for row in document["impossible"]?.array ?? [] {
            guard row["language"]?.string == "swift", row["list"]?.string == list else { continue }
            let (named, cases) = (row["servers"]?.strings ?? [], row["cases"]?.strings ?? [])
            let isKnown = Set(servers).isSuperset(of: named) && Set(all.map(\.name)).isSuperset(of: cases)
            try holds(isKnown, "`impossible` has an unknown server or case: \(row.text)")
            rows.append((named, cases, try row["instead"].map { try writtenOut($0, shared) }))
        }
    }

    /// Judges every case in a server.
    mutating func judge(_ server: String, _ check: (Case) async throws -> Void) async {
        for it in all {
            var expect = it.expect
            if let row = rows.first(where: { $0.servers.contains(server) && $0.cases.contains(it.name) }) {
                impossible += 1
                guard let instead = row.instead else { continue }
                expect = instead
            } else {
                judged.insert(it.name)
            }
            do {
                try await check(Case(name: it.name, given: it.given, expect: expect))
            } catch {
                judged.insert(it.name)
                failed.insert(it.name)
                Issue.record("\(server): \(it.name): \(error)")
            }
        }
    }

    /// Writes the results to the table.
    func note() async throws {
        try await VectorTests.table.note(
            list == "cases" ? "adapters" : "adapters \(list)", passed: judged.count - failed.count, failed: failed.count,
            impossible: impossible)
    }
}

private func writtenOut(_ value: Value, _ shared: [String: Value]) throws -> Value {
    switch value {
    case .array(let elements):
        return .array(try elements.map { try writtenOut($0, shared) })
    case .object(let members):
        if let long = members["repeat"], let text = long["text"]?.string, let times = long["times"]?.int {
            let (prefix, suffix) = (long["prefix"]?.string ?? "", long["suffix"]?.string ?? "")
            return .string(prefix + String(repeating: text, count: times) + suffix)
        }
        if case .string(let name) = members["use"] {
            guard var base = shared[name]?.object else { throw Wrong("nothing is named \(name)") }
            for name in members["without"]?.strings ?? [] { base[name] = nil }
            return try writtenOut(.object(base.merging(members["with"]?.object ?? [:]) { $1 }), shared)
        }
        return .object(try members.mapValues { try writtenOut($0, shared) })
    default:
        return value
    }
}

/// Makes the call. An expected error is compared, and the result is `nil`; any other error is thrown.
func outcome<T>(
    _ expect: Value, path: (String) -> String = spelled, _ call: () async throws -> T
) async throws -> T? {
    guard let expected = expect["error"] else { return try await call() }
    let value: T
    do {
        value = try await call()
    } catch {
        try errorIs(error, expected, path: path)
        return nil
    }
    throw Wrong("\(value) instead of the error \(expected.text)")
}

/// The members of an error that a case lists.
func errorIs(_ error: any Error, _ expected: Value, path: (String) -> String = spelled) throws {
    guard let error = error as? OpenPlatformError, let it = error.report else { throw error }
    let actual: [String: Value] = [
        "code": Value(error.code),
        "is_retryable": .bool(error.isRetryable),
        "retry_after_seconds": Value(error.retryAfter.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }),
        "request_id": Value(error.requestId),
        "field": Value(it.field ?? it.subject ?? it.path),
        "status": Value(it.status),
        "platform_code": Value(it.platformCode),
        "message": Value(it.reason),
        "details": .number(String(it.details.count)),
        "quota": Value(it.quota),
        "needs_scopes": Value(strings: it.needsScopes),
        "needs_permission": Value(it.needsPermission),
        "oauth_error": Value(it.subject),
        "description": Value(it.reason),
    ]
    for (member, wanted) in expected.object ?? [:] {
        if member == "says" {
            try holds(it.text.contains(wanted.string ?? "?"), it.text)
            continue
        }
        guard let value = actual[member] else { throw Wrong("errors have no member \(member)") }
        let isPath = member == "field" && error.code != "decode"
        try same("the error's \(member)", value, isPath ? Value(wanted.string.map(path)) : wanted)
    }
}

/// A path of members and settings in camel case, except names that the caller chose.
func spelled(_ path: String) -> String {
    // A setting is a method, and this one has another name.
    if path == "sandbox_url" { return "sandbox" }
    let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let map = steps.firstIndex { $0 == "semantic" || $0 == "semantic_paths" } ?? steps.count
    return steps.enumerated().map { index, step in index <= map ? camelCase(step) : step }.joined(separator: ".")
}

private func camelCase(_ name: String) -> String {
    // An environment variable.
    if name == name.uppercased() { return name }
    // In brackets there is an index, or a name of the caller.
    let bracket = name.firstIndex(of: "[") ?? name.endIndex
    let words = name[..<bracket].split(separator: "_", omittingEmptySubsequences: false)
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() } + name[bracket...]
}

func same(_ what: String, _ actual: Value?, _ expected: Value?) throws {
    if actual ?? .null != expected ?? .null {
        throw Wrong("\(what) is \((actual ?? .null).text), expected \((expected ?? .null).text)")
    }
}

func same<T: Equatable>(_ what: String, _ actual: T, _ expected: T) throws {
    if actual != expected { throw Wrong("\(what) is \(actual), expected \(expected)") }
}

func holds(_ truth: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !truth { throw Wrong(otherwise()) }
}

/// The bytes of a `body` or `text`.
func bytes(_ given: Value) -> Data {
    if let text = given["text"]?.string { return Data(text.utf8) }
    return Data((given["body"] ?? .null).text.utf8)
}

/// Compares fields by their paths in the JSON form.
func fields(_ written: Value, _ expected: Value?) throws {
    for (path, wanted) in expected?.object ?? [:] {
        let value = path.split(separator: ".").reduce(written) { $0[String($1)] ?? .null }
        try holds(isEqual(value, wanted), "\(path) is \(value.text), expected \(wanted.text)")
    }
}

private func isEqual(_ value: Value, _ wanted: Value) -> Bool {
    switch (value, wanted) {
    // Zero, false and empty values are not written.
    case (.null, .bool(false)), (.null, .array([])): true
    case (.string(let text), .number(let number)): text == number
    case (.string(let text), .string(let other)): text == other || (date(text) != nil && date(text) == date(other))
    default: value == wanted
    }
}

func date(_ text: String?) -> Date? {
    guard let text else { return nil }
    let format = ISO8601DateFormatter()
    format.formatOptions = text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : [.withInternetDateTime]
    return format.date(from: text)
}

/// Runs a case of a file. The case is passed if nothing is thrown.
typealias CaseCheck = @Sendable (Case) async throws -> Void
