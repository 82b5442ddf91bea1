package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.HookDedupe
import io.github.openplatformsdk.ffi.HookExchange
import io.github.openplatformsdk.ffi.HookLanguage
import io.github.openplatformsdk.ffi.HookReceiver
import io.github.openplatformsdk.ffi.InboxAttempt
import io.github.openplatformsdk.ffi.Webhooks
import io.github.openplatformsdk.ffi.hookText
import io.github.openplatformsdk.ffi.refuseDedupe
import java.lang.System.Logger.Level
import java.util.concurrent.ConcurrentHashMap
import kotlin.reflect.KClass
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.cancel
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import io.github.openplatformsdk.ffi.IdentificationKey as NativeKey

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
 * send the event again. Use an [inbox] for long work: the platform does not document its timeout
 * (docs/platform.md#webhook-delivery). A request without a valid key is refused before its body is read, and after a refusal
 * the connection is closed. A repeated event gets a 200 and is not handled again; while the event is being handled, a 503. An event whose
 * handler threw [AmbiguousOutcomeException] is not handled again, because its call may have been executed.
 *
 * A handler goes on if the coroutine of its request is cancelled, because the connection was closed. Its event has then been handled.
 *
 * Serve it over https only: each request contains the key in plain text.
 *
 * @param platform the client that `reply`, `user` and `platform` of the handlers use. By default one from the environment.
 * @param keys the identification keys. By default those of [platform] if it is given, otherwise
 *   `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
 * @param bodyLimit the maximum size of a body in bytes: 256 KiB by default.
 * @param bodyTimeout the time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with
 *   408.
 * @param staleAfter the age from which on a message is stale: 72 hours by default.
 * @param rejectStale whether stale messages are refused with 403. Off by default: anybody who has the key can set any
 *   time in a message, and a message that the platform delivers late would be lost.
 * @param dedupe detects repeated events. By default in the memory of this process; `null` turns it off. A repetition is answered
 *   with 503 while the event is being handled, for at most five minutes, so use an [inbox] if a handler takes longer. It must not
 *   be given with an inbox, which detects repeated events itself.
 * @param inbox stores events until they are handled: `platform.inbox()`. The response is then sent as soon as the
 *   event is stored, and [run] calls the handlers. A failed event is tried again until it becomes a dead letter.
 * @param allowlist the addresses that requests may come from, beside the key: from others the response is 403.
 * @param handlerTimeout how long a handler may take; without limit by default. One that takes longer is cancelled, and has failed.
 *   A handler that blocks its thread is not interrupted.
 * @param grantOf returns the grant of the user of an event, from an id of your own in the subscription's `metadata`, which the
 *   platform returns with each event. Called for each event that has a handler, also one without metadata. By default
 *   [Delivery.grant], the member `grant` of the metadata.
 * @param onHook called with a record of each request, when its response is known. It must not block. What it throws is logged. See
 *   docs/observe.md.
 * @param logger receives refusals, failures of handlers and events without a handler, and each request at `DEBUG`.
 * @throws ConfigException if there is no key, or a key is invalid.
 * @throws InvalidInputException for a negative [bodyLimit], for a time limit that is negative or infinite, for a [handlerTimeout]
 *   of 0, and for [dedupe] together with [inbox].
 */
public class Hooks(
    platform: OpenPlatform? = null,
    keys: List<IdentificationKey>? = null,
    bodyLimit: Int? = null,
    bodyTimeout: Duration? = null,
    staleAfter: Duration? = null,
    rejectStale: Boolean = false,
    dedupe: Dedupe? = Dedupe,
    private val inbox: Inbox? = null,
    allowlist: IpAllowlist? = null,
    private val handlerTimeout: Duration? = null,
    private val grantOf: suspend (Delivery) -> GrantKey? = { it.grant },
    private val onHook: ((ReceivedHook) -> Unit)? = null,
    logger: System.Logger? = null,
) {
    private val handlers = ConcurrentHashMap<String, suspend HookContext<Event>.(Event) -> Unit>()
    private val givenPlatform = platform
    private val logger = logger ?: System.getLogger("open_platform.hooks")

    @Volatile
    private var start: (suspend RequestContext.(StartRequest) -> StartReply)? = null

    @Volatile
    private var dynamicAction: (suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply)? = null

    /** The client of the handlers. */
    public val platform: OpenPlatform by lazy { givenPlatform ?: OpenPlatform.fromEnvironment() }

    init {
        Notices.listen()
        handlerTimeout.checkedLimit()
        if (inbox != null && dedupe !== Dedupe) translated { refuseDedupe() }
    }

    private val dedupe: Dedupe? = if (dedupe === Dedupe) MemoryDedupe() else dedupe

    internal val webhooks: Webhooks = translated {
        val options = WebhookOptions(
            bodyLimit = bodyLimit?.checkedBytes(), bodyTimeoutSeconds = bodyTimeout?.checked("bodyTimeout"),
            staleAfterSeconds = staleAfter?.checked("staleAfter"), rejectStale = rejectStale,
        )
        when {
            platform != null -> platform.native.webhooks(keys?.let { native(it) }, options)
            keys != null -> Webhooks(native(keys), options)
            else -> Webhooks.fromEnvironment(options)
        }
    }

    /** Decides what happens to a request. */
    private val receiver = HookReceiver(
        webhooks,
        when {
            inbox != null -> HookDedupe.Inbox
            else -> when (val store = this.dedupe) {
                null -> HookDedupe.Off
                is MemoryDedupe -> HookDedupe.Memory(store.native)
                else -> HookDedupe.Store
            }
        },
        allowlist?.native,
        HookLanguage.KOTLIN,
    )

    /** The paths that are served, relative to the mount point: for adapters of web servers. */
    public val paths: List<String> = receiver.paths()

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
        val name = EventKind.of(type).handler
        return register(name) { handlers.putIfAbsent(name, untyped) }
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
    public fun onStart(handler: suspend RequestContext.(StartRequest) -> String): Hooks = onStartReply { StartReply(handler(it)) }

    /**
     * As [onStart], for a response with more than the address.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onStartReply(handler: suspend RequestContext.(StartRequest) -> StartReply): Hooks {
        return register("start") { start = start ?: handler }
    }

    /**
     * Sets the handler for dynamic actions: a user clicked a button whose effect the app determines. Return a text, an action,
     * or both.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicAction(handler: suspend RequestContext.(DynamicActionRequest) -> DynamicActionReply): Hooks {
        return register("dynamic_action") { dynamicAction = dynamicAction ?: handler }
    }

    /**
     * As [onDynamicAction], for a response that is a text.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicActionText(handler: suspend RequestContext.(DynamicActionRequest) -> String): Hooks =
        onDynamicAction { DynamicActionReply(textMessage = handler(it)) }

    /** Sets a handler before the receiver asks for it. [set] keeps the first one, because the receiver refuses a second one. */
    private fun register(name: String, set: () -> Unit): Hooks {
        set()
        translated { receiver.register(name) }
        return this
    }

    /** Replaces all identification keys, from the next request on. */
    public fun replaceKeys(keys: List<IdentificationKey>): Unit = translated { webhooks.replaceKeys(native(keys)) }

    /**
     * Handles one request and returns the response; `null` for an address that is none of `…/events`, `…/start` and
     * `…/actions`. It throws only if its coroutine is cancelled. Any other failure is logged, and the response is a 500.
     */
    public suspend fun receive(request: IncomingRequest): OutgoingReply? {
        val (exchange, first) = receiver.begin(request.method, request.path, request.headers.toNative(), request.peer, request.arrived)
        return uninterrupted {
            exchange.use {
                var step = first
                while (step !is HookStep.Answer) step = next(it, step, request)
                answer(step)
            }
        }
    }

    /** Takes a step, and returns the next one. */
    private suspend fun next(exchange: HookExchange, step: HookStep, request: IncomingRequest): HookStep = try {
        when (step) {
            is HookStep.Body -> when (val body = request.bodyWithin(step.seconds, step.limit)) {
                null -> translated { exchange.tooSlow() }
                else -> translated { exchange.read(body) }
            }
            is HookStep.Event -> {
                within(handlerTimeout) { call(step.handler, step.delivery, step.keyId) }
                translated { exchange.done() }
            }
            is HookStep.Start -> {
                val answer = within(handlerTimeout) { start!!.invoke(RequestContext(step.keyId, this), step.request) }
                translated { exchange.started(answer) }
            }
            is HookStep.DynamicAction -> {
                val answer = within(handlerTimeout) { dynamicAction!!.invoke(RequestContext(step.keyId, this), step.request) }
                translated { exchange.acted(answer) }
            }
            is HookStep.Remember -> {
                val isNew = within(step.timeoutSeconds.seconds) { dedupe!!.remember(step.key, step.windowSeconds?.seconds) }
                exchange.remembered(isNew)
            }
            is HookStep.Forget -> {
                within(step.timeoutSeconds.seconds) { dedupe!!.forget(step.key) }
                exchange.done()
            }
            is HookStep.Store -> exchange.store(inbox!!.native)
            is HookStep.Answer -> step
        }
    } catch (error: Throwable) {
        // `Throwable`, because `TODO()` throws an `Error`.
        translated { exchange.failed(error.place) }
    }

    private fun answer(step: HookStep.Answer): OutgoingReply? {
        step.logs.forEach(logger::write)
        val record = step.record ?: return null
        if (logger.isLoggable(Level.DEBUG)) caught { logger.log(Level.DEBUG, "{0}", hookText(record)) }
        caught { onHook?.invoke(record) }
        return OutgoingReply(step.reply)
    }

    private suspend fun call(name: String, delivery: Delivery, keyId: String) {
        val user = grantOf(delivery)?.let(platform::user)
        handlers.getValue(name)(HookContext(delivery.event, delivery, user, keyId, this), delivery.event)
    }

    /**
     * Calls the handlers with the events of the inbox until the coroutine is cancelled. Any number of processes may share an inbox.
     * Each event is handled by one of them, and by another one if that process ends before the event is handled. After a failure the
     * handler is called again later; after the last attempt the event becomes a dead letter. An event that cannot be parsed becomes
     * one at once, unless [onMalformed] has a handler.
     *
     * After the cancellation it takes no further event, and ends when the handlers that run have ended. With a [drainTimeout] it waits
     * for at most this time: then they are cancelled, and their events are put back.
     *
     * ```kotlin
     * val hooks = Hooks(platform, inbox = platform.inbox()).on<Event.NewMessage> { … }
     * scope.launch { hooks.run() }
     * ```
     *
     * @param workers how many events are handled at once, 1 to 10,000. 4 by default.
     * @throws ConfigException without an inbox, without a handler of events, and when the client of the inbox is closed.
     * @throws InvalidInputException for a number or a time out of range.
     */
    public suspend fun run(workers: Int? = null, drainTimeout: Duration? = null) {
        val inbox = inbox ?: throw configError("inbox", "there is none: give `inbox` to Hooks")
        val options = WorkerOptions(
            workers = workers?.toLong(),
            handlerTimeoutSeconds = handlerTimeout?.toSeconds(),
            drainTimeoutSeconds = drainTimeout?.checked("drainTimeout"),
        )
        val pool = translated { inbox.native.workers(receiver, options) }
        val context = currentCoroutineContext().minusKey(Job)
        // Neither is cancelled with the caller: the handlers that run may end, and the log takes the last lines.
        val running = CoroutineScope(context + SupervisorJob())
        val logging = CoroutineScope(context).launch {
            while (true) {
                for (line in pool.logs() ?: break) logger.log(if (line.isError) Level.ERROR else Level.WARNING, "{0}", line.text)
            }
        }
        try {
            while (true) {
                val (item, attempt) = translated { pool.next() } ?: break
                // Undispatched: a job that is cancelled before it begins would never release its attempt.
                running.launch(start = CoroutineStart.UNDISPATCHED) { attempt.use { handleLeased(item, it) } }
            }
        } finally {
            withContext(NonCancellable) {
                pool.drain()
                logging.join()
                running.cancel()
                pool.close()
            }
        }
    }

    /** Handles an event of the inbox, until the core ends the attempt. */
    private suspend fun handleLeased(item: InboxItem, attempt: InboxAttempt): Unit = coroutineScope {
        val handling = launch {
            val ending: Ending = try {
                // The workers hand out only events that have a handler.
                call(EventKind.of(item.delivery.event::class).handler, item.delivery, item.keyId)
                Ending.Handled
            } catch (error: Throwable) {
                // A timeout inside a handler is a `CancellationException`, too, but this job is not cancelled by it.
                if (isActive) Ending.Failed(error.name, error.place) else Ending.Interrupted
            }
            withContext(NonCancellable) { attempt.end(ending) }
        }
        val watching = launch { if (attempt.ended() != null) handling.cancel() }
        handling.join()
        watching.cancel()
    }

    private fun native(keys: List<IdentificationKey>) = keys.map { NativeKey(it.id, it.key, it.notAfter) }
}

/** The class of an error. */
internal val Throwable.name: String get() = this::class.simpleName ?: "an error"

/**
 * What is logged of an error: its class and where it was thrown, not its text, which may hold data of users. Of a [ConfigException] the
 * text, which names a setting.
 */
internal val Throwable.place: String
    get() = when (this) {
        is HandlerTimeoutException -> message!!
        is ConfigException -> "$name: $message"
        else -> name + stackTrace.firstOrNull()?.let { " at ${it.fileName}:${it.lineNumber}" }.orEmpty()
    }
