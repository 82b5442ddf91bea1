package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** The context of a handler. */
public open class RequestContextAsync internal constructor(private val context: RequestContext, private val hooks: HooksAsync) {
    /** The client. */
    @get:JvmName("platform")
    public val platform: OpenPlatformAsync get() = hooks.client

    /** The id of the identification key of the request. */
    @get:JvmName("keyId")
    public val keyId: String get() = context.keyId
}

/** The context of a handler of events. */
public open class HookContextAsync<E : Event> internal constructor(
    private val context: HookContext<E>,
    hooks: HooksAsync,
) : RequestContextAsync(context, hooks) {
    /** The event. */
    @get:JvmName("event")
    public val event: E get() = context.event

    /** The delivery that contained the event. */
    @get:JvmName("delivery")
    public val delivery: Delivery get() = context.delivery

    /** A client for the user of the event; `null` if `grantOf` of the options returned no grant. */
    @get:JvmName("user")
    public val user: UserClientAsync? by lazy { context.user?.let { UserClientAsync(it, platform.futures) } }

    /** The age of a message by its `sentAt`. It is no proof: anyone who has the key can send any time. */
    @get:JvmName("freshness")
    public val freshness: Freshness get() = context.freshness

    /** The metadata of the subscription, a JSON object. */
    @get:JvmName("metadata")
    public val metadata: Json? get() = context.metadata
}

/** The context of a handler of messages in chats about posts. */
public class MessageContextAsync internal constructor(
    private val context: HookContext<Event.NewMessage>,
    hooks: HooksAsync,
) : HookContextAsync<Event.NewMessage>(context, hooks) {
    /**
     * Replies in the conversation of the message, as the user of the event.
     *
     * It ends with [ConfigException] if the user of the event is unknown; and if an app wrote the message, also this one: such messages
     * are events, too, and answers to them would never end.
     */
    @JvmOverloads
    public fun reply(text: String, message: Consumer<MessageBuilder> = Consumer {}): CompletableFuture<MessageSent> =
        platform.futures.of { context.reply(MessageBuilder().text(text).built(message)) }

    /** Like the other [reply], with a complete message. */
    @JvmOverloads
    public fun reply(message: Message, timeout: Duration? = null): CompletableFuture<MessageSent> =
        platform.futures.of { context.reply(message, timeout.inKotlin()) }
}

/** The context of a handler of messages to the app's chatbot. */
public class ChatbotContextAsync internal constructor(
    private val context: HookContext<Event.NewChatbotMessage>,
    hooks: HooksAsync,
) : HookContextAsync<Event.NewChatbotMessage>(context, hooks) {
    /** Replies in the conversation of the message, as the app's chatbot. */
    @JvmOverloads
    public fun reply(text: String, message: Consumer<BotMessageBuilder> = Consumer {}): CompletableFuture<BotMessageSent> =
        platform.futures.of { context.reply(BotMessageBuilder().text(text).built(message)) }

    /** Like the other [reply], with a complete message. */
    @JvmOverloads
    public fun reply(message: BotMessage, timeout: Duration? = null): CompletableFuture<BotMessageSent> =
        platform.futures.of { context.reply(message, timeout.inKotlin()) }
}
