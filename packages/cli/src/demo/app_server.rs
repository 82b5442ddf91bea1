//! The app's own web server: where the platform sends events, start requests and dynamic actions. This is the part that
//! an app with axum can copy.
//!
//! The order is the same everywhere: prove, read, answer at once. An event is put into an inbox and answered; handling
//! it comes later, because the platform does not say how long it waits (docs/platform.md#webhook-delivery).

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use open_platform::model::action::Action;
use open_platform::model::event::Delivery;
use open_platform::model::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{Reply, Webhooks};
use open_platform::{Error, Json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Where users of this app do their work. A real app takes it from its own configuration, never from a request.
const APP: &str = "https://courier.example";

/// A port on this machine, before anyone serves on it. The platform's console needs the addresses first, the server
/// needs the keys from the console.
#[derive(Debug)]
pub struct Address {
    listener: TcpListener,
    origin: String,
}

impl Address {
    pub async fn free() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let origin = format!("http://{}", listener.local_addr()?);
        Ok(Self { listener, origin })
    }

    /// Where the browser returns to after login.
    pub fn redirect_uri(&self) -> String {
        format!("{}/oauth/callback", self.origin)
    }

    pub fn events_url(&self) -> String {
        format!("{}/platform/events", self.origin)
    }

    pub fn start_url(&self) -> String {
        format!("{}/platform/start", self.origin)
    }

    pub fn dynamic_action_url(&self) -> String {
        format!("{}/platform/action", self.origin)
    }
}

/// The running server. Dropping it stops it.
#[derive(Debug)]
pub struct AppServer {
    inbox: Inbox,
    task: JoinHandle<()>,
}

/// Events that arrived and are not handled yet. A real app keeps them where a crash does not reach: a table, a queue.
type Inbox = Arc<Mutex<Vec<Delivery>>>;

impl Drop for AppServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What the handlers share.
#[derive(Clone)]
struct App {
    webhooks: Webhooks,
    inbox: Inbox,
}

impl AppServer {
    pub fn serve(address: Address, webhooks: Webhooks) -> Self {
        let inbox = Inbox::default();
        // `any` instead of `post`: to refuse other methods is a part of what `Webhooks` does.
        let router = Router::new()
            .route("/platform/events", any(events))
            .route("/platform/start", any(start))
            .route("/platform/action", any(dynamic_action))
            .with_state(App { webhooks, inbox: Arc::clone(&inbox) });
        let task = tokio::spawn(async move {
            // It ends with an error only if accepting fails for good; the next delivery then shows it.
            let _ = axum::serve(address.listener, router).await;
        });
        Self { inbox, task }
    }

    /// The events that arrived since the last time, oldest first.
    pub fn received(&self) -> Vec<Delivery> {
        mem::take(&mut self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn events(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    send(app.event(&method, &headers, &body))
}

async fn start(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    send(app.start(&method, &headers, &body))
}

async fn dynamic_action(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    send(app.dynamic_action(&method, &headers, &body))
}

impl App {
    fn event(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let delivery = self.webhooks.event(method, headers, body)?;
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
        Ok(Reply::ok())
    }

    fn start(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let request = self.webhooks.start(method, headers, body)?;
        Reply::start(&StartReply::new(entry(&request)), &request)
    }

    fn dynamic_action(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let request = self.webhooks.dynamic_action(method, headers, body)?;
        Reply::dynamic_action(&decide(&request))
    }
}

/// Where a user goes who enters the app. The data of a button comes back as it was sent; without any, the user picked the
/// app itself.
fn entry(request: &StartRequest) -> String {
    let data = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    match (data["order"].as_str(), &request.conversation_id) {
        (Some(order), _) => format!("{APP}/orders/{order}"),
        (None, Some(conversation)) => format!("{APP}/new?conversation={conversation}"),
        (None, None) => APP.to_owned(),
    }
}

/// What a click on a button of the chatbot does.
fn decide(request: &DynamicActionRequest) -> DynamicActionReply {
    let data = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    match data["wish"].as_str() {
        Some("price") => DynamicActionReply::text("A courier in your city costs 90,000 toman"),
        Some("order") => DynamicActionReply::action(Action::direct_link(format!("{APP}/new"))).with_text("One moment"),
        _ => DynamicActionReply::text("This button is too old"),
    }
}

/// Hands an answer to the web framework. A refusal says nothing to whoever guesses keys; its reason is for the log.
fn send(answer: open_platform::Result<Reply>) -> Response {
    match answer {
        Ok(reply) => reply.into(),
        Err(Error::Webhook(rejection)) => {
            tracing::warn!(%rejection, "a request was refused");
            rejection.reply().into()
        }
        Err(error) => {
            tracing::error!(%error, "the app's own answer cannot be sent");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
