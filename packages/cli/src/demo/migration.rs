//! Migration: converts what an app of 2024 sent and received to the current forms, with a report of the changes. The command
//! `open-platform migrate` does the same.

use open_platform::migrate::{self, ChangeKind, Migrated};
use open_platform::model::addon::PostAddon;
use open_platform::model::chat::{MessageContent, SenderSide};
use open_platform::model::message::Message;
use open_platform::model::widget::Widget;
use open_platform::webhook::Delivery;
use open_platform::{Json, Scope};
use serde_json::json;

use super::context::Context;
use super::runner::{DemoError, Runner, Values, ensure, fail, joined};

pub async fn run(context: &Context, runner: &mut Runner) -> Result<(), DemoError> {
    runner.flow(
        "migration",
        "Migration of old forms",
        "old add-on, message and webhook body -> current ones, with a report",
    )?;
    let Context { platform, world, .. } = context;

    let token = runner
        .step("an old add-on is converted, and the platform accepts it", async |values| {
            let migrated = migrate::addon(old_addon())?;
            report(values, &migrated);
            values.expect("endpoint", migrated.endpoint.as_deref(), "addons.create_on_post")?;
            ensure(!migrated.needs_attention(), "no change needs attention")?;
            // The result has the type that the call takes, as in the flow `seller_addon`.
            let addon: PostAddon = migrated.value.to_input()?;
            let token = context.post("apartment-sell")?.token;
            let grant = context.login("seller", [Scope::post_addon_create(&token)]).await?;
            platform.user(grant).addons().create_on_post(&token, addon).await?;
            let shown = world.addons_on(&token);
            let kinds: Vec<&str> = shown.iter().flat_map(|addon| addon.widgets.iter().map(Widget::kind)).collect();
            values.expect("shown", kinds, vec!["title_row", "score_row", "button_bar"])?;
            Ok(token)
        })
        .await?;

    runner
        .step("an old message is converted and sent", async |values| {
            let migrated = migrate::message(old_message())?;
            report(values, &migrated);
            // The old form names two users and a post, the current one a conversation.
            ensure(migrated.needs_attention(), "the report says that the conversation is missing")?;
            let message: Message = migrated.value.to_input()?;
            let conversation = context.conversation()?;
            let grant = context.login("seller", [Scope::conversation_send_message(&conversation)]).await?;
            platform.user(grant).conversations().send(&conversation, message).await?;
            let messages = world.messages(&conversation);
            values.expect("sent", messages.last().and_then(|last| last.message.text()), "The papers are ready")
        })
        .await?;

    runner
        .step("an old listener delivers events in the old form, which are parsed to the same type", async |values| {
            let grant = context.login("seller", [Scope::chat_post_conversations_read(&token)]).await?;
            let Some(key) = platform.identification_keys().first() else { return fail("the app has no key") };
            #[expect(deprecated, reason = "what apps of that time call")]
            platform.user(grant).legacy().events().listen(&token, world.app().events_url, key.clone()).await?;

            let new = open_platform_sandbox::NewConversation {
                post: token.clone(),
                user: "buyer".into(),
                ..open_platform_sandbox::NewConversation::default()
            };
            let conversation = world.add_conversation(new)?.id;
            world.send_as_user(
                &conversation,
                "buyer",
                MessageContent::Text { text: "Is it on the third floor?".into() },
            )?;
            let received = context.deliver().await?;
            let [delivery] = received.as_slice() else { return fail(format!("{} events arrived", received.len())) };
            ensure(delivery.legacy, "it has the old form")?;
            values.expect("read_as", delivery.event.kind(), "NEW_MESSAGE")?;
            let Some(message) = delivery.event.message() else { return fail("the event has no message") };
            values.expect("text", message.text(), "Is it on the third floor?")?;
            ensure(message.sender.side == SenderSide::Buyer, "the old flag gives the side of the sender")?;
            values.expect("post", message.conversation.post_token.as_ref().map(|token| token.as_str()), token.as_str())
        })
        .await?;

    runner
        .step("an old webhook body is converted", async |values| {
            let Some(old) = world.deliveries().pop() else { return fail("the sandbox has no record of the delivery") };
            let migrated = migrate::webhook_body(Json::from(old.body))?;
            report(values, &migrated);
            let delivery = Delivery::parse(migrated.value.as_str().as_bytes())?;
            ensure(!delivery.legacy, "it has the current form")?;
            let text = delivery.event.message().and_then(|message| message.text());
            values.expect("text", text, "Is it on the third floor?")
        })
        .await
}

/// Shows the paths of the changes, by their kind.
fn report(values: &mut Values, migrated: &Migrated) {
    for (name, kind) in [
        ("renamed", ChangeKind::Renamed),
        ("moved", ChangeKind::Moved),
        ("dropped", ChangeKind::Dropped),
        ("needs_attention", ChangeKind::NeedsAttention),
    ] {
        let paths: Vec<_> =
            migrated.report.iter().filter(|change| change.kind == kind).map(|change| change.path.as_str()).collect();
        if !paths.is_empty() {
            values.show(name, joined(paths, ", "));
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
