/// Conversations between users. From ``AppUser/conversations``, on servers from `UserClient.conversations`.
public struct UserConversations: Sendable {
    let native: any UserCalls

    /// Sends a message into a conversation, as the user, with the app's name above it. A conversation that does not
    /// exist yet begins with it.
    ///
    /// It is never sent twice: the platform has no idempotency key. After an
    /// ``OpenPlatformError/AmbiguousOutcome(report:)`` the app's own message arrives as an event if it was sent.
    ///
    /// Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, or `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the
    /// post token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`; key permission `CHAT_SEND_MESSAGE_OAUTH`.
    /// Source: spec 14, facts part 1.6.1.
    @discardableResult
    public func send(
        _ conversation: ConversationId,
        _ message: Message,
        timeout: Duration? = nil
    ) async throws -> MessageSent {
        try await call(timeout) {
            try await native.conversationsSend(conversation: conversation, message: message, options: $0)
        }
    }

    /// As the other one: a text, and buttons for each side.
    @discardableResult
    public func send(
        _ conversation: ConversationId,
        _ text: String,
        sender: [[Button]] = [],
        receiver: [[Button]] = [],
        timeout: Duration? = nil
    ) async throws -> MessageSent {
        try await send(conversation, .text(text, sender: sender, receiver: receiver), timeout: timeout)
    }

    /// Reads the text messages of a conversation, oldest first.
    ///
    /// Scope `CHAT_CONVERSATION_READ` with the conversation id, key permission `CHAT_READ_CONVERSATION`. Newer than the
    /// specification. Source: facts part 1.6.3.
    public func get(_ conversation: ConversationId, timeout: Duration? = nil) async throws -> ConversationRecord {
        try await call(timeout) { try await native.conversationsGet(conversation: conversation, options: $0) }
    }
}
