import type * as admin from './admin.js'

/** The sandbox did not start, or refused a request. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'

  constructor(
    message: string,
    /** HTTP status of the refusal, if the sandbox refused a request. */
    readonly status?: number,
    /** Path of the wrong member, if known. */
    readonly field?: string,
  ) {
    super(message)
  }
}

/**
 * The admin API of one world.
 *
 * @internal
 */
export class AdminConnection {
  constructor(readonly url: string) {}

  get<T>(path: string): Promise<T> {
    return this.#send('GET', path)
  }

  put<T>(path: string, body?: unknown): Promise<T> {
    return this.#send('PUT', path, body)
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#send('POST', path, body)
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#send('PATCH', path, body)
  }

  delete<T>(path: string): Promise<T> {
    return this.#send('DELETE', path)
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(this.url + path, { method, ...(body !== undefined && json) })
    if (response.ok) return (await response.json()) as T
    const { message, field } = (await response.json()) as admin.Problem
    throw new SandboxError(`${method} ${path || '/'}: ${message}`, response.status, field ?? undefined)
  }
}
