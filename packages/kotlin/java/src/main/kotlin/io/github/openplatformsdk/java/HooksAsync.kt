package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.Executor
import java.util.function.Consumer
import kotlin.reflect.KClass

/** Handles an event of a type. It may block, and may throw any exception: then it has failed. */
public fun interface EventHandler<E : Event, C : HookContextAsync<E>> {
    /** Handles the event. */
    @Throws(Exception::class)
    public fun handle(event: E, context: C)
}

/** Handles an event of a type without blocking. */
public fun interface AsyncEventHandler<E : Event, C : HookContextAsync<E>> {
    /** Handles the event. It has been handled, or has failed, when the stage ends. */
    @Throws(Exception::class)
    public fun handle(event: E, context: C): CompletionStage<*>
}

/** Answers a request of the platform. It may block, and may throw any exception: then the response is a 500. */
public fun interface RequestHandler<Q, A> {
    /** Answers the request. */
    @Throws(Exception::class)
    public fun answer(request: Q): A
}

/** Like [RequestHandler], with the context of the request. */
public fun interface ContextRequestHandler<Q, A> {
    /** Answers the request. */
    @Throws(Exception::class)
    public fun answer(request: Q, context: RequestContextAsync): A
}

/** Returns the grant of the user of an event, or `null`. */
public fun interface GrantOfEvent {
    /** Returns the grant. It may block. */
    @Throws(Exception::class)
    public fun of(delivery: Delivery): GrantKey?
}

/** What [HooksAsync] may have besides its client. [Hooks] describes each. */
public class HookOptions internal constructor() {
    internal var keys: List<IdentificationKey>? = null
    internal var bodyLimit: Int? = null
    internal var bodyTimeout: Duration? = null
    internal var staleAfter: Duration? = null
    internal var rejectStale = false
    internal var dedupes = true
    internal var dedupe: BlockingDedupe? = null
    internal var inbox: InboxAsync? = null
    internal var allowlist: IpAllowlist? = null
    internal var handlerTimeout: Duration? = null
    internal var grantOf: GrantOfEvent? = null
    internal var onHook: Consumer<ReceivedHook>? = null
    internal var logger: System.Logger? = null
    internal var executor: Executor? = null

    /** The identification keys. By default those of the client. */
    public fun keys(keys: List<IdentificationKey>): HookOptions = apply { this.keys = keys }

    /** The maximum size of a body in bytes: 256 KiB by default. */
    public fun bodyLimit(bytes: Int): HookOptions = apply { bodyLimit = bytes }

    /** The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408. */
    public fun bodyTimeout(timeout: Duration): HookOptions = apply { bodyTimeout = timeout }

    /** The age from which on a message is stale: 72 hours by default. */
    public fun staleAfter(age: Duration): HookOptions = apply { staleAfter = age }

    /** Whether stale messages are refused with 403. Off by default. */
    public fun rejectStale(on: Boolean): HookOptions = apply { rejectStale = on }

    /** Remembers repeated events, instead of the memory of this process. It must not be given with an inbox. */
    public fun dedupe(dedupe: BlockingDedupe): HookOptions = apply { this.dedupe = dedupe }

    /** Handles every delivery, also a repeated one. */
    public fun withoutDedupe(): HookOptions = apply { dedupes = false }

    /** Stores events until they are handled: `platform.inbox()`. `run` of the hooks then calls the handlers. */
    public fun inbox(inbox: InboxAsync): HookOptions = apply { this.inbox = inbox }

    /** The addresses that requests may come from, beside the key: from others the response is 403. */
    public fun allowlist(allowlist: IpAllowlist): HookOptions = apply { this.allowlist = allowlist }

    /** How long a handler may take; without limit by default. The thread of one that takes longer is interrupted, and it has failed. */
    public fun handlerTimeout(timeout: Duration): HookOptions = apply { handlerTimeout = timeout }

    /**
     * Returns the grant of the user of an event, from an id of your own in the subscription's metadata. By default the member `grant`
     * of the metadata.
     */
    public fun grantOf(grantOf: GrantOfEvent): HookOptions = apply { this.grantOf = grantOf }

    /** Called with a record of each request, when its response is known. It must not block. What it throws is logged. */
    public fun onHook(callback: Consumer<ReceivedHook>): HookOptions = apply { onHook = callback }

    /** Receives refusals, failures of handlers and events without a handler, and each request at `DEBUG`. */
    public fun logger(logger: System.Logger): HookOptions = apply { this.logger = logger }

    /**
     * The executor that runs the handlers. By default up to 64 threads, which Kotlin has for code that blocks. Not that of the client if
     * its number of threads is limited: a handler that waits for a call would wait for ever.
     */
    public fun executor(executor: Executor): HookOptions = apply { this.executor = executor }

    internal val code: AppCode by lazy { AppCode(executor) }

    internal fun hooks(platform: OpenPlatform): Hooks {
        val own = grantOf
        return Hooks(
            platform, keys, bodyLimit, bodyTimeout.inKotlin(), staleAfter.inKotlin(), rejectStale,
            if (dedupes) dedupe?.inKotlin(code) ?: Dedupe else null, inbox?.kotlin, allowlist, handlerTimeout.inKotlin(),
            { if (own == null) it.grant else code.blocking { own.of(it) } }, onHook?.let { it::accept }, logger,
        )
    }
}

/**
 * Receives requests of the platform and calls handlers, as [Hooks] do, which describe the responses, repeated events and the inbox.
 *
 * ```java
 * var hooks = new HooksAsync(platform)
 *     .onNewChatbotMessage((event, context) -> context.reply("Got it").join())
 *     .onStart(request -> "https://app.example/start?post=" + request.getPostToken());
 * ```
 *
 * For Spring MVC there is a controller to copy in the examples. Any other server passes its requests to [receive].
 *
 * @throws ConfigException if there is no key, or a key is invalid.
 * @throws InvalidInputException for an option out of range.
 */
public class HooksAsync private constructor(
    private val platform: OpenPlatformAsync,
    private val hooks: Hooks,
    private val code: AppCode,
) {
    /** Takes the client that the handlers use. */
    public constructor(platform: OpenPlatformAsync) : this(platform, Consumer {})

    /** Takes the client that the handlers use, and sets options. */
    public constructor(platform: OpenPlatformAsync, options: Consumer<HookOptions>) :
        this(platform, HookOptions().also(options::accept))

    private constructor(platform: OpenPlatformAsync, options: HookOptions) :
        this(platform, options.hooks(platform.kotlin), options.code)

    /** The paths that are served, relative to the mount point: for adapters of web servers. */
    @get:JvmName("paths")
    public val paths: List<String> get() = hooks.paths

    // The handlers of events are made by open-platform-generator.

    /** Sets the handler for [Event.NewMessage]: a new message in a chat about a post. It may block. */
    public fun onNewMessage(handler: EventHandler<Event.NewMessage, MessageContextAsync>): HooksAsync =
        blocking(Event.NewMessage::class, handler) { MessageContextAsync(it, this) }

    /**
     * Sets the handler for [Event.NewMessage], which must not block: the event has been handled when the stage that it
     * returns has ended.
     */
    public fun onNewMessageAsync(handler: AsyncEventHandler<Event.NewMessage, MessageContextAsync>): HooksAsync =
        ended(Event.NewMessage::class, handler) { MessageContextAsync(it, this) }

    /** Sets the handler for [Event.NewChatbotMessage]: a new message to the app's chatbot. It may block. */
    public fun onNewChatbotMessage(handler: EventHandler<Event.NewChatbotMessage, ChatbotContextAsync>): HooksAsync =
        blocking(Event.NewChatbotMessage::class, handler) { ChatbotContextAsync(it, this) }

    /**
     * Sets the handler for [Event.NewChatbotMessage], which must not block: the event has been handled when the stage
     * that it returns has ended.
     */
    public fun onNewChatbotMessageAsync(
        handler: AsyncEventHandler<Event.NewChatbotMessage, ChatbotContextAsync>,
    ): HooksAsync =
        ended(Event.NewChatbotMessage::class, handler) { ChatbotContextAsync(it, this) }

    /** Sets the handler for [Event.UserAccessRevocation]: a user removed the app's access. It may block. */
    public fun onUserAccessRevocation(
        handler: EventHandler<Event.UserAccessRevocation, HookContextAsync<Event.UserAccessRevocation>>,
    ): HooksAsync =
        blocking(Event.UserAccessRevocation::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.UserAccessRevocation], which must not block: the event has been handled when the
     * stage that it returns has ended.
     */
    public fun onUserAccessRevocationAsync(
        handler: AsyncEventHandler<Event.UserAccessRevocation, HookContextAsync<Event.UserAccessRevocation>>,
    ): HooksAsync =
        ended(Event.UserAccessRevocation::class, handler) { HookContextAsync(it, this) }

    /** Sets the handler for [Event.PostUpdate]: a post changed. It may block. */
    public fun onPostUpdate(handler: EventHandler<Event.PostUpdate, HookContextAsync<Event.PostUpdate>>): HooksAsync =
        blocking(Event.PostUpdate::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.PostUpdate], which must not block: the event has been handled when the stage that it
     * returns has ended.
     */
    public fun onPostUpdateAsync(
        handler: AsyncEventHandler<Event.PostUpdate, HookContextAsync<Event.PostUpdate>>,
    ): HooksAsync =
        ended(Event.PostUpdate::class, handler) { HookContextAsync(it, this) }

    /** Sets the handler for [Event.PaymentTransaction]: a transaction changed. It may block. */
    public fun onPaymentTransaction(
        handler: EventHandler<Event.PaymentTransaction, HookContextAsync<Event.PaymentTransaction>>,
    ): HooksAsync =
        blocking(Event.PaymentTransaction::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.PaymentTransaction], which must not block: the event has been handled when the stage
     * that it returns has ended.
     */
    public fun onPaymentTransactionAsync(
        handler: AsyncEventHandler<Event.PaymentTransaction, HookContextAsync<Event.PaymentTransaction>>,
    ): HooksAsync =
        ended(Event.PaymentTransaction::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.Unknown]: an event of a type that this version does not know. By default each type is
     * logged once. It may block.
     */
    public fun onUnknown(handler: EventHandler<Event.Unknown, HookContextAsync<Event.Unknown>>): HooksAsync =
        blocking(Event.Unknown::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.Unknown], which must not block: the event has been handled when the stage that it
     * returns has ended.
     */
    public fun onUnknownAsync(handler: AsyncEventHandler<Event.Unknown, HookContextAsync<Event.Unknown>>): HooksAsync =
        ended(Event.Unknown::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.Malformed]: an authentic event that cannot be parsed. By default each type is logged
     * once. It may block.
     */
    public fun onMalformed(handler: EventHandler<Event.Malformed, HookContextAsync<Event.Malformed>>): HooksAsync =
        blocking(Event.Malformed::class, handler) { HookContextAsync(it, this) }

    /**
     * Sets the handler for [Event.Malformed], which must not block: the event has been handled when the stage that it
     * returns has ended.
     */
    public fun onMalformedAsync(
        handler: AsyncEventHandler<Event.Malformed, HookContextAsync<Event.Malformed>>,
    ): HooksAsync =
        ended(Event.Malformed::class, handler) { HookContextAsync(it, this) }

    // End of the handlers of events.

    /**
     * Sets the handler for start requests: a user clicked a button that opens the app. Return the https address to open. Build it from
     * your own configuration, never from an address in the request.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onStart(handler: RequestHandler<StartRequest, String>): HooksAsync =
        onStart(ContextRequestHandler { request, _ -> handler.answer(request) })

    /** Like the other [onStart], with the context of the request. */
    public fun onStart(handler: ContextRequestHandler<StartRequest, String>): HooksAsync =
        also { hooks.onStart { code.blocking { handler.answer(it, contextOf(this)) } } }

    /**
     * Like [onStart], for a response with more than the address.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onStartReply(handler: RequestHandler<StartRequest, StartReply>): HooksAsync =
        onStartReply(ContextRequestHandler { request, _ -> handler.answer(request) })

    /** Like the other [onStartReply], with the context of the request. */
    public fun onStartReply(handler: ContextRequestHandler<StartRequest, StartReply>): HooksAsync =
        also { hooks.onStartReply { code.blocking { handler.answer(it, contextOf(this)) } } }

    /**
     * Sets the handler for dynamic actions: a user clicked a button whose effect the app determines. Return a text, an action, or both.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicAction(handler: RequestHandler<DynamicActionRequest, DynamicActionReply>): HooksAsync =
        onDynamicAction(ContextRequestHandler { request, _ -> handler.answer(request) })

    /** Like the other [onDynamicAction], with the context of the request. */
    public fun onDynamicAction(handler: ContextRequestHandler<DynamicActionRequest, DynamicActionReply>): HooksAsync =
        also { hooks.onDynamicAction { code.blocking { handler.answer(it, contextOf(this)) } } }

    /**
     * Like [onDynamicAction], for a response that is a text.
     *
     * @throws ConfigException if there is a handler already.
     */
    public fun onDynamicActionText(handler: RequestHandler<DynamicActionRequest, String>): HooksAsync =
        onDynamicActionText(ContextRequestHandler { request, _ -> handler.answer(request) })

    /** Like the other [onDynamicActionText], with the context of the request. */
    public fun onDynamicActionText(handler: ContextRequestHandler<DynamicActionRequest, String>): HooksAsync =
        also { hooks.onDynamicActionText { code.blocking { handler.answer(it, contextOf(this)) } } }

    /** Replaces all identification keys, from the next request on. */
    public fun replaceKeys(keys: List<IdentificationKey>): Unit = hooks.replaceKeys(keys)

    /**
     * Handles one request. The value is the response; `null` for an address that is none of `…/events`, `…/start` and `…/actions`. Any
     * failure is logged, and the response is a 500.
     *
     * @param request the request. [IncomingRequests] makes it.
     */
    public fun receive(request: IncomingRequest): CompletableFuture<OutgoingReply?> =
        platform.futures.of { hooks.receive(request) }

    /**
     * Calls the handlers with the events of the inbox until the future is cancelled: see [Hooks.run]. If it fails, only the future shows
     * it:
     *
     * ```java
     * hooks.run().whenComplete((nothing, error) -> log.error("events are no longer handled", error));
     * ```
     *
     * Cancelling the future does not wait for handlers that run. To wait for them, close the inbox and then wait for the future: it ends
     * with [ConfigException] when the last handler has ended, or after [drainTimeout].
     *
     * It ends with [ConfigException] without an inbox, without a handler of events, and when the inbox or its client is closed.
     *
     * It ends with [InvalidInputException] for a number or a time out of range.
     *
     * @param workers how many events are handled at once, 1 to 10,000. 4 by default.
     * @param drainTimeout how long handlers that run may go on after that; without limit by default.
     */
    @JvmOverloads
    public fun run(workers: Int? = null, drainTimeout: Duration? = null): CompletableFuture<Void?> =
        platform.futures.done { hooks.run(workers, drainTimeout.inKotlin()) }

    private fun contextOf(context: RequestContext) = RequestContextAsync(context, this)

    private fun <E : Event, C : HookContextAsync<E>> blocking(
        type: KClass<E>,
        handler: EventHandler<E, C>,
        context: (HookContext<E>) -> C,
    ): HooksAsync = also { hooks.on(type) { code.blocking { handler.handle(it, context(this)) } } }

    private fun <E : Event, C : HookContextAsync<E>> ended(
        type: KClass<E>,
        handler: AsyncEventHandler<E, C>,
        context: (HookContext<E>) -> C,
    ): HooksAsync = also { hooks.on(type) { code.ended { handler.handle(it, context(this)) } } }

    internal val client: OpenPlatformAsync get() = platform

    public companion object {
        /** Receives requests with hooks for Kotlin. */
        @JvmStatic
        public fun of(hooks: Hooks): HooksAsync = HooksAsync(OpenPlatformAsync.of(hooks.platform), hooks, AppCode(null))
    }
}
