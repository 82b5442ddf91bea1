//! Start requests and dynamic actions.

use super::*;

const V1: &str = r#"{"callback_url":"https://old.example","post_token":"p","conversation_id":"c","user_id":"u1","peer_id":"u2",
    "supplier":{"id":"u1"},"demand":{"id":"u2"},"extra_data":{"provider_data":{"order":"7"}}}"#;
const V2: &str = r#"{"source":"CHAT_MESSAGE_ACTION","post_token":"p","conversation_id":"c","user_side":"Supply","user_id":"u1","extra_data":{"order":"7"}}"#;

fn start(versions: &[(&'static str, &'static str)], body: &str) -> Result<StartRequest, Rejection> {
    let headers: Vec<_> = HEAD.into_iter().chain(versions.iter().copied()).collect();
    webhooks().start("POST", &headers, body.as_bytes())
}

#[test]
fn a_start_request_is_decoded_in_both_structures_with_any_header() {
    for (body, version, name) in [(V1, StartVersion::V1, "1"), (V2, StartVersion::V2, "2")] {
        for headers in [
            &[][..],
            &[("API-Version", name)],
            &[("API_VERSION", name)],
            &[("api-version", name)],
            &[("api_version", name), ("Api-Version", name)],
            &[("API-Version", "")],
            &[("API-Version", "nonsense")],
            &[("API-Version", "nonsense"), ("API_VERSION", name)],
        ] {
            let request = start(headers, body).unwrap();
            assert_eq!(request.version, version, "{headers:?}");
            assert_eq!(request.user_side, Some(UserSide::Supply));
            assert_eq!(request.extra_data.unwrap().as_str(), r#"{"order":"7"}"#);
            assert!(request.notes.is_empty(), "{:?}", request.notes);
        }
    }
}

#[test]
fn if_the_two_spellings_disagree_the_hyphen_is_used_and_noted() {
    for (headers, version) in [
        ([("API-Version", "2"), ("API_VERSION", "1")], StartVersion::V2),
        ([("API_VERSION", "2"), ("API-Version", "1")], StartVersion::V1),
    ] {
        let request = start(&headers, V2).unwrap();
        assert_eq!(request.version, version);
        assert_eq!(request.notes.len(), 1);
    }
}

#[test]
fn a_dynamic_action_is_decoded() {
    let body = r#"{"touchpoint":"CHAT","user_side":"demand","extra_data":{"a":[1]}}"#;
    let request = webhooks().dynamic_action("POST", &HEAD, body.as_bytes()).unwrap();
    assert_eq!((request.touchpoint, request.user_side), (Touchpoint::Chat, Some(UserSide::Demand)));
}

#[test]
fn start_requests_and_dynamic_actions_need_the_key() {
    let none: [(&str, &str); 0] = [];
    assert_eq!(status(webhooks().start("POST", &none, b"{bad")), 401);
    assert_eq!(status(webhooks().dynamic_action("POST", &none, b"{bad")), 401);
    for body in ["{bad", "", "[]", "3"] {
        assert_eq!(status(start(&[], body)), 400, "{body}");
        assert_eq!(status(webhooks().dynamic_action("POST", &HEAD, body.as_bytes())), 400, "{body}");
    }
    assert_eq!(status(webhooks().body_limit(1).start("POST", &HEAD, b"{}")), 413);
}
