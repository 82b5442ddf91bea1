//! The response of the token endpoint (docs/platform.md#token-response). An error here would
//! force the user to log in again, so optional members that cannot be read are ignored. The protocol is in `session`.

use crate::error::{DecodeError, Result};
use crate::json::{self, Extra, Json, Unreadable, record};
use crate::secret::Secret;

/// Lifetime that is assumed if the platform sends none, in seconds.
pub const ASSUMED_LIFETIME: i64 = 3600;

/// Longest lifetime that is accepted, in seconds: 30 days, the lifetime of a refresh token. A longer one is reduced to
/// it.
pub const MAX_LIFETIME: i64 = 30 * 24 * 3600;

/// Longest token that is accepted, in bytes.
pub(crate) const MAX_TOKEN_BYTES: usize = 16 * 1024;

/// A granted access token. `Debug` shows no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenReply {
    /// The access token, sent with every call for the user.
    pub access_token: Secret,
    /// The refresh token. `None` without the scope `offline_access`; after a refresh `None` means that the old refresh
    /// token remains valid (RFC 6749 section 6).
    pub refresh_token: Option<Secret>,
    /// Lifetime of the access token in seconds: 1 to [`MAX_LIFETIME`].
    pub expires_in: i64,
    /// Whether `expires_in` is [`ASSUMED_LIFETIME`], because the platform sent no usable value.
    pub expires_in_assumed: bool,
    /// The granted scopes, separated by spaces; `None` if the platform sent none.
    pub scope: Option<String>,
}

/// The response in JSON.
#[derive(Default)]
struct Body {
    access_token: String,
    token_type: String,
    expires_in: Option<Json>,
    scope: Option<Json>,
    refresh_token: Option<String>,
    #[expect(dead_code, reason = "unknown members are not used")]
    extra: Extra,
}
record!(Body { access_token, token_type, expires_in, scope, refresh_token });

impl TokenReply {
    /// Parses the body of a response with status 200.
    ///
    /// # Errors
    /// [`Error::Decode`](crate::Error::Decode) if the body is not exactly one JSON object with a usable `bearer`
    /// token: duplicate members, text after the object, an empty token, a token of more than 16 KiB, or one with
    /// spaces, line breaks or other characters that are not allowed in a header. The error contains nothing of the
    /// body.
    pub fn parse(body: &[u8]) -> Result<Self> {
        Self::read(body)
            .map_err(|unreadable| DecodeError::of_document("token reply", unreadable.path, unreadable.reason).into())
    }

    /// Like [`parse`](Self::parse), for a caller that knows the request.
    pub(crate) fn read(body: &[u8]) -> Result<Self, Unreadable> {
        let body: Body = json::read(body)?;
        // A missing type is accepted as the only type that the platform has. An error would force a new login.
        if !body.token_type.is_empty() && !body.token_type.eq_ignore_ascii_case("bearer") {
            return Err(Unreadable::at("token_type", "must be bearer"));
        }
        let (expires_in, expires_in_assumed) = match body.expires_in.as_ref().and_then(seconds) {
            Some(seconds) => (seconds.clamp(1, MAX_LIFETIME), false),
            None => (ASSUMED_LIFETIME, true),
        };
        Ok(Self {
            access_token: token(body.access_token, "access_token")?,
            refresh_token: body
                .refresh_token
                .filter(|token| !token.is_empty())
                .map(|refresh| token(refresh, "refresh_token"))
                .transpose()?,
            expires_in,
            expires_in_assumed,
            // A scope in an unexpected form must not make the tokens unusable.
            scope: body.scope.and_then(|scope| scope.to().ok()),
        })
    }
}

/// Whether all characters are visible ASCII: a token is sent in a header (RFC 6749 appendix A.12).
fn token(value: String, member: &str) -> Result<Secret, Unreadable> {
    let value = Secret::new(value);
    let text = value.expose();
    if text.is_empty() || text.len() > MAX_TOKEN_BYTES || !text.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(Unreadable::at(member, "must have 1 to 16384 visible ASCII characters"));
    }
    Ok(value)
}

/// Whole seconds from a number or its text. A number that is too large becomes the largest one.
fn seconds(expires_in: &Json) -> Option<i64> {
    let text = expires_in.as_str().trim_matches('"').trim();
    // Without this check, the words `inf` and `nan` would be read as numbers.
    if !text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b)) {
        return None;
    }
    // `as` saturates, and the result is clamped to 30 days, which a float represents exactly.
    text.parse::<f64>().ok().map(|number| number as i64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<TokenReply, Unreadable> {
        TokenReply::read(text.as_bytes())
    }

    fn with_lifetime(value: &str) -> TokenReply {
        read(&format!(r#"{{"access_token":"ory_at_x","token_type":"bearer","expires_in":{value}}}"#)).unwrap()
    }

    #[test]
    fn a_complete_reply_is_read_and_its_debug_output_has_no_token() {
        let reply = read(
            r#"{"access_token":"ory_at_x","expires_in":3600,"scope":"USER_PHONE offline_access",
                "token_type":"Bearer","refresh_token":"ory_rt_y","id_token":"z"}"#,
        )
        .unwrap();
        assert_eq!(reply.access_token.expose(), "ory_at_x");
        assert_eq!(reply.refresh_token.as_ref().unwrap().expose(), "ory_rt_y");
        assert_eq!((reply.expires_in, reply.expires_in_assumed), (3600, false));
        assert_eq!(reply.scope.as_deref(), Some("USER_PHONE offline_access"));
        let shown = format!("{reply:?}");
        assert!(!shown.contains("ory_") && !shown.contains("\"z\""), "{shown}");
    }

    #[test]
    fn an_invalid_reply_is_refused_without_repeating_it() {
        let long = format!(r#"{{"access_token":"{}","token_type":"bearer"}}"#, "canary".repeat(3000));
        for text in [
            "<html>canary</html>",
            r#"["canary"]"#,
            r#""canary""#,
            "null",
            "",
            r#"{"token_type":"bearer"}"#,
            r#"{"access_token":"","token_type":"bearer"}"#,
            r#"{"access_token":"canary\r\nX-Evil: 1","token_type":"bearer"}"#,
            r#"{"access_token":"can ary","token_type":"bearer"}"#,
            r#"{"access_token":"کلیدcanary","token_type":"bearer"}"#,
            r#"{"access_token":["canary"],"token_type":"bearer"}"#,
            r#"{"access_token":"canary","token_type":"MAC"}"#,
            r#"{"access_token":"canary","token_type":7}"#,
            r#"{"access_token":"canary","access_token":"canary2","token_type":"bearer"}"#,
            r#"{"access_token":"canary","token_type":"bearer"} canary"#,
            r#"{"access_token":"a","token_type":"bearer","refresh_token":"canary\n"}"#,
            &long,
        ] {
            let error = read(text).expect_err(text);
            assert!(!format!("{error:?}").contains("canary"), "{error:?}");
        }
    }

    #[test]
    fn the_token_type_has_any_case_and_may_be_missing() {
        for member in [r#","token_type":"bearer""#, r#","token_type":"Bearer""#, r#","token_type":"BEARER""#, ""] {
            assert!(read(&format!(r#"{{"access_token":"a"{member}}}"#)).is_ok());
        }
    }

    #[test]
    fn a_lifetime_is_read_in_every_form_and_clamped() {
        let digits = "9".repeat(5000);
        for (value, expected) in [
            ("3600", 3600),
            ("\"3600\"", 3600),
            ("3600.0", 3600),
            ("604799", 604_799),
            ("0", 1),
            ("-5", 1),
            ("18446744073709551615", MAX_LIFETIME),
            ("1e400", MAX_LIFETIME),
            (digits.as_str(), MAX_LIFETIME),
        ] {
            let reply = with_lifetime(value);
            assert_eq!((reply.expires_in, reply.expires_in_assumed), (expected, false), "{value}");
        }
        for value in ["null", "\"soon\"", "\"inf\"", "\"-inf\"", "\"NaN\"", "true", "[]", "{}", "\"\""] {
            let reply = with_lifetime(value);
            assert_eq!((reply.expires_in, reply.expires_in_assumed), (ASSUMED_LIFETIME, true), "{value}");
        }
    }

    #[test]
    fn a_missing_or_empty_refresh_token_is_none() {
        for text in [
            r#"{"access_token":"a","token_type":"bearer"}"#,
            r#"{"access_token":"a","token_type":"bearer","refresh_token":null}"#,
            r#"{"access_token":"a","token_type":"bearer","refresh_token":""}"#,
        ] {
            assert_eq!(read(text).unwrap().refresh_token, None);
        }
    }

    proptest! {
        #[test]
        fn any_number_gives_a_lifetime_within_bounds(number: i64, as_text: bool) {
            let value = if as_text { format!("\"{number}\"") } else { number.to_string() };
            let reply = with_lifetime(&value);
            prop_assert_eq!(reply.expires_in, number.clamp(1, MAX_LIFETIME));
            prop_assert!(!reply.expires_in_assumed);
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let _ = TokenReply::read(&bytes);
        }
    }
}
