//! Requests from the platform to the app.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use open_platform::ffi::nearest_length;
use open_platform::ffi::uniffi::DateTime;
use open_platform::model::event::{CONFLICT_NOTE, Delivery};
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{
    self, DEFAULT_DEDUPE_CAPACITY, DedupeMarks, Freshness, KeyRing, Progress, Rejection, Reply,
};
use open_platform::{Error, Secret};

use super::client::Platform;
use crate::errors::Result;

/// A header as it arrived.
#[derive(uniffi::Record)]
pub struct Header {
    /// Its name, in any case.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// An identification key. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct IdentificationKey(webhook::IdentificationKey);

#[uniffi::export]
impl IdentificationKey {
    /// A key with a name for logs, and when it stops being accepted, if ever.
    #[uniffi::constructor(default(not_after = None))]
    fn new(id: String, key: String, not_after: Option<DateTime>) -> Self {
        Self(webhook::IdentificationKey { id, secret: Secret::from(key), not_after })
    }
}

/// What is received, and what is not.
#[derive(Default, uniffi::Record)]
pub struct WebhookOptions {
    /// How many bytes a body may have: 256 KiB by default.
    #[uniffi(default)]
    pub body_limit: Option<u32>,
    /// After how many seconds a message is stale: 72 hours by default.
    #[uniffi(default)]
    pub stale_after: Option<f64>,
    /// Whether stale messages are refused. Off by default.
    #[uniffi(default)]
    pub reject_stale: bool,
    /// How many seconds a body may take to arrive: 10 by default.
    #[uniffi(default)]
    pub body_timeout: Option<f64>,
}

impl WebhookOptions {
    fn apply(self, mut webhooks: webhook::Webhooks) -> webhook::Webhooks {
        if let Some(bytes) = self.body_limit {
            webhooks = webhooks.body_limit(bytes as usize);
        }
        if let Some(timeout) = self.body_timeout {
            webhooks = webhooks.body_timeout(nearest_length(timeout));
        }
        if let Some(age) = self.stale_after {
            webhooks = webhooks.stale_after(nearest_length(age));
        }
        webhooks.reject_stale(self.reject_stale)
    }
}

/// Receives requests of the platform. The headers and the body are passed as they arrived.
#[derive(uniffi::Object)]
pub struct Webhooks(webhook::Webhooks);

impl Webhooks {
    fn of(webhooks: webhook::Webhooks, options: Option<WebhookOptions>) -> Self {
        Self(options.unwrap_or_default().apply(webhooks))
    }
}

#[uniffi::export]
impl Webhooks {
    #[uniffi::constructor(default(options = None))]
    fn new(keys: Vec<Arc<IdentificationKey>>, options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self::of(webhook::Webhooks::new(KeyRing::new(own(&keys))?), options))
    }

    /// With the keys in one text, separated by commas: `key-1`, `key-2` and so on.
    #[uniffi::constructor(default(options = None))]
    fn from_list(keys: String, options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self::of(webhook::Webhooks::new(KeyRing::from_list(&keys)?), options))
    }

    /// With the keys in `OPEN_PLATFORM_IDENTIFICATION_KEYS`.
    #[uniffi::constructor(default(options = None))]
    fn from_environment(options: Option<WebhookOptions>) -> Result<Self> {
        Ok(Self::of(webhook::Webhooks::new(KeyRing::from_env()?), options))
    }

    /// Puts other keys in place of all present ones, from the next request on.
    fn replace_keys(&self, keys: Vec<Arc<IdentificationKey>>) -> Result<()> {
        Ok(self.0.keys().replace(own(&keys))?)
    }

    /// Decides from the head alone whether the body is worth reading.
    fn authenticate(&self, method: String, headers: Vec<Header>) -> Result<Accepted> {
        Ok(self.0.authenticate(method, &pairs(headers)).map(Accepted).map_err(open)?)
    }

    fn event(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<Delivery> {
        Ok(self.0.event(method, &pairs(headers), &body).map_err(open)?)
    }

    fn start(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<StartRequest> {
        Ok(self.0.start(method, &pairs(headers), &body).map_err(open)?)
    }

    fn dynamic_action(&self, method: String, headers: Vec<Header>, body: Vec<u8>) -> Result<DynamicActionRequest> {
        Ok(self.0.dynamic_action(method, &pairs(headers), &body).map_err(open)?)
    }

    fn freshness(&self, delivery: &Delivery) -> Freshness {
        self.0.freshness(delivery)
    }
}

#[uniffi::export]
impl Platform {
    /// Receives requests with the identification keys of this client, and with its clock.
    #[uniffi::method(default(options = None))]
    fn webhooks(&self, options: Option<WebhookOptions>) -> Result<Webhooks> {
        Ok(Webhooks::of(self.core.webhooks()?, options))
    }
}

/// A request whose head was accepted. Its body may now be read.
#[derive(uniffi::Object)]
pub struct Accepted(pub(super) webhook::Accepted);

#[uniffi::export]
impl Accepted {
    /// The id of the key that matched.
    fn key_id(&self) -> String {
        self.0.key_id().to_owned()
    }

    /// How many bytes of the body to read at most. Whether more came is seen by reading one more.
    fn body_limit(&self) -> u32 {
        self.0.body_limit().try_into().unwrap_or(u32::MAX)
    }

    /// How many seconds to read the body at most.
    fn body_seconds(&self) -> f64 {
        self.0.body_timeout().as_secs_f64()
    }

    /// Refuses a body that did not arrive in time: it throws.
    fn too_slow(&self) -> Result<()> {
        Err(open(self.0.too_slow()).into())
    }

    fn event(&self, body: Vec<u8>) -> Result<Delivery> {
        Ok(self.0.event(&body).map_err(open)?)
    }

    fn start(&self, body: Vec<u8>) -> Result<StartRequest> {
        Ok(self.0.start(&body).map_err(open)?)
    }

    fn dynamic_action(&self, body: Vec<u8>) -> Result<DynamicActionRequest> {
        Ok(self.0.dynamic_action(&body).map_err(open)?)
    }
}

/// Remembers in memory which events were seen.
#[derive(uniffi::Object)]
pub struct MemoryDedupe(webhook::MemoryDedupe);

#[uniffi::export]
impl MemoryDedupe {
    #[uniffi::constructor(default(capacity = None))]
    fn new(capacity: Option<u32>) -> Self {
        Self(webhook::MemoryDedupe::with_capacity(capacity.map_or(DEFAULT_DEDUPE_CAPACITY, |keys| keys as usize)))
    }

    /// Remembers `key` for so many seconds, without them for as long as there is room. Returns whether it is new.
    fn remember(&self, key: String, window_seconds: Option<i64>) -> bool {
        let window = window_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        self.0.insert(&key, window.map(Duration::from_secs))
    }

    fn forget(&self, key: String) {
        self.0.remove(&key);
    }

    /// What is known of an event. If it is to be handled, it counts as being handled from now on.
    fn begin(&self, delivery: &Delivery) -> Progress {
        self.0.begin_now(delivery)
    }

    /// The event was handled.
    fn finish(&self, delivery: &Delivery) {
        self.0.finish_now(delivery);
    }

    /// The event could not be handled, and must be when it comes again.
    fn abandon(&self, delivery: &Delivery) {
        self.0.abandon_now(delivery);
    }
}

/// The keys of an event in a store of the app's own.
#[uniffi::export]
fn dedupe_marks(delivery: &Delivery) -> DedupeMarks {
    DedupeMarks::of(delivery)
}

/// The note on a delivery whose event arrived before with another body.
#[uniffi::export]
fn conflict_note() -> String {
    CONFLICT_NOTE.to_owned()
}

/// The delivery with that note.
#[uniffi::export]
fn delivery_in_conflict(delivery: Delivery) -> Delivery {
    let mut delivery = delivery;
    delivery.notes.push(CONFLICT_NOTE.to_owned());
    delivery
}

/// Its type and its `dedupe_key`, for logs: nothing of the content.
#[uniffi::export]
fn delivery_label(delivery: &Delivery) -> String {
    delivery.label()
}

/// The answer to a repetition of an event that is being handled: 503 with `Retry-After`.
#[uniffi::export]
fn reply_in_progress() -> Reply {
    Progress::InProgress.reply().unwrap_or_default()
}

/// Where requests may come from: a check beside the key, never in its place.
#[derive(uniffi::Object)]
pub struct IpAllowlist(webhook::IpAllowlist);

#[uniffi::export]
impl IpAllowlist {
    #[uniffi::constructor]
    fn new(networks: Vec<String>) -> Result<Self> {
        Ok(Self(webhook::IpAllowlist::new(networks)?))
    }

    /// The addresses that the platform documented for its events in September 2025.
    #[uniffi::constructor]
    fn platform() -> Self {
        Self(webhook::IpAllowlist::platform())
    }

    /// The same, and believes what these addresses and networks write into `X-Forwarded-For`.
    fn trusted_proxies(&self, networks: Vec<String>) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().trusted_proxies(networks)?)))
    }

    /// The same, and refuses an address, with 401, for the rest of a minute after so many requests without the key, as
    /// told to `answered`.
    ///
    /// An address from which a request with the key has come is never refused, so no stranger can shut out the platform
    /// there, and neither can a key that was wrong for a while. Name your proxies all the same: all that come through a
    /// proxy that is not trusted have one address, and until a request of the platform gets through, strangers can use up
    /// its limit. IPv6 addresses count by their first 64 bits. Each process counts for itself.
    fn limit_failures(&self, per_minute: u32) -> Result<Arc<Self>> {
        Ok(Arc::new(Self(self.0.clone().limit_failures(per_minute)?)))
    }

    /// Checks where a request came from, and returns the address that counts.
    fn check(&self, peer: String, headers: Vec<Header>) -> Result<String> {
        let peer = address("peer", &peer)?;
        Ok(self.0.check(peer, &pairs(headers)).map(|source| source.to_string()).map_err(open)?)
    }

    /// Tells what a request from `source`, the address that `check` returned, was answered with, for `limit_failures`: 401
    /// is a failure, 200 to 299 a proof that it had the key. So tell it only of requests that needed the key.
    fn answered(&self, source: String, status: u16) -> Result<()> {
        self.0.answered(address("source", &source)?, status);
        Ok(())
    }
}

fn address(field: &str, text: &str) -> Result<IpAddr, Error> {
    let reason = "must be an IP address, such as 203.0.113.9".to_owned();
    text.parse().map_err(|_| Error::InvalidInput { field: field.to_owned(), reason })
}

/// The answer to an event that is safely stored or handled: 200 without a body.
#[uniffi::export]
fn reply_ok() -> Reply {
    Reply::ok()
}

/// The answer when an event cannot be stored now: 503 with `Retry-After` in seconds.
#[uniffi::export]
fn reply_unavailable(retry_after: f64) -> Reply {
    Reply::unavailable(nearest_length(retry_after))
}

/// The answer to a request that was refused.
#[uniffi::export]
fn reply_to_rejection(status: u16, reason: String) -> Reply {
    Rejection { status, reason }.reply()
}

#[uniffi::export]
fn reply_to_start(answer: StartReply, request: StartRequest) -> Result<Reply> {
    Ok(Reply::start(&answer, &request)?)
}

#[uniffi::export]
fn reply_to_dynamic_action(answer: DynamicActionReply) -> Result<Reply> {
    Ok(Reply::dynamic_action(&answer)?)
}

fn own(keys: &[Arc<IdentificationKey>]) -> impl Iterator<Item = webhook::IdentificationKey> {
    keys.iter().map(|key| key.0.clone())
}

fn open(rejection: Rejection) -> Error {
    rejection.into()
}

pub(super) fn pairs(headers: Vec<Header>) -> Vec<(String, String)> {
    headers.into_iter().map(|header| (header.name, header.value)).collect()
}
