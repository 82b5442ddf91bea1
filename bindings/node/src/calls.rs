//! Pending calls: they run on one background thread of the process, and their results arrive in batches.
//!
//! A promise per call would wake Node once per result. Here all results go into one queue, and one wake-up of
//! the event loop takes all available results. The wake-up keeps the process alive only while a call
//! is pending.
#![allow(
    unsafe_code,
    reason = "napi has no safe way to let a thread-safe function hold the process, or to build a batch"
)]

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::{Future, pending};
use std::marker::PhantomData;
use std::pin::Pin;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use napi::bindgen_prelude::{Function, ToNapiValue, TypeName};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status, ValueType, check_status, sys};
use napi_derive::napi;
use open_platform::error::ErrorReport;
use open_platform::ffi::node::{Encoder, Value};
use open_platform::{Error, Result};
use tokio::runtime::{Builder, Handle};
use tokio::task::AbortHandle;

/// Wakes the event loop. Weak: it alone does not keep the process alive.
type Wake = ThreadsafeFunction<(), (), Batch, Status, false, true>;

/// The encoded result of one call: the JavaScript thread only has to decode it.
struct Finished {
    id: i64,
    is_error: bool,
    encoder: Encoder,
}

impl Finished {
    fn new<T: Value>(id: i64, outcome: &Result<T, ErrorReport>) -> Self {
        let encoder = match outcome {
            Ok(value) => Encoder::of(value),
            Err(report) => Encoder::of(report),
        };
        Self { id, is_error: outcome.is_err(), encoder }
    }
}

/// The results of the background thread.
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
        if first {
            self.wake();
        }
    }

    fn take(&self) -> Vec<Finished> {
        std::mem::take(&mut *self.finished())
    }

    fn wake(&self) {
        if let Some(wake) = self.wake.get() {
            // It fails only if the environment has ended: then no caller waits.
            wake.call((), ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}

/// The results of calls that have finished since the last batch, flat: id, whether it is an error, and value or error of
/// each.
pub struct Batch(Vec<Finished>);

impl ToNapiValue for Batch {
    unsafe fn to_napi_value(env: sys::napi_env, batch: Self) -> napi::Result<sys::napi_value> {
        let (mut array, mut index) = (null_mut(), 0);
        check_status!(unsafe { sys::napi_create_array_with_length(env, 3 * batch.0.len(), &mut array) })?;
        for Finished { id, is_error, encoder } in batch.0 {
            let values = unsafe {
                [i64::to_napi_value(env, id)?, bool::to_napi_value(env, is_error)?, encoder.into_value(env)?]
            };
            for value in values {
                check_status!(unsafe { sys::napi_set_element(env, array, index, value) })?;
                index += 1;
            }
        }
        Ok(array)
    }
}

/// Adds the result of a call to the queue, or an error if it is dropped without a result.
struct Answer {
    id: i64,
    queue: Arc<Queue>,
    given: bool,
}

impl Answer {
    fn give<T: Value>(mut self, result: Result<T>) {
        let finished = Finished::new(self.id, &result.map_err(|error| error.in_camel_case().report()));
        self.given = true;
        self.queue.push(finished);
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        // After a panic, or for a cancelled call, whose result is ignored.
        if !self.given {
            self.queue.push(Finished::new::<()>(self.id, &Err(lost())));
        }
    }
}

/// The report of a call that panicked. The message of the panic may hold a value of the caller, so it is not
/// included.
fn lost() -> ErrorReport {
    ErrorReport {
        code: "internal".to_owned(),
        text: "the call broke inside this library: please report it".to_owned(),
        ..ErrorReport::default()
    }
}

/// A pending call.
struct Running {
    task: AbortHandle,
    client: u32,
    holds_process: bool,
}

/// The client number of calls without a client.
pub(crate) const NO_CLIENT: u32 = u32::MAX;

/// The calls of one JavaScript thread that have not completed.
pub(crate) struct CallRegistry {
    env: sys::napi_env,
    queue: Arc<Queue>,
    running: RefCell<HashMap<i64, Running>>,
    /// The number of calls that keep the process alive.
    holding: Cell<usize>,
}

impl CallRegistry {
    /// Starts a call of the client with this number. Its result arrives with `id`. The process stays alive until then.
    pub(crate) fn start<T: Value>(
        &self,
        id: i64,
        client: u32,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<()> {
        self.spawn(id, client, true, call)
    }

    /// As [`start`](Self::start), for a call that may not keep the process alive.
    pub(crate) fn spawn<T: Value>(
        &self,
        id: i64,
        client: u32,
        holds_process: bool,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<()> {
        let answer = Answer { id, queue: Arc::clone(&self.queue), given: false };
        self.drive(id, client, holds_process, Box::pin(async move { answer.give(call.await) }))
    }

    /// Boxed, so that the code of the runtime is not instantiated for each type of future.
    fn drive(
        &self,
        id: i64,
        client: u32,
        holds_process: bool,
        call: Pin<Box<dyn Future<Output = ()> + Send>>,
    ) -> Result<()> {
        let task = runtime()?.spawn(call).abort_handle();
        self.running.borrow_mut().insert(id, Running { task, client, holds_process });
        if holds_process {
            self.hold(self.holding.get() + 1);
        }
        Ok(())
    }

    fn cancel(&self, id: i64) -> bool {
        let Some(call) = self.take(id) else { return false };
        call.task.abort();
        true
    }

    /// Cancels the calls of one client, and returns their ids.
    pub(crate) fn cancel_all(&self, client: u32) -> Vec<i64> {
        let running = self.running.borrow();
        let mut ids: Vec<_> = running.iter().filter(|(_, call)| call.client == client).map(|(id, _)| *id).collect();
        drop(running);
        ids.retain(|id| self.cancel(*id));
        ids
    }

    /// The results of calls that are still pending.
    fn finished(&self) -> Batch {
        let mut finished = self.queue.take();
        finished.retain(|result| self.take(result.id).is_some());
        Batch(finished)
    }

    fn take(&self, id: i64) -> Option<Running> {
        let call = self.running.borrow_mut().remove(&id)?;
        if call.holds_process {
            self.hold(self.holding.get() - 1);
        }
        Some(call)
    }

    /// Keeps the process alive while at least one pending call requires it.
    fn hold(&self, calls: usize) {
        let before = self.holding.replace(calls);
        let Some(wake) = self.queue.wake.get() else { return };
        let set = match (before, calls) {
            (0, 1) => sys::napi_ref_threadsafe_function,
            (1, 0) => sys::napi_unref_threadsafe_function,
            _ => return,
        };
        wake.handle.with_read_aborted(|aborted| {
            if !aborted {
                // Safe: this is the thread of the environment, which has not ended.
                unsafe { set(self.env, wake.raw()) };
            }
        });
    }
}

impl Drop for CallRegistry {
    /// The environment ends, possibly with pending calls: a worker thread was terminated.
    fn drop(&mut self) {
        self.running.get_mut().values().for_each(|call| call.task.abort());
    }
}

/// The calls of one environment: the main thread or a worker. Results arrive as one flat array: id, whether it is an error,
/// and value or error of each.
#[napi]
pub struct Calls(Rc<CallRegistry>);

#[napi]
impl Calls {
    #[napi(constructor, ts_args_type = "answer: (batch: unknown[]) => void", catch_unwind)]
    pub fn new(env: Env, answer: Function<'_, Batch, ()>) -> napi::Result<Self> {
        let queue = Arc::<Queue>::default();
        let registry = Rc::new(CallRegistry {
            env: env.raw(),
            queue: Arc::clone(&queue),
            running: RefCell::default(),
            holding: Cell::new(0),
        });
        let taken = Rc::clone(&registry);
        let wake =
            answer.build_threadsafe_function::<()>().weak::<true>().build_callback(move |_| Ok(taken.finished()))?;
        let _ = queue.wake.set(wake);
        Ok(Self(registry))
    }

    /// Cancels a call: it has no result any more. A token refresh that it waited for continues. Returns whether it was
    /// pending.
    #[napi(catch_unwind)]
    pub fn cancel(&self, id: i64) -> bool {
        self.0.cancel(id)
    }

    /// The number of pending calls.
    #[napi(getter, catch_unwind)]
    pub fn pending(&self) -> u32 {
        u32::try_from(self.0.running.borrow().len()).unwrap_or(u32::MAX)
    }
}

impl Calls {
    pub(crate) fn registry(&self) -> Rc<CallRegistry> {
        Rc::clone(&self.0)
    }
}

/// The return value of a method that has started a call: nothing. The result arrives through [`Calls`].
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

/// The thread on which all calls of the process run: started for the first call, and never stopped.
pub(crate) fn runtime() -> Result<Handle> {
    static RUNTIME: Mutex<Option<Handle>> = Mutex::new(None);
    let mut runtime = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*runtime {
        return Ok(handle.clone());
    }
    let unavailable = |error: std::io::Error| Error::Config {
        setting: "runtime".to_owned(),
        reason: format!(
            "the system gave no thread or no file descriptor for it, and the next call tries again: {error}"
        ),
        cause: None,
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
