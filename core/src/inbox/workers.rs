//! The workers of an inbox as a state machine: which event is handled next, and when all have ended.

use std::fmt;
use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, timeout};

use super::attempt::{Ending, InboxAttempt};
use super::handle::{Inbox, InboxItem};
use super::warnings::WarningReader;
use crate::background::Background;
use crate::error::{Error, Result, StoreError};
use crate::lock::lock;
use crate::webhook::Event;

/// How many events a process handles at once, unless the app says otherwise: the same in all packages.
pub const DEFAULT_WORKERS: usize = 4;

const MAX_WORKERS: i64 = 10_000;
/// The longest time limit, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;
/// Store errors that are less than this apart are one outage, which is logged once.
const ONE_OUTAGE: Duration = Duration::from_secs(60);
/// How long the end of a drain waits until the interrupted events are released.
const RELEASE: Duration = Duration::from_secs(5);

/// The settings of the workers of an inbox in one process.
#[cfg_attr(feature = "ffi", crate::ffi::data(options))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkerOptions {
    /// How many events are handled at once, 1 to 10,000. 4 by default.
    pub workers: Option<i64>,
    /// How long a handler may take: more than 0, at most 24 hours. By default there is no limit: a handler that hangs keeps its event
    /// and its place. One that takes longer is cancelled if the language can do so, and left behind otherwise; its attempt counts
    /// as failed, its later result does not count, and another event takes its place.
    pub handler_timeout_seconds: Option<f64>,
    /// How long the end of the workers waits for the handlers that run: at most 24 hours. Without limit by default. A handler that
    /// runs longer is cancelled or left behind, and its event is released for another worker, without counting as an attempt.
    pub drain_timeout_seconds: Option<f64>,
}

/// A line for the log of the app.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerLog {
    /// Whether it is an error; otherwise a warning.
    pub is_error: bool,
    /// A sentence. It contains no data of users.
    pub text: String,
}

/// The workers of an inbox in one process: [`Inbox::workers`]. Cheap to clone: all clones share the number of workers and their
/// end.
///
/// [`run`](Self::run) calls a handler in Rust. A package in another language does so by itself:
///
/// 1. In one task or thread for each worker, or in one task that starts the handlers: call [`next`](Self::next) until it
///    returns `None`. It returns an event and its [`InboxAttempt`] as soon as an event is due and fewer than
///    [`workers`](WorkerOptions::workers) attempts are running. It waits while the store fails. With
///    [`in_order`](super::InboxOptions::in_order), an event waits for the earlier ones of its conversation, in all processes.
/// 2. Call the handler, then [`InboxAttempt::end`]: `Handled`; `Failed` with the class of the error, never its text; `GivenUp`; or
///    `Interrupted`, if the handler was cancelled because the app ends. Dropping the attempt is the same as the last.
/// 3. Beside the handler, wait for [`InboxAttempt::ended`], at least with a time limit: if it returns `Some`, cancel the handler. The
///    attempt has ended then, and what the handler returns does not count.
/// 4. In one further task, pass all [`logs`](Self::logs) to the log of the app, until `None`. Nothing else is to be logged.
/// 5. At the end call [`drain`](Self::drain), and then wait for these tasks, except for handlers that could not be cancelled.
///
/// ```
/// # use open_platform::inbox::{Ending, Inbox, InboxOptions, WorkerOptions};
/// # use open_platform::stores::Encryption;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> open_platform::Result<()> {
/// let inbox = Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default())?;
/// let workers = inbox.workers(WorkerOptions { drain_timeout_seconds: Some(20.0), ..WorkerOptions::default() })?;
/// let stop = workers.clone();
/// let worker = tokio::spawn(async move {
///     while let Some((item, attempt)) = workers.next().await? {
///         println!("{}", item.delivery.event.kind());
///         attempt.end(Ending::Handled).await;
///     }
///     Ok::<_, open_platform::Error>(())
/// });
/// assert_eq!(stop.drain().await, 0);
/// worker.await.unwrap()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Workers(Arc<Shared>);

/// What happens to an event without a handler.
pub(crate) struct Unhandled {
    /// How its attempt ends.
    pub(crate) ending: Ending,
    /// The warning about it.
    pub(crate) warning: Option<String>,
}

/// Decides about an event. Nothing if it has a handler.
type Filter = Box<dyn Fn(&Event) -> Option<Unhandled> + Send + Sync>;

struct Shared {
    inbox: Inbox,
    /// Ends events that have no handler, before they are handed out.
    filter: Option<Filter>,
    count: u32,
    /// One permit for each worker. An attempt holds one until its result is stored.
    slots: Arc<Semaphore>,
    handler_timeout: Option<Duration>,
    drain_timeout: Option<Duration>,
    phase: watch::Sender<Phase>,
    /// When the store failed last, until an event was read again.
    failed: Mutex<Option<Instant>>,
    /// From the first call of [`Workers::logs`] to its end.
    logging: Mutex<Option<WarningReader>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Working,
    /// No further event is handed out.
    Stopped,
    /// What still runs is interrupted.
    Interrupting,
    Drained,
}

impl WorkerOptions {
    /// Checks every option, as [`Inbox::workers`] does.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for an option out of range.
    pub fn check(&self) -> Result<()> {
        self.limits().map(drop)
    }

    /// The number of workers, the time of a handler, and that of a drain.
    fn limits(&self) -> Result<(u32, Option<Duration>, Option<Duration>)> {
        let count = self.workers.unwrap_or(DEFAULT_WORKERS as i64);
        let count = u32::try_from(count).ok().filter(|_| (1..=MAX_WORKERS).contains(&count));
        let count = count.ok_or_else(|| Error::invalid("workers", format!("must be from 1 to {MAX_WORKERS}")))?;
        let length = |field: &str, seconds: Option<f64>, is_valid: fn(f64) -> bool, range: &str| match seconds {
            Some(seconds) if !(is_valid(seconds) && seconds <= MAX_SECONDS) => {
                Err(Error::invalid(field, format!("must be {range} {MAX_SECONDS} seconds")))
            }
            seconds => Ok(seconds.map(Duration::from_secs_f64)),
        };
        let (above_zero, handler, drain) =
            ("more than 0, and at most", self.handler_timeout_seconds, self.drain_timeout_seconds);
        Ok((
            count,
            length("handler_timeout_seconds", handler, |it| it > 0.0, above_zero)?,
            length("drain_timeout_seconds", drain, |it| it >= 0.0, "from 0 to")?,
        ))
    }
}

impl Inbox {
    /// The workers of this inbox in this process.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for an option out of range.
    pub fn workers(&self, options: WorkerOptions) -> Result<Workers> {
        self.workers_with(options, None)
    }

    /// As [`workers`](Self::workers). Events about which `filter` decides are not handed out.
    pub(crate) fn workers_with(&self, options: WorkerOptions, filter: Option<Filter>) -> Result<Workers> {
        let (count, handler_timeout, drain_timeout) = options.limits()?;
        Ok(Workers(Arc::new(Shared {
            inbox: self.clone(),
            filter,
            count,
            slots: Arc::new(Semaphore::new(count as usize)),
            handler_timeout,
            drain_timeout,
            phase: watch::Sender::new(Phase::Working),
            failed: Mutex::default(),
            logging: Mutex::default(),
        })))
    }
}

impl Workers {
    /// How many events are handled at once.
    pub fn count(&self) -> usize {
        self.0.count as usize
    }

    /// Waits for the next event that may be handled now, and for a free worker. `None`: the workers were
    /// [stopped](Self::stop). Any number of tasks may wait.
    ///
    /// While the store fails, it tries again, and logs one line for the whole outage. Dropping the future loses no event.
    ///
    /// # Errors
    /// [`Error::Config`] if the runtime has ended.
    pub async fn next(&self) -> Result<Option<(InboxItem, InboxAttempt)>> {
        while let Some((item, attempt)) = self.lease().await? {
            let filter = self.0.filter.as_ref();
            let Some(unhandled) = filter.and_then(|filter| filter(&item.delivery.event)) else {
                return Ok(Some((item, attempt)));
            };
            if let Some(warning) = unhandled.warning {
                self.0.inbox.queue().add_warning(warning);
            }
            attempt.end(unhandled.ending).await;
        }
        Ok(None)
    }

    /// The next event, also one without a handler.
    async fn lease(&self) -> Result<Option<(InboxItem, InboxAttempt)>> {
        let mut stopped = pin!(self.reached(Phase::Stopped));
        let slot = tokio::select! {
            biased;
            () = &mut stopped => None,
            slot = Arc::clone(&self.0.slots).acquire_owned() => slot.ok(),
        };
        let Some(slot) = slot else { return Ok(None) };
        loop {
            match self.0.inbox.queue().next_until(stopped.as_mut()).await {
                Ok(None) => return Ok(None),
                Ok(Some(item)) => {
                    self.0.note_success();
                    let attempt = self.begin(&item, slot)?;
                    return Ok(Some((item, attempt)));
                }
                Err(Error::Store(error)) => self.0.note_failure(&error),
                Err(error) => return Err(error),
            }
        }
    }

    fn begin(&self, item: &InboxItem, slot: OwnedSemaphorePermit) -> Result<InboxAttempt> {
        let interrupted = self.reached(Phase::Interrupting);
        InboxAttempt::begin(&self.0.inbox, item, slot, self.0.handler_timeout, interrupted)
    }

    /// Lets [`next`](Self::next) return `None` from now on. Attempts that run are not affected.
    pub fn stop(&self) {
        self.0.advance(Phase::Stopped);
    }

    /// Stops, and waits until the attempts that run have ended, for at most
    /// [`drain_timeout_seconds`](WorkerOptions::drain_timeout_seconds). Those that run then are cut off: their events are
    /// released for another worker. Returns their number. It may be called again.
    pub async fn drain(&self) -> usize {
        self.stop();
        let shared = &*self.0;
        let all_ended = || shared.slots.acquire_many(shared.count);
        let mut cut_off = 0;
        match shared.drain_timeout {
            None => drop(all_ended().await),
            Some(limit) => {
                if timeout(limit, all_ended()).await.is_err() {
                    cut_off = self.count() - shared.slots.available_permits();
                    shared.inbox.queue().add_warning(format!(
                        "{cut_off} handlers were still running {} s after the stop of the workers: their events are released",
                        limit.as_secs_f64()
                    ));
                    shared.advance(Phase::Interrupting);
                    // If the store does not answer, the leases expire instead.
                    let _ = timeout(RELEASE, all_ended()).await;
                }
            }
        }
        shared.inbox.queue().release_ready().await;
        shared.advance(Phase::Drained);
        cut_off
    }

    /// Waits for lines for the log, and returns all: the [`warnings`](Inbox::warnings) of the inbox, failed attempts, results that
    /// could not be stored, and outages of the store. `None`: the workers have been [drained](Self::drain), and no lines are left.
    /// They are also logged with `tracing`: this method is for packages in other languages.
    pub async fn logs(&self) -> Option<Vec<WorkerLog>> {
        let queue = self.0.inbox.queue();
        self.0.logging().get_or_insert_with(|| WarningReader::new(&self.0.inbox));
        let (texts, is_error) = tokio::select! {
            biased;
            errors = queue.errors.next() => (errors, true),
            warnings = queue.warnings.next() => (warnings, false),
            () = self.reached(Phase::Drained) => {
                *self.0.logging() = None;
                return None;
            }
        };
        Some(texts.into_iter().map(|text| WorkerLog { is_error, text }).collect())
    }

    pub(super) fn background(&self) -> &Background {
        &self.0.inbox.queue().background
    }

    pub(super) async fn stopped(&self) {
        self.reached(Phase::Stopped).await;
    }

    /// Waits until the workers are in this phase or a later one.
    fn reached(&self, phase: Phase) -> impl Future<Output = ()> + Send + 'static {
        let mut phases = self.0.phase.subscribe();
        async move {
            if phases.wait_for(|current| *current >= phase).await.is_err() {
                // All handles were dropped without a stop.
                pending::<()>().await;
            }
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workers").field("inbox", &self.0.inbox).field("count", &self.0.count).finish_non_exhaustive()
    }
}

impl Shared {
    fn advance(&self, phase: Phase) {
        self.phase.send_if_modified(|current| std::mem::replace(current, phase.max(*current)) < phase);
    }

    fn logging(&self) -> MutexGuard<'_, Option<WarningReader>> {
        // No code that can panic runs while the lock is held.
        lock(&self.logging)
    }

    fn note_failure(&self, error: &StoreError) {
        let last = lock(&self.failed).replace(Instant::now());
        if last.is_none_or(|last| last.elapsed() > ONE_OUTAGE) {
            self.inbox.queue().add_error(format!("no event can be read from the inbox, which is tried again: {error}"));
        }
    }

    fn note_success(&self) {
        let failed = lock(&self.failed).take();
        if failed.is_some() {
            self.inbox.queue().add_warning("events can be read from the inbox again".to_owned());
        }
    }
}
