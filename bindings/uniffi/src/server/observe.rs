//! Observers of a client for a server: callbacks, a log, and the requests of single calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use open_platform::client::Builder;
use open_platform::ffi::lock;
use open_platform::observe::{Attempt, HandledEvent, Level, Line, ReceivedHook, Refresh, TraceContext, with_attempts};

use super::client::Settings;
use crate::calling::{Call, CallOptions};
use crate::errors::Result;

/// Receives the records of requests. It must not throw, and must not block.
#[uniffi::export(callback_interface)]
pub trait RequestListener: Send + Sync {
    /// Receives the record of a request, when its outcome is known.
    fn request(&self, attempt: Attempt);
}

/// Receives the records of token refreshes. It must not throw, and must not block.
#[uniffi::export(callback_interface)]
pub trait RefreshListener: Send + Sync {
    /// Receives the record of a request of a token refresh, when its outcome is known.
    fn refresh(&self, refresh: Refresh);
}

/// Receives the records of handled events. It must not throw, and must not block.
#[uniffi::export(callback_interface)]
pub trait HandledEventListener: Send + Sync {
    /// Receives the record of an event of an inbox, when its end is stored.
    fn handled(&self, event: HandledEvent);
}

/// The level of a line of a log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, uniffi::Enum)]
pub enum LineLevel {
    /// What is as usual.
    Debug,
    /// A request that is sent again, new tokens, an event that failed.
    Info,
    /// A token refresh that failed.
    Warning,
}

impl From<Level> for LineLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::WARN => Self::Warning,
            Level::INFO => Self::Info,
            _ => Self::Debug,
        }
    }
}

/// Receives the lines of a client's log. It must not throw, and must not block.
#[uniffi::export(callback_interface)]
pub trait LogListener: Send + Sync {
    /// Receives a line: its level, the name of its logger, its text, and the members of the record by name.
    fn line(&self, level: LineLevel, logger: String, text: String, members: HashMap<String, String>);
}

/// A log of one kind of records.
#[derive(Clone)]
pub(super) struct Log {
    listener: Arc<dyn LogListener>,
    lowest: LineLevel,
}

impl Log {
    pub(super) fn write<T: Line>(&self, record: &T) {
        let level = LineLevel::from(record.level());
        if level >= self.lowest {
            let members = record.members().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            self.listener.line(level, T::LOGGER.to_owned(), record.to_string(), members);
        }
    }
}

/// The listeners of a client.
#[derive(Clone, Default)]
pub(super) struct Listeners {
    request: Option<Arc<dyn RequestListener>>,
    refresh: Option<Arc<dyn RefreshListener>>,
    handled_event: Option<Arc<dyn HandledEventListener>>,
    /// Of requests, of refreshes, of handled events and of the client itself.
    pub(super) logs: [Option<Log>; 4],
}

/// Calls a method of a builder with a function for its records, if there is a log or a listener.
macro_rules! observe {
    ($builder:ident.$method:ident, $log:ident, $listener:ident.$receive:ident) => {
        if $log.is_some() || $listener.is_some() {
            $builder = $builder.$method(move |record| {
                $log.iter().for_each(|log| log.write(record));
                $listener.iter().for_each(|listener| listener.$receive(record.clone()));
            });
        }
    };
}

impl Listeners {
    /// Passes the records of a client to the listeners. Records that no listener takes are not made.
    pub(super) fn observe(self, mut builder: Builder) -> Builder {
        let Self { request, refresh, handled_event, logs: [request_log, refresh_log, event_log, _] } = self;
        observe!(builder.on_request, request_log, request.request);
        observe!(builder.on_refresh, refresh_log, refresh.refresh);
        observe!(builder.on_handled_event, event_log, handled_event.handled);
        builder
    }
}

#[uniffi::export]
impl Settings {
    /// Calls this listener for each request of a call.
    fn on_request(&self, listener: Box<dyn RequestListener>) {
        self.listeners(|listeners| listeners.request = Some(listener.into()));
    }

    /// Calls this listener for each request of a token refresh.
    fn on_refresh(&self, listener: Box<dyn RefreshListener>) {
        self.listeners(|listeners| listeners.refresh = Some(listener.into()));
    }

    /// Calls this listener for each handled event of the client's inboxes.
    fn on_handled_event(&self, listener: Box<dyn HandledEventListener>) {
        self.listeners(|listeners| listeners.handled_event = Some(listener.into()));
    }

    /// Calls this listener, too, with the lines of requests, of token refreshes, of handled events of inboxes and of the client
    /// itself, each from a lowest level on, or none of them.
    fn log_lines(
        &self,
        listener: Box<dyn LogListener>,
        requests: Option<LineLevel>,
        refreshes: Option<LineLevel>,
        handled_events: Option<LineLevel>,
        clients: Option<LineLevel>,
    ) {
        let listener: Arc<dyn LogListener> = listener.into();
        let log = |lowest: Option<LineLevel>| lowest.map(|lowest| Log { listener: Arc::clone(&listener), lowest });
        self.listeners(|it| it.logs = [requests, refreshes, handled_events, clients].map(log));
    }
}

/// The text of a line of a log about a request of the platform, which has the level `debug`.
#[uniffi::export]
fn hook_text(record: ReceivedHook) -> Result<String> {
    Ok(record.to_string())
}

/// Takes the requests of calls, in the options of the calls.
#[derive(Default, uniffi::Object)]
pub struct AttemptList {
    attempts: Mutex<Vec<Attempt>>,
    /// A list that takes the same requests.
    outer: Option<Arc<AttemptList>>,
}

#[uniffi::export]
impl AttemptList {
    /// An empty list.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }

    /// An empty list, whose requests are added to another list, too.
    #[uniffi::constructor]
    fn inside(outer: Arc<Self>) -> Self {
        Self { outer: Some(outer), ..Self::default() }
    }

    /// The requests so far, in the order in which the calls ended. A token refresh is not one of them.
    fn attempts(&self) -> Vec<Attempt> {
        lock(&self.attempts).clone()
    }
}

impl AttemptList {
    fn add(&self, attempts: Vec<Attempt>) {
        if let Some(outer) = &self.outer {
            outer.add(attempts.clone());
        }
        lock(&self.attempts).extend(attempts);
    }
}

/// What takes the requests of a call, and the trace that they belong to.
#[derive(Default)]
pub(crate) struct Observation {
    list: Option<Arc<AttemptList>>,
    context: Option<TraceContext>,
}

impl Observation {
    pub(crate) fn of(options: &CallOptions) -> Self {
        let parent = options.traceparent.as_deref();
        let context = parent.and_then(|parent| TraceContext::new(parent, options.tracestate.as_deref()));
        Self { list: options.attempts.clone(), context }
    }

    /// The call, whose requests carry the context, and which adds them to the list when it ends.
    pub(crate) fn observed<T: Send + 'static>(self, call: Call<'static, T>) -> Call<'static, T> {
        let call: Call<'static, T> = match self.context {
            Some(context) => Box::pin(context.scope(call)),
            None => call,
        };
        let Some(list) = self.list else { return call };
        Box::pin(async move {
            let (result, attempts) = with_attempts(call).await;
            list.add(attempts);
            result
        })
    }
}
