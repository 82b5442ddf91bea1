import { fileURLToPath } from 'node:url'

import { invalidInput } from '../errors.js'
import type { UploadedImage } from '../model.js'
import { call, type CallOptions } from '../native.js'
import type { Platform } from '../native-types.js'

/** Image calls. */
export class Images {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Uploads an image for use in a widget: a file by its path or `file:` URL, or bytes in memory. It is temporary: an
   * add-on that uses it makes it permanent, under a new name.
   *
   * JPEG, and PNG with the setting `allowPng`. At most `maxImageBytes` of the settings, 5,000,000 by default. Nothing
   * proves who is calling: the upload host gets neither key nor token. A file is read once; its name is never sent. The
   * upload may be sent twice if the first outcome is unclear: that only leaves another temporary image. Source: spec 7,
   * facts part 1.2.6.
   *
   * @throws {@link InvalidInput} for a file that cannot be read, is empty, too large, of another format, cut off, or
   * changes while it is read.
   */
  async upload(image: string | URL | Uint8Array | ArrayBuffer | Blob, options?: CallOptions): Promise<UploadedImage> {
    const source = await readable(image)
    return call(options, (id, core) => this.#native().imagesUpload(id, source, core))
  }
}

async function readable(image: unknown): Promise<string | Uint8Array> {
  if (typeof image === 'string' || image instanceof Uint8Array) return image
  if (image instanceof ArrayBuffer) return new Uint8Array(image)
  if (image instanceof Blob) return new Uint8Array(await image.arrayBuffer())
  if (image instanceof URL && image.protocol === 'file:') return fileURLToPath(image)
  throw invalidInput('image', 'must be a path, a file: URL, bytes or a Blob')
}
