package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * Conversations between users. From [UserClient.conversations].
 *
 * ```kotlin
 * user.conversations.send(conversation, "Your courier is ready.") {
 *     receiver { row { link("Pay", "https://app.example/pay/7") } }
 * }
 * ```
 */
public class UserConversations internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message into a conversation, as the user, with the app's name above it. A conversation that does not
     * exist yet begins with it.
     *
     * It is never sent twice: the platform has no idempotency key. After an [AmbiguousOutcomeException] the app's own
     * message arrives as an event if it was sent.
     *
     * At most 3 rows of 3 buttons for each side. Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, or
     * `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`;
     * key permission `CHAT_SEND_MESSAGE_OAUTH`. Source: spec 14, facts part 1.6.1.
     *
     * @throws PreconditionFailedException if the recipient does not take messages.
     */
    public suspend fun send(conversation: ConversationId, message: Message, timeout: Duration? = null): MessageSent =
        translated(message::texts) { native.conversationsSend(conversation, message, options(timeout)) }

    /** As the other [send]: a text, and buttons built in place. */
    public suspend fun send(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
        buttons: MessageBuilder.() -> Unit = {},
    ): MessageSent = send(conversation, message(text, buttons), timeout)

    /**
     * Reads the text messages of a conversation, oldest first.
     *
     * Scope `CHAT_CONVERSATION_READ` with the conversation id, key permission `CHAT_READ_CONVERSATION`. Newer than
     * the specification. Source: facts part 1.6.3.
     */
    public suspend fun get(conversation: ConversationId, timeout: Duration? = null): ConversationRecord =
        translated { native.conversationsGet(conversation, options(timeout)) }
}

/** The app's chatbot, without a user. From [OpenPlatform.chatbot]. */
public class Chatbot internal constructor(private val native: Platform) {
    /**
     * Answers in a conversation that a user began with the bot.
     *
     * Key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification. Source: facts part 1.6.2.
     */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent = translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) }

    /** As the other [reply]: a text, and buttons built in place. */
    public suspend fun reply(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
        buttons: ButtonGridBuilder.() -> Unit = {},
    ): BotMessageSent = reply(conversation, botMessage(text, buttons), timeout)
}

/** The app's chatbot, writing to one user. From [UserClient.chatbot]. */
public class UserChatbot internal constructor(private val native: PlatformUser) {
    /**
     * Lets the bot write to the user first. A conversation that does not exist yet begins with it.
     *
     * Scope `CHAT_BOT_USER_MESSAGE_SEND`, key permission `CHAT_BOT_SEND_MESSAGE`. Newer than the specification.
     * Source: facts part 1.6.2.
     */
    public suspend fun send(user: UserId, message: BotMessage, timeout: Duration? = null): BotMessageSent =
        translated(message::texts) { native.chatbotSend(user, message, options(timeout)) }

    /** As [Chatbot.reply], with the user's token beside the key: one description of the platform asks for both. */
    public suspend fun reply(
        conversation: ConversationId,
        message: BotMessage,
        timeout: Duration? = null,
    ): BotMessageSent = translated(message::texts) { native.chatbotReply(conversation, message, options(timeout)) }
}
