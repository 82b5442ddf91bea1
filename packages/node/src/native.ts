/**
 * The native add-on, and its pending calls.
 *
 * @internal
 */
import { fromCore, invalidInput } from './errors.js'
import type { ErrorReport } from './model.js'
import type { Call, CallOptions as CoreOptions, Native } from './native-types.js'

/** The add-on. Its loader is `native.cjs`, beside package.json. */
export const native = guarded(require('../native.cjs') as Native)

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call: it rejects with the reason of the signal. A request that was already sent may have had its effect. */
  signal?: AbortSignal | undefined
  /**
   * How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. 15,000 by
   * default, 60,000 for uploads; more than 0, at most 24 hours.
   */
  timeoutMs?: number | undefined
}

/** The options of a call that creates an add-on on a post. */
export interface PostAddonOptions extends CallOptions {
  /**
   * Whether it may be sent again after an unclear outcome. Off by default.
   *
   * The documents say that the same call also updates, so sending it twice leaves one add-on. But a repetition that
   * arrives late overwrites what another call has written meanwhile.
   */
  repeatPostAddons?: boolean | undefined
}

interface PendingCall {
  resolve(value: never): void
  reject(error: unknown): void
  signal: AbortSignal | undefined
  abort: (() => void) | undefined
}

const pending = new Map<number, PendingCall>()
let lastId = 0

/** The calls of this thread. Their results arrive in batches. */
export const calls = new native.Calls((batch) => {
  for (let index = 0; index < batch.length; index += 3) {
    const call = take(batch[index] as number)
    const result = batch[index + 2] as never
    if (batch[index + 1]) call?.reject(result)
    else call?.resolve(result)
  }
})

// Warnings that belong to no call, such as about a store that may lose logins.
native.listenToNotices((text) => process.emitWarning(text, 'OpenPlatformWarning'))

/**
 * Makes a call: `begin` starts it with an id.
 *
 * An error gets the stack of the caller, which is captured before the call: later stacks hold only the awaiting functions.
 * Capturing takes some microseconds per call; the stack is formatted only for an error.
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
      const id = ++lastId
      begin(id, options && core(options))
      const abort = signal && (() => {
        if (take(id)) calls.cancel(id)
        reject(new Aborted(signal.reason))
      })
      pending.set(id, { resolve, reject, signal, abort })
      if (abort) signal.addEventListener('abort', abort, { once: true })
    })
  } catch (thrown) {
    if (thrown instanceof Aborted) throw thrown.reason
    throw withStackOf(place, fromCore(thrown))
  }
}

/** Sets the stack of an error to a stack that was captured before. */
function withStackOf(place: { stack?: unknown }, error: Error): Error {
  const { stack } = place
  // With `Error.prepareStackTrace` a stack may be something other than a string.
  if (typeof stack === 'string') {
    const frames = stack.search(/^\s+at /m)
    const value = `${error.name}: ${error.message}${frames < 0 ? '' : `\n${stack.slice(frames)}`}`
    Object.defineProperty(error, 'stack', { value, configurable: true, writable: true })
  }
  return error
}

/** Rejects calls that the add-on has cancelled. */
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

/** Wraps the reason of a signal, which can be any value, to distinguish it from an error report. */
class Aborted {
  constructor(readonly reason: unknown) {}
}

function check(signal: AbortSignal): void {
  if (!(signal instanceof AbortSignal)) throw invalidInput('signal', 'must be an AbortSignal')
  if (signal.aborted) throw new Aborted(signal.reason)
}

/** The option names of all calls. */
const CALL_OPTIONS = [
  'signal', 'timeoutMs', 'repeatPostAddons', 'buttons', 'sender', 'receiver', 'session', 'user', 'redirectUri', 'consentAt',
  'after', 'limit',
]

function core(options: PostAddonOptions): CoreOptions {
  known('options', options, CALL_OPTIONS)
  const { timeoutMs, repeatPostAddons } = options
  return { timeoutMs, repeatPostAddons }
}

function take(id: number): PendingCall | undefined {
  const call = pending.get(id)
  if (!call) return undefined
  pending.delete(id)
  if (call.abort) call.signal?.removeEventListener('abort', call.abort)
  return call
}

/**
 * Runs a synchronous call of the add-on, and converts its error to an error of this package. Functions of the add-on are
 * wrapped already; constructors and methods of its classes are not.
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

/** The bytes of a body, which may be a string. */
export function bytes(body: Uint8Array | string): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body
}

/** Returns the argument if it is a string. For parameters whose type error in the core would not name the field. */
export function text(field: string, value: string): string {
  if (typeof value !== 'string') throw invalidInput(field, 'must be a string')
  return value
}

/** Returns the argument if it is a function, so that a wrong type is reported at once and not at the first call. */
export function callable<T>(field: string, value: T): T {
  if (typeof value !== 'function') throw invalidInput(field, 'must be a function')
  return value
}

/**
 * Checks the names of options.
 *
 * @param names the known options. An unknown one is an error, because it would be ignored silently.
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

/**
 * Joins headers to one string with a line each, which passes to the add-on faster than an array. Headers that cannot be
 * joined, such as those with a line break, stay an array.
 */
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
