extension BotMessage {
    /// A message of the app's chatbot with a text and buttons.
    public static func text(_ text: String, buttons: [[Button]] = []) -> BotMessage {
        BotMessage(text: text, buttons: .rows(buttons))
    }
}
