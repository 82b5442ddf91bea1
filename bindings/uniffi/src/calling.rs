//! How a call is run: its options, its cancellation and the end of a client.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use open_platform::api::Upload;
use open_platform::ffi::nearest_length;
use open_platform::{Error, client};
use tokio::sync::{oneshot, watch};
use tokio::task::{self, AbortHandle};

use crate::errors::{OpenPlatformError, Result};

/// What the core answers.
pub(crate) type Reply<T> = open_platform::Result<T>;

/// A call of the core under way.
pub(crate) type Call<'a, T> = Pin<Box<dyn Future<Output = Reply<T>> + Send + 'a>>;

/// The same with what can end it. In a box, so that methods of the same result share its code.
pub(crate) type Run<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// A method for each call: `name(arguments) -> answer = |it| call;`.
macro_rules! own_calls {
    ($handle:ident { $($name:ident($($arg:ident: $type:ty),*) -> $answer:ty = |$it:ident| $call:expr;)* }) => {
        #[uniffi::export(async_runtime = "tokio")]
        impl $handle {$(
            // The generator of the Kotlin sources looks for this line.
            #[doc = "On a JVM it crosses by JNI."]
            #[uniffi::method(default(options = None))]
            async fn $name(&self, $($arg: $type,)* options: Option<CallOptions>) -> Result<$answer> {
                self.run(options, |$it| Box::pin(async move { $call.await })).await
            }
        )*}

        #[cfg(not(target_vendor = "apple"))]
        crate::jvm::methods!($handle { $($name($($arg: $type),*) -> $answer;)* });
    };
}
pub(crate) use own_calls;

/// The same for the calls that the core's `api` describes: `name(arguments) -> [answer] = area.method;`.
macro_rules! calls {
    ($handle:ident: $(
        $name:ident($($argument:ident: $type:tt),* $(; $option:ident)?) -> [$answer:ty] = $($step:ident).+;
    )+) => {
        own_calls! { $handle {$(
            $name($($argument: calls!(@argument $type)),*) -> $answer =
                |client| calls!(@step (client) ($(calls!(@given $argument $type)),*) $($step)+);
        )+} }
    };
    // What crosses in another type than the core's.
    (@argument Upload) => { ImageSource };
    (@argument Secret) => { String };
    (@argument $type:ident) => { $type };
    (@given $argument:ident Upload) => { $argument.into() };
    (@given $argument:ident $type:ident) => { $argument };
    (@step ($($done:tt)+) $arguments:tt $last:ident) => { $($done)+.$last $arguments };
    (@step ($($done:tt)+) $arguments:tt $next:ident $($rest:ident)+) => {
        calls!(@step ($($done)+.$next()) $arguments $($rest)+)
    };
}
pub(crate) use calls;

/// An image to upload.
#[derive(uniffi::Enum)]
pub enum ImageSource {
    /// An image in memory.
    Bytes {
        /// All of it.
        bytes: Vec<u8>,
    },
    /// An image in a file.
    File {
        /// Where the file is. Its name is never sent.
        path: String,
    },
}

impl From<ImageSource> for Upload {
    fn from(source: ImageSource) -> Self {
        match source {
            ImageSource::Bytes { bytes } => Self::bytes(bytes),
            ImageSource::File { path } => Self::path(path),
        }
    }
}

/// What one call may have of its own.
#[derive(Default, uniffi::Record)]
pub struct CallOptions {
    /// How many seconds the whole call may take: more than 0, at most 24 hours.
    #[uniffi(default)]
    pub timeout: Option<f64>,
    /// Whether an add-on on a post may be sent again after an unclear outcome.
    #[uniffi(default)]
    pub repeat_post_addons: bool,
    /// Ends the call from outside. Kotlin does not need it: there a cancelled coroutine ends the call by itself.
    #[uniffi(default)]
    pub cancel: Option<Arc<CancelToken>>,
}

/// Ends calls from outside, at once and for good. A token refresh that a call has begun goes on.
#[derive(uniffi::Object)]
pub struct CancelToken(watch::Sender<bool>);

#[uniffi::export]
impl CancelToken {
    #[uniffi::constructor]
    fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Ends every call that was given this token, those that begin later too.
    fn cancel(&self) {
        self.0.send_replace(true);
    }
}

/// Waits until a call has to end.
type Ended = Pin<Box<dyn Future<Output = OpenPlatformError> + Send>>;

/// Whether a client is in use or shut down. Its users share it.
#[derive(Default)]
pub(crate) struct Life(watch::Sender<bool>);

impl Life {
    /// Ends the calls under way and refuses later ones.
    pub(crate) fn end(&self) {
        self.0.send_replace(true);
    }

    /// Runs a call until it ends, its token is used or the client is shut down. The call is in a box, because otherwise
    /// all this would be compiled once for each call.
    #[cfg(feature = "server")]
    pub(crate) async fn run<T>(&self, cancel: Option<Arc<CancelToken>>, call: Call<'_, T>) -> Result<T> {
        if *self.0.borrow() {
            return Err(closed("it is closed"));
        }
        first(self.ended(cancel), call).await
    }

    /// Runs a call with its options, as a task of the runtime where the network is read. Polled by the caller, it would
    /// change between two threads for each part of an answer, which costs more than the call.
    pub(crate) fn run_task<T: Send + 'static>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(client::CallOptions) -> Call<'static, T>,
    ) -> Run<T> {
        let started = core_options(options).and_then(|(options, cancel)| {
            if *self.0.borrow() {
                return Err(closed("it is closed"));
            }
            Ok(in_task(self.ended(cancel), call(options)))
        });
        started.unwrap_or_else(|error| Box::pin(ready(Err(error))))
    }

    /// Waits until a call has to end, and says why.
    fn ended(&self, cancel: Option<Arc<CancelToken>>) -> Ended {
        let mut life = self.0.subscribe();
        Box::pin(async move {
            // What is listened to lives as long as the call, so the only end of the wait is its word.
            tokio::select! {
                biased;
                () = used(cancel.as_deref()) => OpenPlatformError::Cancelled {},
                _ = life.wait_for(|ended| *ended) => closed("it was closed during the call"),
            }
        })
    }
}

/// What comes first: the reason to end a call, or its answer.
async fn first<T>(ended: Ended, call: Call<'_, T>) -> Result<T> {
    tokio::select! {
        biased;
        error = ended => Err(error),
        result = call => Ok(result?),
    }
}

fn in_task<T: Send + 'static>(ended: Ended, call: Call<'static, T>) -> Run<T> {
    Box::pin(async move {
        let call = first(ended, call);
        // The calls of a JVM are tasks already.
        if task::try_id().is_some() {
            return call.await;
        }
        let (answer, answered) = oneshot::channel();
        let _task = Task(task::spawn(boxed(async move { drop(answer.send(call.await)) })).abort_handle());
        answered.await.expect("a call that has not panicked")
    })
}

/// One kind of future, so that what runs them is compiled once.
fn boxed(task: impl Future<Output = ()> + Send + 'static) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(task)
}

/// A task that ends when nobody waits for it any more.
struct Task(AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn used(token: Option<&CancelToken>) {
    match token {
        Some(token) => drop(token.0.subscribe().wait_for(|used| *used).await),
        None => std::future::pending().await,
    }
}

fn closed(reason: &str) -> OpenPlatformError {
    Error::Config { setting: "client".to_owned(), reason: reason.to_owned() }.into()
}

fn core_options(options: Option<CallOptions>) -> Result<(client::CallOptions, Option<Arc<CancelToken>>)> {
    let CallOptions { timeout, repeat_post_addons, cancel } = options.unwrap_or_default();
    let mut options = client::CallOptions::default();
    (options.timeout, options.repeat_post_addons) = (timeout.map(nearest_length), repeat_post_addons);
    Ok((options.checked()?, cancel))
}
