package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.checkHandlerTimeout
import io.github.openplatformsdk.ffi.timeLimitText
import kotlin.time.Duration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.withTimeoutOrNull

/** A function of the app took longer than its time limit. */
internal class HandlerTimeoutException(limit: Duration) :
    Exception(timeLimitText(limit.toSeconds()))

/** Checks a setting `handlerTimeout`. */
internal fun Duration?.checkedLimit() {
    if (this != null) translated { checkHandlerTimeout(toSeconds(), "handler_timeout") }
}

/** Calls a function of the app. If it takes longer than the limit, it is cancelled and has failed. */
internal suspend fun <T> within(limit: Duration?, function: suspend () -> T): T {
    if (limit == null) return function()
    // In a `Result`, because the function may return null.
    val ended = withTimeoutOrNull(limit) { Result.success(function()) } ?: throw HandlerTimeoutException(limit)
    return ended.getOrThrow()
}

/**
 * Answers a request in a coroutine that is not cancelled with the caller. A server may cancel that one when the connection is closed:
 * a handler that takes longer than the platform waits for a response would never end, and [LoginRoutes] might never learn of a grant
 * that is stored. It starts on the thread of the caller, because a change of the thread costs more than most steps.
 */
internal suspend fun <T> uninterrupted(answer: suspend () -> T): T =
    CoroutineScope(currentCoroutineContext().minusKey(Job)).async(start = CoroutineStart.UNDISPATCHED) { answer() }.await()
