//! An assistant for sellers: answers messages of buyers in the seller's name, until the seller revokes the access.
//!
//! ```text
//! /oauth/login ──> consent page ──> /oauth/callback ──> subscribed
//! a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
//! before a token ends        ──> the keeper refreshes it, and subscribes again
//! the seller removes the app ──> POST /hooks/events ──> the grant is deleted
//! ```

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use open_platform::grants::GrantState;
use open_platform::hooks::{Context, Hooks};
use open_platform::id::GrantKey;
use open_platform::inbox::{DEFAULT_WORKERS, HandlerError, InboxOptions};
use open_platform::keeper::KeeperReport;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes};
use open_platform::model::chat::{ChatMessage, SenderSide};
use open_platform::model::event::{Subscription, UserAccessRevocation};
use open_platform::{OpenPlatform, Result, Scope, scope};
use open_platform_examples::{Memory, log_to_stderr, page, serve};
use serde_json::json;

/// The grants of the sellers, by user id.
type Sellers = Memory<GrantKey>;

#[tokio::main]
async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let (platform, sellers) = (OpenPlatform::from_env()?, Sellers::default());
    let (hooks, login) = (hooks(&platform, sellers.clone())?, login(&platform, sellers.clone())?);
    let routes = Router::new().route("/", get(home)).nest("/oauth", login.router()).nest("/hooks", hooks.router());
    tokio::spawn(keep(platform, sellers.clone()));
    // Handles the events of the inbox, and retries them after errors.
    tokio::spawn(async move { hooks.run(DEFAULT_WORKERS).await });
    serve(routes.with_state(sellers)).await
}

/// A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
/// keeper refreshes every grant in time, and renews its subscriptions.
async fn keep(platform: OpenPlatform, sellers: Sellers) {
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

async fn home(State(sellers): State<Sellers>) -> Html<String> {
    let sellers = sellers.count();
    let link = "<a href=/oauth/login>Let it work for me</a>";
    page("Never miss a buyer", &format!("<p>It works for {sellers} sellers. {link}</p>"))
}

fn login(platform: &OpenPlatform, sellers: Sellers) -> Result<LoginRoutes> {
    let scopes = [
        Scope::offline_access(),
        Scope::user_id(),
        Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ),
        Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND),
        Scope::of(&scope::NOTIFICATION_ACCESS_REVOCATION),
    ];
    let grants = platform.grants();
    let granted = move |login: LoginGranted, _| {
        let (grants, sellers) = (grants.clone(), sellers.clone());
        async move {
            let seller = login.user.users().me().await?.user_id;
            let seller = seller.ok_or_else(|| HandlerError::new("the platform did not tell who this is"))?;
            // The platform sends the metadata back with every event; it identifies the seller.
            let messages = Subscription::new_messages().metadata(json!({ "seller": seller }));
            login.user.subscriptions().ensure(messages).await?;
            if let Some(old) = sellers.put(seller.as_str(), login.grant) {
                grants.forget(old).await?;
            }
            Ok(LoginReply::page(page("At your service", "<p>From now on the assistant answers your buyers.</p>").0))
        }
    };
    let denied = async |(), _| Ok(LoginReply::page(page("Not now", "<p>The assistant has not been let in.</p>").0));
    Ok(platform.login(scopes, granted)?.on_denied(denied))
}

/// Receives events. Each is stored before it is acknowledged: the platform does not document how long it waits.
fn hooks(platform: &OpenPlatform, sellers: Sellers) -> Result<Hooks> {
    let known = sellers.clone();
    let hooks = platform
        .hooks()?
        .inbox(platform.inbox(InboxOptions::default())?)
        .grant_of(move |event| known.get(&event.metadata.as_ref()?.get("seller")?.to::<String>().ok()?))
        .on(async |message: ChatMessage, context: Context| {
            // Messages of the app and of the seller are events, too: answering them would never end.
            let is_of_buyer = !message.is_from_bot() && message.sender.side == SenderSide::Buyer;
            if is_of_buyer && context.user.is_some() {
                context.reply("Thank you! The seller will write to you soon.").await?;
            }
            Ok(())
        });
    Ok(hooks.on(move |revocation: UserAccessRevocation, context: Context| {
        let sellers = sellers.clone();
        async move {
            let grants = context.platform()?.grants();
            // The event can be late. The platform is asked which grants have ended: a newer login has not.
            for grant in grants.revoked(revocation.user_id).await? {
                if grant.state == GrantState::NeedsReauth {
                    sellers.forget(&grant.key);
                    // Last: if it fails, the event is repeated and finds the grant again.
                    grants.forget(grant.key).await?;
                }
            }
            Ok(())
        }
    }))
}
