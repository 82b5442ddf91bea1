//! CPU time of the calling thread.

use std::time::Duration;

/// CPU time of this thread, in nanoseconds, from the kernel.
pub fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with scheduler statistics");
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of nanoseconds");
    Duration::from_nanos(nanoseconds)
}

/// CPU time of this process, including threads that have ended, with a resolution of a hundredth of a second.
#[allow(dead_code)]
pub fn process_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let after_name = text.rsplit(") ").next().expect("a name");
    // The 14th and the 15th field, in ticks. Linux has a hundred ticks per second.
    let ticks: u64 = after_name.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 10)
}
