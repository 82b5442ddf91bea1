//! Legacy forms: reading and writing.

use serde_json::{Value, json};

use super::*;
use crate::model::color::Color;
use crate::model::icon::Icon;
use crate::model::image::Image;
use crate::model::message::Message;
use crate::secret::Secret;

/// One of each old widget with its JSON.
fn samples() -> Vec<(LegacyWidget, Value)> {
    let web = "https://a.example/";
    let page = json!({"type": "OPEN_WEB_PAGE", "fallback_link": web,
        "payload": {"@type": "type.googleapis.com/widgets.OpenWebPagePayload", "link": web}});
    let view = json!({"type": "LOAD_WEB_VIEW_PAGE", "fallback_link": web,
        "payload": {"@type": "type.googleapis.com/widgets.LoadWebViewPagePayload", "url": web}});
    let icon = || LegacyIcon { icon_color: Some(Color::SuccessPrimary), ..LegacyIcon::new(Icon::ADD) };
    let icon_wire = json!({"icon_name": "ADD", "icon_color": "SUCCESS_PRIMARY"});
    let section = |text: &str| {
        Some(LegacyEvaluationSection {
            text_color: Some("ICON_PRIMARY".into()),
            section_color: Some("ICON_SECONDARY".into()),
            ..LegacyEvaluationSection::new(text)
        })
    };
    let section_wire = |text| json!({"text": text, "text_color": "ICON_PRIMARY", "section_color": "ICON_SECONDARY"});
    let old = |widget_type: &str, type_name: &str, members: Value| {
        let mut data = members;
        data["@type"] = format!("type.googleapis.com/widgets.{type_name}").into();
        json!({"widget_type": widget_type, "data": data})
    };
    vec![
        (
            LegacyTitleRow { has_divider: true, ..LegacyTitleRow::new("t") }.into(),
            old("TITLE_ROW", "TitleRowData", json!({"text": "t", "has_divider": true})),
        ),
        (LegacySubtitleRow::new("t").into(), old("SUBTITLE_ROW", "SubtitleRowData", json!({"text": "t"}))),
        (
            LegacyDescriptionRow { small: true, ..LegacyDescriptionRow::new("t") }.into(),
            old("DESCRIPTION_ROW", "DescriptionRowData", json!({"text": "t", "small": true})),
        ),
        (
            LegacyWideButtonBar {
                style: Some("SECONDARY".into()),
                ..LegacyWideButtonBar::new("t", LegacyAction::open_web_page(web))
            }
            .into(),
            old(
                "WIDE_BUTTON_BAR",
                "WideButtonBarWidgetData",
                json!({"style": "SECONDARY", "button": {"title": "t", "action": page}}),
            ),
        ),
        (
            LegacySelectorRow {
                image_url: Some(Image::logo()),
                icon: Some(icon()),
                action: Some(LegacyAction::load_web_view_page(web)),
                has_arrow: true,
                notification_text: Some(String::new()),
                ..LegacySelectorRow::new("t")
            }
            .into(),
            old(
                "SELECTOR_ROW",
                "SelectorRowData",
                json!({"title": "t", "image_url": "logo", "icon": icon_wire, "action": view, "has_arrow": true,
                    "notification_text": ""}),
            ),
        ),
        (
            LegacyScoreRow {
                score_color: Some(Color::SuccessPrimary),
                has_divider: true,
                icon: Some(icon()),
                action: Some(LegacyAction::load_web_view_page(web)),
                ..LegacyScoreRow::new("t").percentage(0)
            }
            .into(),
            old(
                "SCORE_ROW",
                "ScoreRowData",
                json!({"title": "t", "percentage_score": 0, "score_color": "SUCCESS_PRIMARY", "hasDivider": true,
                    "icon": icon_wire, "action": view}),
            ),
        ),
        (
            LegacyImageCarouselRow::new(vec![LegacyCarouselItem::new("a.jpg")]).into(),
            old("IMAGE_CAROUSEL_ROW", "ImageCarouselRowData", json!({"items": [{"image_url": "a.jpg"}]})),
        ),
        (
            LegacyGroupInfoRow::new().item("a", "1").item("b", "2").into(),
            old(
                "GROUP_INFO_ROW",
                "GroupInfoRow",
                json!({"items": [{"title": "a", "value": "1"}, {"title": "b", "value": "2"}]}),
            ),
        ),
        (
            LegacyEventRow {
                subtitle: Some("s".into()),
                label: Some("l".into()),
                image_url: Some("a.jpg".into()),
                icon: Some(icon()),
                padded: true,
                ..LegacyEventRow::new("t")
            }
            .into(),
            old(
                "EVENT_ROW",
                "EventRowData",
                json!({"title": "t", "subtitle": "s", "label": "l", "image_url": "a.jpg", "icon": icon_wire,
                    "padded": true}),
            ),
        ),
        (
            LegacyEvaluationRow {
                indicator_icon: Some(LegacyIcon { image_url_dark: Some(String::new()), ..icon() }),
                indicator_color: Some("BRAND_PRIMARY".into()),
                left: section("l"),
                middle: section("m"),
                right: section("r"),
                ..LegacyEvaluationRow::new("t", 50)
            }
            .into(),
            old(
                "EVALUATION_ROW",
                "EvaluationRowData",
                json!({"indicator_text": "t", "indicator_percentage": 50, "indicator_color": "BRAND_PRIMARY",
                    "indicator_icon": {"icon_name": "ADD", "icon_color": "SUCCESS_PRIMARY", "image_url_dark": ""},
                    "left": section_wire("l"), "middle": section_wire("m"), "right": section_wire("r")}),
            ),
        ),
        (
            LegacyWidget::Unknown {
                widget_type: "LEGEND_TITLE_ROW".into(),
                data: json!({"@type": "type.googleapis.com/widgets.LegendTitleRowData", "title": "t"}).into(),
            },
            old("LEGEND_TITLE_ROW", "LegendTitleRowData", json!({"title": "t"})),
        ),
    ]
}

#[test]
fn every_old_widget_is_written_with_its_type_and_read_back() {
    for (widget, wire) in samples() {
        widget.check().unwrap();
        assert_eq!(serde_json::to_value(&widget).unwrap(), wire);
        assert_eq!(serde_json::from_str::<LegacyWidget>(&wire.to_string()).unwrap(), widget);
    }
}

#[test]
fn an_old_widget_without_its_type_is_refused() {
    for wrong in [
        json!({"widget_type": "TITLE_ROW", "data": {"text": "t"}}),
        json!({"widget_type": "TITLE_ROW", "data": {"@type": "type.googleapis.com/widgets.SubtitleRowData"}}),
        json!({"widget_type": "TITLE_ROW"}),
        json!({"data": {"@type": "type.googleapis.com/widgets.TitleRowData"}}),
        json!({"title_row": {"text": "t"}}),
    ] {
        assert!(serde_json::from_str::<LegacyWidget>(&wrong.to_string()).is_err(), "{wrong}");
    }
}

#[test]
fn old_addons_keep_the_widget_list_and_name_the_path() {
    let addon = LegacyPostAddon::new().widget(LegacyTitleRow::new("t")).semantic("year", "1398");
    let wire = json!({
        "widgets": {"widget_list": [{"widget_type": "TITLE_ROW",
            "data": {"@type": "type.googleapis.com/widgets.TitleRowData", "text": "t"}}]},
        "semantic": {"year": "1398"},
        "semantic_sensitives": [],
    });
    assert_eq!(serde_json::to_value(&addon).unwrap(), wire);
    assert_eq!(serde_json::from_str::<LegacyPostAddon>(&wire.to_string()).unwrap(), addon);

    let error = addon.widget(LegacyScoreRow::new("t").percentage(101)).check().unwrap_err().to_string();
    assert!(error.starts_with("widgets.widget_list[1].data.percentage_score: "), "{error}");
    let link = LegacyAction::open_web_page("http://a.example");
    let bar = LegacyPostAddon::new().widget(LegacyWideButtonBar::new("t", link));
    let error = bar.check().unwrap_err().to_string();
    assert!(error.starts_with("widgets.widget_list[0].data.button.action.payload.link: "), "{error}");
}

#[test]
fn old_user_addons_and_verifications_write_the_phone_number() {
    let addon = LegacyUserAddon {
        verification_cost: Some(Rials::new(124_000)),
        ..LegacyUserAddon::new("+989123456789").semantic("a", "b")
    };
    addon.check().unwrap();
    assert_eq!(
        serde_json::to_value(&addon).unwrap(),
        json!({"widgets": {"widget_list": []}, "phone": "09123456789", "categories": [],
            "verification_cost": 124_000, "semantic": {"a": "b"}, "semantic_sensitives": []})
    );
    let error = LegacyVerification::new("12").semantic("a", "b").check().unwrap_err().to_string();
    assert!(error.starts_with("phone: "), "{error}");
}

fn old_message(text: &str) -> LegacyMessage {
    LegacyMessage::text(text).user_id("u1").peer_id("u2").post_token("gZd7omnS")
}

#[test]
fn an_old_message_has_one_button_a_side() {
    let button = LegacyButton::link("Pay", json!({"id": "7"})).icon(Icon::MONEY);
    let message = old_message("Hello").to_receiver(button);
    message.check().unwrap();
    let wire = json!({
        "user_id": "u1", "post_token": "gZd7omnS", "peer_id": "u2", "type": "TEXT", "message": "Hello",
        "receiver_btn": {"action": "LINK",
            "data": {"icon_name": "MONEY", "extra_data": {"id": "7"}, "caption": "Pay"}},
    });
    assert_eq!(serde_json::to_value(&message).unwrap(), wire);
    assert_eq!(serde_json::from_str::<LegacyMessage>(&wire.to_string()).unwrap(), message);

    let long = old_message("x").to_sender(LegacyButton::link("x".repeat(300), json!({})));
    let error = long.check().unwrap_err().to_string();
    assert!(error.starts_with("sender_btn.data.caption: "), "{error}");
}

#[test]
fn a_listener_never_shows_its_key() {
    let listener = LegacyListener::new("gZd7omnS", "https://a.example/hook", Secret::from("k-123"));
    listener.check().unwrap();
    assert!(!format!("{listener:?}").contains("k-123"));
    let wire = json!({"post_token": "gZd7omnS", "endpoint": "https://a.example/hook", "identification_key": "k-123"});
    assert_eq!(serde_json::to_value(&listener).unwrap(), wire);
    assert_eq!(serde_json::from_str::<LegacyListener>(&wire.to_string()).unwrap(), listener);
    for (endpoint, key) in [("http://a.example", "k"), ("a.example", "k"), ("https://a.example", "")] {
        assert!(LegacyListener::new("p", endpoint, Secret::from(key)).check().is_err());
    }
}

#[test]
fn an_old_notification_is_written_and_read() {
    let wire = json!({
        "type": "CHAT_MESSAGE",
        "timestamp": "1730120961",
        "payload": {
            "id": "e7a08a2c-8ee4-11ef-af85-4e9e9bfa3c12", "type": "TEXT", "sent_at": "1730120961634000",
            "data": {"text": "Hello"},
            "sender": {"id": "u1", "is_supply": true},
            "receiver": {"id": "u2", "is_supply": false},
            "metadata": {"category": "light", "post_token": "gZd7omnS", "title": "t"},
        },
    });
    let read: LegacyNotification = serde_json::from_str(&wire.to_string()).unwrap();
    assert!(read.payload.sender.is_supply);
    assert_eq!(serde_json::to_value(&read).unwrap(), wire);
}

/// A reader who compares the fingerprints of two writes learns whether they are equal.
#[test]
fn equal_writes_have_equal_bytes() {
    fn bytes<T: serde::de::DeserializeOwned + Serialize>(document: &Value) -> Vec<u8> {
        let value: T = serde_json::from_value(document.clone()).unwrap();
        serde_json::to_vec(&value).unwrap()
    }
    let many: serde_json::Map<_, _> = (0..20).map(|number| (format!("name{number}"), json!("x"))).collect();
    let with = |mut document: Value| {
        document.as_object_mut().unwrap().extend(many.clone());
        document
    };
    let title = with(json!({"@type": "type.googleapis.com/widgets.TitleRowData", "text": "Inspected"}));
    let widgets = json!({"widget_list": [{"widget_type": "TITLE_ROW", "data": title}]});
    let addon = with(json!({"widgets": widgets, "semantic": many}));
    let message = with(json!({"type": "TEXT", "text_message": "hello"}));
    for _ in 0..8 {
        assert_eq!(bytes::<LegacyPostAddon>(&addon), bytes::<LegacyPostAddon>(&addon));
        assert_eq!(bytes::<LegacyUserAddon>(&addon), bytes::<LegacyUserAddon>(&addon));
        assert_eq!(bytes::<LegacyVerification>(&addon), bytes::<LegacyVerification>(&addon));
        assert_eq!(bytes::<LegacyMessage>(&message), bytes::<LegacyMessage>(&message));
        assert_eq!(bytes::<Message>(&message), bytes::<Message>(&message));
    }
}
