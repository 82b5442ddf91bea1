extension BotMessage {
    /// A text of the app's chatbot, with buttons.
    public static func text(_ text: String, buttons: [[Button]] = []) -> BotMessage {
        BotMessage(text: text, buttons: .rows(buttons))
    }
}
