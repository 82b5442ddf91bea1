//! The checksum that distinguishes the bodies of one event.

use std::borrow::Cow;

use xxhash_rust::xxh3::xxh3_128;

use crate::digest::hex;
use crate::json::{Json, members};

/// The members with the metadata of the subscription, under its current and its older name. A subscription may get other metadata
/// between two deliveries of one event, and two subscriptions with other metadata may deliver the same event.
const METADATA: [&str; 2] = ["metadata", "meta_data"];

/// XXH3 of what [`without_metadata`] leaves of a body, in hex.
#[inline]
pub(super) fn body_digest(content: &[u8]) -> String {
    hex(&xxh3_128(content).to_be_bytes())
}

/// The body without its metadata: what the deliveries of one event have in common. White space around the body does not count,
/// because an [`Inbox`](crate::inbox::Inbox) does not keep it. The brace that closes the body is left out: so the members before the
/// metadata are one piece of the body, which is not copied. `metadata` is the value of the only metadata that was found when the
/// body was parsed.
#[inline]
pub(super) fn without_metadata<'a>(body: &'a [u8], metadata: Option<&Json>) -> Cow<'a, [u8]> {
    let body = body.trim_ascii();
    let open = body.strip_suffix(b"}").unwrap_or(body);
    match metadata.and_then(|value| without_last(open, value.as_str())) {
        Some(rest) => Cow::Borrowed(rest),
        None => without_any(body).map_or(Cow::Borrowed(open), Cow::Owned),
    }
}

/// The body without its last member, if that is this metadata and has no white space around it. The platform sends it like this,
/// and the members need not be parsed a second time.
#[inline]
fn without_last<'a>(open: &'a [u8], value: &str) -> Option<&'a [u8]> {
    open.strip_suffix(value.as_bytes())?.strip_suffix(b",\"metadata\":")
}

/// The body as it would be written without its metadata, the white space between its members and its last brace. `None` if it has
/// no metadata.
fn without_any(body: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok()?;
    // Most bodies have none, and this search is faster than the members are found.
    if !METADATA.iter().any(|name| text.contains(name)) {
        return None;
    }
    let mut rest = Vec::with_capacity(body.len());
    rest.push(b'{');
    for (name, value) in members(text)? {
        if METADATA.contains(&name.as_str()) {
            continue;
        }
        rest.extend_from_slice(if rest.len() == 1 { b"\"" } else { b",\"" });
        rest.extend_from_slice(name.as_str().as_bytes());
        rest.extend_from_slice(b"\":");
        rest.extend_from_slice(value.get().as_bytes());
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_and_the_white_space_around_members_do_not_count() {
        let without = |text: &str| body_digest(&without_metadata(text.as_bytes(), None));
        let plain =
            r#"{"type":"T","new_message":{"metadata":{"a":1},"text":"\",\"metadata\":{"},"z":[1,{"metadata":2}]}"#;
        let expected = without(plain);
        let open = &plain[..plain.len() - 1];
        assert_eq!(expected, hex(&xxh3_128(open.as_bytes()).to_be_bytes()));
        for other in [
            format!(r#"{open},"metadata":{{"id":7}}}}"#),
            format!(r#"{open} , "meta_data" : {{"id":"}},{{","b":[1,2]}} }}"#),
            plain.replacen('{', r#"{"metadata":{"id":8},"#, 1),
            plain.replace(r#""z""#, r#""metadata":null,"z""#),
        ] {
            assert_eq!(without(&format!("\n{other} ")), expected, "{other}");
            assert_ne!(hex(&xxh3_128(other.as_bytes()).to_be_bytes()), expected, "{other}");
        }
        for other in
            [plain.replace(":1", ":3"), plain.replace("\"T\"", "\"U\""), plain.replace("\"z\"", "\"metadata_\"")]
        {
            assert_ne!(without(&other), expected, "{other}");
        }
        assert_eq!(without(r#"{"metadata":{}}"#), without("{}"));
    }

    #[test]
    fn metadata_that_is_the_last_member_is_found_without_parsing() {
        let plain = r#"{"type":"T","text":"\",\"metadata\":7""#;
        let with = |value: &str| format!(r#"{plain},"metadata":{value}}}"#);
        for value in ["7", "null", r#""}""#, r#"{"metadata":7}"#, r#"[",\"metadata\":[]"]"#] {
            let (body, json) = (with(value), serde_json::from_str::<Json>(value).unwrap());
            let open = &body[..body.len() - 1];
            assert_eq!(without_last(open.as_bytes(), value), Some(plain.as_bytes()), "{body}");
            assert_eq!(without_metadata(body.as_bytes(), Some(&json)), plain.as_bytes(), "{body}");
            assert_eq!(without_metadata(body.as_bytes(), None), plain.as_bytes(), "{body}");
        }
        assert_eq!(without_last(r#"{"z":{"metadata":7}"#.as_bytes(), "7"), None);
        assert_eq!(without_last(r#"{"z":",\"metadata\":7""#.as_bytes(), "7"), None);
    }

    #[test]
    fn a_body_that_is_no_object_counts_as_a_whole() {
        for body in ["[\"metadata\"]", "\"metadata\"", "{\"metadata\":", "metadata"] {
            assert_eq!(without_metadata(body.as_bytes(), None), body.as_bytes(), "{body}");
        }
    }
}
