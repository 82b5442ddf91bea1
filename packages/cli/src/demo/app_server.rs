//! The web server of the app. It receives events, start requests and dynamic actions.
//!
//! Events are stored in an inbox before they are acknowledged: the platform does not document how long it waits
//! (docs/platform.md#webhook-delivery). The steps of the demo take them from there one by one; an app gives [`Hooks`] a handler for
//! each type of event, and lets [`Hooks::run`] call them.

use axum::Router;
use open_platform::hooks::Hooks;
use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::model::action::Action;
use open_platform::webhook::Delivery;
use open_platform::webhook::start::{DynamicActionReply, DynamicActionRequest, StartReply, StartRequest};
use open_platform::{Json, OpenPlatform, Result};
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
        format!("{}/platform/actions", self.origin)
    }
}

/// The running server. Dropping it stops it.
#[derive(Debug)]
pub struct AppServer {
    inbox: Inbox,
    task: JoinHandle<()>,
}

impl Drop for AppServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl AppServer {
    pub fn serve(address: Address, platform: &OpenPlatform) -> Result<Self> {
        let inbox = platform.inbox(InboxOptions::default())?;
        let hooks = hooks(platform, inbox.clone())?;
        let router = Router::new().nest_service("/platform", hooks.service());
        let task = tokio::spawn(async move {
            // An error means that no connection can be accepted any more. The next delivery fails then.
            let _ = axum::serve(address.listener, router).await;
        });
        Ok(Self { inbox, task })
    }

    /// The events received since the last call, oldest first.
    pub async fn received(&self) -> Result<Vec<Delivery>> {
        let mut received = Vec::new();
        while let Some(item) = self.inbox.try_next().await? {
            self.inbox.ack(item.id).await?;
            received.push(item.delivery);
        }
        Ok(received)
    }
}

fn hooks(platform: &OpenPlatform, inbox: Inbox) -> Result<Hooks> {
    let hooks = platform.hooks()?.inbox(inbox);
    Ok(hooks
        .on_start(async |request, _| Ok(StartReply::new(page_for(&request))))
        .on_dynamic_action(async |request, _| Ok(reply_to_click(&request))))
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
