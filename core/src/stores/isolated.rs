//! A store whose operations run in tasks of their own: a store that an app has written, which may panic, hang, respond late, or
//! call the client that calls it; and a store whose connections belong to one runtime.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::{Semaphore, oneshot};
use zeroize::Zeroizing;

use super::{NewRecord, Record, RecordKind, RecordStore};
use crate::background::Background;
use crate::error::StoreError;

/// How long an operation may take, including the wait for its turn.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(5);

/// How many operations run concurrently. It bounds a recursion in which the store calls the client, and so on.
const MAX_CONCURRENT: usize = 256;

/// An app's own store with a time limit. An operation that takes longer than 5 seconds, panics, or returns an invalid result
/// becomes a [`StoreError`]. The caller then waits no longer, and a late result is ignored.
///
/// An operation that is given up may still take effect. That is harmless: every write names the version that it replaces.
///
/// The store must not block the thread that polls it, or the time limit has no effect. Run blocking code in
/// `tokio::task::spawn_blocking`.
///
/// ```
/// use std::sync::Arc;
///
/// use open_platform::OpenPlatform;
/// use open_platform::stores::{IsolatedStore, RecordStore};
///
/// # fn run(mine: impl RecordStore) -> open_platform::Result<()> {
/// let platform = OpenPlatform::builder().store(Arc::new(IsolatedStore::new(mine))).build()?;
/// # Ok(()) }
/// ```
pub struct IsolatedStore {
    store: Arc<dyn RecordStore>,
    tasks: Tasks,
}

/// Where the operations run.
enum Tasks {
    /// On the runtime of the caller, with a time limit. The semaphore limits how many run concurrently.
    Limited(Arc<Semaphore>),
    /// On the background runtime.
    Background(Background),
}

/// Runs every operation of `store` as a task on the background runtime, if there is one: connections belong to the runtime
/// that made them. A language whose threads wait on their own runtimes then needs one set of connections, and a cancelled
/// caller does not interrupt a write.
pub(crate) fn hosted(store: Arc<dyn RecordStore>, background: &Background) -> Arc<dyn RecordStore> {
    match background.has_runtime() {
        true => Arc::new(IsolatedStore { store, tasks: Tasks::Background(background.clone()) }),
        false => store,
    }
}

impl std::fmt::Debug for IsolatedStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IsolatedStore").finish_non_exhaustive()
    }
}

impl IsolatedStore {
    /// Adds the limits to `store`.
    pub fn new(store: impl RecordStore) -> Self {
        Self { store: Arc::new(store), tasks: Tasks::Limited(Arc::new(Semaphore::new(MAX_CONCURRENT))) }
    }

    /// Runs `work` in its own task, which contains a panic, and in which nested operations do not use up the caller's stack.
    async fn run<T, F>(
        &self,
        operation: &'static str,
        work: impl FnOnce(Arc<dyn RecordStore>) -> F,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let work = work(Arc::clone(&self.store));
        let (sender, result) = oneshot::channel();
        self.tasks.run(operation, Box::pin(async move { drop(sender.send(work.await)) })).await?;
        result.await.unwrap_or_else(|_| Err(StoreError::new(operation, "the runtime stopped")))
    }
}

/// An operation, which sends its result to the caller. All operations have one type, so that the code that runs a task is
/// compiled once: the library for phones has a size limit.
type Operation = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Tasks {
    /// Runs an operation to its end, or to the end of its time.
    async fn run(&self, operation: &'static str, work: Operation) -> Result<(), StoreError> {
        let task = match self {
            Self::Background(background) => background.spawn(async move {
                work.await;
                Ok(())
            }),
            Self::Limited(turns) => {
                let turns = Arc::clone(turns);
                let in_turn = async move {
                    // The semaphore is never closed.
                    let _turn = turns.acquire().await;
                    work.await;
                };
                let late = move |_| {
                    StoreError::new(operation, format!("no response within {} s", OPERATION_TIMEOUT.as_secs()))
                };
                tokio::spawn(async move { tokio::time::timeout(OPERATION_TIMEOUT, in_turn).await.map_err(late) })
            }
        };
        match task.await {
            Ok(result) => result,
            Err(ended) if ended.is_panic() => Err(StoreError::new(operation, "the store panicked")),
            Err(_) => Err(StoreError::new(operation, "the runtime stopped")),
        }
    }
}

/// Checks a version: versions start at 1.
fn check(operation: &str, version: i64) -> Result<(), StoreError> {
    if version >= 1 {
        return Ok(());
    }
    Err(StoreError::new(
        operation,
        format!("the store returned a record with version {version}, but versions start at 1"),
    ))
}

/// Checks that the result of a scan or of `versions` is what was asked for. A wrong order is an error: the pages of a store
/// that sorts in another way, as by the UTF-16 of the keys, would leave records out.
fn check_list<R>(
    operation: &str,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
    version: impl Fn(&R) -> i64,
    records: Vec<(String, R)>,
) -> Result<Vec<(String, R)>, StoreError> {
    let refused = |reason: &str| Err(StoreError::new(operation, reason));
    if records.len() > limit {
        return refused("the store returned more records than were asked for");
    }
    for (key, record) in &records {
        check(operation, version(record))?;
        if !key.starts_with(prefix) || after.is_some_and(|after| key.as_str() <= after) {
            return refused("the store returned a key that was not asked for");
        }
    }
    if !records.is_sorted_by(|(a, _), (b, _)| a < b) {
        return refused("the store returned keys that are not in the order of their bytes, or one of them twice");
    }
    Ok(records)
}

#[async_trait]
impl RecordStore for IsolatedStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let key = key.to_owned();
        let record = self.run("get", |store| async move { store.get(kind, &key).await }).await?;
        record.as_ref().map_or(Ok(()), |record| check("get", record.version))?;
        Ok(record)
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let (key, value) = (key.to_owned(), Zeroizing::new(value.to_vec()));
        self.run("put", |store| async move { store.put(kind, &key, expected, &value).await }).await
    }

    async fn insert(&self, records: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        let owned =
            |record: &NewRecord<'_>| (record.kind, record.key.to_owned(), Zeroizing::new(record.value.to_vec()));
        let owned: Vec<_> = records.iter().map(owned).collect();
        let work = |store: Arc<dyn RecordStore>| async move {
            let records: Vec<_> =
                owned.iter().map(|(kind, key, value)| NewRecord { kind: *kind, key, value }).collect();
            store.insert(&records).await
        };
        let stored = self.run("insert", work).await?;
        if stored.len() != records.len() {
            let reason = format!("the store returned {} results for {} records", stored.len(), records.len());
            return Err(StoreError::new("insert", reason));
        }
        Ok(stored)
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.run("delete", |store| async move { store.delete(kind, &key, expected).await }).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (asked, behind) = (prefix.to_owned(), after.map(str::to_owned));
        let work =
            |store: Arc<dyn RecordStore>| async move { store.scan(kind, &asked, behind.as_deref(), limit).await };
        let records = self.run("scan", work).await?;
        check_list("scan", prefix, after, limit, |record| record.version, records)
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("now", |store| async move { store.now().await }).await
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let asked = prefix.to_owned();
        let versions = self.run("versions", |store| async move { store.versions(kind, &asked).await }).await?;
        check_list("versions", prefix, None, usize::MAX, |version| *version, versions)
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let prefix = prefix.to_owned();
        self.run("count", |store| async move { store.count(kind, &prefix).await }).await
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (prefix, before) = (prefix.to_owned(), before.to_owned());
        self.run("prune", |store| async move { store.prune(kind, &prefix, &before, limit).await }).await
    }

    fn needs_encryption(&self) -> bool {
        self.store.needs_encryption()
    }

    fn is_process_memory(&self) -> bool {
        self.store.is_process_memory()
    }
}
