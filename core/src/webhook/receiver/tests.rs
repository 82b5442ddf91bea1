//! The rows of the bad-input list for webhook requests, and the header rules.

mod starts;

use http::{HeaderMap, HeaderName, HeaderValue};
use proptest::prelude::*;

use super::*;
use crate::model::chat::MessageContent;
use crate::testing::ManualClock;
use crate::webhook::Event;
use crate::webhook::start::{StartVersion, Touchpoint, UserSide};
use crate::webhook::{IdentificationKey, KeyRing, Reply};

const KEY: &str = "identification-key-0123456789";
const JSON: (&str, &[u8]) = ("Content-Type", b"application/json");

fn webhooks() -> Webhooks {
    Webhooks::new(KeyRing::new([IdentificationKey::new("k1", KEY)]).unwrap())
}

fn status<T>(result: Result<T, Rejection>) -> u16 {
    result.map_or_else(|rejection| rejection.status, |_| 200)
}

/// The status for these headers, with a correct content type.
fn head(headers: &[(&str, &[u8])]) -> u16 {
    let mut all = vec![JSON];
    all.extend_from_slice(headers);
    status(webhooks().authenticate("POST", &all))
}

/// The status for these headers, with the correct key.
fn keyed(headers: &[(&str, &[u8])]) -> u16 {
    let mut all = vec![("Authorization", KEY.as_bytes())];
    all.extend_from_slice(headers);
    status(webhooks().authenticate("POST", &all))
}

#[test]
fn only_one_authorization_that_is_exactly_the_key_is_accepted() {
    let joined = format!("{KEY}, {KEY}");
    let key = KEY.as_bytes();
    let tail = [key, b"\xa0"].concat();
    let bell = [key, b"\x07"].concat();
    for (case, headers, expected) in [
        ("right", &[("Authorization", key)][..], 200),
        ("any case of the name", &[("AUTHORIZATION", key)], 200),
        ("white space around", &[("authorization", b" \tidentification-key-0123456789\t ")], 200),
        ("none", &[], 401),
        ("empty", &[("Authorization", b"")], 401),
        ("only white space", &[("Authorization", b" \t ")], 401),
        ("twice the same", &[("Authorization", key), ("authorization", key)], 401),
        ("right then wrong", &[("Authorization", key), ("Authorization", b"x")], 401),
        ("wrong then right", &[("Authorization", b"x"), ("Authorization", key)], 401),
        ("joined by a proxy", &[("Authorization", joined.as_bytes())], 401),
        ("with a scheme", &[("Authorization", b"Bearer identification-key-0123456789")], 401),
        ("other case", &[("Authorization", b"IDENTIFICATION-KEY-0123456789")], 401),
        ("cut short", &[("Authorization", b"identification-key-012345678")], 401),
        ("quoted", &[("Authorization", b"\"identification-key-0123456789\"")], 401),
        ("no-break space behind", &[("Authorization", &tail)], 401),
        ("control character behind", &[("Authorization", &bell)], 401),
        ("in another header", &[("X-Authorization", key)], 401),
    ] {
        assert_eq!(head(headers), expected, "{case}");
    }
}

#[test]
fn every_401_has_the_same_shape() {
    let expired = IdentificationKey::new("old", "identification-key-of-before").not_after(chrono::DateTime::UNIX_EPOCH);
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("k1", KEY), expired]).unwrap());
    let key = KEY.as_bytes();
    let cases: [&[(&str, &[u8])]; 5] = [
        &[],
        &[("Authorization", b"")],
        &[("Authorization", b"a-guess")],
        &[("Authorization", b"identification-key-of-before")],
        &[("Authorization", key), ("Authorization", key)],
    ];
    for headers in cases {
        let reply = webhooks.authenticate("POST", headers).unwrap_err().reply();
        let expected = Reply { status: 401, close: true, ..Reply::default() };
        assert_eq!(reply, expected, "no header, no body, and no connection that waits for more");
    }
}

/// A body that sends some bytes and then stays open.
#[cfg(feature = "http")]
struct UnfinishedBody(Option<&'static [u8]>);

#[cfg(feature = "http")]
impl hyper::body::Body for UnfinishedBody {
    type Data = &'static [u8];
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        match self.0.take() {
            Some(bytes) => std::task::Poll::Ready(Some(Ok(hyper::body::Frame::data(bytes)))),
            None => std::task::Poll::Pending,
        }
    }
}

#[cfg(feature = "http")]
#[tokio::test(start_paused = true)]
async fn a_body_is_read_within_its_limits_of_size_and_time() {
    let webhooks = webhooks().body_limit(10);
    let accepted = webhooks.authenticate("POST", &[("Authorization", KEY.as_bytes()), JSON]).unwrap();
    let full = |bytes: &'static [u8]| http_body_util::Full::new(bytes);
    assert_eq!(accepted.read(full(b"0123456789")).await.unwrap(), b"0123456789");
    assert_eq!(accepted.read(full(b"")).await.unwrap(), b"");
    assert_eq!(accepted.read(full(b"0123456789a")).await.unwrap_err().status, 413);
    assert_eq!(
        accepted.read(UnfinishedBody(Some(b"0123456789a"))).await.unwrap_err().status,
        413,
        "without waiting for the end"
    );
    let begin = tokio::time::Instant::now();
    let rejection = accepted.read(UnfinishedBody(Some(b"012"))).await.unwrap_err();
    assert_eq!((rejection.status, begin.elapsed().as_secs(), rejection.reply().close), (408, 8, true));
}

#[test]
fn a_header_map_works_like_a_list() {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.append("authorization", HeaderValue::from_static(KEY));
    assert_eq!(webhooks().authenticate(http::Method::POST, &headers).unwrap().key_id(), "k1");
    headers.append("authorization", HeaderValue::from_static(KEY));
    assert_eq!(status(webhooks().authenticate(http::Method::POST, &headers)), 401);
}

#[test]
fn a_huge_or_non_ascii_value_is_refused() {
    assert_eq!(head(&[("Authorization", "k".repeat(16 * 1024).as_bytes())]), 401);
    assert_eq!(head(&[("Authorization", "کلید-identification".as_bytes())]), 401);
    assert_eq!(head(&[("Authorization", b"\xff\xfe\x00")]), 401);
}

#[test]
fn a_key_may_have_any_bytes_that_fit_a_header() {
    let key = "کلید-شناسایی-دیوار";
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("persian", key)]).unwrap());
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.insert("authorization", HeaderValue::from_bytes(key.as_bytes()).unwrap());
    assert_eq!(webhooks.authenticate("POST", &headers).unwrap().key_id(), "persian");
}

/// `OPEN_PLATFORM_ROUNDS` sets another number.
fn rounds() -> ProptestConfig {
    let asked = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(100_000))
}

proptest! {
    #![proptest_config(rounds())]

    /// Random bytes, or the key with one byte changed or added.
    #[test]
    fn any_authorization_results_in_200_or_401(
        any in proptest::collection::vec(any::<u8>(), 0..80),
        (kind, at, byte) in (0..3, 0..KEY.len(), any::<u8>()),
    ) {
        let mut value = if kind == 0 { any } else { KEY.as_bytes().to_vec() };
        match kind {
            1 => value[at] = byte,
            2 => value.insert(at, byte),
            _ => {}
        }
        let expected = if trimmed(&value) == KEY.as_bytes() { 200 } else { 401 };
        prop_assert_eq!(head(&[("Authorization", &value)]), expected);
    }
}

/// Removes the white space that HTTP allows around a value.
fn trimmed(value: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t');
    let begin = value.iter().position(is_text).unwrap_or(value.len());
    let end = value.iter().rposition(is_text).map_or(begin, |last| last + 1);
    &value[begin..end]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn the_key_with_an_extra_byte_is_accepted_only_for_white_space(byte in any::<u8>(), before in any::<bool>()) {
        let value = if before { [&[byte], KEY.as_bytes()].concat() } else { [KEY.as_bytes(), &[byte]].concat() };
        let expected = if byte == b' ' || byte == b'\t' { 200 } else { 401 };
        prop_assert_eq!(head(&[("Authorization", &value)]), expected);
    }

    #[test]
    fn headers_of_any_name_are_handled(
        name in "[!-~]{1,20}",
        value in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        prop_assert!([200, 400, 401, 413, 415].contains(&keyed(&[JSON, (&name, &value)])));
    }
}

#[test]
fn every_single_byte_is_refused_alone() {
    for byte in 0..=255_u8 {
        assert_eq!(head(&[("Authorization", &[byte])]), 401, "{byte:#x}");
    }
}

#[test]
fn the_method_is_checked_first_and_only_post_is_accepted() {
    for method in ["GET", "PUT", "HEAD", "OPTIONS", "DELETE", "post", "POST ", "", "\u{0}"] {
        assert_eq!(
            status(webhooks().authenticate(method, &[("Authorization", KEY), ("Content-Type", "application/json")])),
            405
        );
        assert_eq!(status(webhooks().authenticate(method, &[("Content-Length", "9999999")])), 405);
    }
}

#[test]
fn the_content_type_must_be_plain_json() {
    for (value, expected) in [
        ("application/json", 200),
        ("Application/JSON", 200),
        ("application/json;charset=utf-8", 200),
        (" application/json ; charset=UTF-8 ; x=\"a,b\"", 200),
        ("application/json, text/plain", 415),
        ("application/jsonp", 415),
        ("application/problem+json", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
        ("json", 415),
    ] {
        assert_eq!(keyed(&[("content-type", value.as_bytes())]), expected, "{value}");
    }
    assert_eq!(keyed(&[]), 415);
    assert_eq!(keyed(&[JSON, JSON]), 415);
    assert_eq!(keyed(&[JSON, ("Content-Encoding", b"gzip")]), 415);
    assert_eq!(keyed(&[JSON, ("Content-Encoding", b"")]), 415);
    assert_eq!(keyed(&[JSON, ("Content-Encoding", b"identity")]), 200);
    assert_eq!(keyed(&[JSON, ("Content-Encoding", b"identity"), ("Content-Encoding", b"gzip")]), 415);
}

#[test]
fn the_announced_size_must_be_one_number_within_the_limit() {
    for (value, expected) in [
        ("0", 200),
        ("262144", 200),
        ("262145", 413),
        ("99999999999999999999999999", 413),
        ("-1", 400),
        ("+1", 400),
        ("1,1", 400),
        ("", 400),
        ("0x10", 400),
    ] {
        assert_eq!(keyed(&[JSON, ("Content-Length", value.as_bytes())]), expected, "{value}");
    }
    let length: (&str, &[u8]) = ("Content-Length", b"10");
    assert_eq!(keyed(&[JSON, length, length]), 400);
    assert_eq!(keyed(&[JSON, length, ("Transfer-Encoding", b"chunked")]), 400);
    assert_eq!(keyed(&[JSON, ("Transfer-Encoding", b"chunked")]), 200);
}

#[test]
fn the_order_of_checks_is_method_size_key_type() {
    let big: (&str, &[u8]) = ("Content-Length", b"999999999");
    assert_eq!(status(webhooks().authenticate("POST", &[big])), 413, "size before key");
    assert_eq!(status(webhooks().authenticate("POST", &[("Content-Type", "text/plain")])), 401, "key before type");
}

#[test]
fn a_missing_header_is_explained_until_a_key_has_arrived() {
    let webhooks = webhooks();
    let none: [(&str, &str); 0] = [];
    let reason = || webhooks.authenticate("POST", &none).unwrap_err().reason;
    assert!(reason().contains("WSGIPassAuthorization") && reason().contains("proxy_set_header"));
    let _ = webhooks.authenticate("POST", &[("Authorization", "x")]);
    assert_eq!(reason(), "no Authorization header arrived");
}

#[test]
fn no_reason_contains_the_received_value_or_the_key() {
    let mut headers = vec![(HeaderName::from_static("authorization"), "secret-of-somebody-else-0123")];
    let wrong = webhooks().authenticate("POST", &headers).unwrap_err();
    headers.push((HeaderName::from_static("content-length"), "tampered"));
    let framing = webhooks().authenticate("POST", &headers).unwrap_err();
    for shown in [format!("{wrong} {wrong:?}"), format!("{framing} {framing:?}"), format!("{:?}", webhooks())] {
        assert!(!shown.contains("secret-of") && !shown.contains("tampered") && !shown.contains(KEY), "{shown}");
    }
}

const HEAD: [(&str, &str); 2] = [("Authorization", KEY), ("Content-Type", "application/json")];

fn event(body: &str) -> Result<Delivery, Rejection> {
    webhooks().event("POST", &HEAD, body.as_bytes())
}

fn message(text: &str) -> String {
    format!(
        r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"e7a08a2c-8ee4-11ef-af85-0242ac120002","type":"TEXT","sent_at":1729429926140000,"text":{text}}}}}"#
    )
}

#[test]
fn an_event_is_decoded() {
    let delivery = event(&message("\"hello\"")).unwrap();
    assert!(matches!(delivery.event, Event::NewMessage { .. }));
    assert!(delivery.dedupe_key.contains("e7a08a2c-8ee4-11ef-af85-0242ac120002"));
}

#[test]
fn a_body_beyond_the_limit_is_refused() {
    let padded = |length: usize| message(&format!("\"{}\"", "x".repeat(length - message("\"\"").len())));
    assert!(event(&padded(DEFAULT_BODY_LIMIT)).is_ok());
    assert_eq!(status(event(&padded(DEFAULT_BODY_LIMIT + 1))), 413);
    let small = webhooks().body_limit(10);
    assert_eq!(status(small.event("POST", &HEAD, b"{\"type\":\"A\"}")), 413);
}

#[test]
fn only_a_body_that_is_not_a_json_object_is_refused() {
    let deep = format!("{{\"type\":\"A\",\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for body in ["", "{bad", "{} {}", "{'type':1}", "\u{feff}\u{feff}{}", "null x", deep.as_str()] {
        assert_eq!(status(event(body)), 400, "{}", &body[..body.len().min(40)]);
    }
    assert_eq!(status(webhooks().event("POST", &HEAD, b"{\"type\":\"\xff\"}")), 400);
}

#[test]
fn nothing_is_parsed_before_the_key_is_verified() {
    let deep = "[".repeat(100_000);
    for body in ["{bad", deep.as_str(), "\u{0}"] {
        let result = webhooks().event("POST", &[("Content-Type", "application/json")], body.as_bytes());
        assert_eq!(status(result), 401);
    }
}

#[test]
fn an_event_with_invalid_content_is_accepted() {
    for body in [
        r#"{}"#,
        r#"{"type":3}"#,
        r#"{"type":""}"#,
        r#"{"type":null}"#,
        r#"{"type":{"a":[]}}"#,
        r#"{"type":"NEW_MESSAGE"}"#,
        r#"{"type":"NEW_MESSAGE","new_message":null}"#,
        r#"{"type":"NEW_MESSAGE","new_message":[1]}"#,
        r#"{"type":"NEW_MESSAGE","new_message":{"id":7}}"#,
        r#"{"type":"POST_UPDATE","post_update":"x"}"#,
        r#"{"type":"PAYMENT_TRANSACTION"}"#,
        r#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":{}}}"#,
        r#"{"type":"CHAT_MESSAGE"}"#,
        r#"{"type":"CHAT_MESSAGE","payload":3}"#,
    ] {
        let delivery = event(body).unwrap_or_else(|rejection| panic!("{body}: {rejection}"));
        assert!(!delivery.dedupe_key.is_empty(), "{body}");
    }
    for body in [r#"{"type":"NEW_MESSAGE"}"#, r#"{"type":""}"#, r#"{"type":3}"#, "{}"] {
        assert!(matches!(event(body).unwrap().event, Event::Malformed { .. }), "{body}");
    }
}

#[test]
fn an_unknown_event_keeps_its_body() {
    let Event::Unknown { kind, body } = event(r#"{"type":"NEW_THING","new_thing":{"n":1e400}}"#).unwrap().event else {
        panic!("not unknown")
    };
    assert_eq!(kind, "NEW_THING");
    assert!(body.as_str().contains("1e400"));
}

#[test]
fn unusual_message_ids_give_usable_dedupe_keys() {
    let with_id = |id: &str| format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":{id},"text":"a"}}}}"#);
    let missing = r#"{"type":"NEW_MESSAGE","new_message":{"text":"a"}}"#;
    let huge = with_id(&format!("\"{}\"", "i".repeat(200_000)));
    for body in [missing, &with_id("\"\""), &with_id("\"not a uuid\""), &huge] {
        let delivery = event(body).unwrap();
        assert!(!delivery.dedupe_key.is_empty() && delivery.dedupe_key.len() < 200, "{}", delivery.dedupe_key.len());
        assert_eq!(delivery.dedupe_key, event(body).unwrap().dedupe_key);
    }
    assert_ne!(event(missing).unwrap().dedupe_key, event(&missing.replace("\"a\"", "\"b\"")).unwrap().dedupe_key);
}

#[test]
fn metadata_is_opaque_and_the_documented_spelling_has_precedence() {
    let with = |members: &str| event(&format!(r#"{{"type":"NEW_THING",{members}}}"#)).unwrap();
    let big = format!("{{\"__proto__\":{{\"x\":\"{}\"}}}}", "y".repeat(100_000));
    for value in ["\"text\"", "[1,2]", "{}", "1e999", big.as_str()] {
        assert_eq!(with(&format!("\"metadata\":{value}")).metadata.unwrap().as_str(), value);
        assert_eq!(with(&format!("\"meta_data\":{value}")).metadata.unwrap().as_str(), value);
    }
    let both = with(r#""meta_data":1,"metadata":2"#);
    assert_eq!(both.metadata.unwrap().as_str(), "2");
    assert!(both.notes.iter().any(|note| note.contains("meta_data")), "{:?}", both.notes);
}

#[test]
fn a_text_is_preserved_byte_for_byte() {
    let text = "🎉\u{202e}rtl\u{200f} نیم\u{200c}فاصله \u{0}";
    let Event::NewMessage { message: received } = event(&message(&serde_json::to_string(text).unwrap())).unwrap().event
    else {
        panic!("not a message")
    };
    assert!(matches!(received.content, MessageContent::Text { text: ref kept } if kept == text));
}

#[test]
fn the_age_of_a_message_is_reported() {
    let sent = 1_729_429_926;
    let delivery = event(&message("\"a\"")).unwrap();
    let clock = |offset: i64| ManualClock::at(chrono::DateTime::from_timestamp(sent + offset, 0).unwrap());
    let at = |offset: i64| webhooks().clock(clock(offset)).freshness(&delivery);
    let refused = |webhooks: Webhooks, offset: i64| {
        let webhooks = webhooks.clock(clock(offset));
        webhooks
            .event("POST", &[("Authorization", KEY.as_bytes()), JSON], message("\"a\"").as_bytes())
            .map_err(|rejection| rejection.status)
    };
    let strict = || webhooks().reject_stale(true);
    assert!(refused(webhooks(), 73 * 3600).is_ok());
    assert_eq!(refused(strict(), 73 * 3600), Err(403));
    assert!(refused(strict(), 71 * 3600).is_ok());
    assert!(refused(strict().stale_after(Duration::MAX), 73 * 3600).is_ok());
    assert_eq!(at(60), Freshness::Fresh { age_seconds: 59 });
    assert_eq!(at(-200), Freshness::Fresh { age_seconds: 0 });
    assert_eq!(at(73 * 3600), Freshness::Stale { age_seconds: 73 * 3600 - 1 });
    assert_eq!(at(-1000), Freshness::Future { ahead_seconds: 1000 });
    let other = event(r#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"u"}}"#).unwrap();
    assert_eq!(webhooks().freshness(&other), Freshness::Unknown);
}

proptest! {
    #[test]
    fn any_body_is_handled(body in proptest::collection::vec(any::<u8>(), 0..200)) {
        let result = webhooks().event("POST", &HEAD, &body);
        prop_assert!([200, 400].contains(&status(result)));
    }

    #[test]
    fn an_authenticated_object_is_never_refused(
        kind in "NEW_MESSAGE|NEW_CHATBOT_MESSAGE|POST_UPDATE|PAYMENT_TRANSACTION|USER_ACCESS_REVOCATION|CHAT_MESSAGE|[A-Z]{0,5}",
        member in "new_message|new_chatbot_message|post_update|transaction|payment_transaction|user_access_revocation|payload",
        value in "null|true|-7|\"x\"|\\[\\]|\\{\\}|\\{\"id\":[1\"]1?|\\{\"post\":3\\}|\\{\"sent_at\":\"never\"\\}",
    ) {
        let body = format!("{{\"type\":\"{kind}\",\"{member}\":{value}}}");
        let valid = serde_json::from_str::<serde_json::Value>(&body).is_ok();
        prop_assert_eq!(status(event(&body)), if valid { 200 } else { 400 }, "{}", body);
    }
}

#[test]
fn a_body_that_is_not_json_is_refused_without_a_path() {
    let headers: [(&str, &[u8]); 2] = [("Authorization", KEY.as_bytes()), JSON];
    let refused = webhooks().event("POST", &headers, b"{x").unwrap_err();
    assert_eq!(refused.reason, "the body cannot be read: key must be a string at line 1 column 2");
}
