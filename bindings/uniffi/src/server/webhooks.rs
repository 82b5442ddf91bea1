//! Requests from the platform to the app.

use std::sync::Arc;
use std::time::Duration;

use open_platform::ffi::ip_address;
use open_platform::ffi::uniffi::DateTime;
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionRequest, StartRequest};
use open_platform::webhook::{
    self, DEFAULT_BODY_TIMEOUT, DEFAULT_DEDUPE_CAPACITY, Freshness, KeyRing, Reply, WebhookOptions,
};
use open_platform::{Error, Secret};

use super::client::Platform;
use crate::errors::Result;
use crate::methods::by_jni;

/// A header of a request.
#[derive(uniffi::Record)]
pub struct Header {
    /// The name, in upper or lower case.
    pub name: String,
    /// The value.
    pub value: String,
}

/// An identification key, which authenticates requests of the platform. An object, so that generated descriptions do not show it.
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

/// Authenticates and parses requests of the platform. Headers and bodies are passed unchanged.
#[derive(uniffi::Object)]
pub struct Webhooks(pub(super) webhook::Webhooks);

#[uniffi::export]
impl Webhooks {
    /// Accepts requests that have one of the keys.
    #[uniffi::constructor(default(options = None))]
    fn new(keys: Vec<Arc<IdentificationKey>>, options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self(webhook::Webhooks::new(KeyRing::new(core_keys(&keys))?).with_options(options)?))
    }

    /// With the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[uniffi::constructor(default(options = None))]
    fn from_environment(options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self(webhook::Webhooks::new(KeyRing::from_env()?).with_options(options)?))
    }

    /// Replaces all identification keys, from the next request on.
    fn replace_keys(&self, keys: Vec<Arc<IdentificationKey>>) -> Result<()> {
        Ok(self.0.keys().replace(core_keys(&keys))?)
    }

    /// Receives an event. One of an unknown type, or that cannot be read, is no error: it is `Unknown` or `Malformed`.
    ///
    /// On a JVM it is called through JNI.
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
    fn freshness(&self, delivery: &Delivery) -> Result<Freshness> {
        Ok(self.0.freshness(delivery))
    }
}

by_jni! {
    Webhooks.event(webhooks, method: String, headers: Vec<Header>, body: Vec<u8>) -> Delivery =
        webhooks.event(method, headers, body)
}

#[uniffi::export]
impl Platform {
    /// A receiver with the clock and the limits of this client, and its identification keys unless others are given.
    #[uniffi::method(default(keys = None, options = None))]
    fn webhooks(&self, keys: Option<Vec<Arc<IdentificationKey>>>, options: Option<WebhookOptions>) -> Result<Webhooks> {
        let webhooks = match keys {
            Some(keys) => self.core.webhooks_with(webhook::Webhooks::new(KeyRing::new(core_keys(&keys))?)),
            None => self.core.webhooks()?,
        };
        Ok(Webhooks(webhooks.with_options(options)?))
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
    fn remember(&self, key: String, window_seconds: Option<i64>) -> Result<bool> {
        let window = window_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        Ok(self.0.insert(&key, window.map(Duration::from_secs)))
    }

    /// Removes `key`.
    fn forget(&self, key: String) -> Result<()> {
        self.0.remove(&key);
        Ok(())
    }
}

/// The IP addresses that requests may come from: an additional check beside the identification key, never a replacement.
///
/// Any client can set `X-Forwarded-For`. It is therefore read from its end, and only as long as the address that added an entry is a
/// trusted proxy; all earlier entries are ignored. `Forwarded` is not read.
#[derive(uniffi::Object)]
pub struct IpAllowlist(pub(super) webhook::IpAllowlist);

// This class is public in Swift as it is, so these comments are in Swift's style. Kotlin has a class of its own.
#[uniffi::export]
impl IpAllowlist {
    /// Allows these addresses and networks, such as `78.111.6.41` or `31.214.250.128/27`.
    ///
    /// - Throws: ``OpenPlatformError/Config(report:)`` if there is none, or one is neither an address nor a network.
    #[uniffi::constructor]
    fn new(networks: Vec<String>) -> Result<Self> {
        Ok(Self(webhook::IpAllowlist::new(networks)?))
    }

    /// Allows the addresses that the platform documented for its events in September 2025: `78.111.6.41` to
    /// `78.111.6.43` and `31.214.250.128/27` (docs/platform.md#webhook-senders). The platform does not promise that
    /// they stay the same, or that start requests come from them too.
    #[uniffi::constructor]
    fn platform() -> Self {
        Self(webhook::IpAllowlist::platform())
    }

    /// Returns an allowlist that also trusts the `X-Forwarded-For` entries of these addresses and networks: your own
    /// reverse proxies.
    ///
    /// The word `unix` stands for a proxy that connects over a Unix socket: then every connection without an IP address
    /// is trusted. Add it only if the server listens on nothing but such a socket, which only the proxy can open: some
    /// servers also lose the address of a TCP connection that was closed.
    ///
    /// - Throws: ``OpenPlatformError/Config(report:)`` if one is neither an address, a network nor `unix`.
    fn trusted_proxies(&self, networks: Vec<String>) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().trusted_proxies(networks)?)))
    }

    /// Returns an allowlist that also refuses an address for the rest of a minute after this many of its requests, as
    /// reported to `answered`, did not have the key. Without it there is no limit: a key that cannot be guessed needs
    /// none.
    ///
    /// An address from which a request with the key has come is never refused, so neither an attacker nor a key that
    /// was wrong for a while can shut out the platform. Set your proxies nevertheless: all requests through a proxy
    /// that is not trusted have one address, and until the first request of the platform gets through, others can use
    /// up its limit. IPv6 addresses are counted by their first 64 bits. Each process has its own counts; allowlists
    /// that are made of this one share them.
    ///
    /// - Throws: ``OpenPlatformError/Config(report:)`` if `perMinute` is 0, which would refuse every address.
    fn limit_failures(&self, per_minute: u32) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().limit_failures(per_minute)?)))
    }

    /// Checks the source of a request, and returns its address.
    ///
    /// - Parameters:
    ///   - peer: The IP address of the other end of the connection. `nil` if it has none, as behind a Unix socket.
    ///   - headers: The headers of the request, unchanged.
    /// - Throws: ``OpenPlatformError/Webhook(report:)`` with 403 if the address is not allowed or cannot be determined;
    ///   with 401, equal to that of a wrong key, if it has failed too often: an attacker who guesses keys does not
    ///   learn that the guess was not compared. ``OpenPlatformError/InvalidInput(report:)`` if `peer` is a text that is
    ///   no IP address.
    fn check(&self, peer: Option<String>, headers: Vec<Header>) -> Result<String> {
        let peer = peer.map(|peer| ip_address("peer", &peer)).transpose()?;
        Ok(self.0.check(peer, &pairs(headers)).map(|source| source.to_string()).map_err(Error::from)?)
    }

    /// Reports the status of the response to a request, for `limitFailures`: 401 is a failure, 200 to 299 prove that
    /// the request had the key. So report only requests that needed the key.
    ///
    /// - Parameters:
    ///   - source: The address that `check` returned.
    ///   - status: The status of the response.
    /// - Throws: ``OpenPlatformError/InvalidInput(report:)`` if `source` is a text that is no IP address.
    fn answered(&self, source: String, status: u16) -> Result<()> {
        self.0.answered(ip_address("source", &source)?, status);
        Ok(())
    }
}

/// All headers of a response in a list, with the content type, but without one for `close`.
///
/// On a JVM it is called through JNI.
#[uniffi::export]
fn reply_headers(reply: &Reply) -> Vec<Header> {
    headers(reply)
}

by_jni! { reply_headers(reply: Reply) -> Vec<Header> = Ok(reply_headers(&reply)) }

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
