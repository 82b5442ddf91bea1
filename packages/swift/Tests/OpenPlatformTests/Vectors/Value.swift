import Foundation
import OpenPlatform

/// A JSON value that keeps the text of its numbers.
indirect enum Value: Sendable {
    case null, bool(Bool), number(String), string(String), array([Value]), object([String: Value])

    init(_ json: Json) throws { try self.init(text: json.text) }

    init(text: String) throws {
        var parser = Parser(text: Array(text.utf8))
        self = try parser.document()
    }

    subscript(_ member: String) -> Value? {
        if case .object(let members) = self { return members[member] }
        return nil
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var bool: Bool? { if case .bool(let truth) = self { truth } else { nil } }
    var array: [Value]? { if case .array(let elements) = self { elements } else { nil } }
    var object: [String: Value]? { if case .object(let members) = self { members } else { nil } }
    var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
    var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }
    var isNull: Bool { if case .null = self { true } else { false } }
    var strings: [String]? { array?.compactMap(\.string) }

    /// As JSON text.
    var text: String {
        switch self {
        case .null: return "null"
        case .bool(let truth): return truth ? "true" : "false"
        case .number(let text): return text
        case .string(let text): return Json(text).text
        case .array(let elements): return "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            return "{\(members.sorted { $0.key < $1.key }.map { "\(Json($0.key).text):\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    var json: Json { get throws { try Json(text: text) } }
}

extension Value: Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right || Double(left) == Double(right)
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int) { self = .number(String(number)) }
    init(booleanLiteral truth: Bool) { self = .bool(truth) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: Value...) { self = .array(elements) }
    init(dictionaryLiteral members: (String, Value)...) { self = .object(Dictionary(uniqueKeysWithValues: members)) }

    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
    init(_ number: Int64?) { self = number.map { .number(String($0)) } ?? .null }
    init(_ number: Double?) { self = number.map { .number(String($0)) } ?? .null }
    init(strings: [String]) { self = .array(strings.map { .string($0) }) }
}

private struct Parser {
    let text: [UInt8]
    var position = 0

    struct Wrong: Error { let position: Int }

    mutating func document() throws -> Value {
        let value = try value()
        space()
        guard position == text.count else { throw Wrong(position: position) }
        return value
    }

    private mutating func space() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    }

    private mutating func takes(_ word: String) -> Bool {
        guard text[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func value() throws -> Value {
        space()
        guard position < text.count else { throw Wrong(position: position) }
        if takes("null") { return .null }
        if takes("true") { return .bool(true) }
        if takes("false") { return .bool(false) }
        switch text[position] {
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "["):
            position += 1
            var elements: [Value] = []
            space()
            if takes("]") { return .array([]) }
            repeat {
                elements.append(try value())
                space()
            } while takes(",")
            guard takes("]") else { throw Wrong(position: position) }
            return .array(elements)
        case UInt8(ascii: "{"):
            position += 1
            var members: [String: Value] = [:]
            space()
            if takes("}") { return .object([:]) }
            repeat {
                space()
                let name = try string()
                space()
                guard takes(":") else { throw Wrong(position: position) }
                members[name] = try value()
                space()
            } while takes(",")
            guard takes("}") else { throw Wrong(position: position) }
            return .object(members)
        default:
            let start = position
            while position < text.count, "+-.0123456789eE".utf8.contains(text[position]) { position += 1 }
            guard position > start else { throw Wrong(position: position) }
            return .number(String(decoding: text[start..<position], as: UTF8.self))
        }
    }

    private mutating func string() throws -> String {
        guard takes("\"") else { throw Wrong(position: position) }
        let start = position
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        let raw = text[start..<min(position, text.count)]
        guard takes("\"") else { throw Wrong(position: position) }
        guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
        return try JSONDecoder().decode(String.self, from: Data([0x22] + raw + [0x22]))
    }
}
