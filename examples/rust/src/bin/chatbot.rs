//! F5, a chatbot: it tells the price of a post, in the chat and on a click.
//!
//! ```text
//! a user writes to the bot  ──> POST /events  ──> 200 at once, then an answer with buttons
//! a user clicks "In rial"   ──> POST /actions ──> a text that appears for a moment
//! ```

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::post;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::model::action::Action;
use open_platform::model::chat::ChatMessage;
use open_platform::model::event::{Delivery, Event};
use open_platform::model::message::{BotMessage, Button};
use open_platform::model::start::{BotStart, DynamicActionReply};
use open_platform::webhook::{Dedupe, MemoryDedupe, Reply, Webhooks};
use open_platform::{Json, OpenPlatform, PostToken, Result};
use open_platform_examples::{Failure, log_to_stderr, serve};
use serde_json::json;

#[derive(Clone)]
struct Bot {
    platform: OpenPlatform,
    webhooks: Webhooks,
    seen: Arc<MemoryDedupe>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let bot = Bot { webhooks: platform.webhooks()?, platform, seen: Arc::new(MemoryDedupe::new()) };
    serve(Router::new().route("/events", post(events)).route("/actions", post(actions)).with_state(bot)).await
}

/// Something happened. It is answered at once and handled afterwards: the platform does not say how long it waits.
async fn events(State(bot): State<Bot>, method: Method, headers: HeaderMap, body: Bytes) -> Response {
    let reply = match bot.webhooks.event(method, &headers, &body) {
        Ok(delivery) => {
            tokio::spawn(async move {
                if let Err(error) = bot.handle(&delivery).await {
                    tracing::warn!(code = error.code(), %error, "an event was not handled");
                }
            });
            Reply::ok()
        }
        Err(rejection) => {
            tracing::warn!(%rejection, "an event was refused");
            rejection.reply()
        }
    };
    reply.into()
}

/// A user clicked a button whose effect the app decides now.
async fn actions(State(bot): State<Bot>, method: Method, headers: HeaderMap, body: Bytes) -> Result<Response, Failure> {
    let reply = match bot.webhooks.dynamic_action(method, &headers, &body) {
        Ok(request) => Reply::dynamic_action(&bot.react(request.extra_data.as_ref()).await?)?,
        Err(rejection) => {
            tracing::warn!(%rejection, "a dynamic action was refused");
            rejection.reply()
        }
    };
    Ok(reply.into())
}

impl Bot {
    async fn handle(&self, delivery: &Delivery) -> Result<()> {
        // An event may come more than once. New kinds of events may come any day: they are no reason to fail.
        match &delivery.event {
            Event::NewChatbotMessage { message } if self.seen.is_new(delivery).await? => self.answer(message).await,
            _ => Ok(()),
        }
    }

    async fn answer(&self, message: &ChatMessage) -> Result<()> {
        if message.is_from_bot() {
            return Ok(());
        }
        let start = message.text().and_then(BotStart::parse);
        let answer = match (start.and_then(|start| start.post_token), message.text()) {
            (Some(post), _) => self.describe(post).await?,
            (None, Some(_)) => BotMessage::text("Open me from a post, and I will tell you its price."),
            (None, None) => BotMessage::text("I can only read text."),
        };
        self.platform.chatbot().reply(message.conversation.id.clone(), answer).await?;
        Ok(())
    }

    async fn describe(&self, token: PostToken) -> Result<BotMessage> {
        let post = match self.platform.posts().get(token.clone()).await {
            Err(Error::Api(api)) if api.kind == ApiErrorKind::NotFound => {
                return Ok(BotMessage::text("I cannot find this post."));
            }
            answer => answer?,
        };
        let title = post.title()?.unwrap_or_else(|| "This post".to_owned());
        let Some(toman) = post.price()?.and_then(|price| price.value) else {
            return Ok(BotMessage::text(format!("{title} has no price.")));
        };
        let in_rial = Action::dynamic(json!({ "toman": toman }));
        let buttons = vec![vec![Button::new("In rial", in_rial), Button::new("Show", Action::post_page(token))]];
        Ok(BotMessage::text(format!("{title}: {toman} toman")).buttons(buttons))
    }

    async fn react(&self, data: Option<&Json>) -> Result<DynamicActionReply> {
        let toman = data.and_then(|data| data.get("toman")?.to::<i64>().ok());
        Ok(DynamicActionReply::text(match toman.and_then(|toman| toman.checked_mul(10)) {
            Some(rial) => format!("{rial} rial"),
            None => "This button is too old.".to_owned(),
        }))
    }
}
