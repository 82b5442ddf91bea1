//! Identifiers: their checks and their encoding in URLs.
//!
//! An identifier can be made from any string. It is checked when a request is built: first its characters, then it is
//! percent-encoded. Encoding alone is not enough, because it does not change `..`.

use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

mod grant_key;

pub use grant_key::GrantKey;

/// RFC 3986 "unreserved": all other characters are percent-encoded in a path segment or query value.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Percent-encodes a path segment or query value.
pub(crate) fn encode(value: &str) -> String {
    utf8_percent_encode(value, RESERVED).to_string()
}

/// Longest value in a URL, in bytes. Servers and proxies refuse URLs of about 8,000 bytes, so a longer value would fail with an error
/// that does not say why. It is no statement about the length of an identifier, which may grow (docs/platform.md#post-token).
pub(crate) const MAX_IN_URL: usize = 4096;

/// Checks that `value` can be a path segment without changing the meaning of the URL. Everything else is accepted,
/// because the form of the platform's identifiers may change (docs/platform.md#post-token).
fn check(value: &str, what: &str, also: &str) -> Result<()> {
    /// Characters that some servers or proxies treat as separators, encoded or not.
    const SEPARATORS: &str = "/\\?#%;";
    let allowed = |b: u8| b.is_ascii_graphic() && (!SEPARATORS.as_bytes().contains(&b) || also.as_bytes().contains(&b));
    let reason = if value.is_empty() {
        "must not be empty".to_owned()
    } else if value.len() > MAX_IN_URL {
        format!("must have at most {MAX_IN_URL} characters")
    } else if value.split('/').any(|part| matches!(part, "." | "..")) {
        "must have no . or .. as a step of a path".to_owned()
    } else if !value.bytes().all(allowed) {
        format!("may have only printable ASCII without spaces and without any of {SEPARATORS}")
    } else {
        return Ok(());
    };
    Err(Error::invalid(what, reason))
}

/// The checked, percent-encoded path segment of a word that has no type of its own. An error names `what`.
pub(crate) fn segment_of(value: &str, what: &str) -> Result<String> {
    check(value, what, "")?;
    Ok(encode(value))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $field:literal, also $also:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The identifier as the platform returned it.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Checks that it can be part of a URL without changing its meaning: printable ASCII, at most 4,096
            /// characters, because servers and proxies refuse long URLs.
            ///
            /// # Errors
            /// [`Error::InvalidInput`] with the field and the rule.
            pub fn check(&self) -> Result<()> {
                check(&self.0, $field, $also)
            }

            /// The checked, percent-encoded path segment. The error names `argument`, that of the call.
            pub(crate) fn segment(&self, argument: &str) -> Result<String> {
                check(&self.0, argument, $also)?;
                Ok(encode(&self.0))
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                Self(value)
            }
        }

        impl From<&String> for $name {
            fn from(value: &String) -> Self {
                Self(value.clone())
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                Self(value.to_owned())
            }
        }

        impl From<&$name> for $name {
            fn from(value: &$name) -> Self {
                value.clone()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// Public token of a post, such as `gZd7omnS`. Usually 8 or 9 characters, and may become longer
    /// (docs/platform.md#post-token).
    PostToken, "post_token", also ""
}
id! {
    /// Id of a conversation: so far a UUID (docs/platform.md#start-requests).
    ConversationId, "conversation_id", also ""
}
id! {
    /// Id of a user for one app, stable, and different for each app. Often base64 (docs/platform.md#users).
    UserId, "user_id", also "/"
}
id! {
    /// Token of a business (docs/platform.md#business-addons).
    BusinessToken, "business_token", also ""
}
id! {
    /// Id of a user add-on or a semantic record, returned by its creation: a UUID (docs/platform.md#user-addons).
    RecordId, "id", also ""
}

/// Whether `value` has the form of a UUID.
#[inline]
pub(crate) fn is_uuid(value: &str) -> bool {
    let Ok(bytes) = <&[u8; 36]>::try_from(value.as_bytes()) else { return false };
    // In a byte, so that the compiler counts several digits at once.
    let digits: u8 = bytes.iter().map(|byte| u8::from(byte.is_ascii_hexdigit())).sum();
    digits == 32 && [8, 13, 18, 23].iter().all(|index| bytes[*index] == b'-')
}

/// A mobile phone number, in any common spelling.
///
/// Accepts Persian, Arabic-Indic and full-width digits, spaces, dashes, invisible joiners and the prefixes `+98`,
/// `0098` and `98`. It is sent as `09` and nine digits. `Debug` hides the number.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Phone(pub String);

impl Phone {
    /// The number as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number in the platform's form: `09` and nine digits.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if it is not a mobile number. The error does not contain the number.
    pub fn normalized(&self) -> Result<String> {
        let mut digits = String::with_capacity(14);
        for c in self.0.chars() {
            match c {
                '+' if digits.is_empty() => digits.push('+'),
                ' ' | '-' | '(' | ')' | '\u{a0}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {}
                _ => digits.push(ascii_digit(c).ok_or_else(Self::refused)?),
            }
        }
        let national = ["+98", "0098", "98", "0"].iter().find_map(|prefix| digits.strip_prefix(prefix));
        match national {
            Some(rest) if rest.len() == 10 && rest.starts_with('9') => Ok(format!("0{rest}")),
            _ => Err(Self::refused()),
        }
    }

    pub(crate) fn segment(&self) -> Result<String> {
        self.normalized()
    }

    fn refused() -> Error {
        Error::invalid("phone", "must be a mobile number: 09 and nine digits, or +98 and ten digits")
    }
}

/// The ASCII digit for a digit of any script that Persian keyboards and forms use.
pub(crate) fn ascii_digit(c: char) -> Option<char> {
    let zero = match c {
        '0'..='9' => '0',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    char::from_digit(u32::from(c) - u32::from(zero), 10)
}

impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Phone(***)")
    }
}

impl From<String> for Phone {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl From<&String> for Phone {
    fn from(value: &String) -> Self {
        Self(value.clone())
    }
}

impl From<&str> for Phone {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}

impl From<&Phone> for Phone {
    fn from(value: &Phone) -> Self {
        value.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_is_accepted_in_every_spelling() {
        for spelling in [
            "09123456789",
            "+989123456789",
            "00989123456789",
            "989123456789",
            "0912 345-6789",
            "۰۹۱۲۳۴۵۶۷۸۹",
            "٠٩١٢٣٤٥٦٧٨٩",
            "０９１２３４５６７８９",
            "0912\u{200c}3456789",
        ] {
            assert_eq!(Phone::from(spelling).normalized().unwrap(), "09123456789", "{spelling}");
        }
    }

    #[test]
    fn other_numbers_are_refused_without_being_repeated() {
        for wrong in ["", "0912345678", "02112345678", "091234567890", "0912345678a", "+1 202 555 0100", "/09123456789"]
        {
            let error = Phone::from(wrong).normalized().unwrap_err().to_string();
            assert!(wrong.is_empty() || !error.contains(wrong), "{error}");
        }
    }

    #[test]
    fn an_unsafe_segment_is_refused() {
        for wrong in ["", " ", ".", "..", "a/b", "a\\b", "a?x=1", "a;b=c", "a\0b", "%2e%2e", "//evil.example/x", "۱۲۳"]
        {
            assert!(PostToken::from(wrong).segment("post").is_err(), "{wrong:?}");
        }
        assert!(PostToken::from("x".repeat(MAX_IN_URL)).segment("post").is_ok());
        assert!(PostToken::from("x".repeat(MAX_IN_URL + 1)).segment("post").is_err());
        for id in ["..", "../x", "a/../b", "a/.", "a\\b"] {
            assert!(UserId::from(id).segment("user").is_err(), "{id:?}");
        }
        assert_eq!(PostToken::from("a.b:c~d!e@f").segment("post").unwrap(), "a.b%3Ac~d%21e%40f");
        assert_eq!(PostToken::from("gZd7-om_S").segment("post").unwrap(), "gZd7-om_S");
        assert_eq!(UserId::from("a+b/c=").segment("user").unwrap(), "a%2Bb%2Fc%3D");
    }
}
