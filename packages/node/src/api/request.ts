import type { Json, RawResponse as NativeResponse } from '../model.js'
import { call, callEndpoint, type CallOptions, native } from '../native.js'
import type * as core from '../native-types.js'

/** A request to an endpoint that the client has no method for: `{ method: 'GET', segments: ['v1', 'open-platform', 'assets', 'city'] }`. */
export type RawRequest = core.RawRequest

/** A field or a file of the form of a {@link RawRequest}: `{ name: 'photo', content: jpeg, fileName: 'front.jpg' }`. */
export type FormPart = core.FormPart

/** The response to a {@link RawRequest}. Its status is always a success. */
export class RawResponse {
  /** HTTP status. */
  readonly status: number
  /** Headers, by lower-case name. Of repeated headers the last value. */
  readonly headers: Record<string, string>
  /** The body. */
  readonly body: Uint8Array
  /** The platform's request id, or else the id that this client sent. */
  readonly requestId: string | undefined
  /** How many times the request was sent. */
  readonly attempts: number

  /** @internal */
  constructor(response: NativeResponse) {
    this.status = response.status
    this.headers = response.headers
    this.body = response.body
    this.requestId = response.requestId
    this.attempts = response.attempts
  }

  /** The body as text. */
  text(): string {
    return new TextDecoder().decode(this.body)
  }

  /**
   * The body as JSON. As in every {@link Json}, a number that JavaScript cannot represent exactly, such as one of 20 digits, is a
   * string.
   *
   * @throws {@link DecodeError} if it is not JSON.
   */
  json(): Json {
    const { status, headers, body, attempts, requestId } = this
    return native.responseJson({ status, headers, body, attempts, ...(requestId !== undefined && { requestId }) })
  }
}

/** @internal */
export async function request(
  native: () => core.Platform | core.PlatformUser,
  request: RawRequest,
  options: CallOptions | undefined,
): Promise<RawResponse> {
  return new RawResponse(await callEndpoint('request', native, options, (it, id, core) => it.request(id, request, core)))
}

/**
 * The response to a {@link RawRequest}, while its body is arriving. Its status is always a success. From `stream`.
 *
 * Iterate over it once: each iteration has the next bytes of the body as they arrive, in pieces of any size. Leaving the loop
 * before the end of the body closes the connection. An incomplete body throws a {@link TransportError}: of the kind
 * `interrupted` if the connection breaks, or if nothing arrives for as long as `timeoutMs`; `too_large` if the body exceeds
 * `maxResponse`. Aborting the `signal` of the call ends the loop with its reason.
 */
export class StreamedResponse implements AsyncIterable<Uint8Array> {
  /** HTTP status. */
  readonly status: number
  /** Headers, by lower-case name. Of repeated headers the last value. */
  readonly headers: Record<string, string>
  /** The platform's request id, or else the id that this client sent. */
  readonly requestId: string | undefined
  /** How many times the request was sent. */
  readonly attempts: number
  readonly #native: core.ResponseStream
  readonly #signal: AbortSignal | undefined

  /** @internal */
  constructor(head: NativeResponse, native: core.ResponseStream, signal: AbortSignal | undefined) {
    this.status = head.status
    this.headers = head.headers
    this.requestId = head.requestId
    this.attempts = head.attempts
    this.#native = native
    this.#signal = signal
  }

  /** The bytes of the body, as they arrive. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    const chunks = this.#chunks()
    // By itself a generator that has not begun would end without `finally`, and one that waits would end after its wait.
    const end = chunks.return.bind(chunks)
    chunks.return = (value) => {
      this.close()
      return end(value)
    }
    return chunks
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = await call({ signal: this.#signal }, (id) => this.#native.next(id))
        if (!chunk) return
        yield chunk
      }
    } finally {
      this.close()
    }
  }

  /** Ends the response and closes its connection, if it has not ended. A loop over it ends with {@link InvalidInput}. */
  close(): void {
    this.#native.close()
  }

  /** The same as {@link close}, for `using`. */
  [Symbol.dispose](): void {
    this.close()
  }
}

/** @internal */
export async function stream(
  native: () => core.Platform | core.PlatformUser,
  request: RawRequest,
  options: CallOptions | undefined,
): Promise<StreamedResponse> {
  let opened: core.ResponseStream | undefined
  const head = await callEndpoint('request', native, options, (it, id, core) => {
    opened = it.stream(request, core)
    return opened.open(id)
  })
  return new StreamedResponse(head, opened!, options?.signal)
}
