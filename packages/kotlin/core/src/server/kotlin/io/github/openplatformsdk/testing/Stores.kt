package io.github.openplatformsdk.testing

import io.github.openplatformsdk.OwnStore
import io.github.openplatformsdk.RecordStore
import io.github.openplatformsdk.translated
import io.github.openplatformsdk.ffi.storeConformance as nativeConformance

/** A check that a store did not pass. */
public class StoreFlaw(
    /** The name of the check: what is expected of a store. */
    public val check: String,
    /** What happened instead. */
    public val problem: String,
) {
    override fun toString(): String = "$check: $problem"
}

/**
 * Runs every check that the stores of this library pass on a store of your own, and returns those that failed. The handles
 * are different ways to reach one and the same store, as several processes would have them; one is enough. A store in use
 * is not disturbed.
 *
 * ```kotlin
 * @Test
 * fun `the store keeps its promises`() = runBlocking {
 *     assertEquals(emptyList<StoreFlaw>(), storeConformance(MyStore(database)))
 * }
 * ```
 */
public suspend fun storeConformance(vararg handles: RecordStore): List<StoreFlaw> =
    translated { nativeConformance(handles.map(::OwnStore)) }.map { StoreFlaw(it.check, it.problem) }
