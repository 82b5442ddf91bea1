//! F5: the app's chatbot. A user opens it from a post, the bot answers with buttons, and what a button does is decided
//! when it is clicked.

use open_platform::Scope;
use open_platform::model::action::Action;
use open_platform::model::chat::{
    ContactData, FileData, ImageData, LocationData, MessageContent, VideoData, VoiceData,
};
use open_platform::model::event::Event;
use open_platform::model::message::{BotMessage, Button};
use open_platform::model::start::{BotStart, Touchpoint};
use open_platform::scope;
use open_platform_sandbox::{Click, NewConversation};
use serde_json::json;

use super::stage::Stage;
use super::story::{Stop, Story, ensure, wrong};

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow("F5", "Chatbot", "event -> reply with buttons -> dynamic action -> answer")?;
    let Stage { platform, world, .. } = stage;
    let talk = NewConversation { user: "buyer".to_owned(), ..NewConversation::default() };

    let conversation = story
        .step("a buyer opens the bot from a post: the app gets an event over HTTP", async |facts| {
            let conversation = world.add_conversation(talk)?.id;
            let post = stage.post("mobile-phones")?.token;
            let text = format!("/start DEMAND_POST {post}");
            world.send_as_user(&conversation, "buyer", MessageContent::Text { text })?;
            let received = stage.deliver().await;
            let [delivery] = received.as_slice() else { return wrong(format!("{} events arrived", received.len())) };
            facts.same("event", delivery.event.kind(), "NEW_CHATBOT_MESSAGE")?;
            let Event::NewChatbotMessage { message } = &delivery.event else { return wrong("it is another event") };
            let Some(start) = message.text().and_then(BotStart::parse) else { return wrong("it is no start") };
            ensure(start.touchpoint == Touchpoint::DemandPost, "it came from the post of somebody else")?;
            facts.same("about_post", start.post_token.map(|token| token.to_string()), post)?;
            Ok(message.conversation.id.clone())
        })
        .await?;

    let message = story
        .step("the bot answers with a grid of buttons", async |facts| {
            let answer = BotMessage::text("What would you like to know?").buttons(vec![
                vec![
                    Button::new("Price", Action::dynamic(json!({ "wish": "price" }))),
                    Button::new("Order", Action::dynamic(json!({ "wish": "order" }))),
                ],
                vec![Button::link("All about us", "https://courier.example")],
            ]);
            // In a conversation that the user began, the key of the app is enough.
            let sent = platform.chatbot().reply(&conversation, answer).await?;
            ensure(sent.conversation_id.as_ref() == Some(&conversation), "the answer is in the same conversation")?;
            let messages = world.messages(conversation.as_str());
            let Some(shown) = messages.last() else { return wrong("the conversation is empty") };
            facts.same("text", shown.message.text(), "What would you like to know?")?;
            ensure(shown.message.is_from_bot(), "it is marked as written by a bot")?;
            Ok(shown.message.id.clone())
        })
        .await?;

    story
        .step("clicks ask the app what to do: it shows a text, or opens a page", async |facts| {
            let click =
                |column| Click::MessageButton { user: "buyer".into(), message: message.clone(), row: 0, column };
            let seen = world.click(click(0)).await?;
            facts.same("touchpoint", seen.request.unwrap_or_default()["touchpoint"].clone(), "CHAT")?;
            facts.same("price_button_shows", seen.text_message, "A courier in your city costs 90,000 toman")?;
            let seen = world.click(click(1)).await?;
            facts.same("order_button_opens", seen.opens, "https://courier.example/new")
        })
        .await?;

    story
        .step("messages of all seven kinds arrive as types", async |facts| {
            let contents = every_kind();
            for content in contents.clone() {
                world.send_as_user(conversation.as_str(), "buyer", content)?;
            }
            let received = stage.deliver().await;
            let arrived: Vec<_> = received.iter().filter_map(|delivery| delivery.event.message()).collect();
            let same = arrived.iter().map(|message| &message.content).eq(contents.iter());
            ensure(same, "each one arrives as it was written")?;
            facts.show("kinds", arrived.iter().map(|message| message.content.kind()).collect::<Vec<_>>());
            Ok(())
        })
        .await?;

    story
        .step("with the user's permission the bot writes first", async |facts| {
            let scopes = [Scope::user_id(), Scope::of(&scope::CHAT_BOT_USER_MESSAGE_SEND)];
            let user = platform.user(stage.login("buyer", scopes).await?);
            let Some(id) = user.users().me().await?.user_id else {
                return wrong("USER_ID was granted, and no id came");
            };
            let sent = user.chatbot().send(id, BotMessage::text("Your courier is on the way")).await?;
            let written = sent.conversation_id.map(|id| world.messages(id.as_str())).unwrap_or_default();
            facts.same("text", written.last().and_then(|last| last.message.text()), "Your courier is on the way")
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
