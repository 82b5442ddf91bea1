//! Abandoned logins take no noticeable time or memory: on every store, however many are started.
//!
//! The figures of `tests/run figures` are 100,000 starts with OPEN_PLATFORM_ROUNDS=100000.

#![cfg(all(feature = "sqlite", feature = "postgres", feature = "redis"))]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use open_platform::error::StoreError;
use open_platform::stores::{Encrypted, Encryption, MemoryStore, Record, RecordKind, RecordStore, open_store};
use open_platform::testing::ManualClock;
use support::servers::Server;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
/// How much longer a request may take during a sweep.
const LIMIT: Duration = Duration::from_millis(50);
/// How much more memory this process may have during a sweep, in KiB. A leak of 100 bytes per start would exceed it with
/// 100,000 starts. Caches of allocators and connections stay below it.
const MEMORY: i64 = 8 << 10;
/// The size of a login in progress in a store in memory, in bytes.
const RECORD: i64 = 600;
/// How many logins are started concurrently, as by that many requests.
const AT_ONCE: usize = 8;
/// After how many starts each of them measures the memory.
const LOOK: usize = 500;

fn rounds() -> usize {
    std::env::var("OPEN_PLATFORM_ROUNDS").map_or(2000, |rounds| rounds.parse().unwrap())
}

/// A store that records the client's operations.
struct Watched {
    store: Arc<dyn RecordStore>,
    pruned: AtomicUsize,
    largest: AtomicUsize,
    /// Records that were read by scans.
    read: AtomicUsize,
    puts: AtomicUsize,
}

impl Watched {
    fn new(store: Arc<dyn RecordStore>) -> Arc<Self> {
        let none = AtomicUsize::default;
        Arc::new(Self { store, pruned: none(), largest: none(), read: none(), puts: none() })
    }
}

#[async_trait]
impl RecordStore for Watched {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        self.store.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.puts.fetch_add(1, Ordering::Relaxed);
        self.store.put(kind, key, expected, value).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.store.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.largest.fetch_max(limit, Ordering::Relaxed);
        let page = self.store.scan(kind, prefix, after, limit).await?;
        self.read.fetch_add(page.len(), Ordering::Relaxed);
        Ok(page)
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        self.largest.fetch_max(limit, Ordering::Relaxed);
        let deleted = self.store.prune(kind, prefix, before, limit).await?;
        self.pruned.fetch_add(deleted, Ordering::Relaxed);
        Ok(deleted)
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        self.store.count(kind, prefix).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.store.now().await
    }

    fn needs_encryption(&self) -> bool {
        false
    }

    fn is_process_memory(&self) -> bool {
        self.store.is_process_memory()
    }
}

/// The cost of a number of starts.
#[derive(Default)]
struct Cost {
    /// The duration of each start, the shortest first.
    took: Vec<Duration>,
    /// The maximum memory of this process meanwhile, in KiB.
    memory: i64,
}

impl Cost {
    /// The duration that this share of the starts does not exceed.
    fn high(&self, share: f64) -> Duration {
        let index = (self.took.len() as f64 * share) as usize;
        self.took.get(index).or(self.took.last()).copied().unwrap_or_default()
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [p90, p99, p999, most] = [0.9, 0.99, 0.999, 1.0].map(|share| self.high(share));
        write!(f, "p90 {p90:.2?}, p99 {p99:.2?}, p99.9 {p999:.2?}, most {most:.2?}, {} KiB", self.memory)
    }
}

/// Starts logins as fast as `AT_ONCE` concurrent requests can.
async fn start(platform: &OpenPlatform, starts: usize) -> Cost {
    let requests: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let platform = platform.clone();
            tokio::spawn(async move {
                let mut cost = Cost::default();
                for number in 1..=starts / AT_ONCE {
                    let started = Instant::now();
                    platform.oauth().authorize(["USER_PHONE"], "sid").await.unwrap();
                    cost.took.push(started.elapsed());
                    if number % LOOK == 0 {
                        cost.memory = cost.memory.max(memory());
                    }
                }
                cost
            })
        })
        .collect();
    let mut all = Cost::default();
    for request in requests {
        let cost = request.await.unwrap();
        all.took.extend(cost.took);
        all.memory = all.memory.max(cost.memory);
    }
    all.memory = all.memory.max(memory());
    all.took.sort_unstable();
    all
}

/// The memory of this process without file mappings, in KiB.
fn memory() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// The share of the starts that is compared: all but 100 of 100,000. The slowest ones are caused by the machine, with and
/// without a sweep: a start of one second was seen with a store in memory. In the usual run the machine also runs other
/// tests.
fn share() -> f64 {
    if rounds() < 100_000 { 0.9 } else { 0.999 }
}

fn client(store: Arc<dyn RecordStore>, clock: Arc<ManualClock>, most: usize) -> OpenPlatform {
    let hosts = Hosts::sandbox("http://127.0.0.1:9");
    let builder = OpenPlatform::builder().hosts(hosts).client_id("app").redirect_uri("https://app.example/cb");
    builder.store(store).clock(clock).max_pending_logins(most).build().unwrap()
}

/// Starts as many logins as there are already, all of which expire meanwhile. The duration of these starts is compared with
/// that of the first ones, when there was nothing to delete.
async fn stays_small(name: &str, store: Arc<dyn RecordStore>) {
    // One store after the other, so that they do not affect each other's measurements.
    static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    let _turn = TURN.lock().await;
    let starts = rounds() / AT_ONCE * AT_ONCE;
    let most = starts / 10;
    let watched = Watched::new(store);
    let clock = ManualClock::at(Utc::now());
    let quiet = start(&client(watched.clone(), clock.clone(), usize::MAX), starts).await;
    assert_eq!(watched.pruned.load(Ordering::Relaxed), 0, "nothing has expired");
    clock.advance(Duration::from_secs(3600));
    let before = memory();
    let swept = start(&client(watched.clone(), clock, most), starts).await;
    let settled = async || watched.store.count(RecordKind::Login, "").await.unwrap() <= most + most / 10 + AT_ONCE;
    support::until(settled).await;
    let after = memory();
    println!("{name}, without a sweep: {quiet}");
    println!("{name}, beside a sweep:  {swept}; {before} KiB before and {after} KiB after");
    assert_eq!(watched.puts.load(Ordering::Relaxed), 2 * starts, "a start is one write");
    assert!(watched.read.load(Ordering::Relaxed) <= 200, "each of two clients looks at the first logins, once");
    assert!(watched.largest.load(Ordering::Relaxed) <= 100, "each operation of the sweep is a small one");
    assert!(
        watched.pruned.load(Ordering::Relaxed) >= 2 * starts - most - most / 10 - AT_ONCE,
        "all others are deleted"
    );
    let [beside, without] = [&swept, &quiet].map(|cost| cost.high(share()));
    assert!(beside < without + LIMIT, "{name}: {beside:?} beside a sweep, {without:?} without");
    // A store in memory has the new logins in addition to the old ones until those are deleted.
    let kept = if watched.is_process_memory() { (most + most / 10) as i64 * RECORD / 1024 } else { 0 };
    let grown = swept.memory.max(after) - before;
    assert!(grown <= MEMORY + kept, "{name}: {grown} KiB more");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_logins_take_no_time_or_memory_in_memory() {
    stays_small("memory", Arc::new(MemoryStore::new())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_logins_take_no_time_or_memory_on_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", directory.path().join("store.db").display());
    stays_small("SQLite", encrypted(&address)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_logins_take_no_time_or_memory_on_postgres() {
    let server = Server::postgres();
    stays_small("PostgreSQL", encrypted(server.address())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abandoned_logins_take_no_time_or_memory_on_redis() {
    let server = Server::redis();
    stays_small("Redis", encrypted(server.address())).await;
}

fn encrypted(address: &str) -> Arc<dyn RecordStore> {
    open_store(address, Encryption::keys([KEY]).unwrap()).unwrap()
}

/// An app's own store has four operations and no `prune`: the sweep works with them.
#[tokio::test]
async fn expired_logins_of_a_custom_store_are_deleted() {
    struct FourOperations(MemoryStore);

    #[async_trait]
    impl RecordStore for FourOperations {
        async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
            self.0.get(kind, key).await
        }

        async fn put(
            &self,
            kind: RecordKind,
            key: &str,
            expected: Option<i64>,
            value: &[u8],
        ) -> Result<bool, StoreError> {
            self.0.put(kind, key, expected, value).await
        }

        async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
            self.0.delete(kind, key, expected).await
        }

        async fn scan(
            &self,
            kind: RecordKind,
            prefix: &str,
            after: Option<&str>,
            limit: usize,
        ) -> Result<Vec<(String, Record)>, StoreError> {
            self.0.scan(kind, prefix, after, limit).await
        }
    }

    let store =
        Arc::new(Encrypted::new(Arc::new(FourOperations(MemoryStore::new())), Encryption::keys([KEY]).unwrap()));
    let platform = client(store.clone(), ManualClock::at(Utc::now()), 40);
    start(&platform, 320).await;
    support::until(async || store.count(RecordKind::Login, "").await.unwrap() <= 44 + AT_ONCE).await;
}
