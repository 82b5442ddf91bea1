// Made from the core by `open-platform-generator`: do not edit.

extension EventType where Payload == ChatMessage, Context == MessageContext {
    /// A new message in a chat about a post.
    public static var newMessage: Self {
        Self(name: "new_message") { context in
            guard case .newMessage(let message) = context.event else { return nil }
            return (message, MessageContext(whole: context, conversation: message.conversation.id))
        }
    }
}

extension EventType where Payload == ChatMessage, Context == BotMessageContext {
    /// A new message to the app's chatbot.
    public static var newChatbotMessage: Self {
        Self(name: "new_chatbot_message") { context in
            guard case .newChatbotMessage(let message) = context.event else { return nil }
            return (message, BotMessageContext(whole: context, conversation: message.conversation.id))
        }
    }
}

extension EventType where Payload == UserAccessRevocation, Context == HookContext {
    /// A user removed the app's access.
    public static var userAccessRevocation: Self {
        Self(name: "user_access_revocation") { context in
            guard case .userAccessRevocation(let revocation) = context.event else { return nil }
            return (revocation, context)
        }
    }
}

extension EventType where Payload == PostUpdate, Context == HookContext {
    /// A post changed.
    public static var postUpdate: Self {
        Self(name: "post_update") { context in
            guard case .postUpdate(let update) = context.event else { return nil }
            return (update, context)
        }
    }
}

extension EventType where Payload == Transaction, Context == HookContext {
    /// A transaction changed.
    public static var paymentTransaction: Self {
        Self(name: "payment_transaction") { context in
            guard case .paymentTransaction(let transaction) = context.event else { return nil }
            return (transaction, context)
        }
    }
}

extension Event {
    /// The name of its type, as in `tests/vectors` and the other packages.
    var name: String {
        switch self {
        case .newMessage: "new_message"
        case .newChatbotMessage: "new_chatbot_message"
        case .userAccessRevocation: "user_access_revocation"
        case .postUpdate: "post_update"
        case .paymentTransaction: "payment_transaction"
        case .unknown: "unknown"
        case .malformed: "malformed"
        }
    }
}
