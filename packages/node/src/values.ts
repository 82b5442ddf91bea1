/**
 * Converts arguments to the values that the native library accepts.
 *
 * @internal
 */
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

import { invalidInput } from './error-reports.js'
import { callable, type UploadOptions } from './native.js'

/**
 * A file to upload: the path of a file or its `file:` URL, the bytes themselves, or a stream of bytes, such as a `ReadableStream` or
 * the stream of an incoming request. A stream is read before anything is sent, and the time limit of the call begins after that.
 */
export type UploadInput = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>

/** The file as a path or bytes, for the native library. `field` is its name in errors. */
export async function readable(
  input: UploadInput,
  field: string,
  client: () => { readonly maxUploadBytes: number },
  options: UploadOptions | undefined,
): Promise<string | Uint8Array | { observed: string | Uint8Array }> {
  if (options?.onProgress !== undefined) callable('onProgress', options.onProgress)
  const file = await read(input, field, client, options?.signal)
  return options?.onProgress ? { observed: file } : file
}

async function read(
  input: UploadInput,
  field: string,
  client: () => { readonly maxUploadBytes: number },
  signal: AbortSignal | undefined,
): Promise<string | Uint8Array> {
  if (typeof input === 'string' || input instanceof Uint8Array) return input
  if (input instanceof ArrayBuffer) return new Uint8Array(input)
  if (input instanceof URL && input.protocol === 'file:') return fileURLToPath(input)
  // One byte beyond the limit is enough for the error of the core.
  if (input instanceof Blob) return new Uint8Array(await input.slice(0, client().maxUploadBytes + 1).arrayBuffer())
  if (typeof input === 'object' && input !== null && Symbol.asyncIterator in input) {
    return collect(input, field, client().maxUploadBytes, signal)
  }
  throw invalidInput(field, 'must be a path, a file: URL, bytes, a Blob or a stream of bytes')
}

/** Reads a stream to its end, or until it is longer than any upload may be. */
async function collect(
  input: AsyncIterable<Uint8Array>,
  field: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  // Node's own streams say so; one of them would look empty or closed too early.
  if ('readableEnded' in input && input.readableEnded === true) {
    throw invalidInput(field, 'was read to its end already: a stream can be read only once')
  }
  const chunks: Uint8Array[] = []
  const iterator = input[Symbol.asyncIterator]()
  let abort: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => (abort = () => reject(signal?.reason)))
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    for (let size = 0; size <= limit;) {
      const { done, value: chunk } = await Promise.race([aborted, iterator.next()])
      if (done) return Buffer.concat(chunks)
      if (!(chunk instanceof Uint8Array)) throw invalidInput(field, 'must be a stream of bytes')
      chunks.push(chunk)
      size += chunk.byteLength
    }
    return Buffer.concat(chunks)
  } finally {
    signal?.removeEventListener('abort', abort)
    // Closes a stream that was not read to its end. A generator that waits for something may never say that it has ended.
    iterator.return?.().then(undefined, () => {})
  }
}

/** Hides a record from `console.log`, so that a phone number, code or cookie is not logged by accident: only its name is printed. */
export function unprinted<T extends object>(name: string, record: T): T {
  return Object.defineProperty(record, inspect.custom, { value: () => `${name} { [hidden] }` })
}
