//! An assistant for sellers: answers messages of buyers in the seller's name, until the seller revokes the access.
//!
//! ```text
//! /login ──> consent page ──> /oauth/callback ──> subscribed
//! a buyer writes             ──> POST /events ──> an answer in the seller's name
//! before a token ends        ──> the keeper refreshes it, and subscribes again
//! the seller removes the app ──> POST /events ──> the grant is deleted
//! ```

use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Method};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use open_platform::id::GrantKey;
use open_platform::inbox::{Inbox, InboxItem, InboxOptions};
use open_platform::keeper::KeeperReport;
use open_platform::model::chat::SenderSide;
use open_platform::model::event::Subscription;
use open_platform::model::message::Message;
use open_platform::oauth::LoginOutcome;
use open_platform::webhook::{Delivery, Event, Rejection, Webhooks};
use open_platform::{OpenPlatform, Result, Scope, scope};
use open_platform_examples::{Failure, Memory, Session, log_to_stderr, page, serve};
use serde_json::json;

#[derive(Clone)]
struct Assistant {
    platform: OpenPlatform,
    webhooks: Webhooks,
    inbox: Inbox,
    /// The grants of the sellers, by user id.
    sellers: Memory<GrantKey>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let (webhooks, inbox) = (platform.webhooks()?, platform.inbox(InboxOptions::default())?);
    let routes = Router::new()
        .route("/", get(home))
        .route("/login", get(login))
        .route("/oauth/callback", get(callback))
        .route("/events", post(events));
    let sellers = Memory::default();
    tokio::spawn(keep(platform.clone(), sellers.clone()));
    let assistant = Assistant { platform, webhooks, inbox, sellers };
    tokio::spawn(work(assistant.clone()));
    serve(routes.with_state(assistant)).await
}

/// A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
/// keeper refreshes every grant in time, and renews its subscriptions.
async fn keep(platform: OpenPlatform, sellers: Memory<GrantKey>) {
    let keeper = platform.keeper();
    loop {
        let report = keeper.next().await;
        if let KeeperReport::ReauthRequired { grant, .. } = &report {
            sellers.forget(grant);
        }
        if !matches!(report, KeeperReport::Refreshed { .. }) {
            tracing::warn!(?report, "the keeper reports");
        }
    }
}

async fn home(State(assistant): State<Assistant>) -> Html<String> {
    let sellers = assistant.sellers.count();
    page("Never miss a buyer", &format!("<p>It works for {sellers} sellers. <a href=/login>Let it work for me</a></p>"))
}

async fn login(State(assistant): State<Assistant>, session: Session) -> Result<Response, Failure> {
    let scopes = [
        Scope::offline_access(),
        Scope::user_id(),
        Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ),
        Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND),
        Scope::of(&scope::NOTIFICATION_ACCESS_REVOCATION),
    ];
    let login = assistant.platform.oauth().authorize(scopes, &session.0).await?;
    Ok((session, Redirect::to(&login.url)).into_response())
}

async fn callback(
    State(assistant): State<Assistant>,
    session: Session,
    RawQuery(query): RawQuery,
) -> Result<Html<String>, Failure> {
    match assistant.platform.oauth().callback(query.unwrap_or_default(), &session.0).await? {
        LoginOutcome::Granted { grant, .. } => assistant.welcome(grant).await,
        _ => Ok(page("Not now", "<p>The assistant has not been let in.</p>")),
    }
}

/// Receives an event. The sender is authenticated before the body is read, and the event is stored before it is
/// acknowledged: the platform does not document how long it waits.
async fn events(State(assistant): State<Assistant>, method: Method, headers: HeaderMap, body: Body) -> Response {
    let receive = async {
        let accepted = assistant.webhooks.authenticate(method, &headers)?;
        let body = accepted.read(body).await?;
        Ok(assistant.inbox.receive(accepted, body).await)
    };
    let refuse = |rejection: Rejection| {
        tracing::warn!(%rejection, "an event was refused");
        rejection.reply()
    };
    receive.await.unwrap_or_else(refuse).into()
}

/// Handles the events of the inbox, and retries them after errors.
async fn work(assistant: Assistant) -> Result<()> {
    let inbox = assistant.inbox.clone();
    let handler = move |item: InboxItem| {
        let assistant = assistant.clone();
        async move { Ok(assistant.handle(&item.delivery).await?) }
    };
    inbox.run(4, handler).await
}

impl Assistant {
    /// Subscribes to the seller's messages. The platform sends `metadata` back with every event; it identifies the
    /// seller.
    async fn welcome(&self, grant: GrantKey) -> Result<Html<String>, Failure> {
        let user = self.platform.user(grant.clone());
        let seller = user.users().me().await?.user_id.ok_or_else(Failure::not_found)?;
        let messages = Subscription::new_messages().metadata(json!({ "seller": seller }));
        user.subscriptions().ensure(messages).await?;
        if let Some(old) = self.sellers.put(seller.as_str(), grant) {
            self.platform.grants().forget(old).await?;
        }
        Ok(page("At your service", "<p>From now on the assistant answers your buyers.</p>"))
    }

    async fn handle(&self, delivery: &Delivery) -> Result<()> {
        match &delivery.event {
            // Messages of the app and of the seller are events, too: answering them would never end.
            Event::NewMessage { message } if !message.is_from_bot() && message.sender.side == SenderSide::Buyer => {
                let seller = delivery.metadata.as_ref().and_then(|data| data.get("seller")?.to::<String>().ok());
                let Some(grant) = seller.and_then(|seller| self.sellers.get(&seller)) else { return Ok(()) };
                let answer = Message::text("Thank you! The seller will write to you soon.");
                self.platform.user(grant).conversations().send(message.conversation.id.clone(), answer).await?;
            }
            Event::UserAccessRevocation { revocation } => {
                if let Some(grant) = self.sellers.take(revocation.user_id.as_str()) {
                    self.platform.grants().forget(grant).await?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}
