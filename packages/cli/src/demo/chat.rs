//! A service in a chat. The user selects the app in a conversation. The app sends a message in the user's name, with
//! different buttons for the two sides, and receives a start request when the other side clicks one.

use open_platform::error::ApiErrorKind;
use open_platform::model::action::Action;
use open_platform::model::message::{Button, Message};
use open_platform::{Error, Scope};
use open_platform_sandbox::{Click, StartForm};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "chat",
        "Service in a chat",
        "start request -> authorize -> message with buttons -> click -> start request",
    )?;
    let Context { platform, world, .. } = context;
    let (seller, buyer) = ("seller".to_owned(), "buyer".to_owned());

    let conversation = runner
        .step("the seller selects the app in the chat, and the app answers with its page", async |values| {
            let conversation = context.conversation()?;
            let click = Click::ChatService { user: seller.clone(), conversation: conversation.clone() };
            // The platform sends a start request to the app's server: see `app_server`.
            let seen = world.click(click).await?;
            let asked = seen.request.unwrap_or_default();
            values.expect("source_of_the_request", asked["source"].clone(), "CHAT")?;
            values.expect("user_side", asked["user_side"].clone(), "SUPPLY")?;
            let page = format!("https://courier.example/new?conversation={conversation}");
            values.expect("opens", seen.opens, page)?;
            Ok(conversation)
        })
        .await?;

    let user = runner
        .step("the seller allows messages in this conversation only", async |values| {
            let scope = Scope::conversation_send_message(&conversation);
            values.show("scope", scope.as_str());
            Ok(platform.user(context.login(&seller, [scope]).await?))
        })
        .await?;

    let message = runner
        .step("the app sends a message with different buttons for each side", async |values| {
            let offer = Message::text("A courier brings it for 90,000 toman")
                .to_sender(vec![vec![Button::new(
                    "Follow the order",
                    Action::direct_link("https://courier.example/orders/7"),
                )]])
                .to_receiver(vec![
                    vec![Button::new("Price list", Action::direct_link("https://courier.example/prices"))],
                    vec![Button::server("Accept", json!({ "order": "7" })), Button::server("Decline", json!({}))],
                ]);
            user.conversations().send(&conversation, offer).await?;
            let messages = world.messages(&conversation);
            let Some(sent) = messages.last() else { return fail("the conversation is empty") };
            values.expect("text", sent.message.text(), "A courier brings it for 90,000 toman")?;
            values.expect("author", sent.author.as_str(), "seller")?;
            let buttons = |grid: &Option<open_platform::model::message::ButtonGrid>| -> usize {
                grid.iter().flat_map(|grid| &grid.rows).map(|row| row.buttons.len()).sum()
            };
            values.expect("buttons_for_the_sender", buttons(&sent.sender_buttons), 1)?;
            values.expect("buttons_for_the_receiver", buttons(&sent.receiver_buttons), 3)?;
            Ok(sent.message.id.clone())
        })
        .await?;

    let accept = Click::MessageButton { user: buyer.clone(), message, row: 1, column: 0 };
    runner
        .step("the buyer clicks: the app receives a start request with the data of the button", async |values| {
            let seen = world.click(accept.clone()).await?;
            let asked = seen.request.unwrap_or_default();
            values.expect("source_of_the_request", asked["source"].clone(), "CHAT_MESSAGE_ACTION")?;
            values.expect("button_data", asked["extra_data"].clone(), json!({ "order": "7" }))?;
            values.expect("app_answered", seen.status, 200)?;
            values.expect("opens", seen.opens, "https://courier.example/orders/7")
        })
        .await?;

    runner
        .step("a start request in the old form is parsed to the same type", async |values| {
            world.set_webhook_rules(|rules| rules.start_form = StartForm::V1);
            let seen = world.click(accept.clone()).await?;
            world.set_webhook_rules(|rules| rules.start_form = StartForm::V2);
            let asked = seen.request.unwrap_or_default();
            ensure(asked["extra_data"]["provider_data"]["order"] == "7", "the old form has the data one level deeper")?;
            values.expect("opens", seen.opens, "https://courier.example/orders/7")
        })
        .await?;

    runner
        .step("a message to a user who blocked the sender fails with status 412", async |values| {
            world.set_block(&buyer, &seller, true);
            let refused = user.conversations().send(&conversation, Message::text("Are you there?")).await;
            world.set_block(&buyer, &seller, false);
            match refused {
                Err(Error::Api(error)) if error.kind == ApiErrorKind::PreconditionFailed => {
                    values.expect("status", error.status, 412)?;
                    values.show("message", error.message);
                    // A write that was refused is not sent again.
                    values.expect("attempts", error.attempts, 1)
                }
                other => fail(format!("expected a refusal, got {other:?}")),
            }
        })
        .await
}
