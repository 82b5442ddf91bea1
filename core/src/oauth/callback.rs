//! Strict parsing of the address that the browser returns to after the consent page. The rest of the login is in `oauth`.

use percent_encoding::percent_decode_str;
use url::Url;

use crate::config::redirect_uri::{has_scheme_of_an_app, has_whole_escapes, is_local};
use crate::error::OAuthError;
use crate::secret::Secret;

const MAX_INPUT: usize = 32 * 1024;
const MAX_STATE: usize = 1024;
const MAX_CODE: usize = 2048;
const MAX_DESCRIPTION: usize = 300;

/// The parameters of the address. [`parse`](Self::parse) ignores all others.
#[derive(Debug)]
pub(crate) struct CallbackQuery {
    /// Identifies the login.
    pub(crate) state: Secret,
    /// The result of the consent page.
    pub(crate) outcome: CallbackResult,
    /// The issuer of the response, if the server names it (RFC 9207).
    pub(crate) issuer: Option<String>,
    /// The address without its query, if it is a full one. A path alone is not compared: it may differ behind a proxy.
    place: Option<Url>,
}

/// The result of the consent page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CallbackResult {
    /// The user granted access: an authorization code.
    Code(Secret),
    /// The user refused: no code, an empty code, or `error=access_denied` (docs/platform.md#denied-login).
    Denied,
    /// The platform reports another error.
    Error {
        /// The OAuth error code.
        error: String,
        /// The description of the error.
        description: Option<String>,
    },
    /// The address is not trustworthy. The login ends nevertheless.
    Refused(String),
}

impl CallbackQuery {
    /// Parses a full address, a path with a query, or a query alone, with or without `?`.
    ///
    /// An error means that the login cannot be identified. Everything else that is wrong is a [`CallbackResult::Refused`], so
    /// that the login can be ended.
    pub(crate) fn parse(input: &str) -> Result<Self, OAuthError> {
        if input.len() > MAX_INPUT {
            return Err(refused("the address is too long"));
        }
        let (address, fragment) = match input.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (input, None),
        };
        let (place, query) = match address.split_once('?') {
            Some((place, query)) => (place, query),
            None if address.contains('=') && !address.contains("://") => ("", address),
            None => (address, ""),
        };
        let parameters = Parameters::read(query)?;
        let Some(state) = parameters.state.filter(|state| !state.is_empty()) else {
            let hint = if fragment.is_some_and(|fragment| fragment.contains('=')) {
                "the parameters came after # instead of ?, so there is no code"
            } else {
                "it has no state: pass the whole address of the redirect, with its query"
            };
            return Err(refused(hint));
        };
        let outcome = if arrived_in_clear(place) {
            CallbackResult::Refused("it came over unencrypted http".to_owned())
        } else if let Some(reason) = parameters.fault {
            CallbackResult::Refused(reason)
        } else {
            match (parameters.error.as_deref(), parameters.code) {
                (Some("access_denied"), _) => CallbackResult::Denied,
                (Some(error), _) if !error.is_empty() => {
                    let description = parameters.description.as_deref().and_then(|text| describe(text, &state));
                    CallbackResult::Error { error: word(error), description }
                }
                (_, Some(code)) if code.chars().any(char::is_control) => {
                    CallbackResult::Refused("code has a control character".to_owned())
                }
                (_, Some(code)) if !code.is_empty() => CallbackResult::Code(Secret::new(code)),
                _ => CallbackResult::Denied,
            }
        };
        let is_whole = place.contains("://") || has_scheme_of_an_app(place);
        let place = is_whole.then(|| Url::parse(place).ok()).flatten();
        Ok(Self { state: Secret::new(state), outcome, issuer: parameters.issuer, place })
    }

    /// Whether the address is `redirect_uri`: the same scheme, host, port and path. Browsers normalize addresses (`:443`
    /// and an empty path, for example), so the parsed addresses are compared.
    pub(crate) fn is_for_redirect_uri(&self, redirect_uri: &str) -> bool {
        let Some(place) = &self.place else { return true };
        Url::parse(redirect_uri).is_ok_and(|uri| uri == *place)
    }
}

fn refused(reason: &str) -> OAuthError {
    OAuthError::CallbackRejected { reason: reason.to_owned() }
}

/// Whether the address is a full one that was sent over an unencrypted connection.
fn arrived_in_clear(place: &str) -> bool {
    place.contains("://")
        && !has_scheme_of_an_app(place)
        && !Url::parse(place).is_ok_and(|url| url.scheme() == "https" || (url.scheme() == "http" && is_local(&url)))
}

/// Removes all characters from an OAuth error code that such codes do not contain.
fn word(text: &str) -> String {
    let word: String = text.chars().filter(|c| c.is_ascii_alphanumeric() || "_-.".contains(*c)).take(64).collect();
    if word.is_empty() { "unknown_error".to_owned() } else { word }
}

/// Removes all characters from an error description that RFC 6749 does not allow or that HTML uses, and the state. The text
/// comes from the browser, so it can be anything.
fn describe(text: &str, state: &str) -> Option<String> {
    let allowed = |c: &char| matches!(c, ' '..='~') && !r#""\<>"#.contains(*c);
    let text: String = text.replace(state, "***").chars().filter(allowed).take(MAX_DESCRIPTION).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[derive(Default)]
struct Parameters {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    description: Option<String>,
    issuer: Option<String>,
    /// The first fault of a parameter other than `state`.
    fault: Option<String>,
}

impl Parameters {
    fn read(query: &str) -> Result<Self, OAuthError> {
        let mut found = Self::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(name) = decode(name) else {
                return Err(refused("the name of a parameter is not text"));
            };
            match name.as_str() {
                "state" => {
                    if value.len() > 3 * MAX_STATE {
                        return Err(refused("state is too long"));
                    }
                    let state = decode(value).ok_or_else(|| refused("state is not text"))?;
                    if state.len() > MAX_STATE {
                        return Err(refused("state is too long"));
                    }
                    if found.state.replace(state).is_some() {
                        return Err(refused("state comes twice"));
                    }
                }
                "code" => found.take(|p| &mut p.code, "code", value, MAX_CODE),
                "error" => found.take(|p| &mut p.error, "error", value, MAX_STATE),
                // Nothing depends on it, so an unreadable description is ignored.
                "error_description" => found.description = decode(value),
                "iss" => found.take(|p| &mut p.issuer, "iss", value, MAX_STATE),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Stores a value that may occur once. Otherwise records the fault.
    fn take(&mut self, slot: fn(&mut Self) -> &mut Option<String>, name: &str, value: &str, max: usize) {
        let fault = if slot(self).is_some() {
            "comes twice"
        } else if value.len() > 3 * max {
            "is too long"
        } else {
            match decode(value) {
                None => "is not text",
                Some(text) if text.len() > max => "is too long",
                Some(text) => {
                    *slot(self) = Some(text);
                    return;
                }
            }
        };
        // Marks the parameter as present, so that a repetition is detected.
        slot(self).get_or_insert_default();
        self.fault.get_or_insert_with(|| format!("{name} {fault}"));
    }
}

/// Decodes a name or value of a query; `None` if it is not UTF-8 or has a broken escape.
fn decode(text: &str) -> Option<String> {
    if !has_whole_escapes(text) {
        return None;
    }
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(|decoded| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn outcome(input: &str) -> CallbackResult {
        CallbackQuery::parse(input).unwrap_or_else(|e| panic!("{input}: {e}")).outcome
    }

    fn code(text: &str) -> CallbackResult {
        CallbackResult::Code(Secret::from(text))
    }

    #[test]
    fn all_forms_of_an_address_are_accepted() {
        for input in [
            "https://app.example/cb?code=c%2F1&state=s",
            "http://localhost:8000/cb?state=s&code=c%2F1",
            "http://[::1]/cb?state=s&code=c%2F1",
            "/cb?code=c%2F1&state=s&scope=USER_PHONE",
            "?code=c%2F1&state=s",
            "code=c%2F1&st%61te=s",
            "https://app.example/cb?code=c%2F1&state=s#_=_",
        ] {
            let read = CallbackQuery::parse(input).unwrap();
            assert_eq!(read.outcome, code("c/1"), "{input}");
            assert_eq!(read.state, Secret::from("s"));
        }
    }

    #[test]
    fn no_code_an_empty_code_and_access_denied_are_denials() {
        for input in [
            "?state=s",
            "?state=s&code=",
            "?state=s&code",
            "?error=access_denied&state=s",
            "?error=access_denied&state=s&code=x",
        ] {
            assert_eq!(outcome(input), CallbackResult::Denied, "{input}");
        }
    }

    #[test]
    fn a_bad_address_with_a_state_is_refused_and_identifies_its_login() {
        let long = format!("?state=s&code={}", "x".repeat(8 * 1024));
        for input in [
            "?state=s&code=a&code=b",
            "?state=s&code=a&code=a",
            "?state=s&code=&code=b",
            "?state=s&code=%FF",
            "?state=s&code=%zz",
            "?state=s&code=a&iss=a&iss=b",
            "?state=s&error=a&error=access_denied",
            "?state=s&code=a%0D%0Ab",
            "?state=s&code=a%0A",
            "?state=s&code=%00",
            "http://app.example/cb?state=s&code=a",
            "ftp://app.example/cb?state=s&code=a",
            long.as_str(),
        ] {
            assert!(matches!(outcome(input), CallbackResult::Refused(_)), "{input:.80}");
        }
    }

    #[test]
    fn an_address_without_a_valid_state_is_an_error() {
        for input in [
            "",
            "?",
            "?code=c",
            "?code=c&state=",
            "?code=c&state=a&state=b",
            "?code=c&state=a&state=a",
            "?code=c&state=%FF",
            "?code=c&state=%F",
            "https://app.example/cb#code=c&state=s",
            "https://app.example/cb",
            "?%FF=1&state=s",
        ] {
            assert!(matches!(CallbackQuery::parse(input), Err(OAuthError::CallbackRejected { .. })), "{input}");
        }
        let huge = format!("?code=c&state={}", "x".repeat(1024 * 1024));
        assert!(CallbackQuery::parse(&huge).is_err());
        assert!(CallbackQuery::parse(&format!("?state={}", "x".repeat(1025))).is_err());
        assert!(CallbackQuery::parse(&format!("?state={}", "%41".repeat(1024))).is_ok());
    }

    #[test]
    fn a_full_address_must_be_the_redirect_uri_of_the_login() {
        let came =
            |input: &str, redirect_uri: &str| CallbackQuery::parse(input).unwrap().is_for_redirect_uri(redirect_uri);
        for (input, redirect_uri) in [
            ("https://app.example/cb?code=c&state=s", "https://app.example/cb"),
            ("https://app.example/cb?code=c&state=s#_=_", "https://app.example/cb"),
            ("https://app.example:443/cb?code=c&state=s", "https://APP.example/cb"),
            ("https://app.example/?code=c&state=s", "https://app.example"),
            ("http://localhost:8000/cb?code=c&state=s", "http://localhost:8000/cb"),
            ("/behind/a/proxy?code=c&state=s", "https://app.example/cb"),
            ("?code=c&state=s", "https://app.example/cb"),
            ("code=c&state=s", "https://app.example/cb"),
            ("com.example.app:/cb?code=c&state=s", "com.example.app:/cb"),
        ] {
            assert!(came(input, redirect_uri), "{input} {redirect_uri}");
        }
        for place in [
            "https://evil.example/cb",
            "https://app.example.evil.example/cb",
            "https://evil.example\\@app.example/cb",
            "https://user@app.example/cb",
            "https://app.example:8443/cb",
            "https://app.example/cb/",
            "https://app.example/CB",
            "https://app.example/c%62",
            "https://app.example/",
            "http://localhost/cb",
            "com.example.app:/cb",
        ] {
            assert!(!came(&format!("{place}?code=c&state=s"), "https://app.example/cb"), "{place}");
        }
    }

    #[test]
    fn a_fragment_is_named_as_the_reason() {
        let error = CallbackQuery::parse("https://app.example/cb#code=c&state=s").unwrap_err();
        assert!(error.to_string().contains("no code"), "{error}");
    }

    #[test]
    fn the_error_code_is_sanitized() {
        let word = |query: &str| match outcome(query) {
            CallbackResult::Error { error, .. } => error,
            other => panic!("{other:?}"),
        };
        assert_eq!(word("?state=s&error=%3Cscript%3Ebad%0Aword%E2%80%AE"), "scriptbadword");
        assert_eq!(word("?state=s&error=%F0%9F%98%80"), "unknown_error");
    }

    #[test]
    fn the_description_of_an_error_is_plain_text_without_the_state() {
        let said = |description: &str| {
            let query = format!("?state=the-state&error=invalid_scope&error_description={description}");
            match outcome(&query) {
                CallbackResult::Error { description, .. } => description,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(said("The+scope+'X'+is%20unknown.").as_deref(), Some("The scope 'X' is unknown."));
        assert_eq!(said("%3Cb%3Ea%22%5C%0D%0A%1B%5B31m%E2%80%AEb").as_deref(), Some("ba[31mb"));
        assert_eq!(said("it+was+the-state").as_deref(), Some("it was ***"));
        assert_eq!(said(&"x".repeat(5000)).map(|text| text.len()), Some(MAX_DESCRIPTION));
        for nothing in ["", "%20", "%FF", "%", "%E2%80%AE"] {
            assert_eq!(said(nothing), None, "{nothing}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_typed_result(input in ".{0,200}", bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = CallbackQuery::parse(&input);
            let escaped: String = bytes.iter().map(|b| format!("%{b:02X}")).collect();
            let read = CallbackQuery::parse(&format!("?state={escaped}&code={escaped}"));
            if let Ok(read) = read {
                prop_assert_eq!(read.state.expose().as_bytes(), &bytes[..]);
            }
        }
    }
}
