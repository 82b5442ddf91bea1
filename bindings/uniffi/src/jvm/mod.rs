//! Calls of the platform from a JVM, instead of UniFFI's asynchronous functions.
//!
//! UniFFI uses JNA on a JVM. With JNA a call needs about ten native calls with structures, each of some microseconds: several
//! times the cost of the call itself. Here a call is one JNI call, with the arguments as serialized by UniFFI's converters.
//! Asynchronous calls run on one thread of the JVM. It waits in [`next_batch`], and passes the results of all calls that have
//! completed to the waiting coroutines.

mod natives;

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::{Poll, Waker};

use open_platform::ffi::{lock, no_runtime};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;
use uniffi::{FfiConverter, Lift, LiftArgsError, Lower, RustCallError};

use crate::UniFfiTag;
use crate::errors::Result;

/// A method of a handle, or a function, that can be called by JNI.
pub(crate) struct Method {
    /// The type of the handle; `func` for a function.
    pub(crate) handle: &'static str,
    pub(crate) name: &'static str,
    pub(crate) call: MethodCall,
}
inventory::collect!(Method);

/// Reads the arguments of a method of the object with this handle, and calls it.
pub(crate) enum MethodCall {
    /// The outcome comes later, in a batch.
    Asynchronous(fn(u64, &[u8]) -> Result<CallFuture, LiftArgsError>),
    /// The outcome is returned.
    Immediate(fn(u64, &mut &[u8]) -> Result<Outcome, LiftArgsError>),
}

pub(crate) type CallFuture = Pin<Box<dyn Future<Output = Outcome> + Send>>;

/// Registers the asynchronous methods of a handle.
macro_rules! methods {
    ($handle:ident { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)* }) => {$(
        inventory::submit! {
            crate::jvm::Method {
                handle: stringify!($handle),
                name: stringify!($name),
                call: crate::jvm::MethodCall::Asynchronous(|handle, mut arguments| {
                    let object = crate::jvm::object::<$handle>(handle)?;
                    $(let $arg = crate::jvm::argument::<$type>(stringify!($arg), &mut arguments)?;)*
                    Ok(Box::pin(async move {
                        #[allow(unused_imports, reason = "a method that returns nothing does not use it")]
                        use crate::jvm::Serialize as _;
                        let serialized = |value| crate::jvm::Returned::<$result>(value).serialize();
                        crate::jvm::Outcome::new(object.$name($($arg),*).await.map(serialized))
                    }))
                }),
            }
        }
    )*};
}
pub(crate) use methods;

/// The object with this handle, which the JVM keeps alive during the call.
pub(crate) fn object<T>(handle: u64) -> Result<Arc<T>, LiftArgsError>
where
    Arc<T>: FfiConverter<UniFfiTag>,
{
    let borrowed: Arc<T> = argument("self", &mut handle.to_be_bytes().as_slice())?;
    let object = Arc::clone(&borrowed);
    // The handle still owns its reference.
    mem::forget(borrowed);
    Ok(object)
}

pub(crate) fn argument<T: Lift<UniFfiTag>>(arg_name: &'static str, from: &mut &[u8]) -> Result<T, LiftArgsError> {
    T::try_read(from).map_err(|error| LiftArgsError { arg_name, error })
}

/// A value that a method returns. UniFFI has no converter for `()`, hence the two kinds of `serialize`.
pub(crate) struct Returned<T>(pub(crate) T);

impl Returned<()> {
    #[allow(dead_code, reason = "every method for phones returns something")]
    pub(crate) fn serialize(self) -> Vec<u8> {
        Vec::new()
    }
}

pub(crate) trait Serialize {
    fn serialize(self) -> Vec<u8>;
}

impl<T: Lower<UniFfiTag>> Serialize for Returned<T> {
    fn serialize(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2048);
        T::write(self.0, &mut bytes);
        bytes
    }
}

/// The result of a call.
pub(crate) struct Outcome {
    status: Status,
    payload: Vec<u8>,
}

/// What the payload of an outcome is. `NativeCalls` in `packages/kotlin` has the same numbers.
#[derive(Clone, Copy)]
enum Status {
    Value = 0,
    Error = 1,
    /// A text: an argument could not be read, or this library has a defect.
    Internal = 2,
}

impl Outcome {
    pub(crate) fn new(result: Result<Vec<u8>>) -> Self {
        match result {
            Ok(payload) => Self { status: Status::Value, payload },
            Err(error) => Self { status: Status::Error, payload: Returned(error).serialize() },
        }
    }

    fn internal(text: &str) -> Self {
        Self { status: Status::Internal, payload: text.as_bytes().to_vec() }
    }

    /// The message of a panic is not included, because it may contain a value of the caller.
    fn panicked() -> Self {
        Self::internal("the call has panicked")
    }

    fn unreadable(argument: LiftArgsError) -> Self {
        match argument.to_internal_error() {
            RustCallError::InternalError(text) => Self::internal(&text),
            RustCallError::Error(_) => Self::internal("an argument could not be read"),
        }
    }

    fn write(&self, to: &mut Vec<u8>) {
        to.push(self.status as u8);
        to.extend_from_slice(&u32::try_from(self.payload.len()).unwrap_or(u32::MAX).to_be_bytes());
        to.extend_from_slice(&self.payload);
    }

    fn to_vec(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.payload.len() + 8);
        self.write(&mut bytes);
        bytes
    }
}

/// The calls of the process.
#[derive(Default)]
struct Registry {
    running: HashMap<i64, AbortHandle>,
    /// The ids and the outcomes of the calls that have completed since the last batch.
    batch: Vec<u8>,
    /// Wakes the thread that waits for the next batch.
    waker: Option<Waker>,
}

fn registry() -> MutexGuard<'static, Registry> {
    static REGISTRY: OnceLock<Mutex<Registry>> = OnceLock::new();
    lock(REGISTRY.get_or_init(Mutex::default))
}

/// Puts the outcome of a call with this id into the next batch, unless the call was cancelled.
struct Completion(i64);

impl Completion {
    fn complete(&self, outcome: &Outcome) {
        let mut registry = registry();
        if registry.running.remove(&self.0).is_none() {
            return;
        }
        registry.batch.extend_from_slice(&self.0.to_be_bytes());
        outcome.write(&mut registry.batch);
        if let Some(waker) = registry.waker.take() {
            waker.wake();
        }
    }
}

impl Drop for Completion {
    /// Does nothing for a call that is complete or cancelled. Any other call has panicked.
    fn drop(&mut self) {
        self.complete(&Outcome::panicked());
    }
}

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

/// Creates the runtime of the calls, unless it exists. That can fail, for example without a free file descriptor, and
/// succeed later.
fn create_runtime() -> Result<()> {
    static CREATING: Mutex<()> = Mutex::new(());
    let _guard = lock(&CREATING);
    if RUNTIME.get().is_none() {
        let created = Builder::new_current_thread().enable_all().build().map_err(no_runtime)?;
        let _ = RUNTIME.set(created);
    }
    Ok(())
}

fn all_methods() -> &'static [&'static Method] {
    static METHODS: OnceLock<Vec<&'static Method>> = OnceLock::new();
    METHODS.get_or_init(|| inventory::iter::<Method>.into_iter().collect())
}

/// The number of a method. `name` is the one in UniFFI's functions: the handle in lower case, `_` and the method.
fn method_number(name: &str) -> Option<usize> {
    all_methods().iter().position(|method| {
        let rest = name.strip_prefix(&method.handle.to_lowercase()).and_then(|rest| rest.strip_prefix('_'));
        rest == Some(method.name)
    })
}

/// Makes a call. The outcome of an asynchronous one is in a later batch, under this id; if it could not be started, and of any other
/// call, the outcome is returned.
fn start(method: usize, handle: u64, id: i64, mut arguments: &[u8]) -> Option<Outcome> {
    let started = match all_methods().get(method).map(|method| &method.call) {
        Some(MethodCall::Immediate(call)) => {
            return Some(call(handle, &mut arguments).unwrap_or_else(Outcome::unreadable));
        }
        Some(MethodCall::Asynchronous(start)) => RUNTIME.get().map(|runtime| (runtime, start(handle, arguments))),
        None => None,
    };
    let (runtime, call) = match started {
        Some((runtime, Ok(call))) => (runtime, call),
        Some((_, Err(argument))) => return Some(Outcome::unreadable(argument)),
        None => return Some(Outcome::internal("there is no such method")),
    };
    let completion = Completion(id);
    // The lock is held, so that the call cannot end before it is registered.
    let mut registry = registry();
    let task = runtime.spawn(async move { completion.complete(&call.await) });
    registry.running.insert(id, task.abort_handle());
    None
}

/// Cancels a call, which then has no outcome.
fn cancel(id: i64) {
    let call = registry().running.remove(&id);
    if let Some(call) = call {
        call.abort();
    }
}

/// Runs the calls until at least one has completed.
fn next_batch() -> Vec<u8> {
    let Some(runtime) = RUNTIME.get() else { return Vec::new() };
    runtime.block_on(poll_fn(|context| {
        let mut registry = registry();
        if registry.batch.is_empty() {
            registry.waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(mem::take(&mut registry.batch))
    }))
}

/// Puts back a batch that could not be delivered, so that the next call of [`next_batch`] returns it again.
fn restore(batch: Vec<u8>) {
    let mut registry = registry();
    let later = mem::replace(&mut registry.batch, batch);
    registry.batch.extend(later);
}
