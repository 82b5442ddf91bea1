package io.github.openplatformsdk.testing

import io.github.openplatformsdk.PlatformSettings

/** Sends requests to a recorder instead of the network. */
public fun PlatformSettings.transport(recorder: Recorder): Unit = native.transport(recorder.native)

/** Takes the time from this clock. */
public fun PlatformSettings.clock(clock: ManualClock): Unit = native.clock(clock.native)
