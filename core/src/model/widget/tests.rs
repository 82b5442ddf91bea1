//! Widgets: reading and writing, limits, and malformed widgets.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::model::action::Action;
use crate::model::color::Color;
use crate::model::icon::Icon;
use crate::model::image::Image;

fn read(value: Value) -> Result<Widget, serde_json::Error> {
    serde_json::from_str(&value.to_string())
}

/// One widget of each kind with all members, and its JSON.
fn samples() -> Vec<(Widget, Value)> {
    let link = || Action::direct_link("https://a.example");
    let action = json!({"open_direct_link": "https://a.example"});
    vec![
        (
            TitleRow::new("t").divider(true).semantic_path("year", "text").into(),
            json!({"title_row": {"text": "t", "has_divider": true}, "semantic_paths": {"year": "text"}}),
        ),
        (SubtitleRow::new("t").into(), json!({"subtitle_row": {"text": "t"}})),
        (
            DescriptionRow::new("t").expandable(true).into(),
            json!({"description_row": {"text": "t", "expandable": true}}),
        ),
        (ButtonBar::new("t", link()).into(), json!({"button_bar": {"title": "t", "action": action}})),
        (
            SelectorRow::new("t").image(Image::logo()).icon(Icon::ADD).divider(true).action(link()).into(),
            json!({"selector_row": {"title": "t", "image_id": "logo", "icon_name": "ADD", "has_divider": true,
                "action": action}}),
        ),
        (
            EventRow::new("t")
                .subtitle("s")
                .label("l")
                .image("a.jpg")
                .image_id("b.jpg")
                .icon(Icon::VERIFIED)
                .divider(true)
                .extra("action", action.clone())
                .into(),
            json!({"event_row": {"title": "t", "subtitle": "s", "label": "l", "image_url": "a.jpg",
                "image_id": "b.jpg", "icon_name": "VERIFIED", "has_divider": true, "action": action}}),
        ),
        (
            GroupInfoRow::new().item("a", "1").item("b", "2").divider(true).into(),
            json!({"group_info_row": {"items": [{"title": "a", "value": "1"}, {"title": "b", "value": "2"}],
                "has_divider": true}}),
        ),
        (
            ScoreRow::new("t")
                .percentage(0)
                .color(Color::SuccessPrimary)
                .icon(Icon::HISTORY)
                .divider(true)
                .action(link())
                .into(),
            json!({"score_row": {"title": "t", "percentage_score": 0, "score_color": "SUCCESS_PRIMARY",
                "icon_name": "HISTORY", "hasDivider": true, "action": action}}),
        ),
        (
            ScoreRow::new("t").descriptive("good").into(),
            json!({"score_row": {"title": "t", "descriptive_score": "good"}}),
        ),
        (
            EvaluationRow::new("t", 0)
                .left("l", Color::ErrorPrimary)
                .middle("m", Color::WarningPrimary)
                .right("r", Color::SuccessSecondary)
                .icon(Icon::MONEY)
                .into(),
            json!({"evaluation_row": {"indicator_text": "t", "indicator_percentage": 0, "icon_name": "MONEY",
                "left": {"text": "l", "section_color": "ERROR_PRIMARY"},
                "middle": {"text": "m", "section_color": "WARNING_PRIMARY"},
                "right": {"text": "r", "section_color": "SUCCESS_SECONDARY"}}}),
        ),
        (
            ImageCarouselRow::new().image(Image::logo()).described_image("a.jpg", "d").into(),
            json!({"image_carousel_row": {"items": [{"image_id": "logo"},
                {"image_id": "a.jpg", "description": "d"}]}}),
        ),
        (
            Widget::Unknown { kind: "map_row".into(), value: json!([1]).into(), semantic_paths: HashMap::new() },
            json!({"map_row": [1]}),
        ),
    ]
}

#[test]
fn every_widget_is_written_as_specified_and_read_back() {
    for (widget, wire) in samples() {
        widget.check().unwrap();
        assert_eq!(serde_json::to_value(&widget).unwrap(), wire);
        assert_eq!(read(wire).unwrap(), widget);
    }
}

#[test]
fn both_spellings_of_a_member_are_read() {
    let row = |wire: Value| match read(wire).unwrap() {
        Widget::ScoreRow { row } => row.has_divider,
        other => panic!("{other:?}"),
    };
    assert!(row(json!({"score_row": {"has_divider": true}})) && row(json!({"score_row": {"hasDivider": true}})));
    let carousel = read(json!({"image_carousel_row": {"items": [{"image_url": "a.jpg"}]}})).unwrap();
    assert_eq!(carousel, ImageCarouselRow::new().image("a.jpg").into());
}

#[test]
fn a_widget_has_exactly_one_key_beside_semantic_paths() {
    for wrong in [
        json!({}),
        json!({"semantic_paths": {}}),
        json!({"title_row": null}),
        json!({"title_row": {}, "event_row": {}}),
        json!({"title_row": {}, "new_row": {}}),
        json!({"widget_type": "TITLE_ROW", "data": {}}),
        json!({"button_bar": {"title": "t"}}),
        json!({"title_row": "text"}),
        json!({"title_row": {"text": 5}}),
        json!({"title_row": {}, "semantic_paths": {"a": ["text"]}}),
        json!([]),
        json!("title_row"),
    ] {
        assert!(read(wrong.clone()).is_err(), "{wrong}");
    }
    for twice in [r#"{"title_row":{},"title_row":{}}"#, r#"{"title_row":{"text":"a","text":"b"}}"#] {
        assert!(serde_json::from_str::<Widget>(twice).is_err(), "{twice}");
    }
    assert_eq!(read(json!({"event_row": null, "title_row": {"text": "t"}})).unwrap(), TitleRow::new("t").into());
}

/// Makes the JSON of a widget from a text.
type Make = fn(&str) -> Value;

/// The limits of docs/platform.md#widget-fields: the member, its widget, and the longest text.
#[test]
fn text_is_counted_in_code_points_up_to_the_limit() {
    let members: [(&str, Make, usize); 14] = [
        ("title_row.text", |t| json!({"title_row": {"text": t}}), 49),
        ("subtitle_row.text", |t| json!({"subtitle_row": {"text": t}}), 200),
        ("description_row.text", |t| json!({"description_row": {"text": t}}), 200),
        ("button_bar.title", |t| json!({"button_bar": {"title": t, "action": {"x": 1}}}), 49),
        ("selector_row.title", |t| json!({"selector_row": {"title": t}}), 200),
        ("event_row.title", |t| json!({"event_row": {"title": t}}), 24),
        ("event_row.subtitle", |t| json!({"event_row": {"subtitle": t}}), 59),
        ("event_row.label", |t| json!({"event_row": {"label": t}}), 15),
        ("group_info_row.items[0].title", |t| json!({"group_info_row": {"items": [{"title": t}, {}]}}), 50),
        ("group_info_row.items[1].value", |t| json!({"group_info_row": {"items": [{}, {"value": t}]}}), 100),
        ("score_row.title", |t| json!({"score_row": {"title": t, "percentage_score": 1}}), 25),
        ("score_row.descriptive_score", |t| json!({"score_row": {"descriptive_score": t}}), 17),
        ("evaluation_row.left.text", |t| json!({"evaluation_row": {"left": {"text": t}}}), 18),
        ("evaluation_row.right.text", |t| json!({"evaluation_row": {"right": {"text": t}}}), 18),
    ];
    for (path, wire, max) in members {
        read(wire(&"ش".repeat(max))).unwrap().check().unwrap();
        let error = read(wire(&"ش".repeat(max + 1))).unwrap().check().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{path}: ")), "{path}: {error}");
    }
}

#[test]
fn every_other_rule_names_the_member() {
    for (path, wire) in [
        ("score_row.percentage_score", json!({"score_row": {"percentage_score": 101}})),
        ("score_row.percentage_score", json!({"score_row": {"percentage_score": -1}})),
        ("score_row", json!({"score_row": {"percentage_score": 1, "descriptive_score": "x"}})),
        ("score_row", json!({"score_row": {"title": "t"}})),
        ("score_row.score_color", json!({"score_row": {"percentage_score": 1, "score_color": "ICON_SECONDARY"}})),
        ("score_row.icon_name", json!({"score_row": {"percentage_score": 1, "icon_name": "add"}})),
        (
            "score_row.action.open_direct_link",
            json!({"score_row": {"percentage_score": 1, "action": {"open_direct_link": "javascript:x"}}}),
        ),
        ("evaluation_row.indicator_percentage", json!({"evaluation_row": {"indicator_percentage": 101}})),
        ("evaluation_row.middle.section_color", json!({"evaluation_row": {"middle": {"section_color": ""}}})),
        ("group_info_row.items", json!({"group_info_row": {"items": [{}]}})),
        ("group_info_row.items", json!({"group_info_row": {"items": [{}, {}, {}, {}]}})),
        ("event_row.image_url", json!({"event_row": {"image_url": "../../x.jpg"}})),
        ("event_row.image_id", json!({"event_row": {"image_id": "https://a.example/x.jpg"}})),
        ("selector_row.image_id", json!({"selector_row": {"image_id": "a/b"}})),
        ("image_carousel_row.items[0].image_id", json!({"image_carousel_row": {"items": [{"image_id": "/"}]}})),
        ("semantic_paths.year", json!({"title_row": {}, "semantic_paths": {"year": "items[0].title"}})),
        ("semantic_paths.year", json!({"title_row": {}, "semantic_paths": {"year": "items.0.title"}})),
        ("semantic_paths.year", json!({"title_row": {}, "semantic_paths": {"year": ""}})),
        ("semantic_paths.year", json!({"title_row": {}, "semantic_paths": {"year": "text."}})),
        ("semantic_paths", json!({"title_row": {}, "semantic_paths": {"": "text"}})),
    ] {
        let error = read(wire.clone()).unwrap().check().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{path}: ")), "{wire}: {error}");
    }
}

fn text() -> impl Strategy<Value = String> {
    any::<String>()
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        text().prop_map(Action::direct_link),
        (text(), text()).prop_map(|(k, v)| Action::server_link(json!({k: v}))),
        (text(), any::<i64>()).prop_map(|(k, v)| Action::dynamic(json!({k: [v]}))),
        text().prop_map(|t| Action::post_page(t.as_str())),
        text().prop_map(|t| Action::post_manage_page(t.as_str())),
        text().prop_map(|v| Action::Unknown { kind: "newer".into(), value: json!([v]).into() }),
    ]
}

fn any_widget() -> impl Strategy<Value = Widget> {
    let color = || text().prop_map(Color::from);
    prop_oneof![
        (text(), any::<bool>(), text(), text())
            .prop_map(|(t, d, n, p)| TitleRow::new(t).divider(d).semantic_path(n, p).into()),
        (text(), any::<bool>()).prop_map(|(t, d)| SubtitleRow::new(t).divider(d).into()),
        (text(), any::<bool>()).prop_map(|(t, e)| DescriptionRow::new(t).expandable(e).into()),
        (text(), any_action()).prop_map(|(t, a)| ButtonBar::new(t, a).into()),
        (text(), text(), text(), any_action())
            .prop_map(|(t, image, icon, a)| { SelectorRow::new(t).image(image.as_str()).icon(icon).action(a).into() }),
        (text(), text(), text(), any::<bool>()).prop_map(|(t, s, image, d)| {
            EventRow::new(t).subtitle(s).image(image.as_str()).divider(d).extra("new", json!(1)).into()
        }),
        (text(), text(), any::<bool>()).prop_map(|(t, v, d)| GroupInfoRow::new().item(t, v).divider(d).into()),
        (text(), any::<i32>(), color(), any::<bool>()).prop_map(|(t, s, c, d)| ScoreRow::new(t)
            .percentage(s)
            .color(c)
            .divider(d)
            .into()),
        (text(), text(), any_action()).prop_map(|(t, s, a)| ScoreRow::new(t).descriptive(s).action(a).into()),
        (text(), any::<i32>(), text(), color())
            .prop_map(|(t, p, l, c)| EvaluationRow::new(t, p).left(l, c).icon(Icon::ADD).into()),
        (text(), text()).prop_map(|(i, d)| ImageCarouselRow::new().described_image(i.as_str(), d).into()),
    ]
}

proptest! {
    #[test]
    fn reading_what_was_written_gives_the_same_widget(widget in any_widget()) {
        let text = serde_json::to_string(&widget).unwrap();
        prop_assert_eq!(serde_json::from_str::<Widget>(&text).unwrap(), widget);
    }

    #[test]
    fn a_check_never_panics(widget in any_widget()) {
        let _ = widget.check();
    }

    #[test]
    fn reading_arbitrary_text_never_panics(text in any::<String>()) {
        let _ = serde_json::from_str::<Widget>(&text).map(|widget| widget.check());
    }
}
