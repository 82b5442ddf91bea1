// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/**
 * Calls about conversations for a user. From `UserClient.conversations`.
 *
 * ```kotlin
 * user.conversations.send(conversation, text = "Your courier is ready.") {
 *     receiver { row { link("Pay", url = "https://app.example/pay/7") } }
 * }
 * ```
 */
public class UserConversations internal constructor(private val native: PlatformUser) {
    /**
     * Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
     * exist yet, the message starts it.
     *
     * The request is never sent twice, because the platform has no idempotency key. After an
     * [AmbiguousOutcomeException], the app receives its own message as an event if it was sent.
     *
     * At most 3 rows of 3 buttons for each side, and 9 buttons in all unless `maxButtons` is set.
     *
     * Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
     * token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#send-message`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws PreconditionFailedException if the recipient does not accept messages.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun send(conversation: ConversationId, message: Message, timeout: Duration? = null): MessageSent =
        traced("conversations.send") { translated(message::texts) { native.conversationsSend(conversation, message, options(timeout)) } }

    /** Like the other [send], but takes a text, and builds the buttons in a block. */
    public suspend fun send(
        conversation: ConversationId,
        vararg byName: ByName,
        text: String,
        timeout: Duration? = null,
        buttons: MessageBuilder.() -> Unit = {},
    ): MessageSent = send(conversation, message(text, buttons), timeout)

    /**
     * Reads the text messages of a conversation, oldest first.
     *
     * Scope `CHAT_CONVERSATION_READ` with the conversation id. Key permission `CHAT_READ_CONVERSATION`. Newer than the
     * specification. Source: `docs/platform.md#read-conversation`.
     *
     * @param conversation The id of the conversation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun get(conversation: ConversationId, timeout: Duration? = null): ConversationRecord =
        traced("conversations.get") { translated { native.conversationsGet(conversation, options(timeout)) } }
}
