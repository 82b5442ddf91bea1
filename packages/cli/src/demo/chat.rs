//! F4: a service in a chat. The user picks the app in a conversation, the app writes a message in the user's name with
//! buttons for both sides, and the other side's click comes back to the app.

use open_platform::error::ApiErrorKind;
use open_platform::model::message::{Button, Message};
use open_platform::{Error, Scope};
use open_platform_sandbox::{Click, StartForm};
use serde_json::json;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow(
        "F4",
        "Service in a chat",
        "start request -> authorize -> message with buttons -> click -> start request",
    )?;
    let Stage { platform, world, .. } = stage;
    let (seller, buyer) = ("seller".to_owned(), "buyer".to_owned());

    let conversation = story
        .step("the seller picks the app, and the app answers with its page", async |facts| {
            let conversation = stage.conversation()?;
            let click = Click::ChatService { user: seller.clone(), conversation: conversation.clone() };
            // The platform asks the app's server, over HTTP: see `app_server`.
            let seen = world.click(click).await?;
            let asked = seen.request.unwrap_or_default();
            facts.same("platform_asked_as", asked["source"].clone(), "CHAT")?;
            facts.same("user_side", asked["user_side"].clone(), "SUPPLY")?;
            let page = format!("https://courier.example/new?conversation={conversation}");
            facts.same("opens", seen.opens, page)?;
            Ok(conversation)
        })
        .await?;

    let user = story
        .step("the seller allows messages into this one conversation", async |facts| {
            let scope = Scope::conversation_send_message(&conversation);
            facts.show("scope", scope.as_str());
            Ok(platform.user(stage.login(&seller, [scope]).await?))
        })
        .await?;

    let message = story
        .step("the app sends a message with other buttons for each side", async |facts| {
            let offer = Message::text("A courier brings it for 90,000 toman")
                .to_sender(vec![vec![Button::link("Follow the order", "https://courier.example/orders/7")]])
                .to_receiver(vec![
                    vec![Button::link("Price list", "https://courier.example/prices")],
                    vec![Button::server("Accept", json!({ "order": "7" })), Button::server("Decline", json!({}))],
                ]);
            user.conversations().send(&conversation, offer).await?;
            let messages = world.messages(&conversation);
            let Some(sent) = messages.last() else { return wrong("the conversation is empty") };
            facts.same("text", sent.message.text(), "A courier brings it for 90,000 toman")?;
            facts.same("written_as", sent.author.as_str(), "seller")?;
            let buttons = |grid: &Option<open_platform::model::message::ButtonGrid>| -> usize {
                grid.iter().flat_map(|grid| &grid.rows).map(|row| row.buttons.len()).sum()
            };
            facts.same("buttons_of_the_sender", buttons(&sent.sender_buttons), 1)?;
            facts.same("buttons_of_the_receiver", buttons(&sent.receiver_buttons), 3)?;
            Ok(sent.message.id.clone())
        })
        .await?;

    let accept = Click::MessageButton { user: buyer.clone(), message, row: 1, column: 0 };
    story
        .step("the buyer clicks: a start request with the button's own data arrives", async |facts| {
            let seen = world.click(accept.clone()).await?;
            let asked = seen.request.unwrap_or_default();
            facts.same("platform_asked_as", asked["source"].clone(), "CHAT_MESSAGE_ACTION")?;
            facts.same("button_data", asked["extra_data"].clone(), json!({ "order": "7" }))?;
            facts.same("app_answered", seen.status, 200)?;
            facts.same("opens", seen.opens, "https://courier.example/orders/7")
        })
        .await?;

    story
        .step("a start request in the old form is read the same way", async |facts| {
            world.set_webhook_rules(|rules| rules.start_form = StartForm::V1);
            let seen = world.click(accept.clone()).await?;
            world.set_webhook_rules(|rules| rules.start_form = StartForm::V2);
            let asked = seen.request.unwrap_or_default();
            ensure(
                asked["extra_data"]["provider_data"]["order"] == "7",
                "the old form keeps the data one level deeper",
            )?;
            facts.same("opens", seen.opens, "https://courier.example/orders/7")
        })
        .await?;

    story
        .step("a message to someone who blocked the user fails with a reason", async |facts| {
            world.set_block(&buyer, &seller, true);
            let refused = user.conversations().send(&conversation, Message::text("Are you there?")).await;
            world.set_block(&buyer, &seller, false);
            match refused {
                Err(Error::Api(error)) if error.kind == ApiErrorKind::PreconditionFailed => {
                    facts.same("status", error.status, 412)?;
                    facts.show("message", error.message);
                    // A write that failed is never sent a second time.
                    facts.same("attempts", error.attempts, 1)
                }
                other => wrong(format!("it should be refused: {other:?}")),
            }
        })
        .await
}
