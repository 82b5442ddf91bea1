//! The stored record of an event and its state transitions. No I/O.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::digest::sha256;
use crate::error::{Error, Result, StoreError, sanitize};
use crate::json::{Json, without_mark};
use crate::random::random_uuid;
use crate::stores::{Stored, is_beyond, is_plausible, names};
use crate::webhook::Delivery;

/// The delay after the first failure. Each further one is three times as long, up to an hour.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(5);
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// By how much the clocks of two hosts may differ.
const CLOCKS_APART: TimeDelta = TimeDelta::hours(1);
/// For how many days an inbox can remember an event at most.
pub(super) const MOST_REMEMBER_DAYS: i64 = 3650;
/// The longest time for which an inbox can keep a mark, and 400 days for clocks that differ.
const LONGEST_KEPT: TimeDelta = TimeDelta::days(MOST_REMEMBER_DAYS + 400);

/// How many characters of a reason are stored.
const MAX_REASON: usize = 1000;

/// The stored record of an event that waits, is being handled, or was given up.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    schema: i64,
    pub(super) received_at: DateTime<Utc>,
    /// The id of the identification key of its request.
    pub(super) key_id: String,
    /// The key of its seen mark.
    pub(super) seen: String,
    /// How long an equal event counts as a repetition, in seconds.
    pub(super) window: i64,
    /// The digest of its body. Empty in records of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
    /// Whether an event with the same id and another body arrived before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) conflict: bool,
    /// The conversation of a message, for handling in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conversation: Option<String>,
    /// How often it was handed out in total. The number of the last time invalidates the earlier attempts.
    pub(super) claims: i64,
    /// How often it was handed out since it arrived or was retried as a dead letter.
    pub(super) attempts: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lease: Option<Lease>,
    /// The time of the next attempt after a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not_before: Option<DateTime<Utc>>,
    /// Why the last attempt failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// When it became a dead letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failed_at: Option<DateTime<Utc>>,
    /// The id of the dead letter that it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) letter: Option<String>,
    /// Whether it was acknowledged. Only an event that was a dead letter is kept after that, until the letter is marked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) acknowledged: bool,
    body: Box<RawValue>,
}

#[derive(Serialize, Deserialize)]
struct Lease {
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    /// When the event was handed out. Empty in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claimed_at: Option<DateTime<Utc>>,
    /// Random, so that no two workers write the same lease. Empty after an extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
}

/// Whether an event can be handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Availability {
    Free,
    /// It can be handed out at this time.
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
        let text = std::str::from_utf8(without_mark(body)).map_err(|_| unreadable())?;
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
            letter: None,
            acknowledged: false,
            body: serde_json::from_str(text).map_err(|_| unreadable())?,
        })
    }

    /// The key of its record: the time of arrival, then the digest, so that keys are in the order of arrival.
    pub(super) fn key(&self) -> String {
        format!("{:016x}-{}", self.received_at.timestamp_micros().max(0), self.digest.get(..32).unwrap_or_default())
    }

    /// Identifies it by its id and its body from now on, because another event has the same id.
    pub(super) fn mark_conflict(&mut self) {
        self.seen = [LONG_PREFIX, &sha256([&self.seen, "\n", &self.digest].concat())].concat();
        self.conflict = true;
    }

    pub(super) fn delivery(&self) -> Result<Delivery> {
        let delivery = Delivery::parse(self.body.get().as_bytes())?;
        Ok(if self.conflict { delivery.in_conflict() } else { delivery })
    }

    /// The event for display, also if it can no longer be decoded.
    pub(super) fn for_display(&self) -> Delivery {
        self.delivery().unwrap_or_else(|error| {
            let body = Json::parse(self.body.get()).unwrap_or_default();
            Delivery::malformed(String::new(), error.to_string(), body)
        })
    }

    pub(super) fn availability(&self, now: DateTime<Utc>) -> Availability {
        // It is not handed out, but deleted.
        if self.acknowledged {
            return Availability::Free;
        }
        // A lease that starts in the future by more than its length is ignored, so that a clock that was set back does not
        // block the event.
        if let Some(lease) = &self.lease
            && now < lease.until
            && lease.from - now <= lease.until - lease.from
        {
            return Availability::Until(lease.until);
        }
        match self.not_before {
            Some(due) if now < due && due - now <= LONGEST_WAIT * 2 => Availability::Until(due),
            _ => Availability::Free,
        }
    }

    /// Records that it is handed out.
    pub(super) fn claim(&mut self, now: DateTime<Utc>, lease: TimeDelta) -> Result<()> {
        self.claims += 1;
        self.attempts += 1;
        self.not_before = None;
        let claim = Some(random_uuid()?);
        self.lease = Some(Lease { from: now, until: now + lease, claimed_at: Some(now), claim });
        Ok(())
    }

    /// How long its worker has had it, in seconds.
    pub(super) fn held_seconds(&self, now: DateTime<Utc>) -> Option<f64> {
        let held = now - self.lease.as_ref()?.claimed_at?;
        Some(held.to_std().unwrap_or_default().as_secs_f64())
    }

    /// Whether a worker has it: it was not released since it was handed out.
    pub(super) fn is_leased(&self) -> bool {
        self.lease.is_some()
    }

    /// Extends the lease.
    pub(super) fn extend(&mut self, now: DateTime<Utc>, lease: TimeDelta) {
        let claimed_at = self.lease.as_ref().and_then(|lease| lease.claimed_at);
        self.lease = Some(Lease { from: now, until: now + lease, claimed_at, claim: None });
    }

    /// Releases it, as if it had not been handed out.
    pub(super) fn release(&mut self) {
        self.lease = None;
        self.attempts = (self.attempts - 1).max(0);
    }

    /// Records that it was handled. Its lease can no longer be extended.
    pub(super) fn acknowledge(&mut self, now: DateTime<Utc>, lease: TimeDelta) {
        self.acknowledged = true;
        self.lease = None;
        // Processes of an earlier version do not know that it was acknowledged, and wait for so long.
        self.not_before = Some(now + lease);
    }

    /// Schedules a retry after a failure. Returns the time of the retry.
    pub(super) fn postpone(&mut self, now: DateTime<Utc>, reason: &str) -> DateTime<Utc> {
        let wait = wait(self.attempts);
        // Up to a fifth more, so that events that failed together are not retried together.
        let extra = wait * (self.received_at.timestamp_subsec_micros() % 1000) as i32 / 5000;
        self.lease = None;
        self.reason = Some(sanitize(reason, MAX_REASON));
        *self.not_before.insert(now + wait + extra)
    }

    /// Makes it a dead letter. Later writes of the worker that held the lease are ignored.
    pub(super) fn become_dead_letter(&mut self, now: DateTime<Utc>, reason: &str) {
        self.lease = None;
        self.not_before = None;
        // With `failed_at`, a process crashed while it did the same: the dead letter keeps its id and its reason.
        if self.failed_at.is_none() {
            self.claims += 1;
            self.reason = Some(sanitize(reason, MAX_REASON));
            self.failed_at = Some(now);
        }
    }

    /// Makes the dead letter `letter` an event again.
    pub(super) fn revive(&mut self, letter: &str) {
        self.attempts = 0;
        self.failed_at = None;
        self.letter = Some(letter.to_owned());
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

    fn invalid_members(&self) -> Vec<&'static str> {
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

/// The mark that an event has arrived.
#[derive(Serialize, Deserialize)]
pub(super) struct Seen {
    schema: i64,
    /// The key of the event that came first.
    pub(super) event: String,
    /// Until when an equal event counts as a repetition.
    pub(super) until: DateTime<Utc>,
    /// The digest of its body. Empty in records of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    digest: String,
}

/// The relation of an event to an equal one that was seen before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// It is the same record, or the seen one arrived later.
    Own,
    /// A repeated delivery of the seen event.
    Duplicate,
    /// It has the id of the seen event, and another body.
    Conflict,
    /// It arrived so much later that it is a new event.
    New,
}

impl Seen {
    pub(super) fn of(key: &str, entry: &Entry) -> Self {
        let until = entry.received_at.checked_add_signed(TimeDelta::seconds(entry.window));
        let until = until.unwrap_or(DateTime::<Utc>::MAX_UTC);
        Self { schema: Self::SCHEMA, event: key.to_owned(), until, digest: entry.digest.clone() }
    }

    /// The relation of `entry`, which has the key `key`, to the seen event.
    ///
    /// If two equal events were both stored, their arrivals decide: with a window or more between them, both are real; with
    /// less, the one without a mark is a repetition. Every process gets the same result, at any time, unless the mark is from the
    /// future: a clock made it that has been set back since. It proves nothing about the events that arrive now, and is replaced.
    pub(super) fn relation_of(&self, key: &str, entry: &Entry, now: DateTime<Utc>) -> Relation {
        let Some(first) = arrival(&self.event).filter(|_| self.event != key) else { return Relation::Own };
        let apart = entry.received_at - first;
        let window = TimeDelta::seconds(entry.window);
        let differs = !self.digest.is_empty() && !entry.digest.is_empty() && self.digest != entry.digest;
        match () {
            () if apart.abs() < window && differs => Relation::Conflict,
            () if apart.abs() < window => Relation::Duplicate,
            () if apart < TimeDelta::zero() && first - now < window + CLOCKS_APART => Relation::Own,
            () => Relation::New,
        }
    }

    /// Whether it can be deleted. No option keeps a mark for longer than [`LONGEST_KEPT`]: a later one is from a clock that was far in
    /// the future.
    pub(super) fn has_expired(&self, now: DateTime<Utc>) -> bool {
        self.until <= now || (is_plausible(now) && self.until - now > LONGEST_KEPT)
    }

    /// The mark that the retry of a dead letter has ended.
    pub(super) fn of_letter(id: &str, until: DateTime<Utc>) -> Self {
        Self { schema: Self::SCHEMA, event: key_of_letter(id).to_owned(), until, digest: String::new() }
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

    fn invalid_members(&self) -> Vec<&'static str> {
        names([("until", is_beyond(self.until))])
    }
}

/// The prefixes of the keys of marks that are kept for minutes, and for days. They are deleted separately.
pub(super) const SHORT_PREFIX: &str = "b-";
pub(super) const LONG_PREFIX: &str = "l-";

/// The key of an event's seen mark.
fn seen_key(delivery: &Delivery) -> String {
    let class = if delivery.dedupe_window_seconds.is_some() { SHORT_PREFIX } else { LONG_PREFIX };
    [class, &sha256(&delivery.dedupe_key)].concat()
}

/// The key of the mark that the retry of a dead letter has ended. `None` for an id of an earlier version, which another dead
/// letter of the event may have, too.
pub(super) fn key_of_mark(letter: &str) -> Option<String> {
    letter.contains('_').then(|| [LONG_PREFIX, &sha256(["dead letter\n", letter].concat())].concat())
}

/// The time of arrival in an event's key.
fn arrival(key: &str) -> Option<DateTime<Utc>> {
    let micros = i64::from_str_radix(key.get(..16)?, 16).ok()?;
    DateTime::from_timestamp_micros(micros)
}

/// The delay after this number of attempts.
fn wait(attempts: i64) -> TimeDelta {
    let exponent = u32::try_from(attempts - 1).unwrap_or(0).min(10);
    (FIRST_WAIT * 3_i32.pow(exponent)).min(LONGEST_WAIT)
}

/// The id of an attempt, for `ack` and `nack`.
pub(super) fn attempt_id(key: &str, claims: i64) -> String {
    format!("{key}.{claims}")
}

/// The id of a dead letter. An event that becomes one again gets another id, so that the retry of the earlier one, which ends
/// with its deletion, cannot delete the later one.
pub(super) fn letter_id(key: &str, claims: i64) -> String {
    format!("{key}_{claims}")
}

/// Greater than the ids of all dead letters of an event, and less than those of later events.
pub(super) fn last_letter_id(key: &str) -> String {
    format!("{key}_~")
}

/// The key of the event of a dead letter. In records of earlier versions it is the id.
pub(super) fn key_of_letter(id: &str) -> &str {
    id.split_once('_').map_or(id, |(key, _)| key)
}

/// The key of the event and the number of the claim.
pub(super) fn read_attempt_id(id: &str) -> Result<(&str, i64)> {
    id.rsplit_once('.')
        .and_then(|(key, claims)| Some((key, claims.parse().ok()?)))
        .ok_or_else(|| Error::invalid("id", "must be the id of an item that the inbox handed out"))
}
