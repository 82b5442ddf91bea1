//! CPU time of the calling thread.

use std::time::Duration;

/// CPU time this thread has used, from the kernel's own nanosecond account.
pub fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with scheduler statistics");
    let nanoseconds = text.split(' ').next().and_then(|n| n.parse().ok()).expect("a number of nanoseconds");
    Duration::from_nanos(nanoseconds)
}

/// CPU time this process has used, with threads that have ended, in steps of a hundredth of a second.
#[allow(dead_code)]
pub fn process_cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let after_name = text.rsplit(") ").next().expect("a name");
    // The 14th and 15th field of all, in ticks, of which there are a hundred in a second on every Linux.
    let ticks: u64 = after_name.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().expect("a number")).sum();
    Duration::from_millis(ticks * 10)
}
