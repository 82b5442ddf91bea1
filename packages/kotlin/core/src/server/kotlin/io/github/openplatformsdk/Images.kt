package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.nio.file.Path
import kotlin.time.Duration

/** Image upload. From [OpenPlatform.images]. */
public class Images internal constructor(private val native: Platform) {
    /**
     * Uploads a JPEG image for a widget, a file that is read once and whose name is never sent. The image is
     * temporary until a widget uses it.
     *
     * Source: spec 7, facts part 1.2.
     *
     * @throws InvalidInputException for what is no JPEG image or larger than the setting `maxImageBytes`.
     */
    public suspend fun upload(image: Path, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUploadFile(image.toString(), options(timeout)) }

    /** As [upload] of a file, from memory. */
    public suspend fun upload(image: ByteArray, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUpload(image, options(timeout)) }
}
