//! How a call is run: its options, its cancellation and the end of a client.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use open_platform::api::Upload;
use open_platform::ffi::nearest_length;
use open_platform::{Error, client};
use tokio::sync::watch;

use crate::errors::{OpenPlatformError, Result};

/// What the core answers.
pub(crate) type Reply<T> = open_platform::Result<T>;

/// A call of the core under way.
pub(crate) type Call<'a, T> = Pin<Box<dyn Future<Output = Reply<T>> + Send + 'a>>;

/// A method for each call: `name(arguments) -> answer = |it| call;`.
macro_rules! own_calls {
    ($handle:ident { $($name:ident($($arg:ident: $type:ty),*) -> $answer:ty = |$it:ident| $call:expr;)* }) => {
        #[uniffi::export(async_runtime = "tokio")]
        impl $handle {$(
            #[uniffi::method(default(options = None))]
            async fn $name(&self, $($arg: $type,)* options: Option<CallOptions>) -> Result<$answer> {
                self.run(options, |$it| Box::pin(async move { $call.await })).await
            }
        )*}
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
    pub(crate) async fn run<T>(&self, cancel: Option<Arc<CancelToken>>, call: Call<'_, T>) -> Result<T> {
        if *self.0.borrow() {
            return Err(closed("it is closed"));
        }
        tokio::select! {
            biased;
            error = self.ended(cancel) => Err(error),
            result = call => Ok(result?),
        }
    }

    /// Waits until a call has to end, and says why.
    fn ended(&self, cancel: Option<Arc<CancelToken>>) -> Pin<Box<dyn Future<Output = OpenPlatformError> + Send>> {
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

async fn used(token: Option<&CancelToken>) {
    match token {
        Some(token) => drop(token.0.subscribe().wait_for(|used| *used).await),
        None => std::future::pending().await,
    }
}

fn closed(reason: &str) -> OpenPlatformError {
    Error::Config { setting: "client".to_owned(), reason: reason.to_owned() }.into()
}

pub(crate) fn core_options(options: Option<CallOptions>) -> Result<(client::CallOptions, Option<Arc<CancelToken>>)> {
    let CallOptions { timeout, repeat_post_addons, cancel } = options.unwrap_or_default();
    let mut options = client::CallOptions::default();
    (options.timeout, options.repeat_post_addons) = (timeout.map(nearest_length), repeat_post_addons);
    Ok((options.checked()?, cancel))
}
