//! How a client and a call are set up, as plain objects. Names, meanings and defaults are those of the core's builder.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use open_platform::client::{self, Builder};
use open_platform::ffi::{data, length};
use open_platform::observe::TraceContext;
use open_platform::policy::RetryPolicy;
use open_platform::stores::Encryption;
use open_platform::transport::{Http, HttpBuilder};
use open_platform::{Error, Result};

use crate::observe::{Callback, LINES, LoggerSetting, Observation, REFRESHES, REQUESTS, WORK};
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
        options.timeout = self.timeout_ms.map(timeout).transpose().map_err(refused)?;
        options.repeat_post_addons = self.repeat_post_addons.unwrap_or_default();
        options.checked()
    }
}

/// The addresses of the platform.
#[data(options)]
pub struct Hosts {
    /// The authorization server.
    pub auth: String,
    /// The main API.
    pub base: String,
    /// The second API host, which one legacy call uses.
    pub api: String,
    /// The image upload host. It gets no credentials.
    pub upload: String,
    /// The upload host for media of chats. It gets upload tokens only.
    pub chat: String,
}

/// The settings of the core's table, and how each reaches what it configures: `member: [Option<Type>] = Kind group name;`,
/// with times in milliseconds.
macro_rules! settings {
    (
        settings { $(
            $(#[$($about:tt)+])* $member:ident: [$($type:tt)+] = $kind:ident $group:ident $name:ident;
        )+ }
        retry { $(
            $(#[$($retry_about:tt)+])* $retry_member:ident: [$($retry_type:tt)+] = $retry_kind:ident retry $retry_name:ident;
        )+ }
    ) => {
        /// How often and how long to try again.
        #[data(options)]
        pub struct Retry {
            $($(#[$($retry_about)+])* pub $retry_member: $($retry_type)+,)+
        }

        impl Retry {
            fn checked(self) -> Result<RetryPolicy> {
                let mut policy = RetryPolicy::default();
                $(settings!(@retry self policy $retry_member $retry_kind $retry_name);)+
                Ok(policy)
            }
        }

        /// How a client is set up. What is not given comes from the environment. No credential is required: a call that needs
        /// one that is not set says so.
        #[data(options)]
        pub struct Settings {
            $($(#[$($about)+])* pub $member: $($type)+,)+
            /// How often and how long to try again.
            pub retry: Option<Retry>,
        }

        impl Settings {
            /// Sets what is no more than a value.
            fn set(&self, mut to: Targets) -> Result<Targets> {
                $(settings!(@set self to $member $kind $group $name);)+
                Ok(to)
            }
        }
    };
    // The package does what these say.
    (@set $self:ident $to:ident $member:ident $kind:ident observe $name:ident) => {};
    (@set $self:ident $to:ident $member:ident $kind:ident node $name:ident) => {};
    (@set $self:ident $to:ident $member:ident Text client $name:ident) => {
        settings!(@value $self $to $member client $name, |value| value)
    };
    (@set $self:ident $to:ident $member:ident Credential client $name:ident) => {
        settings!(@value $self $to $member client $name, |value| value)
    };
    (@set $self:ident $to:ident $member:ident Flag $group:ident $name:ident) => {
        settings!(@value $self $to $member $group $name, |value| value)
    };
    (@set $self:ident $to:ident $member:ident Count $group:ident $name:ident) => {
        settings!(@value $self $to $member $group $name, |value| value as usize)
    };
    (@set $self:ident $to:ident $member:ident Bytes $group:ident $name:ident) => {
        settings!(@value $self $to $member $group $name, |value| value as u64)
    };
    (@set $self:ident $to:ident $member:ident Timeout $group:ident $name:ident) => {
        if let Some(timeout) = timeout_setting(stringify!($member), $self.$member)? {
            $to = $to.$group(|builder| builder.$name(timeout));
        }
    };
    // What is more than a value is set by `apply`.
    (@set $self:ident $to:ident $member:ident $kind:ident client $name:ident) => {};
    (@value $self:ident $to:ident $member:ident $group:ident $name:ident, |$value:ident| $made:expr) => {
        if let Some($value) = $self.$member.clone() {
            $to = $to.$group(|builder| builder.$name($made));
        }
    };
    (@retry $self:ident $policy:ident $member:ident Attempts $name:ident) => {
        if let Some(attempts) = $self.$member {
            $policy.$name = attempts;
        }
    };
    (@retry $self:ident $policy:ident $member:ident Wait $name:ident) => {
        if let Some(wait) = $self.$member {
            $policy.$name = millis(concat!("retry.", stringify!($member)), wait)?;
        }
    };
}
open_platform::each_setting!(node settings);

/// What the settings configure.
struct Targets {
    client: Builder,
    /// The transport, where it is not to be the default one.
    http: Option<HttpBuilder>,
}

impl Targets {
    fn client(self, change: impl FnOnce(Builder) -> Builder) -> Self {
        Self { client: change(self.client), ..self }
    }

    fn http(self, change: impl FnOnce(HttpBuilder) -> HttpBuilder) -> Self {
        Self { http: Some(change(self.http.unwrap_or_else(Http::builder))), ..self }
    }
}

impl Settings {
    /// The bits of the records that callbacks and the logger take.
    pub(crate) fn wanted(&self) -> u32 {
        let bit = |is_set, bit| if is_set { bit } else { 0 };
        bit(self.on_request.is_some(), REQUESTS)
            | bit(self.on_refresh.is_some(), REFRESHES)
            | bit(self.on_work.is_some(), WORK)
            | bit(self.logger.is_some(), LINES)
    }

    /// Whether calls are spans, if the program uses OpenTelemetry.
    pub(crate) fn tracing(&self) -> bool {
        self.tracing.unwrap_or(true)
    }

    /// Puts what is set over `builder`.
    pub(crate) fn apply(self, builder: Builder) -> Result<Builder> {
        let Targets { client: mut builder, http } = self.set(Targets { client: builder, http: None })?;
        let pem = self.root_certificates_pem;
        if let Some(http) = http {
            let http = set(http, pem.as_deref(), HttpBuilder::root_certificates_pem);
            builder = builder.transport(Arc::new(http.build()?));
        }
        builder = set(builder, pem, Builder::root_certificates_pem);
        builder = set(builder, self.identification_keys, Builder::identification_keys);
        builder = set(builder, self.sandbox_url, |builder, url| builder.hosts(client::Hosts::sandbox(url)));
        builder = set(builder, self.hosts, |builder, hosts| {
            let Hosts { auth, base, api, upload, chat } = hosts;
            builder.hosts(client::Hosts { auth, base, api, upload, chat })
        });
        builder = set(builder, self.retry.map(Retry::checked).transpose()?, Builder::retry);
        builder = set(builder, self.store, |builder, store| match store {
            StoreSetting::Address(address) => builder.store_url(address),
            StoreSetting::Own(store) => builder.store(store),
        });
        let encryption = self.store_keys.map(|keys| Encryption::from_list(&keys.join(","))).transpose()?;
        builder = set(builder, encryption, Builder::store_encryption);
        builder = set(builder, self.transport, |builder, recorder| builder.transport(recorder.0));
        builder = set(builder, self.environment, Builder::environment);
        builder = set(builder, self.clock, |builder, clock| builder.clock(clock.0));
        Ok(builder)
    }
}

fn set<B, T>(builder: B, value: Option<T>, with: impl FnOnce(B, T) -> B) -> B {
    match value {
        Some(value) => with(builder, value),
        None => builder,
    }
}

fn timeout(ms: f64) -> Result<Duration, &'static str> {
    open_platform::ffi::timeout(ms / 1000.0)
}

fn timeout_setting(name: &str, ms: Option<f64>) -> Result<Option<Duration>> {
    let refused = |reason: &str| Error::Config { setting: name.to_owned(), reason: reason.to_owned(), cause: None };
    ms.map(timeout).transpose().map_err(refused)
}

pub(crate) fn millis(name: &str, ms: f64) -> Result<Duration> {
    length(name, ms / 1000.0)
}
