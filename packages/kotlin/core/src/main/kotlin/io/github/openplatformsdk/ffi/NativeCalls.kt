package io.github.openplatformsdk.ffi

import com.sun.jna.JNIEnv
import com.sun.jna.Library
import com.sun.jna.NativeLibrary
import io.github.openplatformsdk.FfiConverterTypeJson
import io.github.openplatformsdk.Json
import io.github.openplatformsdk.configError
import java.nio.ByteBuffer
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Makes the calls of the platform through JNI. UniFFI's asynchronous functions use JNA, whose overhead is several times the
 * cost of a call. All calls run on one thread of this process, a daemon, so that it does not keep the JVM alive.
 */
internal object NativeCalls {
    private val lastId = AtomicLong()
    private val pending = ConcurrentHashMap<Long, CancellableContinuation<Outcome>>()

    @Volatile
    private var threadRuns = false

    init {
        // JNA returns the library that the generated code has loaded if the options are the same. Otherwise it loads it again.
        val options = mapOf(Library.OPTION_CLASSLOADER to UniffiLib::class.java.classLoader)
        val library = NativeLibrary.getInstance(findLibraryName("open_platform_uniffi"), options)
        val status = library.getFunction("open_platform_register_natives").invoke(
            Int::class.java,
            arrayOf(JNIEnv.CURRENT, NativeCalls::class.java),
            mapOf(Library.OPTION_ALLOW_OBJECTS to true),
        )
        if (status != 0) throw UniffiException("the native methods cannot be registered")
    }

    @JvmStatic
    private external fun createRuntime(): ByteArray?

    @JvmStatic
    private external fun methodNumber(name: ByteArray): Int

    @JvmStatic
    private external fun start(method: Int, handle: Long, id: Long, arguments: ByteArray, length: Int): ByteArray?

    @JvmStatic
    private external fun cancel(id: Long)

    @JvmStatic
    private external fun nextBatch(): ByteArray

    @JvmStatic
    private external fun shortcuts(data: ByteArray, length: Int): ByteArray

    /** The number of the method with this name in the library. */
    fun methodNumber(name: String): Int = methodNumber(name.toByteArray())

    /**
     * Calls a method of an object.
     *
     * @param withHandle runs its argument with the handle of the object, and keeps the object alive during that time.
     * @param size the maximum size of the serialized arguments, in bytes.
     */
    suspend fun <T> call(
        method: Int,
        withHandle: ((Long) -> Unit) -> Unit,
        size: ULong,
        writeArguments: (ByteBuffer) -> Unit,
        readResult: (ByteBuffer) -> T,
    ): T {
        val arguments = ByteBuffer.allocate(size.toInt()).also(writeArguments)
        if (!threadRuns) startThread()
        val outcome = suspendCancellableCoroutine { continuation ->
            val id = lastId.incrementAndGet()
            pending[id] = continuation
            continuation.invokeOnCancellation { if (pending.remove(id) != null) cancel(id) }
            // Set if the call could not be started.
            var failure: ByteArray? = null
            try {
                withHandle { failure = start(method, it, id, arguments.array(), arguments.position()) }
            } catch (error: Throwable) {
                pending.remove(id)
                throw error
            }
            failure?.let { pending.remove(id)?.resume(Outcome(ByteBuffer.wrap(it))) }
            // If it was cancelled before `start`, the cancellation handler found no call to cancel.
            if (continuation.isCancelled) cancel(id)
        }
        return outcome.get(readResult)
    }

    /** The common members of the data of a post; `null` if one of them cannot be read. */
    fun shortcuts(data: Json): PostShortcuts? {
        val bytes = ByteBuffer.allocate(FfiConverterTypeJson.allocationSize(data).toInt())
        FfiConverterTypeJson.write(data, bytes)
        val outcome = Outcome(ByteBuffer.wrap(shortcuts(bytes.array(), bytes.position())))
        return outcome.get { FfiConverterOptionalTypePostShortcuts.read(it) }
    }

    @Synchronized
    private fun startThread() {
        if (threadRuns) return
        createRuntime()?.let { Outcome(ByteBuffer.wrap(it)).get { } }
        val thread = Thread(null, ::deliver, "open-platform")
        thread.isDaemon = true
        // The thread never ends: it must not keep the class loader of an application that was stopped.
        thread.contextClassLoader = null
        try {
            thread.start()
        } catch (_: OutOfMemoryError) {
            throw configError("runtime", "the system could not create a thread; the next call tries again")
        }
        threadRuns = true
    }

    private fun deliver() {
        while (true) {
            try {
                val batch = ByteBuffer.wrap(nextBatch())
                while (batch.hasRemaining()) {
                    val continuation = pending.remove(batch.getLong())
                    val outcome = Outcome(batch)
                    continuation?.complete(outcome)
                }
            } catch (_: OutOfMemoryError) {
                // The library keeps the batch and returns it again. Memory may be available then.
                Thread.yield()
            }
        }
    }

    /** Resumes the caller on another thread: on this one, code that blocks would delay all other calls. */
    private fun CancellableContinuation<Outcome>.complete(outcome: Outcome) {
        val dispatcher = context[ContinuationInterceptor] as? CoroutineDispatcher
        if (dispatcher != null && dispatcher.isDispatchNeeded(context)) {
            resume(outcome)
        } else {
            Dispatchers.Default.dispatch(context) { resume(outcome) }
        }
    }

    /** The result of a call. By [status], [payload] is a value, an error, or a message about a defect of the library. */
    private class Outcome(from: ByteBuffer) {
        private val status = from.get().toInt()
        private val payload: ByteBuffer

        init {
            val end = from.getInt() + from.position()
            payload = from.duplicate().limit(end)
            from.position(end)
        }

        fun <T> get(readValue: (ByteBuffer) -> T): T = when (status) {
            VALUE -> readValue(payload)
            ERROR -> throw FfiConverterTypeOpenPlatformError.read(payload)
            else -> throw UniffiException(Charsets.UTF_8.decode(payload).toString())
        }

        private companion object {
            const val VALUE = 0
            const val ERROR = 1
        }
    }
}
