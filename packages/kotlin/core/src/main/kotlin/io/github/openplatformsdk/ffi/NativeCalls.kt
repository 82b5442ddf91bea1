package io.github.openplatformsdk.ffi

import com.sun.jna.JNIEnv
import com.sun.jna.Library
import com.sun.jna.NativeLibrary
import io.github.openplatformsdk.configError
import io.github.openplatformsdk.unexpected
import java.nio.ByteBuffer
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.atomic.AtomicLong
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.resume
import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Makes calls through JNI: those of the platform, and others that are made for each request of a server. UniFFI's functions use JNA,
 * whose overhead is several times the cost of a call. All asynchronous calls run on one thread of this process, a daemon, so that it
 * does not keep the JVM alive.
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

    /** As [call], for a method that does not wait, or a function. */
    fun <T> callNow(
        method: Int,
        withHandle: ((Long) -> Unit) -> Unit,
        size: ULong,
        writeArguments: (ByteBuffer) -> Unit,
        readResult: (ByteBuffer) -> T,
    ): T {
        val arguments = ByteBuffer.allocate(size.toInt()).also(writeArguments)
        lateinit var outcome: ByteArray
        withHandle { outcome = start(method, it, 0, arguments.array(), arguments.position())!! }
        return Outcome(ByteBuffer.wrap(outcome)).get(readResult)
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
            val bytes = withMemory { nextBatch() }
            val batch = withMemory { ByteBuffer.wrap(bytes) }
            var position = 0
            while (position < bytes.size) {
                val outcome = withMemory { Outcome(batch, position + Long.SIZE_BYTES) }
                withMemory { pending.remove(batch.getLong(position)) }?.let { continuation ->
                    withMemory { Completion(continuation, outcome) }.begin()
                }
                position = outcome.end
            }
        }
    }

    /** Repeats what fails without memory: no other thread would deliver the outcome. The library, too, keeps a batch until then. */
    private inline fun <T> withMemory(run: () -> T): T {
        while (true) {
            try {
                return run()
            } catch (_: OutOfMemoryError) {
                Thread.yield()
            }
        }
    }

    /** Resumes a caller on another thread: on that of all calls, code that blocks would delay the other ones. */
    @OptIn(ExperimentalCoroutinesApi::class)
    private class Completion(
        private val continuation: CancellableContinuation<Outcome>,
        private val outcome: Outcome,
    ) : Runnable {
        private val dispatcher = continuation.context[ContinuationInterceptor] as? CoroutineDispatcher
        private val resumed = AtomicBoolean()

        /** Must not throw: the thread of all calls would end. */
        fun begin() {
            val context = continuation.context
            try {
                if (dispatcher != null && dispatcher.isDispatchNeeded(context)) {
                    dispatcher.dispatch(context, this)
                } else {
                    withMemory { Dispatchers.Default.dispatch(context) { once { continuation.resume(outcome) } } }
                }
            } catch (error: Throwable) {
                // Not by the dispatcher, which would fail again.
                withMemory {
                    val text = "that of the coroutine failed with ${error::class.simpleName} after the call had ended"
                    val failure = configError("dispatcher", text).initCause(error)
                    Dispatchers.Default.dispatch(context) {
                        once { with(continuation) { dispatcher!!.resumeUndispatchedWithException(failure) } }
                    }
                }
            }
        }

        /** Called by the dispatcher, on one of its threads. */
        override fun run(): Unit = once { with(continuation) { dispatcher!!.resumeUndispatched(outcome) } }

        /** A dispatcher may run what it has failed to dispatch. */
        private inline fun once(resume: () -> Unit) {
            if (resumed.compareAndSet(false, true)) resume()
        }
    }

    /** The result of a call. By [status], [payload] is a value, an error, or a message about a defect of the library. */
    private class Outcome(from: ByteBuffer, begin: Int = 0) {
        private val status = from.get(begin).toInt()
        private val payload: ByteBuffer

        /** The position after it. */
        val end: Int

        init {
            val length = from.getInt(begin + Byte.SIZE_BYTES)
            val start = begin + Byte.SIZE_BYTES + Int.SIZE_BYTES
            // Not with `limit` and `position`, which return a `ByteBuffer` here, but a `Buffer` on Android before version 10.
            payload = ByteBuffer.wrap(from.array(), start, length)
            end = start + length
        }

        fun <T> get(readValue: (ByteBuffer) -> T): T = when (status) {
            VALUE -> readValue(payload)
            ERROR -> throw FfiConverterTypeOpenPlatformError.read(payload)
            else -> throw unexpected(Charsets.UTF_8.decode(payload).toString())
        }

        private companion object {
            const val VALUE = 0
            const val ERROR = 1
        }
    }
}
