//! How fast an inbox on SQLite acknowledges events while others are handled, and its behaviour in a flood of events.
//!
//! Targets: 99 of 100 acknowledgements within 50 ms and 999 of 1,000 within 200 ms, at 500 events a second; at 5,000 a
//! second for 30 seconds, events that are not accepted are refused, in at most 256 MiB.
//!
//! The time of an event starts when it should have been sent, so that the delay of a blocked receiver is included.

mod target_result;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::stores::Encryption;
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use target_result::TargetResult;
use tokio::task::JoinSet;
use tokio::time::Instant;

const KEY: &str = "bench-identification-key-0123456789";
const STORE_KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";

/// The limits: milliseconds that 99 % and 99.9 % of the acknowledgements take, and the memory of this process in MiB.
const P99_MS: f64 = 50.0;
const P999_MS: f64 = 200.0;
const MEMORY_MIB: usize = 256;

fn main() -> TargetResult {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let handled = run("500 events a second, handled meanwhile", 500, seconds, true);
    run("5,000 events a second, nobody handles them", 5000, 30.min(seconds * 2), false);
    let memory = peak_kib() / 1024;
    let result = TargetResult::of(handled.0 <= P99_MS && handled.1 <= P999_MS && memory <= MEMORY_MIB);
    println!("memory at most: {memory} MiB");
    println!("  target: p99 {P99_MS} ms, p99.9 {P999_MS} ms with 500 a second, {MEMORY_MIB} MiB: {result}");
    result
}

/// The milliseconds that 99 % and 99.9 % of the acknowledgements took.
fn run(title: &str, rate: u32, seconds: u32, handled: bool) -> (f64, f64) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let directory = tempfile::tempdir_in(std::env::current_dir().expect("a directory")).expect("a directory");
        let address = format!("sqlite://{}", directory.path().join("inbox.db").display());
        let encryption = Encryption::keys([STORE_KEY]).expect("a key");
        let options = InboxOptions { capacity: Some(1_000_000), ..InboxOptions::default() };
        let inbox = Inbox::open(&address, encryption, options).expect("an inbox");
        let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("now", KEY)]).expect("a key"));
        let done = Arc::new(AtomicUsize::new(0));
        if handled {
            for _ in 0..8 {
                let (inbox, done) = (inbox.clone(), done.clone());
                tokio::spawn(async move {
                    loop {
                        let item = inbox.next().await.expect("an event");
                        assert!(inbox.ack(item.id).await.expect("the store"));
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        }
        let started = Instant::now();
        let (mut latencies, mut shed) = (Vec::new(), 0);
        let mut count = |response: (u16, Duration)| match response {
            (200, latency) => latencies.push(latency),
            (503, _) => shed += 1,
            (other, _) => panic!("{other}"),
        };
        let mut in_progress = JoinSet::new();
        for number in 0..rate * seconds {
            let due = started + Duration::from_secs(1) * number / rate;
            tokio::time::sleep_until(due).await;
            let (inbox, webhooks) = (inbox.clone(), webhooks.clone());
            in_progress.spawn(async move {
                let headers = [("content-type", "application/json"), ("authorization", KEY)];
                let reply = match webhooks.authenticate("POST", &headers) {
                    Ok(accepted) => inbox.receive(accepted, body(number)).await,
                    Err(rejection) => rejection.reply(),
                };
                (reply.status, due.elapsed())
            });
            while let Some(response) = in_progress.try_join_next() {
                count(response.expect("a response"));
            }
        }
        while let Some(response) = in_progress.join_next().await {
            count(response.expect("a response"));
        }
        let took = started.elapsed();
        let acknowledged = latencies.len();
        latencies.sort_unstable();
        let at = |share: f64| {
            let index = (acknowledged as f64 * share) as usize;
            latencies.get(index.min(acknowledged.saturating_sub(1))).map_or(0.0, |latency| latency.as_secs_f64() * 1e3)
        };
        println!("{title}, for {:.1} s", took.as_secs_f64());
        println!("  {acknowledged} acknowledged, {shed} shed, {} handled", done.load(Ordering::Relaxed));
        println!("  ms: p50 {:.1}, p99 {:.1}, p99.9 {:.1}, longest {:.1}", at(0.5), at(0.99), at(0.999), at(1.0));
        // An event is deleted before it is counted as handled.
        let kept = async {
            loop {
                let stored = inbox.counts().await.expect("the store").pending;
                if usize::try_from(stored).unwrap_or_default() + done.load(Ordering::Relaxed) >= acknowledged {
                    break;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), kept).await.expect("an acknowledged event was lost");
        (at(0.99), at(0.999))
    })
}

/// A message of usual size.
fn body(number: u32) -> Vec<u8> {
    format!(
        r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"7651e778-6231-11f0-9cd2-{number:012}","conversation":{{"id":"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"}},"sender":{{"side":"BUYER","type":"HUMAN"}},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"}},"metadata":{{"internal_id":"customer-42"}}}}"#
    )
    .into_bytes()
}

/// The peak memory of this process; 0 if it is not known.
fn peak_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
