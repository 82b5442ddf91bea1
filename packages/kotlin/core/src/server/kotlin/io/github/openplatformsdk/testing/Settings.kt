package io.github.openplatformsdk.testing

import io.github.openplatformsdk.PlatformSettings

/** Requests go into a recorder in place of the network. */
public fun PlatformSettings.transport(recorder: Recorder): Unit = native.transport(recorder.native)

/** The time comes from a clock that stands still. */
public fun PlatformSettings.clock(clock: ManualClock): Unit = native.clock(clock.native)
