package io.github.openplatformsdk.java

import java.util.concurrent.CompletionException
import java.util.concurrent.CompletionStage
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executor
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runInterruptible
import kotlinx.coroutines.withContext

/** Calls code of the app. */
internal class AppCode(executor: Executor?) {
    private val dispatcher: CoroutineDispatcher = executor?.asCoroutineDispatcher() ?: Dispatchers.IO

    /** Calls code that may block. Its thread is interrupted when the coroutine is cancelled. */
    suspend fun <T> blocking(code: () -> T): T = unwrapped { runInterruptible(dispatcher) { code() } }

    /** Calls code, and waits for the end of what it returns. */
    suspend fun ended(code: () -> CompletionStage<*>) {
        unwrapped { withContext(dispatcher) { code() }.await() }
    }

    /** The log has the class of an error, so it is that of the app, and not the one that a future puts around it. */
    private inline fun <T> unwrapped(code: () -> T): T = try {
        code()
    } catch (error: CompletionException) {
        throw error.cause ?: error
    } catch (error: ExecutionException) {
        throw error.cause ?: error
    }
}
