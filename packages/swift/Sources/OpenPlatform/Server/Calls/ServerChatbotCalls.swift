// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls of the chatbot that need only the API key.
public struct Chatbot: Sendable {
    let native: Platform

    /// Sends a message into a conversation that a user started with the bot.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await traced("chatbot.reply", timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }

    /// Creates a token for one upload of a picture, video, voice or file. The upload returns the `mediaToken` of a
    /// message.
    ///
    /// Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func createUploadToken(timeout: Duration? = nil) async throws -> ChatUploadToken {
        try await traced("chatbot.create_upload_token", timeout) {
            try await native.chatbotCreateUploadToken(options: $0)
        }
    }
}

/// Calls of the chatbot for a user.
public struct UserChatbot: Sendable {
    let native: PlatformUser

    /// Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
    ///
    /// Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification.
    /// Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - user: The id of the user, which is different for every app.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func send(_ user: UserId, _ message: BotMessage, timeout: Duration? = nil) async throws -> BotMessageSent {
        try await traced("chatbot.send", timeout) {
            try await native.chatbotSend(user: user, message: message, options: $0)
        }
    }

    /// Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
    ///
    /// - Parameters:
    ///   - conversation: The id of the conversation.
    ///   - message: The message to send.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await traced("chatbot.reply", timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }
}
