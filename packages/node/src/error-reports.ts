/** How reports of the core become errors of this package, and the errors that it makes itself. */
import { CLASSES, INTERNAL_TEXT } from './error-codes.js'
import { OAuthError, OpenPlatformError } from './errors.js'
import type { ErrorReport } from './model.js'

for (const type of [OpenPlatformError, OAuthError, ...Object.values(CLASSES)]) {
  // On the prototype, so that it is not printed among the members of an error.
  Object.defineProperty(type.prototype, 'name', { value: type.name, configurable: true, writable: true })
}

/**
 * The error for a report of the core.
 *
 * @internal
 */
export function fromReport(report: ErrorReport): OpenPlatformError {
  const type = CLASSES[report.code as keyof typeof CLASSES] ?? OpenPlatformError
  const error = new type(report)
  if (report.thrown !== undefined && thrown.has(report.thrown)) {
    // Not enumerable, as in `new Error(text, { cause })`.
    Object.defineProperty(error, 'cause', { value: thrown.get(report.thrown), configurable: true, writable: true })
  }
  return error
}

/** The latest errors that custom stores have thrown: the causes of errors that the core will report. */
const thrown = new Map<number, unknown>()
const MAX_THROWN = 100
let lastThrown = 0

/**
 * Keeps an error that a custom store has thrown, and returns the number by which the core's report refers to it. Several
 * calls may wait for one operation of the store, so it is kept until newer errors replace it.
 *
 * @internal
 */
export function keepThrown(error: unknown): number {
  thrown.set(++lastThrown, error)
  thrown.delete(lastThrown - MAX_THROWN)
  return lastThrown
}

/** A report with a code and a text, and nothing else. */
function plain(code: string, text: string): ErrorReport {
  return { code, text, isRetryable: false, details: [], needsScopes: [] }
}

/**
 * The error for an argument of the wrong type that was not passed to the core.
 *
 * @internal
 */
export function invalidInput(field: string, reason: string): OpenPlatformError {
  const text = field ? `${field}: ${reason}` : reason
  return fromReport({ ...plain('invalid_input', text), field, reason })
}

/**
 * The error for a wrong setting of the Node package, which the core does not check.
 *
 * @internal
 */
export function configError(setting: string, reason: string): OpenPlatformError {
  const text = `configuration of ${setting}: ${reason}`
  return fromReport({ ...plain('config', text), subject: setting, reason })
}

/**
 * Converts an error of the native library: a report of the core, or a type error of napi about an argument.
 *
 * @internal
 */
export function fromCore(failure: unknown): OpenPlatformError {
  if (failure instanceof OpenPlatformError) return failure
  // Not by `instanceof Error`: under Jest its errors belong to another realm.
  if (failure && typeof failure === 'object' && 'text' in failure) return fromReport(failure as ErrorReport)
  const { code, message } = failure as NodeJS.ErrnoException
  // A panic. Its message may hold a value of the caller.
  if (code === 'GenericFailure') return fromReport(plain('internal', INTERNAL_TEXT))
  const [, field, reason] = (code && /^([^\s:]+): (.*)$/s.exec(message)) || []
  return invalidInput(field ?? '', reason ?? 'an argument has another type than it must have')
}
