package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.StoreFailure
import kotlin.coroutines.cancellation.CancellationException
import io.github.openplatformsdk.ffi.StoredRecord as NativeRecord
import io.github.openplatformsdk.ffi.RecordStore as NativeStore

/** A stored record. Its text does not show the value. */
public class StoredRecord(
    /** Its name, within the records of its kind. */
    public val key: String,
    /** Changes with every write. 1 for a new record. */
    public val version: Long,
    /** The content, sealed. */
    public val value: ByteArray,
) {
    override fun toString(): String = "StoredRecord(version=$version)"
}

/**
 * Where grants live, in the app's own way: for [PlatformSettings.store]. Every method must be atomic and, once it returned,
 * durable for as long as the store promises.
 *
 * A method may throw anything, and may call the client again. Whatever it throws, and whatever takes longer than 5
 * seconds, fails the call with a [StoreException], whose cause it is; no pair of tokens is lost by that. `storeConformance` of
 * `io.github.openplatformsdk.testing` tells whether a store does what is expected of it.
 */
public interface RecordStore {
    /** The record, or nothing. */
    public suspend fun get(kind: String, key: String): StoredRecord?

    /**
     * Writes a record if its version is still [expected], and returns whether it did. Without a version: only if there is
     * no such record. The new version is `expected + 1`, or 1.
     */
    public suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean

    /**
     * Deletes a record if its version is still [expected], and returns whether it did. Of all that try at once, exactly one
     * gets `true`.
     */
    public suspend fun delete(kind: String, key: String, expected: Long): Boolean

    /** The records whose key begins with [prefix], in the order of their keys, by code points. */
    public suspend fun list(kind: String, prefix: String): List<StoredRecord>
}

/** Such a store as the core calls it. */
internal class OwnStore(private val own: RecordStore) : NativeStore {
    override suspend fun get(kind: String, key: String): NativeRecord? = answered { own.get(kind, key)?.native() }

    override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean =
        answered { own.put(kind, key, expected, value) }

    override suspend fun delete(kind: String, key: String, expected: Long): Boolean =
        answered { own.delete(kind, key, expected) }

    override suspend fun list(kind: String, prefix: String): List<NativeRecord> =
        answered { own.list(kind, prefix).map { it.native() } }

    private fun StoredRecord.native() = NativeRecord(key, version, value)

    private inline fun <T> answered(call: () -> T): T = try {
        call()
    } catch (error: CancellationException) {
        throw error
    } catch (error: Throwable) {
        // Its text may hold anything, so it is in the cause alone.
        throw StoreFailure.Thrown("the store failed with ${error::class.simpleName}", Thrown.keep(error))
    }
}
