//! CPU time of the calling thread.

use std::time::Duration;

/// CPU time this thread has used, from the kernel's own nanosecond account.
pub fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with scheduler statistics");
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of nanoseconds");
    Duration::from_nanos(nanoseconds)
}
