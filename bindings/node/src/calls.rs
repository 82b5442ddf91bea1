//! Pending calls: they run on one background thread of the process, and their results arrive in batches.
//!
//! A promise per call would wake Node once per result. Here all results go into one queue, and one wake-up of
//! the event loop takes all available results. The wake-up keeps the process alive only while a call
//! is pending. Records of requests go into the same queue, so that those of a call arrive before its result.
#![allow(
    unsafe_code,
    reason = "napi has no safe way to let a thread-safe function hold the process, or to build a batch"
)]

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use napi::bindgen_prelude::{Function, ToNapiValue, TypeName};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status, ValueType, check_status, sys};
use napi_derive::napi;
use open_platform::error_classes::internal_report;
use open_platform::ffi::node::{Encoder, Value};
use open_platform::{Result, ffi};
use tokio::task::AbortHandle;

use crate::observe::Observation;

/// Wakes the event loop. Weak: it alone does not keep the process alive.
type Wake = ThreadsafeFunction<(), (), Batch, Status, false, true>;

/// What a [`QueuedMessage`] is, and whose number it has. The numbers are those in `packages/node/src/native.ts`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum MessageKind {
    /// The value that a call returns.
    Value = 0,
    /// The error of a call.
    Error = 1,
    /// All requests of a call that collects them. Its result follows.
    Attempts = 2,
    /// A request of a client.
    Attempt = 3,
    /// A request of a token refresh of a client.
    Refresh = 4,
    /// No further records of a client follow.
    Ended = 5,
    /// A handled event of an inbox of a client.
    HandledEvent = 6,
    /// The progress of the upload of a call: the bytes that were sent, and the size of the file.
    Progress = 7,
    /// A line for the log of a client.
    Line = 8,
}

/// Something for the JavaScript thread, which only has to decode it.
pub(crate) struct QueuedMessage {
    /// The id of a call or the number of a client.
    id: i64,
    kind: MessageKind,
    encoder: Encoder,
    on_delivered: Option<OnDelivered>,
}

/// What is done when a result arrives in JavaScript. It is dropped if the result does not arrive, because its call was cancelled.
pub(crate) type OnDelivered = Box<dyn FnOnce() + Send>;

impl QueuedMessage {
    pub(crate) fn new<T: Value>(id: i64, kind: MessageKind, value: &T) -> Self {
        Self { id, kind, encoder: Encoder::of(value), on_delivered: None }
    }

    fn of_call<T: Value>(id: i64, outcome: Result<T>) -> Self {
        match outcome {
            Ok(value) => Self::new(id, MessageKind::Value, &value),
            Err(error) => Self::new(id, MessageKind::Error, &error.in_javascript().report()),
        }
    }
}

/// What the background thread has for the JavaScript thread.
#[derive(Default)]
pub(crate) struct Queue {
    messages: Mutex<Vec<QueuedMessage>>,
    wake: OnceLock<Wake>,
    /// Which records of all clients the JavaScript thread takes: the bits of [`Calls::subscribe`].
    pub(crate) subscriptions: AtomicU32,
}

impl Queue {
    pub(crate) fn push(&self, message: QueuedMessage) {
        let mut messages = ffi::lock(&self.messages);
        messages.push(message);
        let first = messages.len() == 1;
        drop(messages);
        if first {
            self.wake();
        }
    }

    fn wake(&self) {
        if let Some(wake) = self.wake.get() {
            // It fails only if the environment has ended: then no caller waits.
            wake.call((), ThreadsafeFunctionCallMode::NonBlocking);
        }
    }
}

/// What has come since the last batch, flat: number, kind and value of each.
pub struct Batch(Vec<QueuedMessage>);

impl ToNapiValue for Batch {
    unsafe fn to_napi_value(env: sys::napi_env, batch: Self) -> napi::Result<sys::napi_value> {
        let (mut array, mut index) = (null_mut(), 0);
        check_status!(unsafe { sys::napi_create_array(env, &mut array) })?;
        for QueuedMessage { id, kind, encoder, on_delivered } in batch.0 {
            let (kind, value) = match unsafe { encoder.into_value(env) } {
                Ok(value) => {
                    if let Some(on_delivered) = on_delivered {
                        on_delivered();
                    }
                    (kind, value)
                }
                Err(error) => match (kind, thrown(env, error)?) {
                    (MessageKind::Value | MessageKind::Error, exception) => (MessageKind::Error, exception),
                    // Nobody waits for the record of a request.
                    (_, exception) => {
                        check_status!(unsafe { sys::napi_fatal_exception(env, exception) })?;
                        continue;
                    }
                },
            };
            let values = unsafe { [i64::to_napi_value(env, id)?, u32::to_napi_value(env, kind as u32)?, value] };
            for value in values {
                check_status!(unsafe { sys::napi_set_element(env, array, index, value) })?;
                index += 1;
            }
        }
        Ok(array)
    }
}

/// The exception of the package's decoder.
fn thrown(env: sys::napi_env, error: napi::Error) -> napi::Result<sys::napi_value> {
    if error.status != Status::PendingException {
        return Err(error);
    }
    let mut exception = null_mut();
    check_status!(unsafe { sys::napi_get_and_clear_last_exception(env, &mut exception) })?;
    Ok(exception)
}

/// Adds the result of a call to the queue, or an error if it is dropped without a result.
struct PendingResult {
    id: i64,
    queue: Arc<Queue>,
    is_queued: bool,
}

impl PendingResult {
    fn complete(mut self, result: QueuedMessage) {
        self.is_queued = true;
        self.queue.push(result);
    }
}

impl Drop for PendingResult {
    fn drop(&mut self) {
        // After a panic, or for a cancelled call, whose result is ignored.
        if !self.is_queued {
            self.queue.push(QueuedMessage::new(self.id, MessageKind::Error, &internal_report()));
        }
    }
}

type BoxedCall = Pin<Box<dyn Future<Output = QueuedMessage> + Send>>;

/// How a call is started.
pub(crate) struct Start {
    /// Whether it keeps the process alive.
    pub(crate) holds_process: bool,
    pub(crate) observation: Option<Observation>,
}

impl Start {
    pub(crate) fn holding(holds_process: bool) -> Self {
        Self { holds_process, observation: None }
    }

    pub(crate) fn observed(observation: Option<Observation>) -> Self {
        Self { holds_process: true, observation }
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
    /// Starts a call of the client with this number. Its result arrives with `id`.
    pub(crate) fn spawn<T: Value>(
        &self,
        id: i64,
        client: u32,
        start: Start,
        call: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<Call<T>> {
        self.drive(id, client, start, Box::pin(async move { QueuedMessage::of_call(id, call.await) }))?;
        Ok(Call(PhantomData))
    }

    /// As [`spawn`](Self::spawn), with what is done when the result arrives.
    pub(crate) fn spawn_then<T: Value>(
        &self,
        id: i64,
        client: u32,
        start: Start,
        call: impl Future<Output = Result<(T, OnDelivered)>> + Send + 'static,
    ) -> Result<Call<T>> {
        let call = async move {
            let (outcome, on_delivered) = match call.await {
                Ok((value, on_delivered)) => (Ok(value), Some(on_delivered)),
                Err(error) => (Err(error), None),
            };
            QueuedMessage { on_delivered, ..QueuedMessage::of_call(id, outcome) }
        };
        self.drive(id, client, start, Box::pin(call))?;
        Ok(Call(PhantomData))
    }

    /// Boxed, so that the code of the runtime is not instantiated for each type of future.
    fn drive(&self, id: i64, client: u32, start: Start, call: BoxedCall) -> Result<()> {
        let Start { holds_process, observation } = start;
        let pending = PendingResult { id, queue: Arc::clone(&self.queue), is_queued: false };
        let runtime = ffi::runtime()?;
        let task = match observation {
            None => runtime.spawn(async move { pending.complete(call.await) }),
            Some(observation) => runtime.spawn(async move {
                let (result, attempts) = observation.run(call).await;
                pending.queue.push(QueuedMessage::new(id, MessageKind::Attempts, &attempts));
                pending.complete(result);
            }),
        };
        self.running.borrow_mut().insert(id, Running { task: task.abort_handle(), client, holds_process });
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

    /// The results of calls that are still pending, and records.
    fn batch(&self) -> Batch {
        let mut messages = std::mem::take(&mut *ffi::lock(&self.queue.messages));
        messages.retain(|it| match it.kind {
            MessageKind::Value | MessageKind::Error => self.take(it.id).is_some(),
            MessageKind::Attempts | MessageKind::Progress => self.running.borrow().contains_key(&it.id),
            MessageKind::Attempt
            | MessageKind::Refresh
            | MessageKind::HandledEvent
            | MessageKind::Line
            | MessageKind::Ended => true,
        });
        Batch(messages)
    }

    pub(crate) fn queue(&self) -> Arc<Queue> {
        Arc::clone(&self.queue)
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

/// The calls of one environment: the main thread or a worker. Results and records arrive as one flat array: number, kind and
/// value of each.
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
            answer.build_threadsafe_function::<()>().weak::<true>().build_callback(move |_| Ok(taken.batch()))?;
        let _ = queue.wake.set(wake);
        Ok(Self(registry))
    }

    /// Cancels a call: it has no result any more. A token refresh that it waited for continues. Returns whether it was
    /// pending.
    #[napi(catch_unwind)]
    pub fn cancel(&self, id: i64) -> bool {
        self.0.cancel(id)
    }

    /// Says which records of every client are wanted from now on: the sum of 1 for requests, 2 for
    /// refreshes and 4 for events of inboxes.
    #[napi(catch_unwind)]
    pub fn subscribe(&self, records: u32) {
        self.0.queue.subscriptions.store(records, Ordering::Relaxed);
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
