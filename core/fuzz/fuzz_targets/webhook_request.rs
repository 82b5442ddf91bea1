//! Fuzzes the receiver of webhook requests: any request to the app. The first line is the method and the kind of request that
//! the app expects (`event`, `start` or `action`), the lines up to an empty one are headers, the rest is the body. `$KEY` stands
//! for the valid identification key.

#![no_main]

use libfuzzer_sys::fuzz_target;
use open_platform::webhook::{IdentificationKey, KeyRing, Rejection, Reply, Webhooks};
use open_platform_fuzz::check_error;

const KEY: &str = "identification-key-0123456789";

fuzz_target!(|request: &[u8]| {
    let at = request.windows(2).position(|pair| pair == b"\n\n").unwrap_or(request.len());
    let (head, body) = (&request[..at], request.get(at + 2..).unwrap_or_default());
    let mut lines = head.split(|byte| *byte == b'\n');
    let first = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let (method, expected) = first.split_once(' ').unwrap_or((&first, "event"));
    let headers: Vec<(String, Vec<u8>)> = lines
        .filter_map(|line| {
            let colon = line.iter().position(|byte| *byte == b':')?;
            let value = if line[colon + 1..].trim_ascii() == b"$KEY" { KEY.as_bytes() } else { &line[colon + 1..] };
            Some((String::from_utf8_lossy(&line[..colon]).into_owned(), value.to_vec()))
        })
        .collect();
    let webhooks =
        Webhooks::new(KeyRing::new([IdentificationKey::new("k1", KEY)]).expect("a valid key")).body_limit(64 * 1024);

    let outcome: Result<(), Rejection> = match expected {
        "start" => webhooks.start(method, &headers, body).map(drop),
        "action" => webhooks.dynamic_action(method, &headers, body).map(drop),
        _ => webhooks.event(method, &headers, body).map(drop),
    };
    let knows_key = headers
        .iter()
        .any(|(name, value)| name.eq_ignore_ascii_case("authorization") && value.trim_ascii() == KEY.as_bytes());
    match outcome {
        Ok(()) => assert!(method == "POST" && knows_key, "accepted without the key"),
        Err(rejection) => {
            assert!(matches!(rejection.status, 400 | 401 | 405 | 413 | 415), "{rejection:?}");
            assert!(
                knows_key || rejection.status != 400 || rejection.reason.contains("Content-Length"),
                "{rejection:?}"
            );
            let sent: Vec<&str> = headers
                .iter()
                .filter(|(name, _)| name.eq_ignore_ascii_case("authorization"))
                .filter_map(|(_, value)| std::str::from_utf8(value.trim_ascii()).ok())
                // A short value may be a word of the error texts, as in "Authorization: Authorization".
                .filter(|value| value.len() >= 16)
                .chain([KEY])
                // A reason names the invalid member, and a sender who knows the key can choose the name of a member.
                .filter(|value| !body.windows(value.len()).any(|part| part == value.as_bytes()))
                .collect();
            check_error(&rejection, &sent);
            let reply: Reply = rejection.reply();
            assert!(reply.body.is_empty(), "the response to a refused request has no body");
        }
    }
});
