/**
 * The native add-on, and the calls under way in it.
 *
 * @internal
 */
import { fromCore, invalidInput } from './errors.js'
import type { ErrorReport } from './model.js'
import type { Call, CallOptions as CoreOptions, Native } from './native-types.js'

/** The add-on. Its loader stands beside package.json. */
export const native = guarded(require('../native.cjs') as Native)

/** What every call takes. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal. What was sent already may have had its effect. */
  signal?: AbortSignal | undefined
  /**
   * How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. 15,000 by
   * default, 60,000 for uploads; more than 0, at most 24 hours.
   */
  timeoutMs?: number | undefined
}

/** What a call that puts an add-on on a post takes. */
export interface PostAddonOptions extends CallOptions {
  /**
   * Whether it may be sent again after an unclear outcome. Off by default.
   *
   * The documents say that the same call also updates, so sending it twice leaves one add-on. But a repetition that
   * arrives late takes back what another call has written meanwhile.
   */
  repeatPostAddons?: boolean | undefined
}

interface Waiting {
  resolve(value: never): void
  reject(error: unknown): void
  signal: AbortSignal | undefined
  abort: (() => void) | undefined
}

const waiting = new Map<number, Waiting>()
let last = 0

/** The calls of this thread; their results come in batches. */
export const calls = new native.Calls((batch) => {
  for (let index = 0; index < batch.length; index += 3) {
    const call = take(batch[index] as number)
    const result = batch[index + 2] as never
    if (batch[index + 1]) call?.reject(result)
    else call?.resolve(result)
  }
})

// What the app should know although no call fails, such as a store that may lose logins.
native.listenToNotices((text) => process.emitWarning(text, 'OpenPlatformWarning'))

/**
 * Makes a call: `begin` starts it under an id.
 *
 * The stack of an error is that of the caller, noted before the call: afterwards only those that await it are known. It costs
 * every call some microseconds; as text it is only written for an error.
 */
export async function call<T>(
  options: PostAddonOptions | undefined,
  begin: (id: number, options: CoreOptions | undefined) => Call<T>,
): Promise<T> {
  const signal = options?.signal
  const place: { stack?: unknown } = {}
  Error.captureStackTrace(place, call)
  try {
    if (signal) check(signal)
    return await new Promise<T>((resolve, reject) => {
      const id = ++last
      begin(id, options && core(options))
      const abort = signal && (() => {
        if (take(id)) calls.cancel(id)
        reject(new Aborted(signal.reason))
      })
      waiting.set(id, { resolve, reject, signal, abort })
      if (abort) signal.addEventListener('abort', abort, { once: true })
    })
  } catch (thrown) {
    if (thrown instanceof Aborted) throw thrown.reason
    throw at(place, fromCore(thrown))
  }
}

/** Gives an error the stack of a place. */
function at(place: { stack?: unknown }, error: Error): Error {
  const { stack } = place
  // A program may have stacks that are no text, by `Error.prepareStackTrace`.
  if (typeof stack === 'string') {
    const frames = stack.search(/^\s+at /m)
    const value = `${error.name}: ${error.message}${frames < 0 ? '' : `\n${stack.slice(frames)}`}`
    Object.defineProperty(error, 'stack', { value, configurable: true, writable: true })
  }
  return error
}

/** Rejects calls that the add-on has dropped. */
export function drop(ids: number[]): void {
  for (const id of ids) take(id)?.reject(CLOSED)
}

const CLOSED: ErrorReport = {
  code: 'config',
  text: 'client: it was closed during the call',
  subject: 'client',
  reason: 'it was closed during the call',
  isRetryable: false,
  details: [],
  needsScopes: [],
}

/** Tells the reason of a signal, which can be anything, from a report. */
class Aborted {
  constructor(readonly reason: unknown) {}
}

function check(signal: AbortSignal): void {
  if (!(signal instanceof AbortSignal)) throw invalidInput('signal', 'must be an AbortSignal')
  if (signal.aborted) throw new Aborted(signal.reason)
}

/** The options of all calls; those that only some take are looked at by these. */
const CALL_OPTIONS = [
  'signal', 'timeoutMs', 'repeatPostAddons', 'buttons', 'sender', 'receiver', 'session', 'user', 'redirectUri', 'consentAt',
  'after', 'limit',
]

function core(options: PostAddonOptions): CoreOptions {
  known('options', options, CALL_OPTIONS)
  const { timeoutMs, repeatPostAddons } = options
  return { timeoutMs, repeatPostAddons }
}

function take(id: number): Waiting | undefined {
  const call = waiting.get(id)
  if (!call) return undefined
  waiting.delete(id)
  if (call.abort) call.signal?.removeEventListener('abort', call.abort)
  return call
}

/**
 * Runs something that asks the add-on at once, and makes its error one of this package. Functions of the add-on do so by
 * themselves; constructors and methods of its classes do not.
 */
export function guard<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    const error = fromCore(thrown)
    Error.captureStackTrace(error, guard)
    throw error
  }
}

/** The bytes of a body, which may be given as text. */
export function bytes(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body
}

/** A plain text, for which the core has no type that would name it in an error. */
export function text(field: string, value: string): string {
  if (typeof value !== 'string') throw invalidInput(field, 'must be a string')
  return value
}

/** A function of the caller's, which would otherwise only be missed when it is needed. */
export function callable<T>(field: string, value: T): T {
  if (typeof value !== 'function') throw invalidInput(field, 'must be a function')
  return value
}

/**
 * The options of something that is made.
 *
 * @param names the options there are. Another one is an error: it would do nothing, and nobody would notice.
 */
export function options<T extends object>(value: T, names: Record<keyof T, true>): T {
  known('options', value, Object.keys(names))
  return value
}

function known(field: string, value: object, names: string[]): void {
  if (typeof value !== 'object' || value === null) throw invalidInput(field, 'must be an object')
  for (const name of Object.keys(value)) {
    if (!names.includes(name)) throw invalidInput(name, native.unknownName(name, names))
  }
}

/** Headers in one text, a line each, cross faster than each by itself. What does not fit there is left as it is. */
export function inLines(headers: string[]): string | string[] {
  if (!Array.isArray(headers)) throw invalidInput('headers', 'must be an array')
  for (const text of headers) if (typeof text !== 'string' || text.includes('\n')) return headers
  const lines = headers.join('\n')
  return headers.length > 0 && lines.isWellFormed() ? lines : headers
}

function guarded(addon: Native): Native {
  type Part = (...values: unknown[]) => unknown
  const parts = Object.entries(addon as unknown as Record<string, Part>).map(([name, part]) =>
    [name, /^[a-z]/.test(name) ? (...values: unknown[]) => guard(() => part(...values)) : part])
  return Object.fromEntries(parts) as Native
}
