/**
 * Converts arguments to the values that the add-on accepts.
 *
 * @internal
 */
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

import { invalidInput } from './errors.js'

/** A file to upload: the path of a file or its `file:` URL, or the bytes themselves. */
export type ImageInput = string | URL | Uint8Array | ArrayBuffer | Blob

/** The file as a path or bytes, for the add-on. `field` is its name in errors. */
export async function readable(image: ImageInput, field: string): Promise<string | Uint8Array> {
  if (typeof image === 'string' || image instanceof Uint8Array) return image
  if (image instanceof ArrayBuffer) return new Uint8Array(image)
  if (image instanceof Blob) return new Uint8Array(await image.arrayBuffer())
  if (image instanceof URL && image.protocol === 'file:') return fileURLToPath(image)
  throw invalidInput(field, 'must be a path, a file: URL, bytes or a Blob')
}

/** Hides a record from `console.log`, so that phone numbers are not logged by accident: only its name is printed. */
export function unprinted<T extends object>(name: string, record: T): T {
  return Object.defineProperty(record, inspect.custom, { value: () => `${name} { [hidden] }` })
}
