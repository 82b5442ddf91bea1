//! The rows of the bad-input list for webhook requests, and the header rules.

use http::{HeaderMap, HeaderName, HeaderValue};
use proptest::prelude::*;

use super::*;
use crate::webhook::{Key, KeyRing};

const KEY: &str = "identification-key-0123456789";
const JSON: (&str, &[u8]) = ("Content-Type", b"application/json");

fn webhooks() -> Webhooks {
    Webhooks::new(KeyRing::new([Key::new("k1", KEY)]).unwrap())
}

fn status<T>(result: Result<T, Rejection>) -> u16 {
    result.map_or_else(|rejection| rejection.status, |_| 200)
}

/// The status for these headers, beside a right content type.
fn head(headers: &[(&str, &[u8])]) -> u16 {
    let mut all = vec![JSON];
    all.extend_from_slice(headers);
    status(webhooks().authenticate("POST", &all))
}

/// The status for these headers, beside the right key.
fn keyed(headers: &[(&str, &[u8])]) -> u16 {
    let mut all = vec![("Authorization", KEY.as_bytes())];
    all.extend_from_slice(headers);
    status(webhooks().authenticate("POST", &all))
}

#[test]
fn exactly_one_authorization_that_is_the_key_and_nothing_more() {
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
fn a_header_map_works_like_a_list() {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.append("authorization", HeaderValue::from_static(KEY));
    assert_eq!(webhooks().authenticate(http::Method::POST, &headers).unwrap().key_id(), "k1");
    headers.append("authorization", HeaderValue::from_static(KEY));
    assert_eq!(status(webhooks().authenticate(http::Method::POST, &headers)), 401);
}

#[test]
fn a_huge_or_non_ascii_value_is_just_wrong() {
    assert_eq!(head(&[("Authorization", "k".repeat(16 * 1024).as_bytes())]), 401);
    assert_eq!(head(&[("Authorization", "کلید-identification".as_bytes())]), 401);
    assert_eq!(head(&[("Authorization", b"\xff\xfe\x00")]), 401);
}

#[test]
fn a_key_may_have_any_bytes_that_fit_a_header() {
    let key = "کلید-شناسایی-دیوار";
    let webhooks = Webhooks::new(KeyRing::new([Key::new("persian", key)]).unwrap());
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    headers.insert("authorization", HeaderValue::from_bytes(key.as_bytes()).unwrap());
    assert_eq!(webhooks.authenticate("POST", &headers).unwrap().key_id(), "persian");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn whatever_authorization_holds_the_answer_is_200_or_401(value in proptest::collection::vec(any::<u8>(), 0..80)) {
        let expected = if value == KEY.as_bytes() { 200 } else { 401 };
        prop_assert_eq!(head(&[("Authorization", &value)]), expected);
    }

    #[test]
    fn the_key_with_any_byte_around_it_is_200_only_for_white_space(byte in any::<u8>(), before in any::<bool>()) {
        let value = if before { [&[byte], KEY.as_bytes()].concat() } else { [KEY.as_bytes(), &[byte]].concat() };
        let expected = if byte == b' ' || byte == b'\t' { 200 } else { 401 };
        prop_assert_eq!(head(&[("Authorization", &value)]), expected);
    }

    #[test]
    fn no_header_of_any_name_makes_trouble(
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
fn only_post_is_accepted_and_it_is_asked_first() {
    for method in ["GET", "PUT", "HEAD", "OPTIONS", "DELETE", "post", "POST ", "", "\u{0}"] {
        assert_eq!(
            status(webhooks().authenticate(method, &[("Authorization", KEY), ("Content-Type", "application/json")])),
            405
        );
        assert_eq!(status(webhooks().authenticate(method, &[("Content-Length", "9999999")])), 405);
    }
}

#[test]
fn the_body_must_be_said_to_be_plain_json() {
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
fn a_stripped_header_is_explained_until_one_arrives() {
    let webhooks = webhooks();
    let none: [(&str, &str); 0] = [];
    let reason = || webhooks.authenticate("POST", &none).unwrap_err().reason;
    assert!(reason().contains("WSGIPassAuthorization") && reason().contains("proxy_set_header"));
    let _ = webhooks.authenticate("POST", &[("Authorization", "x")]);
    assert_eq!(reason(), "no Authorization header arrived");
}

#[test]
fn no_reason_holds_what_arrived_or_the_key() {
    let mut headers = vec![(HeaderName::from_static("authorization"), "secret-of-somebody-else-0123")];
    let wrong = webhooks().authenticate("POST", &headers).unwrap_err();
    headers.push((HeaderName::from_static("content-length"), "tampered"));
    let framing = webhooks().authenticate("POST", &headers).unwrap_err();
    for shown in [format!("{wrong} {wrong:?}"), format!("{framing} {framing:?}"), format!("{:?}", webhooks())] {
        assert!(!shown.contains("secret-of") && !shown.contains("tampered") && !shown.contains(KEY), "{shown}");
    }
}
