extension ChatMessage {
    /// Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip these, or it
    /// responds to itself forever (docs/platform.md#chat-message). `true` if the message cannot be read.
    public var isFromBot: Bool { (try? messageIsFromBot(message: self)) ?? true }
}
