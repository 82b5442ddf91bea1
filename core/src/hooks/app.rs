//! The handlers of an app in Rust, and what runs them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::context::{Context, Payload, ReplySender};
use super::exchange::{HookLog, HookResponse, Step};
use super::guard::{Running, guarded, in_time};
use super::hints::Language;
use super::receiver::{Receiver, dedupe_beside_inbox};
use crate::client::OpenPlatform;
use crate::error::{Error, Result};
use crate::id::GrantKey;
use crate::inbox::{HandlerError, Inbox, InboxItem, WorkerOptions};
use crate::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use crate::webhook::{Dedupe, Delivery, Event, Freshness, IpAllowlist, KeyRing, Webhooks};

type GrantOf = Arc<dyn Fn(&Delivery) -> Option<GrantKey> + Send + Sync>;
type Handler<T, R> = Arc<dyn Fn(T, Context) -> Running<R> + Send + Sync>;

/// Receives requests of the platform and calls the app's handlers: with axum by `router`, with any server for
/// [`tower`](https://docs.rs/tower) by [`service`](Self::service).
///
/// An event is acknowledged with 200 after its handler has returned. If the handler fails or panics, the response is 500, and
/// the event is handled again if the platform sends it again; not after an [`Error::AmbiguousOutcome`], because the next call would
/// repeat what may have been done: it is logged, and the response is 200. A repetition that arrives while the handler runs is answered with
/// 503. The platform documents neither whether it repeats events, nor how long it waits: use an [`inbox`](Self::inbox) if the app
/// must not lose events, or for long work. A handler is not interrupted when the platform closes the connection: its outcome
/// counts nevertheless.
///
/// A request is accepted or refused by its head before its body is read. Serve it over TLS only.
///
/// ```
/// use open_platform::hooks::{ChatbotMessage, Hooks};
/// use open_platform::model::event::PostUpdate;
/// use open_platform::webhook::start::StartReply;
///
/// # fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// let hooks = platform
///     .hooks()?
///     .on(async |message: ChatbotMessage, context| {
///         context.reply(format!("You said: {:?}", message.0.text())).await?;
///         Ok(())
///     })
///     .on(async |update: PostUpdate, _| {
///         println!("{} changed", update.post.token);
///         Ok(())
///     })
///     .on_start(async |_, _| Ok(StartReply::new("https://app.example/orders/new")));
/// let service = hooks.service();
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct Hooks {
    receiver: Receiver,
    platform: Option<OpenPlatform>,
    dedupe: Option<Arc<dyn Dedupe>>,
    inbox: Option<Inbox>,
    grant_of: GrantOf,
    events: HashMap<&'static str, Handler<Event, ()>>,
    start: Option<Handler<StartRequest, StartReply>>,
    dynamic_action: Option<Handler<DynamicActionRequest, DynamicActionReply>>,
    handler_timeout: Option<Duration>,
    drain_timeout: Option<Duration>,
}

impl OpenPlatform {
    /// Hooks that accept the identification keys of this client, and give this client to their handlers.
    ///
    /// # Errors
    /// As [`webhooks`](Self::webhooks).
    pub fn hooks(&self) -> Result<Hooks> {
        Ok(Hooks { platform: Some(self.clone()), ..Hooks::new(self.webhooks()?) })
    }

    /// As [`hooks`](Self::hooks), with other identification keys than those of this client.
    pub fn hooks_with(&self, keys: KeyRing) -> Hooks {
        Hooks { platform: Some(self.clone()), ..Hooks::new(self.webhooks_with(Webhooks::new(keys))) }
    }
}

impl Hooks {
    /// Receives requests that `webhooks` accepts. Repeated events are recognized in the memory of this process.
    pub fn new(webhooks: Webhooks) -> Self {
        Self {
            receiver: Receiver::new(webhooks).hints_in(Language::Rust),
            platform: None,
            dedupe: None,
            inbox: None,
            grant_of: Arc::new(|delivery| delivery.grant.clone()),
            events: HashMap::new(),
            start: None,
            dynamic_action: None,
            handler_timeout: None,
            drain_timeout: None,
        }
    }

    /// Changes the settings of the receiver, such as the limit of a body.
    pub fn configure(mut self, change: impl FnOnce(Webhooks) -> Webhooks) -> Self {
        self.receiver.webhooks = change(self.receiver.webhooks);
        self
    }

    /// Refuses requests from other addresses. With axum, serve with `into_make_service_with_connect_info::<SocketAddr>()`;
    /// otherwise put the [`SocketAddr`](std::net::SocketAddr) of the peer into the extensions of each request.
    pub fn allowlist(mut self, allowlist: IpAllowlist) -> Self {
        self.receiver = self.receiver.allowlist(allowlist);
        self
    }

    /// Recognizes repeated events by this store, if several processes handle events. Its [`remember`](Dedupe::remember) and
    /// [`forget`](Dedupe::forget) are used. While it fails, the response is 503.
    ///
    /// # Panics
    /// If there is an [`inbox`](Self::inbox), which remembers by itself which events were seen.
    pub fn dedupe(mut self, store: impl Dedupe) -> Self {
        self.dedupe = Some(Arc::new(store));
        self.receiver = self.receiver.dedupe_by_store();
        self.require_one_memory()
    }

    /// Stores each event in `inbox` before it is acknowledged. Its handlers are called by [`run`](Self::run) and not during the
    /// request, and no crash loses an event. The inbox recognizes repeated events.
    ///
    /// # Panics
    /// If there is a [`dedupe`](Self::dedupe).
    pub fn inbox(mut self, inbox: Inbox) -> Self {
        self.inbox = Some(inbox);
        self.receiver = self.receiver.into_inbox();
        self.require_one_memory()
    }

    fn require_one_memory(self) -> Self {
        if self.inbox.is_some() && self.dedupe.is_some() {
            panic!("{}", dedupe_beside_inbox());
        }
        self
    }

    /// How long a handler may take. One that takes longer is dropped at its `await`, and counts as failed. By default there is no
    /// limit: a handler that hangs keeps its event, or one of the workers of the inbox, until the process ends. Code that never
    /// awaits cannot be interrupted.
    pub fn handler_timeout(mut self, limit: Duration) -> Self {
        self.handler_timeout = Some(limit);
        self
    }

    /// How long the end of [`run_until`](Self::run_until) waits for the handlers that run, without limit by default. One that runs
    /// longer is dropped at its `await`, and its event is released for another worker.
    pub fn drain_timeout(mut self, limit: Duration) -> Self {
        self.drain_timeout = Some(limit);
        self
    }

    /// Finds the grant of an event's user, for [`Context::user`]. By default it is
    /// [`Delivery::grant`].
    pub fn grant_of(mut self, find: impl Fn(&Delivery) -> Option<GrantKey> + Send + Sync + 'static) -> Self {
        self.grant_of = Arc::new(find);
        self
    }

    /// Handles events with this content: [`ChatMessage`](crate::model::chat::ChatMessage) in a chat about a post, also in the old
    /// format; [`ChatbotMessage`](super::ChatbotMessage), [`PostUpdate`](crate::model::event::PostUpdate),
    /// [`Transaction`](crate::model::event::Transaction),
    /// [`UserAccessRevocation`](crate::model::event::UserAccessRevocation), [`UnknownEvent`](super::UnknownEvent) and
    /// [`MalformedEvent`](super::MalformedEvent). Events without a handler are acknowledged, and logged once for each type.
    ///
    /// A handler may run several times for one event. A message may be one that the app sent: check its sender.
    ///
    /// # Panics
    /// If there is a handler for this content already.
    pub fn on<P: Payload, F>(mut self, handler: impl Fn(P, Context) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<(), HandlerError>> + Send + 'static,
    {
        self.register(P::EVENT);
        let handler = move |event, context| -> Running<()> {
            match P::of(event) {
                Some(payload) => Box::pin(handler(payload, context)),
                // It is found by the name of the event, so this does not happen.
                None => Box::pin(async { Err(HandlerError::new("the event has another type").for_good()) }),
            }
        };
        self.events.insert(P::EVENT, Arc::new(handler));
        self
    }

    /// Handles start requests: a user clicked a link of the app. It returns the https address to open, built from the app's own
    /// configuration, never from an address in the request.
    ///
    /// # Panics
    /// If there is a handler already.
    pub fn on_start<F>(mut self, handler: impl Fn(StartRequest, Context) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<StartReply, HandlerError>> + Send + 'static,
    {
        self.register("start");
        self.start = Some(Arc::new(move |request, context| Box::pin(handler(request, context))));
        self
    }

    /// Handles dynamic actions: a user clicked an element whose effect the app decides.
    ///
    /// # Panics
    /// If there is a handler already.
    pub fn on_dynamic_action<F>(
        mut self,
        handler: impl Fn(DynamicActionRequest, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<DynamicActionReply, HandlerError>> + Send + 'static,
    {
        self.register("dynamic_action");
        self.dynamic_action = Some(Arc::new(move |request, context| Box::pin(handler(request, context))));
        self
    }

    fn register(&self, handler: &str) {
        if let Err(error) = self.receiver.register(handler) {
            panic!("{error}");
        }
    }

    pub(super) fn receiver(&self) -> &Receiver {
        &self.receiver
    }

    /// Handles the events of the inbox, `workers` at a time, as [`Inbox::run`] does. A malformed event becomes a dead letter at
    /// once, unless it has a handler.
    ///
    /// # Errors
    /// [`Error::Config`] without an inbox, and without a handler of events, because all events would be dropped. As [`Inbox::run`].
    pub async fn run(&self, workers: usize) -> Result<()> {
        self.run_until(workers, std::future::pending::<()>()).await
    }

    /// As [`run`](Self::run), until `stop` is ready: see [`Workers::run_until`](crate::inbox::Workers::run_until).
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_until(&self, workers: usize, stop: impl Future) -> Result<()> {
        let inbox =
            self.inbox.as_ref().ok_or_else(|| Error::config("inbox", "there is none: set one with `Hooks::inbox`"))?;
        let hooks = self.clone();
        let options = WorkerOptions {
            workers: Some(i64::try_from(workers).unwrap_or(i64::MAX)),
            handler_timeout_seconds: self.handler_timeout.map(|limit| limit.as_secs_f64()),
            drain_timeout_seconds: self.drain_timeout.map(|limit| limit.as_secs_f64()),
        };
        self.receiver.workers(inbox, options)?.run_until(move |item| hooks.clone().handle_item(item), stop).await
    }

    async fn handle_item(self, item: InboxItem) -> Result<(), HandlerError> {
        let handler = self.events.get(item.delivery.event.name()).ok_or_else(no_handler)?;
        let (event, context) = self.opened(item.delivery, item.key_id);
        handler(event, context).await
    }

    /// Does what the receiver asks for, until the answer.
    pub(super) async fn drive(&self, mut step: Step) -> HookResponse {
        loop {
            step = match step {
                Step::Answer(answer) => {
                    answer.logs.iter().for_each(write);
                    return answer;
                }
                Step::Event(delivery, handling) => {
                    let handler = self.events.get(delivery.event.name());
                    let key_id = handling.key_id().to_owned();
                    match call(handler, || self.opened(*delivery, key_id), self.handler_timeout).await {
                        Ok(()) => handling.handled(),
                        Err(error) => handling.failed(error.detail()),
                    }
                }
                Step::Start(request, handling) => {
                    let context = self.context(handling.key_id().to_owned());
                    match call(self.start.as_ref(), || (*request, context), self.handler_timeout).await {
                        Ok(reply) => handling.handled(&reply),
                        Err(error) => handling.failed(error.detail()),
                    }
                }
                Step::DynamicAction(request, handling) => {
                    let context = self.context(handling.key_id().to_owned());
                    match call(self.dynamic_action.as_ref(), || (*request, context), self.handler_timeout).await {
                        Ok(reply) => handling.handled(&reply),
                        Err(error) => handling.failed(error.detail()),
                    }
                }
                Step::Store(mut store) => {
                    let (accepted, body) = store.take();
                    match &self.inbox {
                        // In a box: a future is as large as the largest thing it may wait for, and most hooks have no inbox.
                        Some(inbox) => store.stored(Box::pin(inbox.receive_event(accepted, body)).await),
                        None => store.failed("there is no inbox"),
                    }
                }
                Step::Remember(remember) => match &self.dedupe {
                    Some(store) => {
                        match in_time(store.remember(remember.key(), remember.window()), remember.timeout()).await {
                            Ok(is_new) => remember.remembered(is_new),
                            Err(error) => remember.failed(&error),
                        }
                    }
                    None => remember.failed("there is no store"),
                },
                Step::Forget(forget) => match &self.dedupe {
                    Some(store) => match in_time(store.forget(forget.key()), forget.timeout()).await {
                        Ok(()) => forget.forgotten(),
                        Err(error) => forget.failed(&error),
                    },
                    None => forget.failed("there is no store"),
                },
            }
        }
    }

    fn context(&self, key_id: String) -> Context {
        Context {
            key_id,
            platform: self.platform.clone(),
            user: None,
            metadata: None,
            freshness: Freshness::Unknown,
            dedupe_key: String::new(),
            notes: Vec::new(),
            conversation: None,
        }
    }

    /// The event of a delivery, and its context.
    fn opened(&self, delivery: Delivery, key_id: String) -> (Event, Context) {
        let conversation = ReplySender::of(&delivery.event).map(|(sender, id)| (sender, id.clone()));
        let user = self.platform.as_ref().and_then(|platform| Some(platform.user((self.grant_of)(&delivery)?)));
        let freshness = self.receiver.webhooks.freshness(&delivery);
        let Delivery { event, metadata, dedupe_key, notes, .. } = delivery;
        (event, Context { user, metadata, freshness, dedupe_key, notes, conversation, ..self.context(key_id) })
    }
}

/// The receiver knows which handlers there are, so this does not happen.
fn no_handler() -> HandlerError {
    HandlerError::new("there is no handler")
}

/// Calls a handler with what `given` makes, which may call a function of the app, too.
async fn call<T, R>(
    handler: Option<&Handler<T, R>>,
    given: impl FnOnce() -> (T, Context),
    limit: Option<Duration>,
) -> Result<R, HandlerError> {
    let handler = handler.ok_or_else(no_handler)?;
    let start = || {
        let (payload, context) = given();
        handler(payload, context)
    };
    guarded(start, limit).await
}

pub(crate) fn write(log: &HookLog) {
    let HookLog { is_error, text, .. } = log;
    if *is_error {
        tracing::error!("{text}");
    } else {
        tracing::warn!("{text}");
    }
}

impl std::fmt::Debug for Hooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hooks").field("receiver", &self.receiver).finish_non_exhaustive()
    }
}
