// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls of the chatbot that need only the API key. From `OpenPlatform.chatbot`. */
public class Chatbot internal constructor(private val native: Platform) {
    /**
     * Sends a message into a conversation that a user started with the bot.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent =
        traced("chatbot.reply") { translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) } }

    /** Like the other [reply], but takes a text, and builds the buttons in a block. */
    public suspend fun reply(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = reply(conversation, botMessage(text, buttons), timeout)

    /**
     * Creates a token for one upload of a picture, video, voice or file. The upload returns the `mediaToken` of a
     * message.
     *
     * Key permission `CHAT_UPLOAD_MEDIA`. Newer than the specification. Source: `docs/platform.md#chat-media`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun createUploadToken(timeout: Duration? = null): ChatUploadToken =
        traced("chatbot.create_upload_token") { translated { native.chatbotCreateUploadToken(options(timeout)) } }
}

/** Calls of the chatbot for a user. From `UserClient.chatbot`. */
public class UserChatbot internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message of the bot to a user. If there is no conversation yet, the message starts it.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`. Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source:
     * `docs/platform.md#chatbot`.
     *
     * @param user The id of the user, which is different for every app.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun send(user: UserId, message: BotMessage, timeout: Duration? = null): BotMessageSent =
        traced("chatbot.send") { translated(message::texts) { native.chatbotSend(user, message, options(timeout)) } }

    /** Like the other [send], but takes a text, and builds the buttons in a block. */
    public suspend fun send(
        user: UserId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = send(user, botMessage(text, buttons), timeout)

    /**
     * Like `Chatbot.reply`, with the user's token beside the API key: one document of the platform requires both.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: `docs/platform.md#chatbot`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent =
        traced("chatbot.reply") { translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) } }

    /** Like the other [reply], but takes a text, and builds the buttons in a block. */
    public suspend fun reply(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = reply(conversation, botMessage(text, buttons), timeout)
}
