//! The order in which a request is looked at. What is read out of the body is decided in [`model`](crate::model).

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::freshness::Freshness;
use super::headers::{Head, Headers, Single, Versions, too_large};
use super::key::{KeyRing, Match};
use super::reply::Rejection;
use crate::clock::{Clock, SystemClock};
use crate::error::Error;
use crate::model::event::Delivery;
use crate::model::start::{DynamicActionRequest, StartRequest};

/// How many bytes a body may have, unless told otherwise. A post update carries a whole post.
pub const DEFAULT_BODY_LIMIT: usize = 256 * 1024;

/// How long the body of a request may take to arrive, unless told otherwise.
pub const DEFAULT_BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Receives requests of the platform. Clones share everything.
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
}

impl Webhooks {
    /// Accepts requests that carry one of `keys`.
    pub fn new(keys: KeyRing) -> Self {
        Self {
            keys,
            body_limit: DEFAULT_BODY_LIMIT,
            body_timeout: DEFAULT_BODY_TIMEOUT,
            stale_after: Duration::from_secs(72 * 3600),
            reject_stale: false,
            clock: Arc::new(SystemClock),
            saw_authorization: Arc::default(),
            warned_of_proxy: Arc::new(Once::new()),
        }
    }

    /// Refuses bodies of more bytes than this. The default is [`DEFAULT_BODY_LIMIT`].
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Refuses bodies that take longer to arrive, with 408. The default is [`DEFAULT_BODY_TIMEOUT`]. Whoever reads the body
    /// keeps to it: see [`Accepted::body_timeout`].
    pub fn body_timeout(mut self, timeout: Duration) -> Self {
        self.body_timeout = timeout;
        self
    }

    /// Takes the time from `clock`: for keys that end, and for the age of messages.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// From which age on [`freshness`](Self::freshness) calls a message stale. 72 hours by default.
    pub fn stale_after(mut self, age: Duration) -> Self {
        self.stale_after = age;
        self
    }

    /// Whether stale messages are refused, with 403. Off by default: whoever has the key can write any time into a
    /// message, and one that the platform delivers late would be lost.
    pub fn reject_stale(mut self, on: bool) -> Self {
        self.reject_stale = on;
        self
    }

    /// The accepted keys, for [`KeyRing::replace`].
    pub fn keys(&self) -> &KeyRing {
        &self.keys
    }

    /// Decides from the head alone whether the request is worth reading: method, announced size, key, content type.
    ///
    /// # Errors
    /// [`Rejection`] with 405 for any method but POST, 400 or 413 for the announced size, 401 unless exactly one
    /// `Authorization` arrived that is an accepted key and nothing more, 415 unless the body is said to be plain JSON.
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

    /// Receives an event: head, then body.
    ///
    /// An event of an unknown type, or one whose payload is missing or unreadable, is no rejection: a refusal would
    /// only make the platform send it again. It comes as [`Event::Unknown`](crate::model::event::Event::Unknown) or
    /// [`Event::Malformed`](crate::model::event::Event::Malformed).
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

    /// Receives a start request: a user clicked a link of the app. Answer with [`Reply::start`](super::Reply::start).
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

    /// Receives a dynamic action: a user clicked something whose effect the app decides now. Answer with
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

    /// How old a message is. Other events have no time.
    pub fn freshness(&self, delivery: &Delivery) -> Freshness {
        Freshness::of(delivery, self.clock.now(), self.stale_after)
    }

    /// The instant before which a message is stale; `None` for a limit beyond the calendar.
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

    /// A stranger sends no key, but neither does a proxy that keeps it for itself: until a key was seen, say so.
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

/// A request whose head was accepted: its sender knows the key. The body may now be read.
#[derive(Clone, Debug)]
pub struct Accepted {
    key_id: Arc<str>,
    body_limit: usize,
    body_timeout: Duration,
    /// A message that was sent before is refused.
    oldest: Option<DateTime<Utc>>,
    version: Versions,
}

impl Accepted {
    /// The id of the key that matched. Count these, to see when an old key is no longer in use.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// How many bytes of the body to read at most. Whether more came is seen by reading one more.
    pub fn body_limit(&self) -> usize {
        self.body_limit
    }

    /// How long to read the body at most. If it has not arrived by then: [`too_slow`](Self::too_slow).
    pub fn body_timeout(&self) -> Duration {
        self.body_timeout
    }

    /// The refusal of a body that did not arrive in time: 408, and the connection is to be closed.
    pub fn too_slow(&self) -> Rejection {
        Rejection::new(408, format!("the body did not arrive within {} s", self.body_timeout.as_secs_f64()))
    }

    /// Reads the body of a request of axum or hyper, no further than its limit and no longer than
    /// [`body_timeout`](Self::body_timeout).
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 408 for one that does not arrive in time, 400 for one that breaks
    /// off.
    #[cfg(feature = "http")]
    pub async fn read<B>(&self, body: B) -> Result<Vec<u8>, Rejection>
    where
        B: hyper::body::Body<Data: bytes::Buf>,
    {
        use bytes::Buf;
        use http_body_util::BodyExt;

        let mut body = std::pin::pin!(body);
        let reading = async {
            let mut read = Vec::new();
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|_| Rejection::new(400, "the body broke off"))?;
                let Ok(mut data) = frame.into_data() else { continue };
                if data.remaining() > self.body_limit - read.len() {
                    return Err(too_large(self.body_limit));
                }
                while data.has_remaining() {
                    let piece = data.chunk();
                    read.extend_from_slice(piece);
                    let length = piece.len();
                    data.advance(length);
                }
            }
            Ok(read)
        };
        tokio::time::timeout(self.body_timeout, reading).await.unwrap_or_else(|_| Err(self.too_slow()))
    }

    /// Reads an event.
    ///
    /// # Errors
    /// [`Rejection`] with 413 for a body beyond the limit, 400 for one that is not a JSON object, 403 for a stale message
    /// with [`Webhooks::reject_stale`].
    #[inline]
    pub fn event(&self, body: &[u8]) -> Result<Delivery, Rejection> {
        self.check_body(body)?;
        let delivery = Delivery::parse(body).map_err(unreadable)?;
        match (self.oldest, delivery.sent_at()) {
            (Some(oldest), Some(sent_at)) if sent_at < oldest => {
                Err(Rejection::new(403, "the message is stale: sent longer ago than the limit"))
            }
            _ => Ok(delivery),
        }
    }

    /// Reads a start request, in the structure that the version header names, or else the one the body has.
    ///
    /// The header has two spellings. If they disagree, `API-Version` is followed and
    /// [`StartRequest::notes`] says so.
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

    /// Reads a dynamic action.
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
