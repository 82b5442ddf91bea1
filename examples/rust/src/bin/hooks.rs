//! The smallest app with hooks and a login: it replies to messages of users to the app's chatbot, opens its own page when a user
//! clicks a link of the app, and logs users in at `/oauth/login`.

use axum::Router;
use open_platform::hooks::{ChatbotMessage, Context};
use open_platform::login::{LoginGranted, LoginReply};
use open_platform::webhook::start::StartReply;
use open_platform::{OpenPlatform, Scope};
use open_platform_examples::{log_to_stderr, public_url, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let hooks = platform
        .hooks()?
        .on(async |message: ChatbotMessage, context: Context| {
            if let (Some(text), false) = (message.0.text(), message.0.is_from_bot()) {
                context.reply(format!("You said: {text}")).await?;
            }
            Ok(())
        })
        .on_start(async |_, _| Ok(StartReply::new(format!("{}/oauth/login", public_url()))));
    let login = platform.login([Scope::user_id()], async |login: LoginGranted, _| {
        tracing::info!(grant = %login.grant, "a user has logged in");
        Ok(LoginReply::page("<p>You are logged in.</p>"))
    })?;
    serve(Router::new().nest("/hooks", hooks.router()).nest("/oauth", login.router())).await
}
