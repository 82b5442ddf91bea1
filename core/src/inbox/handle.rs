//! The public API of an inbox.

use std::fmt;
use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use open_platform_macros::methods;
use tokio::runtime::Handle;
use tokio::task::{AbortHandle, JoinHandle};

use super::entry::{Entry, MOST_REMEMBER_DAYS, read_attempt_id};
use super::queue::{Queue, Rules};
use crate::background::Background;
use crate::client::OpenPlatform;
use crate::clock::{Clock, SystemClock};
use crate::error::{Error, Result, StoreError};
#[cfg(doc)]
use crate::observe;
use crate::observe::{Callback, HandledEvent};
use crate::stores::{Encryption, RecordKind, RecordStore, hosted, open_store, protect};
use crate::webhook::{Accepted, Delivery, Progress, Reply, STORE_TIMEOUT};

/// The default lease of an event.
const LEASE_SECONDS: i64 = 60;
const MAX_ATTEMPTS: i64 = 10;
const CAPACITY: i64 = 100_000;
const REMEMBER_DAYS: i64 = 30;
/// How long an event waits for its turn to be stored before the response is 503.
const TURN_TIMEOUT: Duration = Duration::from_millis(300);
/// The `Retry-After` of a 503.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The settings of an inbox. All processes of one inbox must use the same.
#[cfg_attr(feature = "ffi", crate::ffi::data(options))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InboxOptions {
    /// How long a worker has an event before another may get it: 60 seconds by default, from a second to 24 hours, in whole seconds.
    /// The workers of this SDK extend the lease while a handler runs. Your own workers call [`Inbox::keep`] or [`Inbox::extend`].
    pub lease_seconds: Option<i64>,
    /// After how many failed attempts an event becomes a dead letter, 1 to 1,000. 10 by default, which takes about four
    /// hours.
    pub max_attempts: Option<i64>,
    /// How many events may wait. 100,000 by default. The response to further events is 503.
    pub capacity: Option<i64>,
    /// Whether the messages of one conversation are handled one after the other, in the order of their arrival. A message
    /// that fails blocks those after it until it is handled or a dead letter. Off by default.
    pub in_order: bool,
    /// For how many days a repeated message or transaction is recognized, 1 to 3,650. 30 by default.
    pub remember_days: Option<i64>,
}

impl InboxOptions {
    fn rules(&self) -> Result<Rules> {
        let within = |setting: &str, value: Option<i64>, usual: i64, range: std::ops::RangeInclusive<i64>| {
            let unit = if setting.ends_with("_seconds") { " seconds" } else { "" };
            let value = value.unwrap_or(usual);
            if range.contains(&value) {
                return Ok(value);
            }
            Err(Error::config(setting, format!("must be from {} to {}{unit}", range.start(), range.end())))
        };
        let capacity = within("capacity", self.capacity, CAPACITY, 1..=1_000_000_000)?;
        Ok(Rules {
            lease: TimeDelta::seconds(within("lease_seconds", self.lease_seconds, LEASE_SECONDS, 1..=86_400)?),
            max_attempts: within("max_attempts", self.max_attempts, MAX_ATTEMPTS, 1..=1000)?,
            capacity: usize::try_from(capacity).unwrap_or(usize::MAX),
            in_order: self.in_order,
            remember: TimeDelta::days(within(
                "remember_days",
                self.remember_days,
                REMEMBER_DAYS,
                1..=MOST_REMEMBER_DAYS,
            )?),
        })
    }
}

/// The result of accepting an event. Acknowledge both.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Acceptance {
    /// The event is stored.
    New,
    /// The event was stored before.
    Duplicate,
}

/// The response to an event, and what is needed for the record of its request: [`Answered`](crate::webhook::Answered).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Receipt {
    /// The response to send.
    pub reply: Reply,
    /// The name of the event's type. Empty if it was refused.
    pub event_type: Option<String>,
    /// `New` if it was stored, `Seen` if it was stored before. Empty if it is not stored.
    pub progress: Option<Progress>,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// What happens to an event whose handling failed.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NackOutcome {
    /// It is retried later.
    Retry,
    /// It had its last attempt and is one of the [`dead_letters`](Inbox::dead_letters).
    DeadLetter,
    /// The lease had ended and another worker has the event, whose result decides.
    LeaseLost,
}

/// An event to handle.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InboxItem {
    /// The id of this attempt, for [`ack`](Inbox::ack) and [`nack`](Inbox::nack).
    pub id: String,
    /// The event.
    pub delivery: Delivery,
    /// The number of this attempt, from 1.
    pub attempts: i64,
    /// When the event arrived.
    pub received_at: DateTime<Utc>,
    /// The id of the identification key of its request.
    pub key_id: String,
    /// When the lease ends. Until then no other worker gets the event.
    pub leased_until: DateTime<Utc>,
    /// Why the previous attempt failed.
    pub last_error: Option<String>,
}

/// An event that is not retried automatically any more.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DeadLetter {
    /// The id of the dead letter, for [`retry`](Inbox::retry) and [`discard`](Inbox::discard).
    pub id: String,
    /// The event.
    pub delivery: Delivery,
    /// How many attempts were made.
    pub attempts: i64,
    /// When the event arrived.
    pub received_at: DateTime<Utc>,
    /// The id of the identification key of its request.
    pub key_id: String,
    /// When it became a dead letter.
    pub failed_at: DateTime<Utc>,
    /// Why the last attempt failed.
    pub reason: String,
}

/// Extends the lease of an event until this is dropped: see [`Inbox::keep`].
#[derive(Debug)]
#[must_use = "the lease is extended until this is dropped"]
pub struct Lease {
    keeping: AbortHandle,
}

impl Lease {
    /// The lease that this task extends.
    pub(super) fn of(task: &JoinHandle<()>) -> Self {
        Self { keeping: task.abort_handle() }
    }

    /// Stops extending the lease, as dropping it does.
    pub fn end(&self) {
        self.keeping.abort();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.end();
    }
}

/// The numbers of events in an inbox.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InboxCounts {
    /// Events that wait or are being handled.
    pub pending: i64,
    /// Dead letters.
    pub dead_letters: i64,
}

/// A durable queue of events. Cheap to clone: all clones share its state. See [the module](crate::inbox).
#[derive(Clone)]
pub struct Inbox {
    pub(super) queue: Arc<Queue>,
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
        let mut queue = Queue::new(store, rules, clock, inner.background.clone());
        queue.on_handled_event = inner.config.observers.handled_events.clone();
        Ok(Inbox { queue: Arc::new(queue) })
    }
}

/// Events that wait or are being handled, and dead letters.
#[methods(own)]
impl Inbox {
    /// An inbox in the store at an address, such as `sqlite:///var/lib/app/events.db`. [`open_store`] lists the forms.
    ///
    /// # Errors
    /// [`Error::Config`] for an invalid address, or an option out of range.
    pub fn open(address: &str, encryption: Encryption, options: InboxOptions) -> Result<Self> {
        Self::over(open_store(address, encryption.clone())?, Some(encryption), options)
    }

    /// An inbox in an app's own store. A store outside memory needs `encryption`, which may be
    /// [`Encryption::unencrypted`].
    ///
    /// # Errors
    /// [`Error::Config`] if a needed encryption is missing, or for an option out of range.
    pub fn over(store: Arc<dyn RecordStore>, encryption: Option<Encryption>, options: InboxOptions) -> Result<Self> {
        let (store, rules) = (protect(store, encryption)?, options.rules()?);
        let queue = Queue::new(store, rules, Arc::new(SystemClock), Background::default());
        Ok(Self { queue: Arc::new(queue) })
    }

    /// Uses `clock` as the source of time. Call it before the inbox is cloned or used.
    #[must_use]
    pub fn clock(self, clock: Arc<dyn Clock>) -> Self {
        self.changed(|queue| queue.clock = clock)
    }

    /// Sets the runtime of work that continues when its caller is cancelled, as
    /// [`Builder::background`](crate::client::Builder::background). Call it before the inbox is cloned or used.
    #[must_use]
    pub fn background<R: Into<Option<Handle>>>(self, runtime: impl Fn() -> R + Send + Sync + 'static) -> Self {
        self.changed(|queue| {
            queue.background = Background::new(runtime);
            queue.store = hosted(Arc::clone(&queue.store), &queue.background);
        })
    }

    /// A callback for each event that a worker has handled, when its end is stored: see [`observe`]. It must not block. A panic
    /// in it does not affect the event. An inbox of a client has the callback of the client. Call it before the inbox is cloned
    /// or used.
    #[must_use]
    pub fn on_handled_event(self, callback: impl Fn(&HandledEvent) + Send + Sync + 'static) -> Self {
        self.changed(|queue| queue.on_handled_event = Some(Callback::new(callback)))
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    fn changed(mut self, change: impl FnOnce(&mut Queue)) -> Self {
        // An inbox that has clones is not changed.
        if let Some(queue) = Arc::get_mut(&mut self.queue) {
            change(queue);
        }
        self
    }

    /// Stores an event whose request head was accepted, and returns the response: 200 once it is stored, or was before; 503
    /// with `Retry-After` if it cannot be stored within a second; the response of the rejection for a body that is not an
    /// event.
    pub async fn receive(&self, accepted: Accepted, body: Vec<u8>) -> Reply {
        self.receive_event(accepted, body).await.reply
    }

    /// As [`receive`](Self::receive), and also returns what is needed for the record of the request.
    pub async fn receive_event(&self, accepted: Accepted, body: Vec<u8>) -> Receipt {
        let delivery = match accepted.event(&body) {
            Ok(delivery) => delivery,
            Err(rejection) => {
                self.queue.add_warning(format!("an event was {rejection}"));
                return Receipt { reply: rejection.reply(), reason: Some(rejection.reason), ..Receipt::default() };
            }
        };
        let (label, event_type) = (delivery.label(), Some(delivery.event.name().to_owned()));
        let (reply, progress) = match self.store(accepted, delivery, body).await {
            Ok(Acceptance::New) => (Reply::ok(), Some(Progress::New)),
            Ok(Acceptance::Duplicate) => (Reply::ok(), Some(Progress::Seen)),
            Err(error) => {
                self.queue.add_warning(format!("an event was answered with 503 ({error}): {label}"));
                (Reply::unavailable(RETRY_AFTER), None)
            }
        };
        Receipt { reply, event_type, progress, reason: None }
    }

    /// Stores an event whose request head was accepted, and returns whether it is new. Acknowledge both results. To also get
    /// the response, use [`receive`](Self::receive).
    ///
    /// It continues when the caller is cancelled.
    ///
    /// # Errors
    /// [`Error::Webhook`] for a body that is not an event. [`Error::Store`] if it cannot be stored within 0.9 seconds: the
    /// store is down or slow, the inbox is full, or more events arrive than the store can take. Respond with 503 then.
    pub async fn accept(&self, accepted: Accepted, body: Vec<u8>) -> Result<Acceptance> {
        let delivery = accepted.event(&body)?;
        self.store(accepted, delivery, body).await
    }

    async fn store(&self, accepted: Accepted, delivery: Delivery, body: Vec<u8>) -> Result<Acceptance> {
        let key_id = accepted.key_id().to_owned();
        let room = self.queue.admit(body.len(), TURN_TIMEOUT).await?;
        self.queue.sweep_when_due();
        let queue = Arc::clone(&self.queue);
        let storing = self.queue.background.spawn(async move {
            // Released when the store is done, also if the caller was cancelled before.
            let _room = room;
            let remember = queue.rules.remember;
            queue.accept(|arrival| Entry::new(&delivery, &body, key_id, arrival, remember)).await
        });
        match tokio::time::timeout(STORE_TIMEOUT, storing).await {
            Ok(Ok(stored)) => stored,
            Ok(Err(_)) => Err(StoreError::new("accept", "the runtime stopped").into()),
            Err(_) => {
                Err(StoreError::new("accept", format!("no response within {} ms", STORE_TIMEOUT.as_millis())).into())
            }
        }
    }

    /// Waits for the next event: the oldest one that can be handed out. Any number of tasks and processes may wait.
    ///
    /// Dropping the future loses no event. Events that this process accepted are returned at once, those of other processes
    /// within a second, or somewhat later while tens of thousands of events wait for a retry.
    ///
    /// # Errors
    /// [`Error::Store`] if the store has failed for 5 seconds. Call it again.
    pub async fn next(&self) -> Result<InboxItem> {
        match self.queue.next_until(pin!(pending())).await? {
            Some(item) => Ok(item),
            None => pending().await,
        }
    }

    /// The next event, or `None` if none is due now. For tests, and for workers that run periodically.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn try_next(&self) -> Result<Option<InboxItem>> {
        self.queue.look(true).await
    }

    /// Acknowledges an event: it was handled. It is deleted, and repetitions of it are still recognized. Returns `false` if
    /// the lease had ended and another worker has the event, or if the event had ended before.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed: the event will be handled again.
    /// - [`Error::InvalidInput`] for a malformed id.
    #[method(changes)]
    pub async fn ack(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.ack(key, claims).await?)
    }

    /// Negative acknowledgement: the handling of an event failed. The event is retried later, or becomes a dead letter.
    ///
    /// # Arguments
    /// - `reason`: Why it failed, for logs and dead letters, cut to 1,000 characters. It must not contain secrets.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed: the event is retried when its lease ends.
    /// - [`Error::InvalidInput`] for a malformed id.
    #[method(changes)]
    pub async fn nack(&self, id: impl Into<String>, reason: impl Into<String>) -> Result<NackOutcome> {
        let (id, reason) = (id.into(), reason.into());
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.nack(key, claims, &reason).await?)
    }

    /// Makes an event a dead letter at once, because no further attempt can succeed. Returns the same as [`ack`](Self::ack).
    ///
    /// # Errors
    /// - [`Error::Store`] as for [`nack`](Self::nack).
    #[method(changes)]
    pub async fn give_up(&self, id: impl Into<String>, reason: impl Into<String>) -> Result<bool> {
        let (id, reason) = (id.into(), reason.into());
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.give_up(key, claims, &reason).await?)
    }

    /// Releases an event as if it had not been handed out: for a worker that stops. Returns the same as
    /// [`ack`](Self::ack).
    ///
    /// # Errors
    /// - [`Error::Store`] as for [`nack`](Self::nack).
    #[method(changes)]
    pub async fn release(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.release(key, claims).await?)
    }

    /// Extends the lease to its full length from now, for a handler that takes longer. Returns `false` if another worker has the
    /// event, or if the attempt has ended.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn extend(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        let (key, claims) = read_attempt_id(&id)?;
        Ok(self.queue.extend(key, claims).await?)
    }

    /// Extends the lease of an item in its own task, after every third of its length, until the returned value is dropped
    /// or the attempt has ended. For [`next`](Self::next): [`workers`](Self::workers) and [`run`](Self::run) do this. An item that is
    /// handed out and never ended is handed out again when its lease ends, but not while its lease is kept.
    ///
    /// If the store fails, the extension is repeated. If another worker gets the event nevertheless, that is one of the
    /// [`warnings`](Self::warnings).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a malformed id.
    pub fn keep(&self, id: impl Into<String>) -> Result<Lease> {
        let id = id.into();
        read_attempt_id(&id)?;
        let queue = Arc::clone(&self.queue);
        let keeping = self.queue.background.spawn(async move {
            if let Ok((key, claims)) = read_attempt_id(&id) {
                queue.keep(key, claims).await;
            }
        });
        Ok(Lease::of(&keeping))
    }

    /// The dead letters, the oldest arrival first, up to 100. An empty list means that none are left. Those that cannot be
    /// read are left out: encrypted with a lost key, or written by a newer version.
    ///
    /// # Arguments
    /// - `after`: The id of the last dead letter of the previous page. By default the first page.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn dead_letters(&self, after: Option<String>) -> Result<Vec<DeadLetter>> {
        self.queue.dead_letters(after).await.map_err(Error::from)
    }

    /// Queues a dead letter again, for the full number of attempts. Returns whether there was one. If it becomes a dead letter
    /// again, that one has another id. It continues when the caller is cancelled. Several retries of one dead letter, by any number
    /// of processes and while workers run, have the effect of one.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn retry(&self, id: impl Into<String>) -> Result<bool> {
        let (id, queue) = (id.into(), Arc::clone(&self.queue));
        let retrying = self.queue.background.spawn(async move { queue.retry(&id).await });
        Ok(retrying.await.map_err(|_| StoreError::new("retry", "the runtime stopped"))??)
    }

    /// Deletes a dead letter. Returns whether there was one.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method(changes)]
    pub async fn discard(&self, id: impl Into<String>) -> Result<bool> {
        let id = id.into();
        Ok(self.queue.discard(&id).await?)
    }

    /// The number of events that wait or are being handled, and of dead letters.
    ///
    /// # Errors
    /// - [`Error::Store`] if the store failed.
    #[method]
    pub async fn counts(&self) -> Result<InboxCounts> {
        let count = async |kind| -> Result<i64> {
            Ok(i64::try_from(self.queue.store.count(kind, "").await?).unwrap_or(i64::MAX))
        };
        Ok(InboxCounts { pending: count(RecordKind::Event).await?, dead_letters: count(RecordKind::DeadLetter).await? })
    }
}
