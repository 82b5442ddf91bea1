package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Accepted
import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.WebhookOptions
import io.github.openplatformsdk.ffi.Webhooks
import io.github.openplatformsdk.ffi.conflictNote
import io.github.openplatformsdk.ffi.dedupeMarks
import io.github.openplatformsdk.ffi.deliveryInConflict
import io.github.openplatformsdk.ffi.deliveryLabel
import io.github.openplatformsdk.ffi.replyInProgress
import io.github.openplatformsdk.ffi.replyOk
import io.github.openplatformsdk.ffi.replyToDynamicAction
import io.github.openplatformsdk.ffi.replyToRejection
import io.github.openplatformsdk.ffi.replyToStart
import java.lang.System.Logger.Level
import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import kotlin.reflect.KClass
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit
import kotlin.time.TimeSource
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import io.github.openplatformsdk.ffi.IdentificationKey as NativeKey
import io.github.openplatformsdk.ffi.MemoryDedupe as NativeDedupe

/** An identification key, with which the platform authenticates its requests. `toString` shows only its id. */
public class IdentificationKey(
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
 * or if the memory must survive a restart: one conditional insert is sufficient.
 *
 * [Hooks] stores several keys for an event. While an event is being handled, a repeated delivery gets a 503, so that the
 * platform sends it again in case handling fails. After a crash of the process an event counts as being handled for up to
 * five and a half minutes.
 */
public interface Dedupe {
    /**
     * Stores a key for the duration of [window], or for as long as possible if it is `null`. Returns whether the key is new:
     * of several concurrent calls exactly one returns `true`.
     */
    public suspend fun remember(key: String, window: Duration?): Boolean

    /** Deletes a key. */
    public suspend fun forget(key: String)
}

/** Remembers up to 100,000 keys of events in the memory of this process. */
public class MemoryDedupe : Dedupe {
    internal val native = NativeDedupe()

    override suspend fun remember(key: String, window: Duration?): Boolean =
        native.remember(key, window?.inWholeSeconds)

    override suspend fun forget(key: String): Unit = native.forget(key)
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
    /** The age of a message by its `sentAt`. It is no proof: anyone who has the key can send any time. */
    public val freshness: Freshness,
    /** A client for the user of the event; `null` if `grantOf` of the [Hooks] returned no grant. */
    public val user: UserClient?,
    keyId: String,
    hooks: Hooks,
) : RequestContext(keyId, hooks) {
    /** The metadata of the subscription, a JSON object. */
    public val metadata: Json? get() = delivery.metadata
}

/**
 * Replies in the conversation of the message, as the user of the event.
 *
 * @throws ConfigException if the user of the event is unknown: see `grantOf` of [Hooks].
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
    val user = user ?: throw configError(
        "grantOf",
        "the user of the event is unknown: give `grantOf` to Hooks, and subscribe with an id of your own in the metadata",
    )
    return user.conversations.send(event.message.conversation.id, message, timeout)
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

/** A request, as a web server passes it to this package. */
public class IncomingRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. [Hooks] use its last segment: `events`, `start` or `actions`. */
    public val path: String,
    /** All headers, including repeated ones. */
    public val headers: List<Pair<String, String>>,
    /**
     * Reads the body. It returns the whole body, or, if the body is larger than [limit] bytes, at least `limit + 1` bytes of
     * it. It is called only after the headers were accepted. A body that takes too long is refused with 408, and the call is
     * cancelled. A blocking implementation must check for the cancellation between two reads (`ensureActive()`), and the
     * server must limit the duration of one read.
     */
    public val body: suspend (limit: Int) -> ByteArray,
) {
    override fun toString(): String = "IncomingRequest(method=$method)"

    /** The body, or `null` if it has not arrived within [seconds]. */
    internal suspend fun bodyWithin(seconds: Double, limit: UInt): ByteArray? = withTimeoutOrNull(seconds.seconds) {
        try {
            body(limit.coerceAtMost(Int.MAX_VALUE.toUInt() - 1u).toInt())
        } catch (error: Exception) {
            // After the timeout, a failure of the read is a consequence of the cancellation.
            ensureActive()
            throw error
        }
    }
}

/** The response to a request. */
public class OutgoingReply internal constructor(native: Reply) {
    /** HTTP status. */
    public val status: Int = native.status.toInt()

    /** The headers, including `Content-Type`. */
    public val headers: Map<String, String> =
        native.headers + listOfNotNull(native.contentType?.let { "Content-Type" to it })

    /** The body; empty if there is none. */
    public val body: ByteArray = native.body

    /** Whether to close the connection, because the body of the request was not read. */
    public val close: Boolean = native.close
}

/**
 * Receives requests of the platform and calls handlers.
 *
 * ```kotlin
 * val hooks = Hooks(platform)
 *     .on<Event.NewChatbotMessage> { reply("Got it") }
 *     .onStart { request -> "https://app.example/start?post=${request.postToken}" }
 * ```
 *
 * For Ktor, mount them with `openPlatformHooks(hooks)` of `open-platform-ktor`. Any other server passes its requests to
 * [receive]. Register the addresses in the console: for example `https://app.example/hooks/events`, `…/start` and
 * `…/actions`.
 *
 * The response is sent after the handler has returned: 200, or 500 with an empty body if it threw, so that the platform may
 * send the event again. Put long work into a queue: the platform does not document its timeout
 * (docs/platform.md#webhook-delivery). A request without a valid key is refused before its body is read, and after a refusal
 * the connection is closed. A repeated event gets a 200 and is not handled again; while the event is being handled, a 503.
 *
 * Serve it over https only: each request contains the key in plain text.
 *
 * @param platform the client that `reply`, `user` and `platform` of the handlers use. By default one from the environment.
 * @param keys the identification keys. By default those of [platform] if it is given, otherwise
 *   `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
 * @param bodyLimit the maximum size of a request body, in bytes: 256 KiB by default.
 * @param bodyTimeout the maximum time until the body has arrived; later it is refused with 408. 10 seconds by default.
 * @param staleAfter the age from which a message is stale: 72 hours by default.
 * @param rejectStale whether stale messages are refused with 403. Off by default: a message that the platform delivers late
 *   would be lost.
 * @param dedupe detects repeated events. By default in the memory of this process; `null` turns it off. An event counts as
 *   being handled for at most 5 minutes, so use an [inbox] if a handler takes longer. It is not used with an inbox, which
 *   detects repeated events itself.
 * @param inbox keeps events in a store until they are handled: `platform.inbox()`. The response is then sent as soon as the
 *   event is stored, and [work] calls the handlers. A failed event is tried again until it becomes a dead letter.
 * @param grantOf returns the grant of the user of an event, from an id of your own in the subscription's `metadata`, which the
 *   platform returns with each event. By default the member `grant` of the metadata.
 * @param onHook called with a record of each request, when its response is known. It must not block. What it throws is logged. See
 *   docs/observe.md.
 * @param logger receives refusals, failures of handlers and events without a handler, and each request at `DEBUG`.
 * @throws ConfigException if there is no key, or a key is invalid.
 */
public class Hooks(
    platform: OpenPlatform? = null,
    keys: List<IdentificationKey>? = null,
    bodyLimit: Int? = null,
    bodyTimeout: Duration? = null,
    staleAfter: Duration? = null,
    rejectStale: Boolean = false,
    private val dedupe: Dedupe? = MemoryDedupe(),
    private val inbox: Inbox? = null,
    private val grantOf: suspend (Delivery) -> GrantKey? = ::grantInMetadata,
    private val onHook: ((ReceivedHook) -> Unit)? = null,
    private val logger: System.Logger = System.getLogger("open_platform.hooks"),
) {
    private val handlers = ConcurrentHashMap<KClass<out Event>, suspend HookContext<Event>.(Event) -> Unit>()
    private val loggedHints = ConcurrentHashMap.newKeySet<String>()
    private val givenPlatform = platform
    private var start: (suspend RequestContext.(StartRequest) -> StartReply)? = null
    private var dynamicAction: (suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply)? = null

    /** The client of the handlers. */
    public val platform: OpenPlatform by lazy { givenPlatform ?: OpenPlatform.fromEnvironment() }

    private val receiver: Webhooks = translated {
        val options = WebhookOptions(
            bodyLimit?.toUInt(), staleAfter?.checked("staleAfter"), rejectStale, bodyTimeout?.checked("bodyTimeout"),
        )
        when {
            keys != null -> Webhooks(native(keys), options)
            platform != null -> platform.native.webhooks(options)
            else -> Webhooks.fromEnvironment(options)
        }
    }

    /**
     * Sets the handler for the events of a type, such as `on<Event.PostUpdate> { println(it.update.post.token) }`.
     *
     * The old message format, `CHAT_MESSAGE`, arrives as [Event.NewMessage], too. A message may be one that the app sent
     * itself: check `event.message.sender`.
     *
     * @throws ConfigException if the type has a handler already, and for [Event] itself, which is not a type of events.
     */
    public inline fun <reified E : Event> on(noinline handler: suspend HookContext<E>.(E) -> Unit): Hooks =
        on(E::class, handler)

    /** Like the other [on], with the class of the event as an argument. */
    public fun <E : Event> on(type: KClass<E>, handler: suspend HookContext<E>.(E) -> Unit): Hooks {
        if (type == Event::class) {
            throw configError("hooks", "a handler for on<Event> would never be called: name one type, such as on<Event.NewMessage>")
        }
        // The handler is called with events of this class only.
        @Suppress("UNCHECKED_CAST")
        val untyped = handler as suspend HookContext<Event>.(Event) -> Unit
        if (handlers.putIfAbsent(type, untyped) != null) throw duplicateHandler("on<Event.${type.simpleName}>")
        return this
    }

    /** Sets the handler for events of a type that this version does not know. By default each type is logged once. */
    public fun onUnknown(handler: suspend HookContext<Event.Unknown>.(Event.Unknown) -> Unit): Hooks =
        on(Event.Unknown::class, handler)

    /** Sets the handler for authentic events that cannot be parsed. By default each type is logged once. */
    public fun onMalformed(handler: suspend HookContext<Event.Malformed>.(Event.Malformed) -> Unit): Hooks =
        on(Event.Malformed::class, handler)

    /**
     * Sets the handler for start requests: a user clicked a button that opens the app. Return the https address to open. Build
     * it from your own configuration, never from an address in the request.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onStart(handler: suspend RequestContext.(StartRequest) -> String): Hooks {
        if (start != null) throw duplicateHandler("onStart")
        start = { StartReply(handler(it)) }
        return this
    }

    /**
     * Sets the handler for dynamic actions: a user clicked a button whose effect the app determines. Return a text, an action,
     * or both.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicAction(handler: suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply): Hooks {
        if (dynamicAction != null) throw duplicateHandler("onDynamicAction")
        dynamicAction = handler
        return this
    }

    /** Replaces all identification keys, from the next request on. */
    public fun replaceKeys(keys: List<IdentificationKey>): Unit = translated { receiver.replaceKeys(native(keys)) }

    /**
     * Handles one request and returns the response; `null` for an address that is none of `…/events`, `…/start` and
     * `…/actions`. It throws only if its coroutine is cancelled. Any other failure is logged, and the response is a 500.
     */
    public suspend fun receive(request: IncomingRequest): OutgoingReply? {
        val known = when (request.path.substringAfterLast('/')) {
            "events" -> Known("event", ::event)
            "start" -> Known("start", ::startRequest)
            "actions" -> Known("action", ::dynamicActionRequest)
            else -> return null
        }
        val began = TimeSource.Monotonic.markNow()
        val reply = reply(request, known)
        if (onHook != null || logger.isLoggable(Level.DEBUG)) {
            val seconds = began.elapsedNow().toDouble(DurationUnit.SECONDS)
            val record = receiver.answered(known.answered(reply.status.toLong(), seconds))
            caught { logger.log(Level.DEBUG, "{0}", record.text) }
            caught { onHook?.invoke(record) }
        }
        return reply
    }

    /** What is known of a request, for its record. */
    private class Known(val kind: String, val receive: suspend (Accepted, ByteArray, Known) -> Reply) {
        var eventType: String? = null
        var reason: String? = null
        var progress: Progress? = null
        var isStored = false
        var isIgnored = false

        fun answered(status: Long, seconds: Double) = Answered(
            kind = kind, status = status, durationSeconds = seconds, eventType = eventType, reason = reason, progress = progress,
            isStored = isStored, isIgnored = isIgnored,
        )
    }

    private suspend fun reply(request: IncomingRequest, known: Known): OutgoingReply =
        try {
            val headers = request.headers.map { (name, value) -> Header(name, value) }
            translated { receiver.authenticate(request.method, headers) }.use { accepted ->
                val body = request.bodyWithin(accepted.bodySeconds(), accepted.bodyLimit())
                if (body == null) translated { accepted.tooSlow() } // It throws.
                OutgoingReply(known.receive(accepted, checkNotNull(body), known))
            }
        } catch (rejected: WebhookRejectedException) {
            known.reason = rejected.reason
            logger.log(Level.WARNING, "a request was {0}", rejected.message)
            OutgoingReply(replyToRejection(rejected.status.toUShort(), rejected.reason))
        } catch (error: Throwable) {
            // `Throwable`, because `TODO()` throws an `Error`. A timeout inside a handler is a `CancellationException`, too,
            // but this request is not cancelled by it.
            currentCoroutineContext().ensureActive()
            logger.log(Level.ERROR, "a request to ${request.path} was answered with 500", error)
            OutgoingReply(Reply(500u))
        }

    /**
     * Calls the handlers with the events of the inbox, up to [workers] at a time in this process, until the coroutine is
     * cancelled. Any number of processes may share an inbox. Each event is handled by one of them, and by another one if that
     * process ends before the event is handled. After a failure the handler is called again later; after the last attempt the
     * event becomes a dead letter. An event that cannot be parsed becomes one at once, unless [onMalformed] has a handler.
     *
     * ```kotlin
     * val hooks = Hooks(platform, inbox = platform.inbox()).on<Event.NewMessage> { … }
     * scope.launch { hooks.run() }
     * ```
     *
     * @throws ConfigException without an inbox, and when its client is closed.
     */
    public suspend fun run(workers: Int = 8): Unit = coroutineScope {
        val inbox = inbox ?: throw configError("inbox", "there is none: give `inbox` to Hooks")
        repeat(workers) {
            launch {
                while (true) {
                    val item = try {
                        inbox.next()
                    } catch (error: StoreException) {
                        logger.log(Level.ERROR, "the inbox cannot be read; trying again", error)
                        continue
                    }
                    handle(inbox, item)
                }
            }
        }
        launch { while (true) warn(translated { inbox.native.warnings() }) }
    }

    /** Logs warnings of the inbox. Each contains the type of the event and its dedupe key, but nothing of its content. */
    private fun warn(warnings: List<String>) = warnings.forEach { logger.log(Level.WARNING, "{0}", it) }

    private suspend fun handle(inbox: Inbox, item: InboxItem) {
        // The library extends the lease until the result is stored.
        translated { inbox.native.keep(item.id) }.use { handleKept(inbox, item) }
    }

    private suspend fun handleKept(inbox: Inbox, item: InboxItem) {
        val event = item.delivery.event
        val handler = handlers[event::class]
        try {
            when {
                handler != null -> context(item.delivery, item.keyId).run { handler(event) }
                event is Event.Malformed -> return inbox.giveUp(item.id, event.reason).let {}
                else -> logHintOnce(event)
            }
        } catch (error: Throwable) {
            // A timeout inside a handler is a `CancellationException`, too, but this worker is not cancelled by it.
            val isStopped = !currentCoroutineContext().isActive
            if (!isStopped) logger.log(Level.ERROR, "a handler failed; its event is handled again later: ${item.delivery.label}", error)
            return storeResult(item) { if (isStopped) inbox.release(item.id) else inbox.nack(item.id, error.name) }
        }
        storeResult(item) { inbox.ack(item.id) }
    }

    /** Stores the result of an attempt. If that fails, the event is handled again after its lease has ended. */
    private suspend fun storeResult(item: InboxItem, store: suspend () -> Unit) = withContext(NonCancellable) {
        try {
            store()
        } catch (broken: StoreException) {
            logger.log(Level.ERROR, "the inbox cannot be written; the event will be handled again: ${item.delivery.label}", broken)
        }
    }

    private suspend fun event(accepted: Accepted, body: ByteArray, known: Known): Reply {
        if (inbox != null) {
            val receipt = translated { inbox.native.receiveEvent(accepted, body) }
            warn(inbox.native.tryWarnings())
            known.eventType = receipt.eventType
            known.reason = receipt.reason
            known.progress = receipt.progress
            known.isStored = receipt.progress != null
            return receipt.reply
        }
        val delivery = translated { accepted.event(body) }
        known.eventType = delivery.event.name
        val handler = handlers[delivery.event::class]
        if (handler == null) {
            known.isIgnored = true
            logHintOnce(delivery.event)
            return replyOk()
        }
        val progress = try {
            dedupe?.begin(delivery) ?: Progress.NEW
        } catch (error: Exception) {
            currentCoroutineContext().ensureActive()
            // A 200 could lose the event, and handling it now could be the second time. After a 503 the platform may retry.
            logger.log(Level.ERROR, "{0}", "the dedupe store failed with ${error.name}, answered with 503: ${delivery.label}")
            return replyInProgress()
        }
        known.progress = progress
        when (progress) {
            Progress.SEEN -> return replyOk()
            Progress.IN_PROGRESS -> {
                logger.log(Level.WARNING, "{0}", "a repeated event arrived while it is being handled, answered with 503: ${delivery.label}")
                return replyInProgress()
            }
            Progress.CONFLICT -> logger.log(Level.WARNING, "{0}", "${conflictNote()}: ${delivery.label}")
            Progress.NEW -> {}
        }
        val withNote = if (progress == Progress.CONFLICT) deliveryInConflict(delivery) else delivery
        try {
            context(withNote, accepted.keyId()).run { handler(event) }
        } catch (error: Throwable) {
            withContext(NonCancellable) { storeProgress(delivery) { dedupe?.abandon(delivery) } }
            throw error
        }
        withContext(NonCancellable) { storeProgress(delivery) { dedupe?.finish(delivery, logger) } }
        return replyOk()
    }

    /** Stores the result in the dedupe store. If that fails, a repeated delivery of the event is handled again. */
    private suspend fun storeProgress(delivery: Delivery, store: suspend () -> Unit): Unit = try {
        store()
    } catch (error: Exception) {
        logger.log(Level.ERROR, "{0}", "the dedupe store failed with ${error.name}: ${delivery.label}")
    }

    private suspend fun startRequest(accepted: Accepted, body: ByteArray, known: Known): Reply {
        val request = translated { accepted.start(body) }
        known.isIgnored = start == null
        val handler = start ?: return noHandler("start requests", START_HINT)
        val answer = RequestContext(accepted.keyId(), this).handler(request)
        return translated { replyToStart(answer, request) }
    }

    private suspend fun dynamicActionRequest(accepted: Accepted, body: ByteArray, known: Known): Reply {
        val request = translated { accepted.dynamicAction(body) }
        known.isIgnored = dynamicAction == null
        val handler = dynamicAction ?: return noHandler("dynamic actions", ACTION_HINT)
        val answer = RequestContext(accepted.keyId(), this).handler(request)
        return translated { replyToDynamicAction(answer) }
    }

    private suspend fun context(delivery: Delivery, keyId: String): HookContext<Event> {
        val user = grantOf(delivery)?.let(platform::user)
        return HookContext(delivery.event, delivery, receiver.freshness(delivery), user, keyId, this)
    }

    private fun noHandler(what: String, hint: String): Reply {
        warnOnce(what, "$what arrive, but they have no handler and are answered with 404. To handle them:\n\n$hint\n")
        return Reply(404u)
    }

    /** Logs once per type what arrived, and how to handle it. */
    private fun logHintOnce(event: Event) {
        val (kind, text) = when (event) {
            is Event.Unknown -> event.kind.take(64).let {
                it to "an event of a type that this version does not know arrived, ${jsonText(it)}."
            }
            is Event.Malformed -> event.kind.take(64).let {
                it to "an event that cannot be read arrived, ${jsonText(it)}: ${event.reason}."
            }
            else -> event::class.simpleName.let { it to "an event of the type $it arrived, but it has no handler." }
        }
        warnOnce("${event::class.simpleName} $kind", "$text It was answered with 200. To handle it:\n\n${hint(event)}\n")
    }

    private fun warnOnce(key: String, text: String) {
        // A limit, because anyone who has the key can send any number of different types.
        if (loggedHints.size < MAX_HINTS && loggedHints.add(key)) logger.log(Level.WARNING, "{0}", text)
    }

    private fun native(keys: List<IdentificationKey>) = keys.map { NativeKey(it.id, it.key, it.notAfter) }
}

/** The maximum number of hints that are logged. */
private const val MAX_HINTS = 100

private const val START_HINT = "hooks.onStart { request -> \"https://app.example/start?from=\${request.source}\" }"

private const val ACTION_HINT = "hooks.onDynamicAction { request -> DynamicActionReply(textMessage = \"Done\") }"

private fun hint(event: Event): String {
    val (handler, shown) = when (event) {
        is Event.NewMessage -> "on<Event.NewMessage>" to "event.message"
        is Event.NewChatbotMessage -> "on<Event.NewChatbotMessage>" to "event.message"
        is Event.UserAccessRevocation -> "on<Event.UserAccessRevocation>" to "event.revocation"
        is Event.PostUpdate -> "on<Event.PostUpdate>" to "event.update"
        is Event.PaymentTransaction -> "on<Event.PaymentTransaction>" to "event.transaction"
        is Event.Unknown -> "onUnknown" to "event.kind + event.body"
        is Event.Malformed -> "onMalformed" to "event.kind + event.reason"
    }
    return "hooks.$handler { event ->\n    println($shown)\n}"
}

/** The type of the event and its dedupe key, for logs. It contains nothing of the content. */
private val Delivery.label: String get() = deliveryLabel(this)

/** The name of the type, as in records. */
private val Event.name: String
    get() = when (this) {
        is Event.NewMessage -> "new_message"
        is Event.NewChatbotMessage -> "new_chatbot_message"
        is Event.UserAccessRevocation -> "user_access_revocation"
        is Event.PostUpdate -> "post_update"
        is Event.PaymentTransaction -> "payment_transaction"
        is Event.Unknown -> "unknown"
        is Event.Malformed -> "malformed"
    }

private val Throwable.name: String get() = this::class.simpleName ?: "an error"

private suspend fun Dedupe.begin(delivery: Delivery): Progress {
    if (this is MemoryDedupe) return native.begin(delivery)
    val marks = dedupeMarks(delivery)
    if (!remember(marks.handling, marks.handlingSeconds.seconds)) return Progress.IN_PROGRESS
    if (remember(marks.handled, marks.provisionalSeconds.seconds)) return Progress.NEW
    forget(marks.handling)
    return Progress.SEEN
}

private suspend fun Dedupe.finish(delivery: Delivery, logger: System.Logger) {
    if (this is MemoryDedupe) return native.finish(delivery)
    val marks = dedupeMarks(delivery)
    forget(marks.handled)
    remember(marks.handled, marks.windowSeconds?.seconds)
    marks.event?.let {
        if (!remember(it, marks.windowSeconds?.seconds)) logger.log(Level.WARNING, "{0}", "${conflictNote()}: ${delivery.label}")
    }
    forget(marks.handling)
}

private suspend fun Dedupe.abandon(delivery: Delivery) {
    if (this is MemoryDedupe) return native.abandon(delivery)
    val marks = dedupeMarks(delivery)
    forget(marks.handled)
    forget(marks.handling)
}

private suspend fun grantInMetadata(delivery: Delivery): GrantKey? =
    (delivery.metadata?.let(::jsonValue) as? Map<*, *>)?.get("grant") as? GrantKey

private fun duplicateHandler(what: String) = configError("hooks", "$what has a handler already")
