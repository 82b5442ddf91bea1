//! For tests: a store that passes its operations on to another one, unless the test changes them.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::{Record, RecordKind, RecordStore};
use crate::clock::Clock;
use crate::error::StoreError;

type Outcome = Pin<Box<dyn Future<Output = Result<bool, StoreError>> + Send>>;

/// A store whose operations a test can delay, fail or refuse, and which can have a clock.
pub(crate) struct Altered {
    store: Arc<dyn RecordStore>,
    before: Box<dyn Fn(&'static str, RecordKind) -> Outcome + Send + Sync>,
    clock: Option<Arc<dyn Clock>>,
    needs_encryption: bool,
}

impl Altered {
    /// Passes everything on.
    pub(crate) fn new(store: Arc<dyn RecordStore>) -> Self {
        Self { store, before: Box::new(|_, _| Box::pin(ready(Ok(true)))), clock: None, needs_encryption: false }
    }

    /// `before` is awaited ahead of each operation, with its name and the kind of its records. If it returns `false`, a write or a
    /// deletion is not done, as if the record had another version.
    pub(crate) fn before<F>(self, before: impl Fn(&'static str, RecordKind) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<bool, StoreError>> + Send + 'static,
    {
        Self { before: Box::new(move |operation, kind| Box::pin(before(operation, kind))), ..self }
    }

    /// Does not do the writes and deletions for which `refuses` is true, as if their records had other versions.
    pub(crate) fn refusing(
        self,
        refuses: impl Fn(&'static str, RecordKind) -> bool + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(self.before(move |operation, kind| ready(Ok(!refuses(operation, kind)))))
    }

    /// All users of the store share this clock.
    pub(crate) fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The client has to encrypt the records.
    pub(crate) fn with_encryption(self) -> Self {
        Self { needs_encryption: true, ..self }
    }
}

#[async_trait]
impl RecordStore for Altered {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        (self.before)("get", kind).await?;
        self.store.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        Ok((self.before)("put", kind).await? && self.store.put(kind, key, expected, value).await?)
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        Ok((self.before)("delete", kind).await? && self.store.delete(kind, key, expected).await?)
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        (self.before)("scan", kind).await?;
        self.store.scan(kind, prefix, after, limit).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let Some(clock) = &self.clock else { return Ok(None) };
        tokio::task::yield_now().await;
        // A store that is down fails.
        self.store.count(RecordKind::Grant, "").await?;
        Ok(Some(clock.now()))
    }

    fn needs_encryption(&self) -> bool {
        self.needs_encryption
    }
}
