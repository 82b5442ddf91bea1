package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.CallOptions
import kotlin.time.Duration
import kotlin.time.DurationUnit

/** The options of one call; `null` if all have their default. */
internal fun options(timeout: Duration?, repeatPostAddons: Boolean = false): CallOptions? =
    if (timeout == null && !repeatPostAddons) null else CallOptions(timeout?.toSeconds(), repeatPostAddons)

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
