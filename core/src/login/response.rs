//! What an app replies to a browser, and the responses that are made of it.

use std::collections::HashMap;
use std::fmt;

use http::{HeaderName, HeaderValue};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::hooks::HookLog;
use crate::webhook::Reply;

/// Why a reply of the app fails.
const NO_TARGET: &str = "it must return a path that begins with `/`, or an address with http or https";

/// What an app replies to a browser.
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[cfg_attr(feature = "uniffi-server", uniffi::export(Debug))]
#[derive(Clone, Default, PartialEq, Eq)]
pub enum LoginReply {
    /// The default: after a login a redirect to the path of `return_to`, or to `/`; otherwise a short page.
    #[default]
    Default,
    /// A redirect (303) to a path of the app, which begins with `/`, or to an address with http or https. Anything else, such as
    /// a page, is a failure of the app.
    Redirect {
        /// The path or the address.
        location: String,
    },
    /// A page in HTML, with the status that the outcome has. Escape all values that come from outside.
    Page {
        /// The page.
        html: String,
    },
    /// A whole response, for example with a session cookie of the app. Its headers are ASCII; only in `Location` other characters are
    /// percent-encoded.
    Whole {
        /// The response.
        reply: Reply,
    },
}

impl LoginReply {
    /// A redirect (303) to a path of the app, or to an address.
    pub fn redirect(location: impl Into<String>) -> Self {
        Self::Redirect { location: location.into() }
    }

    /// A page in HTML. Escape all values that come from outside.
    pub fn page(html: impl Into<String>) -> Self {
        Self::Page { html: html.into() }
    }

    /// A whole response.
    pub fn whole(reply: Reply) -> Self {
        Self::Whole { reply }
    }

    /// Refuses what cannot be sent, with the reason, and encodes the address of a redirect.
    pub(super) fn check(&mut self) -> Result<(), String> {
        match self {
            Self::Redirect { location } if !is_target(location) => Err(NO_TARGET.to_owned()),
            Self::Whole { reply } => {
                let content_type = reply.content_type.iter_mut().map(|value| ("Content-Type", value));
                let headers = reply.headers.iter_mut().map(|(name, value)| (&**name, value));
                content_type.chain(headers).try_for_each(|(name, value)| check_header(name, value))
            }
            _ => Ok(()),
        }
    }
}

/// Shows neither an address nor a page: both may contain data of users, and an address a code or the state of a login.
impl fmt::Debug for LoginReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("Default"),
            Self::Redirect { .. } => f.write_str("Redirect(..)"),
            Self::Page { .. } => f.write_str("Page(..)"),
            Self::Whole { reply } => f.debug_tuple("Whole").field(reply).finish(),
        }
    }
}

/// The response to a browser, and what to log.
#[derive(Clone, Default, PartialEq)]
pub struct LoginHttpResponse {
    /// The response to send.
    pub reply: Reply,
    /// All its headers, with the content type and with those of [`LoginExchange::reply_with`](super::LoginExchange::reply_with), of which
    /// several may have one name.
    pub headers: Vec<(String, String)>,
    /// What to log, in order.
    pub logs: Vec<HookLog>,
}

/// Shows no headers, which have the cookie and the state of a login: [`Reply`] shows their names.
impl fmt::Debug for LoginHttpResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoginHttpResponse")
            .field("reply", &self.reply)
            .field("logs", &self.logs)
            .finish_non_exhaustive()
    }
}

pub(super) fn page(status: u16, html: String) -> Reply {
    let content_type = Some("text/html; charset=utf-8".to_owned());
    Reply { status, content_type, body: html.into_bytes(), ..Reply::default() }
}

pub(super) fn page_of(sentence: &str) -> String {
    format!(r#"<!doctype html><html lang="en"><meta charset="utf-8"><title>Login</title><p>{sentence}</p></html>"#)
}

/// Whether a browser can be redirected there.
fn is_target(location: &str) -> bool {
    let scheme = location.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    location.starts_with('/') || matches!(scheme.as_deref(), Some("http" | "https"))
}

/// A redirect.
pub(super) fn redirect(location: &str) -> Reply {
    let headers = HashMap::from([("Location".to_owned(), encoded(location))]);
    Reply { status: 303, headers, ..Reply::default() }
}

/// The address with percent-encoding in place of characters that a header cannot have.
fn encoded(location: &str) -> String {
    const ENCODED: &AsciiSet = &CONTROLS.add(b' ');
    utf8_percent_encode(location, ENCODED).to_string()
}

/// Refuses a header that is not ASCII, or otherwise no valid one: servers fail with such a header, leave it out or send other characters.
/// The address of a redirect is encoded instead.
pub(super) fn check_header(name: &str, value: &mut String) -> Result<(), String> {
    if name.eq_ignore_ascii_case("location") {
        *value = encoded(value);
    }
    match (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
        (Ok(_), Ok(_)) if value.is_ascii() => Ok(()),
        _ => Err(format!("it returned a header that cannot be sent: {name:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_needs_a_path_or_an_address() {
        assert!(is_target("HTTPS://app.example") && is_target("/a b"));
    }

    #[test]
    fn a_header_that_a_server_could_not_send_is_refused() {
        for (name, value) in
            [("X-Name", "é"), ("X-Name", "a\r\nX-Other: b"), ("X Name", "a"), ("", "a"), ("X-Näme", "a")]
        {
            let error = check_header(name, &mut value.to_owned()).unwrap_err();
            assert_eq!(error, format!("it returned a header that cannot be sent: {name:?}"));
        }
        for value in ["", "a b", "a\tb", "a=1; HttpOnly"] {
            assert_eq!(check_header("Set-Cookie", &mut value.to_owned()), Ok(()), "{value}");
        }
        let mut location = "/سفارش/7".to_owned();
        assert_eq!(check_header("LOCATION", &mut location), Ok(()));
        assert_eq!(location, "/%D8%B3%D9%81%D8%A7%D8%B1%D8%B4/7");
    }
}
