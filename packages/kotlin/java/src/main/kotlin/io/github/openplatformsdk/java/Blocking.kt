package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import io.github.openplatformsdk.testing.ConformanceFailure
import io.github.openplatformsdk.testing.storeConformance
import java.time.Duration
import java.time.Instant
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executor
import kotlin.time.toJavaDuration

/**
 * A custom store of grants and other records, for [ClientSettings.store], whose methods may block: [RecordStore] describes what each must
 * do. A method may throw any exception: then the call of the client fails. The thread of one that takes longer than 5 seconds is
 * interrupted. [RecordStores.conformance] tests a store.
 */
public interface BlockingRecordStore {
    /** Returns the record, or `null` if it does not exist. */
    @Throws(Exception::class)
    public fun get(kind: String, key: String): StoredRecord?

    /**
     * Writes a record if its version is [expected], or if it does not exist and [expected] is `null`. Returns whether it was written. The
     * new version is `expected + 1`, or 1 for a new record.
     */
    @Throws(Exception::class)
    public fun put(kind: String, key: String, expected: Long?, value: ByteArray): Boolean

    /** Deletes a record if its version is [expected], and returns whether it was deleted. */
    @Throws(Exception::class)
    public fun delete(kind: String, key: String, expected: Long): Boolean

    /** Returns the first [limit] records whose key starts with [prefix] and, unless [after] is `null`, is greater than [after]. */
    @Throws(Exception::class)
    public fun scan(kind: String, prefix: String, after: String?, limit: Int): List<StoredRecord>

    /** Returns the current time of the store, if all processes that use it share one; `null` by default. */
    @Throws(Exception::class)
    public fun now(): Instant? = null
}

/** Makes a [RecordStore] of a store whose methods block, and tests one. */
public object RecordStores {
    /**
     * Calls the methods of a store on the threads of an executor: by default up to 64 threads, which Kotlin has for code that blocks. Not
     * that of the client if its number of threads is limited.
     */
    @JvmStatic
    @JvmOverloads
    public fun of(store: BlockingRecordStore, executor: Executor? = null): RecordStore {
        val code = AppCode(executor)
        return object : RecordStore {
            override suspend fun get(kind: String, key: String) = code.blocking { store.get(kind, key) }

            override suspend fun put(kind: String, key: String, expected: Long?, value: ByteArray) =
                code.blocking { store.put(kind, key, expected, value) }

            override suspend fun delete(kind: String, key: String, expected: Long) = code.blocking { store.delete(kind, key, expected) }

            override suspend fun scan(kind: String, prefix: String, after: String?, limit: Int) =
                code.blocking { store.scan(kind, prefix, after, limit) }

            override suspend fun now() = code.blocking { store.now() }
        }
    }

    /**
     * Runs the conformance checks of this library's stores on a custom store: see [storeConformance]. The value has those that failed.
     *
     * @param handles several connections to the same store, as several processes would have; one is enough.
     */
    @JvmStatic
    public fun conformance(vararg handles: BlockingRecordStore): CompletableFuture<List<ConformanceFailure>> =
        Futures().of { storeConformance(*handles.map { of(it) }.toTypedArray()) }
}

/** Remembers which events were handled, for [HookOptions.dedupe]. The methods may block: [Dedupe] describes what each must do. */
public interface BlockingDedupe {
    /** Stores a key for the duration of [window], or for as long as possible if it is `null`. Returns whether the key is new. */
    @Throws(Exception::class)
    public fun remember(key: String, window: Duration?): Boolean

    /** Deletes a key. */
    @Throws(Exception::class)
    public fun forget(key: String)
}

internal fun BlockingDedupe.inKotlin(code: AppCode): Dedupe {
    val store = this
    return object : Dedupe {
        override suspend fun remember(key: String, window: kotlin.time.Duration?) =
            code.blocking { store.remember(key, window?.toJavaDuration()) }

        override suspend fun forget(key: String) = code.blocking { store.forget(key) }
    }
}
