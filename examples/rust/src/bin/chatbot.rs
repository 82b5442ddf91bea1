//! F5, a chatbot: shows the price of a post, in the chat and on a click.
//!
//! ```text
//! a user writes to the bot  ──> POST /events  ──> kept in the inbox and answered with 200, then an answer with buttons
//! a user clicks "In rial"   ──> POST /actions ──> a text that appears for a moment
//! ```

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::post;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::inbox::{Inbox, InboxItem, InboxOptions};
use open_platform::model::action::Action;
use open_platform::model::chat::ChatMessage;
use open_platform::model::event::Event;
use open_platform::model::message::{BotMessage, Button};
use open_platform::model::start::{BotStart, DynamicActionReply};
use open_platform::webhook::{Rejection, Reply, Webhooks};
use open_platform::{Json, OpenPlatform, PostToken, Result};
use open_platform_examples::{Failure, log_to_stderr, serve};
use serde_json::json;

#[derive(Clone)]
struct Bot {
    platform: OpenPlatform,
    webhooks: Webhooks,
    inbox: Inbox,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    log_to_stderr();
    let platform = OpenPlatform::from_env()?;
    let (webhooks, inbox) = (platform.webhooks()?, platform.inbox(InboxOptions::default())?);
    let bot = Bot { platform, webhooks, inbox };
    tokio::spawn(work(bot.clone()));
    serve(Router::new().route("/events", post(events)).route("/actions", post(actions)).with_state(bot)).await
}

/// Receives an event. The sender is authenticated before the body is read, and the event is stored before it is
/// answered: the platform does not document how long it waits.
async fn events(State(bot): State<Bot>, method: Method, headers: HeaderMap, body: Body) -> Response {
    let receive = async {
        let accepted = bot.webhooks.authenticate(method, &headers)?;
        let body = accepted.read(body).await?;
        Ok(bot.inbox.receive(accepted, body).await)
    };
    receive.await.unwrap_or_else(|rejection| refuse(&rejection)).into()
}

/// Handles the events of the inbox, and retries them after errors.
async fn work(bot: Bot) -> Result<()> {
    let inbox = bot.inbox.clone();
    let handler = move |item: InboxItem| {
        let bot = bot.clone();
        async move { Ok(bot.handle(&item.delivery.event).await?) }
    };
    inbox.run(4, handler).await
}

fn refuse(rejection: &Rejection) -> Reply {
    tracing::warn!(%rejection, "a request was refused");
    rejection.reply()
}

/// Answers a click on a button with a dynamic action.
async fn actions(State(bot): State<Bot>, method: Method, headers: HeaderMap, body: Body) -> Result<Response, Failure> {
    let read = async {
        let accepted = bot.webhooks.authenticate(method, &headers)?;
        accepted.dynamic_action(&accepted.read(body).await?)
    };
    let reply = match read.await {
        Ok(request) => Reply::dynamic_action(&bot.react(request.extra_data.as_ref()).await?)?,
        Err(rejection) => refuse(&rejection),
    };
    Ok(reply.into())
}

impl Bot {
    async fn handle(&self, event: &Event) -> Result<()> {
        // Events of new types are ignored.
        match event {
            Event::NewChatbotMessage { message } => self.answer(message).await,
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
