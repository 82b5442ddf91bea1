package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.CallOptions
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration
import kotlin.time.DurationUnit
import kotlinx.coroutines.currentCoroutineContext

/** The options of one call; `null` if all have their default. */
internal suspend fun options(timeout: Duration?, repeatPostAddons: Boolean = false): CallOptions? {
    val isDefault = timeout == null && !repeatPostAddons
    val options = if (isDefault) null else CallOptions(timeout?.toSeconds(), repeatPostAddons)
    val context = currentCoroutineContext()[CallContext] ?: return options
    return context.completed(options)
}

/** Completes the options of each call in its coroutine context. */
internal interface CallContext : CoroutineContext.Element {
    /** The options with those of this context. */
    fun completed(options: CallOptions?): CallOptions?

    companion object : CoroutineContext.Key<CallContext>
}

/** The duration in seconds, as the native library takes it. */
internal fun Duration.toSeconds(): Double = toDouble(DurationUnit.SECONDS)

/** The same, after a check: the core would silently clamp an infinite or negative duration. */
internal fun Duration.checked(name: String): Double {
    if (!isFinite() || isNegative()) throw invalidInput(name, "must be 0 or more, and finite")
    return toSeconds()
}

/** The value of a setting that is a number of bytes: 0 or more. */
internal fun size(setting: String, value: Long): ULong {
    if (value < 0) throw configError(setting, "must not be negative")
    return value.toULong()
}

/** The value of a setting that is a count: 0 or more. */
internal fun count(setting: String, value: Int): UInt {
    if (value < 0) throw configError(setting, "must not be negative")
    return value.toUInt()
}
