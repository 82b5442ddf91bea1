//! The checksum that distinguishes the bodies of one event.

use xxhash_rust::xxh3::xxh3_128;

use crate::digest::hex;
use crate::json::members;

/// The members with the metadata of the subscription, under its current and its older name. A subscription may get other metadata
/// between two deliveries of one event, and two subscriptions with other metadata may deliver the same event.
const METADATA: [&str; 2] = ["metadata", "meta_data"];

/// XXH3 of a body without its metadata, in hex. White space around the body does not count, because an
/// [`Inbox`](crate::inbox::Inbox) does not keep it.
#[inline]
pub(super) fn body_digest(body: &[u8]) -> String {
    let body = body.trim_ascii();
    let hash = match without_metadata(body) {
        Some(rest) => xxh3_128(&rest),
        None => xxh3_128(body),
    };
    hex(&hash.to_be_bytes())
}

/// The body as it would be written without its metadata and the white space between its members. `None` if it has no metadata.
#[inline]
pub(super) fn without_metadata(body: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(body).ok()?;
    // Most bodies have none, and this search is faster than the members are found.
    if !METADATA.iter().any(|name| text.contains(name)) {
        return None;
    }
    let mut rest = Vec::with_capacity(body.len());
    for (name, value) in members(text)? {
        if METADATA.contains(&name.as_str()) {
            continue;
        }
        rest.extend_from_slice(if rest.is_empty() { b"{\"" } else { b",\"" });
        rest.extend_from_slice(name.as_str().as_bytes());
        rest.extend_from_slice(b"\":");
        rest.extend_from_slice(value.get().as_bytes());
    }
    rest.extend_from_slice(if rest.is_empty() { b"{}" } else { b"}" });
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_and_the_white_space_around_members_do_not_count() {
        let without = |text: &str| body_digest(text.as_bytes());
        let plain =
            r#"{"type":"T","new_message":{"metadata":{"a":1},"text":"\",\"metadata\":{"},"z":[1,{"metadata":2}]}"#;
        let expected = without(plain);
        assert_eq!(expected, hex(&xxh3_128(plain.as_bytes()).to_be_bytes()));
        let open = &plain[..plain.len() - 1];
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
    fn a_body_that_is_no_object_counts_as_a_whole() {
        for body in ["[\"metadata\"]", "\"metadata\"", "{\"metadata\":", "metadata"] {
            assert_eq!(body_digest(body.as_bytes()), hex(&xxh3_128(body.as_bytes()).to_be_bytes()), "{body}");
        }
    }
}
