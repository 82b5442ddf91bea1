//! [`IsolatedStore`]: what a store of an app does wrong becomes an error.

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use open_platform::error::StoreError;
use open_platform::stores::{Encryption, IsolatedStore, MemoryStore, NewRecord, Record, RecordKind, RecordStore};
use open_platform::testing::stores::conformance;
use open_platform::{Error, OpenPlatform};

use super::mistakes::{Mistake, Mistaken};
use super::report;

/// A store that violates the contract of stores.
struct FaultyStore {
    violation: Violation,
    client: Arc<OnceLock<OpenPlatform>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Violation {
    Hangs,
    Panics,
    PanicsLater,
    StartsVersionsAt0,
    ReturnsOtherKeys,
    ReturnsAKeyTwice,
    ReturnsUnsorted,
    ReturnsTooMany,
    ReturnsTheStart,
    LosesAResult,
    /// Calls the client that calls it.
    CallsTheClient,
}

impl FaultyStore {
    async fn answer<T>(&self, answer: T) -> Result<T, StoreError> {
        match self.violation {
            Violation::Hangs => std::future::pending().await,
            Violation::Panics => panic!("the store's own words"),
            Violation::PanicsLater => {
                tokio::task::yield_now().await;
                panic!("the store's own words");
            }
            Violation::CallsTheClient => {
                let client = self.client.get().expect("a client");
                Box::pin(client.grants().info("a")).await.map_err(|error| StoreError::new("get", error))?;
            }
            _ => {}
        }
        Ok(answer)
    }
}

#[async_trait]
impl RecordStore for FaultyStore {
    async fn get(&self, _: RecordKind, _: &str) -> Result<Option<Record>, StoreError> {
        let record = Record::new(0, b"{}".to_vec());
        self.answer((self.violation == Violation::StartsVersionsAt0).then_some(record)).await
    }

    async fn put(&self, _: RecordKind, _: &str, _: Option<i64>, _: &[u8]) -> Result<bool, StoreError> {
        self.answer(true).await
    }

    async fn insert(&self, _: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        self.answer(vec![true]).await
    }

    async fn delete(&self, _: RecordKind, _: &str, _: i64) -> Result<bool, StoreError> {
        self.answer(true).await
    }

    async fn scan(
        &self,
        _: RecordKind,
        _: &str,
        _: Option<&str>,
        _: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let version = i64::from(self.violation != Violation::StartsVersionsAt0);
        let record = |key: &str| (key.to_owned(), Record::new(version, b"{}".to_vec()));
        self.answer(match self.violation {
            Violation::ReturnsOtherKeys => vec![record("b")],
            Violation::ReturnsAKeyTwice => vec![record("a2"), record("a2")],
            Violation::ReturnsUnsorted => vec![record("a3"), record("a2")],
            Violation::ReturnsTooMany => vec![record("a2"), record("a3"), record("a4")],
            Violation::ReturnsTheStart => vec![record("a1")],
            _ => vec![record("a1")],
        })
        .await
    }
}

#[tokio::test(start_paused = true)]
async fn an_isolated_store_turns_every_violation_into_an_error() {
    use Violation::*;
    let returned = [ReturnsOtherKeys, ReturnsAKeyTwice, ReturnsUnsorted, ReturnsTooMany, ReturnsTheStart];
    let violations =
        [Hangs, Panics, PanicsLater, StartsVersionsAt0, LosesAResult, CallsTheClient].into_iter().chain(returned);
    let tasks: Vec<_> = violations
        .map(|violation| {
            tokio::spawn(async move {
                let client: Arc<OnceLock<OpenPlatform>> = Arc::default();
                let store = Arc::new(IsolatedStore::new(FaultyStore { violation, client: client.clone() }));
                let builder = OpenPlatform::builder().store(store.clone()).store_encryption(Encryption::unencrypted());
                let platform = client.get_or_init(|| builder.build().unwrap());
                let started = tokio::time::Instant::now();
                let one = match violation {
                    _ if returned.contains(&violation) => {
                        store.scan(RecordKind::Grant, "a", Some("a1"), 2).await.map(drop)
                    }
                    LosesAResult => {
                        let record = NewRecord { kind: RecordKind::Grant, key: "a", value: b"{}" };
                        store.insert(&[record, record]).await.map(drop)
                    }
                    _ => store.get(RecordKind::Grant, "a").await.map(drop),
                };
                let error = one.expect_err(&format!("{violation:?}"));
                assert!(!error.reason.contains("own words"), "{error}");
                let call = platform.grants().info("a").await;
                assert!(matches!(call, Err(Error::Store(_)) | Ok(None)), "{violation:?}: {call:?}");
                // Two operations of at most 5 seconds each.
                let took = if matches!(violation, Hangs | CallsTheClient) { 10 } else { 0 };
                assert_eq!(started.elapsed().as_secs(), took, "{violation:?}");
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[tokio::test]
async fn an_isolated_store_passes_and_a_wrong_order_is_an_error() {
    let store = Arc::new(IsolatedStore::new(MemoryStore::new()));
    let failures = conformance(|| store.clone()).await;
    assert!(failures.is_empty(), "{}", report(&failures));
    let mistaken = Mistaken { memory: MemoryStore::new(), mistake: Mistake::Utf16Order };
    let store = Arc::new(IsolatedStore::new(mistaken));
    let failures = report(&conformance(|| store.clone()).await);
    assert!(failures.contains("not in the order of their bytes"), "{failures}");
}
