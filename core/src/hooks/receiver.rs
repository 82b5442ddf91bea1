//! The settings of a receiver, and the checks of a request before its body is read.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::exchange::{ExchangeState, HookLog, HookResponse, NeedBody};
use super::hints::{Language, hint};
use crate::error::{Error, Result};
use crate::inbox::{Ending, Inbox, Unhandled, WorkerOptions, Workers};
use crate::lock::lock;
use crate::webhook::{
    Answered, Event, Headers, IpAllowlist, KnownEvent, MemoryDedupe, Rejection, Reply, Webhooks, decode_letters,
};

/// For how many event types the missing handler is logged. A sender with the key can invent any number of types.
const MAX_REPORTED: usize = 100;
/// Most characters of an event type in a log.
const MAX_KIND: usize = 64;
/// Most characters of the reason why an event could not be parsed, in a log.
const MAX_REASON: usize = 200;

/// The names of the handlers of other requests than events.
const REQUESTS: [&str; 2] = ["start", "dynamic_action"];

/// The names of the handlers: those of the [events](Event::name), `start` and `dynamic_action`.
pub fn handlers() -> impl Iterator<Item = &'static str> + Clone {
    let events = KnownEvent::ALL.iter().map(|event| event.name());
    events.chain(["unknown", "malformed"]).chain(REQUESTS)
}

/// What a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestKind {
    /// An event.
    Event,
    /// A start request: a user clicked a link of the app.
    Start,
    /// A dynamic action: a user clicked an element whose effect the app decides.
    Action,
}

impl RequestKind {
    const ALL: [Self; 3] = [Self::Event, Self::Start, Self::Action];

    /// The name in records.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Start => "start",
            Self::Action => "action",
        }
    }

    fn default_path(self) -> &'static str {
        match self {
            Self::Event => "/events",
            Self::Start => "/start",
            Self::Action => "/actions",
        }
    }
}

/// How repeated events are recognized.
#[derive(Clone)]
pub(super) enum Deduplication {
    /// Not at all.
    Off,
    /// In the memory of this process.
    Memory(Arc<MemoryDedupe>),
    /// By a store of the caller: [`Step::Remember`](super::Step::Remember) and [`Step::Forget`](super::Step::Forget).
    Store,
    /// By an inbox: [`Step::Store`](super::Step::Store).
    Inbox,
}

/// Decides what happens to a request of the platform, without I/O. See [the module](super).
///
/// Clones share their handlers and what is remembered in memory.
#[derive(Clone)]
#[must_use]
pub struct Receiver {
    pub(super) webhooks: Webhooks,
    pub(super) dedupe: Deduplication,
    allowlist: Option<IpAllowlist>,
    paths: BTreeMap<RequestKind, String>,
    is_anywhere: bool,
    hints: Option<Language>,
    /// Whether every request gets a record. Otherwise a record is made only if something receives records.
    records_all: bool,
    handlers: Arc<Mutex<BTreeSet<&'static str>>>,
    takes_all_events: Arc<AtomicBool>,
    reported: Arc<Mutex<BTreeSet<String>>>,
}

impl Receiver {
    /// Receives requests that `webhooks` accepts, on the paths `/events`, `/start` and `/actions`. Repeated events are
    /// recognized in the memory of this process.
    pub fn new(webhooks: Webhooks) -> Self {
        Self {
            webhooks,
            dedupe: Deduplication::Memory(Arc::default()),
            allowlist: None,
            paths: RequestKind::ALL.map(|kind| (kind, kind.default_path().to_owned())).into(),
            is_anywhere: false,
            hints: None,
            records_all: true,
            handlers: Arc::default(),
            takes_all_events: Arc::default(),
            reported: Arc::default(),
        }
    }

    /// Refuses requests from other addresses. See [`IpAllowlist`]. `None`: every address is accepted, as by default.
    pub fn allowlist(mut self, allowlist: impl Into<Option<IpAllowlist>>) -> Self {
        self.allowlist = allowlist.into();
        self
    }

    /// Serves these kinds of requests, on these paths relative to the mount point, instead of the default ones. Those left out
    /// are not served.
    pub fn paths(mut self, paths: impl IntoIterator<Item = (RequestKind, String)>) -> Self {
        self.paths = paths.into_iter().collect();
        self
    }

    /// As [`paths`](Self::paths), by the names `events`, `start` and `actions`.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `paths` if a name is none of them.
    pub fn paths_by_name(self, paths: impl IntoIterator<Item = (String, String)>) -> Result<Self> {
        let kind_of =
            |name: &str| RequestKind::ALL.into_iter().find(|kind| kind.default_path().strip_prefix('/') == Some(name));
        let unknown = |name| format!("there is no kind of request '{name}', only events, start and actions");
        let paths: Result<Vec<_>> = paths
            .into_iter()
            .map(|(name, path)| match kind_of(&name) {
                Some(kind) => Ok((kind, path)),
                None => Err(Error::invalid("paths", unknown(name))),
            })
            .collect();
        Ok(self.paths(paths?))
    }

    /// Takes whole paths, whose mount point is not known: only the end of a path is compared.
    pub fn mounted_anywhere(mut self) -> Self {
        self.is_anywhere = true;
        self
    }

    /// Shows the source of a missing handler in the log, in the language of the app.
    pub fn hints_in(mut self, language: Language) -> Self {
        self.hints = Some(language);
        self
    }

    /// The paths that are served, relative to the mount point.
    pub fn served_paths(&self) -> impl Iterator<Item = &str> {
        self.paths.values().map(String::as_str)
    }

    /// Recognizes repeated events in this memory, which may be shared.
    pub fn dedupe_in(mut self, memory: Arc<MemoryDedupe>) -> Self {
        self.dedupe = Deduplication::Memory(memory);
        self
    }

    /// Recognizes repeated events by a store of the caller.
    pub fn dedupe_by_store(mut self) -> Self {
        self.dedupe = Deduplication::Store;
        self
    }

    /// Handles every delivery, also a repeated one.
    pub fn without_dedupe(mut self) -> Self {
        self.dedupe = Deduplication::Off;
        self
    }

    /// Hands over events to an inbox of the caller, which recognizes repeated events.
    pub fn into_inbox(mut self) -> Self {
        self.dedupe = Deduplication::Inbox;
        self
    }

    /// Makes records only if something receives them.
    #[cfg(feature = "http")]
    pub(super) fn with_records_for_listeners(mut self) -> Self {
        self.records_all = false;
        self
    }

    fn needs_record(&self) -> bool {
        self.records_all || self.webhooks.wants_records()
    }

    /// Notes that the caller has a handler with this name.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a name that is none of [`handlers`], [`Error::Config`] if there is one already.
    pub fn register(&self, handler: &str) -> Result<()> {
        let Some(name) = handlers().find(|name| *name == handler) else {
            let names: Vec<_> = handlers().collect();
            return Err(Error::invalid("handler", format!("must be one of {}", names.join(", "))));
        };
        if lock(&self.handlers).insert(name) {
            return Ok(());
        }
        Err(second_handler(handler))
    }

    /// Notes that the caller takes events of every type from now on, also those whose handler is not registered.
    pub fn take_all_events(&self) {
        self.takes_all_events.store(true, Ordering::Relaxed);
    }

    /// Whether events of any type have a handler.
    fn handles_events(&self) -> bool {
        self.takes_all_events.load(Ordering::Relaxed)
            || lock(&self.handlers).iter().any(|name| !REQUESTS.contains(name))
    }

    /// The workers of an inbox that call the handlers in this process. An event without a handler is not handed out: it is logged
    /// once for each type and acknowledged; a malformed one becomes a dead letter, so that it can be inspected.
    ///
    /// # Errors
    /// [`Error::Config`] for `hooks` if no event has a handler: the events of the inbox would be dropped, also those that another
    /// process has handlers for. As [`Inbox::workers`].
    pub fn workers(&self, inbox: &Inbox, options: WorkerOptions) -> Result<Workers> {
        if !self.handles_events() {
            let reason = "no event has a handler, so the events of the inbox would be dropped: set one before the inbox is handled";
            return Err(Error::config("hooks", reason));
        }
        let receiver = self.clone();
        inbox.workers_with(options, Some(Box::new(move |event| receiver.unhandled(event))))
    }

    /// What happens to an event of an inbox that has no handler.
    fn unhandled(&self, event: &Event) -> Option<Unhandled> {
        if self.handles_event(event.name()) {
            return None;
        }
        let ending = match event {
            Event::Malformed { reason, .. } => Ending::GivenUp { reason: reason.clone() },
            _ => Ending::Handled,
        };
        Some(Unhandled { ending, warning: self.event_without_handler(event).map(|log| log.text) })
    }

    pub(super) fn handles_event(&self, name: &str) -> bool {
        self.takes_all_events.load(Ordering::Relaxed) || self.handles(name)
    }

    pub(super) fn handles(&self, handler: &str) -> bool {
        lock(&self.handlers).contains(handler)
    }

    pub(super) fn kind(&self, path: &str) -> Option<RequestKind> {
        let path = decode_letters(path);
        let path = path.trim_end_matches('/');
        let is_served = |served: &str| match path.strip_suffix(served.trim_end_matches('/')) {
            Some(mount_point) => self.is_anywhere || mount_point.is_empty(),
            None => false,
        };
        self.paths.iter().find_map(|(&kind, served)| is_served(served).then_some(kind))
    }

    /// Accepts or refuses a request by its head: path, source, method, announced size, key, content type, in this order.
    /// `path` is relative to the mount point, `peer` the remote address of the connection, which is needed with an
    /// [`allowlist`](Self::allowlist).
    pub fn begin(
        self: &Arc<Self>,
        method: &str,
        path: &str,
        headers: &(impl Headers + ?Sized),
        peer: Option<IpAddr>,
    ) -> Begin {
        let Some(kind) = self.kind(path) else {
            return Begin::Answer(HookResponse::unserved());
        };
        let mut exchange = Box::new(ExchangeState {
            receiver: Arc::clone(self),
            began: self.needs_record().then(Instant::now),
            kind,
            source: None,
            event_type: None,
            known: Answered::default(),
            logs: Vec::new(),
        });
        let accepted = self.source(peer, headers).and_then(|source| {
            exchange.source = source;
            self.webhooks.authenticate(method, headers)
        });
        match accepted {
            Ok(accepted) => Begin::Body(NeedBody { exchange, accepted }),
            Err(rejection) => Begin::Answer(exchange.refuse(rejection)),
        }
    }

    fn source(
        &self,
        peer: Option<IpAddr>,
        headers: &(impl Headers + ?Sized),
    ) -> std::result::Result<Option<IpAddr>, Rejection> {
        self.allowlist.as_ref().map(|allowlist| allowlist.check(peer, headers)).transpose()
    }

    /// Counts the response for the limit of failures.
    pub(super) fn answered(&self, source: Option<IpAddr>, reply: &Reply) {
        if let (Some(allowlist), Some(source)) = (&self.allowlist, source) {
            allowlist.answered(source, reply.status);
        }
    }

    /// The warning about an event without a handler, once for each type.
    pub(super) fn event_without_handler(&self, event: &Event) -> Option<HookLog> {
        let name = event.name();
        let kind: String = match event {
            Event::Unknown { kind, .. } | Event::Malformed { kind, .. } => kind.chars().take(MAX_KIND).collect(),
            _ => name.to_owned(),
        };
        if !self.is_first_report(format!("{name} {kind}")) {
            return None;
        }
        let text = match event {
            // The reason names paths in the body, not their values.
            Event::Malformed { reason, .. } => {
                let reason: String = reason.chars().take(MAX_REASON).collect();
                format!("An event of the type {kind:?} could not be parsed and was dropped: {reason}.")
            }
            _ => format!("An event of the type {kind:?} was dropped: it has no handler."),
        };
        Some(self.missing(name, &kind, text))
    }

    /// The warning about a start request or a dynamic action without a handler, once for each of the two.
    pub(super) fn request_without_handler(&self, handler: &'static str) -> Option<HookLog> {
        let text = "A request of the platform was answered with 404: it has no handler.";
        self.is_first_report(handler.to_owned()).then(|| self.missing(handler, handler, text.to_owned()))
    }

    /// The warning about a missing handler for requests of this kind: the type of the event as sent, or the name of the handler.
    fn missing(&self, handler: &str, kind: &str, text: String) -> HookLog {
        let hint = self.hints.map(|language| hint(handler, kind, language)).unwrap_or_default();
        HookLog::warning(text + &hint)
    }

    fn is_first_report(&self, subject: String) -> bool {
        let mut reported = lock(&self.reported);
        reported.len() < MAX_REPORTED && reported.insert(subject)
    }
}

/// What comes first for a request.
#[must_use]
pub enum Begin {
    /// It is answered without its body. Close the connection if the reply says so.
    Answer(HookResponse),
    /// Its sender has the key: read the body.
    Body(NeedBody),
}

/// The error of hooks that are given both an inbox and `dedupe`.
pub fn dedupe_beside_inbox() -> Error {
    Error::invalid("dedupe", "must not be given with an inbox, which remembers by itself which events were seen")
}

/// The error of a second handler with a name.
pub fn second_handler(handler: &str) -> Error {
    Error::config("hooks", format!("{handler} has a handler already"))
}

impl std::fmt::Debug for Receiver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Receiver").field("webhooks", &self.webhooks).field("paths", &self.paths).finish_non_exhaustive()
    }
}
