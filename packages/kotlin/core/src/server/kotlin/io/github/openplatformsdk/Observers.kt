package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.AttemptList
import io.github.openplatformsdk.ffi.CallOptions
import io.github.openplatformsdk.ffi.LineLevel
import io.github.openplatformsdk.ffi.LogListener
import io.github.openplatformsdk.ffi.RefreshListener
import io.github.openplatformsdk.ffi.RequestListener
import io.github.openplatformsdk.ffi.Settings
import io.github.openplatformsdk.ffi.HandledEventListener
import java.lang.System.Logger.Level
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.withContext

/** How long the request took. */
public val Attempt.duration: Duration get() = durationSeconds.seconds

/** How long the client waits before the request is sent again; `null` if it is not. */
public val Attempt.wait: Duration? get() = waitSeconds?.seconds

/** How long the request took. */
public val Refresh.duration: Duration get() = durationSeconds.seconds

/** How long it took until the response was known. */
public val ReceivedHook.duration: Duration get() = durationSeconds.seconds

/** How long the worker had the event; `null` for an event that an earlier version has leased. */
public val HandledEvent.duration: Duration? get() = durationSeconds?.seconds

/** How long until the event is handled again; `null` if it is not. */
public val HandledEvent.wait: Duration? get() = waitSeconds?.seconds

/**
 * Makes calls, and adds their requests to the list [to], also those of calls that fail. The last request of a call has the
 * platform's request id. The requests of logins, of token refreshes and of cancelled calls are not included. If a list is inside another
 * one, the inner list takes the requests.
 *
 * ```kotlin
 * val attempts = mutableListOf<Attempt>()
 * val post = recordAttempts(attempts) { platform.posts.get("gZd7omnS") }
 * println("${post.city}: request id ${attempts.last().requestId}, ${attempts.size} requests")
 * ```
 */
public suspend fun <T> recordAttempts(to: MutableList<Attempt>, calls: suspend CoroutineScope.() -> T): T =
    AttemptList().use { list ->
        val context = RecordedAttempts(list)
        try {
            withContext(context, calls)
        } finally {
            to += list.attempts() + context.added
        }
    }

/** Gives the list to each call in its coroutine context. */
private class RecordedAttempts(private val list: AttemptList) :
    AbstractCoroutineContextElement(CallContext), AttemptReceiver {
    /** The requests of calls whose context has a list of its own. */
    val added = CopyOnWriteArrayList<Attempt>()

    override fun completed(options: CallOptions?): CallOptions =
        options?.copy(attempts = list) ?: CallOptions(attempts = list)

    override fun add(attempts: List<Attempt>) {
        added += attempts
    }
}

/** The logger of a client itself, and of warnings that do not belong to a call. */
internal val logger: System.Logger = System.getLogger("open_platform")

/** Runs code of the app or of its logger. An exception must not reach the native library. */
internal inline fun caught(run: () -> Unit) {
    try {
        run()
    } catch (error: Throwable) {
        logger.log(Level.ERROR, "a callback for records failed", error)
    }
}

/** Calls a callback of the app. */
internal class RequestCallback(private val callback: (Attempt) -> Unit) : RequestListener {
    override fun request(attempt: Attempt) = caught { callback(attempt) }
}

/** Calls a callback of the app. */
internal class RefreshCallback(private val callback: (Refresh) -> Unit) : RefreshListener {
    override fun refresh(refresh: Refresh) = caught { callback(refresh) }
}

/** Calls a callback of the app. */
internal class HandledEventCallback(private val callback: (HandledEvent) -> Unit) : HandledEventListener {
    override fun handled(event: HandledEvent) = caught { callback(event) }
}

/** Logs the records of this client, if the level of a logger is on now. */
internal fun Settings.logRecords() {
    val loggers = listOf("http", "refresh", "inbox").map { System.getLogger("open_platform.$it") } + logger
    val levels = loggers.map { logger -> LineLevel.entries.firstOrNull { logger.isLoggable(it.level) } }
    val (http, refresh, inbox, client) = levels
    if (levels.any { it != null }) logLines(Lines, http, refresh, inbox, client)
}

private object Lines : LogListener {
    override fun line(level: LineLevel, logger: String, text: String, members: Map<String, String>) =
        caught { System.getLogger(logger).log(level.level, "{0}", text) }
}

private val LineLevel.level: Level
    get() = when (this) {
        LineLevel.DEBUG -> Level.DEBUG
        LineLevel.INFO -> Level.INFO
        LineLevel.WARNING -> Level.WARNING
    }
