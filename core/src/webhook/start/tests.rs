//! Tests of `start`.

use serde_json::json;

use super::*;

const V1: &str = r#"{"callback_url":"https://p.example/back","post_token":"gZd7omnS","conversation_id":"c",
        "user_id":"u1","peer_id":"u2","supplier":{"id":"u2"},"demand":{"id":"u1"},
        "extra_data":{"location":{"latitude":1,"longitude":2},"provider_data":{"id":"7"}}}"#;

#[test]
fn a_chatbot_start_has_the_place_and_its_object() {
    let start = |text| BotStart::parse(text).unwrap();
    assert_eq!(start("/start MY_POST gZd7omnS").post_token, Some("gZd7omnS".into()));
    assert_eq!(start(" /start  DEMAND_POST\tgZd7omnS ").touchpoint, Touchpoint::DemandPost);
    assert_eq!(start("/start CHAT c1").conversation_id, Some("c1".into()));
    assert_eq!(start("/start CHAT c1").post_token, None);
    assert_eq!(start("/start MY_DIVAR"), BotStart { touchpoint: Touchpoint::MyDivar, ..BotStart::default() });
    assert_eq!(start("/start NEW_PLACE x").touchpoint.as_str(), "NEW_PLACE");
    for other in ["", "hello", "/start", "/started MY_POST a", "say /start MY_POST a"] {
        assert_eq!(BotStart::parse(other), None, "{other:?}");
    }
}

fn parse(text: &str, version: Option<&str>) -> StartRequest {
    StartRequest::parse(text.as_bytes(), version).unwrap()
}

#[test]
fn version_two_is_read() {
    let request = parse(
        r#"{"source":"CHAT_MESSAGE_ACTION","post_token":null,"conversation_id":"c","user_side":"Supply",
                "user_id":"u=","extra_data":{"id":"7"},"completion_url":"https://p.example/","new":1}"#,
        Some("2"),
    );
    assert_eq!((request.version, request.source), (StartVersion::V2, StartSource::ChatMessageAction));
    assert_eq!(request.post_token, None);
    assert_eq!(request.user_side, Some(UserSide::Supply));
    assert_eq!(request.extra_data.unwrap().as_str(), r#"{"id":"7"}"#);
    assert!(request.extra.contains_key("new"));
}

#[test]
fn version_one_is_read_into_the_same_type() {
    for version in [None, Some("1"), Some("")] {
        let request = parse(V1, version);
        assert_eq!(request.version, StartVersion::V1);
        assert_eq!(request.user_side, Some(UserSide::Demand));
        assert_eq!(request.peer_id, Some("u2".into()));
        assert_eq!(request.extra_data.unwrap().value(), json!({"id": "7"}));
        assert_eq!(request.location.unwrap().value(), json!({"latitude": 1, "longitude": 2}));
        assert_eq!(request.completion_url.as_deref(), Some("https://p.example/back"));
    }
}

#[test]
fn a_location_is_not_data_of_the_action() {
    let request = parse(r#"{"peer_id":"u2","extra_data":{"location":{"latitude":1}}}"#, None);
    assert_eq!((request.extra_data, request.location.is_some()), (None, true));
}

#[test]
fn the_version_is_found_by_header_or_else_by_members() {
    assert_eq!(parse("{}", None).version, StartVersion::V2);
    assert_eq!(parse("{}", Some("1")).version, StartVersion::V1);
    assert_eq!(parse(V1, Some("2")).version, StartVersion::V2);
    assert_eq!(parse("{}", Some("3")).version, StartVersion::Unknown { value: "3".into() });
}

#[test]
fn data_has_two_names_and_case_is_ignored() {
    let request = parse(r#"{"provider_data":{"a":1},"user_side":"demand","source":"POST_ADODN"}"#, None);
    assert_eq!(request.extra_data.unwrap().value(), json!({"a": 1}));
    assert_eq!((request.user_side, request.source), (Some(UserSide::Demand), StartSource::PostAddon));
    let both = parse(r#"{"provider_data":{"a":1},"extra_data":{"b":2}}"#, None);
    assert_eq!(both.extra_data.unwrap().value(), json!({"b": 2}));
    assert_eq!(both.notes.len(), 1);
    let odd = parse(r#"{"user_side":"Both"}"#, None);
    assert_eq!(odd.user_side, Some(UserSide::Unknown { value: "Both".into() }));
}

#[test]
fn a_malformed_request_is_an_error() {
    for text in ["", "[]", "{bad", "{} {}"] {
        assert_eq!(StartRequest::parse(text.as_bytes(), None).unwrap_err().code(), "decode", "{text}");
    }
}

#[test]
fn a_reply_has_the_version_of_its_request() {
    let reply = StartReply::new("https://app.example/start?s=1");
    assert_eq!(reply.body(&StartVersion::V2).unwrap().as_str(), r#"{"url":"https://app.example/start?s=1"}"#);
    let old = reply.body(&StartVersion::V1).unwrap().value();
    assert_eq!(old, json!({"status": "200", "message": "success", "url": "https://app.example/start?s=1"}));
    StartReply::new("http://127.0.0.1:8080/").check().unwrap();
    for wrong in ["", "/start", "http://app.example/", "javascript:alert(1)"] {
        assert!(StartReply::new(wrong).check().unwrap_err().to_string().starts_with("url: "));
    }
}

#[test]
fn a_dynamic_action_is_parsed_and_its_reply_written() {
    let text = br#"{"touchpoint":"CHAT","conversation_id":"c","user_side":"supply","extra_data":{"a":{"b":1}}}"#;
    let request = DynamicActionRequest::parse(text).unwrap();
    assert_eq!((request.touchpoint, request.user_side), (Touchpoint::Chat, Some(UserSide::Supply)));
    let reply = DynamicActionReply::action(Action::direct_link("https://a.example/")).with_text("Done");
    reply.check().unwrap();
    let wire = json!({"action": {"open_direct_link": "https://a.example/"}, "text_message": "Done"});
    assert_eq!(serde_json::to_value(&reply).unwrap(), wire);
    DynamicActionReply::text("Done").check().unwrap();
    assert!(DynamicActionReply::default().check().is_err());
    let wrong = DynamicActionReply::action(Action::direct_link("ftp://a.example/")).check().unwrap_err();
    assert!(wrong.to_string().starts_with("action.open_direct_link: "));
}

#[test]
fn a_direct_link_is_read_from_its_address() {
    let query = DirectLink::parse(
        "https://app.example/?post_token=gZd7omnS&post_token=other&return_url=https%3A%2F%2Fp.example&brand=a+b#x",
    );
    assert_eq!(query.post_token, Some("gZd7omnS".into()));
    assert_eq!(query.completion_url.as_deref(), Some("https://p.example"));
    assert_eq!(query.parameters, HashMap::from([("brand".to_owned(), "a b".to_owned())]));
    assert_eq!(DirectLink::parse(""), DirectLink::default());
    assert_eq!(DirectLink::parse("post_token="), DirectLink::default());
    assert_eq!(DirectLink::parse("https://app.example/"), DirectLink::default());
}
