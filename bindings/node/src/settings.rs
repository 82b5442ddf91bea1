//! How a client and a call are set up, as plain objects. Names, meanings and defaults are those of the core's builder.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use open_platform::client::{self, Builder};
use open_platform::ffi::{data, length};
use open_platform::policy::RetryPolicy;
use open_platform::stores::Encryption;
use open_platform::transport::{Http, HttpBuilder};
use open_platform::{Error, Result};

use crate::stores::StoreSetting;
use crate::testing::{TestClock, Transport};

/// What one call may have of its own.
#[data(options)]
pub struct CallOptions {
    /// How long the whole call may take, in milliseconds: refresh, all attempts and the waits between them. More than 0, at
    /// most 24 hours.
    pub timeout_ms: Option<f64>,
    /// Whether an add-on on a post may be sent again after an unclear outcome.
    pub repeat_post_addons: Option<bool>,
}

impl CallOptions {
    pub(crate) fn checked(self) -> Result<client::CallOptions> {
        let mut options = client::CallOptions::default();
        let refused = |reason: &str| Error::InvalidInput { field: "timeout_ms".to_owned(), reason: reason.to_owned() };
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
}

/// How often and how long to try again.
#[data(options)]
pub struct Retry {
    /// How many times a request is sent at most, the first time included. 1 turns retries off.
    pub max_attempts: Option<u32>,
    /// Backoff after a broken connection or a 5xx: before the n-th retry a random time up to this times 2^(n-1).
    pub transient_base_ms: Option<f64>,
    /// The same after a 429.
    pub throttled_base_ms: Option<f64>,
    /// No backoff is longer.
    pub max_backoff_ms: Option<f64>,
    /// A longer `Retry-After` is not waited for: the call fails at once and says how long to wait.
    pub max_retry_after_ms: Option<f64>,
}

impl Retry {
    fn checked(self) -> Result<RetryPolicy> {
        let default = RetryPolicy::default();
        let wait = |name: &str, ms: Option<f64>, default| ms.map_or(Ok(default), |ms| millis(name, ms));
        Ok(RetryPolicy {
            max_attempts: self.max_attempts.unwrap_or(default.max_attempts),
            transient_base: wait("retry.transient_base_ms", self.transient_base_ms, default.transient_base)?,
            throttled_base: wait("retry.throttled_base_ms", self.throttled_base_ms, default.throttled_base)?,
            max_backoff: wait("retry.max_backoff_ms", self.max_backoff_ms, default.max_backoff)?,
            max_retry_after: wait("retry.max_retry_after_ms", self.max_retry_after_ms, default.max_retry_after)?,
        })
    }
}

/// How a client is set up. What is not given comes from the environment. No credential is required: a call that needs one
/// that is not set says so.
#[data(options)]
pub struct Settings {
    /// The API key of the app.
    pub api_key: Option<String>,
    /// The slug of the app in the console.
    pub client_id: Option<String>,
    /// The client secret of the app.
    pub client_secret: Option<String>,
    /// Where the user returns to after login.
    pub redirect_uri: Option<String>,
    /// The keys that the platform proves itself with.
    pub identification_keys: Option<Vec<String>>,
    /// Where the platform is. The live platform by default.
    pub hosts: Option<Hosts>,
    /// Where the sandbox is: in place of `hosts`.
    pub sandbox_url: Option<String>,
    /// Allows `http://` addresses that are not loopback: for a sandbox in another container.
    pub allow_plain_http: Option<bool>,
    /// Whether logins use PKCE. Off by default: the platform does not document it.
    pub pkce: Option<bool>,
    /// Whether a refresh leaves out the current access token.
    pub omit_refresh_code: Option<bool>,
    /// How long a call may take, in milliseconds. 15 s by default; more than 0, at most 24 hours.
    pub timeout_ms: Option<f64>,
    /// How long an image upload may take, in milliseconds. 60 s by default; more than 0, at most 24 hours.
    pub upload_timeout_ms: Option<f64>,
    /// The largest image that is uploaded. 5,000,000 bytes by default.
    pub max_image_bytes: Option<f64>,
    /// Whether PNG images may be uploaded, too. Off by default: the platform prefers JPEG, and nothing says what it does with
    /// others.
    pub allow_png: Option<bool>,
    /// Most characters of a message. 4,096 by default: an assumption, the platform states no limit.
    pub max_message_chars: Option<u32>,
    /// Most characters of a button's caption. 256 by default: an assumption, the platform states no limit.
    pub max_caption_chars: Option<u32>,
    /// Most characters of the name of an image in an add-on. 256 by default: an assumption, the platform states no limit.
    pub max_image_name_chars: Option<u32>,
    /// Most buttons of a message, those of both sides together. 9 by default, as the specification says; newer documents
    /// count nine for each side, which is 18.
    pub max_buttons: Option<u32>,
    /// How long a user may take between the link to the login and the way back, in milliseconds. 10 minutes by default; more
    /// than 0, at most 24 hours.
    pub login_lifetime_ms: Option<f64>,
    /// How many logins may be under way at once: 20,000 by default. Of more the oldest are given up.
    pub max_pending_logins: Option<f64>,
    /// How often and how long to try again.
    pub retry: Option<Retry>,
    /// Where grants live: an address such as `sqlite:///var/lib/app/grants.db`, `postgres://app@db/app` or
    /// `redis://cache/0`, or a store of your own. In memory by default.
    #[napi(ts_type = "string | RecordStore")]
    pub store: Option<StoreSetting>,
    /// The keys that the store is encrypted with: 32 random bytes each, as `openssl rand -base64 32` prints them. The
    /// first encrypts, all decrypt. The word `unencrypted` alone: none.
    pub store_keys: Option<Vec<String>>,
    /// CA certificates to trust beside the bundled ones, as PEM text.
    pub root_certificates_pem: Option<String>,
    /// Whether `HTTPS_PROXY` and its like are obeyed. Off by default.
    pub environment_proxy: Option<bool>,
    /// How long connecting may take, TLS included, in milliseconds. 3 s by default; more than 0, at most 24 hours.
    pub connect_timeout_ms: Option<f64>,
    /// How many idle connections are kept per host. 128 by default.
    pub max_idle_per_host: Option<u32>,
    /// The variables to read in place of those of the process: for tests, and `{}` for a client that shall not depend on its
    /// environment.
    pub environment: Option<HashMap<String, String>>,
    /// For tests: how requests travel, in place of HTTP.
    #[napi(ts_type = "Recorder")]
    pub transport: Option<Transport>,
    /// For tests: where the time comes from.
    #[napi(ts_type = "ManualClock")]
    pub clock: Option<TestClock>,
}

impl Settings {
    /// Puts what is set over `builder`.
    pub(crate) fn apply(self, builder: Builder) -> Result<Builder> {
        let http = self.http()?;
        let mut builder = set(builder, self.api_key, Builder::api_key);
        builder = set(builder, self.client_id, Builder::client_id);
        builder = set(builder, self.client_secret, Builder::client_secret);
        builder = set(builder, self.redirect_uri, Builder::redirect_uri);
        builder = set(builder, self.identification_keys, Builder::identification_keys);
        builder = set(builder, self.sandbox_url, |builder, url| builder.hosts(client::Hosts::sandbox(url)));
        builder = set(builder, self.hosts, |builder, hosts| {
            let Hosts { auth, base, api, upload } = hosts;
            builder.hosts(client::Hosts { auth, base, api, upload })
        });
        builder = set(builder, self.allow_plain_http, Builder::allow_plain_http);
        builder = set(builder, self.pkce, Builder::pkce);
        builder = set(builder, self.omit_refresh_code, Builder::omit_refresh_code);
        builder = set(builder, self.max_image_bytes, |builder, bytes| builder.max_image_bytes(bytes as u64));
        builder = set(builder, self.allow_png, Builder::allow_png);
        builder = set(builder, self.max_message_chars, |builder, most| builder.max_message_chars(most as usize));
        builder = set(builder, self.max_caption_chars, |builder, most| builder.max_caption_chars(most as usize));
        builder = set(builder, self.max_image_name_chars, |builder, most| builder.max_image_name_chars(most as usize));
        builder = set(builder, self.max_buttons, |builder, most| builder.max_buttons(most as usize));
        let login_lifetime = timeout_setting("login_lifetime_ms", self.login_lifetime_ms)?;
        builder = set(builder, login_lifetime, Builder::login_lifetime);
        builder = set(builder, self.max_pending_logins, |builder, logins| builder.max_pending_logins(logins as usize));
        builder = set(builder, timeout_setting("timeout_ms", self.timeout_ms)?, Builder::timeout);
        builder = set(builder, timeout_setting("upload_timeout_ms", self.upload_timeout_ms)?, Builder::upload_timeout);
        builder = set(builder, self.retry.map(Retry::checked).transpose()?, Builder::retry);
        builder = set(builder, self.store, |builder, store| match store {
            StoreSetting::Address(address) => builder.store_url(address),
            StoreSetting::Own(store) => builder.store(store),
        });
        let encryption = self.store_keys.map(|keys| Encryption::from_list(&keys.join(","))).transpose()?;
        builder = set(builder, encryption, Builder::store_encryption);
        builder = set(builder, http, |builder, http| builder.transport(Arc::new(http)));
        builder = set(builder, self.transport, |builder, recorder| builder.transport(recorder.0));
        builder = set(builder, self.environment, Builder::environment);
        builder = set(builder, self.clock, |builder, clock| builder.clock(clock.0));
        Ok(builder)
    }

    /// The transport, where it is not to be the default one.
    fn http(&self) -> Result<Option<Http>> {
        let connect = timeout_setting("connect_timeout_ms", self.connect_timeout_ms)?;
        let pem = self.root_certificates_pem.as_deref();
        if (pem, self.environment_proxy, connect, self.max_idle_per_host) == (None, None, None, None) {
            return Ok(None);
        }
        let mut http = Http::builder();
        http = set(http, pem, HttpBuilder::root_certificates_pem);
        http = set(http, connect, HttpBuilder::connect_timeout);
        http = set(http, self.max_idle_per_host, |http, idle| http.max_idle_per_host(idle as usize));
        http.environment_proxy(self.environment_proxy.unwrap_or_default()).build().map(Some)
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
    let refused = |reason: &str| Error::Config { setting: name.to_owned(), reason: reason.to_owned() };
    ms.map(timeout).transpose().map_err(refused)
}

pub(crate) fn millis(name: &str, ms: f64) -> Result<Duration> {
    length(name, ms / 1000.0)
}
