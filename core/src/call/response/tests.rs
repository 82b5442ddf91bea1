use super::*;
use crate::api::endpoints;

fn error(status: u16, body: &[u8]) -> ApiError {
    let response = Response { status, headers: HeaderMap::new(), body: body.to_vec().into() };
    api_error(endpoints::ADDONS_CREATE_ON_POST, &response, &["the-api-key".to_owned()])
}

#[test]
fn every_form_of_error_is_typed() {
    let rpc = error(412, br#"{"code":9,"message":"blocked","details":[{"@type":"x","n":1}]}"#);
    assert_eq!((rpc.kind, rpc.code, rpc.message.as_str()), (ApiErrorKind::PreconditionFailed, Some(9), "blocked"));
    assert_eq!(rpc.details.len(), 1);

    let oauth = error(401, br#"{"error":"invalid_client","error_description":"no"}"#);
    assert_eq!((oauth.kind, oauth.message.as_str()), (ApiErrorKind::Unauthorized, "invalid_client: no"));

    for (body, expected) in [
        (&b""[..], "no body"),
        (b"  \n", "no body"),
        (b"<html>Bad gateway</html>", "HTML"),
        (b"\xff\xfe", "not a JSON object"),
        (b"[1]", "not a JSON object"),
        (b"null", "not a JSON object"),
        (b"\"text\"", "not a JSON object"),
        (b"{\"code\":", "not a JSON object"),
    ] {
        let odd = error(502, body);
        assert_eq!((odd.kind, odd.code), (ApiErrorKind::Server, None));
        assert!(odd.message.contains(expected), "{}", odd.message);
    }
}

#[test]
fn a_429_of_a_call_with_a_limited_total_says_so_unless_another_quota_is_named() {
    let of = |endpoint, body: &str| {
        let response = Response { status: 429, headers: HeaderMap::new(), body: body.to_owned().into() };
        api_error(endpoint, &response, &[])
    };
    let searched = of(endpoints::FINDER_SEARCH, r#"{"code":8,"message":"used up"}"#);
    assert_eq!((searched.max_total_calls, searched.quota), (Some(100), None));
    assert!(searched.to_string().contains("An app may make this call 100 times in all"), "{searched}");
    let fast = of(endpoints::FINDER_SEARCH, r#"{"code":8,"message":"requests per minute"}"#);
    assert!(fast.to_string().contains("slow down") && !fast.to_string().contains("in all"), "{fast}");
    assert_eq!(of(endpoints::POSTS_GET, "{}").max_total_calls, None);
}

#[test]
fn a_member_of_the_wrong_type_does_not_affect_the_others() {
    let odd = error(400, br#"{"code":"x","message":"kept","details":{}}"#);
    assert_eq!((odd.code, odd.message.as_str(), odd.details.len()), (None, "kept", 0));
    let odd = error(400, br#"{"code":3,"message":5}"#);
    assert_eq!((odd.code, odd.message.as_str()), (Some(3), ""));
    assert_eq!(error(400, br#"{"error":123}"#).message, "");
}

#[test]
fn a_message_is_cut_and_has_no_control_characters() {
    let long = format!("{{\"message\":\"{}\\u0007\\u001b[31m\"}}", "x".repeat(5_000));
    assert_eq!(error(400, long.as_bytes()).message.len(), MAX_MESSAGE);
    assert_eq!(error(400, b"{\"message\":\"a\\u001b[31mb\"}").message, "a[31mb");
}

#[test]
fn an_echoed_credential_is_removed_even_where_the_message_is_cut() {
    let text = format!("{}the-api-key", "x".repeat(MAX_MESSAGE - 5));
    let body = serde_json::json!({"message": text, "details": [{"key": "the-api-key"}, {"n": 1}]});
    let hidden = error(400, body.to_string().as_bytes());
    assert!(hidden.message.ends_with("x***") && hidden.details.len() == 1, "{hidden:?}");
    // Two of the characters that a token may have are escaped in JSON.
    let secret = r#"a"b\c"#.to_owned();
    let echo = serde_json::json!({"key": secret}).to_string();
    let body = serde_json::json!({
        "message": format!("invalid: {echo}, {secret}"),
        "details": [{"key": secret}, {&secret: 1}, {"body": echo}, {"n": 1}],
    });
    let response = Response { status: 400, headers: HeaderMap::new(), body: body.to_string().into() };
    let hidden = api_error(endpoints::POSTS_GET, &response, &[secret]);
    assert_eq!(hidden.message, r#"invalid: {"key":"***"}, ***"#);
    assert_eq!(hidden.details.len(), 1, "{hidden:?}");
}

#[test]
fn the_quota_is_found_in_a_429() {
    for (body, expected) in [
        (&br#"{"code":8,"details":[{"description":"Requests per Minute"}]}"#[..], Some(Quota::Minute)),
        (br#"{"code":8,"message":"daily quota exceeded"}"#, Some(Quota::Day)),
        (br#"{"message":"10 a minute and 500 a day"}"#, None),
        (br#"{"details":[{"metric":"getPostRequestsPerDayPerProject"}]}"#, Some(Quota::Day)),
        (br#"{"message":"limits:\nday 500"}"#, Some(Quota::Day)),
        (br#"{"daily_quota":{"used":500}}"#, Some(Quota::Day)),
        (br#"{"message":"too many requests today, come back on Monday"}"#, None),
        (br#"{"message":"yesterday, someday, holidays, minutely"}"#, None),
        (b"quota of the day", Some(Quota::Day)),
        (b"<html>", None),
        (b"", None),
    ] {
        assert_eq!(error(429, body).quota, expected);
    }
    assert_eq!(error(400, b"{\"message\":\"day\"}").quota, None);
}

#[test]
fn only_a_403_names_the_permission() {
    let denied = error(403, b"{}");
    assert_eq!(denied.needs_permission.as_deref(), Some("ADD_ON_CREATE"));
    assert!(error(404, b"{}").needs_permission.is_none());
}
