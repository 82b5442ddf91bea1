//! Support for unit tests without a network: see `testing` of the core.

use std::sync::Arc;
use std::time::Duration;

use open_platform::clock::Clock;
use open_platform::each_method;
use open_platform::ffi::nearest_length;
use open_platform::ffi::uniffi::chrono::{DateTime, Utc};
use open_platform::testing::{self, RecordedRequest, ScriptedOutcome};

use crate::methods::methods;

/// A transport that sends nothing: it records every request and returns outcomes from a script.
#[derive(uniffi::Object)]
pub struct Recorder {
    pub(crate) core: Arc<testing::Recorder>,
}

#[uniffi::export]
impl Recorder {
    /// A recorder that returns the same outcome for every request.
    #[uniffi::constructor]
    fn always(outcome: ScriptedOutcome) -> Self {
        Self { core: testing::Recorder::always(outcome) }
    }

    /// A recorder that returns the outcomes in order. A further request fails with a `Transport` error that says so.
    #[uniffi::constructor]
    fn script(outcomes: Vec<ScriptedOutcome>) -> Self {
        Self { core: testing::Recorder::script(outcomes) }
    }
}

each_method!(recorder methods Recorder);

/// A clock for tests that changes only when it is advanced. A wait of the client returns at once and advances it.
#[derive(uniffi::Object)]
pub struct ManualClock {
    pub(crate) core: Arc<testing::ManualClock>,
}

#[uniffi::export]
impl ManualClock {
    /// Creates a clock with this time.
    #[uniffi::constructor]
    fn new(now: DateTime<Utc>) -> Self {
        Self { core: testing::ManualClock::at(now) }
    }

    /// Advances the clock by this number of seconds.
    fn advance(&self, by: f64) {
        self.core.advance(nearest_length(by));
    }
}

each_method!(manual_clock methods ManualClock);
