package io.github.openplatformsdk.testing

import io.github.openplatformsdk.AppModeSettings
import io.github.openplatformsdk.Json
import io.github.openplatformsdk.NoResponse
import io.github.openplatformsdk.RecordedRequest
import io.github.openplatformsdk.ScriptedOutcome
import io.github.openplatformsdk.ScriptedResponse
import io.github.openplatformsdk.TransportErrorKind
import io.github.openplatformsdk.checked
import java.time.Instant
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.ManualClock as NativeClock
import io.github.openplatformsdk.ffi.Recorder as NativeRecorder

/**
 * A transport for tests that sends nothing: it records every request and returns outcomes from a script. The client that
 * uses it is the real one.
 *
 * ```kotlin
 * val recorder = Recorder.script(noResponse(TransportErrorKind.INTERRUPTED), response(200, jsonOf("token" to "gZd7omnS")))
 * val platform = OpenPlatform { apiKey("any"); transport(recorder); clock(ManualClock(Instant.now())) }
 * ```
 */
public class Recorder private constructor(internal val native: NativeRecorder) {
    /** The requests so far, one entry per attempt, including those for which the script had no outcome. */
    public val requests: List<RecordedRequest> get() = native.requests()

    public companion object {
        /** A recorder that returns the same outcome for every request. */
        public fun always(outcome: ScriptedOutcome): Recorder = Recorder(NativeRecorder.always(outcome))

        /** A recorder that returns the outcomes in order. A further request fails with a `TransportException` that says so. */
        public fun script(vararg outcomes: ScriptedOutcome): Recorder = Recorder(NativeRecorder.script(outcomes.asList()))
    }
}

/** A response of the platform with a JSON body. */
public fun response(status: Int, body: Json, headers: Map<String, String> = emptyMap()): ScriptedOutcome =
    response(status, body.encodeToByteArray(), mapOf("content-type" to "application/json") + headers)

/** A response of the platform with any body, or none. */
public fun response(
    status: Int,
    body: ByteArray = byteArrayOf(),
    headers: Map<String, String> = emptyMap(),
): ScriptedOutcome =
    ScriptedOutcome.Response(ScriptedResponse(status = status.toUShort(), headers = headers, body = body))

/**
 * A request that gets no response.
 *
 * @param mayHaveArrived whether the platform may have received the request. The default is `false` for
 *   [TransportErrorKind.CONNECT] and [TransportErrorKind.TLS], and `true` for all other kinds.
 */
public fun noResponse(
    kind: TransportErrorKind,
    mayHaveArrived: Boolean? = null,
): ScriptedOutcome = ScriptedOutcome.NoResponse(NoResponse(kind = kind, mayHaveArrived = mayHaveArrived))

/** A clock for tests that changes only when it is advanced. A wait of the client returns at once and advances it. */
public class ManualClock(now: Instant) {
    internal val native: NativeClock = NativeClock(now)

    /** The current time of this clock. */
    public val now: Instant get() = native.now()

    /** The waits of the client so far, in order. */
    public val waits: List<Duration> get() = native.waits().map { it.seconds }

    /** Advances the clock. */
    public fun advance(by: Duration): Unit = native.advance(by.checked("by"))
}

/** Sends requests to a recorder instead of the network. */
public fun AppModeSettings.transport(recorder: Recorder): Unit = native.transport(recorder.native)

/** Takes the time from this clock. */
public fun AppModeSettings.clock(clock: ManualClock): Unit = native.clock(clock.native)
