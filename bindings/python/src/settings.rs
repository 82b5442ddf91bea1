//! The settings of a client, from keyword arguments.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use open_platform::client::{Builder, Hosts, SettingKind};
use open_platform::ffi::python::{Given, Seconds};
use open_platform::ffi::{length, nearest_length, unknown_name};
use open_platform::policy::RetryPolicy;
use open_platform::python_argument;
use open_platform::stores::Encryption;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{raise, unusable};
use crate::observe::{Callback, observed};
use crate::source::Credential;
use crate::stores::CustomStore;
use crate::testing::{ManualClock, Recorder};

/// A duration from seconds, at least 0.
pub(crate) fn seconds(name: &str, value: Seconds) -> PyResult<Duration> {
    length(name, value.0).map_err(raise)
}

/// The settings of the core's table, and how each reaches what it configures: `name: Kind group;`.
macro_rules! settings {
    ($($name:ident: $kind:ident $group:ident;)+) => {
        /// What can be set. Everything else is the core's default.
        #[derive(Default)]
        pub(crate) struct Settings {
            $($name: Option<settings!(@type $kind)>,)+
        }

        python_argument!(Settings, |object| {
            let mut settings = Self::default();
            for (name, value) in object.cast::<PyDict>()?.iter() {
                if value.is_none() {
                    continue;
                }
                let name: String = name.extract()?;
                match name.as_str() {
                    $(stringify!($name) => {
                        let kind = SettingKind::$kind;
                        let read = value.extract().ok().filter(|_| may_be(kind, &value));
                        settings.$name = Some(read.ok_or_else(|| wrong_type(&name, kind))?);
                    })+
                    _ => return Err(unusable(&name, &unknown_name(&name, &[$(stringify!($name)),+]))),
                }
            }
            Ok(settings)
        });

        impl Settings {
            /// Sets what is no more than a value.
            fn set(&self, mut to: Targets) -> PyResult<Targets> {
                $(settings!(@set self to $name $kind $group);)+
                Ok(to)
            }
        }
    };
    (@type Text) => { String };
    (@type Sandbox) => { String };
    (@type Certificates) => { String };
    (@type Credential) => { Credential };
    (@type Texts) => { Texts };
    (@type Flag) => { bool };
    (@type Count) => { usize };
    (@type Bytes) => { u64 };
    (@type Attempts) => { u32 };
    (@type Timeout) => { Seconds };
    (@type Wait) => { Seconds };
    (@type Hosts) => { HostNames };
    (@type Store) => { StoreSetting };
    (@type Variables) => { HashMap<String, String> };
    (@type Transport) => { Recorder };
    (@type Clock) => { ManualClock };
    (@type RequestCallback) => { Callback };
    (@type RefreshCallback) => { Callback };
    (@type WorkCallback) => { Callback };
    (@set $self:ident $to:ident $name:ident $kind:ident observe) => {};
    (@set $self:ident $to:ident $name:ident Text client) => { settings!(@value $self $to $name client) };
    (@set $self:ident $to:ident $name:ident Flag $group:ident) => { settings!(@value $self $to $name $group) };
    (@set $self:ident $to:ident $name:ident Count $group:ident) => { settings!(@value $self $to $name $group) };
    (@set $self:ident $to:ident $name:ident Bytes $group:ident) => { settings!(@value $self $to $name $group) };
    (@set $self:ident $to:ident $name:ident Timeout $group:ident) => {
        if let Some(timeout) = $self.$name {
            $to.$group = $to.$group.$name(nearest_length(timeout.0));
        }
    };
    (@set $self:ident $to:ident $name:ident Attempts retry) => {
        if let Some(attempts) = $self.$name {
            $to.retry.$name = attempts;
        }
    };
    (@set $self:ident $to:ident $name:ident Wait retry) => {
        if let Some(wait) = $self.$name {
            $to.retry.$name = seconds(stringify!($name), wait)?;
        }
    };
    // What is more than a value is set by `apply`.
    (@set $self:ident $to:ident $name:ident $kind:ident client) => {};
    (@value $self:ident $to:ident $name:ident $group:ident) => {
        if let Some(value) = $self.$name.clone() {
            $to.$group = $to.$group.$name(value);
        }
    };
}
open_platform::each_setting!(python settings);

/// What the settings configure.
struct Targets {
    client: Builder,
    retry: RetryPolicy,
    http: HttpBuilder,
}

/// A list of strings.
struct Texts(Vec<String>);

python_argument!(Texts, |object| object.extract::<Given<_>>()?.required("").map(Self));

/// The setting `store`: an address or a custom store.
#[derive(FromPyObject)]
enum StoreSetting {
    Address(String),
    Custom(CustomStore),
}

/// The transport of requests.
pub(crate) enum TransportKind {
    Http(Box<HttpBuilder>),
    Recorder(Arc<open_platform::testing::Recorder>),
}

/// The five addresses by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct HostNames {
    auth: String,
    base: String,
    api: String,
    upload: String,
    chat: String,
}

/// `True` and `False` are numbers in Python, but not as a setting.
fn may_be(kind: SettingKind, value: &Bound<'_, PyAny>) -> bool {
    kind == SettingKind::Flag || !value.is_instance_of::<PyBool>()
}

fn wrong_type(name: &str, kind: SettingKind) -> PyErr {
    let expected = match kind {
        SettingKind::Text | SettingKind::Sandbox | SettingKind::Certificates => "a text",
        SettingKind::Texts => "a list of texts",
        SettingKind::Flag => "True or False",
        SettingKind::Timeout | SettingKind::Wait => "a number of seconds or a timedelta",
        SettingKind::Credential => "a text, or a function that gives one",
        SettingKind::RequestCallback | SettingKind::RefreshCallback | SettingKind::WorkCallback => "a function",
        SettingKind::Transport => "a Recorder",
        SettingKind::Clock => "a ManualClock",
        SettingKind::Store => "an address, or an object with the methods get, put, delete and scan",
        SettingKind::Variables => "a dict of texts",
        SettingKind::Hosts => "a dict with auth, base, api, upload and chat",
        _ => "a whole number of at least 0",
    };
    unusable(name, &format!("must be {expected}"))
}

impl Settings {
    /// Whether calls are spans of OpenTelemetry, where the program has loaded it.
    pub(crate) fn tracing(&self) -> bool {
        self.tracing.unwrap_or(true)
    }

    /// Sets what was given.
    pub(crate) fn apply(self, builder: Builder) -> PyResult<(Builder, TransportKind, Option<CustomStore>)> {
        let targets = Targets { client: builder, retry: RetryPolicy::default(), http: Http::builder() };
        let Targets { client: mut builder, retry, mut http } = self.set(targets)?;
        builder = builder.retry(retry);
        builder = match self.api_key {
            Some(Credential::Text(key)) => builder.api_key(key),
            Some(Credential::Source(source)) => builder.api_key_source(source),
            None => builder,
        };
        builder = match self.client_secret {
            Some(Credential::Text(secret)) => builder.client_secret(secret),
            Some(Credential::Source(source)) => builder.client_secret_source(source),
            None => builder,
        };
        if let Some(keys) = self.identification_keys {
            builder = builder.identification_keys(keys.0);
        }
        match (self.hosts, self.sandbox_url) {
            (Some(_), Some(_)) => return Err(unusable("hosts", "cannot be set together with sandbox_url")),
            (None, Some(url)) => builder = builder.hosts(Hosts::sandbox(url)),
            (Some(HostNames { auth, base, api, upload, chat }), None) => {
                builder = builder.hosts(Hosts { auth, base, api, upload, chat });
            }
            (None, None) => {}
        }
        let mut own = None;
        match self.store {
            Some(StoreSetting::Address(address)) => builder = builder.store_url(address),
            Some(StoreSetting::Custom(store)) => own = Some(store),
            None => {}
        }
        if let Some(keys) = self.store_keys {
            builder = builder.store_encryption(Encryption::from_list(&keys.0.join(",")).map_err(raise)?);
        }
        if let Some(variables) = self.environment {
            builder = builder.environment(variables);
        }
        if let Some(clock) = self.clock {
            builder = builder.clock(clock.core);
        }
        builder = observed(builder, self.on_request, self.on_refresh, self.on_work);
        if let Some(pem) = self.root_certificates_pem {
            builder = builder.root_certificates_pem(pem.clone());
            http = http.root_certificates_pem(pem);
        }
        let transport = self
            .transport
            .map_or(TransportKind::Http(Box::new(http)), |recorder| TransportKind::Recorder(recorder.core));
        Ok((builder, transport, own))
    }
}
