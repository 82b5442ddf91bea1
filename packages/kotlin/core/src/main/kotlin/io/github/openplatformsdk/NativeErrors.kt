package io.github.openplatformsdk

import java.nio.charset.CharacterCodingException
import kotlin.coroutines.cancellation.CancellationException
import io.github.openplatformsdk.ffi.unexpectedError
import io.github.openplatformsdk.ffi.OpenPlatformException as NativeException

/** The exception of the app's own store or token provider that this error comes from. */
internal fun causeOf(report: ErrorReport): Throwable? = report.thrown?.let(StoreCauses::find)

/**
 * The last exceptions of custom stores and token providers, each under a number that crosses the native library: an error looks
 * up its cause here. Several calls may wait for one operation of the store, so a lookup does not remove the exception; the oldest
 * of more than 100 is removed.
 */
internal object StoreCauses {
    private const val MAX = 100
    private val recent = ArrayDeque<Pair<Long, Throwable>>()
    private var lastNumber = 0L

    fun keep(error: Throwable): Long = synchronized(recent) {
        lastNumber += 1
        recent.addLast(lastNumber to error)
        if (recent.size > MAX) recent.removeFirst()
        lastNumber
    }

    fun find(number: Long): Throwable? = synchronized(recent) { recent.find { it.first == number }?.second }
}

/** Runs a call of the native library and translates its errors to the exceptions of this package. */
internal inline fun <T> translated(call: () -> T): T = try {
    call()
} catch (error: Exception) {
    throw translation(error)
}

/** The exception of this package for an exception of the generated code. A cancellation is returned unchanged. */
internal fun translation(error: Exception): Exception = when (error) {
    is NativeException -> error.translated()
    is UniffiException -> unexpected(error.message.orEmpty())
    is io.github.openplatformsdk.ffi.UniffiException -> unexpected(error.message.orEmpty())
    is CharacterCodingException -> invalidInput("text", "must not hold half of a character (a lone surrogate)")
    is CancellationException -> error
    is IllegalStateException ->
        if (error.message.orEmpty().endsWith(DESTROYED)) configError("client", "it is closed: make a new one") else error
    else -> error
}

/** The end of the message that the generated code gives for a closed object. */
private const val DESTROYED = "has already been destroyed"

/** The exception for a text of the native library: an argument cannot be converted, or the library has a fault. */
internal fun unexpected(text: String): OpenPlatformException = unexpectedError(text).let {
    if (it.code == "invalid_input") InvalidInputException(it) else InternalException(it)
}

internal fun invalidInput(field: String, reason: String): InvalidInputException =
    InvalidInputException(ErrorReport(code = "invalid_input", text = "$field: $reason", field = field, reason = reason))

internal fun configError(setting: String, reason: String): ConfigException =
    ConfigException(ErrorReport(code = "config", text = "configuration of $setting: $reason", subject = setting, reason = reason))
