//! For unit tests without sockets: see the core's `testing`.

use std::sync::Arc;
use std::time::Duration;

use open_platform::clock::Clock;
use open_platform::ffi::nearest_length;
use open_platform::ffi::uniffi::DateTime;
use open_platform::testing::{self, Outcome, RecordedRequest};

/// The version of this library, which is that of the command that belongs to it.
#[cfg(feature = "server")]
#[uniffi::export]
fn library_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// A transport that sends nothing: it keeps every request, and answers from a script.
#[derive(uniffi::Object)]
pub struct Recorder(pub(crate) Arc<testing::Recorder>);

#[uniffi::export]
impl Recorder {
    /// The same outcome for every request.
    #[uniffi::constructor]
    fn always(outcome: Outcome) -> Self {
        Self(testing::Recorder::always(outcome))
    }

    /// One outcome after the other. A request too many fails with a `Transport` error that says so.
    #[uniffi::constructor]
    fn script(outcomes: Vec<Outcome>) -> Self {
        Self(testing::Recorder::script(outcomes))
    }

    /// The requests so far, every attempt by itself, those too many included.
    fn requests(&self) -> Vec<RecordedRequest> {
        self.0.requests()
    }
}

/// A clock that stands still until it is moved. Whoever waits on it waits no time, and moves it on.
#[derive(uniffi::Object)]
pub struct ManualClock(pub(crate) Arc<testing::ManualClock>);

#[uniffi::export]
impl ManualClock {
    /// A clock that stands at an instant.
    #[uniffi::constructor]
    fn new(now: DateTime) -> Self {
        Self(testing::ManualClock::at(now))
    }

    /// Where it stands.
    fn now(&self) -> DateTime {
        self.0.now()
    }

    /// Moves it on by so many seconds.
    fn advance(&self, by: f64) {
        self.0.advance(nearest_length(by));
    }

    /// How many seconds the client has waited, each time by itself.
    fn waits(&self) -> Vec<f64> {
        self.0.waits().iter().map(Duration::as_secs_f64).collect()
    }
}
