//! How a client and a call are set up, as plain objects. Names, meanings and defaults are those of the core's builder.

use std::collections::HashMap;
use std::time::Duration;

use open_platform::client::{self, Builder, Hosts};
use open_platform::ffi::{data, length, timeout};
use open_platform::ffi_types::settings::{ClientSetup, SettingValue};
use open_platform::observe::TraceContext;
use open_platform::{Error, OpenPlatform, Result};

use crate::observe::{Callback, HANDLED_EVENTS, LINES, LoggerSetting, Observation, REFRESHES, REQUESTS};
use crate::stores::StoreSetting;
use crate::testing::{TestClock, Transport};

/// What one call may have of its own.
#[data(options)]
#[derive(Default)]
pub struct CallOptions {
    /// How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. More than 0, at
    /// most 24 hours.
    pub timeout_ms: Option<f64>,
    /// Whether an add-on on a post may be sent again after an unclear outcome.
    pub repeat_post_addons: Option<bool>,
    /// Whether the records of its requests are delivered before its result.
    pub collects: Option<bool>,
    /// The header `traceparent` of its requests, if it collects their records.
    pub traceparent: Option<String>,
    /// The header `tracestate` of its requests.
    pub tracestate: Option<String>,
}

impl CallOptions {
    pub(crate) fn observation(&self) -> Option<Observation> {
        let parent = self.traceparent.as_deref();
        let context = || parent.and_then(|parent| TraceContext::new(parent, self.tracestate.as_deref()));
        self.collects.unwrap_or_default().then(|| Observation { context: context() })
    }

    pub(crate) fn checked(self) -> Result<client::CallOptions> {
        let mut options = client::CallOptions::default();
        let refused = |reason: &str| Error::invalid("timeout_ms", reason);
        options.timeout = self.timeout_ms.map(|ms| timeout(ms / 1000.0)).transpose().map_err(refused)?;
        options.repeat_post_addons = self.repeat_post_addons.unwrap_or_default();
        options.checked()
    }
}

/// Options from the core's table of settings. A member that is no more than a value has the name of its setting and this value, with
/// times in seconds. `path` is what stands before the names of members in errors.
macro_rules! settings {
    ($(#[$about:meta])* $class:ident $path:literal { $(
        $(#[$($member_about:tt)+])* $member:ident: [$($type:tt)+] $(= $name:literal |$value:ident| $plain:expr)?;
    )+ }) => {
        $(#[$about])*
        #[data(options)]
        pub struct $class {
            $($(#[$($member_about)+])* pub $member: $($type)+,)+
        }

        impl $class {
            /// Sets what is no more than a value.
            fn set(&mut self, setup: &mut ClientSetup) -> Result<()> {
                $($(
                    if let Some($value) = self.$member.take() {
                        let named = |error| of_member(error, concat!($path, stringify!($member)));
                        setup.set($name, $plain).map_err(named)?;
                    }
                )?)+
                Ok(())
            }
        }
    };
}
open_platform::each_setting!(node settings);

/// The error of a setting, with the name that it has here.
fn of_member(error: Error, member: &str) -> Error {
    match error {
        Error::Config { reason, cause, .. } => Error::Config { setting: member.to_owned(), reason, cause },
        Error::InvalidInput { reason, .. } => Error::invalid(member, reason),
        other => other,
    }
}

impl Settings {
    /// The bits of the records that callbacks and the logger take.
    pub(crate) fn wanted(&self) -> u32 {
        let bit = |is_set, bit| if is_set { bit } else { 0 };
        bit(self.on_request.is_some(), REQUESTS)
            | bit(self.on_refresh.is_some(), REFRESHES)
            | bit(self.on_handled_event.is_some(), HANDLED_EVENTS)
            | bit(self.logger.is_some(), LINES)
    }

    /// Whether calls are spans, if the program uses OpenTelemetry.
    pub(crate) fn tracing(&self) -> bool {
        self.tracing.unwrap_or(true)
    }

    /// Puts what is set over `builder`, and makes the client.
    pub(crate) fn build(mut self, builder: Builder) -> Result<OpenPlatform> {
        // The addresses have priority.
        if self.hosts.is_some() {
            self.sandbox_url = None;
        }
        let mut setup = ClientSetup { builder, ..ClientSetup::default() };
        self.set(&mut setup)?;
        if let Some(mut retry) = self.retry {
            retry.set(&mut setup)?;
        }
        match self.store {
            Some(StoreSetting::Address(address)) => setup.set("store", SettingValue::Text(address))?,
            Some(StoreSetting::Custom(store)) => setup.change(|builder| builder.store(store)),
            None => {}
        }
        if let Some(clock) = self.clock {
            setup.change(|builder| builder.clock(clock.0));
        }
        setup.transport = self.transport.map(|recorder| recorder.0 as _);
        setup.build()
    }
}

pub(crate) fn millis(name: &str, ms: f64) -> Result<Duration> {
    length(name, ms / 1000.0)
}
