/// The app's chatbot, without a user. From ``OpenPlatform/chatbot``.
public struct Chatbot: Sendable {
    let native: Platform

    /// Answers in a conversation that a user began with the bot.
    ///
    /// Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await call(timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }
}

/// The app's chatbot, writing to one user. From ``UserClient/chatbot``.
public struct UserChatbot: Sendable {
    let native: PlatformUser

    /// Lets the bot write to the user first. A conversation that does not exist yet begins with it. Scope `CHAT_BOT_USER_MESSAGE_SEND`, key permission `CHAT_BOT_SEND_MESSAGE`.
    /// Newer than the specification. Source: facts part 1.6.2.
    @discardableResult
    public func send(_ user: UserId, _ message: BotMessage, timeout: Duration? = nil) async throws -> BotMessageSent {
        try await call(timeout) { try await native.chatbotSend(user: user, message: message, options: $0) }
    }

    /// As ``Chatbot/reply(_:_:timeout:)``, with the user's token beside the key: one description of the platform asks
    /// for both.
    @discardableResult
    public func reply(
        _ conversation: ConversationId,
        _ message: BotMessage,
        timeout: Duration? = nil
    ) async throws -> BotMessageSent {
        try await call(timeout) {
            try await native.chatbotReply(conversation: conversation, message: message, options: $0)
        }
    }
}

extension BotMessage {
    /// A text of the app's chatbot, with buttons.
    public static func text(_ text: String, buttons: [[Button]] = []) -> BotMessage {
        BotMessage(text: text, buttons: .rows(buttons))
    }
}
