//! The web server of the app. It receives events, start requests and dynamic actions. An app that uses axum can copy it.
//!
//! Each handler authenticates the request, parses it and answers at once. An event is only put into a queue before it is
//! answered, and is handled later: the platform does not document how long it waits (docs/platform.md#webhook-delivery).

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use open_platform::model::action::Action;
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::webhook::{Reply, Webhooks};
use open_platform::{Error, Json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The address of the app's pages. A real app takes it from its configuration, never from a request.
const APP: &str = "https://courier.example";

/// A port on this machine that is bound but not served yet: the console of the platform needs the addresses before the
/// server can have the keys of the console.
#[derive(Debug)]
pub struct Address {
    listener: TcpListener,
    origin: String,
}

impl Address {
    /// Binds a free port.
    pub async fn bind() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let origin = format!("http://{}", listener.local_addr()?);
        Ok(Self { listener, origin })
    }

    /// The redirect URI of logins.
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

/// Events that were received and not handled yet. A real app stores them durably, such as in a table or a queue.
type Inbox = Arc<Mutex<Vec<Delivery>>>;

impl Drop for AppServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The state that the handlers share.
#[derive(Clone)]
struct App {
    webhooks: Webhooks,
    inbox: Inbox,
}

impl AppServer {
    pub fn serve(address: Address, webhooks: Webhooks) -> Self {
        let inbox = Inbox::default();
        // `any` instead of `post`: `Webhooks` refuses other methods itself.
        let router = Router::new()
            .route("/platform/events", any(events))
            .route("/platform/start", any(start))
            .route("/platform/action", any(dynamic_action))
            .with_state(App { webhooks, inbox: Arc::clone(&inbox) });
        let task = tokio::spawn(async move {
            // An error means that no connection can be accepted any more. The next delivery fails then.
            let _ = axum::serve(address.listener, router).await;
        });
        Self { inbox, task }
    }

    /// The events received since the last call, oldest first.
    pub fn received(&self) -> Vec<Delivery> {
        mem::take(&mut self.inbox.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn events(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    respond(app.event(&method, &headers, &body))
}

async fn start(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    respond(app.start(&method, &headers, &body))
}

async fn dynamic_action(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    respond(app.dynamic_action(&method, &headers, &body))
}

impl App {
    fn event(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let delivery = self.webhooks.event(method, headers, body)?;
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
        Ok(Reply::ok())
    }

    fn start(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let request = self.webhooks.start(method, headers, body)?;
        Reply::start(&StartReply::new(page_for(&request)), &request)
    }

    fn dynamic_action(&self, method: &Method, headers: &HeaderMap, body: &[u8]) -> open_platform::Result<Reply> {
        let request = self.webhooks.dynamic_action(method, headers, body)?;
        Reply::dynamic_action(&reply_to_click(&request))
    }
}

/// The page that a start request opens. With `extra_data` the user clicked a button that was sent with that data; without
/// it the user opened the app itself.
fn page_for(request: &StartRequest) -> String {
    let data = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    match (data["order"].as_str(), &request.conversation_id) {
        (Some(order), _) => format!("{APP}/orders/{order}"),
        (None, Some(conversation)) => format!("{APP}/new?conversation={conversation}"),
        (None, None) => APP.to_owned(),
    }
}

/// The effect of a click on a button of the chatbot.
fn reply_to_click(request: &DynamicActionRequest) -> DynamicActionReply {
    let data = request.extra_data.as_ref().map(Json::value).unwrap_or_default();
    match data["choice"].as_str() {
        Some("price") => DynamicActionReply::text("A courier in your city costs 90,000 toman"),
        Some("order") => DynamicActionReply::action(Action::direct_link(format!("{APP}/new"))).with_text("One moment"),
        _ => DynamicActionReply::text("This button is too old"),
    }
}

/// Converts an answer to a response of the web framework. A refusal gives no reason to the sender, who may be guessing keys;
/// the reason is logged.
fn respond(answer: open_platform::Result<Reply>) -> Response {
    match answer {
        Ok(reply) => reply.into(),
        Err(Error::Webhook(rejection)) => {
            tracing::warn!(%rejection, "a request was refused");
            rejection.reply().into()
        }
        Err(error) => {
            tracing::error!(%error, "the answer of the app is not valid");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
