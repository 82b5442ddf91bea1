//! The stored record of an event and its state transitions. No I/O.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::digest::sha256;
use crate::error::{Error, Result, StoreError, sanitize};
use crate::json::Json;
use crate::model::event::Delivery;
use crate::stores::{Stored, is_beyond, names};

/// The wait after the first failure; each further one is three times as long, up to an hour.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(5);
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// Characters of a reason that are kept.
const MAX_REASON: usize = 1000;

/// An event that waits, is being handled, or was given up.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    schema: i64,
    pub(super) received_at: DateTime<Utc>,
    /// The id of the identification key it came with.
    pub(super) key_id: String,
    /// The key of what is remembered about it.
    pub(super) seen: String,
    /// For how long an equal event counts as the same, in seconds.
    pub(super) window: i64,
    /// The digest of its body. An event that was stored by an earlier version has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
    /// An event with the same id and another body came before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) conflict: bool,
    /// Events of one conversation, if they are to be handled in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conversation: Option<String>,
    /// How often it was handed out, ever. The number of the last time fences those before.
    pub(super) claims: i64,
    /// How often it was handed out since it arrived or was taken up again.
    pub(super) attempts: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease: Option<Lease>,
    /// It failed, and waits for this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not_before: Option<DateTime<Utc>>,
    /// Why the last attempt failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// When it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failed_at: Option<DateTime<Utc>>,
    body: Box<RawValue>,
}

#[derive(Serialize, Deserialize)]
struct Lease {
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

/// Whether an event can be handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Free,
    /// Not before this.
    Until(DateTime<Utc>),
}

impl Entry {
    /// An event that arrives now.
    pub(super) fn new(
        delivery: &Delivery,
        body: &[u8],
        key_id: String,
        received_at: DateTime<Utc>,
        remember: TimeDelta,
    ) -> Result<Self> {
        let unreadable = || Error::invalid("body", "must be JSON in UTF-8");
        let text = std::str::from_utf8(body).map_err(|_| unreadable())?;
        Ok(Self {
            schema: Self::SCHEMA,
            received_at,
            key_id,
            seen: seen_key(delivery),
            window: delivery.dedupe_window_seconds.unwrap_or(remember.num_seconds()),
            digest: delivery.body_digest.clone(),
            conflict: false,
            conversation: delivery
                .event
                .message()
                .map(|message| message.conversation.id.as_str().to_owned())
                .filter(|id| !id.is_empty()),
            claims: 0,
            attempts: 0,
            lease: None,
            not_before: None,
            reason: None,
            failed_at: None,
            body: serde_json::from_str(text).map_err(|_| unreadable())?,
        })
    }

    /// The key it is stored by: the order of arrival, and what it is.
    pub(super) fn key(&self) -> String {
        format!("{:016x}-{}", self.received_at.timestamp_micros().max(0), self.digest.get(..32).unwrap_or_default())
    }

    /// Has it known by its id and its body, because its id is another event's, too.
    pub(super) fn contradict(&mut self) {
        self.seen = [LONG, &sha256([&self.seen, "\n", &self.digest].concat())].concat();
        self.conflict = true;
    }

    pub(super) fn delivery(&self) -> Result<Delivery> {
        let delivery = Delivery::parse(self.body.get().as_bytes())?;
        Ok(if self.conflict { delivery.in_conflict() } else { delivery })
    }

    /// The event for a look, also if it cannot be read any more.
    pub(super) fn shown(&self) -> Delivery {
        self.delivery().unwrap_or_else(|error| {
            let body = Json::parse(self.body.get()).unwrap_or_default();
            Delivery::malformed(String::new(), error.to_string(), body)
        })
    }

    pub(super) fn standing(&self, now: DateTime<Utc>) -> Standing {
        // A lease counts from its beginning only: a clock that was set back must not make it last for ever.
        if let Some(lease) = &self.lease
            && now < lease.until
            && lease.from - now <= lease.until - lease.from
        {
            return Standing::Until(lease.until);
        }
        match self.not_before {
            Some(due) if now < due && due - now <= LONGEST_WAIT * 2 => Standing::Until(due),
            _ => Standing::Free,
        }
    }

    /// Hands it out.
    pub(super) fn claim(&mut self, now: DateTime<Utc>, lease: TimeDelta) {
        self.claims += 1;
        self.attempts += 1;
        self.not_before = None;
        self.extend(now, lease);
    }

    /// Whether a worker has it: it was not put back since it was handed out.
    pub(super) fn is_leased(&self) -> bool {
        self.lease.is_some()
    }

    /// Leaves it for longer to who has it.
    pub(super) fn extend(&mut self, now: DateTime<Utc>, lease: TimeDelta) {
        self.lease = Some(Lease { from: now, until: now + lease });
    }

    /// Puts it back, as if it had not been handed out.
    pub(super) fn release(&mut self) {
        self.lease = None;
        self.attempts = (self.attempts - 1).max(0);
    }

    /// Puts it back after a failure, for later. Returns when.
    pub(super) fn postpone(&mut self, now: DateTime<Utc>, reason: &str) -> DateTime<Utc> {
        let wait = wait(self.attempts);
        // At most a fifth more, so that those that failed together come apart.
        let extra = wait * (self.received_at.timestamp_subsec_micros() % 1000) as i32 / 5000;
        self.lease = None;
        self.reason = Some(sanitize(reason, MAX_REASON));
        *self.not_before.insert(now + wait + extra)
    }

    /// Makes it a dead letter: what the worker that held its lease still writes is ignored.
    pub(super) fn become_dead_letter(&mut self, now: DateTime<Utc>, reason: &str) {
        self.claims += 1;
        self.lease = None;
        self.not_before = None;
        self.reason = Some(sanitize(reason, MAX_REASON));
        self.failed_at = Some(now);
    }

    /// Takes a dead letter up again.
    pub(super) fn revive(&mut self) {
        self.attempts = 0;
        self.failed_at = None;
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|error| StoreError::new("write", error))
    }
}

impl Stored for Entry {
    const NAME: &'static str = "event";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn odd(&self) -> Vec<&'static str> {
        let beyond = |instant: Option<DateTime<Utc>>| instant.is_some_and(is_beyond);
        names([
            ("received_at", is_beyond(self.received_at)),
            ("window", TimeDelta::try_seconds(self.window).is_none_or(|window| window < TimeDelta::zero())),
            ("claims", self.claims < 0),
            ("attempts", self.attempts < 0),
            ("lease", self.lease.as_ref().is_some_and(|lease| is_beyond(lease.from) || is_beyond(lease.until))),
            ("not_before", beyond(self.not_before)),
            ("failed_at", beyond(self.failed_at)),
        ])
    }
}

/// What is remembered about an event after it arrived.
#[derive(Serialize, Deserialize)]
pub(super) struct Seen {
    schema: i64,
    /// The key of the event that came first.
    pub(super) event: String,
    /// Until when an equal one is the same.
    pub(super) until: DateTime<Utc>,
    /// The digest of its body, unless an earlier version wrote this.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
}

/// What an event is to one that was seen before and is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is that one, or one of its own that came before.
    Own,
    /// It is that one, delivered again.
    Duplicate,
    /// It has the id of that one, and another body.
    Conflict,
    /// It came so much later that it is news.
    News,
}

impl Seen {
    pub(super) fn of(key: &str, entry: &Entry) -> Self {
        let until = entry.received_at.checked_add_signed(TimeDelta::seconds(entry.window));
        let until = until.unwrap_or(DateTime::<Utc>::MAX_UTC);
        Self { schema: Self::SCHEMA, event: key.to_owned(), until, digest: entry.digest.clone() }
    }

    /// What `entry` is, whose key is `key`.
    ///
    /// Two equal events that both got into the store are told apart by their arrival: a window or more between them,
    /// and both are real; less, and the one that is not remembered is a repetition. Whoever looks comes to the same
    /// answer, at any time.
    pub(super) fn judge(&self, key: &str, entry: &Entry) -> Verdict {
        let Some(first) = arrival(&self.event).filter(|_| self.event != key) else { return Verdict::Own };
        let apart = entry.received_at - first;
        let window = TimeDelta::seconds(entry.window);
        let differs = !self.digest.is_empty() && !entry.digest.is_empty() && self.digest != entry.digest;
        match () {
            () if apart.abs() < window && differs => Verdict::Conflict,
            () if apart.abs() < window => Verdict::Duplicate,
            () if apart < TimeDelta::zero() => Verdict::Own,
            () => Verdict::News,
        }
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|error| StoreError::new("write", error))
    }
}

impl Stored for Seen {
    const NAME: &'static str = "seen event";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn odd(&self) -> Vec<&'static str> {
        names([("until", is_beyond(self.until))])
    }
}

/// How keys of what is remembered for minutes begin, and those of what is remembered for days: they are swept apart.
pub(super) const BRIEFLY: &str = "b-";
pub(super) const LONG: &str = "l-";

/// The key of what is remembered about an event.
fn seen_key(delivery: &Delivery) -> String {
    let class = if delivery.dedupe_window_seconds.is_some() { BRIEFLY } else { LONG };
    [class, &sha256(&delivery.dedupe_key)].concat()
}

/// When the event of a key arrived.
fn arrival(key: &str) -> Option<DateTime<Utc>> {
    let micros = i64::from_str_radix(key.get(..16)?, 16).ok()?;
    DateTime::from_timestamp_micros(micros)
}

/// How long to wait after so many attempts.
fn wait(attempts: i64) -> TimeDelta {
    let exponent = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    (FIRST_WAIT * 3_i32.pow(exponent)).min(LONGEST_WAIT)
}

/// The name of one attempt, for `ack` and `nack`.
pub(super) fn attempt_id(key: &str, claims: i64) -> String {
    format!("{key}.{claims}")
}

/// The key of the event and the number of the claim.
pub(super) fn read_attempt_id(id: &str) -> Result<(&str, i64)> {
    id.rsplit_once('.')
        .and_then(|(key, claims)| Some((key, claims.parse().ok()?)))
        .ok_or_else(|| Error::invalid("id", "must be the id of an item that the inbox handed out"))
}
