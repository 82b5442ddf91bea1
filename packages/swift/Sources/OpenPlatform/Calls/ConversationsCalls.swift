// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about conversations for a user.
public struct UserConversations: Sendable {
    let native: any UserCalls

    /// Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
    /// exist yet, the message starts it.
    ///
    /// The request is never sent twice, because the platform has no idempotency key. After an
    /// ``OpenPlatformError/AmbiguousOutcome(report:)``, the app receives its own message as an event if it was sent.
    ///
    /// At most 3 rows of 3 buttons for each side, and 9 buttons in all unless `maxButtons` is set.
    ///
    /// Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
    /// token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
    /// `docs/platform.md#send-message`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/PreconditionFailed(report:)`` if the recipient does not accept messages.
    ///   ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was not
    ///   retried.
    @discardableResult
    public func send(
        _ conversation: ConversationId,
        _ message: Message,
        timeout: Duration? = nil
    ) async throws -> MessageSent {
        try await traced("conversations.send", timeout) {
            try await native.conversationsSend(conversation: conversation, message: message, options: $0)
        }
    }

    /// Like the other method, with a text and rows of buttons for each side.
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
    /// Scope `CHAT_CONVERSATION_READ` with the conversation id. Key permission `CHAT_READ_CONVERSATION`. Newer than the
    /// specification. Source: `docs/platform.md#read-conversation`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func get(_ conversation: ConversationId, timeout: Duration? = nil) async throws -> ConversationRecord {
        try await traced("conversations.get", timeout) {
            try await native.conversationsGet(conversation: conversation, options: $0)
        }
    }
}
