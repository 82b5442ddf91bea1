import Foundation

/// A JSON document, as text. Unknown members are kept unchanged.
///
/// ```swift
/// let data: Json = ["id": "7", "rooms": 3]
/// let rooms = data["rooms"]?.int
/// let order = try data.decode(Order.self)
/// ```
///
/// Two documents are equal if their texts are.
public struct Json: Hashable, Sendable, CustomStringConvertible {
    /// The text of the document.
    public let text: String

    init(known text: String) { self.text = text }

    /// The document with this text.
    ///
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` if it is not one JSON document.
    public init(text: String) throws {
        self = try readJson(text: text)
    }

    /// The document of a value.
    ///
    /// - Throws: `EncodingError` if the value cannot be encoded.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        self.init(known: String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Decodes the document to a type of the app.
    ///
    /// - Throws: `DecodingError` if it does not have this form.
    public func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// `null`.
    public static let null = Json(known: "null")

    /// The string, if this is a string.
    public var string: String? { try? decode(String.self) }
    /// The number, if this is an integer.
    public var int: Int? { try? decode(Int.self) }
    /// The number, if this is a number.
    public var double: Double? { try? decode(Double.self) }
    /// The value, if this is a boolean.
    public var bool: Bool? { try? decode(Bool.self) }
    /// The elements, if this is an array.
    public var array: [Json]? { parts(in: "[") }
    /// The members, if this is an object.
    public var object: [String: Json]? {
        guard let parts = parts(in: "{") else { return nil }
        let members = stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0].string ?? "", parts[$0 + 1]) }
        return Dictionary(members) { $1 }
    }

    /// A member, or `nil` if this is not an object that has it.
    public subscript(name: String) -> Json? { object?[name] }
    /// An element, or `nil` if this is not an array that has it.
    public subscript(index: Int) -> Json? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The text.
    public var description: String { text }

    /// The elements of an array, or the names and values of an object in turn, as they are written: decoded and encoded again, numbers
    /// could change. `nil` if the document does not begin with this bracket.
    private func parts(in bracket: Character) -> [Json]? {
        let text = text[...].trimmed
        guard text.first == bracket else { return nil }
        let bytes = text.utf8
        var (parts, depth, isText, isEscaped) = ([Json](), 0, false, false)
        var start = bytes.index(after: bytes.startIndex)
        for index in bytes.indices {
            let byte = bytes[index]
            if isText {
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            let isSeparator = depth == 1 && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":"))
            guard isSeparator || depth == 0 else { continue }
            let part = text[start..<index].trimmed
            if isSeparator || !part.isEmpty { parts.append(Json(known: String(part))) }
            start = bytes.index(after: index)
        }
        return parts
    }
}

extension Substring {
    /// Without the white space of JSON at both ends.
    fileprivate var trimmed: Substring {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) }) else { return "" }
        return self[first..<utf8.index(after: last)]
    }
}

extension Json: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(_ text: String) {
        // Strings can always be encoded.
        self = try! Json(encoding: text)
    }
    /// An integer.
    public init(_ number: Int) { self.init(known: String(number)) }
    /// A boolean.
    public init(_ truth: Bool) { self.init(known: truth ? "true" : "false") }
    /// An array.
    public init(_ elements: [Json]) { self.init(known: "[\(elements.map(\.text).joined(separator: ","))]") }
    /// An object.
    public init(_ members: [String: Json]) { self.init(members: members.sorted { $0.key < $1.key }) }

    init(members: [(key: String, value: Json)]) {
        let members = members.map { "\(Json($0.key).text):\($0.value.text)" }
        self.init(known: "{\(members.joined(separator: ","))}")
    }

    /// Text.
    public init(stringLiteral text: String) { self.init(text) }
    /// An integer.
    public init(integerLiteral number: Int) { self.init(number) }
    /// A number.
    public init(floatLiteral number: Double) { self.init(known: String(number)) }
    /// A boolean.
    public init(booleanLiteral truth: Bool) { self.init(truth) }
    /// An array.
    public init(arrayLiteral elements: Json...) { self.init(elements) }
    /// An object, with its members in this order.
    public init(dictionaryLiteral members: (String, Json)...) {
        self.init(members: members.map { (key: $0.0, value: $0.1) })
    }
}

extension Json: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self.init(truth)
        } else if let number = try? value.decode(Int.self) {
            self.init(number)
        } else if let number = try? value.decode(UInt64.self) {
            self.init(known: String(number))
        } else if let number = try? value.decode(Double.self) {
            let exact = exact(try? value.decode(Decimal.self), number)
            self.init(known: exact.map { "\($0)" } ?? String(number))
        } else if let text = try? value.decode(String.self) {
            self.init(text)
        } else if let elements = try? value.decode([Json].self) {
            self.init(elements)
        } else {
            self.init(try value.decode([String: Json].self))
        }
    }

    /// Encodes the document as a part of a larger one.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if text == "null" {
            try value.encodeNil()
        } else if let bool {
            try value.encode(bool)
        } else if let int {
            try value.encode(int)
        } else if let number = try? decode(UInt64.self) {
            try value.encode(number)
        } else if let double {
            if let exact = exact(try? decode(Decimal.self), double) { try value.encode(exact) } else { try value.encode(double) }
        } else if let string {
            try value.encode(string)
        } else if let array {
            try value.encode(array)
        } else if let object {
            try value.encode(object)
        } else {
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "this is not JSON"))
        }
    }
}

/// The decimal number, if it is the same number: a `Double` changes long ones, but has larger and smaller ones.
private func exact(_ decimal: Decimal?, _ double: Double) -> Decimal? { decimal.flatMap { Double("\($0)") == double ? $0 : nil } }
