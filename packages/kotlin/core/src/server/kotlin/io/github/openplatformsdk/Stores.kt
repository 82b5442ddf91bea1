package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.StoreFailure
import java.time.Instant
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import io.github.openplatformsdk.ffi.StoredRecord as NativeRecord
import io.github.openplatformsdk.ffi.RecordStore as NativeStore

/** A stored record. `toString` does not show the value. */
public class StoredRecord(
    /** The key, unique among the records of its kind. */
    public val key: String,
    /** The version, which changes with every write. 1 for a new record. */
    public val version: Long,
    /** The encrypted content. */
    public val value: ByteArray,
) {
    override fun toString(): String = "StoredRecord(version=$version)"
}

/**
 * A custom store of grants and other records, for [PlatformSettings.store]. Every method must be atomic. Once it has
 * returned, its effect must be as durable as the store promises.
 *
 * A method may throw any exception, and may call the client. If it throws, the call fails with a [StoreException] that has
 * the exception as its cause. A method that takes longer than 5 seconds is aborted, and the call fails likewise. Tokens are
 * not lost in either case. `storeConformance` of `io.github.openplatformsdk.testing` tests a store.
 */
public interface RecordStore {
    /** Returns the record, or `null` if it does not exist. */
    public suspend fun get(kind: String, key: String): StoredRecord?

    /**
     * Writes a record if its version is [expected], and returns whether it was written. If [expected] is `null`, the record
     * is written only if it does not exist. The new version is `expected + 1`, or 1 for a new record.
     */
    public suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean

    /**
     * Deletes a record if its version is [expected], and returns whether it was deleted. Of several concurrent calls exactly
     * one returns `true`.
     */
    public suspend fun delete(kind: String, key: String, expected: Long): Boolean

    /**
     * Returns the first [limit] records whose key starts with [prefix] and, unless [after] is `null`, is greater than [after].
     * The records are sorted by key, and keys are compared, in code point order, which is the order of their bytes in UTF-8.
     * `String.compareTo` compares UTF-16 instead. The [limit] is 1 to 1,000. Fewer records mean that there are no more.
     */
    public suspend fun scan(kind: String, prefix: String, after: String?, limit: Int): List<StoredRecord>

    /**
     * Returns the current time of the store, if all processes that use it share one, such as the time of its server. If it
     * returns `null`, as by default, each process measures by its own clock which of them refreshes a grant.
     */
    public suspend fun now(): Instant? = null
}

/** Adapts a [RecordStore] to the interface that the native library calls. */
internal class StoreAdapter(private val store: RecordStore) : NativeStore {
    override suspend fun get(kind: String, key: String): NativeRecord? = withCause { store.get(kind, key)?.native() }

    override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean =
        withCause { store.put(kind, key, expected, value) }

    override suspend fun delete(kind: String, key: String, expected: Long): Boolean =
        withCause { store.delete(kind, key, expected) }

    override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int): List<NativeRecord> =
        withCause { store.scan(kind, prefix, after, limit).map { it.native() } }

    override suspend fun now(): Instant? = withCause { store.now() }

    private fun StoredRecord.native() = NativeRecord(key, version, value)

    private suspend inline fun <T> withCause(call: () -> T): T = try {
        call()
    } catch (error: Throwable) {
        // Only the cancellation of this call is none of the store's errors: a timeout in it is one.
        currentCoroutineContext().ensureActive()
        // The message of the exception may contain secrets, so only the cause carries it.
        throw StoreFailure.Thrown("the store failed with ${error::class.simpleName}", StoreCauses.keep(error))
    }
}
