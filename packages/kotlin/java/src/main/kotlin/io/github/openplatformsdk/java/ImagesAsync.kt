// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.io.InputStream
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Image upload. From `OpenPlatformAsync.images`. */
public class ImagesAsync internal constructor(private val calls: Images, private val futures: Futures) {
    /**
     * Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under a
     * new name.
     *
     * The format is JPEG, or PNG if `allowPng` is on. The size is at most `maxImageBytes`. The request carries no
     * credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear;
     * that only creates another temporary image.
     *
     * It ends with [InvalidInputException] for a file that cannot be read, is empty, too large, of another format or
     * truncated, or that changes while it is read.
     *
     * Source: `docs/platform.md#image-upload`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun upload(image: Path, timeout: Duration? = null): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin()) }

    /**
     * Like the other [upload], and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun upload(
        image: Path,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [upload], with an image in memory. */
    @JvmOverloads
    public fun upload(image: ByteArray, timeout: Duration? = null): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin()) }

    /**
     * Like the other [upload], with an image in memory, and reports its progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun upload(
        image: ByteArray,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin(), onProgress::accept) }

    /** Like the other [upload], with an image from a stream, which is read first and not closed. */
    @JvmOverloads
    public fun upload(image: InputStream, timeout: Duration? = null): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin()) }

    /**
     * Like the other [upload], with an image from a stream, which is read first and not closed, and reports its
     * progress.
     *
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     */
    @JvmOverloads
    public fun upload(
        image: InputStream,
        onProgress: Consumer<UploadProgress>,
        timeout: Duration? = null,
    ): CompletableFuture<UploadedImage> =
        futures.of { calls.upload(image, timeout.inKotlin(), onProgress::accept) }
}
