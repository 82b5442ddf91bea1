//! Old documents become current ones that the current types accept, and current ones are not changed.

use proptest::prelude::{any, *};
use serde_json::{Value, json};

use super::*;
use crate::legacy::*;
use crate::model::addon::{PostAddon, UserAddon};
use crate::model::message::Message;
use crate::model::semantic::SemanticRecord;
use crate::webhook::Delivery;

type Migrate = fn(Json) -> Result<Migrated>;

fn json(value: Value) -> Json {
    Json::from(value)
}

/// Migrates an old document, and then the result, which must not change.
fn migrated(migrate: Migrate, old: Value) -> Migrated {
    let migrated = migrate(json(old)).unwrap();
    assert!(!migrated.report.is_empty());
    is_unchanged(migrate, &migrated.value);
    migrated
}

fn is_unchanged(migrate: Migrate, current: &Json) {
    let again = migrate(current.clone()).unwrap();
    assert_eq!(again.value.as_str(), current.as_str());
    assert_eq!((again.report, again.endpoint), (Vec::new(), None));
}

fn changes(migrated: &Migrated, kind: ChangeKind) -> Vec<&str> {
    migrated.report.iter().filter(|change| change.kind == kind).map(|change| change.path.as_str()).collect()
}

fn old_widget(widget_type: &str, type_name: &str, mut data: Value) -> Value {
    data["@type"] = format!("type.googleapis.com/widgets.{type_name}").into();
    json!({"widget_list": [{"widget_type": widget_type, "data": data}]})
}

#[test]
fn the_report_has_paths_in_the_old_document() {
    let row = old_widget(
        "SELECTOR_ROW",
        "SelectorRowData",
        json!({"title": "t", "image_url": "a.jpg", "icon": {"icon_name": "ADD", "icon_color": "X"}, "small": true,
            "action": {"type": "OPEN_WEB_PAGE", "fallback_link": "https://b.example",
                "payload": {"@type": "x", "link": "https://a.example"}}}),
    );
    let migrated = migrated(addon, json!({"widgets": row, "semantic_sensitives": []}));
    let row = json!({"title": "t", "image_id": "a.jpg", "icon_name": "ADD",
        "action": {"open_direct_link": "https://a.example"}});
    assert_eq!(migrated.value, json(json!({"widgets": [{"selector_row": row}]})));
    let data = "widgets.widget_list[0].data";
    assert_eq!(
        changes(&migrated, ChangeKind::Dropped),
        [&format!("{data}.icon.icon_color"), &format!("{data}.small"), "semantic_sensitives"]
    );
    assert_eq!(
        changes(&migrated, ChangeKind::Renamed),
        ["widgets.widget_list[0]", &format!("{data}.image_url"), &format!("{data}.action")]
    );
    assert_eq!(changes(&migrated, ChangeKind::Moved), [&format!("{data}.icon.icon_name"), "widgets.widget_list"]);
    assert_eq!(migrated.dropped(), ["icon_color", "semantic_sensitives", "small"]);
    assert!(!migrated.needs_attention());
    assert_eq!(migrated.endpoint.as_deref(), Some("addons.create_on_post"));
}

#[test]
fn values_keep_their_exact_text() {
    let old = r#"{"widgets":{"widget_list":[{"widget_type":"TITLE_ROW","data":{"@type":"x","text":"\u0633","has_divider":false}}]},"semantic":{"n":"1.0"},"big":123456789012345678901234567890}"#;
    let migrated = addon(Json::parse(old).unwrap()).unwrap();
    assert_eq!(
        migrated.value.as_str(),
        r#"{"widgets":[{"title_row":{"text":"\u0633","has_divider":false}}],"semantic":{"n":"1.0"},"big":123456789012345678901234567890}"#
    );
}

#[test]
fn old_widgets_in_camel_case_are_migrated() {
    let old = json!({"widgets": {"widgetList": [{"widgetType": "WIDE_BUTTON_BAR", "data": {
        "@type": "type.googleapis.com/widgets.WideButtonBarWidgetData", "style": "SECONDARY",
        "button": {"title": "t", "action": {"type": "LOAD_WEB_VIEW_PAGE", "fallbackLink": "https://a.example",
            "payload": {"@type": "x", "url": "https://a.example"}}}}}]}});
    let migrated = migrated(addon, old);
    let expected = json!({"widgets": [{"button_bar": {"title": "t",
        "action": {"open_direct_link": "https://a.example"}}}]});
    assert_eq!(migrated.value, json(expected));
}

#[test]
fn colours_of_the_old_format_are_dropped() {
    let row = json!({"indicator_text": "t", "left": {"text": "l", "section_color": "ICON_SECONDARY"}});
    let migrated = migrated(widgets, old_widget("EVALUATION_ROW", "EvaluationRowData", row));
    assert_eq!(migrated.value, json(json!([{"evaluation_row": {"indicator_text": "t", "left": {"text": "l"}}}])));
    assert_eq!(migrated.dropped(), ["section_color"]);
}

#[test]
fn unknown_parts_need_attention() {
    for (old, path) in [
        (old_widget("LEGEND_TITLE_ROW", "LegendTitleRowData", json!({"title": "t"})), "widget_list[0]"),
        (old_widget("MAP_ROW", "MapRowData", json!({"title": "t"})), "widget_list[0]"),
        (old_widget("TITLE_ROW", "TitleRowData", json!({"text": "t", "counter": 2})), "widget_list[0].data.counter"),
        (
            old_widget(
                "SCORE_ROW",
                "ScoreRowData",
                json!({"action": {"type": "OPEN_WEB_PAGE", "fallback_link": "tel:1"}}),
            ),
            "widget_list[0].data.action",
        ),
        (
            old_widget("SCORE_ROW", "ScoreRowData", json!({"action": {"type": "CALL"}})),
            "widget_list[0].data.action.type",
        ),
    ] {
        assert_eq!(changes(&migrated(widgets, old), ChangeKind::NeedsAttention), [path]);
    }
    let old = json!({"widgets": {"widget_list": []}, "semantic": {"VIN": "raw", "year": "1398", "usage": "1"},
        "semantic_sensitives": ["usage"]});
    assert_eq!(changes(&migrated(addon, old), ChangeKind::NeedsAttention), ["semantic.VIN", "semantic.year"]);
    let old = json!({"widgets": {"widget_list": []}, "semantic": {"VIN": "raw", "usage": 1, "status": "FAILED"}});
    assert_eq!(changes(&migrated(addon, old), ChangeKind::NeedsAttention), ["semantic.usage", "semantic.VIN"]);
    let old = json!({"widgets": {"widget_list": []}, "semantic": {"VIN": "raw", "status": "FAILED", "usage": "1"},
        "semantic_sensitives": ["VIN", "status", "usage", "inspection_result"], "sensitive_semantics": ["status"]});
    assert_eq!(changes(&migrated(addon, old), ChangeKind::NeedsAttention), ["semantic.status", "semantic.VIN"]);
}

#[test]
fn user_addons_and_verifications_lose_members_that_are_not_sent_any_more() {
    let old = json!({"widgets": {"widget_list": []}, "phone": "09123456789", "notes": "n", "categories": [],
        "management_permalink": "https://a.example", "ticket_uuid": "812d56e6-e44d-45e7-8932-f9acbd416999",
        "verification_cost": 124_000, "semantic": {"status": "FAILED"}, "semantic_sensitives": []});
    let user = migrated(user_addon, old.clone());
    assert_eq!(
        user.value,
        json(json!({"widgets": [], "categories": [], "ticket_uuid": "812d56e6-e44d-45e7-8932-f9acbd416999",
            "cost": 124_000, "semantic": {"status": "FAILED"}}))
    );
    assert_eq!(user.dropped(), ["management_permalink", "notes", "semantic_sensitives"]);
    assert_eq!(changes(&user, ChangeKind::Moved), ["widgets.widget_list", "phone"]);
    user.value.to_input::<UserAddon>().unwrap().check().unwrap();
    assert_eq!(super::any(json(old)).unwrap(), user);

    let old = json!({"phone": "09123456789", "semantic": {"a": "b"}, "verification_cost": 0});
    let record = migrated(verification, old);
    assert_eq!(record.value, json(json!({"semantic": {"a": "b"}, "cost": 0})));
    record.value.to_input::<SemanticRecord>().unwrap();
    is_unchanged(verification, &json(json!({"phone": "09123456789", "semantic": {"a": "b"}, "cost": 0})));
}

#[test]
fn an_old_message_becomes_one_for_a_conversation() {
    let button = |extra: Value| json!({"action": "LINK", "data": extra});
    let old = json!({"user_id": "u1", "post_token": "p", "peer_id": "u2", "type": "TEXT", "message": "Hello",
        "sender_btn": button(json!({"icon_name": "ADD", "extra_data": {"id": "7"}, "caption": "Pay"})),
        "receiver_btn": button(json!({"caption": "Open", "url": "https://a.example", "extra_data": {}}))});
    let migrated = migrated(message, old);
    assert_eq!(
        migrated.value,
        json(json!({
            "type": "TEXT", "message": "Hello",
            "sender_buttons": {"rows": [{"buttons": [
                {"action": {"open_server_link": {"data": {"id": "7"}}}, "icon_name": "ADD", "caption": "Pay"}]}]},
            "receiver_buttons": {"rows": [{"buttons": [
                {"action": {"open_direct_link": "https://a.example"}, "caption": "Open"}]}]},
        }))
    );
    assert_eq!(migrated.dropped(), ["extra_data", "peer_id", "post_token", "user_id"]);
    assert_eq!(changes(&migrated, ChangeKind::NeedsAttention), ["conversation_id"]);
    migrated.value.to_input::<Message>().unwrap().check().unwrap();
}

#[test]
fn an_old_listener_becomes_a_subscription_without_its_key() {
    let old = json!({"post_token": "p", "endpoint": "https://a.example", "identification_key": "k-123"});
    let migrated = migrated(listener, old);
    assert_eq!(migrated.value, json(json!({"event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "p"})));
    assert_eq!(migrated.endpoint.as_deref(), Some("events.subscribe"));
    assert!(!format!("{migrated:?}").contains("k-123"));
}

#[test]
fn an_old_webhook_body_keeps_its_meaning() {
    let old = json!({"type": "CHAT_MESSAGE", "timestamp": "1730120961", "payload": {
        "id": "e7a08a2c-8ee4-11ef-af85-0242ac120002", "type": "TEXT", "sent_at": "1730120961634000",
        "data": {"text": "Hello"}, "sender": {"id": "s1", "is_supply": true},
        "receiver": {"id": "d1", "is_supply": false},
        "metadata": {"category": "light", "post_token": "gZd7omnS", "title": "A car"}}});
    let migrated = migrated(webhook_body, old.clone());
    assert_eq!(migrated.dropped(), ["category", "id", "receiver", "timestamp", "title"]);
    let read = |text: &str| Delivery::parse(text.as_bytes()).unwrap();
    let (before, after) = (read(&old.to_string()), read(migrated.value.as_str()));
    let (old, new) = (before.event.message().unwrap(), after.event.message().unwrap());
    assert_eq!((&old.id, &old.content, old.sent_at), (&new.id, &new.content, new.sent_at));
    assert_eq!((&old.sender.side, &old.conversation.post_token), (&new.sender.side, &new.conversation.post_token));
    assert_eq!(before.dedupe_key, after.dedupe_key);
    assert!(before.legacy && !after.legacy);
}

#[test]
fn an_old_start_request_names_the_side_of_the_user() {
    let old = json!({"callback_url": "https://a.example", "post_token": "p", "conversation_id": "c", "user_id": "u2",
        "peer_id": "u1", "supplier": {"id": "u1"}, "demand": {"id": "u2"},
        "extra_data": {"location": {"latitude": 1.5, "longitude": 2}, "provider_data": {"id": "7"}}});
    let migrated = migrated(start_request, old);
    assert_eq!(
        migrated.value,
        json(json!({"completion_url": "https://a.example", "post_token": "p", "conversation_id": "c",
            "user_id": "u2", "user_side": "DEMAND", "extra_data": {"id": "7"}}))
    );
    assert_eq!(migrated.dropped(), ["location", "peer_id"]);
}

#[test]
fn any_detects_the_format() {
    let link = json!({"type": "OPEN_WEB_PAGE", "payload": {"link": "https://a.example"}});
    let title = json!({"widget_type": "TITLE_ROW", "data": {"text": "t"}});
    for (old, new) in [
        (link, json!({"open_direct_link": "https://a.example"})),
        (title.clone(), json!([{"title_row": {"text": "t"}}])),
        (json!([title.clone()]), json!([{"title_row": {"text": "t"}}])),
        (json!({"widget_list": [title.clone()]}), json!([{"title_row": {"text": "t"}}])),
        (json!({"widgets": [title]}), json!({"widgets": [{"title_row": {"text": "t"}}]})),
        (json!({"semantic": {"status": "FAILED"}, "notes": "n"}), json!({"semantic": {"status": "FAILED"}})),
        (json!({"peer_id": "u", "message": "m"}), json!({"message": "m"})),
        (
            json!({"type": "CHAT_MESSAGE", "payload": {"id": "1"}}),
            json!({"type": "NEW_MESSAGE", "new_message": {"id": "1", "conversation": {"type": "POST"}}}),
        ),
        (
            json!({"post_token": "p", "endpoint": "e"}),
            json!({"event_type": "NEW_MESSAGE_ON_POST", "event_resource_id": "p"}),
        ),
        (json!({"callback_url": "u", "user_id": "1"}), json!({"completion_url": "u", "user_id": "1"})),
    ] {
        let migrated = super::any(json(old)).unwrap();
        assert_eq!(migrated.value, json(new.clone()));
        is_unchanged(super::any, &json(new));
    }
    for wrong in [json!("x"), json!(7), json!(null), json!({}), json!({"x": 1}), json!([1])] {
        assert!(matches!(super::any(json(wrong)), Err(Error::InvalidInput { .. })));
    }
}

#[test]
fn current_documents_keep_their_exact_text() {
    let current: [(Migrate, &str); 6] = [
        (addon, r#"{ "widgets": [ {"event_row": {"title": "t", "image_url": "a.jpg"}} ], "notes": null }"#),
        (user_addon, r#"{ "widgets": [], "categories": [ ], "cost": 1 }"#),
        (message, r#"{ "message": "m", "sender_buttons": { "rows": [] } }"#),
        (webhook_body, r#"{ "type": "NEW_MESSAGE", "new_message": { } }"#),
        (start_request, r#"{ "source": "CHAT", "extra_data": { "provider_data": {}, "location": {} } }"#),
        (action, r#"{ "open_post_page": { "post_token": "p" } }"#),
    ];
    for (migrate, text) in current {
        is_unchanged(migrate, &Json::parse(text).unwrap());
        is_unchanged(super::any, &Json::parse(text).unwrap());
    }
}

fn any_old_widget() -> impl Strategy<Value = LegacyWidget> {
    let text = || "\\PC{0,60}";
    let link = || prop_oneof![Just("https://a.example/x".to_owned()), any::<String>()];
    let icon = || {
        proptest::option::of(
            prop_oneof![Just("ADD"), Just("add")]
                .prop_map(|name| LegacyIcon { icon_color: Some("ICON_PRIMARY".into()), ..LegacyIcon::new(name) }),
        )
    };
    let action = || {
        let old = (link(), any::<bool>());
        let old = old.prop_map(|(link, view)| match view {
            true => LegacyAction::load_web_view_page(link),
            false => LegacyAction::open_web_page(link),
        });
        proptest::option::of(old)
    };
    let color = || proptest::option::of(prop_oneof![Just("ERROR_PRIMARY"), Just("BRAND_PRIMARY"), Just("")]);
    prop_oneof![
        (text(), any::<bool>()).prop_map(|(text, has_divider)| LegacyTitleRow {
            has_divider,
            ..LegacyTitleRow::new(text)
        }
        .into()),
        text().prop_map(|text| LegacySubtitleRow::new(text).into()),
        (text(), any::<bool>(), any::<bool>()).prop_map(|(text, small, expandable)| {
            LegacyDescriptionRow { small, expandable, ..LegacyDescriptionRow::new(text) }.into()
        }),
        (text(), action()).prop_map(|(title, action)| {
            LegacyWideButtonBar {
                style: Some("PRIMARY".into()),
                ..LegacyWideButtonBar::new(title, action.unwrap_or_default())
            }
            .into()
        }),
        (text(), icon(), action(), any::<bool>()).prop_map(|(title, icon, action, has_arrow)| {
            LegacySelectorRow { icon, action, has_arrow, ..LegacySelectorRow::new(title) }.into()
        }),
        (text(), 0..=120_i32, color(), icon(), action()).prop_map(|(title, score, color, icon, action)| {
            let score_color = color.map(Into::into);
            LegacyScoreRow { score_color, icon, action, ..LegacyScoreRow::new(title).percentage(score) }.into()
        }),
        (text(), text(), icon(), any::<bool>()).prop_map(|(title, subtitle, icon, padded)| {
            let image_url = Some("a.jpg".into());
            LegacyEventRow { subtitle: Some(subtitle), image_url, icon, padded, ..LegacyEventRow::new(title) }.into()
        }),
        (text(), text(), text())
            .prop_map(|(title, value, other)| { LegacyGroupInfoRow::new().item(title, value).item("b", other).into() }),
        (text(), text(), color(), icon()).prop_map(|(indicator, left, color, indicator_icon)| {
            let section_color = color.map(Into::into);
            let left = Some(LegacyEvaluationSection { section_color, ..LegacyEvaluationSection::new(left) });
            LegacyEvaluationRow { left, indicator_icon, ..LegacyEvaluationRow::new(indicator, 50) }.into()
        }),
        "[a-z/]{1,8}".prop_map(|image| LegacyImageCarouselRow::new(vec![LegacyCarouselItem::new(image)]).into()),
    ]
}

proptest! {
    #[test]
    fn a_valid_old_addon_becomes_a_valid_current_one(widgets in proptest::collection::vec(any_old_widget(), 1..5)) {
        let old = widgets.into_iter().fold(LegacyPostAddon::new(), LegacyPostAddon::widget);
        let migrated = addon(Json::from_value(&old).unwrap()).unwrap();
        is_unchanged(addon, &migrated.value);
        if old.check().is_ok() {
            let current = migrated.value.to_input::<PostAddon>().unwrap();
            prop_assert!(current.check().is_ok(), "{:?}", current.check());
            prop_assert_eq!(current.widgets.len(), old.widgets.widget_list.len());
            prop_assert!(!migrated.needs_attention(), "{:?}", migrated.report);
        }
    }

    #[test]
    fn no_document_causes_a_panic(text in "[\\[\\]{}:,\"a-z0-9_ ]{0,80}") {
        if let Ok(value) = Json::parse(&text) {
            let _ = super::any(value);
        }
    }
}
