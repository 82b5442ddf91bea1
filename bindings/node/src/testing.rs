//! The transport and the clock for unit tests without sockets: scripted responses, and a manual clock.
#![allow(unsafe_code, reason = "napi finds out the class of an object only this way")]

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use napi::Env;
use napi::bindgen_prelude::{ClassInstance, FromNapiValue};
use napi_derive::napi;
use open_platform::clock::Clock;
use open_platform::each_method;
use open_platform::ffi::length;
use open_platform::ffi::node::{Argument, Given, InvalidValue, Value};
use open_platform::testing::{self, RecordedRequest, ScriptedOutcome};

use crate::errors::raise;
use crate::methods::methods;

/// A transport that sends nothing: it records every request, and returns scripted responses.
#[napi]
pub struct Recorder {
    core: Arc<testing::Recorder>,
}

#[napi]
impl Recorder {
    /// The same outcome for every request.
    #[napi(factory, ts_args_type = "outcome: ScriptedOutcome", catch_unwind)]
    pub fn always(outcome: Argument<ScriptedOutcome>) -> napi::Result<Self> {
        outcome.named(|| "outcome".to_owned()).map(|outcome| Self { core: testing::Recorder::always(outcome) })
    }

    /// One outcome after the other. A request after the last outcome fails with an error that says so.
    #[napi(factory, ts_args_type = "outcomes: Array<ScriptedOutcome>", catch_unwind)]
    pub fn script(outcomes: Argument<Vec<ScriptedOutcome>>) -> napi::Result<Self> {
        outcomes.named(|| "outcomes".to_owned()).map(|outcomes| Self { core: testing::Recorder::script(outcomes) })
    }
}

each_method!(recorder methods Recorder);

/// A clock that stands still until it is moved. A wait on it returns at once, and moves it forward.
#[napi]
pub struct ManualClock {
    core: Arc<testing::ManualClock>,
}

#[napi]
impl ManualClock {
    /// A clock that is set to an instant.
    #[napi(factory, ts_args_type = "now: Date", catch_unwind)]
    pub fn at(now: Argument<DateTime<Utc>>) -> napi::Result<Self> {
        now.named(|| "now".to_owned()).map(|now| Self { core: testing::ManualClock::at(now) })
    }

    /// Moves it forward, by seconds.
    #[napi(ts_args_type = "by: number", catch_unwind)]
    pub fn advance(&self, env: Env, by: Argument<f64>) -> napi::Result<()> {
        let by = by.named(|| "by".to_owned())?;
        length("by", by).map(|by| self.core.advance(by)).map_err(raise(env))
    }
}

each_method!(manual_clock methods ManualClock);

macro_rules! handles {
    ($($handle:ident($class:ident) = $reason:literal),+ $(,)?) => {$(
        /// An object of the class, as a setting of a client.
        pub struct $handle(pub(crate) Arc<testing::$class>);

        impl Value for $handle {
            fn read(given: Given) -> Result<Self, InvalidValue> {
                let (env, value) = given.raw();
                let object = unsafe { ClassInstance::<'_, $class>::from_napi_value(env, value) };
                object.map(|object| Self(Arc::clone(&object.core))).map_err(|_| InvalidValue::new($reason))
            }
            open_platform::node_only_reads!();
        }
    )+};
}

handles!(Transport(Recorder) = "must be a Recorder", TestClock(ManualClock) = "must be a ManualClock");
