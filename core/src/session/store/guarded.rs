//! A store that an app wrote, kept from doing harm: it may throw, hang, answer late or ask the client that asks it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::Semaphore;

use super::{Kind, Record, TokenStore};
use crate::error::StoreError;

/// How long an operation may take, its turn included.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many operations run at once. A store that asks the client, which asks the store, and so on, ends here.
const AT_ONCE: usize = 256;

/// A store of the app's own with a time limit: an operation that takes longer than 5 seconds, panics, or answers what
/// no store may, is a [`StoreError`]. Whatever the store does, nobody waits for it any longer, and a late answer is not
/// looked at.
///
/// An operation that is given up may still happen. That does no harm: every write names the version that it replaces.
///
/// The store must not block the thread that polls it, or nobody can watch the time: what blocks belongs into
/// `tokio::task::spawn_blocking`.
///
/// ```
/// use std::sync::Arc;
///
/// use open_platform::OpenPlatform;
/// use open_platform::session::{Guarded, TokenStore};
///
/// # fn run(mine: impl TokenStore) -> open_platform::Result<()> {
/// let platform = OpenPlatform::builder().store(Arc::new(Guarded::new(mine))).build()?;
/// # Ok(()) }
/// ```
pub struct Guarded<S> {
    store: S,
    turns: Semaphore,
}

impl<S> std::fmt::Debug for Guarded<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guarded").finish_non_exhaustive()
    }
}

impl<S: TokenStore> Guarded<S> {
    /// Watches over `store`.
    pub fn new(store: S) -> Self {
        Self { store, turns: Semaphore::new(AT_ONCE) }
    }

    async fn watch<T>(
        &self,
        operation: &str,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let turn = async {
            // Never closed.
            let _turn = self.turns.acquire().await;
            unpanicking(operation, work).await
        };
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(answer) => answer,
            Err(_) => Err(StoreError::new(operation, format!("no answer within {} s", PATIENCE.as_secs()))),
        }
    }
}

/// Turns a panic into an error.
async fn unpanicking<T>(operation: &str, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let mut work = pin!(work);
    std::future::poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(cx))) {
        Ok(poll) => poll,
        Err(_) => Poll::Ready(Err(StoreError::new(operation, "the store panicked"))),
    })
    .await
}

/// A record counts its writes from 1.
fn check(operation: &str, record: &Record) -> Result<(), StoreError> {
    if record.version >= 1 {
        return Ok(());
    }
    Err(StoreError::new(operation, format!("the store gave a record version {}: it counts from 1", record.version)))
}

/// Whether a list is of what was asked for. Its order is put right here, because languages sort text differently.
fn check_list(
    operation: &str,
    prefix: &str,
    after: Option<&str>,
    mut records: Vec<(String, Record)>,
) -> Result<Vec<(String, Record)>, StoreError> {
    for (key, record) in &records {
        check(operation, record)?;
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
impl<S: TokenStore> TokenStore for Guarded<S> {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let record = self.watch("get", self.store.get(kind, key)).await?;
        record.as_ref().map_or(Ok(()), |record| check("get", record))?;
        Ok(record)
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.watch("put", self.store.put(kind, key, expected, value)).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.watch("delete", self.store.delete(kind, key, expected)).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        check_list("list", prefix, None, self.watch("list", self.store.list(kind, prefix)).await?)
    }

    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let records = self.watch("page", self.store.page(kind, prefix, after, limit)).await?;
        check_list("page", prefix, after, records)
    }

    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        self.watch("versions", self.store.versions(kind, prefix)).await
    }

    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
        self.watch("count", self.store.count(kind, prefix)).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.watch("now", self.store.now()).await
    }

    fn needs_encryption(&self) -> bool {
        self.store.needs_encryption()
    }
}
