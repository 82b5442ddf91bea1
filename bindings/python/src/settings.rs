//! The settings of a client, as Python gives them by name.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use open_platform::client::{Builder, Hosts};
use open_platform::ffi::python::Given;
use open_platform::ffi::{length, nearest_length, unknown_name};
use open_platform::policy::RetryPolicy;
use open_platform::stores::Encryption;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{raise, unusable};
use crate::observe::{Callback, observed};
use crate::source::Credential;
use crate::stores::Own;
use crate::testing::{ManualClock, Recorder};

/// A time in seconds, at least 0.
pub(crate) fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    length(name, value).map_err(raise)
}

macro_rules! settings {
    ($($name:ident: $type:ty),+ $(,)?) => {
        /// What can be set. Everything else is the core's default.
        #[derive(Default)]
        pub(crate) struct Settings {
            $($name: Option<$type>,)+
        }

        impl<'a, 'py> FromPyObject<'a, 'py> for Settings {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                let mut settings = Self::default();
                for (name, value) in object.cast::<PyDict>()?.iter() {
                    if value.is_none() {
                        continue;
                    }
                    let name: String = name.extract()?;
                    match name.as_str() {
                        $(stringify!($name) => {
                            settings.$name = Some(value.extract().map_err(|_| wrong_type(&name, stringify!($type)))?);
                        })+
                        _ => return Err(unusable(&name, &unknown_name(&name, &[$(stringify!($name)),+]))),
                    }
                }
                Ok(settings)
            }
        }
    };
}

settings! {
    api_key: Credential,
    client_id: String,
    client_secret: Credential,
    redirect_uri: String,
    identification_keys: Texts,
    sandbox_url: String,
    hosts: HostNames,
    allow_plain_http: bool,
    pkce: bool,
    omit_refresh_code: bool,
    timeout: f64,
    upload_timeout: f64,
    max_image_bytes: u64,
    allow_png: bool,
    max_message_chars: usize,
    max_caption_chars: usize,
    max_image_name_chars: usize,
    max_buttons: usize,
    login_lifetime: f64,
    max_pending_logins: usize,
    max_attempts: u32,
    transient_base: f64,
    throttled_base: f64,
    max_backoff: f64,
    max_retry_after: f64,
    root_certificates_pem: String,
    connect_timeout: f64,
    max_idle_per_host: usize,
    environment_proxy: bool,
    store: Place,
    store_keys: Texts,
    on_request: Callback,
    on_refresh: Callback,
    tracing: bool,
    environment: HashMap<String, String>,
    transport: Recorder,
    clock: ManualClock,
}

/// A list of texts.
struct Texts(Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Texts {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<Given<_>>()?.required("").map(Self)
    }
}

/// Where grants live.
#[derive(FromPyObject)]
enum Place {
    Address(String),
    Own(Own),
}

/// How requests travel.
pub(crate) enum TransportKind {
    Http(Box<HttpBuilder>),
    Recorder(Arc<open_platform::testing::Recorder>),
}

/// The four addresses by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct HostNames {
    auth: String,
    base: String,
    api: String,
    upload: String,
}

fn wrong_type(name: &str, expected: &str) -> PyErr {
    let expected = match expected {
        "String" => "a text",
        "Texts" => "a list of texts",
        "bool" => "True or False",
        "f64" => "a number of seconds",
        "Callback" => "a function",
        "Credential" => "a text, or a function that gives one",
        "Recorder" => "a Recorder",
        "ManualClock" => "a ManualClock",
        "Place" => "an address, or an object with the methods get, put, delete and list",
        "HashMap<String, String>" => "a dict of texts",
        "HostNames" => "a dict with auth, base, api and upload",
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
    pub(crate) fn apply(self, mut builder: Builder) -> PyResult<(Builder, TransportKind, Option<Own>)> {
        macro_rules! set {
            ($($name:ident),+) => {$(
                if let Some(value) = self.$name {
                    builder = builder.$name(value);
                }
            )+};
        }
        set!(client_id, redirect_uri, allow_plain_http, pkce, omit_refresh_code);
        set!(max_image_bytes, allow_png, max_message_chars, max_caption_chars, max_image_name_chars, max_buttons);
        set!(max_pending_logins);
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
            (Some(HostNames { auth, base, api, upload }), None) => {
                builder = builder.hosts(Hosts { auth, base, api, upload });
            }
            (None, None) => {}
        }
        if let Some(timeout) = self.timeout {
            builder = builder.timeout(nearest_length(timeout));
        }
        if let Some(timeout) = self.upload_timeout {
            builder = builder.upload_timeout(nearest_length(timeout));
        }
        if let Some(lifetime) = self.login_lifetime {
            builder = builder.login_lifetime(nearest_length(lifetime));
        }
        let mut own = None;
        match self.store {
            Some(Place::Address(address)) => builder = builder.store_url(address),
            Some(Place::Own(store)) => own = Some(store),
            None => {}
        }
        if let Some(keys) = self.store_keys {
            builder = builder.store_encryption(Encryption::from_list(&keys.0.join(",")).map_err(raise)?);
        }
        if let Some(variables) = self.environment {
            builder = builder.environment(variables);
        }
        if let Some(clock) = self.clock {
            builder = builder.clock(clock.0);
        }
        builder = observed(builder, self.on_request, self.on_refresh);
        let mut retry = RetryPolicy::default();
        retry.max_attempts = self.max_attempts.unwrap_or(retry.max_attempts);
        for (name, value, place) in [
            ("transient_base", self.transient_base, &mut retry.transient_base),
            ("throttled_base", self.throttled_base, &mut retry.throttled_base),
            ("max_backoff", self.max_backoff, &mut retry.max_backoff),
            ("max_retry_after", self.max_retry_after, &mut retry.max_retry_after),
        ] {
            if let Some(value) = value {
                *place = seconds(name, value)?;
            }
        }
        builder = builder.retry(retry);
        let mut http = Http::builder();
        if let Some(pem) = self.root_certificates_pem {
            builder = builder.root_certificates_pem(pem.clone());
            http = http.root_certificates_pem(pem);
        }
        if let Some(timeout) = self.connect_timeout {
            http = http.connect_timeout(nearest_length(timeout));
        }
        if let Some(connections) = self.max_idle_per_host {
            http = http.max_idle_per_host(connections);
        }
        if let Some(on) = self.environment_proxy {
            http = http.environment_proxy(on);
        }
        let transport =
            self.transport.map_or(TransportKind::Http(Box::new(http)), |recorder| TransportKind::Recorder(recorder.0));
        Ok((builder, transport, own))
    }
}
