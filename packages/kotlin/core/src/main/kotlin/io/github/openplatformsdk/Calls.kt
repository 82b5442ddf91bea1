package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.CallOptions
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/** What one call has of its own. */
internal fun options(timeout: Duration?, repeatPostAddons: Boolean = false): CallOptions? =
    if (timeout == null && !repeatPostAddons) null else CallOptions(timeout?.checked("timeout"), repeatPostAddons)

/** A length of time as it crosses: only what has an end, and not before its beginning. */
internal fun Duration.checked(name: String): java.time.Duration {
    if (!isFinite() || isNegative()) throw invalidInput(name, "must be finite and not negative")
    return toJavaDuration()
}
