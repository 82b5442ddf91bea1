//! From the old forms to the current ones: what an app of 2024 sent and received, made current with a report of what no
//! longer exists. The command line does the same: `open-platform migrate`.

use open_platform::migrate::{self, ChangeKind, Migrated};
use open_platform::model::addon::PostAddon;
use open_platform::model::chat::{MessageContent, SenderSide};
use open_platform::model::event::Delivery;
use open_platform::model::message::Message;
use open_platform::model::widget::Widget;
use open_platform::{Json, Scope};
use serde_json::json;

use super::stage::Stage;
use super::story::{Facts, Stop, Story, ensure, joined, wrong};

pub async fn play(stage: &Stage, story: &mut Story) -> Result<(), Stop> {
    story.flow(
        "migration",
        "Old forms become current",
        "old add-on, message and webhook body -> current ones, with a report",
    )?;
    let Stage { platform, world, .. } = stage;

    let token = story
        .step("an old add-on becomes current, and the platform takes it", async |facts| {
            let migrated = migrate::addon(old_addon())?;
            report(facts, &migrated);
            facts.same("endpoint", migrated.endpoint.as_deref(), "addons.create_on_post")?;
            ensure(!migrated.needs_attention(), "nothing is left for a person to do")?;
            // It is the type that the call takes: from here on everything is as in flow F2.
            let addon: PostAddon = migrated.value.to_input()?;
            let token = stage.post("apartment-sell")?.token;
            let grant = stage.login("seller", [Scope::post_addon_create(&token)]).await?;
            platform.user(grant).addons().create_on_post(&token, addon).await?;
            let shown = world.addons_on(&token);
            let kinds: Vec<&str> = shown.iter().flat_map(|addon| addon.widgets.iter().map(Widget::kind)).collect();
            facts.same("shown", kinds, vec!["title_row", "score_row", "button_bar"])?;
            Ok(token)
        })
        .await?;

    story
        .step("an old message becomes current, and is sent", async |facts| {
            let migrated = migrate::message(old_message())?;
            report(facts, &migrated);
            // The old form named two users and a post; the current one goes to a conversation.
            ensure(migrated.needs_attention(), "the report asks for the conversation")?;
            let message: Message = migrated.value.to_input()?;
            let conversation = stage.conversation()?;
            let grant = stage.login("seller", [Scope::conversation_send_message(&conversation)]).await?;
            platform.user(grant).conversations().send(&conversation, message).await?;
            let messages = world.messages(&conversation);
            facts.same("sent", messages.last().and_then(|last| last.message.text()), "The papers are ready")
        })
        .await?;

    story
        .step("an old listener still delivers: the receiver reads both forms alike", async |facts| {
            let grant = stage.login("seller", [Scope::chat_post_conversations_read(&token)]).await?;
            let Some(key) = platform.identification_keys().first() else { return wrong("the app has no key") };
            #[expect(deprecated, reason = "what apps of that time call")]
            platform.user(grant).legacy().events().listen(&token, world.app().events_url, key.clone()).await?;

            let talk = open_platform_sandbox::NewConversation {
                post: token.clone(),
                user: "buyer".into(),
                ..open_platform_sandbox::NewConversation::default()
            };
            let talk = world.add_conversation(talk)?.id;
            world.send_as_user(&talk, "buyer", MessageContent::Text { text: "Is it on the third floor?".into() })?;
            let received = stage.deliver().await;
            let [delivery] = received.as_slice() else { return wrong(format!("{} events arrived", received.len())) };
            ensure(delivery.legacy, "it came in the old form")?;
            facts.same("read_as", delivery.event.kind(), "NEW_MESSAGE")?;
            let Some(message) = delivery.event.message() else { return wrong("it holds no message") };
            facts.same("text", message.text(), "Is it on the third floor?")?;
            ensure(message.sender.side == SenderSide::Buyer, "the old flag tells the side")?;
            facts.same("post", message.conversation.post_token.as_ref().map(|token| token.as_str()), token.as_str())
        })
        .await?;

    story
        .step("an old webhook body becomes current", async |facts| {
            let Some(old) = world.deliveries().pop() else { return wrong("the platform forgot the delivery") };
            let migrated = migrate::webhook_body(Json::from(old.body))?;
            report(facts, &migrated);
            let delivery = Delivery::parse(migrated.value.as_str().as_bytes())?;
            ensure(!delivery.legacy, "it is in the current form")?;
            let text = delivery.event.message().and_then(|message| message.text());
            facts.same("text", text, "Is it on the third floor?")
        })
        .await
}

/// Shows what is not the same any more.
fn report(facts: &mut Facts, migrated: &Migrated) {
    for (name, kind) in [
        ("renamed", ChangeKind::Renamed),
        ("moved", ChangeKind::Moved),
        ("dropped", ChangeKind::Dropped),
        ("needs_attention", ChangeKind::NeedsAttention),
    ] {
        let paths: Vec<_> =
            migrated.report.iter().filter(|change| change.kind == kind).map(|change| change.path.as_str()).collect();
        if !paths.is_empty() {
            facts.show(name, joined(paths, ", "));
        }
    }
}

/// An add-on as apps sent it before October 2024.
fn old_addon() -> Json {
    let widget = |kind: &str, of: &str, mut data: serde_json::Value| {
        data["@type"] = format!("type.googleapis.com/widgets.{of}").into();
        json!({ "widget_type": kind, "data": data })
    };
    json!({
        "widgets": { "widget_list": [
            widget("TITLE_ROW", "TitleRowData", json!({ "text": "Inspected" })),
            widget("SCORE_ROW", "ScoreRowData", json!({
                "title": "Condition", "descriptive_score": "Very good", "score_color": "SUCCESS_PRIMARY",
                "icon": { "icon_name": "ADD", "icon_color": "ICON_PRIMARY" },
            })),
            widget("WIDE_BUTTON_BAR", "WideButtonBarWidgetData", json!({
                "style": "PRIMARY",
                "button": { "title": "The report", "action": {
                    "type": "LOAD_WEB_VIEW_PAGE",
                    "fallback_link": "https://inspector.example/reports/9",
                    "payload": {
                        "@type": "type.googleapis.com/widgets.LoadWebViewPagePayload",
                        "url": "https://inspector.example/reports/9",
                    },
                } },
            })),
        ] },
        "semantic": { "inspection_result": "INSPECTION_APPROVED" },
        "semantic_sensitives": [],
    })
    .into()
}

/// A message as apps sent it before November 2024.
fn old_message() -> Json {
    json!({
        "user_id": "the-seller", "peer_id": "the-buyer", "post_token": "gZd7omnS",
        "type": "TEXT", "message": "The papers are ready",
        "receiver_btn": {
            "action": "LINK",
            "data": { "caption": "See them", "icon_name": "ADD", "extra_data": { "order": "9" } },
        },
    })
    .into()
}
