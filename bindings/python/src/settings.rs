//! The settings of a client, as Python gives them by name.

use std::time::Duration;

use open_platform::client::{Builder, Hosts};
use open_platform::policy::RetryPolicy;
use open_platform::transport::{Http, HttpBuilder};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{raise, unusable};

/// A time in seconds.
pub(crate) struct Seconds(pub(crate) f64);

impl Seconds {
    pub(crate) fn duration(self, name: &str) -> PyResult<Duration> {
        let duration = Duration::try_from_secs_f64(self.0).ok().filter(|duration| !duration.is_zero());
        duration.ok_or_else(|| crate::errors::misused(name, "must be a number of seconds greater than 0"))
    }
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
                        _ => return Err(unusable(&name, "there is no such setting")),
                    }
                }
                Ok(settings)
            }
        }
    };
}

settings! {
    api_key: String,
    client_id: String,
    client_secret: String,
    redirect_uri: String,
    identification_keys: Vec<String>,
    sandbox_url: String,
    hosts: HostNames,
    allow_plain_http: bool,
    pkce: bool,
    omit_refresh_code: bool,
    timeout: f64,
    upload_timeout: f64,
    max_image_bytes: u64,
    max_attempts: u32,
    transient_base: f64,
    throttled_base: f64,
    max_backoff: f64,
    max_retry_after: f64,
    root_certificates_pem: String,
    connect_timeout: f64,
    max_idle_per_host: usize,
    environment_proxy: bool,
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
        "Vec<String>" => "a list of texts",
        "bool" => "True or False",
        "f64" => "a number of seconds",
        "HostNames" => "a dict with auth, base, api and upload",
        _ => "a whole number of at least 0",
    };
    unusable(name, &format!("must be {expected}"))
}

impl Settings {
    /// Sets what was given.
    pub(crate) fn apply(self, mut builder: Builder) -> PyResult<(Builder, HttpBuilder)> {
        macro_rules! set {
            ($($name:ident),+) => {$(
                if let Some(value) = self.$name {
                    builder = builder.$name(value);
                }
            )+};
        }
        let seconds = |name: &str, value: Option<f64>, default: Duration| match value {
            None => Ok(default),
            Some(value) => Duration::try_from_secs_f64(value)
                .map_err(|_| unusable(name, "must be a number of seconds, at least 0")),
        };
        set!(api_key, client_id, client_secret, redirect_uri, allow_plain_http, pkce, omit_refresh_code);
        set!(max_image_bytes);
        if let Some(keys) = self.identification_keys {
            builder = builder.identification_keys(keys);
        }
        match (self.hosts, self.sandbox_url) {
            (Some(_), Some(_)) => return Err(unusable("hosts", "cannot be set together with sandbox_url")),
            (None, Some(url)) => builder = builder.hosts(Hosts::sandbox(url)),
            (Some(HostNames { auth, base, api, upload }), None) => {
                builder = builder.hosts(Hosts { auth, base, api, upload });
            }
            (None, None) => {}
        }
        if self.timeout.is_some() {
            builder = builder.timeout(seconds("timeout", self.timeout, Duration::ZERO)?);
        }
        if self.upload_timeout.is_some() {
            builder = builder.upload_timeout(seconds("upload_timeout", self.upload_timeout, Duration::ZERO)?);
        }
        let usual = RetryPolicy::default();
        builder = builder.retry(RetryPolicy {
            max_attempts: self.max_attempts.unwrap_or(usual.max_attempts),
            transient_base: seconds("transient_base", self.transient_base, usual.transient_base)?,
            throttled_base: seconds("throttled_base", self.throttled_base, usual.throttled_base)?,
            max_backoff: seconds("max_backoff", self.max_backoff, usual.max_backoff)?,
            max_retry_after: seconds("max_retry_after", self.max_retry_after, usual.max_retry_after)?,
        });
        let mut http = Http::builder();
        if let Some(pem) = self.root_certificates_pem {
            http = http.root_certificates_pem(pem);
            // A certificate that cannot be read is found now, not at the first call.
            http.clone().build().map_err(raise)?;
        }
        if self.connect_timeout.is_some() {
            http = http.connect_timeout(seconds("connect_timeout", self.connect_timeout, Duration::ZERO)?);
        }
        if let Some(connections) = self.max_idle_per_host {
            http = http.max_idle_per_host(connections);
        }
        if let Some(on) = self.environment_proxy {
            http = http.environment_proxy(on);
        }
        Ok((builder, http))
    }
}
