//! Custom stores, written in JavaScript.
//!
//! The core sends each operation from its own thread to the thread of the store. The store returns the result, with the id
//! of the operation, at any later time, so that it may be asynchronous and use the client. The core limits its time.
#![allow(unsafe_code, reason = "napi finds out the class of an object only this way")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use napi::bindgen_prelude::{ClassInstance, FromNapiValue, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status};
use napi_derive::napi;
use open_platform::error::{StoreError, Thrown};
use open_platform::ffi::node::{Given, InvalidValue, Value};
use open_platform::ffi::{data, lock};
use open_platform::stores::{IsolatedStore, Record, RecordKind, RecordStore};
use open_platform::testing::stores::{ConformanceFailure, conformance_of};
use tokio::sync::oneshot;

use crate::calls::{Call, Calls, NO_CLIENT, Start};
use crate::errors::raise;

/// An operation for a store.
#[data]
#[derive(Default)]
pub struct StoreRequest {
    /// The id of the operation, to be returned with the response.
    pub id: i64,
    /// `get`, `put`, `delete`, `scan` or `now`.
    pub operation: String,
    /// The kind of the record.
    pub kind: String,
    /// The key, or for `scan` the prefix of the keys.
    pub key: String,
    /// The key that those of a scan are greater than.
    pub after: Option<String>,
    /// The maximum number of records of a scan.
    pub limit: i64,
    /// The version that the record must have.
    pub expected: Option<i64>,
    /// The new content.
    pub value: Option<Vec<u8>>,
}

/// A stored record.
#[data]
pub struct StoredRecord {
    /// Its key, unique within its kind.
    pub key: String,
    /// Changes with every write. 1 for a new record.
    pub version: i64,
    /// The encrypted content.
    pub value: Vec<u8>,
}

/// The result of an operation: records for `get` and `scan`, `done` for `put` and `delete`, the time for `now`, or the reason
/// of a failure.
#[data]
pub struct StoreResponse {
    /// The found records.
    pub records: Vec<StoredRecord>,
    /// Whether the record was written or deleted.
    pub done: bool,
    /// The current time of the store.
    pub now: Option<DateTime<Utc>>,
    /// The reason of a failure; never a stored value.
    pub failure: Option<String>,
    /// The number by which the package keeps the thrown error.
    pub thrown: Option<i64>,
}

/// Sends an operation to a store. Weak: it does not keep the process alive; only the call that waits for it does.
type SendRequest = ThreadsafeFunction<StoreRequest, (), StoreRequest, Status, false, true>;

/// A custom store of this JavaScript thread.
#[napi]
pub struct JsStore(Arc<IsolatedStore>);

#[napi]
impl JsStore {
    /// `perform` is called with every operation, and must not throw. The time is requested only if the store has a clock.
    #[napi(constructor, ts_args_type = "perform: (request: StoreRequest) => void, hasClock: boolean", catch_unwind)]
    pub fn new(perform: Function<'_, StoreRequest, ()>, has_clock: bool) -> napi::Result<Self> {
        let send = perform.build_threadsafe_function().weak::<true>().build_callback(|context| Ok(context.value))?;
        Ok(Self(Arc::new(IsolatedStore::new(JsRecordStore { send, has_clock }))))
    }
}

/// Returns the result of an operation. It is dropped if the caller has stopped waiting.
#[napi(catch_unwind)]
pub fn answer_for_store(id: i64, response: StoreResponse) {
    if let Some(waiting) = waiting().remove(&id) {
        // An error means that the caller has stopped waiting.
        let _ = waiting.send(response);
    }
}

/// The pending operations of all stores, by id. It is global, so that an operation needs no reference to its store.
fn waiting() -> MutexGuard<'static, HashMap<i64, oneshot::Sender<StoreResponse>>> {
    static WAITING: LazyLock<Mutex<HashMap<i64, oneshot::Sender<StoreResponse>>>> = LazyLock::new(Mutex::default);
    lock(&WAITING)
}

/// A pending operation. Dropping it stops waiting for its result.
struct PendingOperation(i64);

impl Drop for PendingOperation {
    fn drop(&mut self) {
        waiting().remove(&self.0);
    }
}

/// A custom store, as a record store of the core.
struct JsRecordStore {
    send: SendRequest,
    has_clock: bool,
}

impl JsRecordStore {
    async fn request(&self, request: StoreRequest) -> Result<StoreResponse, StoreError> {
        static LAST: AtomicI64 = AtomicI64::new(0);
        let (sender, receiver) = oneshot::channel();
        let pending = PendingOperation(LAST.fetch_add(1, Ordering::Relaxed));
        waiting().insert(pending.0, sender);
        let operation = request.operation.clone();
        let ended = || StoreError::new(&operation, "the thread of the store has ended");
        if self.send.call(StoreRequest { id: pending.0, ..request }, ThreadsafeFunctionCallMode::NonBlocking)
            != Status::Ok
        {
            return Err(ended());
        }
        let response = receiver.await.map_err(|_| ended())?;
        match response.failure {
            Some(reason) => Err(match response.thrown {
                Some(number) => StoreError::caused_by(&operation, reason, Thrown(number)),
                None => StoreError::new(&operation, reason),
            }),
            None => Ok(response),
        }
    }
}

/// A request about the record with this key.
fn request_for(operation: &str, kind: RecordKind, key: &str) -> StoreRequest {
    let (operation, kind, key) = (operation.to_owned(), kind.as_str().to_owned(), key.to_owned());
    StoreRequest { operation, kind, key, ..StoreRequest::default() }
}

fn record(stored: StoredRecord) -> (String, Record) {
    (stored.key, Record::new(stored.version, stored.value))
}

#[async_trait]
impl RecordStore for JsRecordStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let found = self.request(request_for("get", kind, key)).await?.records;
        Ok(found.into_iter().next().map(|stored| record(stored).1))
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let value = Some(value.to_vec());
        Ok(self.request(StoreRequest { expected, value, ..request_for("put", kind, key) }).await?.done)
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let expected = Some(expected);
        Ok(self.request(StoreRequest { expected, ..request_for("delete", kind, key) }).await?.done)
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (after, limit) = (after.map(str::to_owned), i64::try_from(limit).unwrap_or(i64::MAX));
        let found = self.request(StoreRequest { after, limit, ..request_for("scan", kind, prefix) }).await?.records;
        Ok(found.into_iter().map(record).collect())
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        if !self.has_clock {
            return Ok(None);
        }
        Ok(self.request(request_for("now", RecordKind::Grant, "")).await?.now)
    }
}

/// The setting `store`: the address of a store, or a custom store.
pub enum StoreSetting {
    /// The address of one of the core's stores.
    Address(String),
    /// A custom store.
    Custom(Arc<dyn RecordStore>),
}

impl Value for StoreSetting {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let (env, value) = given.raw();
        match unsafe { ClassInstance::<'_, JsStore>::from_napi_value(env, value) } {
            Ok(store) => Ok(Self::Custom(Arc::clone(&store.0) as _)),
            Err(_) => given.text().map(Self::Address),
        }
    }
    open_platform::node_only_reads!();
}

open_platform::node_crosses!(StoreSetting);

#[napi]
impl Calls {
    /// Runs every conformance check of the core on a store, with at least one handle of it.
    #[napi(catch_unwind)]
    pub fn store_conformance(
        &self,
        env: Env,
        id: i64,
        handles: Vec<ClassInstance<'_, JsStore>>,
    ) -> napi::Result<Call<Vec<ConformanceFailure>>> {
        let handles = handles.iter().map(|store| Arc::clone(&store.0)).collect();
        let call = async move { Ok(conformance_of(handles).await) };
        self.registry().spawn(id, NO_CLIENT, Start::holding(true), call).map_err(raise(env))
    }
}
