/** Test doubles of what a client uses: a transport without a network, and a clock that a test moves. */
import { invalidInput } from '../error-reports.js'
import type { JsonInput, ScriptedOutcome, TransportErrorKind } from '../model.js'
import { guard, native } from '../native.js'
import type * as core from '../native-types.js'

/**
 * A transport that sends nothing: it records every request, and returns scripted responses. `new OpenPlatform({ apiKey:
 * 'any', transport: Recorder.always(response(200, { token: 'gZd7omnS' })) })` is a complete client without a socket.
 */
export type Recorder = core.Recorder
export const Recorder = {
  /** The same outcome for every request. */
  always: (outcome: ScriptedOutcome): Recorder => guard(() => native.Recorder.always(outcome)),
  /** One outcome after the other. A request after the last outcome fails with an error that says so. */
  script: (outcomes: readonly ScriptedOutcome[]): Recorder => guard(() => native.Recorder.script(outcomes)),
}

/** A response of the platform, for a {@link Recorder}: with a JSON body, or with any bytes. */
export function response(status: number, body?: JsonInput | Uint8Array, headers: Record<string, string> = {}): ScriptedOutcome {
  if (body === undefined || body instanceof Uint8Array) {
    return { type: 'response', response: { status, headers, body: body ?? new Uint8Array() } }
  }
  const json = new TextEncoder().encode(serialized(body))
  return { type: 'response', response: { status, headers: { 'content-type': 'application/json', ...headers }, body: json } }
}

function serialized(body: JsonInput): string {
  try {
    const json = JSON.stringify(body)
    if (typeof json === 'string') return json
  } catch {
    // The error is dropped, because its text may hold a value.
  }
  throw invalidInput('body', 'must be a value that JSON can express, or bytes')
}

/**
 * A failed request without a response, for a {@link Recorder}: `connect` for a refused connection, `interrupted` for a
 * connection that broke after the platform may have acted on the request. `mayHaveArrived` is by default `false` for `connect` and
 * `tls`, and `true` for the other kinds.
 */
export function noResponse(kind: TransportErrorKind, mayHaveArrived?: boolean): ScriptedOutcome {
  return { type: 'no_response', failure: { kind, mayHaveArrived } }
}

/** A clock that stands still until it is moved. A wait on it returns at once, and moves it forward. */
export type ManualClock = core.ManualClock
export const ManualClock = {
  /** A clock that is set to an instant. */
  at: (now: Date): ManualClock => {
    const clock = guard(() => native.ManualClock.at(now))
    const { advance } = clock
    return Object.defineProperty(clock, 'advance', { value: (by: number) => guard(() => advance.call(clock, by)) })
  },
}
