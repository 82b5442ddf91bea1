//! A chatbot: shows the price of a post, in the chat and on a click.
//!
//! ```text
//! a user writes to the bot  ──> POST /hooks/events  ──> stored in the inbox and acknowledged with 200, then a reply with buttons
//! a user clicks "In rial"   ──> POST /hooks/actions ──> a text that appears for a moment
//! ```

use axum::Router;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::hooks::{ChatbotMessage, Context};
use open_platform::inbox::{DEFAULT_WORKERS, InboxOptions};
use open_platform::model::action::Action;
use open_platform::model::chat::ChatMessage;
use open_platform::model::message::{BotMessage, Button};
use open_platform::model::money::Tomans;
use open_platform::webhook::start::{BotStart, DynamicActionReply};
use open_platform::{Json, OpenPlatform, PostToken, Result};
use open_platform_examples::{log_to_stderr, serve};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let hooks = platform
        .hooks()?
        // An event is stored before it is acknowledged: the platform does not document how long it waits.
        .inbox(platform.inbox(InboxOptions::default())?)
        .on(async |message: ChatbotMessage, context: Context| Ok(answer(&context, &message.0).await?))
        .on_dynamic_action(async |request, _| Ok(react(request.extra_data.as_ref())));
    // Handles the events of the inbox, and retries them after errors.
    let workers = hooks.clone();
    tokio::spawn(async move { workers.run(DEFAULT_WORKERS).await });
    serve(Router::new().nest("/hooks", hooks.router())).await
}

async fn answer(context: &Context, message: &ChatMessage) -> Result<()> {
    if message.is_from_bot() {
        return Ok(());
    }
    let start = message.text().and_then(BotStart::parse);
    let answer = match (start.and_then(|start| start.post_token), message.text()) {
        (Some(post), _) => describe(context.platform()?, post).await?,
        (None, Some(_)) => BotMessage::text("Open me from a post, and I will tell you its price."),
        (None, None) => BotMessage::text("I can only read text."),
    };
    context.reply(answer).await
}

async fn describe(platform: &OpenPlatform, token: PostToken) -> Result<BotMessage> {
    let post = match platform.posts().get(token.clone()).await {
        Err(Error::Api(api)) if api.kind == ApiErrorKind::NotFound => {
            return Ok(BotMessage::text("I cannot find this post."));
        }
        answer => answer?,
    };
    let title = post.title()?.unwrap_or_else(|| "This post".to_owned());
    let Some(price) = post.price()?.and_then(|price| price.value) else {
        return Ok(BotMessage::text(format!("{title} has no price.")));
    };
    let in_rial = Action::dynamic(json!({ "toman": price.tomans }));
    let buttons = vec![vec![Button::new("In rial", in_rial), Button::new("Show", Action::post_page(token))]];
    Ok(BotMessage::text(format!("{title}: {price}")).buttons(buttons))
}

/// Answers a click on a button with a dynamic action.
fn react(data: Option<&Json>) -> DynamicActionReply {
    let toman = data.and_then(|data| data.get("toman")?.to::<i64>().ok());
    DynamicActionReply::text(match toman {
        Some(toman) => Tomans::new(toman).to_rials().to_string(),
        None => "This button is too old.".to_owned(),
    })
}
