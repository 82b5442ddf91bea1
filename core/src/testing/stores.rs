//! Conformance checks that every store must pass: those of this crate, and an app's own. And a store that fails on demand:
//! [`FailingStore`].
//!
//! ```
//! use std::sync::Arc;
//!
//! use open_platform::stores::MemoryStore;
//! use open_platform::testing::stores;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let store = Arc::new(MemoryStore::new());
//! // A durable store is opened again each time: every handle must find what another one wrote.
//! assert_eq!(stores::conformance(|| store.clone()).await, []);
//! # }
//! ```

use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::random::random_text;
use crate::stores::{IsolatedStore, MemoryStore, NewRecord, Pages, Record, RecordKind, RecordStore};

/// A store in memory that fails on demand, for tests of an app's behaviour while its store is not available.
///
/// ```
/// use open_platform::OpenPlatform;
/// use open_platform::testing::stores::FailingStore;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> open_platform::Result<()> {
/// let store = FailingStore::new();
/// let platform = OpenPlatform::builder().store(store.clone()).build()?;
/// store.set_down(true);
/// assert_eq!(platform.grants().list().await.unwrap_err().code(), "store");
/// store.set_down(false);
/// assert!(platform.grants().list().await?.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Default)]
pub struct FailingStore {
    memory: MemoryStore,
    down: AtomicBool,
    full: AtomicBool,
}

impl FailingStore {
    /// An empty store that works.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// While the store is down, every operation fails. Its records are kept.
    pub fn set_down(&self, down: bool) {
        self.down.store(down, Ordering::SeqCst);
    }

    /// While the store is full, writes fail. Reads and deletions work.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// Lets other tasks run first, as a store on the network would.
    async fn up(&self, operation: &'static str) -> Result<(), StoreError> {
        tokio::task::yield_now().await;
        if self.down.load(Ordering::SeqCst) { Err(StoreError::new(operation, "it is down")) } else { Ok(()) }
    }
}

#[async_trait]
impl RecordStore for FailingStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        self.up("get").await?;
        self.memory.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.up("put").await?;
        if self.full.load(Ordering::SeqCst) {
            return Err(StoreError::new("put", "it is full"));
        }
        self.memory.put(kind, key, expected, value).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.up("delete").await?;
        self.memory.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.up("scan").await?;
        self.memory.scan(kind, prefix, after, limit).await
    }

    fn needs_encryption(&self) -> bool {
        false
    }
}

/// A failed check of a store or a transport.
#[cfg_attr(feature = "node", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConformanceFailure {
    /// The name of the check: the expected behaviour.
    pub check: String,
    /// What happened instead.
    pub problem: String,
}

impl ConformanceFailure {
    pub(super) fn of(check: &str, problem: impl Into<String>) -> Self {
        Self { check: check.to_owned(), problem: problem.into() }
    }
}

impl fmt::Display for ConformanceFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.check, self.problem)
    }
}

/// Runs all checks on a store and returns those that failed.
///
/// `open` returns a handle of the store, as another process would get one. It is called for every check. The records of the
/// checks have their own keys and are deleted at the end, so that a store in use is not affected.
///
/// The checks run in tasks of the current Tokio runtime. On a runtime with several threads they find more faults.
pub async fn conformance(open: impl Fn() -> Arc<dyn RecordStore>) -> Vec<ConformanceFailure> {
    let mut failures = Vec::new();
    for (number, (check, run)) in checks::CHECKS.iter().enumerate() {
        let space = match random_text() {
            Ok(text) => format!("conformance-{number}-{}-", text.expose()),
            Err(error) => return vec![ConformanceFailure::of(check, error.to_string())],
        };
        let bench = CheckContext { one: open(), two: open(), space };
        let outcome = tokio::spawn(run(bench.clone())).await;
        // A new handle, because the check may have left the two in a bad state.
        bench.clean(open()).await;
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => failures.push(ConformanceFailure::of(check, problem)),
            Err(_) => failures.push(ConformanceFailure::of(check, "it panicked")),
        }
    }
    failures
}

/// As [`conformance`], with these handles in turn. There is at least one.
#[doc(hidden)]
pub async fn conformance_of(handles: Vec<Arc<IsolatedStore>>) -> Vec<ConformanceFailure> {
    let next = AtomicUsize::new(0);
    conformance(|| -> Handle { handles[next.fetch_add(1, Ordering::Relaxed) % handles.len()].clone() }).await
}

type Handle = Arc<dyn RecordStore>;
type CheckResult = Result<(), String>;
type Running = Pin<Box<dyn Future<Output = CheckResult> + Send>>;

/// Two handles of one store, and the prefix of the keys that one check may use.
#[derive(Clone)]
struct CheckContext {
    one: Handle,
    two: Handle,
    space: String,
}

macro_rules! ensure {
    ($holds:expr, $($problem:tt)+) => {
        if !$holds {
            return Err(format!($($problem)+));
        }
    };
}

/// All records with this prefix.
async fn scan_all(store: &Handle, kind: RecordKind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
    let (mut pages, mut records) = (Pages::new(store.as_ref(), kind, prefix), Vec::new());
    while let Some(page) = pages.next().await? {
        records.extend(page);
    }
    Ok(records)
}

impl CheckContext {
    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.space)
    }

    async fn get(&self, kind: RecordKind, name: &str) -> Result<Option<Record>, String> {
        self.one.get(kind, &self.key(name)).await.map_err(|e| e.to_string())
    }

    async fn put(&self, kind: RecordKind, name: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, String> {
        self.one.put(kind, &self.key(name), expected, value).await.map_err(|e| e.to_string())
    }

    async fn delete(&self, kind: RecordKind, name: &str, expected: i64) -> Result<bool, String> {
        self.one.delete(kind, &self.key(name), expected).await.map_err(|e| e.to_string())
    }

    /// The names of the records whose key starts with the check's prefix and `prefix`.
    async fn names(&self, kind: RecordKind, prefix: &str) -> Result<Vec<String>, String> {
        let listed = scan_all(&self.one, kind, &self.key(prefix)).await.map_err(|e| e.to_string())?;
        let versions = self.one.versions(kind, &self.key(prefix)).await.map_err(|e| e.to_string())?;
        let same = listed.iter().map(|(key, record)| (key, record.version)).eq(versions.iter().map(|(k, v)| (k, *v)));
        ensure!(same, "the versions are not those of the records");
        let count = self.one.count(kind, &self.key(prefix)).await.map_err(|e| e.to_string())?;
        ensure!(count == listed.len(), "the count is {count}, and there are {} records", listed.len());
        let name = |(key, _): (String, Record)| key.strip_prefix(&self.space).map_or(key.clone(), str::to_owned);
        Ok(listed.into_iter().map(name).collect())
    }

    /// Creates a grant with this name.
    async fn make(&self, name: &str, value: &[u8]) -> CheckResult {
        ensure!(self.put(RecordKind::Grant, name, None, value).await?, "the first put of {name:?} returned false");
        Ok(())
    }

    /// Checks that the grant with this name has this version and value.
    async fn expect(&self, name: &str, version: i64, value: &[u8]) -> CheckResult {
        let Some(record) = self.get(RecordKind::Grant, name).await? else {
            return Err(format!("{name:?} is not there"));
        };
        ensure!(record.version == version, "the version of {name:?} is {}, not {version}", record.version);
        ensure!(record.value().map_err(|e| e.to_string())? == value, "the value of {name:?} is a different one");
        Ok(())
    }

    async fn expect_none(&self, name: &str) -> CheckResult {
        ensure!(self.get(RecordKind::Grant, name).await?.is_none(), "{name:?} is there");
        Ok(())
    }

    /// Deletes what the check has left. Best effort: other checks detect a store that cannot delete.
    async fn clean(&self, store: Handle) {
        for kind in RecordKind::ALL {
            for (key, record) in scan_all(&store, kind, &self.space).await.unwrap_or_default() {
                let _ = store.delete(kind, &key, record.version).await;
            }
        }
    }

    /// Runs `count` operations concurrently, alternately on the two handles, and returns their results.
    async fn race<F>(&self, count: usize, operation: impl Fn(Handle, String, usize) -> F) -> Result<Vec<bool>, String>
    where
        F: Future<Output = Result<bool, crate::error::StoreError>> + Send + 'static,
    {
        let start = Arc::new(tokio::sync::Barrier::new(count));
        let mut tasks = Vec::new();
        for index in 0..count {
            let handle = if index % 2 == 0 { &self.one } else { &self.two };
            let operation = operation(Arc::clone(handle), self.key("contested"), index);
            let start = Arc::clone(&start);
            tasks.push(tokio::spawn(async move {
                start.wait().await;
                operation.await
            }));
        }
        let mut outcomes = Vec::new();
        for task in tasks {
            outcomes.push(task.await.map_err(|_| "an operation panicked")?.map_err(|e| e.to_string())?);
        }
        Ok(outcomes)
    }
}

mod checks;
