//! Isolation of a store that an app has written: it may panic, hang, respond late, or call the client that calls it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

use super::{Kind, Record, RecordStore};
use crate::error::StoreError;

/// How long an operation may take, including the wait for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

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
/// use open_platform::stores::{Guarded, RecordStore};
///
/// # fn run(mine: impl RecordStore) -> open_platform::Result<()> {
/// let platform = OpenPlatform::builder().store(Arc::new(Guarded::new(mine))).build()?;
/// # Ok(()) }
/// ```
pub struct Guarded<S> {
    store: Arc<S>,
    turns: Arc<Semaphore>,
}

impl<S> std::fmt::Debug for Guarded<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guarded").finish_non_exhaustive()
    }
}

impl<S: RecordStore> Guarded<S> {
    /// Adds the limits to `store`.
    pub fn new(store: S) -> Self {
        Self { store: Arc::new(store), turns: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }

    /// Runs `work` in its own task, which contains a panic, and in which nested operations do not use up the caller's stack.
    async fn watch<T, F>(&self, operation: &str, work: impl FnOnce(Arc<S>) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let (turns, work) = (Arc::clone(&self.turns), work(Arc::clone(&self.store)));
        let in_turn = async move {
            // The semaphore is never closed.
            let _turn = turns.acquire().await;
            work.await
        };
        match tokio::spawn(tokio::time::timeout(PATIENCE, in_turn)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(StoreError::new(operation, format!("no answer within {} s", PATIENCE.as_secs()))),
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
    Err(StoreError::new(operation, format!("the store gave a record version {version}: it counts from 1")))
}

/// Checks that a list contains only what was requested. Sorts it, because languages compare strings differently.
fn check_list<R>(
    operation: &str,
    prefix: &str,
    after: Option<&str>,
    version: impl Fn(&R) -> i64,
    mut records: Vec<(String, R)>,
) -> Result<Vec<(String, R)>, StoreError> {
    for (key, record) in &records {
        check(operation, version(record))?;
        if !key.starts_with(prefix) || after.is_some_and(|after| key.as_str() <= after) {
            return Err(StoreError::new(operation, "the store listed a key that was not asked for"));
        }
    }
    records.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    if records.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
        return Err(StoreError::new(operation, "the store listed a key twice"));
    }
    Ok(records)
}

#[async_trait]
impl<S: RecordStore> RecordStore for Guarded<S> {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let key = key.to_owned();
        let record = self.watch("get", |store| async move { store.get(kind, &key).await }).await?;
        record.as_ref().map_or(Ok(()), |record| check("get", record.version))?;
        Ok(record)
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let (key, value) = (key.to_owned(), Zeroizing::new(value.to_vec()));
        self.watch("put", |store| async move { store.put(kind, &key, expected, &value).await }).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.watch("delete", |store| async move { store.delete(kind, &key, expected).await }).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        let asked = prefix.to_owned();
        let records = self.watch("list", |store| async move { store.list(kind, &asked).await }).await?;
        check_list("list", prefix, None, |record| record.version, records)
    }

    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (asked, behind) = (prefix.to_owned(), after.map(str::to_owned));
        let work = |store: Arc<S>| async move { store.page(kind, &asked, behind.as_deref(), limit).await };
        // The operation is named `list` in errors: for a store with only the four required methods, a page is a list.
        check_list("list", prefix, after, |record| record.version, self.watch("list", work).await?)
    }

    async fn read_partial(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Result<Record, StoreError>)>, StoreError> {
        let (asked, behind) = (prefix.to_owned(), after.map(str::to_owned));
        let work = |store: Arc<S>| async move { store.read_partial(kind, &asked, behind.as_deref(), limit).await };
        // A record that cannot be opened has no version to check.
        let version = |record: &Result<Record, _>| record.as_ref().map_or(1, |record| record.version);
        check_list("list", prefix, after, version, self.watch("list", work).await?)
    }

    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let asked = prefix.to_owned();
        let versions = self.watch("versions", |store| async move { store.versions(kind, &asked).await }).await?;
        check_list("versions", prefix, None, |version| *version, versions)
    }

    async fn prune(&self, kind: Kind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (prefix, before) = (prefix.to_owned(), before.to_owned());
        self.watch("prune", |store| async move { store.prune(kind, &prefix, &before, limit).await }).await
    }

    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
        let prefix = prefix.to_owned();
        self.watch("count", |store| async move { store.count(kind, &prefix).await }).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.watch("now", |store| async move { store.now().await }).await
    }

    fn needs_encryption(&self) -> bool {
        self.store.needs_encryption()
    }

    fn is_process_memory(&self) -> bool {
        self.store.is_process_memory()
    }

    fn reads_pages(&self) -> bool {
        self.store.reads_pages()
    }
}
