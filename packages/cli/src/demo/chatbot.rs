//! A chatbot. A user opens it from a post, the bot answers with buttons, and the app decides what a button does when it
//! is clicked (dynamic action).

use open_platform::Scope;
use open_platform::model::action::Action;
use open_platform::model::chat::{
    ContactData, FileData, ImageData, LocationData, MessageContent, VideoData, VoiceData,
};
use open_platform::model::message::{BotMessage, Button};
use open_platform::scope;
use open_platform::webhook::Event;
use open_platform::webhook::start::{BotStart, Touchpoint};
use open_platform_sandbox::{Click, NewConversation};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, ensure, fail};

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow("chatbot", "Chatbot", "event -> reply with buttons -> dynamic action -> answer")?;
    let Context { platform, world, .. } = context;
    let new = NewConversation { user: "buyer".to_owned(), ..NewConversation::default() };

    let conversation = runner
        .step("a buyer opens the bot from a post: the app receives an event", async |values| {
            let conversation = world.add_conversation(new)?.id;
            let post = context.post("mobile-phones")?.token;
            let text = format!("/start DEMAND_POST {post}");
            world.send_as_user(&conversation, "buyer", MessageContent::Text { text })?;
            let received = context.deliver().await?;
            let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
            values.expect("event", delivery.event.kind(), "NEW_CHATBOT_MESSAGE")?;
            let Event::NewChatbotMessage { message } = &delivery.event else {
                return fail("the event has another type");
            };
            let Some(start) = message.text().and_then(BotStart::parse) else {
                return fail("the message is not a start command");
            };
            ensure(start.touchpoint == Touchpoint::DemandPost, "it was opened from the post of another user")?;
            values.expect("about_post", start.post_token.map(|token| token.to_string()), post)?;
            Ok(message.conversation.id.clone())
        })
        .await?;

    let message = runner
        .step("the bot answers with a grid of buttons", async |values| {
            let answer = BotMessage::text("What would you like to know?").buttons(vec![
                vec![
                    Button::new("Price", Action::dynamic(json!({ "choice": "price" }))),
                    Button::new("Order", Action::dynamic(json!({ "choice": "order" }))),
                ],
                vec![Button::new("All about us", Action::direct_link("https://courier.example"))],
            ]);
            // In a conversation that the user began, only the API key is needed.
            let sent = platform.chatbot().reply(&conversation, answer).await?;
            ensure(sent.conversation_id.as_ref() == Some(&conversation), "the answer is in the same conversation")?;
            let messages = world.messages(conversation.as_str());
            let Some(shown) = messages.last() else { return fail("the conversation is empty") };
            values.expect("text", shown.message.text(), "What would you like to know?")?;
            ensure(shown.message.is_from_bot(), "it is marked as written by a bot")?;
            Ok(shown.message.id.clone())
        })
        .await?;

    runner
        .step("on a click the app decides: it shows a text, or opens a page", async |values| {
            let click =
                |column| Click::MessageButton { user: "buyer".into(), message: message.clone(), row: 0, column };
            let seen = world.click(click(0)).await?;
            values.expect("touchpoint", seen.request.unwrap_or_default()["touchpoint"].clone(), "CHAT")?;
            values.expect("price_button_shows", seen.text_message, "A courier in your city costs 90,000 toman")?;
            let seen = world.click(click(1)).await?;
            values.expect("order_button_opens", seen.opens, "https://courier.example/new")
        })
        .await?;

    runner
        .step("messages of all seven kinds are parsed to their types", async |values| {
            let contents = every_kind();
            for content in contents.clone() {
                world.send_as_user(conversation.as_str(), "buyer", content)?;
            }
            let received = context.deliver().await?;
            let arrived: Vec<_> = received.iter().filter_map(|delivery| delivery.event.message()).collect();
            let same = arrived.iter().map(|message| &message.content).eq(contents.iter());
            ensure(same, "each message has the content that was sent")?;
            values.show("kinds", arrived.iter().map(|message| message.content.kind()).collect::<Vec<_>>());
            Ok(())
        })
        .await?;

    runner
        .step("with the scope for it the bot can begin the conversation", async |values| {
            let scopes = [Scope::user_id(), Scope::of(&scope::CHAT_BOT_USER_MESSAGE_SEND)];
            let user = platform.user(context.login("buyer", scopes).await?);
            let Some(id) = user.users().me().await?.user_id else {
                return fail("USER_ID was granted, but the answer has no id");
            };
            let sent = user.chatbot().send(id, BotMessage::text("Your courier is on the way")).await?;
            let written = sent.conversation_id.map(|id| world.messages(id.as_str())).unwrap_or_default();
            values.expect("text", written.last().and_then(|last| last.message.text()), "Your courier is on the way")
        })
        .await
}

/// A message of each kind.
fn every_kind() -> Vec<MessageContent> {
    let link = |name: &str| format!("https://media.example/{name}");
    vec![
        MessageContent::Text { text: "Hello".into() },
        MessageContent::Image { image: ImageData { link: link("a.jpg"), ..ImageData::default() } },
        MessageContent::File {
            file: FileData {
                link: link("a.pdf"),
                name: "a.pdf".into(),
                size_bytes: Some(1_200),
                ..FileData::default()
            },
        },
        MessageContent::Voice { voice: VoiceData { link: link("a.ogg"), ..VoiceData::default() } },
        MessageContent::Location {
            location: LocationData { latitude: 35.7, longitude: 51.4, ..LocationData::default() },
        },
        MessageContent::Video {
            video: VideoData { link: link("a.mp4"), thumbnail_link: link("a.jpg"), ..VideoData::default() },
        },
        MessageContent::Contact {
            contact: ContactData { name: Some("Anna".into()), phone: "09120000009".into(), ..ContactData::default() },
        },
    ]
}
