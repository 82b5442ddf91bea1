//! CPU time, from clocks with a resolution of nanoseconds. The statistics in `/proc` are updated only a few hundred times a second
//! while a thread runs.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// CPU time of this thread.
pub fn cpu() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// CPU time of this process, including threads that have ended.
#[allow(dead_code)]
pub fn process_cpu() -> Duration {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> Duration {
    clock_gettime(clock).try_into().expect("a time after the start")
}
