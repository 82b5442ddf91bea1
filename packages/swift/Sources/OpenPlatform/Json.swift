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
    public var array: [Json]? { try? decode([Json].self) }
    /// The members, if this is an object.
    public var object: [String: Json]? { try? decode([String: Json].self) }

    /// A member, or `nil` if this is not an object that has it.
    public subscript(name: String) -> Json? { object?[name] }
    /// An element, or `nil` if this is not an array that has it.
    public subscript(index: Int) -> Json? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The text.
    public var description: String { text }
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
        } else if let number = try? value.decode(Double.self) {
            self.init(known: String(number))
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
        } else if let double {
            try value.encode(double)
        } else if let string {
            try value.encode(string)
        } else if let array {
            try value.encode(array)
        } else {
            try value.encode(decode([String: Json].self))
        }
    }
}
