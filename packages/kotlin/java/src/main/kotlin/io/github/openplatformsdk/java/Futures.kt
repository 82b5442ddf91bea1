package io.github.openplatformsdk.java

import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import java.util.stream.Stream
import kotlin.coroutines.Continuation
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.streams.asStream
import kotlin.time.toKotlinDuration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.produceIn
import kotlinx.coroutines.future.future

/**
 * Makes calls as futures. The code of a call runs on the thread of the caller until it waits, and then on threads of [executor], on
 * which the future ends, too. A future that is cancelled cancels its call.
 */
internal class Futures(executor: Executor? = null) {
    // The one of a future for its methods that name no other: the common pool, which replaces threads that wait for a future.
    private val dispatcher = (executor ?: CompletableFuture<Unit>().defaultExecutor()).asCoroutineDispatcher()
    private val scope = object : CoroutineScope {
        override val coroutineContext = dispatcher
    }

    /** Makes a call. */
    fun <T> of(call: suspend () -> T): CompletableFuture<T> = scope.future(start = CoroutineStart.UNDISPATCHED) { call() }

    /** The items of a list that is loaded page by page, when the consumer needs the next page. */
    fun <T : Any> stream(items: Flow<T>): Stream<T> {
        val loaded = lazy { items.buffer(Channel.RENDEZVOUS).produceIn(scope) }
        val next = suspend { loaded.value.receiveCatching().apply { exceptionOrNull()?.let { throw it } }.getOrNull() }
        return generateSequence { of(next).join() }.asStream().onClose { if (loaded.isInitialized()) loaded.value.cancel() }
    }

    /** Makes a call without a result. */
    fun done(call: suspend () -> Unit): CompletableFuture<Void?> = scope.future(start = CoroutineStart.UNDISPATCHED) {
        call()
        null
    }
}

/** The duration in Kotlin's type. */
internal fun Duration?.inKotlin(): kotlin.time.Duration? = this?.toKotlinDuration()

/** A member that a builder must have been given. */
internal fun <T : Any> needed(value: T?, name: String): T = checkNotNull(value) { "`$name` is missing" }

/** A call of a function of Kotlin that suspends, such as `c -> world.posts("seller", c)`. */
public fun interface SuspendingCall<T> {
    /** Calls the function with this continuation, and returns what it returns. */
    public fun call(continuation: Continuation<T>): Any?
}

/** Makes calls for which this package has no method: of the sandbox, or of code of your own in Kotlin. */
public object SuspendingCalls {
    private val futures = Futures()

    /**
     * Calls a function of Kotlin that suspends. Java sees it as a method with one more parameter, a continuation:
     *
     * ```java
     * List<SandboxPost> posts = SuspendingCalls.<List<SandboxPost>>future(c -> world.posts("seller", c)).join();
     * ```
     */
    @JvmStatic
    public fun <T> future(call: SuspendingCall<T>): CompletableFuture<T> =
        futures.of { suspendCoroutineUninterceptedOrReturn { call.call(it) } }
}
