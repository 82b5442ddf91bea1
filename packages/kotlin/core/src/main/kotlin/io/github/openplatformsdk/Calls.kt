package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.CallOptions
import kotlin.time.Duration
import kotlin.time.DurationUnit

/** What one call has of its own. */
internal fun options(timeout: Duration?, repeatPostAddons: Boolean = false): CallOptions? =
    if (timeout == null && !repeatPostAddons) null else CallOptions(timeout?.toSeconds(), repeatPostAddons)

/** A length of time as it crosses. */
internal fun Duration.toSeconds(): Double = toDouble(DurationUnit.SECONDS)

/** The same, where the core takes the nearest it can for what has no end, or is before its beginning. */
internal fun Duration.checked(name: String): Double {
    if (!isFinite() || isNegative()) throw invalidInput(name, "must be 0 or more, and finite")
    return toSeconds()
}

/** A setting that counts something. */
internal fun count(setting: String, value: Int): UInt {
    if (value < 0) throw configError(setting, "must not be negative")
    return value.toUInt()
}
