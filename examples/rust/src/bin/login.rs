//! Login: the app identifies its users by their phone numbers on the platform.
//!
//! ```text
//! GET /login ──> consent page ──> GET /oauth/callback ──> GET /
//! ```

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use open_platform::model::user::User;
use open_platform::oauth::LoginOutcome;
use open_platform::{OpenPlatform, Scope};
use open_platform_examples::{Failure, Memory, Session, escape, log_to_stderr, page, serve};

#[derive(Clone)]
struct App {
    platform: OpenPlatform,
    /// The logged-in users, by session.
    users: Memory<User>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let app = App { platform: OpenPlatform::from_env()?, users: Memory::default() };
    let routes = Router::new()
        .route("/", get(home))
        .route("/login", get(login))
        .route("/oauth/callback", get(callback))
        .route("/logout", post(logout));
    serve(routes.with_state(app)).await
}

async fn home(State(app): State<App>, session: Session) -> Html<String> {
    let user = app.users.get(&session.0);
    match user.as_ref().and_then(User::phone) {
        Some(phone) => {
            let phone = escape(phone.as_str());
            page(
                "Welcome",
                &format!("<p>You are {phone}.</p><form method=post action=/logout><button>Log out</button></form>"),
            )
        }
        None => page("Welcome", "<p><a href=/login>Log in with your phone number</a></p>"),
    }
}

/// Sends the browser to the consent page. The session binds the login to this browser.
async fn login(State(app): State<App>, session: Session) -> Result<Response, Failure> {
    let login = app.platform.oauth().authorize([Scope::user_phone(), Scope::user_id()], &session.0).await?;
    Ok((session, Redirect::to(&login.url)).into_response())
}

/// Completes the login after the redirect from the consent page.
async fn callback(State(app): State<App>, session: Session, RawQuery(query): RawQuery) -> Result<Response, Failure> {
    let LoginOutcome::Granted { grant, .. } =
        app.platform.oauth().callback(query.unwrap_or_default(), &session.0).await?
    else {
        return Ok(page("Not logged in", "<p>We cannot know you without your phone number.</p>").into_response());
    };
    let user = app.platform.user(grant.clone()).users().me().await?;
    // This app only identifies users, so it keeps no tokens.
    app.platform.grants().forget(grant).await?;

    // A new session, to prevent session fixation.
    let session = Session::new()?;
    app.users.put(&session.0, user);
    Ok((session, Redirect::to("/")).into_response())
}

async fn logout(State(app): State<App>, session: Session) -> Redirect {
    app.users.take(&session.0);
    Redirect::to("/")
}
