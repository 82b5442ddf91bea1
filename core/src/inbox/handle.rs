//! The public API of an inbox.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use super::entry::{Entry, read_attempt_id};
use super::queue::{Queue, Rules};
use crate::background::Background;
use crate::client::OpenPlatform;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result, StoreError};
use crate::model::event::Delivery;
use crate::stores::{Encryption, Kind, RecordStore, hosted, open_store, protect};
use crate::webhook::{Accepted, Reply};

/// How long a worker has an event, unless told otherwise.
const LEASE_SECONDS: i64 = 60;
const MAX_ATTEMPTS: i64 = 10;
const CAPACITY: i64 = 100_000;
const REMEMBER_DAYS: i64 = 30;
/// How long storing an event may take before the answer is 503: until it has its turn, and from then on.
const TURN_PATIENCE: Duration = Duration::from_millis(300);
const PATIENCE: Duration = Duration::from_millis(600);
/// How long the platform is asked to wait after a 503.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// What may be set about an inbox. Whatever is not set is as stated. All processes of one inbox set the same.
#[cfg_attr(feature = "ffi", crate::ffi::data(options))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InboxOptions {
    /// How long a worker has an event before another may get it, in seconds, 1 to 86,400. 60 by default. The workers of
    /// this SDK extend it while a handler runs; one of your own calls [`Inbox::keep`] or [`Inbox::extend`].
    pub lease_seconds: Option<i64>,
    /// After how many failed attempts an event becomes a dead letter, 1 to 1,000. 10 by default: these take about four
    /// hours.
    pub max_attempts: Option<i64>,
    /// How many events may wait. 100,000 by default. What arrives on top is answered with 503.
    pub capacity: Option<i64>,
    /// Whether the messages of one conversation are handled one after the other, in the order of their arrival. A
    /// message that fails holds up those after it, until it is handled or a dead letter. Off by default.
    pub in_order: bool,
    /// For how many days a message or a transaction is known when it comes again, 1 to 3,650. 30 by default.
    pub remember_days: Option<i64>,
}

impl InboxOptions {
    fn rules(&self) -> Result<Rules> {
        let within = |setting: &str, value: Option<i64>, usual: i64, range: std::ops::RangeInclusive<i64>| {
            let value = value.unwrap_or(usual);
            if range.contains(&value) {
                return Ok(value);
            }
            Err(Error::config(setting, format!("must be from {} to {}", range.start(), range.end())))
        };
        let capacity = within("capacity", self.capacity, CAPACITY, 1..=1_000_000_000)?;
        Ok(Rules {
            lease: TimeDelta::seconds(within("lease_seconds", self.lease_seconds, LEASE_SECONDS, 1..=86_400)?),
            max_attempts: within("max_attempts", self.max_attempts, MAX_ATTEMPTS, 1..=1000)?,
            capacity: usize::try_from(capacity).unwrap_or(usize::MAX),
            in_order: self.in_order,
            remember: TimeDelta::days(within("remember_days", self.remember_days, REMEMBER_DAYS, 1..=3650)?),
        })
    }
}

/// What became of an event that arrived. Both are acknowledged.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Acceptance {
    /// It is stored.
    New,
    /// It was stored before.
    Duplicate,
}

/// What became of an event whose handling failed.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Failed {
    /// It comes again later.
    Retry,
    /// It had its last attempt, and is among the [`dead_letters`](Inbox::dead_letters).
    DeadLetter,
    /// The lease had ended, and another worker has it: what becomes of it is decided there.
    LeaseLost,
}

/// An event to be handled now.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InboxItem {
    /// Names this attempt, for [`ack`](Inbox::ack) and [`nack`](Inbox::nack).
    pub id: String,
    /// The event.
    pub delivery: Delivery,
    /// The number of this attempt, from 1.
    pub attempts: i64,
    /// When it arrived.
    pub received_at: DateTime<Utc>,
    /// The id of the identification key that it came with.
    pub key_id: String,
    /// Until when no other worker gets it.
    pub leased_until: DateTime<Utc>,
    /// Why the attempt before failed.
    pub last_error: Option<String>,
}

/// An event that is not tried again by itself.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeadLetter {
    /// Names it, for [`retry`](Inbox::retry) and [`discard`](Inbox::discard).
    pub id: String,
    /// The event.
    pub delivery: Delivery,
    /// How many attempts it had.
    pub attempts: i64,
    /// When it arrived.
    pub received_at: DateTime<Utc>,
    /// The id of the identification key that it came with.
    pub key_id: String,
    /// When it was given up.
    pub failed_at: DateTime<Utc>,
    /// Why the last attempt failed.
    pub reason: String,
}

/// Keeps the lease of an event that is being worked on, until this is dropped: see [`Inbox::keep`].
#[derive(Debug)]
#[must_use = "the lease is kept for as long as this lives"]
pub struct Lease {
    keeping: AbortHandle,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.keeping.abort();
    }
}

/// How many events an inbox has.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InboxCounts {
    /// Those that wait or are being handled.
    pub pending: i64,
    /// Those that were given up.
    pub dead_letters: i64,
}

/// Events kept until they are handled. Cheap to clone: all clones share everything. See [the module](crate::inbox).
#[derive(Clone)]
pub struct Inbox {
    queue: Arc<Queue>,
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").finish_non_exhaustive()
    }
}

impl OpenPlatform {
    /// An inbox in the store of this client, with its clock.
    ///
    /// # Errors
    /// [`Error::Config`] for an option out of range.
    pub fn inbox(&self, options: InboxOptions) -> Result<Inbox> {
        let inner = &self.inner;
        let rules = options.rules()?;
        let (store, clock) = (Arc::clone(inner.store()), Arc::clone(inner.clock()));
        Ok(Inbox { queue: Arc::new(Queue::new(store, rules, clock, inner.background.clone())) })
    }
}

impl Inbox {
    /// An inbox in the store at an address, such as `sqlite:///var/lib/app/events.db`: [`open_store`] has the list.
    ///
    /// # Errors
    /// [`Error::Config`] for an address that cannot be one, or an option out of range.
    pub fn open(address: &str, encryption: Encryption, options: InboxOptions) -> Result<Self> {
        Self::over(open_store(address, encryption.clone())?, Some(encryption), options)
    }

    /// An inbox in a store of the app's own. One outside memory needs `encryption`, which may be
    /// [`Encryption::unencrypted`].
    ///
    /// # Errors
    /// [`Error::Config`] without an encryption that is needed, or for an option out of range.
    pub fn over(store: Arc<dyn RecordStore>, encryption: Option<Encryption>, options: InboxOptions) -> Result<Self> {
        let (store, rules) = (protect(store, encryption)?, options.rules()?);
        let queue = Queue::new(store, rules, Arc::new(SystemClock), Background::default());
        Ok(Self { queue: Arc::new(queue) })
    }

    /// Takes the time from `clock`. For a new inbox.
    #[must_use]
    pub fn clock(self, clock: Arc<dyn Clock>) -> Self {
        self.changed(|queue| queue.clock = clock)
    }

    /// Where work runs that goes on when its caller goes away, as [`Builder::background`](crate::client::Builder::background)
    /// says. For a new inbox.
    #[must_use]
    pub fn background<R: Into<Option<Handle>>>(self, runtime: impl Fn() -> R + Send + Sync + 'static) -> Self {
        self.changed(|queue| {
            queue.background = Background::new(runtime);
            queue.store = hosted(Arc::clone(&queue.store), &queue.background);
        })
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    fn changed(mut self, change: impl FnOnce(&mut Queue)) -> Self {
        // One that has clones already stays as it is.
        if let Some(queue) = Arc::get_mut(&mut self.queue) {
            change(queue);
        }
        self
    }

    /// Receives an event whose head was accepted, and returns what to answer: 200 once it is stored, or was before; 503
    /// with `Retry-After` if it cannot be stored within a second; the rejection's answer for a body that is no event.
    pub async fn receive(&self, accepted: Accepted, body: Vec<u8>) -> Reply {
        let delivery = match accepted.event(&body) {
            Ok(delivery) => delivery,
            Err(rejection) => {
                self.queue.tell(format!("an event was {rejection}"));
                return rejection.reply();
            }
        };
        let label = delivery.label();
        match self.store(accepted, delivery, body).await {
            Ok(_) => Reply::ok(),
            Err(error) => {
                self.queue.tell(format!("an event was answered with 503 ({error}): {label}"));
                Reply::unavailable(RETRY_AFTER)
            }
        }
    }

    /// Stores an event whose head was accepted, and says whether it is new. Acknowledge both; [`receive`](Self::receive)
    /// makes the answer as well.
    ///
    /// It goes on when its caller goes away.
    ///
    /// # Errors
    /// [`Error::Webhook`] for a body that is no event, [`Error::Store`] if it cannot be stored within 0.9 seconds: because
    /// the store is down or slow, the inbox is full, or more events arrive than the store takes. Then answer 503.
    pub async fn accept(&self, accepted: Accepted, body: Vec<u8>) -> Result<Acceptance> {
        let delivery = accepted.event(&body)?;
        self.store(accepted, delivery, body).await
    }

    async fn store(&self, accepted: Accepted, delivery: Delivery, body: Vec<u8>) -> Result<Acceptance> {
        let key_id = accepted.key_id().to_owned();
        let room = self.queue.admit(body.len(), TURN_PATIENCE).await?;
        self.queue.sweep_when_due();
        let queue = Arc::clone(&self.queue);
        let storing = self.queue.background.spawn(async move {
            // Given back when the store is done with it, not when the caller has gone.
            let _room = room;
            let remember = queue.rules.remember;
            queue.accept(|arrival| Entry::new(&delivery, &body, key_id, arrival, remember)).await
        });
        match tokio::time::timeout(PATIENCE, storing).await {
            Ok(Ok(stored)) => stored,
            Ok(Err(_)) => Err(StoreError::new("accept", "the runtime stopped").into()),
            Err(_) => Err(StoreError::new("accept", format!("no answer within {} ms", PATIENCE.as_millis())).into()),
        }
    }

    /// The next event, when there is one: the oldest that can be handed out. Any number of tasks and processes may wait.
    ///
    /// Dropping it loses nothing. Events that this process accepted come at once, those of others within a second, or
    /// somewhat later while tens of thousands wait for another attempt.
    ///
    /// # Errors
    /// [`Error::Store`] if the store has failed for 5 seconds. Calling again is all there is to do.
    pub async fn next(&self) -> Result<InboxItem> {
        self.queue.next().await
    }

    /// The next event, if there is one now. For tests, and for workers that run now and then.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn try_next(&self) -> Result<Option<InboxItem>> {
        self.queue.look(true).await
    }

    /// Acknowledges an event: it was handled. It is deleted, and known when it comes again. Returns `false` if the lease had
    /// ended and another worker has it, or it was ended before.
    ///
    /// # Errors
    /// [`Error::Store`]: the event will be handled again. [`Error::InvalidInput`] for what is no id.
    pub async fn ack(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.ack(key, claims).await?)
    }

    /// Negative acknowledgement: the handling of an event failed, and why, for logs and [`dead_letters`](Self::dead_letters), cut to
    /// 1,000 characters. Leave secrets out. It comes again later, or becomes a dead letter.
    ///
    /// # Errors
    /// [`Error::Store`]: the event comes again when its lease ends. [`Error::InvalidInput`] for what is no id.
    pub async fn nack(&self, id: impl Into<String>, reason: impl Into<String>) -> Result<Failed> {
        let (id, reason) = (id.into(), reason.into());
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.nack(key, claims, &reason).await?)
    }

    /// Makes an event a dead letter at once, because no further attempt can help. Returns as [`ack`](Self::ack).
    ///
    /// # Errors
    /// As [`nack`](Self::nack).
    pub async fn give_up(&self, id: impl Into<String>, reason: impl Into<String>) -> Result<bool> {
        let (id, reason) = (id.into(), reason.into());
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.give_up(key, claims, &reason).await?)
    }

    /// Puts an event back as if it had not been handed out: for a worker that stops. Returns as [`ack`](Self::ack).
    ///
    /// # Errors
    /// As [`nack`](Self::nack).
    pub async fn release(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.release(key, claims).await?)
    }

    /// Keeps an event for another [`lease_seconds`](InboxOptions::lease_seconds) from now, for a handler that takes
    /// longer. Returns `false` if it is too late, as [`ack`](Self::ack), or if the attempt has ended.
    ///
    /// # Errors
    /// [`Error::Store`]. [`Error::InvalidInput`] for what is no id.
    pub async fn extend(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.extend(key, claims).await?)
    }

    /// Keeps the lease of an item until what is returned is dropped, or the attempt has ended: extends it at a third of its
    /// length, from a task of its own. For workers: [`run`](Self::run) does this. An item that is handed out and never ended
    /// comes again when its lease ends; one whose lease is kept does not.
    ///
    /// If the store fails it is asked again and again. If another worker gets the event all the same, that is one of the
    /// [`warnings`](Self::warnings).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for what is no id.
    pub fn keep(&self, id: impl Into<String>) -> Result<Lease> {
        let id = id.into();
        read_attempt_id(&id)?;
        let queue = Arc::clone(&self.queue);
        let keeping = self.queue.background.spawn(async move {
            if let Ok((key, claims)) = read_attempt_id(&id) {
                queue.keep(key, claims).await;
            }
        });
        Ok(Lease { keeping: keeping.abort_handle() })
    }

    /// Waits until there is something to say that no call of the app's tells, and returns it, as sentences for a log: an
    /// event was given up, came with the id of another, was refused, lost its lease; each with the type of the event and its
    /// [`dedupe_key`](Delivery::dedupe_key), never with its content. What stands here goes to `tracing` as well: this is for
    /// packages in other languages. The newest 100 are kept.
    pub async fn warnings(&self) -> Vec<String> {
        self.queue.warnings.next().await
    }

    /// The warnings that wait, if any: see [`warnings`](Self::warnings).
    pub fn try_warnings(&self) -> Vec<String> {
        self.queue.warnings.take()
    }

    /// The events that were given up, oldest arrival first, up to 100: those after the one with the id `after`, or the
    /// first ones. None is left when the list is empty. Those that cannot be read are not in it: sealed with a key that was
    /// lost, or written by a newer version.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn dead_letters(&self, after: Option<String>) -> Result<Vec<DeadLetter>> {
        self.queue.dead_letters(after).await.map_err(Error::from)
    }

    /// Takes a dead letter up again, with all its attempts. Returns whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn retry(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        Ok(self.queue.retry(&id).await?)
    }

    /// Deletes a dead letter. Returns whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn discard(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        Ok(self.queue.discard(&id).await?)
    }

    /// How many events there are.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn counts(&self) -> Result<InboxCounts> {
        let count = async |kind| -> Result<i64> {
            Ok(i64::try_from(self.queue.store.count(kind, "").await?).unwrap_or(i64::MAX))
        };
        Ok(InboxCounts { pending: count(Kind::Event).await?, dead_letters: count(Kind::DeadLetter).await? })
    }
}
