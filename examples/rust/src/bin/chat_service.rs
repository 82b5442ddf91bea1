//! A service in the chat: the seller requests a payment from the buyer, and both see its status.
//!
//! ```text
//! seller picks the app    ──> POST /hooks/start ──> /requests/{id}: consent, amount ──> a message with a button for each side
//! buyer clicks "Pay"      ──> POST /hooks/start ──> /payments/{id}: pays            ──> a message that it is paid
//! seller clicks "Status"  ──> POST /hooks/start ──> /payments/{id}
//! ```

use axum::Router;
use axum::extract::{Form, Path, State};
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use open_platform::hooks::Hooks;
use open_platform::id::GrantKey;
use open_platform::inbox::HandlerError;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes, query_parameter};
use open_platform::model::message::{Button, Message};
use open_platform::webhook::start::{COMPLETION_URL, StartReply, StartRequest};
use open_platform::{ConversationId, Error, OpenPlatform, Scope};
use open_platform_examples::{
    Failure, Memory, Session, escape, for_user_of_session, log_to_stderr, page, public_url, serve, unguessable,
};
use serde::Deserialize;
use serde_json::json;

#[derive(Clone)]
struct App {
    platform: OpenPlatform,
    /// The conversation of each payment request that is not sent yet, by its address.
    requests: Memory<ConversationId>,
    payments: Memory<Payment>,
}

#[derive(Clone)]
struct Payment {
    conversation: ConversationId,
    /// The grant to send messages to the conversation.
    grant: GrantKey,
    toman: u32,
    is_paid: bool,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let app = App { platform: OpenPlatform::from_env()?, requests: Memory::default(), payments: Memory::default() };
    let routes = Router::new()
        .route("/requests/{id}", get(request_form).post(request))
        .route("/payments/{id}", get(payment).post(pay))
        .nest("/hooks", hooks(app.clone())?.router())
        .nest("/oauth", login(app.clone()).router());
    serve(routes.with_state(app)).await
}

/// Answers start requests with the address to open.
fn hooks(app: App) -> open_platform::Result<Hooks> {
    let hooks = app.platform.hooks()?;
    Ok(hooks.on_start(move |request, _| std::future::ready(app.address_for(request).map(StartReply::new))))
}

impl App {
    /// The address to open: `extra_data` is set after a click on a button of the app; otherwise the user opened the app
    /// in a chat.
    fn address_for(&self, request: StartRequest) -> Result<String, HandlerError> {
        if let Some(payment) = request.extra_data.and_then(|data| data.get("payment")?.to::<String>().ok()) {
            return Ok(format!("{}/payments/{payment}", public_url()));
        }
        let conversation =
            request.conversation_id.ok_or_else(|| HandlerError::new("the app is offered in chats only"))?;
        // The address is unguessable and does not contain the conversation.
        let id = unguessable()?;
        self.requests.put(&id, conversation);
        Ok(format!("{}/requests/{id}", public_url()))
    }
}

/// The routes of the login: for the scope to write into the conversation of a payment request, and for the user of the session.
fn login(app: App) -> LoginRoutes {
    let platform = app.platform.clone();
    let scopes = move |request: &Parts| {
        let id = query_parameter(request, "request")?;
        let conversation = app.requests.get(&id).ok_or_else(|| Error::invalid("request", "is no payment request"))?;
        Ok([Scope::conversation_send_message(conversation)])
    };
    platform
        .login_with(scopes, async |_: LoginGranted, _| Ok(LoginReply::Default))
        .prepare(for_user_of_session)
        .on_denied(async |(), _| {
            let page = page("No payment", "<p>You did not let us write into the chat. Nothing was sent.</p>");
            Ok(LoginReply::page(page.0))
        })
}

/// Asks the seller for the scope for this conversation, then for the amount.
async fn request_form(State(app): State<App>, session: Session, Path(id): Path<String>) -> Result<Response, Failure> {
    let conversation = app.requests.get(&id).ok_or_else(Failure::not_found)?;
    let scope = Scope::conversation_send_message(conversation);
    if app.platform.grants().is_usable(GrantKey::of(&session.user_id()?, [&scope])).await? {
        let form = "<form method=post><label>Toman <input name=toman type=number min=1 required></label><button>Ask</button></form>";
        return Ok(page("Ask for a payment", form).into_response());
    }
    let login = format!("/oauth/login?request={id}&return_to=/requests/{id}");
    Ok((session, Redirect::to(&login)).into_response())
}

#[derive(Deserialize)]
struct Amount {
    toman: u32,
}

/// Sends the request to the chat, with different buttons for the two sides.
async fn request(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
    Form(Amount { toman }): Form<Amount>,
) -> Result<Redirect, Failure> {
    let conversation = app.requests.get(&id).ok_or_else(Failure::not_found)?;
    let scope = Scope::conversation_send_message(conversation.clone());
    let grant = GrantKey::of(&session.user_id()?, [&scope]);
    let payment = unguessable()?;
    if !app.platform.grants().is_usable(grant.clone()).await? {
        return Err(Failure::not_found());
    }
    // Removed first, so that two clicks send one request.
    app.requests.take(&id).ok_or_else(Failure::not_found)?;
    let data = json!({ "payment": payment });
    let message = Message::text(format!("Please pay {toman} toman."))
        .to_sender(vec![vec![Button::server("Status", data.clone())]])
        .to_receiver(vec![vec![Button::server("Pay", data)]]);
    app.payments
        .put(&payment, Payment { conversation: conversation.clone(), grant: grant.clone(), toman, is_paid: false });
    app.platform.user(grant).conversations().send(conversation, message).await?;
    Ok(Redirect::to(COMPLETION_URL))
}

async fn payment(State(app): State<App>, Path(id): Path<String>) -> Result<Html<String>, Failure> {
    let payment = app.payments.get(&id).ok_or_else(Failure::not_found)?;
    let state = if payment.is_paid { "<p>Paid." } else { "<form method=post><button>Pay</button></form>" };
    Ok(page("Payment", &format!("<p>{} toman</p>{state}", escape(&payment.toman.to_string()))))
}

/// A real app would redirect the buyer to a payment provider. The payment is valid even if the message cannot be sent.
async fn pay(State(app): State<App>, Path(id): Path<String>) -> Result<Redirect, Failure> {
    // Removed first, so that two clicks pay once.
    let payment = app.payments.take(&id).ok_or_else(Failure::not_found)?;
    app.payments.put(&id, Payment { is_paid: true, ..payment.clone() });
    if !payment.is_paid {
        let message = Message::text(format!("{} toman paid.", payment.toman));
        if let Err(error) = app.platform.user(payment.grant).conversations().send(payment.conversation, message).await {
            tracing::warn!(code = error.code(), %error, "the receipt was not sent");
        }
    }
    Ok(Redirect::to(COMPLETION_URL))
}
