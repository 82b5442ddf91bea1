//! Records of what a client does. They go to JavaScript with the results of calls: callbacks, logger, channels and spans are in
//! `packages/node/src/observe.ts`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use napi_derive::napi;
use open_platform::client::Builder;
use open_platform::ffi::data;
use open_platform::ffi::node::Value;
use open_platform::observe::{Attempt, Line, ReceivedHook, TraceContext, with_attempts};

use crate::calls::{MessageKind, Queue, QueuedMessage};

/// The bits of the records that JavaScript takes of every client ([`Calls::subscribe`](crate::calls::Calls::subscribe)), or of one client.
pub(crate) const REQUESTS: u32 = 1;
pub(crate) const REFRESHES: u32 = 2;
pub(crate) const HANDLED_EVENTS: u32 = 4;
/// The records of all kinds, as lines of the log of one client.
pub(crate) const LINES: u32 = 8;

/// A function of the app. The package calls it: here it only counts that there is one.
#[derive(Clone)]
pub struct Callback;

open_platform::node_argument!(Callback, |given| given.function().map(|_| Self));

/// A logger of the app. As [`Callback`].
#[derive(Clone)]
pub struct LoggerSetting;

open_platform::node_argument!(LoggerSetting, |given| {
    let logger = given.object()?;
    for level in [c"debug", c"info", c"warn", c"error"] {
        logger.required::<Callback>(level)?;
    }
    Ok(Self)
});

/// A line of the log.
#[data]
pub struct LogLine {
    /// The method of the logger: `debug`, `info` or `warn`.
    pub level: String,
    pub text: String,
}

impl LogLine {
    pub(crate) fn of<T: Line>(record: &T) -> Self {
        Self { level: record.level().as_str().to_lowercase(), text: format!("open-platform: {record}") }
    }
}

/// The text of the line of the log for a request of the platform, which has the level `debug`.
#[napi(catch_unwind)]
pub fn hook_text(record: ReceivedHook) -> String {
    LogLine::of(&record).text
}

/// Where the records of a client go.
struct Records {
    client: i64,
    queue: Arc<Queue>,
    /// The bits of the records that the callbacks and the logger of the client take.
    wanted: u32,
}

impl Records {
    /// Whether anything takes records of one of these kinds.
    fn are_taken(&self, kinds: u32) -> bool {
        (self.wanted | self.queue.subscriptions.load(Ordering::Relaxed)) & kinds != 0
    }

    fn push<T: Value>(&self, kind: MessageKind, record: &T) {
        self.queue.push(QueuedMessage::new(self.client, kind, record));
    }

    fn give<T: Line + Value>(&self, kind: MessageKind, bit: u32, record: &T) {
        if self.are_taken(LINES) {
            self.push(MessageKind::Line, &LogLine::of(record));
        }
        // A call whose caller collects its requests has records that nothing else takes.
        if self.are_taken(bit) {
            self.push(kind, record);
        }
    }
}

impl Drop for Records {
    /// JavaScript forgets the callbacks of the client.
    fn drop(&mut self) {
        if self.wanted != 0 {
            self.push(MessageKind::Ended, &());
        }
    }
}

/// Gives the records of the client with this number to the queue, if they are taken.
pub(crate) fn observed(builder: Builder, client: u32, queue: Arc<Queue>, wanted: u32) -> Builder {
    let records = Arc::new(Records { client: client.into(), queue, wanted });
    let (asked, of_refreshes) = (Arc::clone(&records), Arc::clone(&records));
    let (asked_for_events, of_events) = (Arc::clone(&records), Arc::clone(&records));
    builder
        .on_request_if(
            move || asked.are_taken(REQUESTS | LINES),
            move |attempt| records.give(MessageKind::Attempt, REQUESTS, attempt),
        )
        .on_refresh(move |refresh| of_refreshes.give(MessageKind::Refresh, REFRESHES, refresh))
        .on_handled_event_if(
            move || asked_for_events.are_taken(HANDLED_EVENTS | LINES),
            move |event| of_events.give(MessageKind::HandledEvent, HANDLED_EVENTS, event),
        )
}

/// A call whose caller takes its requests.
pub(crate) struct Observation {
    /// The context that its requests carry.
    pub(crate) context: Option<TraceContext>,
}

impl Observation {
    /// Makes the call, and returns its requests, too.
    pub(crate) async fn run<T>(self, call: impl Future<Output = T>) -> (T, Vec<Attempt>) {
        let call = with_attempts(call);
        match self.context {
            Some(context) => context.scope(call).await,
            None => call.await,
        }
    }
}
