// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.io.InputStream
import java.nio.file.Path
import kotlin.time.Duration

/** Image upload. From `OpenPlatform.images`. */
public class Images internal constructor(private val native: Platform) {
    /**
     * Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under a
     * new name.
     *
     * The format is JPEG, or PNG if `allowPng` is on. The size is at most `maxImageBytes`. The request carries no
     * credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear;
     * that only creates another temporary image.
     *
     * Source: `docs/platform.md#image-upload`.
     *
     * @param image The image. The name of a file is not sent.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @param onProgress Called while the file is sent: first with 0 bytes sent, at the end with all. It begins again at
     *   0 if the file is sent once more. It runs on a thread of the client and must not block.
     * @throws InvalidInputException for a file that cannot be read, is empty, too large, of another format or
     *   truncated, or that changes while it is read.
     */
    public suspend fun upload(
        image: Path,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage =
        traced("images.upload") { translated { native.imagesUpload(source(image, onProgress), options(timeout)) } }

    /** Like the other [upload], with an image in memory. */
    public suspend fun upload(
        image: ByteArray,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage =
        traced("images.upload") { translated { native.imagesUpload(source(image, onProgress), options(timeout)) } }

    /** Like the other [upload], with an image from a stream, which is read first and not closed. */
    public suspend fun upload(
        image: InputStream,
        timeout: Duration? = null,
        onProgress: ((UploadProgress) -> Unit)? = null,
    ): UploadedImage = upload(collected(image, native.maxUploadBytes()), timeout, onProgress)
}
