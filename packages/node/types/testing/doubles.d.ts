import type { JsonInput, ScriptedOutcome, TransportErrorKind } from '../model.js';
import type * as core from '../native-types.js';
/**
 * A transport that sends nothing: it records every request, and returns scripted responses. `new OpenPlatform({ apiKey:
 * 'any', transport: Recorder.always(response(200, { token: 'gZd7omnS' })) })` is a complete client without a socket.
 */
export type Recorder = core.Recorder;
export declare const Recorder: {
    /** The same outcome for every request. */
    always: (outcome: ScriptedOutcome) => Recorder;
    /** One outcome after the other. A request after the last outcome fails with an error that says so. */
    script: (outcomes: readonly ScriptedOutcome[]) => Recorder;
};
/** A response of the platform, for a {@link Recorder}: with a JSON body, or with any bytes. */
export declare function response(status: number, body?: JsonInput | Uint8Array, headers?: Record<string, string>): ScriptedOutcome;
/**
 * A failed request without a response, for a {@link Recorder}: `connect` for a refused connection, `interrupted` for a
 * connection that broke after the platform may have acted on the request. `mayHaveArrived` is by default `false` for `connect` and
 * `tls`, and `true` for the other kinds.
 */
export declare function noResponse(kind: TransportErrorKind, mayHaveArrived?: boolean): ScriptedOutcome;
/** A clock that stands still until it is moved. A wait on it returns at once, and moves it forward. */
export type ManualClock = core.ManualClock;
export declare const ManualClock: {
    /** A clock that is set to an instant. */
    at: (now: Date) => ManualClock;
};
