//! Runs calls of the core: options, cancellation and the shutdown of a client.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use open_platform::api::Upload;
use open_platform::client;
use open_platform::ffi::{closed, closed_meanwhile, nearest_length};
use tokio::sync::{oneshot, watch};
use tokio::task::{self, AbortHandle};

use crate::errors::{OpenPlatformError, Result};
#[cfg(feature = "server")]
use crate::runtime::in_runtime;
use crate::runtime::runtime;
#[cfg(feature = "server")]
use crate::server::observe::{AttemptList, Observation};

/// A call of the core.
pub(crate) type Call<'a, T> = Pin<Box<dyn Future<Output = open_platform::Result<T>> + Send + 'a>>;

/// A call that cancellation and shutdown can end. It is boxed, so that methods with the same result type share its code.
pub(crate) type RunningCall<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// Makes the method of each client that runs a call with its options.
macro_rules! runs {
    ($handle:ident: $core:ty) => {
        impl $handle {
            /// Runs a call with its options.
            pub(crate) fn run<T: Send + 'static>(
                &self,
                options: Option<CallOptions>,
                call: impl FnOnce($core) -> crate::calling::Call<'static, T>,
            ) -> crate::calling::RunningCall<T> {
                self.shutdown.run_task(options, |options| call(self.core.with(options)))
            }
        }
    };
}
pub(crate) use runs;

/// Exports a method for each call: `name(arguments) -> result = |client| call;`.
macro_rules! export_calls {
    ($handle:ident { $($name:ident($($arg:ident: $type:ty),*) -> $result:ty = |$client:ident| $call:expr;)* }) => {
        #[uniffi::export]
        impl $handle {$(
            // `bindgen/src/calls.rs` looks for this line.
            #[doc = "On a JVM it is called through JNI."]
            #[uniffi::method(default(options = None))]
            async fn $name(&self, $($arg: $type,)* options: Option<CallOptions>) -> Result<$result> {
                self.run(options, |$client| Box::pin(async move { $call.await })).await
            }
        )*}

        #[cfg(not(target_vendor = "apple"))]
        crate::jvm::methods!($handle { $($name($($arg: $type,)* options: Option<CallOptions>) -> $result;)* });
    };
}
pub(crate) use export_calls;

/// The same for the calls that the core's `api` describes: `name(arguments) -> [result] = "endpoint" |client| area => method;`.
macro_rules! calls {
    ($handle:ident: $(
        $name:ident($($argument:ident: $type:tt),* $(; $option:ident)?) -> [$result:ty] =
            $endpoint:literal |$client:ident| $area:expr => $method:ident;
    )+) => {
        export_calls! { $handle {$(
            $name($($argument: calls!(@argument $type)),*) -> $result =
                |$client| $area.$method($(calls!(@given $argument $type)),*);
        )+} }
    };
    // The exported type of an argument, if it differs from the core's.
    (@argument Upload) => { UploadSource };
    (@argument Secret) => { String };
    (@argument $type:ident) => { $type };
    (@given $argument:ident Upload) => { $argument.into() };
    (@given $argument:ident $type:ident) => { $argument };
}
pub(crate) use calls;

/// Takes the progress of an upload.
#[uniffi::export(with_foreign)]
pub trait UploadObserver: Send + Sync {
    /// The bytes of the file that were sent, and its size.
    fn sent(&self, sent: i64, total: i64);
}

/// A file to upload.
#[derive(uniffi::Enum)]
pub enum UploadSource {
    /// A file in memory.
    Bytes {
        /// The contents of the file.
        bytes: Vec<u8>,
        /// Takes its progress.
        observer: Option<Arc<dyn UploadObserver>>,
    },
    /// A file on disk.
    File {
        /// The path of the file. Its name is not sent.
        path: String,
        /// Takes its progress.
        observer: Option<Arc<dyn UploadObserver>>,
    },
}

impl From<UploadSource> for Upload {
    fn from(source: UploadSource) -> Self {
        let (file, observer) = match source {
            UploadSource::Bytes { bytes, observer } => (Self::bytes(bytes), observer),
            UploadSource::File { path, observer } => (Self::path(path), observer),
        };
        match observer {
            None => file,
            Some(observer) => file.on_progress(move |it| observer.sent(it.sent as i64, it.total as i64)),
        }
    }
}

/// The options of one call.
#[derive(Default, uniffi::Record)]
pub struct CallOptions {
    /// The time limit of the whole call, in seconds: more than 0, at most 24 hours.
    #[uniffi(default)]
    pub timeout: Option<f64>,
    /// Whether a request that creates an add-on on a post may be retried if it is unknown whether the platform executed it.
    #[uniffi(default)]
    pub repeat_post_addons: bool,
    /// Cancels the call. Kotlin does not need it: there the cancellation of the coroutine ends the call.
    #[uniffi(default)]
    pub cancel: Option<Arc<CancelToken>>,
    /// Takes the requests of the call.
    #[cfg(feature = "server")]
    #[uniffi(default)]
    pub attempts: Option<Arc<AttemptList>>,
    /// The header `traceparent` of its requests, of the form of W3C Trace Context. Another one is not sent.
    #[cfg(feature = "server")]
    #[uniffi(default)]
    pub traceparent: Option<String>,
    /// The header `tracestate` beside it.
    #[cfg(feature = "server")]
    #[uniffi(default)]
    pub tracestate: Option<String>,
}

/// Cancels calls at once. It cannot be reset. A token refresh that a call has started continues.
#[derive(uniffi::Object)]
pub struct CancelToken(watch::Sender<bool>);

#[uniffi::export]
impl CancelToken {
    /// A token that is not cancelled.
    #[uniffi::constructor]
    fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Cancels all calls that use this token, including later ones.
    fn cancel(&self) {
        self.0.send_replace(true);
    }
}

/// Completes when a call must end, with the error to return.
type EndSignal = Pin<Box<dyn Future<Output = OpenPlatformError> + Send>>;

/// Whether a client or an inbox was shut down. A client shares it with its user clients.
pub(crate) struct Shutdown {
    begun: watch::Sender<bool>,
    /// What it ends, for the error.
    what: &'static str,
    /// Of an inbox: that of its client, which ends the inbox, too. An inbox that is closed does not end its client.
    client: Option<Arc<Shutdown>>,
}

impl Default for Shutdown {
    fn default() -> Self {
        Self { begun: watch::Sender::default(), what: "client", client: None }
    }
}

impl Shutdown {
    /// That of an inbox, and of its client if it has one.
    #[cfg(feature = "server")]
    pub(crate) fn of_inbox(client: Option<&Arc<Self>>) -> Arc<Self> {
        Arc::new(Self { begun: watch::Sender::default(), what: "inbox", client: client.cloned() })
    }

    /// Ends the calls in progress and refuses later ones.
    pub(crate) fn begin(&self) {
        self.begun.send_replace(true);
    }

    /// An error if it has begun.
    fn check(&self) -> Result<()> {
        if *self.begun.borrow() {
            return Err(closed(self.what).into());
        }
        self.client.as_ref().map_or(Ok(()), |client| client.check())
    }

    /// Runs a call until it completes, its token is cancelled or the client or inbox is shut down. The call is boxed, so that this
    /// function is not compiled once for each call.
    #[cfg(feature = "server")]
    pub(crate) async fn run<T>(&self, cancel: Option<Arc<CancelToken>>, call: Call<'_, T>) -> Result<T> {
        self.check()?;
        in_runtime(run_until(self.end_signal(cancel), call)).await?
    }

    /// Runs a call with its options, as a task of the runtime that also reads the network. If the caller polled it, each part
    /// of a response would switch between two threads, which costs more than the call itself.
    pub(crate) fn run_task<T: Send + 'static>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(client::CallOptions) -> Call<'static, T>,
    ) -> RunningCall<T> {
        #[cfg(feature = "server")]
        let observation = options.as_ref().map(Observation::of).unwrap_or_default();
        let started = core_options(options).and_then(|(options, cancel)| {
            self.check()?;
            let call = call(options);
            #[cfg(feature = "server")]
            let call = observation.observed(call);
            Ok(in_task(self.end_signal(cancel), call))
        });
        started.unwrap_or_else(|error| Box::pin(ready(Err(error))))
    }

    fn end_signal(&self, cancel: Option<Arc<CancelToken>>) -> EndSignal {
        let (shutdown, what) = (self.begun.subscribe(), self.what);
        let client = self.client.as_ref().map(|client| client.begun.subscribe());
        Box::pin(async move {
            tokio::select! {
                biased;
                () = cancelled(cancel.as_deref()) => OpenPlatformError::Cancelled {},
                () = begun(Some(shutdown)) => closed_meanwhile(what).into(),
                () = begun(client) => closed_meanwhile("client").into(),
            }
        })
    }
}

/// Returns the result of the call, or the error of the signal if that comes first.
async fn run_until<T>(end: EndSignal, call: Call<'_, T>) -> Result<T> {
    tokio::select! {
        biased;
        error = end => Err(error),
        result = call => Ok(result?),
    }
}

fn in_task<T: Send + 'static>(end: EndSignal, call: Call<'static, T>) -> RunningCall<T> {
    Box::pin(async move {
        let call = run_until(end, call);
        // Calls from a JVM already run in a task.
        if task::try_id().is_some() {
            return call.await;
        }
        let (sender, receiver) = oneshot::channel();
        let _task = AbortOnDrop(runtime()?.spawn(boxed(async move { drop(sender.send(call.await)) })).abort_handle());
        receiver.await.expect("a call that has not panicked")
    })
}

/// Boxes a future, so that the code of `spawn` is compiled once for all of them.
fn boxed(task: impl Future<Output = ()> + Send + 'static) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(task)
}

/// Aborts a task when it is dropped: when the caller stops polling the call.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn cancelled(token: Option<&CancelToken>) {
    begun(token.map(|token| token.0.subscribe())).await;
}

/// Completes when this is `true`. Its sender lives as long as the call, so `wait_for` cannot fail before.
async fn begun(signal: Option<watch::Receiver<bool>>) {
    match signal {
        Some(mut signal) => drop(signal.wait_for(|begun| *begun).await),
        None => std::future::pending().await,
    }
}

fn core_options(options: Option<CallOptions>) -> Result<(client::CallOptions, Option<Arc<CancelToken>>)> {
    let CallOptions { timeout, repeat_post_addons, cancel, .. } = options.unwrap_or_default();
    let mut options = client::CallOptions::default();
    (options.timeout, options.repeat_post_addons) = (timeout.map(nearest_length), repeat_post_addons);
    Ok((options.checked()?, cancel))
}
