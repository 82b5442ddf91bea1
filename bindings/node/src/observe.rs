//! Records of what a client does. They go to JavaScript with the results of calls: callbacks, logger, channels and spans are in
//! `packages/node/src/observe.ts`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use open_platform::client::Builder;
use open_platform::ffi::node::{Given, InvalidValue, Value};
use open_platform::observe::{Attempt, TraceContext, with_attempts};

use crate::calls::{Delivery, Kind, Queue};

/// The bits of the records that JavaScript takes of every client.
const REQUESTS: u32 = 1;
const REFRESHES: u32 = 2;
const WORK: u32 = 4;

/// A function of the app. The package calls it: here it only counts that there is one.
#[derive(Clone)]
pub struct Callback;

impl Value for Callback {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        given.function().map(|_| Self)
    }
    open_platform::node_only_reads!();
}

/// A logger of the app. As [`Callback`].
#[derive(Clone)]
pub struct LoggerSetting;

impl Value for LoggerSetting {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let logger = given.object()?;
        for level in [c"debug", c"info", c"warn", c"error"] {
            logger.required::<Callback>(level)?;
        }
        Ok(Self)
    }
    open_platform::node_only_reads!();
}

/// Which records of one client are always wanted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) requests: bool,
    pub(crate) refreshes: bool,
    pub(crate) work: bool,
}

/// Where the records of a client go.
struct Records {
    client: i64,
    queue: Arc<Queue>,
    wanted: Wanted,
}

impl Records {
    fn wants_requests(&self) -> bool {
        self.wanted.requests || self.is_subscribed(REQUESTS)
    }

    fn wants_refreshes(&self) -> bool {
        self.wanted.refreshes || self.is_subscribed(REFRESHES)
    }

    fn wants_work(&self) -> bool {
        self.wanted.work || self.is_subscribed(WORK)
    }

    fn is_subscribed(&self, records: u32) -> bool {
        self.queue.subscriptions.load(Ordering::Relaxed) & records != 0
    }

    fn push<T: Value>(&self, kind: Kind, record: &T) {
        self.queue.push(Delivery::new(self.client, kind, record));
    }
}

impl Drop for Records {
    /// JavaScript forgets the callbacks of the client.
    fn drop(&mut self) {
        if self.wanted.requests || self.wanted.refreshes || self.wanted.work {
            self.push(Kind::Ended, &());
        }
    }
}

/// Gives the records of the client with this number to the queue, if they are wanted.
pub(crate) fn observed(builder: Builder, client: u32, queue: Arc<Queue>, wanted: Wanted) -> Builder {
    let records = Arc::new(Records { client: client.into(), queue, wanted });
    let (asked, of_refreshes) = (Arc::clone(&records), Arc::clone(&records));
    let (asked_for_work, of_work) = (Arc::clone(&records), Arc::clone(&records));
    builder
        .on_request_if(
            move || asked.wants_requests(),
            move |attempt| {
                // A call whose caller collects its requests has records, too.
                if records.wants_requests() {
                    records.push(Kind::Attempt, attempt);
                }
            },
        )
        .on_refresh(move |refresh| {
            if of_refreshes.wants_refreshes() {
                of_refreshes.push(Kind::Refresh, refresh);
            }
        })
        .on_work_if(move || asked_for_work.wants_work(), move |event| of_work.push(Kind::Work, event))
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
