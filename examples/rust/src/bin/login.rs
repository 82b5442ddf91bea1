//! Login: the app identifies its users by their phone numbers on the platform.
//!
//! ```text
//! GET /oauth/login ──> consent page ──> GET /oauth/callback ──> GET /
//! ```

use axum::Router;
use axum::extract::State;
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use open_platform::login::{LoginGranted, LoginReply, LoginRoutes};
use open_platform::model::user::User;
use open_platform::{OpenPlatform, Result, Scope};
use open_platform_examples::{Memory, Session, escape, log_to_stderr, page, serve};

/// The logged-in users, by session.
type Users = Memory<User>;

#[tokio::main]
async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let (platform, users) = (OpenPlatform::from_env()?, Users::default());
    let login = login(&platform, users.clone())?;
    let routes = Router::new().route("/", get(home)).route("/logout", post(logout)).nest("/oauth", login.router());
    serve(routes.with_state(users)).await
}

fn login(platform: &OpenPlatform, users: Users) -> Result<LoginRoutes> {
    let grants = platform.grants();
    let granted = move |login: LoginGranted, _| {
        let (grants, users) = (grants.clone(), users.clone());
        async move {
            let user = login.user.users().me().await?;
            // This app only identifies users, so it keeps no tokens.
            grants.forget(login.grant).await?;
            // A new session, to prevent session fixation.
            let session = Session::new()?;
            users.put(&session.0, user);
            Ok(session.continue_at("/"))
        }
    };
    let denied = page("Not logged in", "<p>We cannot know you without your phone number.</p>").0;
    let login = platform.login([Scope::user_phone(), Scope::user_id()], granted)?;
    Ok(login.on_denied(move |(), _| std::future::ready(Ok(LoginReply::page(&denied)))))
}

async fn home(State(users): State<Users>, session: Session) -> Html<String> {
    let user = users.get(&session.0);
    match user.as_ref().and_then(User::phone) {
        Some(phone) => {
            let phone = escape(phone.as_str());
            page(
                "Welcome",
                &format!("<p>You are {phone}.</p><form method=post action=/logout><button>Log out</button></form>"),
            )
        }
        None => page("Welcome", "<p><a href=/oauth/login>Log in with your phone number</a></p>"),
    }
}

async fn logout(State(users): State<Users>, session: Session) -> Redirect {
    users.take(&session.0);
    Redirect::to("/")
}
