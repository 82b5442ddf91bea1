package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AttemptList
import io.github.openplatformsdk.ffi.CallOptions
import java.lang.System.Logger.Level
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.withContext

/** A span of a tracing library, around a call. */
internal interface CallSpan {
    /** The header `traceparent` of its requests. */
    val traceparent: String?

    /** The header `tracestate` of its requests. */
    val tracestate: String?

    /** Ends it, with the requests of the call and the code of its error. */
    fun end(attempts: List<Attempt>, error: String?)
}

/** Begins the span of a call of an endpoint, if a tracing library is used. */
@Volatile
internal var beginSpan: ((endpoint: String) -> CallSpan)? = null

/** Makes a call of an endpoint, as a span if a tracing library is used. */
internal suspend fun <T> traced(endpoint: String, call: suspend () -> T): T {
    val begin = beginSpan ?: return call()
    val span = ofTracing { begin(endpoint) } ?: return call()
    val outer = currentCoroutineContext()[CallContext]
    val list = AttemptList()
    var error: String? = null
    try {
        return withContext(TracedCall(list, span)) { call() }
    } catch (thrown: Throwable) {
        error = (thrown as? OpenPlatformException)?.code ?: "cancelled"
        throw thrown
    } finally {
        val attempts = list.use { it.attempts() }
        if (outer is AttemptReceiver) outer.add(attempts)
        ofTracing { span.end(attempts, error) }
    }
}

/** A context that also gets the requests that a context inside it has collected. */
internal interface AttemptReceiver : CallContext {
    fun add(attempts: List<Attempt>)
}

/** Gives the headers of a span to its call, and takes the requests of the call. */
private class TracedCall(private val list: AttemptList, private val span: CallSpan) :
    AbstractCoroutineContextElement(CallContext), CallContext {
    override fun completed(options: CallOptions?): CallOptions =
        (options ?: CallOptions()).copy(attempts = list, traceparent = span.traceparent, tracestate = span.tracestate)
}

/** Runs code of a tracing library, which must not change the call. */
private fun <T> ofTracing(code: () -> T): T? = try {
    code()
} catch (error: Exception) {
    logger.log(Level.ERROR, "tracing failed", error)
    null
}
