package io.github.openplatformsdk

import java.time.Instant
import kotlin.time.Duration
import io.github.openplatformsdk.ffi.checkReply
import io.github.openplatformsdk.ffi.IpAllowlist as NativeAllowlist
import io.github.openplatformsdk.ffi.MemoryDedupe as NativeDedupe

/** An identification key, with which the platform authenticates its requests. `toString` shows only its id. */
public class IdentificationKey @JvmOverloads constructor(
    /** A name for logs. It is not secret. */
    public val id: String,
    internal val key: String,
    /** When the key expires; `null` for never. */
    public val notAfter: Instant? = null,
) {
    override fun toString(): String = "IdentificationKey(id=$id)"
}

/**
 * Remembers which events were handled and which are being handled. Implement it yourself if several processes receive events,
 * or if a restart must not forget them: one conditional insert is sufficient.
 *
 * [Hooks] stores several keys for an event. While an event is being handled, a repeated delivery gets a 503, so that the
 * platform sends it again in case handling fails. If the process crashes, an event counts as being handled for up to five and a
 * half minutes.
 *
 * A call that takes longer than 0.6 seconds is cancelled and has failed, and a failure before the handler is answered with 503.
 */
public interface Dedupe {
    /**
     * Stores a key for the duration of [window], or for as long as possible if it is `null`. Returns whether the key is new:
     * of several concurrent calls exactly one returns `true`.
     */
    public suspend fun remember(key: String, window: Duration?): Boolean

    /** Deletes a key. */
    public suspend fun forget(key: String)

    /** Stands for the choice of [Hooks]: the memory of this process is used, unless there is an inbox. */
    public companion object Default : Dedupe {
        override suspend fun remember(key: String, window: Duration?): Boolean = true

        override suspend fun forget(key: String): Unit = Unit
    }
}

/**
 * Remembers keys of events in the memory of this process. When it is full, it forgets the oldest.
 *
 * @param capacity how many keys it remembers: 100,000 by default.
 * @throws ConfigException for a negative [capacity].
 */
public class MemoryDedupe(capacity: Int? = null) : Dedupe {
    internal val native = NativeDedupe(capacity?.let { count("capacity", it) })

    override suspend fun remember(key: String, window: Duration?): Boolean =
        native.remember(key, window?.inWholeSeconds)

    override suspend fun forget(key: String): Unit = native.forget(key)
}

/**
 * The IP addresses that requests may come from, for `allowlist` of [Hooks]: an additional check beside the identification key, never a
 * replacement.
 *
 * Any client can set `X-Forwarded-For`. It is therefore read from its end, and only as long as the address that added an entry is a
 * trusted proxy; all earlier entries are ignored. `Forwarded` is not read.
 */
public class IpAllowlist private constructor(internal val native: NativeAllowlist) {
    /**
     * Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
     *
     * @throws ConfigException if there is none, or one is neither an address nor a network.
     */
    public constructor(networks: List<String>) : this(translated { NativeAllowlist(networks) })

    /**
     * Returns an allowlist that also trusts the `X-Forwarded-For` entries of these addresses and networks: your own
     * reverse proxies.
     *
     * The word `unix` stands for a proxy that connects over a Unix socket: then every connection without an IP address
     * is trusted. Add it only if the server listens on nothing but such a socket, which only the proxy can open: some
     * servers also lose the address of a TCP connection that was closed.
     *
     * @throws ConfigException if one is neither an address, a network nor `unix`.
     */
    public fun trustedProxies(networks: List<String>): IpAllowlist = IpAllowlist(translated { native.trustedProxies(networks) })

    /**
     * Returns an allowlist that also refuses an address for the rest of a minute after this many of its requests, as
     * reported to `answered`, did not have the key. Without it there is no limit: a key that cannot be guessed needs
     * none.
     *
     * An address from which a request with the key has come is never refused, so neither an attacker nor a key that was
     * wrong for a while can shut out the platform. Set your proxies nevertheless: all requests through a proxy that is
     * not trusted have one address, and until the first request of the platform gets through, others can use up its
     * limit. IPv6 addresses are counted by their first 64 bits. Each process has its own counts; allowlists that are
     * made of this one share them.
     *
     * @throws ConfigException if `perMinute` is 0, which would refuse every address.
     */
    public fun limitFailures(perMinute: Int): IpAllowlist =
        IpAllowlist(translated { native.limitFailures(perMinute.coerceAtLeast(0).toUInt()) })

    /**
     * Checks the source of a request, and returns its address.
     *
     * @param peer The IP address of the other end of the connection. `null` if it has none, as behind a Unix socket.
     * @param headers The headers of the request, unchanged.
     * @throws WebhookRejectedException with 403 if the address is not allowed or cannot be determined; with 401, equal
     *   to that of a wrong key, if it has failed too often: an attacker who guesses keys does not learn that the guess
     *   was not compared.
     * @throws InvalidInputException if `peer` is a text that is no IP address.
     */
    public fun check(peer: String?, headers: List<Pair<String, String>>): String =
        translated { native.check(peer, headers.toNative()) }

    /**
     * Reports the status of the response to a request, for `limitFailures`: 401 is a failure, 200 to 299 prove that the
     * request had the key. So report only requests that needed the key.
     *
     * @param source The address that `check` returned.
     * @param status The status of the response.
     * @throws InvalidInputException if `source` is a text that is no IP address.
     */
    public fun answered(source: String, status: Int): Unit =
        translated { native.answered(source, status.coerceIn(0, UShort.MAX_VALUE.toInt()).toUShort()) }

    public companion object {
        /**
         * Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to
         * `78.111.6.43` and `31.214.250.128/27` (docs/platform.md#webhook-senders). The platform does not promise that
         * they stay the same, or that start requests come from them too.
         */
        @JvmStatic
        public fun platform(): IpAllowlist = IpAllowlist(NativeAllowlist.platform())
    }
}

/** The context of a handler. */
public open class RequestContext internal constructor(
    /** The id of the identification key of the request. */
    public val keyId: String,
    private val hooks: Hooks,
) {
    /** The client. */
    public val platform: OpenPlatform get() = hooks.platform
}

/** The context of a handler of events. */
public class HookContext<out E : Event> internal constructor(
    /** The event. */
    public val event: E,
    /** The delivery that contained the event. */
    public val delivery: Delivery,
    /** A client for the user of the event; `null` if `grantOf` of the [Hooks] returned no grant. */
    public val user: UserClient?,
    keyId: String,
    hooks: Hooks,
) : RequestContext(keyId, hooks) {
    /** The age of a message by its `sentAt`. It is no proof: anyone who has the key can send any time. */
    public val freshness: Freshness by lazy { hooks.webhooks.freshness(delivery) }

    /** The metadata of the subscription, a JSON object. */
    public val metadata: Json? get() = delivery.metadata
}

/**
 * Replies in the conversation of the message, as the user of the event.
 *
 * @throws ConfigException if the user of the event is unknown: see `grantOf` of [Hooks]; and if an app wrote the message, also this
 *   one: such messages are events, too, and answers to them would never end.
 */
@JvmName("replyToMessage")
public suspend fun HookContext<Event.NewMessage>.reply(
    text: String,
    vararg byName: ByName,
    timeout: Duration? = null,
    buttons: MessageBuilder.() -> Unit = {},
): MessageSent = reply(message(text, buttons), timeout)

/** Like the other [reply], with a complete message. */
@JvmName("replyToMessage")
public suspend fun HookContext<Event.NewMessage>.reply(message: Message, timeout: Duration? = null): MessageSent {
    translated { checkReply(event, user != null) }
    return user!!.conversations.send(event.message.conversation.id, message, timeout)
}

/** Replies in the conversation of the message, as the app's chatbot. */
@JvmName("replyToChatbotMessage")
public suspend fun HookContext<Event.NewChatbotMessage>.reply(
    text: String,
    vararg byName: ByName,
    timeout: Duration? = null,
    buttons: ButtonGridBuilder.() -> Unit = {},
): BotMessageSent = reply(botMessage(text, buttons), timeout)

/** Like the other [reply], with a complete message. */
@JvmName("replyToChatbotMessage")
public suspend fun HookContext<Event.NewChatbotMessage>.reply(
    message: BotMessage,
    timeout: Duration? = null,
): BotMessageSent = platform.chatbot.reply(event.message.conversation.id, message, timeout)
