extension ChatMessage {
    /// Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip these, or it
    /// responds to itself forever (docs/platform.md#chat-message).
    public var isFromBot: Bool { messageIsFromBot(message: self) }
}
