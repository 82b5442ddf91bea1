//! The settings of a client, set by name to plain values, as other languages give them. What is an object of a language, such as a
//! function, a custom store or a clock, its binding gives to the builder.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;
use std::time::Duration;

use crate::OpenPlatform;
use crate::app::AppBuilder;
use crate::client::{Builder, Hosts};
use crate::config::table::set_by_name;
use crate::error::{Error, Result};
use crate::ffi::{length, timeout};
use crate::policy::RetryPolicy;
use crate::stores::Encryption;
use crate::transport::{HttpBuilder, Transport};

/// A plain value.
pub enum SettingValue {
    /// A text: also an address, a credential, or certificates.
    Text(String),
    /// Several texts.
    Texts(Vec<String>),
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// A time, in seconds.
    Seconds(f64),
    /// The addresses of the platform.
    Hosts(Hosts),
    /// Variables of the environment.
    Variables(HashMap<String, String>),
}

/// What the settings of a client configure.
#[derive(Clone, Default)]
pub struct ClientSetup {
    /// The client itself.
    pub builder: Builder,
    /// The default transport.
    pub http: HttpBuilder,
    /// The transport to use instead of the default one.
    pub transport: Option<Arc<dyn Transport>>,
    /// When requests are sent again.
    pub retry: RetryPolicy,
}

impl ClientSetup {
    /// Sets a plain value.
    ///
    /// # Errors
    /// If the value is out of its range, if there is no such setting, or if its value is another.
    pub fn set(&mut self, name: &str, value: SettingValue) -> Result<()> {
        match (name, value) {
            ("identification_keys", SettingValue::Texts(keys)) => self.change(|it| it.identification_keys(keys)),
            ("hosts", SettingValue::Hosts(hosts)) => self.change(|it| it.hosts(hosts)),
            ("sandbox_url", SettingValue::Text(url)) => self.change(|it| it.hosts(Hosts::sandbox(url))),
            ("store", SettingValue::Text(address)) => self.change(|it| it.store_url(address)),
            ("store_keys", SettingValue::Texts(keys)) => {
                let encryption = Encryption::from_list(&keys.join(","))?;
                self.change(|it| it.store_encryption(encryption));
            }
            ("environment", SettingValue::Variables(variables)) => self.change(|it| it.environment(variables)),
            (name, value) => self.set_by_name(name, value)?,
        }
        Ok(())
    }

    fn set_by_name(&mut self, name: &str, value: SettingValue) -> Result<()> {
        set_by_name!(client self name value)
    }

    /// Changes the client itself.
    pub fn change(&mut self, change: impl FnOnce(Builder) -> Builder) {
        self.builder = change(mem::take(&mut self.builder));
    }

    /// The settings of the default transport, which trusts what the client does.
    ///
    /// # Errors
    /// If certificates that the environment names cannot be read.
    pub fn trusting_http(&self) -> Result<HttpBuilder> {
        Ok(self.http.clone().trusting(self.builder.roots()?))
    }

    /// The builder of a client that sends its requests with `transport`.
    pub fn over(&self, transport: Arc<dyn Transport>) -> Builder {
        self.builder.clone().retry(self.retry.clone()).transport(transport)
    }

    /// Makes the client.
    ///
    /// # Errors
    /// As [`Builder::build`].
    #[inline]
    pub fn build(self) -> Result<OpenPlatform> {
        let transport = match &self.transport {
            Some(transport) => Arc::clone(transport),
            None => Arc::new(self.trusting_http()?.build()?),
        };
        self.over(transport).build()
    }
}

/// Sets a plain value of an app on a phone.
///
/// # Errors
/// As [`ClientSetup::set`].
pub fn set_of_app(app: &mut AppBuilder, name: &str, value: SettingValue) -> Result<()> {
    set_by_name!(phone app name value)
}

fn number<T: TryFrom<u64>>(name: &str, value: u64) -> Result<T> {
    T::try_from(value).map_err(|_| Error::config(name, "is too large"))
}

/// As [`length`], for a time limit.
fn limit(name: &str, seconds: f64) -> Result<Duration> {
    timeout(seconds).map_err(|reason| Error::config(name, reason))
}

fn not_plain(name: &str) -> Error {
    Error::config(name, "is not set by a value of this type")
}
