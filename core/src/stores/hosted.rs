//! A store whose operations run on one runtime, whichever runtime the caller uses: connections belong to the runtime that
//! made them.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use zeroize::Zeroizing;

use super::{Kind, Record, RecordStore};
use crate::background::Background;
use crate::error::StoreError;

/// Runs every operation of `store` as a task on the background runtime, if there is one. A language whose threads wait on
/// their own runtimes then needs one set of connections, and a cancelled caller does not interrupt a write.
pub(crate) fn hosted(store: Arc<dyn RecordStore>, background: &Background) -> Arc<dyn RecordStore> {
    if background.has_runtime() { Arc::new(Hosted { store, background: background.clone() }) } else { store }
}

struct Hosted {
    store: Arc<dyn RecordStore>,
    background: Background,
}

impl Hosted {
    async fn run<T, F>(&self, operation: &str, work: impl FnOnce(Arc<dyn RecordStore>) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        match self.background.spawn(work(Arc::clone(&self.store))).await {
            Ok(result) => result,
            Err(_) => Err(StoreError::new(operation, "its task ended: the store panicked, or the runtime stopped")),
        }
    }
}

#[async_trait]
impl RecordStore for Hosted {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let key = key.to_owned();
        self.run("get", |store| async move { store.get(kind, &key).await }).await
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let (key, value) = (key.to_owned(), Zeroizing::new(value.to_vec()));
        self.run("put", |store| async move { store.put(kind, &key, expected, &value).await }).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.run("delete", |store| async move { store.delete(kind, &key, expected).await }).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        let prefix = prefix.to_owned();
        self.run("list", |store| async move { store.list(kind, &prefix).await }).await
    }

    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (prefix, after) = (prefix.to_owned(), after.map(str::to_owned));
        self.run("page", |store| async move { store.page(kind, &prefix, after.as_deref(), limit).await }).await
    }

    async fn read_partial(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Result<Record, StoreError>)>, StoreError> {
        let (prefix, after) = (prefix.to_owned(), after.map(str::to_owned));
        self.run("list", |store| async move { store.read_partial(kind, &prefix, after.as_deref(), limit).await }).await
    }

    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let prefix = prefix.to_owned();
        self.run("versions", |store| async move { store.versions(kind, &prefix).await }).await
    }

    async fn prune(&self, kind: Kind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (prefix, before) = (prefix.to_owned(), before.to_owned());
        self.run("prune", |store| async move { store.prune(kind, &prefix, &before, limit).await }).await
    }

    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
        let prefix = prefix.to_owned();
        self.run("count", |store| async move { store.count(kind, &prefix).await }).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.run("now", |store| async move { store.now().await }).await
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
