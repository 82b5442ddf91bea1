package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Accepted
import io.github.openplatformsdk.ffi.Header
import io.github.openplatformsdk.ffi.IdentificationKey
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
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import io.github.openplatformsdk.ffi.MemoryDedupe as NativeDedupe

/** An identification key. Its text shows no more than its id. */
public class Key(
    /** A name for logs. It is no secret. */
    public val id: String,
    internal val key: String,
    /** When it stops being accepted, if ever. */
    public val notAfter: Instant? = null,
) {
    override fun toString(): String = "Key(id=$id)"
}

/**
 * Remembers which events were handled, and which are being handled. Bring your own where several processes share the work,
 * or where a restart must not forget: one conditional insert is all it takes.
 *
 * [Hooks] remembers several keys for an event: while it is handled a repetition is answered with 503, so that it comes again
 * if handling fails. What a process has died of counts as being handled for up to five and a half minutes.
 */
public interface Dedupe {
    /**
     * Remembers a key for as long as [window], without one for as long as possible. Returns whether it is new: of all
     * that ask at once, exactly one gets `true`.
     */
    public suspend fun remember(key: String, window: Duration?): Boolean

    /** Forgets a key. */
    public suspend fun forget(key: String)
}

/** Remembers in the memory of this process which events were seen, up to 100,000 of them. */
public class MemoryDedupe : Dedupe {
    internal val native = NativeDedupe()

    override suspend fun remember(key: String, window: Duration?): Boolean =
        native.remember(key, window?.inWholeSeconds)

    override suspend fun forget(key: String): Unit = native.forget(key)
}

/** What every handler has beside its event or request. */
public open class RequestContext internal constructor(
    /** The id of the identification key that the request carried. */
    public val keyId: String,
    private val hooks: Hooks,
) {
    /** The client. */
    public val platform: OpenPlatform get() = hooks.platform
}

/** What a handler of events has beside the event. */
public class HookContext<out E : Event> internal constructor(
    /** The event. */
    public val event: E,
    /** The whole delivery. */
    public val delivery: Delivery,
    /** How old a message is by its `sentAt`. A report, not a check: whoever has the key can write any time. */
    public val freshness: Freshness,
    /** Acts for the user whose event it is. Only where `grantOf` of the [Hooks] knows the grant. */
    public val user: UserClient?,
    keyId: String,
    hooks: Hooks,
) : RequestContext(keyId, hooks) {
    /** The object that was given with the subscription. */
    public val metadata: Json? get() = delivery.metadata
}

/**
 * Answers in the conversation of the message, as the user whose event it is.
 *
 * @throws ConfigException if nothing says whose event it is: see `grantOf` of [Hooks].
 */
@JvmName("replyToMessage")
public suspend fun HookContext<Event.NewMessage>.reply(
    text: String,
    timeout: Duration? = null,
    buttons: MessageBuilder.() -> Unit = {},
): MessageSent = reply(message(text, buttons), timeout)

/** As the other [reply], with a message that was made elsewhere. */
@JvmName("replyToMessage")
public suspend fun HookContext<Event.NewMessage>.reply(message: Message, timeout: Duration? = null): MessageSent {
    val user = user ?: throw configError(
        "grantOf",
        "nothing says whose event it is: give `grantOf` to Hooks, and subscribe with an id of your own in the metadata",
    )
    return user.conversations.send(event.message.conversation.id, message, timeout)
}

/** Answers in the conversation of the message, as the app's chatbot. */
@JvmName("replyToChatbotMessage")
public suspend fun HookContext<Event.NewChatbotMessage>.reply(
    text: String,
    timeout: Duration? = null,
    buttons: ButtonGridBuilder.() -> Unit = {},
): BotMessageSent = reply(botMessage(text, buttons), timeout)

/** As the other [reply], with a message that was made elsewhere. */
@JvmName("replyToChatbotMessage")
public suspend fun HookContext<Event.NewChatbotMessage>.reply(
    message: BotMessage,
    timeout: Duration? = null,
): BotMessageSent = platform.chatbot.reply(event.message.conversation.id, message, timeout)

/** A request as a web server hands it on. */
public class IncomingRequest(
    /** The HTTP method. */
    public val method: String,
    /** The path without the query. Its last segment says what arrives: `events`, `start` or `actions`. */
    public val path: String,
    /** The headers as they arrived: a name that came twice is here twice. */
    public val headers: List<Pair<String, String>>,
    /**
     * Reads the body: all of it, or its beginning if that has more bytes than the limit, at least one byte more. It is
     * called once the head is accepted, and never before. A body that takes too long is refused with 408: then this is
     * cancelled. Whatever waits for bytes in a thread looks between two reads whether it is (`ensureActive()`), and the
     * server limits how long one read may take.
     */
    public val body: suspend (limit: Int) -> ByteArray,
) {
    override fun toString(): String = "IncomingRequest(method=$method)"

    /** The body, or `null` if it has not arrived within so many seconds. */
    internal suspend fun bodyWithin(seconds: Double, limit: UInt): ByteArray? = withTimeoutOrNull(seconds.seconds) {
        try {
            body(limit.coerceAtMost(Int.MAX_VALUE.toUInt() - 1u).toInt())
        } catch (error: Exception) {
            // A read that fails once the time is over fails because of that.
            ensureActive()
            throw error
        }
    }
}

/** What to answer to a request. */
public class OutgoingReply internal constructor(native: Reply) {
    /** HTTP status. */
    public val status: Int = native.status.toInt()

    /** The headers, `Content-Type` among them. */
    public val headers: Map<String, String> =
        native.headers + listOfNotNull(native.contentType?.let { "Content-Type" to it })

    /** The body; empty for none. */
    public val body: ByteArray = native.body

    /** Whether to close the connection: the body of the request was not read. */
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
 * With Ktor it is mounted by `openPlatformHooks(hooks)` of `open-platform-ktor`; any other server hands its requests to
 * [receive]. In the console the addresses of the app are then `https://app.example/hooks/events`, `…/start` and
 * `…/actions`.
 *
 * A request is answered once its handler has returned: 200, or 500 with an empty body if it threw, so that the platform
 * may send it again. What takes long goes into a queue: the platform does not say how long it waits
 * (docs/platform.md#webhook-delivery). Whoever does not know the key is refused from the head alone, before the body is
 * read, and after a refusal the connection is closed. An event that arrives again is answered with 200 and not handled
 * again; while it is being handled, with 503.
 *
 * Serve it over https only: the key stands in the open in each request.
 *
 * @param platform the client that `reply`, `user` and `platform` of the handlers use. By default one from the environment.
 * @param keys the identification keys. By default those of [platform] if it is given, otherwise
 *   `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
 * @param bodyLimit how many bytes a body may have: 256 KiB by default.
 * @param bodyTimeout how long a body may take to arrive before it is refused with 408: 10 seconds by default.
 * @param staleAfter from which age on a message is stale: 72 hours by default.
 * @param rejectStale whether stale messages are refused with 403. Off by default: one that is delivered late would be lost.
 * @param dedupe what drops repeated events: in this process's memory by default; `null` switches it off. An event counts as
 *   being handled for at most 5 minutes, so a handler that takes longer belongs behind an [inbox]. It is not asked where there
 *   is one, which remembers by itself what it had.
 * @param inbox keeps events in a store until they are handled: `platform.inbox()`. An event is then answered once it is
 *   stored, and [work] calls the handlers; one that fails is tried again, until its event is a dead letter.
 * @param grantOf the grant of the user whose event it is, by an id of your own in the subscription's `metadata`, which goes to
 *   the platform and comes back. By default what its member `grant` says.
 * @param logger where refusals, failures of handlers and events without a handler are noted.
 * @throws ConfigException for keys that cannot be used, and for none at all.
 */
public class Hooks(
    platform: OpenPlatform? = null,
    keys: List<Key>? = null,
    bodyLimit: Int? = null,
    bodyTimeout: Duration? = null,
    staleAfter: Duration? = null,
    rejectStale: Boolean = false,
    private val dedupe: Dedupe? = MemoryDedupe(),
    private val inbox: Inbox? = null,
    private val grantOf: suspend (Delivery) -> GrantKey? = ::grantInMetadata,
    private val logger: System.Logger = System.getLogger("open-platform"),
) {
    private val handlers = ConcurrentHashMap<KClass<out Event>, suspend HookContext<Event>.(Event) -> Unit>()
    private val told = ConcurrentHashMap.newKeySet<String>()
    private val given = platform
    private var start: (suspend RequestContext.(StartRequest) -> StartReply)? = null
    private var dynamicAction: (suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply)? = null

    /** The client of the handlers. */
    public val platform: OpenPlatform by lazy { given ?: OpenPlatform.fromEnvironment() }

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
     * Handles the events of a type, such as `on<Event.PostUpdate> { println(it.update.post.token) }`.
     *
     * The old form of a message, `CHAT_MESSAGE`, arrives as [Event.NewMessage]. A message to a conversation of the app's
     * user may be the app's own: look at `event.message.sender`.
     *
     * @throws ConfigException if the type has a handler already, and for [Event] itself, which is no type of its own.
     */
    public inline fun <reified E : Event> on(noinline handler: suspend HookContext<E>.(E) -> Unit): Hooks =
        on(E::class, handler)

    /** As the other [on], by the class of the event. */
    public fun <E : Event> on(type: KClass<E>, handler: suspend HookContext<E>.(E) -> Unit): Hooks {
        if (type == Event::class) {
            throw configError("hooks", "on<Event> would be called for nothing: name one type, such as on<Event.NewMessage>")
        }
        // The handler is called with events of its own class alone.
        @Suppress("UNCHECKED_CAST")
        val untyped = handler as suspend HookContext<Event>.(Event) -> Unit
        if (handlers.putIfAbsent(type, untyped) != null) throw twice("on<Event.${type.simpleName}>")
        return this
    }

    /** Handles events of a type that this version does not know. By default they are noted once per type. */
    public fun onUnknown(handler: suspend HookContext<Event.Unknown>.(Event.Unknown) -> Unit): Hooks =
        on(Event.Unknown::class, handler)

    /** Handles authentic events that cannot be read. By default they are noted once per type. */
    public fun onMalformed(handler: suspend HookContext<Event.Malformed>.(Event.Malformed) -> Unit): Hooks =
        on(Event.Malformed::class, handler)

    /**
     * Answers start requests: a user clicked and is on the way to the app. Return the https address to open, made from
     * your own configuration, never from an address in the request.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onStart(handler: suspend RequestContext.(StartRequest) -> String): Hooks {
        if (start != null) throw twice("onStart")
        start = { StartReply(handler(it)) }
        return this
    }

    /**
     * Answers dynamic actions: a user clicked something whose effect the app decides now. Return a text, an action, or
     * both.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicAction(handler: suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply): Hooks {
        if (dynamicAction != null) throw twice("onDynamicAction")
        dynamicAction = handler
        return this
    }

    /** Puts other keys in place of all present ones, from the next request on. */
    public fun replaceKeys(keys: List<Key>): Unit = translated { receiver.replaceKeys(native(keys)) }

    /**
     * Receives one request and returns what to answer; `null` for an address that is none of `…/events`, `…/start` and
     * `…/actions`. It throws nothing but the cancellation of the coroutine that calls it: a failure is noted and answered
     * with 500.
     */
    public suspend fun receive(request: IncomingRequest): OutgoingReply? {
        val receive: suspend (Accepted, ByteArray) -> Reply = when (request.path.substringAfterLast('/')) {
            "events" -> ::event
            "start" -> ::started
            "actions" -> ::acted
            else -> return null
        }
        return try {
            val headers = request.headers.map { (name, value) -> Header(name, value) }
            translated { receiver.authenticate(request.method, headers) }.use { accepted ->
                val body = request.bodyWithin(accepted.bodySeconds(), accepted.bodyLimit())
                if (body == null) translated { accepted.tooSlow() } // It throws.
                OutgoingReply(receive(accepted, checkNotNull(body)))
            }
        } catch (rejected: WebhookRejectedException) {
            logger.log(Level.WARNING, "a request was {0}", rejected.message)
            OutgoingReply(replyToRejection(rejected.status.toUShort(), rejected.reason))
        } catch (error: Throwable) {
            // An error such as that of TODO() is one handler's, too. And a time limit inside a handler is a cancellation,
            // but not of this request.
            currentCoroutineContext().ensureActive()
            logger.log(Level.ERROR, "a request to ${request.path} was answered with 500", error)
            OutgoingReply(Reply(500u))
        }
    }

    /**
     * Calls the handlers with the events of the inbox, [workers] at a time in this process, until the coroutine is
     * cancelled. Any number of processes may share an inbox; each event is handled by one of them, and again by another if
     * that one ends in the middle of it. A handler that fails is called again later, and after the last attempt the event
     * is a dead letter; so is at once an event that cannot be read, unless [onMalformed] has a handler.
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
                        logger.log(Level.ERROR, "the inbox cannot be read, and is asked again", error)
                        continue
                    }
                    handle(inbox, item)
                }
            }
        }
        launch { while (true) warn(translated { inbox.native.warnings() }) }
    }

    /** What the inbox has to say: each sentence names the type of the event and its dedupe key, and nothing of its content. */
    private fun warn(warnings: List<String>) = warnings.forEach { logger.log(Level.WARNING, "{0}", it) }

    private suspend fun handle(inbox: Inbox, item: InboxItem) {
        // The library extends the lease until the end is stored.
        translated { inbox.native.keep(item.id) }.use { handleKept(inbox, item) }
    }

    private suspend fun handleKept(inbox: Inbox, item: InboxItem) {
        val event = item.delivery.event
        val handler = handlers[event::class]
        try {
            when {
                handler != null -> context(item.delivery, item.keyId).run { handler(event) }
                event is Event.Malformed -> return inbox.giveUp(item.id, event.reason).let {}
                else -> tellOnce(event)
            }
        } catch (error: Throwable) {
            // A time limit inside a handler is a cancellation too, but not of this worker.
            val isStopped = !currentCoroutineContext().isActive
            if (!isStopped) logger.log(Level.ERROR, "a handler failed; its event is handled again later: ${item.delivery.label}", error)
            return end(item) { if (isStopped) inbox.release(item.id) else inbox.nack(item.id, error.name) }
        }
        end(item) { inbox.ack(item.id) }
    }

    /** Stores how an attempt has ended. Where that fails, its lease ends by itself, and then the event is handled again. */
    private suspend fun end(item: InboxItem, store: suspend () -> Unit) = withContext(NonCancellable) {
        try {
            store()
        } catch (broken: StoreException) {
            logger.log(Level.ERROR, "the inbox cannot be written, and the event comes again: ${item.delivery.label}", broken)
        }
    }

    private suspend fun event(accepted: Accepted, body: ByteArray): Reply {
        if (inbox != null) return translated { inbox.native.receive(accepted, body) }.also { warn(inbox.native.tryWarnings()) }
        val delivery = translated { accepted.event(body) }
        val handler = handlers[delivery.event::class] ?: return replyOk().also { tellOnce(delivery.event) }
        val progress = try {
            dedupe?.begin(delivery) ?: Progress.NEW
        } catch (error: Exception) {
            currentCoroutineContext().ensureActive()
            // Acknowledged, the event would be lost; handled, it may be for the second time.
            logger.log(Level.ERROR, "{0}", "the memory of events failed with ${error.name}, answered with 503: ${delivery.label}")
            return replyInProgress()
        }
        when (progress) {
            Progress.SEEN -> return replyOk()
            Progress.IN_PROGRESS -> {
                logger.log(Level.WARNING, "{0}", "an event came again while it is handled, answered with 503: ${delivery.label}")
                return replyInProgress()
            }
            Progress.CONFLICT -> logger.log(Level.WARNING, "{0}", "${conflictNote()}: ${delivery.label}")
            Progress.NEW -> {}
        }
        val noted = if (progress == Progress.CONFLICT) deliveryInConflict(delivery) else delivery
        try {
            context(noted, accepted.keyId()).run { handler(event) }
        } catch (error: Throwable) {
            withContext(NonCancellable) { settled(delivery) { dedupe?.abandon(delivery) } }
            throw error
        }
        withContext(NonCancellable) { settled(delivery) { dedupe?.finish(delivery, logger) } }
        return replyOk()
    }

    /** Where the memory of events fails now, the event is handled again when it comes again. */
    private suspend fun settled(delivery: Delivery, store: suspend () -> Unit): Unit = try {
        store()
    } catch (error: Exception) {
        logger.log(Level.ERROR, "{0}", "the memory of events failed with ${error.name}: ${delivery.label}")
    }

    private suspend fun started(accepted: Accepted, body: ByteArray): Reply {
        val request = translated { accepted.start(body) }
        val handler = start ?: return noHandler("start requests", START_HINT)
        val answer = RequestContext(accepted.keyId(), this).handler(request)
        return translated { replyToStart(answer, request) }
    }

    private suspend fun acted(accepted: Accepted, body: ByteArray): Reply {
        val request = translated { accepted.dynamicAction(body) }
        val handler = dynamicAction ?: return noHandler("dynamic actions", ACTION_HINT)
        val answer = RequestContext(accepted.keyId(), this).handler(request)
        return translated { replyToDynamicAction(answer) }
    }

    private suspend fun context(delivery: Delivery, keyId: String): HookContext<Event> {
        val user = grantOf(delivery)?.let(platform::user)
        return HookContext(delivery.event, delivery, receiver.freshness(delivery), user, keyId, this)
    }

    private fun noHandler(what: String, hint: String): Reply {
        once(what, "$what arrive, and nothing answers them; the platform gets 404. To answer them:\n\n$hint\n")
        return Reply(404u)
    }

    /** Says once per type what arrived, and how to handle it. */
    private fun tellOnce(event: Event) {
        val (kind, text) = when (event) {
            is Event.Unknown -> event.kind.take(64).let {
                it to "an event of a type that this version does not know arrived, ${jsonText(it)}."
            }
            is Event.Malformed -> event.kind.take(64).let {
                it to "an event that cannot be read arrived, ${jsonText(it)}: ${event.reason}."
            }
            else -> event::class.simpleName.let { it to "an event of the type $it arrived, and nothing handles it." }
        }
        once("${event::class.simpleName} $kind", "$text It was answered with 200. To handle it:\n\n${hint(event)}\n")
    }

    private fun once(key: String, text: String) {
        // Whoever has the key can invent types without end.
        if (told.size < MOST_HINTS && told.add(key)) logger.log(Level.WARNING, "{0}", text)
    }

    private fun native(keys: List<Key>) = keys.map { IdentificationKey(it.id, it.key, it.notAfter) }
}

/** How many types of events are spoken of. */
private const val MOST_HINTS = 100

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

/** Its type and its dedupe key, for logs: nothing of its content. */
private val Delivery.label: String get() = deliveryLabel(this)

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

private fun twice(what: String) = configError("hooks", "$what has a handler already")
