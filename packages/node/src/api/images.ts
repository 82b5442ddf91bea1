// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { UploadedImage } from '../model.js'
import { callEndpoint, UPLOAD_OPTIONS, type UploadOptions } from '../native.js'
import type { Platform } from '../native-types.js'
import { readable, type UploadInput } from '../values.js'

/** Image upload. */
export class Images {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Uploads an image for use in a widget. The image is temporary: an add-on that uses it makes it permanent, under a
   * new name.
   *
   * The format is JPEG, or PNG if `allowPng` is on. The size is at most `maxImageBytes`. The request carries no
   * credential: the upload host gets neither key nor token. It may be sent twice if the first outcome is unclear; that
   * only creates another temporary image.
   *
   * Source: `docs/platform.md#image-upload`.
   *
   * @param image The image. The name of a file is not sent.
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large, of another format or truncated,
   *   or that changes while it is read.
   */
  async upload(image: UploadInput, options?: UploadOptions): Promise<UploadedImage> {
    const source = await readable(image, 'image', this.#native, options)
    return callEndpoint('images.upload', this.#native, options, (native, callId, core) =>
      native.imagesUpload(callId, source, core), UPLOAD_OPTIONS)
  }
}
