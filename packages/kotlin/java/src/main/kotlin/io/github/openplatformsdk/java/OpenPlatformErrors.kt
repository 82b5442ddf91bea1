package io.github.openplatformsdk.java

import io.github.openplatformsdk.OpenPlatformException
import java.time.Duration
import java.util.concurrent.CompletionException
import java.util.concurrent.ExecutionException
import kotlin.time.toJavaDuration

/** Reads the errors of futures. */
public object OpenPlatformErrors {
    /**
     * The error of this package in what `join`, `get`, `exceptionally` or `handle` give: the exception itself, or the cause of a
     * `CompletionException` or an `ExecutionException`. `null` if it is another one.
     */
    @JvmStatic
    public fun of(error: Throwable?): OpenPlatformException? {
        var inner = error
        while (inner is CompletionException || inner is ExecutionException) inner = inner.cause
        return inner as? OpenPlatformException
    }

    /** How long to wait before the next attempt; `null` if it is not known. */
    @JvmStatic
    public fun retryAfter(error: OpenPlatformException): Duration? = error.retryAfter?.toJavaDuration()
}
