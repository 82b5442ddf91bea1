/**
 * The native library, and its pending calls.
 *
 * @internal
 */
import type { Decoder } from './decoders.js'
import { fromCore, invalidInput } from './error-reports.js'
import { OpenPlatformError } from './errors.js'
import type { Attempt } from './model.js'
import type { Call, CallOptions as CoreOptions, Native } from './native-types.js'
import {
  attempted, beginSpan, type CallSpan, forget, handled, listOfAttempts, logged, noteSubscribers, progressed, refreshed, warn,
} from './observe.js'

/** The version of this package, made by `cargo run -p open-platform-generator`. */
const VERSION = '0.1.0'

/** The native library. Its loader is `native.cjs`, beside package.json. */
export const native = guarded(decoding(require('../native.cjs') as Native))

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

/** How much of a file has been sent. */
export interface UploadProgress {
  /** The bytes of the file that the connection has taken. */
  sent: number
  /** The size of the file, in bytes. */
  total: number
}

/** The options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called while the file is sent: first with 0 bytes sent, then as the connection takes more, and with all of them before the
   * call resolves. It begins again at 0 if the file is sent once more. What it throws is a warning of the process.
   */
  onProgress?: ((progress: UploadProgress) => unknown) | undefined
}

/** The names of options of a call, such as `names<SendOptions>({ signal: true, … })`. The compiler finds a missing one. */
export function names<T extends CallOptions>(all: Record<keyof T, true>): string[] {
  return Object.keys(all)
}

const CALL_OPTIONS = names<CallOptions>({ signal: true, timeoutMs: true })
export const POST_ADDON_OPTIONS = names<PostAddonOptions>({ signal: true, timeoutMs: true, repeatPostAddons: true })
export const UPLOAD_OPTIONS = names<UploadOptions>({ signal: true, timeoutMs: true, onProgress: true })

interface PendingCall {
  resolve(value: never): void
  reject(error: unknown): void
  /** Takes the requests of the call, before it is resolved or rejected. */
  collect: ((attempts: Attempt[]) => void) | undefined
  onProgress: UploadOptions['onProgress']
  signal: AbortSignal | undefined
  abort: (() => void) | undefined
}

const pending = new Map<number, PendingCall>()
let lastId = 0

/** What the core delivers. The numbers are those in `bindings/node/src/calls.rs`. */
const VALUE = 0, ERROR = 1, ATTEMPTS = 2, ATTEMPT = 3, REFRESH = 4, ENDED = 5, HANDLED_EVENT = 6, PROGRESS = 7, LINE = 8

/**
 * The calls of this thread. Their results arrive in batches, with the records of clients: those of a call before its result, so
 * that callbacks have been called when it resolves. Nothing here throws, because that would lose the rest of the batch.
 */
export const calls = new native.Calls((batch) => {
  for (let index = 0; index < batch.length; index += 3) {
    const id = batch[index] as number
    const value = batch[index + 2] as never
    switch (batch[index + 1]) {
      case VALUE:
        take(id)?.resolve(value)
        break
      case ERROR:
        take(id)?.reject(value)
        break
      case ATTEMPTS:
        pending.get(id)?.collect?.(value)
        break
      case ATTEMPT:
        attempted(id, value)
        break
      case REFRESH:
        refreshed(id, value)
        break
      case HANDLED_EVENT:
        handled(id, value)
        break
      case PROGRESS:
        progressed(pending.get(id)?.onProgress, value)
        break
      case LINE:
        logged(id, value)
        break
      case ENDED:
        forget(id)
    }
  }
})

// Warnings that belong to no call, such as about a store that may lose logins.
native.listenToNotices((text) => process.emitWarning(text, 'OpenPlatformWarning'))

/** Makes a call: `begin` starts it with an id. `names` are the names of its options. */
export function call<T>(options: AnyOptions | undefined, begin: Begin<T>, names = CALL_OPTIONS): Promise<T> {
  return make(call, options, names, begin, undefined)
}

type AnyOptions = PostAddonOptions & UploadOptions

type Begin<T> = (id: number, options: CoreOptions | undefined) => Call<T>

/** Makes a call of an endpoint: a span, if OpenTelemetry is used. `names` are the names of its options. */
export function callEndpoint<C extends { readonly tracing: boolean }, T>(
  endpoint: string,
  client: () => C,
  options: AnyOptions | undefined,
  begin: (client: C, id: number, options: CoreOptions | undefined) => Call<T>,
  names = CALL_OPTIONS,
): Promise<T> {
  if (!beginSpan) return make(callEndpoint, options, names, (id, core) => begin(client(), id, core), undefined)
  return traced(endpoint, client, options, begin, names)
}

async function traced<C extends { readonly tracing: boolean }, T>(
  endpoint: string,
  client: () => C,
  options: AnyOptions | undefined,
  begin: (client: C, id: number, options: CoreOptions | undefined) => Call<T>,
  names: string[],
): Promise<T> {
  let span: CallSpan | undefined
  let attempts: Attempt[] = []
  let failure: string | undefined
  const inSpan = (id: number, core: CoreOptions | undefined) => {
    const it = client()
    if (it.tracing) span = traces(() => beginSpan?.(endpoint))
    const { traceparent, tracestate } = span ?? {}
    return begin(it, id, { ...core, traceparent, tracestate })
  }
  try {
    return await make(callEndpoint, options, names, inSpan, (made) => (attempts = made))
  } catch (error) {
    failure = error instanceof OpenPlatformError ? error.code : 'cancelled'
    throw error
  } finally {
    traces(() => span?.end(attempts, failure))
  }
}

/** Runs code of a tracing library, which must not change the call. */
function traces<T>(code: () => T): T | undefined {
  try {
    return code()
  } catch (error) {
    warn('tracing', error)
    return undefined
  }
}

/**
 * Makes a call, and passes its requests to `receive`.
 *
 * An error gets the stack of the caller of the function `above`, which is captured before the call: later stacks hold only the
 * awaiting functions. Capturing takes some microseconds per call; the stack is formatted only for an error.
 */
function make<T>(
  above: (...values: never[]) => unknown,
  options: AnyOptions | undefined,
  names: string[],
  begin: Begin<T>,
  receive: ((attempts: Attempt[]) => void) | undefined,
): Promise<T> {
  const signal = options?.signal
  const place: { stack?: unknown } = {}
  Error.captureStackTrace(place, above)
  noteSubscribers(calls)
  const list = listOfAttempts()
  const collect = !list && !receive ? undefined : (attempts: Attempt[]) => {
    list?.push(...attempts)
    receive?.(attempts)
  }
  // Not an async function: each promise more that it awaits costs time.
  return new Promise<T>((resolve, rejectWith) => {
    const reject = (thrown: unknown) => rejectWith(withStackOf(place, fromCore(thrown)))
    try {
      if (signal) check(signal)
      if (signal?.aborted) return rejectWith(signal.reason)
      const id = ++lastId
      begin(id, core(options, names, collect !== undefined))
      const abort = signal && (() => {
        if (take(id)) calls.cancel(id)
        rejectWith(signal.reason)
      })
      pending.set(id, { resolve, reject, collect, onProgress: options?.onProgress, signal, abort })
      if (abort) awaitAbort(signal, abort)
    } catch (thrown) {
      reject(thrown)
    }
  })
}

/** The calls that a signal cancels, and the listener for all of them: of more than 10 listeners of one signal Node warns. */
const aborts = new WeakMap<AbortSignal, { calls: Set<() => void>; listener: () => void }>()

function awaitAbort(signal: AbortSignal, abort: () => void): void {
  const awaited = aborts.get(signal)
  if (awaited) return void awaited.calls.add(abort)
  const calls = new Set([abort])
  const listener = () => calls.forEach((abort) => abort())
  aborts.set(signal, { calls, listener })
  signal.addEventListener('abort', listener, { once: true })
}

function ignoreAbort(signal: AbortSignal, abort: () => void): void {
  const awaited = aborts.get(signal)
  if (!awaited?.calls.delete(abort) || awaited.calls.size > 0) return
  signal.removeEventListener('abort', awaited.listener)
  aborts.delete(signal)
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

/** Rejects calls that the native library has cancelled. */
export function drop(ids: number[]): void {
  for (const id of ids) take(id)?.reject(native.closedMeanwhile())
}

function check(signal: AbortSignal): void {
  if (!(signal instanceof AbortSignal)) throw invalidInput('signal', 'must be an AbortSignal')
}

function core(options: AnyOptions | undefined, names: string[], collects: boolean): CoreOptions | undefined {
  if (options) known('options', options, names)
  else if (!collects) return undefined
  const { timeoutMs, repeatPostAddons } = options ?? {}
  return { timeoutMs, repeatPostAddons, collects }
}

function take(id: number): PendingCall | undefined {
  const call = pending.get(id)
  if (!call) return undefined
  pending.delete(id)
  if (call.abort) ignoreAbort(call.signal!, call.abort)
  return call
}

/**
 * Runs a synchronous call of the native library, and converts its error to an error of this package. Functions of the native library are
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
 * Joins headers to one string with a line each, which passes to the native library faster than an array. Headers that cannot be
 * joined, such as those with a line break, stay an array.
 */
export function inLines(headers: readonly string[]): string | readonly string[] {
  if (!Array.isArray(headers)) throw invalidInput('headers', 'must be an array')
  for (const text of headers) if (typeof text !== 'string' || text.includes('\n')) return headers
  const lines = headers.join('\n')
  return headers.length > 0 && lines.isWellFormed() ? lines : headers
}

/** Registers the decoders of values. Types and library must be of the same build, or values would be decoded wrongly. */
function decoding(addon: Native): Native {
  const version = addon.version?.()
  if (version !== VERSION) throw mismatch(`the package is version ${VERSION}, and its native library ${version ?? 'an older one'}`)
  addon.useDecoders(decoderOf)
  return addon
}

function decoderOf(fingerprint: string, type: string): Decoder {
  // Loaded with the first value, not with the package.
  const { findDecoder } = require('./decoders.js') as typeof import('./decoders.js')
  const decoder = findDecoder(fingerprint, type)
  if (!decoder) throw mismatch(`the package and its native library differ in the type ${type}`)
  return decoder
}

function mismatch(what: string): Error {
  const reason = `${what}: install both anew, in the same version`
  return fromCore({ code: 'config', text: `native: ${reason}`, subject: 'native', reason, isRetryable: false, details: [], needsScopes: [] })
}

function guarded(addon: Native): Native {
  type Part = (...values: unknown[]) => unknown
  const parts = Object.entries(addon as unknown as Record<string, Part>).map(([name, part]) =>
    [name, /^[a-z]/.test(name) ? (...values: unknown[]) => guard(() => part(...values)) : part])
  return Object.fromEntries(parts) as Native
}
