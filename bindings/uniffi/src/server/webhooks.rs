//! Requests from the platform to the app.

use std::sync::Arc;
use std::time::Duration;

use open_platform::ffi::ip_address;
use open_platform::ffi::uniffi::DateTime;
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest};
use open_platform::webhook::{self, DEFAULT_BODY_TIMEOUT, DEFAULT_DEDUPE_CAPACITY, Freshness, KeyRing, Reply};
use open_platform::{Error, Secret};

use super::client::Platform;
use crate::errors::Result;

/// A header of a request.
#[derive(uniffi::Record)]
pub struct Header {
    /// The name, in upper or lower case.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An identification key, with which the platform authenticates its requests. It is an object, so that generated descriptions
/// do not show the key.
#[derive(uniffi::Object)]
pub struct IdentificationKey(webhook::IdentificationKey);

#[uniffi::export]
impl IdentificationKey {
    /// Creates a key. `id` is a name for logs. After `not_after` the key is not accepted any more; by default it never expires.
    #[uniffi::constructor(default(not_after = None))]
    fn new(id: String, key: String, not_after: Option<DateTime>) -> Self {
        Self(webhook::IdentificationKey { id, secret: Secret::from(key), not_after })
    }
}

/// The limits for received requests.
#[derive(Default, uniffi::Record)]
pub struct WebhookOptions {
    /// The maximum size of a request body in bytes: 256 KiB by default.
    #[uniffi(default)]
    pub body_limit: Option<u32>,
    /// The age in seconds from which a message is stale: 72 hours by default.
    #[uniffi(default)]
    pub stale_after: Option<f64>,
    /// Whether stale messages are refused. Off by default.
    #[uniffi(default)]
    pub reject_stale: bool,
    /// The maximum time until the body has arrived, in seconds: 8.5 by default.
    #[uniffi(default)]
    pub body_timeout: Option<f64>,
}

/// Authenticates and parses requests of the platform. Headers and bodies are passed unchanged.
#[derive(uniffi::Object)]
pub struct Webhooks(pub(super) webhook::Webhooks);

impl Webhooks {
    fn of(webhooks: webhook::Webhooks, options: Option<WebhookOptions>) -> Self {
        let WebhookOptions { body_limit, stale_after, reject_stale, body_timeout } = options.unwrap_or_default();
        Self(webhooks.with_options(body_limit, body_timeout, stale_after, reject_stale))
    }
}

#[uniffi::export]
impl Webhooks {
    /// Accepts requests that have one of the keys.
    #[uniffi::constructor(default(options = None))]
    fn new(keys: Vec<Arc<IdentificationKey>>, options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self::of(webhook::Webhooks::new(KeyRing::new(core_keys(&keys))?), options))
    }

    /// With the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[uniffi::constructor(default(options = None))]
    fn from_environment(options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self::of(webhook::Webhooks::new(KeyRing::from_env()?), options))
    }

    /// Replaces all identification keys, from the next request on.
    fn replace_keys(&self, keys: Vec<Arc<IdentificationKey>>) -> Result<()> {
        Ok(self.0.keys().replace(core_keys(&keys))?)
    }

    /// Receives an event. One of an unknown type, or that cannot be read, is no error: it is `Unknown` or `Malformed`.
    fn event(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<Delivery> {
        Ok(self.0.event(method, &pairs(headers), &body).map_err(Error::from)?)
    }

    /// Receives a start request: a user clicked a link of the app.
    fn start(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<StartRequest> {
        Ok(self.0.start(method, &pairs(headers), &body).map_err(Error::from)?)
    }

    /// Receives a dynamic action: a user clicked an element whose effect the app decides.
    fn dynamic_action(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<DynamicActionRequest> {
        Ok(self.0.dynamic_action(method, &pairs(headers), &body).map_err(Error::from)?)
    }

    /// The age of a message. Other events contain no time.
    fn freshness(&self, delivery: &Delivery) -> Freshness {
        self.0.freshness(delivery)
    }
}

#[uniffi::export]
impl Platform {
    /// A receiver with the identification keys and the clock of this client.
    #[uniffi::method(default(options = None))]
    fn webhooks(&self, options: Option<WebhookOptions>) -> Result<Webhooks> {
        Ok(Webhooks::of(self.core.webhooks()?, options))
    }
}

/// Remembers in memory which events were received.
#[derive(uniffi::Object)]
pub struct MemoryDedupe(pub(super) Arc<webhook::MemoryDedupe>);

#[uniffi::export]
impl MemoryDedupe {
    /// A memory for this many keys: 100,000 by default.
    #[uniffi::constructor(default(capacity = None))]
    fn new(capacity: Option<u32>) -> Self {
        let capacity = capacity.map_or(DEFAULT_DEDUPE_CAPACITY, |keys| keys as usize);
        Self(Arc::new(webhook::MemoryDedupe::with_capacity(capacity)))
    }

    /// Stores `key` for `window_seconds`, or for as long as there is room if that is none. Returns whether the key is new.
    fn remember(&self, key: String, window_seconds: Option<i64>) -> bool {
        let window = window_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        self.0.insert(&key, window.map(Duration::from_secs))
    }

    /// Removes `key`.
    fn forget(&self, key: String) {
        self.0.remove(&key);
    }
}

/// A list of networks that requests may come from. It is an additional check, and does not replace the key.
#[derive(uniffi::Object)]
pub struct IpAllowlist(pub(super) webhook::IpAllowlist);

#[uniffi::export]
impl IpAllowlist {
    /// A list of addresses and networks, such as `203.0.113.0/24`.
    #[uniffi::constructor]
    fn new(networks: Vec<String>) -> Result<Self> {
        Ok(Self(webhook::IpAllowlist::new(networks)?))
    }

    /// A list with the addresses that the platform documented for its events in September 2025.
    #[uniffi::constructor]
    fn platform() -> Self {
        Self(webhook::IpAllowlist::platform())
    }

    /// A copy that trusts `X-Forwarded-For` from these addresses and networks, and with the word `unix` from every connection without
    /// an IP address, as behind a Unix socket. Add that only if the server listens on nothing but such a socket, which only the proxy
    /// can open.
    fn trusted_proxies(&self, networks: Vec<String>) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().trusted_proxies(networks)?)))
    }

    /// A copy with a limit of failed requests: after `per_minute` requests without a valid key, as reported to `answered`, an
    /// address is refused with 401 for the rest of the minute.
    ///
    /// An address that has sent a request with a valid key is never refused, so that others cannot lock out the platform, and
    /// a temporarily wrong key cannot either. Configure your trusted proxies in any case: all requests through an untrusted
    /// proxy have the same address, and others can use up its limit before the first request of the platform arrives. IPv6
    /// addresses count by their first 64 bits. Each process counts separately.
    fn limit_failures(&self, per_minute: u32) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().limit_failures(per_minute)?)))
    }

    /// Checks the source of a request, and returns its address after trusted proxies. Without a `peer` the connection has no IP
    /// address.
    fn check(&self, peer: Option<String>, headers: Vec<Header>) -> Result<String> {
        let peer = peer.map(|peer| ip_address("peer", &peer)).transpose()?;
        Ok(self.0.check(peer, &pairs(headers)).map(|source| source.to_string()).map_err(Error::from)?)
    }

    /// Reports the status of the response to a request from `source`, the address that `check` returned, for
    /// `limit_failures`: 401 counts as a failure, 200 to 299 prove that the request had a valid key. Report only requests that
    /// require the key.
    fn answered(&self, source: String, status: u16) -> Result<()> {
        self.0.answered(ip_address("source", &source)?, status);
        Ok(())
    }
}

/// All headers of a response in a list, with the content type, but without one for `close`.
#[uniffi::export]
fn reply_headers(reply: &Reply) -> Vec<Header> {
    headers(reply)
}

/// How long a body may take to arrive, in seconds, unless the app says otherwise.
#[uniffi::export]
fn default_body_timeout() -> f64 {
    DEFAULT_BODY_TIMEOUT.as_secs_f64()
}

fn core_keys(keys: &[Arc<IdentificationKey>]) -> impl Iterator<Item = webhook::IdentificationKey> {
    keys.iter().map(|key| key.0.clone())
}

pub(super) fn pairs(headers: Vec<Header>) -> Vec<(String, String)> {
    headers.into_iter().map(|header| (header.name, header.value)).collect()
}

pub(super) fn headers(reply: &Reply) -> Vec<Header> {
    reply.header_list().into_iter().map(|(name, value)| Header { name, value }).collect()
}
