//! SHA-256 and its hexadecimal form, and checksums of JSON objects.

use sha2::{Digest, Sha256};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// Lower-case hex.
#[inline]
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| if four < 10 { b'0' + four } else { b'a' - 10 + four };
    let mut text = vec![0; bytes.len() * 2];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
    }
    String::from_utf8(text).unwrap_or_default()
}

/// SHA-256 in hex.
pub(crate) fn sha256(data: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(data))
}

/// The first 8 bytes of the SHA-256 in hex: enough to distinguish values, not to protect against forgery.
pub(crate) fn short_sha256(data: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(data).get(..8).unwrap_or_default())
}

/// XXH3 of a JSON object without its members of these names. White space around it does not count, because an
/// [`Inbox`](crate::inbox::Inbox) does not keep it.
#[inline]
pub(crate) fn checksum(object: &[u8], left_out: &[&str]) -> String {
    let object = object.trim_ascii();
    // Few objects have such a member, and the search is faster than the members are found.
    let may_have = std::str::from_utf8(object).is_ok_and(|text| left_out.iter().any(|name| text.contains(name)));
    let hash = if may_have { checksum_of_members(object, left_out) } else { xxh3_128(object) };
    hex(&hash.to_be_bytes())
}

/// Equal to the checksum of the object as it would be written without these members and the white space between the others.
fn checksum_of_members(object: &[u8], left_out: &[&str]) -> u128 {
    let is_kept = |member: &&[u8]| {
        let name = member.strip_prefix(b"\"");
        !left_out.iter().any(|left_out| {
            name.and_then(|it| it.strip_prefix(left_out.as_bytes())).is_some_and(|rest| rest.starts_with(b"\""))
        })
    };
    let mut hash = Xxh3::new();
    hash.update(b"{");
    let mut before: &[u8] = b"";
    for member in members(object).into_iter().filter(is_kept) {
        hash.update(before);
        hash.update(member);
        before = b",";
    }
    hash.update(b"}");
    hash.digest128()
}

/// The members of a JSON object as they are written, without the white space around them.
fn members(object: &[u8]) -> Vec<&[u8]> {
    let (mut members, mut start, mut depth, mut in_string, mut escaped) = (Vec::new(), 1, 0, false, false);
    for (index, byte) in object.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 1 => {
                members.push(object.get(start..index).unwrap_or_default().trim_ascii());
                start = index + 1;
            }
            _ => {}
        }
    }
    members.push(object.get(start..object.len().saturating_sub(1)).unwrap_or_default().trim_ascii());
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_are_left_out_do_not_count() {
        let without = |text: &str| checksum(text.as_bytes(), &["metadata", "meta_data"]);
        let plain =
            r#"{"type":"T","new_message":{"metadata":{"a":1},"text":"\",\"metadata\":{"},"z":[1,{"metadata":2}]}"#;
        let expected = checksum(plain.as_bytes(), &[]);
        assert_eq!(without(plain), expected);
        let open = &plain[..plain.len() - 1];
        for other in [
            format!(r#"{open},"metadata":{{"id":7}}}}"#),
            format!(r#"{open} , "meta_data" : {{"id":"}},{{","b":[1,2]}} }}"#),
            plain.replacen('{', r#"{"metadata":{"id":8},"#, 1),
            plain.replace(r#""z""#, r#""metadata":null,"z""#),
        ] {
            assert_eq!(without(&format!("\n{other} ")), expected, "{other}");
            assert_ne!(checksum(other.as_bytes(), &[]), expected, "{other}");
        }
        for other in
            [plain.replace(":1", ":3"), plain.replace("\"T\"", "\"U\""), plain.replace("\"z\"", "\"metadata_\"")]
        {
            assert_ne!(without(&other), expected, "{other}");
        }
        assert_eq!(without(r#"{"metadata":{}}"#), without("{}"));
    }
}
