//! Tests of `message`.

use serde_json::json;

use super::*;
use crate::json;

fn buttons(counts: &[usize]) -> ButtonGrid {
    let button = |i| Button::new(format!("b{i}"), Action::direct_link("https://a.example/"));
    ButtonGrid::rows(counts.iter().map(|count| (0..*count).map(button).collect()).collect())
}

fn field(message: &Message) -> String {
    match message.check().unwrap_err() {
        Error::InvalidInput { field, .. } => field,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_known_member_is_not_in_extra() {
    let with = |name: &str| {
        let extra = Extra::from([(name.to_owned(), json!("x").into())]);
        Message { extra, ..Message::text("Hello") }
    };
    assert_eq!(field(&with("message")), "message");
    for name in ["new", "type"] {
        with(name).check().unwrap();
    }
    let mut button = Button::new("Open", Action::direct_link("https://a.example/"));
    button.extra.insert("caption".to_owned(), json!("Close").into());
    let message = Message::text("Hello").to_sender(vec![vec![button]]);
    assert_eq!(field(&message), "sender_buttons.rows[0].buttons[0].caption");
}

#[test]
fn a_message_is_written_as_specified_and_read_back() {
    let extra = Extra::from([("b".to_owned(), json!(1).into()), ("a".to_owned(), json!([2]).into())]);
    let message = Message { extra, ..Message::text("Hello") }
        .to_sender(vec![vec![Button::new("Open", Action::direct_link("https://a.example/")).icon_name(Icon::ADD)]])
        .to_receiver(vec![vec![Button::server("Accept", [("id", "7")]).icon(Icon::ADD)]]);
    message.check().unwrap();
    let wire = concat!(
        r#"{"type":"TEXT","message":"Hello","sender_buttons":{"rows":[{"buttons":["#,
        r#"{"action":{"open_direct_link":"https://a.example/"},"icon_name":"ADD","caption":"Open"}]}]},"#,
        r#""receiver_buttons":{"rows":[{"buttons":["#,
        r#"{"action":{"open_server_link":{"data":{"id":"7"}}},"icon":"ADD","caption":"Accept"}]}]},"a":[2],"b":1}"#,
    );
    assert_eq!(serde_json::to_string(&message).unwrap(), wire);
    assert_eq!(json::read::<Message>(wire.as_bytes()).unwrap(), message);
}

#[test]
fn media_has_no_type_and_another_type_is_kept() {
    assert_eq!(serde_json::to_string(&Message::media("m")).unwrap(), r#"{"media_token":"m"}"#);
    let text = r#"{"message":"a","type":"NEW"}"#;
    let message: Message = json::read(text.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&message).unwrap(), text);
}

#[test]
fn the_text_of_a_bot_message_is_text_message() {
    let message = BotMessage::text("Hi").buttons(buttons(&[1]));
    message.check().unwrap();
    let wire = serde_json::to_string(&message).unwrap();
    assert!(wire.starts_with(r#"{"type":"TEXT","text_message":"Hi","buttons":{"rows":["#), "{wire}");
    assert_eq!(json::read::<BotMessage>(wire.as_bytes()).unwrap(), message);
}

#[test]
fn a_grid_has_at_most_three_rows_of_three_buttons() {
    Message::text("a").to_receiver(buttons(&[3, 3, 3])).check().unwrap();
    for (counts, path) in [
        (&[1, 1, 1, 1][..], "receiver_buttons.rows"),
        (&[], "receiver_buttons.rows"),
        (&[3, 4], "receiver_buttons.rows[1].buttons"),
        (&[0], "receiver_buttons.rows[0].buttons"),
    ] {
        assert_eq!(field(&Message::text("a").to_receiver(buttons(counts))), path);
    }
}

#[test]
fn text_and_media_exclude_each_other_and_the_text_is_limited() {
    let both = Message { media_token: Some("m".into()), ..Message::text("a") };
    assert_eq!(field(&both), "media_token");
    assert_eq!(field(&Message::default()), "message");
    assert_eq!(field(&Message::text(" \n")), "message");
    assert_eq!(field(&Message::text("x".repeat(1 << 20))), "message");
    Message::text("س".repeat(MAX_TEXT_CHARS)).check().unwrap();
    assert!(BotMessage::default().check().unwrap_err().to_string().starts_with("text_message: "));
}

#[test]
fn an_invalid_button_is_reported_with_its_path() {
    let grid = |button: Button| {
        Message::text("a").to_receiver(vec![vec![Button::new("ok", Action::direct_link("https://a.example/")), button]])
    };
    let link = |url: &str| Button::new("c", Action::direct_link(url));
    for (button, path) in [
        (Button::new("", Action::direct_link("https://a.example/")), "caption"),
        (link("javascript:alert(1)"), "action.open_direct_link"),
        (link("data:text/html,x"), "action.open_direct_link"),
        (link("http://a.example/"), "action.open_direct_link"),
        (link("https://a.example/").icon("no icon"), "icon"),
        (Button::server("c", json!("text")), "action.open_server_link.data"),
    ] {
        assert_eq!(field(&grid(button)), format!("receiver_buttons.rows[0].buttons[1].{path}"));
    }
}

#[test]
fn a_button_has_exactly_one_action() {
    for action in ["{}", "null", r#"{"open_direct_link":"https://a.example/","open_server_link":{"data":{}}}"#] {
        let text = format!(r#"{{"message":"a","sender_buttons":{{"rows":[{{"buttons":[{{"action":{action}}}]}}]}}}}"#);
        let unreadable = json::read::<Message>(text.as_bytes()).unwrap_err();
        assert!(unreadable.path.starts_with("sender_buttons.rows[0].buttons[0]"), "{unreadable:?}");
        assert!(unreadable.reason.contains("exactly one"), "{unreadable:?}");
    }
}
