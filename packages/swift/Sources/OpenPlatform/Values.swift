import Foundation

/// A string with its own type, so that the token of a post cannot be used as the id of a user.
///
/// It can be a literal or be made from a string. It is validated when it is used.
public protocol TextValue: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringInterpolation,
    CustomStringConvertible
where RawValue == String, StringLiteralType == String {
    /// A value with this text.
    init(_ text: String)
}

extension TextValue {
    /// A value with this text.
    public init(rawValue: String) { self.init(rawValue) }
    /// A value with this text.
    public init(stringLiteral text: String) { self.init(text) }
    /// The text.
    public var description: String { rawValue }
}

/// The token of a post: letters, digits, `_` and `-`, such as `gZd7omnS`.
public struct PostToken: TextValue {
    /// The text.
    public let rawValue: String
    /// A token with this text.
    public init(_ text: String) { rawValue = text }
}

/// The id of a conversation.
public struct ConversationId: TextValue {
    /// The text.
    public let rawValue: String
    /// An id with this text.
    public init(_ text: String) { rawValue = text }
}

/// The id of a user. It is different for every app.
public struct UserId: TextValue {
    /// The text.
    public let rawValue: String
    /// An id with this text.
    public init(_ text: String) { rawValue = text }
}

/// The token of a business.
public struct BusinessToken: TextValue {
    /// The text.
    public let rawValue: String
    /// A token with this text.
    public init(_ text: String) { rawValue = text }
}

/// The id of a record that this app has created, such as an add-on of a user.
public struct RecordId: TextValue {
    /// The text.
    public let rawValue: String
    /// An id with this text.
    public init(_ text: String) { rawValue = text }
}

/// The phone number of a user, as people and the platform write it: `09123456789`, `+98 912 345 6789`.
///
/// It is personal data: `description`, `dump` and string interpolation give `***`. The number is in ``rawValue``.
public struct Phone: TextValue, CustomDebugStringConvertible, CustomReflectable {
    /// The text.
    public let rawValue: String
    /// A number with this text.
    public init(_ text: String) { rawValue = text }
    /// Not the number.
    public var description: String { "***" }
    /// Not the number.
    public var debugDescription: String { "***" }
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An image that a widget shows: the name that ``Images/upload(_:timeout:onProgress:)`` returned, or `logo` for the app's logo.
public struct Image: TextValue {
    /// The text.
    public let rawValue: String
    /// An image with this name.
    public init(_ text: String) { rawValue = text }
}

/// The name of an icon. `iconNames()` lists the known ones.
public struct Icon: TextValue {
    /// The text.
    public let rawValue: String
    /// An icon with this name.
    public init(_ text: String) { rawValue = text }
}

/// A scope. ``Scopes`` has constants and functions for all scopes.
public struct Scope: TextValue {
    /// The text.
    public let rawValue: String
    /// A scope with this text.
    public init(_ text: String) { rawValue = text }
}

/// The key of a stored grant, which an app stores with its own user. It is not a secret, and `Codable`.
public struct GrantKey: TextValue {
    /// The text.
    public let rawValue: String
    /// A key with this text.
    public init(_ text: String) { rawValue = text }
}

extension Date {
    /// The nearest date that can be passed to the core, whose seconds since 1970 are a whole number. A date that is not a number
    /// becomes the distant past, so that an expiry at that date counts as over. The core itself limits dates to those that it
    /// can write.
    var orNearest: Date {
        let (seconds, beyond) = (timeIntervalSince1970, 1e15)
        if seconds.isNaN { return .distantPast }
        if abs(seconds) < beyond { return self }
        return Date(timeIntervalSince1970: seconds < 0 ? -beyond : beyond)
    }
}
