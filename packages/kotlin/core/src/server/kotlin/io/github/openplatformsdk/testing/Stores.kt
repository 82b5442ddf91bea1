package io.github.openplatformsdk.testing

import io.github.openplatformsdk.RecordStore
import io.github.openplatformsdk.StoreAdapter
import io.github.openplatformsdk.translated
import io.github.openplatformsdk.ffi.storeConformance as nativeConformance

/** A check that a store failed. */
public class ConformanceFailure(
    /** The name of the check, which states the expected behaviour. */
    public val check: String,
    /** The actual behaviour. */
    public val problem: String,
) {
    override fun toString(): String = "$check: $problem"
}

/**
 * Runs the conformance checks of this library's stores on a custom store, and returns those that failed. The [handles] are
 * several connections to the same store, as several processes would have; one is enough. Existing records of the store are
 * not affected.
 *
 * ```kotlin
 * @Test
 * fun `the store is conformant`() = runBlocking {
 *     assertEquals(emptyList<ConformanceFailure>(), storeConformance(MyStore(database)))
 * }
 * ```
 */
public suspend fun storeConformance(vararg handles: RecordStore): List<ConformanceFailure> =
    translated { nativeConformance(handles.map(::StoreAdapter)) }.map { ConformanceFailure(it.check, it.problem) }
