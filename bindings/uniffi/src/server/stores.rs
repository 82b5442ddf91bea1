//! Custom stores, written in Kotlin or Swift.

use std::sync::Arc;

use async_trait::async_trait;
use open_platform::error::{StoreError, Thrown};
use open_platform::ffi::uniffi::DateTime;
use open_platform::stores::{self as core_stores, IsolatedStore, Record, RecordKind};
use open_platform::testing::stores;
use uniffi::UnexpectedUniFFICallbackError;

use super::client::Settings;
use crate::errors::thrown;
use crate::runtime::in_runtime;

/// A stored record.
#[derive(uniffi::Record)]
pub struct StoredRecord {
    /// The key, unique among the records of its kind.
    pub key: String,
    /// The version, which changes with every write. 1 for a new record.
    pub version: i64,
    /// The encrypted content.
    pub value: Vec<u8>,
}

/// The error of a custom store.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum StoreFailure {
    /// The operation failed.
    #[error("{reason}")]
    Failed {
        /// The reason. It must not contain a stored value.
        reason: String,
    },
    /// The operation failed with an exception, which the package keeps under a number.
    #[error("{reason}")]
    Thrown {
        /// The reason. It must not contain a stored value.
        reason: String,
        /// The number of the exception.
        number: i64,
    },
}

impl From<UnexpectedUniFFICallbackError> for StoreFailure {
    fn from(error: UnexpectedUniFFICallbackError) -> Self {
        Self::Failed { reason: thrown(&error) }
    }
}

/// A custom store of grants and other records. Every method must be atomic. Once it has returned, its effect must be as durable
/// as the store promises. A method may call the client. A method that takes longer than 5 seconds is aborted.
#[uniffi::export(with_foreign)]
#[async_trait]
pub trait RecordStore: Send + Sync {
    /// Returns the record, or none if it does not exist.
    async fn get(&self, kind: String, key: String) -> Result<Option<StoredRecord>, StoreFailure>;

    /// Writes a record if its version is `expected`, and returns whether it was written. If `expected` is none, the record is
    /// written only if it does not exist. The new version is `expected + 1`, or 1 for a new record.
    async fn put(&self, kind: String, key: String, expected: Option<i64>, value: Vec<u8>)
    -> Result<bool, StoreFailure>;

    /// Deletes a record if its version is `expected`, and returns whether it was deleted. Of several concurrent calls exactly
    /// one returns `true`.
    async fn delete(&self, kind: String, key: String, expected: i64) -> Result<bool, StoreFailure>;

    /// Returns the first `limit` records whose key starts with `prefix` and, unless `after` is none, is greater than `after`.
    /// The records are sorted by key, and keys are compared, in code point order, which is the order of their bytes in UTF-8.
    /// The `limit` is 1 to 1,000. Fewer records than that mean that there are no more.
    async fn scan(
        &self,
        kind: String,
        prefix: String,
        after: Option<String>,
        limit: i32,
    ) -> Result<Vec<StoredRecord>, StoreFailure>;

    /// Returns the current time of the store, if all processes that use it share one, and otherwise none. Then each process
    /// uses its own clock for the leases by which only one of them refreshes a grant.
    async fn now(&self) -> Result<Option<DateTime>, StoreFailure>;
}

/// Adapts a store written in Kotlin or Swift to the trait of the core.
struct ForeignStore(Arc<dyn RecordStore>);

/// The store with the time limit and the panic handling of the core.
pub(super) fn isolated(store: Arc<dyn RecordStore>) -> Arc<dyn core_stores::RecordStore> {
    Arc::new(IsolatedStore::new(ForeignStore(store)))
}

fn failed(operation: &str) -> impl Fn(StoreFailure) -> StoreError + '_ {
    move |failure| match failure {
        StoreFailure::Failed { reason } => StoreError::new(operation, reason),
        StoreFailure::Thrown { reason, number } => StoreError::caused_by(operation, reason, Thrown(number)),
    }
}

fn record(stored: StoredRecord) -> (String, Record) {
    (stored.key, Record::new(stored.version, stored.value))
}

#[async_trait]
impl core_stores::RecordStore for ForeignStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let stored = self.0.get(kind.as_str().to_owned(), key.to_owned()).await.map_err(failed("get"))?;
        Ok(stored.map(|stored| record(stored).1))
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let kind = kind.as_str().to_owned();
        self.0.put(kind, key.to_owned(), expected, value.to_vec()).await.map_err(failed("put"))
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.0.delete(kind.as_str().to_owned(), key.to_owned(), expected).await.map_err(failed("delete"))
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (prefix, after) = (prefix.to_owned(), after.map(str::to_owned));
        let limit = i32::try_from(limit).unwrap_or(i32::MAX);
        let stored = self.0.scan(kind.as_str().to_owned(), prefix, after, limit).await.map_err(failed("scan"))?;
        Ok(stored.into_iter().map(record).collect())
    }

    async fn now(&self) -> Result<Option<DateTime>, StoreError> {
        self.0.now().await.map_err(failed("now"))
    }
}

#[uniffi::export]
impl Settings {
    /// A custom store, instead of `store_url`. It requires `store_keys`. Apps call `store` of the package instead, which also
    /// keeps the errors that the store throws.
    fn custom_store(&self, store: Arc<dyn RecordStore>) {
        self.set(|builder| builder.store(isolated(store)));
    }
}

/// A check that a store failed.
#[derive(uniffi::Record)]
pub struct ConformanceFailure {
    /// The name of the check, which states the expected behaviour.
    pub check: String,
    /// The actual behaviour.
    pub problem: String,
}

/// Runs the conformance checks of the core on a store, and returns those that failed. The `handles` are several connections to
/// the same store, as several processes would have; one is enough. Existing records of the store are not affected.
#[uniffi::export]
async fn store_conformance(handles: Vec<Arc<dyn RecordStore>>) -> Vec<ConformanceFailure> {
    let handles: Vec<_> = handles.into_iter().map(|store| Arc::new(IsolatedStore::new(ForeignStore(store)))).collect();
    if handles.is_empty() {
        return vec![ConformanceFailure {
            check: "there is a store".to_owned(),
            problem: "no handle was given".to_owned(),
        }];
    }
    match in_runtime(stores::conformance_of(handles)).await {
        Err(error) => vec![ConformanceFailure { check: "there is a runtime".to_owned(), problem: error.to_string() }],
        Ok(failures) => failures
            .into_iter()
            .map(|failure| ConformanceFailure { check: failure.check, problem: failure.problem })
            .collect(),
    }
}
