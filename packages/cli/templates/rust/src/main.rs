//! A first app: shows an add-on on a seller's post, and answers the seller's buyers.
//!
//! ```text
//! the platform opens /?post_token=… ──> login ──> the add-on is on the post
//! a buyer writes in the chat        ──> POST /hooks/events ──> an answer
//! ```
//!
//! `open-platform exec --open -- cargo run`

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use open_platform::error::OAuthError;
use open_platform::hooks::Hooks;
use open_platform::id::GrantKey;
use open_platform::inbox::HandlerError;
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes, query_parameter};
use open_platform::model::addon::PostAddon;
use open_platform::model::chat::{ChatMessage, SenderSide};
use open_platform::model::event::Subscription;
use open_platform::model::widget::{EventRow, TitleRow};
use open_platform::webhook::start::DirectLink;
use open_platform::{OpenPlatform, Scope, scope};
use serde_json::json;

/// The grant of each seller, by user id. A real app has a database instead.
type Sellers = Arc<Mutex<HashMap<String, GrantKey>>>;

#[derive(Clone)]
struct App {
    platform: OpenPlatform,
    sellers: Sellers,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let platform = OpenPlatform::from_env()?;
    let keeper = platform.keeper();
    // Refreshes tokens and renews subscriptions before they end.
    tokio::spawn(async move {
        loop {
            println!("{:?}", keeper.next().await);
        }
    });
    let port = std::env::var("PORT").map_or(Ok(8000), |port| port.parse())?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, app(platform)?).await?)
}

fn app(platform: OpenPlatform) -> open_platform::Result<Router> {
    let sellers = Sellers::default();
    Ok(Router::new()
        .nest("/oauth", login(&platform, sellers.clone()).router())
        .nest("/hooks", hooks(&platform, sellers.clone())?.router())
        .route("/", get(home))
        .route("/posts/{post}", get(|| async { Html("<h1>The report is on the post</h1>") }))
        .with_state(App { platform, sellers }))
}

/// The platform opens this page for a post. Anyone can open it: it is not authenticated.
async fn home(State(app): State<App>, RawQuery(query): RawQuery) -> Result<Html<String>, Failure> {
    if let Some(post) = DirectLink::parse(&query.unwrap_or_default()).post_token {
        let post = app.platform.posts().get(post).await?.token;
        let link = format!("/oauth/login?post={post}&return_to=/posts/{post}");
        return Ok(Html(format!("<a href='{link}'>Show the report on {post}</a>")));
    }
    let grants: Vec<GrantKey> = app.sellers.lock().unwrap().values().cloned().collect();
    for grant in grants {
        // A call for each seller, which refreshes an access token that has ended.
        match app.platform.user(grant.clone()).users().me().await {
            // The seller has withdrawn the access.
            Err(open_platform::Error::OAuth(OAuthError::ReauthRequired { .. })) => {
                app.sellers.lock().unwrap().retain(|_, kept| *kept != grant);
            }
            called => drop(called?),
        }
    }
    let served = app.sellers.lock().unwrap().len();
    Ok(Html(format!("<h1>At your service</h1><p>Buyers of {served} sellers get an answer.")))
}

/// The login of a seller, for the post in the query.
fn login(platform: &OpenPlatform, sellers: Sellers) -> LoginRoutes {
    let scopes = |request: &Parts| {
        Ok([
            Scope::post_addon_create(query_parameter(request, "post")?),
            Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_READ),
            Scope::of(&scope::CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND),
            Scope::user_id(),
            Scope::offline_access(),
        ])
    };
    platform.login_with(scopes, move |login, _| granted(login, sellers.clone()))
}

/// The seller has allowed the access: puts the add-on on the post, and subscribes to the messages of buyers.
async fn granted(login: LoginGranted, sellers: Sellers) -> Result<LoginReply, HandlerError> {
    let post = login.return_to.as_deref().unwrap_or_default().trim_start_matches("/posts/");
    let report = PostAddon::new()
        .widget(TitleRow::new("Inspected"))
        .widget(EventRow::new("Report").subtitle("By our engineers"));
    login.user.addons().create_on_post(post, report).await?;
    let seller = login.user.users().me().await?.user_id;
    let seller = seller.ok_or_else(|| HandlerError::new("the platform did not tell who this is"))?;
    sellers.lock().unwrap().insert(seller.to_string(), login.grant);
    // The platform returns the metadata with every event.
    let messages = Subscription::new_messages().metadata(json!({ "seller": seller }));
    login.user.subscriptions().ensure(messages).await?;
    Ok(LoginReply::Default) // the browser continues at `return_to`
}

/// Answers buyers. Messages of the seller and of the app itself are events, too.
fn hooks(platform: &OpenPlatform, sellers: Sellers) -> open_platform::Result<Hooks> {
    let grant_of = move |seller: String| sellers.lock().unwrap().get(&seller).cloned();
    Ok(platform.hooks()?.grant_of(move |event| grant_of(event.metadata.as_ref()?.get("seller")?.to().ok()?)).on(
        async |message: ChatMessage, context| {
            if context.user.is_some() && message.sender.side == SenderSide::Buyer && !message.is_from_bot() {
                context.reply("Thank you! The seller will write to you soon.").await?;
            }
            Ok(())
        },
    ))
}

/// An error of a page. Its text is logged and not shown.
struct Failure(Box<dyn Error + Send + Sync>);

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        eprintln!("{}", self.0);
        StatusCode::BAD_GATEWAY.into_response()
    }
}
