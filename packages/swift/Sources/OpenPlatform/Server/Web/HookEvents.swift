import Foundation

/// A known event type, with the type of its handler's arguments.
public struct EventType<Payload: Sendable, Context: Sendable>: Sendable {
    /// Its name, in lower case.
    public let name: String
    let open: @Sendable (HookContext) -> (Payload, Context)?
}

/// An event of a type that this version does not know.
public struct UnknownEvent: Sendable, Hashable {
    /// The `type` as received.
    public let kind: String
    /// The whole body.
    public let body: Json
}

/// An authentic event that cannot be parsed.
public struct MalformedEvent: Sendable, Hashable {
    /// The `type` as received; empty if there was none.
    public let kind: String
    /// What is wrong with it.
    public let reason: String
    /// The whole body.
    public let body: Json
}

/// The context of every handler.
public struct RequestContext: Sendable {
    /// The id of the identification key of the request.
    public let keyId: String
    /// The client of the hooks.
    public let platform: OpenPlatform
}

/// The context of a handler of events.
public struct HookContext: Sendable {
    /// The whole delivery.
    public let delivery: Delivery
    /// The id of the identification key of the request.
    public let keyId: String
    /// The client of the hooks.
    public let platform: OpenPlatform
    /// Calls for the user of the event. `nil` if `grantOf` of the hooks returns no grant.
    public let user: UserClient?
    let webhooks: Webhooks

    /// The event.
    public var event: Event { delivery.event }
    /// The object that was given with the subscription.
    public var metadata: Json? { delivery.metadata }
    /// The age of a message by its `sentAt`. It is no proof: anyone who has the key can send any time.
    public var freshness: Freshness { (try? webhooks.freshness(delivery: delivery)) ?? .unknown }
}

/// The context of a handler of messages: ``HookContext``, and calls to answer.
@dynamicMemberLookup
public struct MessageContext: Sendable {
    /// The context of all handlers of events. Its members are members here, too.
    public let whole: HookContext
    let conversation: ConversationId

    /// The context of all handlers of events.
    public subscript<T>(dynamicMember member: KeyPath<HookContext, T>) -> T { whole[keyPath: member] }

    /// Answers in the conversation of the message, as the user of the event.
    ///
    /// - Throws: ``OpenPlatformError/Config(report:)`` if the user of the event is not known: see `grantOf` of ``Hooks``; and if an app
    ///   wrote the message, also this one: such messages are events, too, and answers to them would never end.
    @discardableResult
    public func reply(_ message: Message, timeout: Duration? = nil) async throws -> MessageSent {
        try checkReply(event: whole.event, hasUser: whole.user != nil)
        return try await whole.user!.conversations.send(conversation, message, timeout: timeout)
    }

    /// As the other overload, with a text and buttons for each side.
    @discardableResult
    public func reply(
        _ text: String,
        sender: [[Button]] = [],
        receiver: [[Button]] = [],
        timeout: Duration? = nil
    ) async throws -> MessageSent {
        try await reply(.text(text, sender: sender, receiver: receiver), timeout: timeout)
    }
}

/// The context of a handler of messages to the chatbot.
@dynamicMemberLookup
public struct BotMessageContext: Sendable {
    /// The context of all handlers of events. Its members are members here, too.
    public let whole: HookContext
    let conversation: ConversationId

    /// The context of all handlers of events.
    public subscript<T>(dynamicMember member: KeyPath<HookContext, T>) -> T { whole[keyPath: member] }

    /// Answers in the conversation of the message, as the chatbot.
    @discardableResult
    public func reply(_ message: BotMessage, timeout: Duration? = nil) async throws -> BotMessageSent {
        try await whole.platform.chatbot.reply(conversation, message, timeout: timeout)
    }

    /// As the other overload, with a text and buttons.
    @discardableResult
    public func reply(_ text: String, buttons: [[Button]] = [], timeout: Duration? = nil) async throws -> BotMessageSent {
        try await reply(.text(text, buttons: buttons), timeout: timeout)
    }
}

/// Remembers which events were handled, and which are being handled. Implement it if several processes receive events, or if a
/// restart must not forget them: one conditional insert is sufficient.
///
/// ``Hooks`` stores several keys for an event: while it is handled a repetition is answered with 503, so that it is sent again
/// if handling fails. If a process crashes, its events count as being handled for up to five and a half minutes.
///
/// The task of a call that takes longer than 0.6 seconds is cancelled. The call has failed then, and a failure before the handler is
/// answered with 503. A call is not cancelled with its request.
public protocol Dedupe: Sendable {
    /// Stores a key for this many seconds, or as long as possible. Returns whether it is new: of concurrent calls exactly one
    /// returns `true`.
    func remember(key: String, windowSeconds: Int64?) async throws -> Bool
    /// Removes a key.
    func forget(key: String) async throws
}

extension MemoryDedupe: Dedupe {}

/// Stands for the choice of the app to leave out `dedupe`: then the memory of this process is used, unless there is an inbox.
@usableFromInline
struct DefaultDedupe: Dedupe {
    @usableFromInline init() {}
    @usableFromInline func remember(key: String, windowSeconds: Int64?) async throws -> Bool { true }
    @usableFromInline func forget(key: String) async throws {}
}
