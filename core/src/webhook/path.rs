//! Paths of requests.

use std::borrow::Cow;

/// The path with its percent-encoded letters and digits as they are, which means the same (RFC 3986 6.2.2.2): `/events` of
/// `/%65vents`. Many frameworks do this before an app sees the path, some do not. Slashes and all else stay encoded.
pub(crate) fn decode_letters(path: &str) -> Cow<'_, str> {
    let Some(first) = path.find('%') else { return Cow::Borrowed(path) };
    let (mut decoded, mut rest) = (path[..first].to_owned(), &path[first..]);
    while let Some(character) = rest.chars().next() {
        let code = rest.strip_prefix('%').and_then(|code| u8::from_str_radix(code.get(..2)?, 16).ok());
        let letter = code.map(char::from).filter(char::is_ascii_alphanumeric);
        decoded.push(letter.unwrap_or(character));
        rest = &rest[letter.map_or(character.len_utf8(), |_| 3)..];
    }
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_decoded_and_all_else_stays() {
        for (path, decoded) in [
            ("/events", "/events"),
            ("/%65vents", "/events"),
            ("/%65%76ents/%37", "/events/7"),
            ("/event%73é%4a", "/eventséJ"),
            ("/events%2F%2e%2E%25%41", "/events%2F%2e%2E%25A"),
            ("/%", "/%"),
            ("/%6", "/%6"),
            ("/%zz%+f%é", "/%zz%+f%é"),
            ("/%2565", "/%2565"),
        ] {
            assert_eq!(decode_letters(path), decoded, "{path}");
        }
    }
}
