import { fromReport } from '../errors.js'
import type { Json } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
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
  constructor(response: core.RawResponse) {
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
   * The body as JSON.
   *
   * @throws {@link DecodeError} if it is not JSON.
   */
  json(): Json {
    try {
      return JSON.parse(this.text()) as Json
    } catch {
      // Without the parser's error as the cause, because its text repeats a part of the body.
      const { status, attempts, requestId } = this
      const reason = 'is not JSON'
      throw fromReport({
        code: 'decode',
        text: `request succeeded with ${status}, but its answer cannot be read: ${reason}`,
        reason,
        path: '.',
        endpoint: 'request',
        status,
        attempts,
        isRetryable: false,
        details: [],
        needsScopes: [],
        ...(requestId !== undefined && { requestId }),
      })
    }
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
