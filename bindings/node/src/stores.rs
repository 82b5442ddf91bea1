//! Stores of the app's own, written in JavaScript.
//!
//! The core asks on its own thread. The question goes to the thread of the store, which answers by number whenever it is
//! ready, so that a store may wait, and may call the client again. How long it may take is up to the core's guard.
#![allow(unsafe_code, reason = "napi finds out the class of an object only this way")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use napi::bindgen_prelude::{ClassInstance, FromNapiValue, Function};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status};
use napi_derive::napi;
use open_platform::error::{StoreError, Thrown};
use open_platform::ffi::data;
use open_platform::ffi::node::{Given, InvalidValue, Value};
use open_platform::stores::{Guarded, Kind, Record, RecordStore};
use open_platform::testing::stores;
use tokio::sync::oneshot;

use crate::calls::{Call, Calls, NO_CLIENT};
use crate::errors::raise;

/// What a store is asked for.
#[data]
pub struct StoreQuestion {
    /// To be given with the answer.
    pub id: i64,
    /// `get`, `put`, `delete` or `list`.
    pub operation: String,
    /// What the record is about.
    pub kind: String,
    /// The key, or what it begins with.
    pub key: String,
    /// The version that the record must have.
    pub expected: Option<i64>,
    /// The new content.
    pub value: Option<Vec<u8>>,
}

/// A stored record.
#[data]
pub struct StoredRecord {
    /// Its name, within the records of its kind.
    pub key: String,
    /// Changes with every write. 1 for a new record.
    pub version: i64,
    /// The content, sealed.
    pub value: Vec<u8>,
}

/// What a store answers: records to `get` and `list`, whether it was done to `put` and `delete`, or why it failed.
#[data]
pub struct StoreAnswer {
    /// What was found.
    pub records: Vec<StoredRecord>,
    /// Whether it was done.
    pub done: bool,
    /// Why it could not be done; never a stored value.
    pub failure: Option<String>,
    /// The number under which the package keeps what was thrown.
    pub thrown: Option<i64>,
}

/// Asks a store. Weak: it does not keep the process alive, only the call that waits for it does.
type Ask = ThreadsafeFunction<StoreQuestion, (), StoreQuestion, Status, false, true>;

/// A store of this thread.
#[napi]
pub struct OwnStore(Arc<Guarded<Own>>);

#[napi]
impl OwnStore {
    /// `ask` is called with every question, and must not throw.
    #[napi(constructor, ts_args_type = "ask: (question: StoreQuestion) => void", catch_unwind)]
    pub fn new(ask: Function<'_, StoreQuestion, ()>) -> napi::Result<Self> {
        let ask = ask.build_threadsafe_function().weak::<true>().build_callback(|context| Ok(context.value))?;
        Ok(Self(Arc::new(Guarded::new(Own(ask)))))
    }
}

/// Answers a question. An answer that nobody waits for any more is dropped.
#[napi(catch_unwind)]
pub fn answer_for_store(id: i64, answer: StoreAnswer) {
    if let Some(waiting) = waiting().remove(&id) {
        // If it is not wanted any more.
        let _ = waiting.send(answer);
    }
}

/// Who waits for the answer to which question: of all stores, so that a question holds none of them.
fn waiting() -> MutexGuard<'static, HashMap<i64, oneshot::Sender<StoreAnswer>>> {
    static WAITING: LazyLock<Mutex<HashMap<i64, oneshot::Sender<StoreAnswer>>>> = LazyLock::new(Mutex::default);
    // No code that can panic runs while the lock is held.
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A question without an answer so far.
struct Open(i64);

impl Drop for Open {
    fn drop(&mut self) {
        waiting().remove(&self.0);
    }
}

/// Such a store as the core calls it.
struct Own(Ask);

impl Own {
    async fn ask(
        &self,
        operation: &str,
        kind: Kind,
        key: &str,
        expected: Option<i64>,
        value: Option<&[u8]>,
    ) -> Result<StoreAnswer, StoreError> {
        static LAST: AtomicI64 = AtomicI64::new(0);
        let (sender, receiver) = oneshot::channel();
        let open = Open(LAST.fetch_add(1, Ordering::Relaxed));
        waiting().insert(open.0, sender);
        let question = StoreQuestion {
            id: open.0,
            operation: operation.to_owned(),
            kind: kind.as_str().to_owned(),
            key: key.to_owned(),
            expected,
            value: value.map(<[u8]>::to_vec),
        };
        let ended = || StoreError::new(operation, "the thread of the store has ended");
        if self.0.call(question, ThreadsafeFunctionCallMode::NonBlocking) != Status::Ok {
            return Err(ended());
        }
        let answer = receiver.await.map_err(|_| ended())?;
        match answer.failure {
            Some(reason) => Err(match answer.thrown {
                Some(number) => StoreError::caused_by(operation, reason, Thrown(number)),
                None => StoreError::new(operation, reason),
            }),
            None => Ok(answer),
        }
    }
}

fn record(stored: StoredRecord) -> (String, Record) {
    (stored.key, Record { version: stored.version, value: stored.value.into() })
}

#[async_trait]
impl RecordStore for Own {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let found = self.ask("get", kind, key, None, None).await?.records;
        Ok(found.into_iter().next().map(|stored| record(stored).1))
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        Ok(self.ask("put", kind, key, expected, Some(value)).await?.done)
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        Ok(self.ask("delete", kind, key, Some(expected), None).await?.done)
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        Ok(self.ask("list", kind, prefix, None, None).await?.records.into_iter().map(record).collect())
    }
}

/// Where grants live: the address of a store, or a store of the app's own.
pub enum StoreSetting {
    /// The address of one of the core's stores.
    Address(String),
    /// The app's own.
    Own(Arc<dyn RecordStore>),
}

impl Value for StoreSetting {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        match own(given) {
            Ok(store) => Ok(Self::Own(store)),
            Err(_) => given.text().map(Self::Address),
        }
    }
    open_platform::node_only_reads!();
}

fn own(given: Given) -> Result<Arc<Guarded<Own>>, InvalidValue> {
    let (env, value) = given.raw();
    let object = unsafe { ClassInstance::<'_, OwnStore>::from_napi_value(env, value) };
    object.map(|store| Arc::clone(&store.0)).map_err(|_| InvalidValue::new("must be a store"))
}

/// Several handles on one store.
pub struct OwnStores(Vec<Arc<Guarded<Own>>>);

/// One of them.
struct Handle(Arc<Guarded<Own>>);

impl Value for Handle {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        own(given).map(Self)
    }
    open_platform::node_only_reads!();
}

impl Value for OwnStores {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        Vec::<Handle>::read(given).map(|handles| Self(handles.into_iter().map(|handle| handle.0).collect()))
    }
    open_platform::node_only_reads!();
}

open_platform::node_crosses!(StoreSetting);
open_platform::node_crosses!(OwnStores);

/// A check that a store did not pass.
#[data]
pub struct StoreFlaw {
    /// The name of the check: what is expected of a store.
    pub check: String,
    /// What happened instead.
    pub problem: String,
}

#[napi]
impl Calls {
    /// Runs every check of the core on a store. The handles, at least one, are different ways to reach one and the same.
    #[napi(catch_unwind)]
    pub fn store_conformance(
        &self,
        env: Env,
        id: i64,
        #[napi(ts_arg_type = "Array<OwnStore>")] handles: OwnStores,
    ) -> napi::Result<Call<Vec<StoreFlaw>>> {
        let next = AtomicUsize::new(0);
        let open = move || Arc::clone(&handles.0[next.fetch_add(1, Ordering::Relaxed) % handles.0.len()]);
        let call = async move {
            let flaw = |flaw: stores::Flaw| StoreFlaw { check: flaw.check.to_owned(), problem: flaw.problem };
            Ok(stores::conformance(open).await.into_iter().map(flaw).collect::<Vec<_>>())
        };
        self.registry().start(id, NO_CLIENT, call).map_err(raise(env))?;
        Ok(Call::STARTED)
    }
}
