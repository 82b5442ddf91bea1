// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls about conversations for a user. From `UserClientAsync.conversations`. */
public class UserConversationsAsync internal constructor(private val calls: UserConversations, private val futures: Futures) {
    /**
     * Sends a message into a conversation, as the user, with the app's name above it. If the conversation does not
     * exist yet, the message starts it.
     *
     * The request is never sent twice, because the platform has no idempotency key. After an
     * [AmbiguousOutcomeException], the app receives its own message as an event if it was sent.
     *
     * At most 3 rows of 3 buttons for each side, and 9 buttons in all unless `maxButtons` is set.
     *
     * It ends with [PreconditionFailedException] if the recipient does not accept messages.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `CONVERSATION_SEND_MESSAGE` with the conversation id, `CHAT_POST_CONVERSATIONS_MESSAGE_SEND` with the post
     * token, or `CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND`. Key permission `CHAT_SEND_MESSAGE_OAUTH`. Source:
     * `docs/platform.md#send-message`.
     *
     * @param conversation The id of the conversation.
     * @param message The message to send.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun send(
        conversation: ConversationId,
        message: Message,
        timeout: Duration? = null,
    ): CompletableFuture<MessageSent> =
        futures.of { calls.send(conversation, message, timeout.inKotlin()) }

    /** Like the other [send], but builds `message`. */
    @JvmOverloads
    public fun send(
        conversation: ConversationId,
        message: Consumer<MessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<MessageSent> =
        futures.of { calls.send(conversation, MessageBuilder().built(message), timeout.inKotlin()) }

    /** Like the other [send], for a message that is a text. */
    @JvmOverloads
    public fun send(
        conversation: ConversationId,
        text: String,
        timeout: Duration? = null,
    ): CompletableFuture<MessageSent> =
        futures.of { calls.send(conversation, MessageBuilder().text(text).build(), timeout.inKotlin()) }

    /** Like the other [send], for a text, and builds the rest of the message. */
    @JvmOverloads
    public fun send(
        conversation: ConversationId,
        text: String,
        message: Consumer<MessageBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<MessageSent> =
        futures.of { calls.send(conversation, MessageBuilder().text(text).built(message), timeout.inKotlin()) }

    /**
     * Reads the text messages of a conversation, oldest first.
     *
     * Scope `CHAT_CONVERSATION_READ` with the conversation id. Key permission `CHAT_READ_CONVERSATION`. Newer than the
     * specification. Source: `docs/platform.md#read-conversation`.
     *
     * @param conversation The id of the conversation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun get(conversation: ConversationId, timeout: Duration? = null): CompletableFuture<ConversationRecord> =
        futures.of { calls.get(conversation, timeout.inKotlin()) }
}
