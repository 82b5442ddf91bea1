package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import java.nio.file.Path
import kotlin.time.Duration

/** Image upload. From [OpenPlatform.images]. */
public class Images internal constructor(private val native: Platform) {
    /**
     * Uploads an image for a widget, from a file that is read once and whose name is never sent. JPEG, and PNG with the
     * setting `allowPng`. The image is temporary: an add-on that uses it makes it permanent, under a new name.
     *
     * Nothing proves who is calling: the upload host gets neither key nor token. It may be sent twice if the first outcome
     * is unclear, which only leaves another temporary image. Source: spec 7, facts part 1.2.6.
     *
     * @throws InvalidInputException for another format, or what is larger than the setting `maxImageBytes`.
     */
    public suspend fun upload(image: Path, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUploadFile(image.toString(), options(timeout)) }

    /** As [upload] of a file, from memory. */
    public suspend fun upload(image: ByteArray, timeout: Duration? = null): UploadedImage =
        translated { native.imagesUpload(image, options(timeout)) }
}
