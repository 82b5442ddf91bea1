//! One request, from its accepted head to its answer. Each type is a state; each of its methods ends it and returns the next
//! step.

use std::borrow::Cow;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dedupe::{Forget, Remember};
use super::receiver::{Deduplication, Receiver, RequestKind};
use crate::error::{Result, sanitize};
use crate::inbox::{Receipt, UNCLEAR, is_outcome_unclear};
use crate::observe::ReceivedHook;
use crate::webhook::Delivery;
use crate::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest, StartVersion};
use crate::webhook::{
    Accepted, Answered, DedupeMarks, Freshness, MemoryDedupe, MemoryMarks, Progress, Rejection, Reply,
};

/// The `Retry-After` of a response while the dedupe store cannot be reached.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// Most characters of a deduplication key in a log.
const MAX_KEY: usize = 320;

/// What the caller does next for a request. The value that comes with it takes the result.
#[must_use]
pub enum Step {
    /// Store a key in the dedupe store, unless it is there.
    Remember(Remember),
    /// Delete a key from the dedupe store.
    Forget(Forget),
    /// Hand over the event to the inbox.
    Store(Store),
    /// Call the handler of the event, named by [`Event::name`](crate::webhook::Event::name).
    Event(Box<Delivery>, HandleEvent),
    /// Call the handler of start requests.
    Start(Box<StartRequest>, HandleStart),
    /// Call the handler of dynamic actions.
    DynamicAction(Box<DynamicActionRequest>, HandleAction),
    /// Send the response.
    Answer(HookResponse),
}

/// The response to a request, and what is known of it now.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct HookResponse {
    /// The response to send.
    pub reply: Reply,
    /// The record of the request. [`Webhooks::on_hook`](crate::webhook::Webhooks::on_hook) has it already. `None` for a path
    /// that is not served.
    pub record: Option<ReceivedHook>,
    /// What to log, in order.
    pub logs: Vec<HookLog>,
}

impl HookResponse {
    pub(super) fn unserved() -> Self {
        let reply = Reply { close: true, ..Reply::not_found() };
        Self { reply, record: None, logs: Vec::new() }
    }
}

/// A line for the log of the app. It contains no data of users and no key.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookLog {
    /// Whether something failed. Otherwise it is a warning.
    pub is_error: bool,
    /// The text. It may end with the source of a handler that is missing.
    pub text: String,
}

impl HookLog {
    pub(crate) fn error(text: String) -> Self {
        Self { is_error: true, text }
    }

    pub(crate) fn warning(text: String) -> Self {
        Self { is_error: false, text }
    }
}

/// What every state of a request has.
pub(super) struct ExchangeState {
    pub(super) receiver: Arc<Receiver>,
    /// When it began, if it gets a record.
    pub(super) began: Option<Instant>,
    pub(super) kind: RequestKind,
    /// The address of the sender, with an allowlist.
    pub(super) source: Option<IpAddr>,
    /// The name of the event's type.
    pub(super) event_type: Option<&'static str>,
    /// The other parts of the record.
    pub(super) known: Answered,
    pub(super) logs: Vec<HookLog>,
}

impl ExchangeState {
    pub(super) fn warn(&mut self, text: String) {
        self.logs.push(HookLog::warning(text));
    }

    pub(super) fn error(&mut self, text: String) {
        self.logs.push(HookLog::error(text));
    }

    pub(super) fn answer(mut self, reply: Reply) -> HookResponse {
        self.receiver.answered(self.source, &reply);
        let record = self.began.map(|began| {
            self.known.kind = self.kind.name().to_owned();
            self.known.event_type = self.known.event_type.or_else(|| self.event_type.map(str::to_owned));
            self.known.status = reply.status.into();
            self.known.duration_seconds = began.elapsed().as_secs_f64();
            self.receiver.webhooks.answered(self.known)
        });
        HookResponse { reply, record, logs: self.logs }
    }

    pub(super) fn refuse(mut self, rejection: Rejection) -> HookResponse {
        self.warn(format!("A request was {rejection}"));
        let reply = rejection.reply();
        self.known.reason = Some(rejection.reason);
        self.answer(reply)
    }

    fn ignore(mut self, log: Option<HookLog>, reply: Reply) -> Step {
        self.known.is_ignored = true;
        self.logs.extend(log);
        Step::Answer(self.answer(reply))
    }

    fn fail(mut self, handler: &str, error: &str) -> Step {
        self.error(format!("The handler of {handler} failed: {error}"));
        Step::Answer(self.answer(Reply::failed()))
    }
}

/// A request whose head was accepted. Its body is read up to a limit and for a limited time.
#[must_use]
pub struct NeedBody {
    pub(super) exchange: Box<ExchangeState>,
    pub(super) accepted: Accepted,
}

impl NeedBody {
    /// The accepted head: the limits of the body, and [`Accepted::read`], which reads it.
    pub fn accepted(&self) -> &Accepted {
        &self.accepted
    }

    /// The body did not arrive in time.
    pub fn too_slow(self) -> HookResponse {
        let rejection = self.accepted.too_slow();
        self.refuse(rejection)
    }

    /// The length of the body is unknown, and the server does not tell where it ends.
    pub fn no_length(self) -> HookResponse {
        self.refuse(Rejection::no_length())
    }

    /// The body could not be read. `error` is logged, so it must not contain data of users.
    pub fn failed(mut self, error: &str) -> HookResponse {
        self.exchange.error(format!("The body of a request could not be read: {error}"));
        self.exchange.answer(Reply { close: true, ..Reply::failed() })
    }

    /// The body was refused when it was read.
    pub fn refuse(self, rejection: Rejection) -> HookResponse {
        self.exchange.refuse(rejection)
    }

    /// The body, unchanged, or more than [`Accepted::body_limit`] bytes of it.
    pub fn read<'body>(self, body: impl Into<Cow<'body, [u8]>>) -> Step {
        let Self { exchange, accepted } = self;
        let body = body.into();
        match exchange.kind {
            RequestKind::Event if matches!(exchange.receiver.dedupe, Deduplication::Inbox) => {
                Step::Store(Store { exchange, accepted, body: body.into_owned() })
            }
            RequestKind::Event => match accepted.event(&body) {
                Ok(delivery) => arrived(exchange, accepted, delivery),
                Err(rejection) => Step::Answer(exchange.refuse(rejection)),
            },
            RequestKind::Start => match accepted.start(&body) {
                Ok(request) if exchange.receiver.handles("start") => {
                    let handle = HandleStart { exchange, accepted, version: request.version.clone() };
                    Step::Start(Box::new(request), handle)
                }
                Ok(_) => without_handler(*exchange, "start"),
                Err(rejection) => Step::Answer(exchange.refuse(rejection)),
            },
            RequestKind::Action => match accepted.dynamic_action(&body) {
                Ok(request) if exchange.receiver.handles("dynamic_action") => {
                    Step::DynamicAction(Box::new(request), HandleAction { exchange, accepted })
                }
                Ok(_) => without_handler(*exchange, "dynamic_action"),
                Err(rejection) => Step::Answer(exchange.refuse(rejection)),
            },
        }
    }
}

fn without_handler(exchange: ExchangeState, handler: &'static str) -> Step {
    let log = exchange.receiver.request_without_handler(handler);
    exchange.ignore(log, Reply::not_found())
}

#[inline]
fn arrived(mut exchange: Box<ExchangeState>, accepted: Accepted, delivery: Delivery) -> Step {
    let name = delivery.event.name();
    exchange.event_type = Some(name);
    if !exchange.receiver.handles_event(name) {
        let log = exchange.receiver.event_without_handler(&delivery.event);
        return exchange.ignore(log, Reply::ok());
    }
    let (receiver, key) = (Arc::clone(&exchange.receiver), delivery.dedupe_key.clone());
    let mut handle = HandleEvent { exchange, key_id: accepted.into_key_id(), name, key, marks: Marks::None };
    let delivery = Box::new(delivery);
    match &receiver.dedupe {
        Deduplication::Off | Deduplication::Inbox => Step::Event(delivery, handle),
        Deduplication::Memory(memory) => {
            let marks = memory.marks(&delivery);
            handle.marks = Marks::Memory(Arc::clone(memory), marks);
            handle.found(memory.begin_marks(&marks), delivery)
        }
        Deduplication::Store => Remember::begin(handle, delivery),
    }
}

/// Where an event that is being handled is marked as such.
pub(super) enum Marks {
    /// Nowhere.
    None,
    /// In the memory of this process.
    Memory(Arc<MemoryDedupe>, MemoryMarks),
    /// In the dedupe store of the caller.
    Store(Box<DedupeMarks>),
}

/// An event to hand over to the inbox, with [`Inbox::receive_event`](crate::inbox::Inbox::receive_event).
#[must_use]
pub struct Store {
    exchange: Box<ExchangeState>,
    accepted: Accepted,
    body: Vec<u8>,
}

impl Store {
    /// The arguments for the inbox.
    pub fn take(&mut self) -> (Accepted, Vec<u8>) {
        (self.accepted.clone(), std::mem::take(&mut self.body))
    }

    /// The inbox could not be called. `error` is logged, so it must not contain data of users.
    pub fn failed(mut self, error: &str) -> Step {
        self.exchange.error(format!("The inbox failed ({error}), and an event was answered with 503"));
        Step::Answer(self.exchange.answer(Reply::unavailable(RETRY_AFTER)))
    }

    /// What the inbox returned. It has logged its own warnings.
    pub fn stored(mut self, receipt: Receipt) -> Step {
        let known = &mut self.exchange.known;
        known.is_stored = receipt.progress.is_some();
        (known.event_type, known.progress, known.reason) = (receipt.event_type, receipt.progress, receipt.reason);
        Step::Answer(self.exchange.answer(receipt.reply))
    }
}

/// An event that is being handled.
#[must_use]
pub struct HandleEvent {
    pub(super) exchange: Box<ExchangeState>,
    key_id: Arc<str>,
    /// The name of the event's type.
    name: &'static str,
    /// The deduplication key of the event.
    key: String,
    pub(super) marks: Marks,
}

impl HandleEvent {
    /// The id of the key that matched.
    pub fn key_id(&self) -> &str {
        &self.key_id
    }

    /// The event in logs.
    pub(super) fn label(&self) -> String {
        format!("{} '{}'", self.name, sanitize(&self.key, MAX_KEY))
    }

    /// The age of the message, if the event is one.
    pub fn freshness(&self, delivery: &Delivery) -> Freshness {
        self.exchange.receiver.webhooks.freshness(delivery)
    }

    /// What the dedupe store knows of the event.
    pub(super) fn found(mut self, progress: Progress, delivery: Box<Delivery>) -> Step {
        self.exchange.known.progress = Some(progress);
        match (progress.reply(), progress) {
            (None, Progress::Conflict) => {
                self.warn_of_conflict();
                Step::Event(Box::new(delivery.in_conflict()), self)
            }
            (None, _) => Step::Event(delivery, self),
            (Some(reply), Progress::InProgress) => {
                let text = "An event arrived again while it is being handled, and was answered with 503";
                self.exchange.warn(format!("{text}: {}", self.label()));
                Step::Answer(self.exchange.answer(reply))
            }
            (Some(reply), _) => Step::Answer(self.exchange.answer(reply)),
        }
    }

    pub(super) fn warn_of_conflict(&mut self) {
        let text = "An event arrived with the id of an earlier one and another body; both are handled";
        self.exchange.warn(format!("{text}: {}", self.label()));
    }

    /// The dedupe store failed before the event was handled. If it were acknowledged, the event would be lost; if it were
    /// handled, it might be handled twice.
    pub(super) fn unavailable(&mut self, error: &str) -> Reply {
        let text = "and an event was answered with 503";
        self.exchange.error(format!("The dedupe store failed ({error}), {text}: {}", self.label()));
        Reply::unavailable(RETRY_AFTER)
    }

    /// The handler has returned.
    pub fn handled(mut self) -> Step {
        match std::mem::replace(&mut self.marks, Marks::None) {
            Marks::None => {}
            Marks::Memory(memory, marks) => memory.finish_marks(&marks),
            Marks::Store(marks) => return Remember::finish(self, *marks),
        }
        Step::Answer(self.exchange.answer(Reply::ok()))
    }

    /// The handler has failed, or was cancelled. `error`, which begins with the class of the error, is logged, so it must not contain
    /// data of users. The event is handled again if it arrives again, unless a call of the handler may have been executed.
    pub fn failed(mut self, error: &str) -> Step {
        if is_outcome_unclear(error) {
            self.exchange.error(format!("The handler of {} failed, {UNCLEAR}: {error}", self.label()));
            return self.handled();
        }
        self.exchange.error(format!("The handler of {} failed: {error}", self.label()));
        self.abandon(Reply::failed())
    }

    /// The event was not handled, because nothing takes it now: it is handled if it arrives again.
    pub fn not_taken(mut self) -> Step {
        let text = "Nothing takes events at the moment, and an event was answered with 503";
        self.exchange.warn(format!("{text}: {}", self.label()));
        self.abandon(Reply::unavailable(RETRY_AFTER))
    }

    fn abandon(mut self, reply: Reply) -> Step {
        match std::mem::replace(&mut self.marks, Marks::None) {
            Marks::None => {}
            Marks::Memory(memory, marks) => memory.abandon_marks(&marks),
            Marks::Store(marks) => return Forget::abandon(self, *marks, reply),
        }
        Step::Answer(self.exchange.answer(reply))
    }
}

/// A start request that is being handled.
#[must_use]
pub struct HandleStart {
    exchange: Box<ExchangeState>,
    accepted: Accepted,
    version: StartVersion,
}

impl HandleStart {
    /// The id of the key that matched.
    pub fn key_id(&self) -> &str {
        self.accepted.key_id()
    }

    /// The handler has returned this. An address that is not https is a failure of the handler.
    pub fn handled(self, answer: &StartReply) -> Step {
        let reply = answer.body(&self.version).map(|body| Reply::json(&body));
        answered(*self.exchange, "start requests", reply)
    }

    /// The handler has failed, or was cancelled. `error` is logged, so it must not contain data of users.
    pub fn failed(self, error: &str) -> Step {
        self.exchange.fail("start requests", error)
    }
}

/// A dynamic action that is being handled.
#[must_use]
pub struct HandleAction {
    exchange: Box<ExchangeState>,
    accepted: Accepted,
}

impl HandleAction {
    /// The id of the key that matched.
    pub fn key_id(&self) -> &str {
        self.accepted.key_id()
    }

    /// The handler has returned this. What the platform would not accept is a failure of the handler.
    pub fn handled(self, answer: &DynamicActionReply) -> Step {
        let limits = self.exchange.receiver.webhooks.message_limits;
        answered(*self.exchange, "dynamic actions", Reply::dynamic_action_within(answer, &limits))
    }

    /// The handler has failed, or was cancelled. `error` is logged, so it must not contain data of users.
    pub fn failed(self, error: &str) -> Step {
        self.exchange.fail("dynamic actions", error)
    }
}

fn answered(exchange: ExchangeState, handler: &str, reply: Result<Reply>) -> Step {
    match reply {
        Ok(reply) => Step::Answer(exchange.answer(reply)),
        // The error names the member and the rule, not the value.
        Err(error) => exchange.fail(handler, &error.to_string()),
    }
}
