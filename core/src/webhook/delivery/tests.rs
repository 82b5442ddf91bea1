//! Tests of `delivery`.

use proptest::prelude::*;

use super::*;
use crate::model::chat::SenderType;
use crate::model::event::{PostUpdateType, TransactionState};
use crate::model::money::Rials;

const MESSAGE: &str = r#"{
        "type": "NEW_MESSAGE",
        "new_message": {
            "id": "e7a08a2c-8ee4-11ef-af85-0242ac120002",
            "conversation": {"id": "c-1", "type": "POST", "post_token": "gZd7omnS"},
            "sender": {"side": "SELLER", "type": "USER"},
            "type": "TEXT", "sent_at": 1729429926140000, "text": "سلام \u0000👋"
        },
        "metadata": {"id": 7}
    }"#;

fn parse(text: &str) -> Delivery {
    Delivery::parse(text.as_bytes()).unwrap()
}

fn message(text: &str) -> ChatMessage {
    parse(text).event.message().cloned().unwrap_or_default()
}

fn malformed(text: &str) -> (String, String) {
    match parse(text).event {
        Event::Malformed { kind, reason, body } => {
            assert_eq!(body.as_str(), text.trim());
            (kind, reason)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_member_of_a_new_message_is_read() {
    let delivery = parse(MESSAGE);
    let Event::NewMessage { message } = &delivery.event else { panic!("{delivery:?}") };
    assert_eq!(message.text(), Some("سلام \0👋"));
    assert_eq!(message.sender.kind, SenderType::Human);
    assert_eq!(message.sender.side, SenderSide::Seller);
    assert_eq!(message.conversation.post_token, Some("gZd7omnS".into()));
    assert_eq!(delivery.sent_at().unwrap().timestamp_micros(), 1_729_429_926_140_000);
    assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), r#"{"id": 7}"#);
    assert_eq!(delivery.dedupe_key, "message:e7a08a2c-8ee4-11ef-af85-0242ac120002");
    assert_eq!((delivery.dedupe_window_seconds, delivery.legacy, delivery.notes.len()), (None, false, 0));
}

#[test]
fn an_event_is_unchanged_after_writing_and_reading() {
    let first = parse(MESSAGE);
    let again = parse(first.event.body(first.metadata.as_ref()).unwrap().as_str());
    // The order of the members may differ.
    assert_eq!(Delivery { body_digest: first.body_digest.clone(), ..again }, first);
}

#[test]
fn both_spellings_are_read_and_the_use_of_both_is_noted() {
    let old = r#"{"type":"PAYMENT_TRANSACTION","payment_transaction":{"id":"a","cost_rials":"5"},"meta_data":[1]}"#;
    let delivery = parse(old);
    let Event::PaymentTransaction { transaction } = &delivery.event else { panic!("{delivery:?}") };
    assert_eq!(transaction.cost, Some(Rials::new(5)));
    assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), "[1]");
    assert!(delivery.notes.is_empty());

    let both = r#"{"meta_data":{"a":1},"metadata":{"b":2},"type":"PAYMENT_TRANSACTION",
            "payment_transaction":{"id":"old"},"transaction":{"id":"new"}}"#;
    let delivery = parse(both);
    let Event::PaymentTransaction { transaction } = &delivery.event else { panic!("{delivery:?}") };
    assert_eq!(transaction.id, "new");
    assert_eq!(delivery.metadata.as_ref().unwrap().as_str(), r#"{"b":2}"#);
    assert_eq!(delivery.notes.len(), 2);
}

#[test]
fn the_legacy_form_becomes_a_new_message() {
    let delivery = parse(
        r#"{"type":"CHAT_MESSAGE","timestamp":"1730120961","payload":{"id":"7651e778-6231-11f0-8000-000000000000",
                "type":"TEXT","sent_at":"1730120961634000","data":{"text":"hi"},"sender":{"id":"u1","is_supply":true},
                "receiver":{"id":"u2","is_supply":false},
                "metadata":{"category":"light","post_token":"gZd7omnS","title":"Car"}}}"#,
    );
    let Event::NewMessage { message } = &delivery.event else { panic!("{delivery:?}") };
    assert!(delivery.legacy);
    assert_eq!(message.text(), Some("hi"));
    assert_eq!(message.sender.side, SenderSide::Seller);
    assert_eq!(message.sender.extra["id"].as_str(), "\"u1\"");
    assert_eq!(message.sent_at.unwrap().timestamp_micros(), 1_730_120_961_634_000);
    assert_eq!(message.conversation.post_token, Some("gZd7omnS".into()));
    assert_eq!(message.conversation.extra["title"].as_str(), "\"Car\"");
    assert!(message.extra.contains_key("receiver"));
    assert_eq!(delivery.dedupe_key, "message:7651e778-6231-11f0-8000-000000000000");
}

#[test]
fn an_unknown_member_of_the_legacy_form_is_not_read_as_one_of_the_current_form() {
    let delivery = parse(
        r#"{"type":"CHAT_MESSAGE","payload":{"type":"TEXT","text":"other","image_data":5,"x":1,
                "data":{"text":"hi","id":"other","x":2},"sender":{"side":"other","type":"other","name":"A"},
                "metadata":{"id":"other","type":"other","title":"Car"}}}"#,
    );
    let written = delivery.event.body(None).unwrap();
    assert_eq!(
        written.as_str(),
        r#"{"new_message":{"conversation":{"type":"POST","title":"Car"},"sender":{"name":"A"},"type":"TEXT","text":"hi","x":1},"type":"NEW_MESSAGE"}"#
    );
    assert_eq!(parse(written.as_str()).event, delivery.event);
    let notes = delivery.notes.join("\n");
    assert_eq!(delivery.notes.len(), 4, "{notes}");
    assert!(notes.contains("payload.data: ") && notes.contains(": id, x") && !notes.contains("other\""), "{notes}");
}

#[test]
fn a_removed_post_has_only_its_token() {
    let delivery = parse(r#"{"type":"POST_UPDATE","post_update":{"type":"RETIRE","post":{"token":"gZd7omnS"}}}"#);
    let Event::PostUpdate { update } = &delivery.event else { panic!("{delivery:?}") };
    assert_eq!(update.kind, PostUpdateType::Retire);
    assert_eq!(update.post.token.as_str(), "gZd7omnS");
    assert!(!update.post.has("category"));
}

#[test]
fn a_message_may_lack_its_text_its_side_or_its_type() {
    let lacks_text = message(r#"{"type":"NEW_MESSAGE","new_message":{"type":"TEXT"}}"#);
    assert_eq!(lacks_text.text(), Some(""));
    let lacks_type = message(r#"{"type":"NEW_CHATBOT_MESSAGE","new_chatbot_message":{"text":"/start MY_POST a"}}"#);
    assert_eq!(lacks_type.text(), Some("/start MY_POST a"));
    assert_eq!(lacks_type.sender.side, SenderSide::default());
}

#[test]
fn an_unreadable_event_is_kept_and_not_refused() {
    for (text, kind, reason) in [
        ("{}", "", "type is missing"),
        (r#"{"type":""}"#, "", "type is missing"),
        (r#"{"type":null}"#, "", "type is missing"),
        (
            r#"{"type":7,"new_message":{}}"#,
            "",
            "type is missing; type: invalid type, expected a string at line 1 column 9: left out",
        ),
        (r#"{"type":"NEW_MESSAGE"}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
        (r#"{"type":"NEW_MESSAGE","new_message":null}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
        (r#"{"type":"NEW_MESSAGE","post_update":{}}"#, "NEW_MESSAGE", "NEW_MESSAGE came without its data"),
        (r#"{"type":"CHAT_MESSAGE"}"#, "CHAT_MESSAGE", "CHAT_MESSAGE came without its data"),
    ] {
        assert_eq!(malformed(text), (kind.to_owned(), reason.to_owned()), "{text}");
    }
    let (kind, reason) = malformed(r#"{"type":"NEW_MESSAGE","new_message":"0912"}"#);
    assert_eq!(kind, "NEW_MESSAGE");
    assert!(reason.contains("new_message") && !reason.contains("0912"), "{reason}");
    let (kind, reason) = malformed(r#"{"type":"NEW_MESSAGE","new_message":{},"new_message":{"id":"x"}}"#);
    assert_eq!(kind, "NEW_MESSAGE");
    assert!(reason.contains("duplicate"), "{reason}");
}

#[test]
fn one_unreadable_member_does_not_affect_the_rest() {
    for odd in [r#""sent_at":"yesterday""#, r#""conversation":{"id":5}"#, r#""contact_data":"x""#] {
        let delivery =
            parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"text":"hi",{odd}}},"transaction":9}}"#));
        assert_eq!(delivery.event.message().and_then(ChatMessage::text), Some("hi"), "{odd}");
        assert_eq!(delivery.notes.len(), 2, "{:?}", delivery.notes);
    }
}

#[test]
fn a_body_with_two_types_is_an_error() {
    for text in [
        r#"{"type":"NEW_MESSAGE","type":"POST_UPDATE","new_message":{}}"#,
        r#"{"type":"X","x":1,"type":"X"}"#,
        r#"{"type":"NEW_MESSAGE","new_message":{"sent_at":"x"},"t\u0079pe":"X"}"#,
    ] {
        let error = Delivery::parse(text.as_bytes()).unwrap_err();
        assert!(error.code() == "decode" && error.to_string().contains("twice"), "{error}");
    }
}

#[test]
fn an_unpaired_surrogate_replaces_one_character() {
    let delivery = parse(
        r#"{"type":"NEW_MESSAGE","new_message":{"id":"7","text":"hi \ud83d"},"metadata":{"a":"\udc4b"},"b":"\ud83d"}"#,
    );
    assert_eq!(delivery.event.message().and_then(ChatMessage::text), Some("hi \u{fffd}"));
    assert_eq!(delivery.metadata.unwrap().value(), serde_json::json!({"a": "\u{fffd}"}));
    assert_eq!(
        (delivery.notes.as_slice(), delivery.dedupe_key.as_str()),
        (&[HALF_CHARACTER.to_owned()][..], "message:7")
    );
}

#[test]
fn an_unknown_type_keeps_the_whole_body() {
    let text = r#"{"type":"NEW_THING","new_thing":{"a":1e400}}"#;
    let Event::Unknown { kind, body } = parse(text).event else { panic!() };
    assert_eq!((kind.as_str(), body.as_str()), ("NEW_THING", text));
}

#[test]
fn a_body_that_is_not_one_json_object_is_an_error() {
    let deep = format!(r#"{{"type":"X","a":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    let text = r#"{"type":"NEW_MESSAGE"} {}"#;
    for body in ["", "[]", "7", "null", "{bad", "{'type':1}", "\u{feff}\u{feff}{}", text, &deep] {
        let error = Delivery::parse(body.as_bytes()).expect_err(&body.chars().take(40).collect::<String>());
        assert_eq!(error.code(), "decode");
    }
    assert!(Delivery::parse(b"{\"type\":\"\xff\"}").is_err());
}

#[test]
fn metadata_is_not_interpreted() {
    for metadata in [r#""text""#, "[1,2]", r#"{"__proto__":{"a":1}}"#, "1e400"] {
        let delivery = parse(&format!(r#"{{"type":"X","metadata":{metadata}}}"#));
        assert_eq!(delivery.metadata.unwrap().as_str(), metadata);
    }
}

#[test]
fn an_id_of_allowed_length_identifies_a_message() {
    let longest = "x".repeat(256);
    for id in ["7", "a b", "E7A0", &longest] {
        let delivery = parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"{id}","text":"hi"}}}}"#));
        assert_eq!(delivery.dedupe_key, format!("message:{id}"));
        assert_eq!(delivery.dedupe_window_seconds, None);
    }
}

#[test]
fn a_message_without_a_usable_id_is_identified_by_its_body() {
    let long = "x".repeat(1 << 20);
    let too_long = "x".repeat(257);
    for id in ["", &too_long, &long] {
        let delivery = parse(&format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"{id}","text":"hi"}}}}"#));
        assert_eq!(delivery.dedupe_key.len(), "body:".len() + 64);
        assert_eq!(delivery.dedupe_window_seconds, Some(120));
    }
}

#[test]
fn metadata_does_not_change_the_digest_that_identifies_an_event() {
    let key = |text: &str| parse(text).dedupe_key;
    let plain = key(r#"{"type":"POST_UPDATE","post_update":{"type":"PUBLISH"}}"#);
    for other in [
        r#"{ "metadata": {"a":1}, "type":"POST_UPDATE", "post_update":{"type": "PUBLISH"} }"#,
        r#"{"type":"POST_UPDATE","post_update":{"type":"PUBLISH"},"meta_data":7}"#,
    ] {
        assert_eq!(key(other), plain, "{other}");
    }
    assert_ne!(key(r#"{"type":"POST_UPDATE","post_update":{"type":"PUBLISH","metadata":1}}"#), plain);
}

#[test]
fn each_state_of_a_transaction_is_an_event() {
    let key = |state: TransactionState| {
        parse(&format!(
            r#"{{"type":"PAYMENT_TRANSACTION","transaction":{{"id":"E7A08A2C-8ee4-41ef-af85-0242ac120002","state":"{state}"}}}}"#
        ))
        .dedupe_key
    };
    assert_eq!(
        key(TransactionState::Pending),
        "transaction:e7a08a2c-8ee4-41ef-af85-0242ac120002:TRANSACTION_STATE_PENDING"
    );
    assert_ne!(key(TransactionState::Pending), key(TransactionState::Completed));
}

#[test]
fn a_digest_does_not_depend_on_white_space_between_tokens() {
    let key = |text: &str| parse(text).dedupe_key;
    let compact = r#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"a \" b"}}"#;
    let spaced = r#"{ "type" : "USER_ACCESS_REVOCATION",
            "user_access_revocation":{"user_id": "a \" b"}}"#;
    assert_eq!(key(compact), key(spaced));
    assert_ne!(key(compact), key(&compact.replace("a \\\" b", "a\\\" b")));
}

#[test]
fn a_label_names_the_event_and_has_none_of_its_content() {
    let label = |text: &str| parse(text).label();
    assert_eq!(label(MESSAGE), "NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-0242ac120002");
    assert!(label(r#"{"type":"A\nB","a":"0912"}"#).lines().count() == 1);
    assert!(label(r#"{"a":"0912"}"#).starts_with("an event without a type body:"));
    assert!(label(&format!(r#"{{"type":"{}"}}"#, "x".repeat(5000))).len() < 300);
}

#[test]
fn debug_shows_no_phone_number() {
    let contact = r#""contact_data":{"name":"A","phone":"09123456789"}"#;
    for text in [
        format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"type":"CONTACT",{contact}}}}}"#),
        format!(r#"{{"type":"NEW_THING","new_thing":{{{contact}}}}}"#),
        format!(r#"{{"type":7,{contact}}}"#),
    ] {
        let shown = format!("{:?}", parse(&text));
        assert!(!shown.contains("0912345"), "{shown}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
        let _ = Delivery::parse(&bytes);
    }

    #[test]
    fn any_object_with_a_type_is_a_delivery(kind in "[A-Z_]{0,20}", member in "[a-z_]{1,12}", number: i64) {
        let text = serde_json::json!({"type": kind, member: {"id": number}}).to_string();
        prop_assert!(Delivery::parse(text.as_bytes()).is_ok());
    }
}
