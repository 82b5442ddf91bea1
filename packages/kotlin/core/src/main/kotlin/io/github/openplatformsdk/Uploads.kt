package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.UploadObserver
import io.github.openplatformsdk.ffi.UploadSource
import java.io.ByteArrayOutputStream
import java.io.InputStream
import java.nio.file.Path
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible

/**
 * How much of a file has been sent.
 *
 * @property sent The bytes of the file that the connection has taken.
 * @property total The size of the file, in bytes.
 */
public data class UploadProgress(val sent: Long, val total: Long)

/** Calls a function of the app. What it throws is dropped: the upload goes on. */
private class ProgressCallback(private val callback: (UploadProgress) -> Unit) : UploadObserver {
    override fun sent(sent: Long, total: Long) {
        runCatching { callback(UploadProgress(sent, total)) }
    }
}

internal fun source(file: Path, onProgress: ((UploadProgress) -> Unit)?): UploadSource =
    UploadSource.File(file.toString(), onProgress?.let(::ProgressCallback))

internal fun source(bytes: ByteArray, onProgress: ((UploadProgress) -> Unit)?): UploadSource =
    UploadSource.Bytes(bytes, onProgress?.let(::ProgressCallback))

/** The content of a stream, or one byte more than [most] of it, which is enough for the error of the core. */
internal suspend fun collected(stream: InputStream, most: Long): ByteArray = runInterruptible(Dispatchers.IO) {
    val content = ByteArrayOutputStream()
    val buffer = ByteArray(DEFAULT_BUFFER_SIZE)
    // The sum cannot overflow: a limit may be `Long.MAX_VALUE`.
    var left = minOf(most, Int.MAX_VALUE - 1L).toInt() + 1
    // Android has `readNBytes` since version 13 only.
    while (left > 0) {
        val count = stream.read(buffer, 0, minOf(left, buffer.size))
        if (count < 0) break
        content.write(buffer, 0, count)
        left -= count
    }
    content.toByteArray()
}
