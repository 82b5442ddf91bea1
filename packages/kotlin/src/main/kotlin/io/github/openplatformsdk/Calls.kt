package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.CallOptions
import kotlin.time.Duration
import kotlin.time.toJavaDuration

/** What one call has of its own. */
internal fun options(timeout: Duration?, repeatPostAddons: Boolean = false): CallOptions? =
    if (timeout == null && !repeatPostAddons) null else CallOptions(checked(timeout)?.toJavaDuration(), repeatPostAddons)

private fun checked(timeout: Duration?): Duration? {
    require(timeout == null || (timeout.isFinite() && !timeout.isNegative())) { "timeout: must be finite and not negative" }
    return timeout
}
