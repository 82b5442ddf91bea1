//! Calls under way: they run on one background thread of the process, and their results come back in batches.
//!
//! A promise per call would wake Node once for each result. Here every result goes into one queue, and one wake-up of
//! the event loop takes all that are there. The wake-up does not keep the process alive by itself, only while a call
//! is under way.
#![allow(
    unsafe_code,
    reason = "napi has no safe way to let a thread-safe function hold the process, or to build a batch"
)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::{Future, pending};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use napi::bindgen_prelude::{Function, ToNapiValue, TypeName};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status, ValueType, sys};
use napi_derive::napi;
use open_platform::error::ErrorReport;
use open_platform::{Error, Result};
use tokio::runtime::{Builder, Handle};
use tokio::task::AbortHandle;

/// Wakes the event loop. Weak: it alone does not keep the process alive.
type Wake = ThreadsafeFunction<(), (), Batch, Status, false, true>;

/// Makes the value of a call in JavaScript, on JavaScript's own thread.
type Value = Box<dyn FnOnce(sys::napi_env) -> napi::Result<sys::napi_value> + Send>;

/// The result of one call.
struct Finished {
    id: i64,
    outcome: Result<Value, Box<ErrorReport>>,
}

/// Where the background thread leaves results.
#[derive(Default)]
struct Queue {
    finished: Mutex<Vec<Finished>>,
    wake: OnceLock<Wake>,
}

impl Queue {
    fn finished(&self) -> MutexGuard<'_, Vec<Finished>> {
        // No code that can panic runs while the lock is held.
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, result: Finished) {
        let mut finished = self.finished();
        finished.push(result);
        let first = finished.len() == 1;
        drop(finished);
        if let (true, Some(wake)) = (first, self.wake.get()) {
            // It fails only if the environment has ended: then nobody waits.
            wake.call((), ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}

/// The results of all calls that have finished since the last batch, flat: id, error or `null`, value, and so on.
pub struct Batch(Vec<Finished>);

impl ToNapiValue for Batch {
    unsafe fn to_napi_value(env: sys::napi_env, batch: Self) -> napi::Result<sys::napi_value> {
        let scope = Env::from_raw(env);
        let mut array = scope.create_array(u32::try_from(batch.0.len() * 3).unwrap_or(u32::MAX))?;
        for (index, Finished { id, outcome }) in (0..).step_by(3).zip(batch.0) {
            let (error, value) = match outcome.and_then(|value| value(env).map_err(|_| lost())) {
                Ok(value) => (None, Some(Raw(value))),
                Err(report) => (Some(*report), None),
            };
            array.set(index, id)?;
            array.set(index + 1, error)?;
            array.set(index + 2, value)?;
        }
        unsafe { ToNapiValue::to_napi_value(env, array) }
    }
}

/// A value that is JavaScript's already.
struct Raw(sys::napi_value);

impl ToNapiValue for Raw {
    unsafe fn to_napi_value(_env: sys::napi_env, value: Self) -> napi::Result<sys::napi_value> {
        Ok(value.0)
    }
}

/// Takes a call's result to the queue, or an error where it ends without one.
struct Answer {
    id: i64,
    queue: Arc<Queue>,
    given: bool,
}

impl Answer {
    fn give<T: ToNapiValue + Send + 'static>(mut self, result: Result<T>) {
        self.given = true;
        let outcome = match result {
            Ok(value) => Ok(Box::new(|env| unsafe { T::to_napi_value(env, value) }) as Value),
            Err(error) => Err(error.report().into()),
        };
        self.queue.push(Finished { id: self.id, outcome });
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        // A panic, or a cancelled call, for whose answer nobody looks.
        if !self.given {
            self.queue.push(Finished { id: self.id, outcome: Err(lost()) });
        }
    }
}

/// The report for a call that broke inside this library. What a panic says may hold a value of the caller, so it is not
/// in there.
fn lost() -> Box<ErrorReport> {
    Box::new(ErrorReport {
        code: "internal".to_owned(),
        text: "the call broke inside this library: please report it".to_owned(),
        ..ErrorReport::default()
    })
}

/// A call under way.
struct Running {
    task: AbortHandle,
    client: u32,
}

/// What JavaScript's thread knows of its calls.
pub(crate) struct Desk {
    env: sys::napi_env,
    queue: Arc<Queue>,
    running: RefCell<HashMap<i64, Running>>,
}

impl Desk {
    /// Starts a call of the client with this number. Its result will come under `id`.
    pub(crate) fn start<T: ToNapiValue + Send + 'static>(
        &self,
        id: i64,
        client: u32,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<()> {
        let answer = Answer { id, queue: Arc::clone(&self.queue), given: false };
        let task = runtime()?.spawn(async move { answer.give(call.await) }).abort_handle();
        let mut running = self.running.borrow_mut();
        if running.is_empty() {
            self.hold_process(true);
        }
        running.insert(id, Running { task, client });
        Ok(())
    }

    fn cancel(&self, id: i64) -> bool {
        let Some(call) = self.take(id) else { return false };
        call.task.abort();
        true
    }

    /// Drops the calls of one client, and returns their ids.
    pub(crate) fn cancel_all(&self, client: u32) -> Vec<i64> {
        let running = self.running.borrow();
        let mut ids: Vec<_> = running.iter().filter(|(_, call)| call.client == client).map(|(id, _)| *id).collect();
        drop(running);
        ids.retain(|id| self.cancel(*id));
        ids
    }

    /// The results that somebody waits for.
    fn finished(&self) -> Batch {
        let mut finished = std::mem::take(&mut *self.queue.finished());
        finished.retain(|result| self.take(result.id).is_some());
        Batch(finished)
    }

    fn take(&self, id: i64) -> Option<Running> {
        let mut running = self.running.borrow_mut();
        let call = running.remove(&id)?;
        if running.is_empty() {
            self.hold_process(false);
        }
        Some(call)
    }

    /// The process stays alive while a call is under way, and only then.
    fn hold_process(&self, hold: bool) {
        let Some(wake) = self.queue.wake.get() else { return };
        let set = if hold { sys::napi_ref_threadsafe_function } else { sys::napi_unref_threadsafe_function };
        wake.handle.with_read_aborted(|aborted| {
            if !aborted {
                // Safe: this is the thread of the environment, which has not ended.
                unsafe { set(self.env, wake.raw()) };
            }
        });
    }
}

impl Drop for Desk {
    /// The environment ends, maybe with calls under way: a worker thread was terminated.
    fn drop(&mut self) {
        self.running.get_mut().values().for_each(|call| call.task.abort());
    }
}

/// The calls of one environment: the main thread or a worker. Results come as one flat array: id, error or `null`, value,
/// and so on for each.
#[napi]
pub struct Calls(Rc<Desk>);

#[napi]
impl Calls {
    #[napi(constructor, ts_args_type = "answer: (batch: unknown[]) => void")]
    pub fn new(env: Env, answer: Function<'_, Batch, ()>) -> napi::Result<Self> {
        let queue = Arc::<Queue>::default();
        let desk = Rc::new(Desk { env: env.raw(), queue: Arc::clone(&queue), running: RefCell::default() });
        let taken = Rc::clone(&desk);
        let wake =
            answer.build_threadsafe_function::<()>().weak::<true>().build_callback(move |_| Ok(taken.finished()))?;
        let _ = queue.wake.set(wake);
        Ok(Self(desk))
    }

    /// Drops a call: it is not answered any more. A token refresh that it waited for goes on. Returns whether it was
    /// under way.
    #[napi]
    pub fn cancel(&self, id: i64) -> bool {
        self.0.cancel(id)
    }

    /// How many calls are under way.
    #[napi(getter)]
    pub fn pending(&self) -> u32 {
        u32::try_from(self.0.running.borrow().len()).unwrap_or(u32::MAX)
    }
}

impl Calls {
    pub(crate) fn desk(&self) -> Rc<Desk> {
        Rc::clone(&self.0)
    }
}

/// What a method returns that has started a call: nothing. The value arrives through [`Calls`].
pub struct Call<T>(PhantomData<T>);

impl<T> Call<T> {
    pub(crate) const STARTED: Self = Self(PhantomData);
}

impl<T> TypeName for Call<T> {
    fn type_name() -> &'static str {
        "undefined"
    }
    fn value_type() -> ValueType {
        ValueType::Undefined
    }
}

impl<T> ToNapiValue for Call<T> {
    unsafe fn to_napi_value(env: sys::napi_env, _call: Self) -> napi::Result<sys::napi_value> {
        unsafe { <()>::to_napi_value(env, ()) }
    }
}

/// The thread on which all calls of the process run: made for the first of them, and never ended.
fn runtime() -> Result<Handle> {
    static RUNTIME: Mutex<Option<Handle>> = Mutex::new(None);
    let mut runtime = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*runtime {
        return Ok(handle.clone());
    }
    let unavailable = |error: std::io::Error| Error::Config {
        setting: "runtime".to_owned(),
        reason: format!("the system gave no thread: {}", error.kind()),
    };
    let made = Builder::new_current_thread().enable_all().build().map_err(unavailable)?;
    let handle = made.handle().clone();
    std::thread::Builder::new()
        .name("open-platform".to_owned())
        .spawn(move || made.block_on(pending::<()>()))
        .map_err(unavailable)?;
    *runtime = Some(handle.clone());
    Ok(handle)
}
