//! The checks of a request and their order. The content of the body is decoded in [`model`](crate::model).

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

#[cfg(feature = "http")]
use super::body::read_body;
use super::freshness::Freshness;
use super::headers::{Head, Headers, Single, Versions, too_large};
use super::key::{KeyRing, Match};
use super::reply::Rejection;
use crate::clock::{Clock, SystemClock};
use crate::error::Error;
use crate::model::message::MessageLimits;
use crate::observe::{Callback, ReceivedHook};
use crate::webhook::Delivery;
use crate::webhook::start::{DynamicActionRequest, StartRequest};

/// The default maximum size of a body in bytes. A post update contains a complete post.
pub const DEFAULT_BODY_LIMIT: usize = 256 * 1024;

/// The default time limit for receiving a body: 8.5 s. A client that sends a byte a second then has its 408 within 10 s also from a
/// server that can respond only after the next byte.
pub const DEFAULT_BODY_TIMEOUT: Duration = Duration::from_millis(8_500);

/// The default age from which on a message is stale.
pub const DEFAULT_STALE_AFTER: Duration = Duration::from_secs(72 * 3600);

// The documentation of the parameters of the packages is made from it.
/// The options of hooks, the receiver of the platform's requests.
#[cfg(feature = "ffi")]
#[crate::ffi::data(options)]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WebhookOptions {
    /// The maximum size of a body in bytes: 256 KiB by default.
    pub body_limit: Option<u32>,
    /// The time limit for reading a body: 8.5 seconds by default. One that takes longer is refused with 408.
    pub body_timeout_seconds: Option<f64>,
    /// The age from which on a message is stale: 72 hours by default.
    pub stale_after_seconds: Option<f64>,
    /// Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message, and a
    /// message that the platform delivers late would be lost.
    pub reject_stale: bool,
}

/// Receives requests of the platform. Clones share their keys.
#[derive(Clone)]
#[must_use]
pub struct Webhooks {
    keys: KeyRing,
    body_limit: usize,
    body_timeout: Duration,
    stale_after: Duration,
    reject_stale: bool,
    clock: Arc<dyn Clock>,
    saw_authorization: Arc<AtomicBool>,
    warned_of_proxy: Arc<Once>,
    pub(super) on_hook: Option<Callback<ReceivedHook>>,
    /// For the responses to dynamic actions that [`hooks`](crate::hooks) send.
    pub(crate) message_limits: MessageLimits,
}

impl Webhooks {
    /// Accepts requests that carry one of `keys`.
    pub fn new(keys: KeyRing) -> Self {
        Self {
            keys,
            body_limit: DEFAULT_BODY_LIMIT,
            body_timeout: DEFAULT_BODY_TIMEOUT,
            stale_after: DEFAULT_STALE_AFTER,
            reject_stale: false,
            clock: Arc::new(SystemClock),
            saw_authorization: Arc::default(),
            warned_of_proxy: Arc::new(Once::new()),
            on_hook: None,
            message_limits: MessageLimits::default(),
        }
    }

    /// Sets the maximum size of a body in bytes. The default is [`DEFAULT_BODY_LIMIT`].
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Sets the time limit for receiving a body. A slower one is refused with 408. The default is [`DEFAULT_BODY_TIMEOUT`].
    /// The code that reads the body applies it: see [`Accepted::body_timeout`].
    pub fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Uses `clock` as the time, for keys with an end date and the age of messages.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the age from which [`freshness`](Self::freshness) reports a message as stale. The default is [`DEFAULT_STALE_AFTER`].
    pub fn stale_after(mut self, age: Duration) -> Self {
        self.stale_after = age;
        self
    }

    /// Whether stale messages are refused with 403. Off by default: anybody who has the key can set any time in a message,
    /// and a message that the platform delivers late would be lost.
    pub fn reject_stale(mut self, on: bool) -> Self {
        self.reject_stale = on;
        self
    }

    /// Sets the limits of texts in the responses to dynamic actions.
    pub(crate) fn message_limits(mut self, limits: MessageLimits) -> Self {
        self.message_limits = limits;
        self
    }

    /// Sets the options that are given, for other languages.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `body_timeout` or `stale_after`, if it is no time.
    #[cfg(feature = "ffi")]
    pub fn with_options(mut self, options: Option<WebhookOptions>) -> crate::error::Result<Self> {
        let WebhookOptions { body_limit, body_timeout_seconds, stale_after_seconds, reject_stale } =
            options.unwrap_or_default();
        self.body_limit = body_limit.map_or(self.body_limit, |bytes| bytes as usize);
        if let Some(seconds) = body_timeout_seconds {
            self.body_timeout = crate::ffi::length("body_timeout", seconds)?;
        }
        if let Some(seconds) = stale_after_seconds {
            self.stale_after = crate::ffi::length("stale_after", seconds)?;
        }
        Ok(self.reject_stale(reject_stale))
    }

    /// The accepted keys, for [`KeyRing::replace`].
    pub fn keys(&self) -> &KeyRing {
        &self.keys
    }

    /// Checks the request without its body: method, announced size, key, content type.
    ///
    /// # Errors
    /// [`Rejection`] with 405 for a method other than POST, 400 or 413 for the announced size, 401 unless there is exactly
    /// one `Authorization` header with an accepted key as its whole value, 415 unless the body is announced as plain JSON.
    pub fn authenticate(
        &self,
        method: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
    ) -> Result<Accepted, Rejection> {
        if method.as_ref() != "POST" {
            return Err(Rejection::new(405, "only POST is accepted"));
        }
        let head = Head::of(headers);
        head.check_size(self.body_limit)?;
        let key_id = self.check_key(head.authorization)?;
        head.check_type()?;
        tracing::debug!(key_id = %key_id, "a platform request was authenticated");
        let oldest = if self.reject_stale { self.oldest() } else { None };
        let Self { body_limit, body_timeout, .. } = *self;
        Ok(Accepted { key_id, body_limit, body_timeout, oldest, version: head.version })
    }

    /// Receives an event, with all checks.
    ///
    /// An event of an unknown type, or with a missing or unreadable payload, is not rejected: a rejection would only make the
    /// platform send it again. It is returned as [`Event::Unknown`](crate::webhook::Event::Unknown) or
    /// [`Event::Malformed`](crate::webhook::Event::Malformed).
    ///
    /// # Errors
    /// As [`authenticate`](Self::authenticate) and [`Accepted::event`].
    pub fn event(
        &self,
        method: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
        body: &[u8],
    ) -> Result<Delivery, Rejection> {
        self.authenticate(method, headers)?.event(body)
    }

    /// Receives a start request: a user clicked a link of the app. Respond with [`Reply::start`](super::Reply::start).
    ///
    /// # Errors
    /// As [`authenticate`](Self::authenticate) and [`Accepted::start`].
    pub fn start(
        &self,
        method: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
        body: &[u8],
    ) -> Result<StartRequest, Rejection> {
        self.authenticate(method, headers)?.start(body)
    }

    /// Receives a dynamic action: a user clicked an element whose effect the app decides. Respond with
    /// [`Reply::dynamic_action`](super::Reply::dynamic_action).
    ///
    /// # Errors
    /// As [`authenticate`](Self::authenticate) and [`Accepted::dynamic_action`].
    pub fn dynamic_action(
        &self,
        method: impl AsRef<str>,
        headers: &(impl Headers + ?Sized),
        body: &[u8],
    ) -> Result<DynamicActionRequest, Rejection> {
        self.authenticate(method, headers)?.dynamic_action(body)
    }

    /// The age of a message. Other events contain no time.
    pub fn freshness(&self, delivery: &Delivery) -> Freshness {
        Freshness::of(delivery, &*self.clock, self.stale_after)
    }

    /// The time before which a message is stale. `None` if the limit does not fit.
    fn oldest(&self) -> Option<DateTime<Utc>> {
        self.clock.now().checked_sub_signed(TimeDelta::from_std(self.stale_after).ok()?)
    }

    #[inline]
    fn check_key(&self, authorization: Single<'_>) -> Result<Arc<str>, Rejection> {
        let unauthorized = |reason: &str| Err(Rejection::new(401, reason));
        let presented = match authorization {
            Single::Absent => return Err(self.no_authorization()),
            Single::Several => return unauthorized("several Authorization headers arrived"),
            Single::One(presented) => presented,
        };
        self.saw_authorization.store(true, Ordering::Relaxed);
        match self.keys.find(presented, || self.clock.now()) {
            Match::Key(id) => Ok(id),
            Match::Expired(id) => Err(Rejection::new(401, format!("the key {id} is no longer accepted"))),
            Match::None if presented.is_empty() => unauthorized("Authorization is empty"),
            Match::None => unauthorized("Authorization is not an identification key of this app"),
        }
    }

    /// The rejection for a missing header. A proxy may have removed it: until a key has arrived, the reason says so.
    fn no_authorization(&self) -> Rejection {
        if self.saw_authorization.load(Ordering::Relaxed) {
            return Rejection::new(401, "no Authorization header arrived");
        }
        let reason = "no Authorization header has arrived so far: if the platform sent this, a proxy strips it \
                      (mod_wsgi: `WSGIPassAuthorization On`; nginx: `proxy_set_header Authorization $http_authorization;`)";
        self.warned_of_proxy.call_once(|| tracing::warn!("{reason}"));
        Rejection::new(401, reason)
    }
}

fn unreadable(error: Error) -> Rejection {
    let reason = match error {
        Error::Decode(error) => format!("the body cannot be read{}: {}", error.place(), error.reason),
        other => other.to_string(),
    };
    Rejection::new(400, reason)
}

impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhooks")
            .field("keys", &self.keys)
            .field("body_limit", &self.body_limit)
            .finish_non_exhaustive()
    }
}

/// A request whose head was accepted: its sender has the key. Its body may be read now.
#[derive(Clone, Debug)]
pub struct Accepted {
    key_id: Arc<str>,
    body_limit: usize,
    body_timeout: Duration,
    /// Messages sent before this time are refused.
    oldest: Option<DateTime<Utc>>,
    version: Versions,
}

impl Accepted {
    /// The id of the key that matched. Count them to see when an old key is no longer in use.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    pub(crate) fn into_key_id(self) -> Arc<str> {
        self.key_id
    }

    /// The maximum number of bytes of the body. Read one more to detect a longer body.
    pub fn body_limit(&self) -> usize {
        self.body_limit
    }

    /// The time limit for reading the body. If it is exceeded, respond with [`too_slow`](Self::too_slow).
    pub fn body_timeout(&self) -> Duration {
        self.body_timeout
    }

    /// The rejection of a body that did not arrive in time: 408, and the connection must be closed.
    pub fn too_slow(&self) -> Rejection {
        Rejection::new(408, format!("the body did not arrive within {} s", self.body_timeout.as_secs_f64()))
    }

    /// Reads the body of a request of axum or hyper, up to its limit and within [`body_timeout`](Self::body_timeout).
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 408 for one that does not arrive in time, 400 for an incomplete
    /// one.
    #[cfg(feature = "http")]
    pub async fn read<B>(&self, body: B) -> Result<Vec<u8>, Rejection>
    where
        B: hyper::body::Body<Data: bytes::Buf>,
    {
        self.read_bytes(body).await.map(Vec::from)
    }

    #[cfg(feature = "http")]
    pub(crate) async fn read_bytes<B>(&self, body: B) -> Result<bytes::Bytes, Rejection>
    where
        B: hyper::body::Body<Data: bytes::Buf>,
    {
        read_body(body, self.body_limit, self.body_timeout).await
    }

    /// Decodes an event.
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 400 for one that is not a JSON object, 403 for a stale message
    /// with [`Webhooks::reject_stale`].
    #[inline]
    pub fn event(&self, body: &[u8]) -> Result<Delivery, Rejection> {
        self.check_body(body)?;
        match Delivery::parse(body) {
            Ok(delivery) if self.oldest.is_some_and(|oldest| delivery.sent_at().is_some_and(|sent| sent < oldest)) => {
                Err(Rejection::new(403, "the message is stale: sent longer ago than the limit"))
            }
            Ok(delivery) => Ok(delivery),
            Err(error) => Err(unreadable(error)),
        }
    }

    /// Decodes a start request, in the structure that the version header names, or without one in that of the body.
    ///
    /// The header has two spellings. If they disagree, `API-Version` is used, and [`StartRequest::notes`] contains a note.
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 400 for one that is not a JSON object or cannot be read.
    pub fn start(&self, body: &[u8]) -> Result<StartRequest, Rejection> {
        self.check_body(body)?;
        let Versions { hyphen, underscore } = self.version;
        let version = hyphen.or(underscore).map(|version| version.to_string());
        let mut request = StartRequest::parse(body, version.as_deref()).map_err(unreadable)?;
        if let (Some(hyphen), Some(underscore)) = (hyphen, underscore)
            && hyphen != underscore
        {
            request
                .notes
                .push(format!("API-Version says {hyphen}, API_VERSION says {underscore}: the first was taken"));
        }
        Ok(request)
    }

    /// Decodes a dynamic action.
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 400 for one that is not a JSON object or cannot be read.
    pub fn dynamic_action(&self, body: &[u8]) -> Result<DynamicActionRequest, Rejection> {
        self.check_body(body)?;
        DynamicActionRequest::parse(body).map_err(unreadable)
    }

    #[inline]
    fn check_body(&self, body: &[u8]) -> Result<(), Rejection> {
        if body.len() > self.body_limit { Err(too_large(self.body_limit)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
