//! Webhooks: requests from the platform to the app.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use napi::Env;
use napi::bindgen_prelude::Function;
use napi_derive::napi;
use open_platform::Secret;
use open_platform::ffi::node::{Argument, InvalidValue, Reader, Value, Written};
use open_platform::ffi::{data, ip_address};
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest};
use open_platform::webhook::{self, DEFAULT_DEDUPE_CAPACITY, KeyRing, Reply, WebhookOptions};

use crate::errors::raise;

/// An identification key.
#[data(options)]
pub struct IdentificationKey {
    /// A name for logs. It is not secret.
    pub id: String,
    /// The key itself.
    pub key: String,
    /// The time from which on it is refused.
    pub not_after: Option<DateTime<Utc>>,
}

fn keys(keys: Vec<IdentificationKey>) -> impl Iterator<Item = webhook::IdentificationKey> {
    keys.into_iter().map(|key| webhook::IdentificationKey {
        id: key.id,
        secret: Secret::from(key.key),
        not_after: key.not_after,
    })
}

/// Unchanged headers, flat: as an array, or as one string with a line each, which is faster to pass.
pub enum Headers {
    Texts(Vec<String>),
    Lines(String),
}

impl webhook::Headers for Headers {
    fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a str, &'a [u8])) {
        let mut pairs = |texts: &mut dyn Iterator<Item = &'a str>| {
            while let (Some(name), Some(value)) = (texts.next(), texts.next()) {
                visit(name, value.as_bytes());
            }
        };
        match self {
            Self::Texts(texts) => pairs(&mut texts.iter().map(String::as_str)),
            Self::Lines(lines) => {
                let (mut start, ends) = (0, memchr::memchr_iter(b'\n', lines.as_bytes()));
                let mut line = |end| &lines[std::mem::replace(&mut start, end + 1)..end];
                pairs(&mut ends.chain([lines.len()]).map(&mut line));
            }
        }
    }
}

open_platform::node_argument!(Headers, |given| {
    let texts = |_| Value::read(given).map(Self::Texts).map_err(|wrong: InvalidValue| wrong.under("headers"));
    given.text().map(Self::Lines).or_else(texts)
});

fn address(env: Env, name: &str, given: Argument<String>) -> napi::Result<IpAddr> {
    ip_address(name, &given.named(|| name.to_owned())?).map_err(raise(env))
}

/// Receives requests of the platform. Headers are passed as they arrived, flat, as in `request.rawHeaders`: name, value,
/// name, value.
#[napi]
pub struct Webhooks(pub(crate) webhook::Webhooks);

impl Webhooks {
    pub(crate) fn of(
        env: Env,
        webhooks: webhook::Webhooks,
        options: Argument<Option<WebhookOptions>>,
    ) -> napi::Result<Self> {
        webhooks.with_options(options.named(|| "options".to_owned())?).map(Self).map_err(raise(env))
    }
}

#[napi]
impl Webhooks {
    #[napi(constructor, catch_unwind)]
    pub fn new(
        env: Env,
        keys: Vec<IdentificationKey>,
        options: Argument<Option<WebhookOptions>>,
    ) -> napi::Result<Self> {
        let ring = KeyRing::new(self::keys(keys)).map_err(raise(env))?;
        Self::of(env, webhook::Webhooks::new(ring), options)
    }

    /// Uses the keys in a string, separated by commas. Their ids are `key-1`, `key-2` and so on.
    #[napi(factory, catch_unwind)]
    pub fn from_list(env: Env, keys: String, options: Argument<Option<WebhookOptions>>) -> napi::Result<Self> {
        let ring = KeyRing::from_list(&keys).map_err(raise(env))?;
        Self::of(env, webhook::Webhooks::new(ring), options)
    }

    /// Uses the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[napi(factory, catch_unwind)]
    pub fn from_env(env: Env, options: Argument<Option<WebhookOptions>>) -> napi::Result<Self> {
        let ring = KeyRing::from_env().map_err(raise(env))?;
        Self::of(env, webhook::Webhooks::new(ring), options)
    }

    /// Replaces all keys, from the next request on.
    #[napi(catch_unwind)]
    pub fn replace_keys(&self, env: Env, keys: Vec<IdentificationKey>) -> napi::Result<()> {
        self.0.keys().replace(self::keys(keys)).map_err(raise(env))
    }

    /// Accepts or refuses a request by its head, before its body is read.
    #[napi(catch_unwind)]
    pub fn authenticate(
        &self,
        env: Env,
        method: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
    ) -> napi::Result<Accepted> {
        self.0.authenticate(method, &headers).map(Accepted).map_err(raise(env))
    }

    /// The function that receives events. It returns a string that `deliveryReader` parses. It is a function, because a
    /// method would look up its object at every call. Without a method it is `POST`, which then need not be passed.
    #[napi(
        ts_return_type = "(method: string | null, headers: string | Array<string>, body: Uint8Array) => string",
        catch_unwind
    )]
    pub fn receiver<'env>(&self, env: &'env Env) -> napi::Result<Function<'env, (), Written<Delivery>>> {
        let webhooks = self.0.clone();
        env.create_function_from_closure("event", move |call| {
            let (method, headers): (Option<String>, Headers) = (call.get(0)?, call.get(1)?);
            let delivery = webhooks.event(method.as_deref().unwrap_or("POST"), &headers, call.get(2)?);
            delivery.map(|delivery| Written::of(&delivery)).map_err(raise(*call.env))
        })
    }

    #[napi(catch_unwind)]
    pub fn start(
        &self,
        env: Env,
        method: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
        body: &[u8],
    ) -> napi::Result<StartRequest> {
        self.0.start(method, &headers, body).map_err(raise(env))
    }

    #[napi(catch_unwind)]
    pub fn dynamic_action(
        &self,
        env: Env,
        method: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
        body: &[u8],
    ) -> napi::Result<DynamicActionRequest> {
        self.0.dynamic_action(method, &headers, body).map_err(raise(env))
    }

    /// The age of a message: `fresh`, `stale`, `future` or `unknown`, and its age in seconds or, for `future`, the seconds
    /// ahead.
    #[napi(ts_return_type = "[state: string, seconds: number | null]", catch_unwind)]
    pub fn freshness(&self, delivery: Delivery) -> (&'static str, Option<i64>) {
        self.0.freshness(&delivery).pair()
    }
}

/// The function that parses deliveries.
#[napi(ts_return_type = "(text: string) => Delivery", catch_unwind)]
pub fn delivery_reader() -> Reader<Delivery> {
    Reader::default()
}

/// A request whose head was accepted. Its body may now be read.
#[napi]
pub struct Accepted(pub(crate) webhook::Accepted);

#[napi]
impl Accepted {
    /// The id of the key that matched.
    #[napi(getter, catch_unwind)]
    pub fn key_id(&self) -> &str {
        self.0.key_id()
    }

    /// The maximum size of the body in bytes. Read one byte more to detect a longer body.
    #[napi(getter, catch_unwind)]
    pub fn body_limit(&self) -> u32 {
        self.0.body_limit().try_into().unwrap_or(u32::MAX)
    }

    /// The time limit for reading the body, in seconds.
    #[napi(getter, catch_unwind)]
    pub fn body_seconds(&self) -> f64 {
        self.0.body_timeout().as_secs_f64()
    }

    /// Refuses a body that exceeded the time limit: it throws.
    #[napi(catch_unwind)]
    pub fn too_slow(&self, env: Env) -> napi::Result<()> {
        Err(raise(env)(self.0.too_slow()))
    }

    /// Returns a string that `deliveryReader` parses.
    #[napi(ts_return_type = "string", catch_unwind)]
    pub fn event(&self, env: Env, body: &[u8]) -> napi::Result<Written<Delivery>> {
        self.0.event(body).map(|delivery| Written::of(&delivery)).map_err(raise(env))
    }

    #[napi(catch_unwind)]
    pub fn start(&self, env: Env, body: &[u8]) -> napi::Result<StartRequest> {
        self.0.start(body).map_err(raise(env))
    }

    #[napi(catch_unwind)]
    pub fn dynamic_action(&self, env: Env, body: &[u8]) -> napi::Result<DynamicActionRequest> {
        self.0.dynamic_action(body).map_err(raise(env))
    }
}

/// Remembers in memory which events were handled.
#[napi]
pub struct MemoryDedupe(pub(crate) Arc<webhook::MemoryDedupe>);

#[napi]
impl MemoryDedupe {
    #[napi(constructor, catch_unwind)]
    pub fn new(capacity: Argument<Option<u32>>) -> napi::Result<Self> {
        let capacity = capacity.named(|| "capacity".to_owned())?;
        let capacity = capacity.map_or(DEFAULT_DEDUPE_CAPACITY, |keys| keys as usize);
        Ok(Self(Arc::new(webhook::MemoryDedupe::with_capacity(capacity))))
    }

    /// Stores `key` for a number of seconds; without it as long as there is room. Returns whether it is new.
    #[napi(catch_unwind)]
    pub fn remember(&self, key: String, window_seconds: Argument<Option<u32>>) -> napi::Result<bool> {
        let window = window_seconds.named(|| "windowSeconds".to_owned())?;
        Ok(self.0.insert(&key, window.map(|seconds| Duration::from_secs(seconds.into()))))
    }

    #[napi(catch_unwind)]
    pub fn forget(&self, key: String) {
        self.0.remove(&key);
    }
}

/// The IP addresses that requests may come from: an additional check beside the key, never a replacement.
#[napi]
pub struct IpAllowlist(pub(crate) webhook::IpAllowlist);

#[napi]
impl IpAllowlist {
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, #[napi(ts_arg_type = "Array<string>")] networks: Argument<Vec<String>>) -> napi::Result<Self> {
        webhook::IpAllowlist::new(networks.named(|| "networks".to_owned())?).map(Self).map_err(raise(env))
    }

    /// The addresses that the platform documented for its events in September 2025.
    #[napi(factory, catch_unwind)]
    pub fn platform() -> Self {
        Self(webhook::IpAllowlist::platform())
    }

    /// A copy that also trusts the entries of these proxies in `X-Forwarded-For`.
    #[napi(catch_unwind)]
    pub fn trusted_proxies(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string>")] networks: Argument<Vec<String>>,
    ) -> napi::Result<IpAllowlist> {
        let networks = networks.named(|| "networks".to_owned())?;
        self.0.clone().trusted_proxies(networks).map(Self).map_err(raise(env))
    }

    /// A copy that refuses an address for the rest of a minute after `perMinute` requests without the key.
    #[napi(catch_unwind)]
    pub fn limit_failures(&self, env: Env, per_minute: Argument<u32>) -> napi::Result<IpAllowlist> {
        let per_minute = per_minute.named(|| "perMinute".to_owned())?;
        self.0.clone().limit_failures(per_minute).map(Self).map_err(raise(env))
    }

    /// Reports the status of a response, for the limit of failures.
    #[napi(catch_unwind)]
    pub fn answered(&self, env: Env, source: Argument<String>, status: Argument<u16>) -> napi::Result<()> {
        self.0.answered(address(env, "source", source)?, status.named(|| "status".to_owned())?);
        Ok(())
    }

    /// Checks the address of a request, and returns the address of the client.
    #[napi(catch_unwind)]
    pub fn check(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | undefined | null")] peer: Argument<Option<String>>,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
    ) -> napi::Result<String> {
        let peer = peer.named(|| "peer".to_owned())?;
        let peer = peer.map(|peer| ip_address("peer", &peer)).transpose().map_err(raise(env))?;
        self.0.check(peer, &headers).map(|source| source.to_string()).map_err(raise(env))
    }
}

/// The response if a handler failed: 500 without a body.
#[napi(catch_unwind)]
pub fn reply_failed() -> Reply {
    Reply::failed()
}

/// The header with which a server closes the connection after a response.
#[napi(ts_return_type = "[name: string, value: string]", catch_unwind)]
pub fn close_header() -> (&'static str, &'static str) {
    Reply::CLOSE
}

/// The name of the header for the content type of a response.
#[napi(ts_return_type = "string", catch_unwind)]
pub fn content_type_header() -> &'static str {
    Reply::CONTENT_TYPE
}

/// The response for a path that is not served: 404 without a body.
#[napi(catch_unwind)]
pub fn reply_not_found() -> Reply {
    Reply::not_found()
}
