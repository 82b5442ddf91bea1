//! Observers of a client for a server: callbacks, a log, and the requests of single calls.

use std::sync::{Arc, Mutex, PoisonError};

use open_platform::client::Builder;
use open_platform::observe::{Attempt, HandledEvent, Refresh, TraceContext, with_attempts};

use super::client::Settings;
use crate::calling::{Call, CallOptions};

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
pub trait WorkListener: Send + Sync {
    /// Receives the record of an event of an inbox, when its end is stored.
    fn handled(&self, event: HandledEvent);
}

/// The listeners of a client.
#[derive(Clone, Default)]
pub(super) struct Listeners {
    request: Option<Arc<dyn RequestListener>>,
    refresh: Option<Arc<dyn RefreshListener>>,
    request_log: Option<RequestLog>,
    refresh_log: Option<Arc<dyn RefreshListener>>,
    work: Option<Arc<dyn WorkListener>>,
    work_log: Option<Arc<dyn WorkListener>>,
}

#[derive(Clone)]
struct RequestLog {
    listener: Arc<dyn RequestListener>,
    /// Whether it takes only requests that are sent again.
    only_retries: bool,
}

impl Listeners {
    /// Passes the records of a client to the listeners. Records that no listener takes are not made.
    pub(super) fn observe(self, mut builder: Builder) -> Builder {
        let Self { request, refresh, request_log, refresh_log, work, work_log } = self;
        if request.is_some() || request_log.is_some() {
            builder = builder.on_request(move |attempt| {
                let is_logged = |log: &&RequestLog| attempt.retry.is_some() || !log.only_retries;
                let log = request_log.as_ref().filter(is_logged).map(|log| &log.listener);
                for listener in log.into_iter().chain(&request) {
                    listener.request(attempt.clone());
                }
            });
        }
        if refresh.is_some() || refresh_log.is_some() {
            builder = builder.on_refresh(move |record| {
                for listener in refresh_log.iter().chain(&refresh) {
                    listener.refresh(record.clone());
                }
            });
        }
        if work.is_some() || work_log.is_some() {
            builder = builder.on_work(move |record| {
                for listener in work_log.iter().chain(&work) {
                    listener.handled(record.clone());
                }
            });
        }
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
    fn on_work(&self, listener: Box<dyn WorkListener>) {
        self.listeners(|listeners| listeners.work = Some(listener.into()));
    }

    /// Calls this listener, too, for each request of a call, or only for those that are sent again.
    fn log_requests(&self, listener: Box<dyn RequestListener>, only_retries: bool) {
        self.listeners(|it| it.request_log = Some(RequestLog { listener: listener.into(), only_retries }));
    }

    /// Calls this listener, too, for each request of a token refresh.
    fn log_refreshes(&self, listener: Box<dyn RefreshListener>) {
        self.listeners(|listeners| listeners.refresh_log = Some(listener.into()));
    }

    /// Calls this listener, too, for each handled event of the client's inboxes.
    fn log_work(&self, listener: Box<dyn WorkListener>) {
        self.listeners(|listeners| listeners.work_log = Some(listener.into()));
    }
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
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl AttemptList {
    fn add(&self, attempts: Vec<Attempt>) {
        if let Some(outer) = &self.outer {
            outer.add(attempts.clone());
        }
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).extend(attempts);
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
