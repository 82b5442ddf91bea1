//! Support for unit tests without a network: see `testing` of the core.

use std::sync::Arc;
use std::time::Duration;

use open_platform::clock::Clock;
use open_platform::ffi::nearest_length;
use open_platform::ffi::uniffi::DateTime;
use open_platform::testing::{self, RecordedRequest, ScriptedOutcome};

/// A transport that sends nothing: it records every request and returns outcomes from a script.
#[derive(uniffi::Object)]
pub struct Recorder(pub(crate) Arc<testing::Recorder>);

#[uniffi::export]
impl Recorder {
    /// A recorder that returns the same outcome for every request.
    #[uniffi::constructor]
    fn always(outcome: ScriptedOutcome) -> Self {
        Self(testing::Recorder::always(outcome))
    }

    /// A recorder that returns the outcomes in order. A further request fails with a `Transport` error that says so.
    #[uniffi::constructor]
    fn script(outcomes: Vec<ScriptedOutcome>) -> Self {
        Self(testing::Recorder::script(outcomes))
    }

    /// The requests so far, one entry per attempt, including those for which the script had no outcome.
    fn requests(&self) -> Vec<RecordedRequest> {
        self.0.requests()
    }
}

/// A clock for tests that changes only when it is advanced. A wait of the client returns at once and advances it.
#[derive(uniffi::Object)]
pub struct ManualClock(pub(crate) Arc<testing::ManualClock>);

#[uniffi::export]
impl ManualClock {
    /// Creates a clock with this time.
    #[uniffi::constructor]
    fn new(now: DateTime) -> Self {
        Self(testing::ManualClock::at(now))
    }

    /// The current time of this clock.
    fn now(&self) -> DateTime {
        self.0.now()
    }

    /// Advances the clock by this number of seconds.
    fn advance(&self, by: f64) {
        self.0.advance(nearest_length(by));
    }

    /// The waits of the client so far, in order, in seconds.
    fn waits(&self) -> Vec<f64> {
        self.0.waits().iter().map(Duration::as_secs_f64).collect()
    }
}
