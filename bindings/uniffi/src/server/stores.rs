//! Stores of the app's own, written in Kotlin or Swift.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use open_platform::error::{StoreError, Thrown};
use open_platform::stores::{self as core_stores, Guarded, Kind, Record};
use open_platform::testing::stores;
use uniffi::UnexpectedUniFFICallbackError;

use super::client::Settings;
use crate::errors::thrown;

/// A stored record.
#[derive(uniffi::Record)]
pub struct StoredRecord {
    /// Its name, within the records of its kind.
    pub key: String,
    /// Changes with every write. 1 for a new record.
    pub version: i64,
    /// The content, sealed.
    pub value: Vec<u8>,
}

/// What a store of the app's own fails with.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum StoreFailure {
    /// It could not do what it was asked for.
    #[error("{reason}")]
    Failed {
        /// Why; never a stored value.
        reason: String,
    },
    /// The same, with the number under which the package keeps what the store has thrown.
    #[error("{reason}")]
    Thrown {
        /// Why; never a stored value.
        reason: String,
        /// The number.
        number: i64,
    },
}

impl From<UnexpectedUniFFICallbackError> for StoreFailure {
    fn from(error: UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { reason: thrown(&error) }
    }
}

/// Where grants live, in the app's own way. Every method must be atomic and, once it returned, durable for as long as
/// the store promises. It may call the client again. What takes longer than 5 seconds is given up.
#[uniffi::export(with_foreign)]
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// The record, or nothing.
    async fn get(&self, kind: String, key: String) -> Result<Option<StoredRecord>, StoreFailure>;

    /// Writes a record if its version is still `expected`, and returns whether it did. Without a version: only if there
    /// is no such record. The new version is `expected + 1`, or 1.
    async fn put(&self, kind: String, key: String, expected: Option<i64>, value: Vec<u8>)
    -> Result<bool, StoreFailure>;

    /// Deletes a record if its version is still `expected`, and returns whether it did. Of all that try at once, exactly
    /// one gets `true`.
    async fn delete(&self, kind: String, key: String, expected: i64) -> Result<bool, StoreFailure>;

    /// The records whose key begins with `prefix`, in the order of their keys, by code points.
    async fn list(&self, kind: String, prefix: String) -> Result<Vec<StoredRecord>, StoreFailure>;
}

/// Such a store as the core calls it.
struct Own(Arc<dyn RecordStore>);

/// Watched over by the core: what hangs is given up, and nothing that it throws gets further.
pub(super) fn guarded(store: Arc<dyn RecordStore>) -> Arc<dyn core_stores::RecordStore> {
    Arc::new(Guarded::new(Own(store)))
}

fn failed(operation: &str) -> impl Fn(StoreFailure) -> StoreError + '_ {
    move |failure| match failure {
        StoreFailure::Failed { reason } => StoreError::new(operation, reason),
        StoreFailure::Thrown { reason, number } => StoreError::caused_by(operation, reason, Thrown(number)),
    }
}

fn record(stored: StoredRecord) -> (String, Record) {
    (stored.key, Record { version: stored.version, value: stored.value.into() })
}

#[async_trait]
impl core_stores::RecordStore for Own {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let stored = self.0.get(kind.as_str().to_owned(), key.to_owned()).await.map_err(failed("get"))?;
        Ok(stored.map(|stored| record(stored).1))
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let kind = kind.as_str().to_owned();
        self.0.put(kind, key.to_owned(), expected, value.to_vec()).await.map_err(failed("put"))
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.0.delete(kind.as_str().to_owned(), key.to_owned(), expected).await.map_err(failed("delete"))
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        let stored = self.0.list(kind.as_str().to_owned(), prefix.to_owned()).await.map_err(failed("list"))?;
        Ok(stored.into_iter().map(record).collect())
    }
}

#[uniffi::export]
impl Settings {
    /// A store of the app's own, in place of one by address. It needs keys: `store_keys`.
    fn store(&self, store: Arc<dyn RecordStore>) {
        self.set(|builder| builder.store(guarded(store)));
    }
}

/// A check that a store did not pass.
#[derive(uniffi::Record)]
pub struct StoreFlaw {
    /// The name of the check: what is expected of a store.
    pub check: String,
    /// What happened instead.
    pub problem: String,
}

/// Runs every check of the core on a store and returns those that failed. The handles are different ways to reach one and
/// the same store, as several processes would have them; one is enough. A store in use is not disturbed.
#[uniffi::export(async_runtime = "tokio")]
async fn store_conformance(handles: Vec<Arc<dyn RecordStore>>) -> Vec<StoreFlaw> {
    let handles: Vec<_> = handles.into_iter().map(|store| Arc::new(Guarded::new(Own(store)))).collect();
    if handles.is_empty() {
        return vec![StoreFlaw { check: "there is a store".to_owned(), problem: "no handle was given".to_owned() }];
    }
    let next = AtomicUsize::new(0);
    let open = || Arc::clone(&handles[next.fetch_add(1, Ordering::Relaxed) % handles.len()]);
    let flaws = stores::conformance(open).await;
    flaws.into_iter().map(|flaw| StoreFlaw { check: flaw.check.to_owned(), problem: flaw.problem }).collect()
}
