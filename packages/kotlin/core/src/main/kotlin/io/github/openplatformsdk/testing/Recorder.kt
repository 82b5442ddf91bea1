package io.github.openplatformsdk.testing

import io.github.openplatformsdk.Answer
import io.github.openplatformsdk.AppModeSettings
import io.github.openplatformsdk.Json
import io.github.openplatformsdk.NoAnswer
import io.github.openplatformsdk.Outcome
import io.github.openplatformsdk.RecordedRequest
import io.github.openplatformsdk.TransportErrorKind
import io.github.openplatformsdk.checked
import java.time.Instant
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import io.github.openplatformsdk.ffi.ManualClock as NativeClock
import io.github.openplatformsdk.ffi.Recorder as NativeRecorder

/**
 * A transport that sends nothing: it keeps every request, and answers from a script. The client above it is the real one.
 *
 * ```kotlin
 * val recorder = Recorder.script(noAnswer(TransportErrorKind.INTERRUPTED), answer(200, jsonOf("token" to "gZd7omnS")))
 * val platform = OpenPlatform { apiKey("any"); transport(recorder); clock(ManualClock(Instant.now())) }
 * ```
 */
public class Recorder private constructor(internal val native: NativeRecorder) {
    /** The requests so far, every attempt by itself, those too many included. */
    public val requests: List<RecordedRequest> get() = native.requests()

    public companion object {
        /** The same outcome for every request. */
        public fun always(outcome: Outcome): Recorder = Recorder(NativeRecorder.always(outcome))

        /** One outcome after the other. A request too many fails with a `TransportException` that says so. */
        public fun script(vararg outcomes: Outcome): Recorder = Recorder(NativeRecorder.script(outcomes.asList()))
    }
}

/** An answer of the platform with a JSON body. */
public fun answer(status: Int, body: Json, headers: Map<String, String> = emptyMap()): Outcome =
    answer(status, body.encodeToByteArray(), mapOf("content-type" to "application/json") + headers)

/** An answer of the platform with any body, or none. */
public fun answer(
    status: Int,
    body: ByteArray = byteArrayOf(),
    headers: Map<String, String> = emptyMap(),
): Outcome = Outcome.Answer(Answer(status.toUShort(), headers, body))

/**
 * A request that gets no answer.
 *
 * @param mayHaveArrived whether the platform may have received the request. By default not where the connection was
 *   refused, and yes everywhere else.
 */
public fun noAnswer(
    kind: TransportErrorKind,
    mayHaveArrived: Boolean = kind != TransportErrorKind.CONNECT,
): Outcome = Outcome.NoAnswer(NoAnswer(kind, mayHaveArrived))

/** A clock that stands still until it is moved. Whoever waits on it waits no time, and moves it on. */
public class ManualClock(now: Instant) {
    internal val native: NativeClock = NativeClock(now)

    /** Where it stands. */
    public val now: Instant get() = native.now()

    /** How long the client has waited, each time by itself. */
    public val waits: List<Duration> get() = native.waits().map { it.seconds }

    /** Moves it on. */
    public fun advance(by: Duration): Unit = native.advance(by.checked("by"))
}

/** Requests go into a recorder in place of the network. */
public fun AppModeSettings.transport(recorder: Recorder): Unit = native.transport(recorder.native)

/** The time comes from a clock that stands still. */
public fun AppModeSettings.clock(clock: ManualClock): Unit = native.clock(clock.native)
