//! Removes secrets from recorded headers, queries and bodies. Runs when a record is read, not when it is made.

use axum::http::HeaderMap;
use serde_json::Value;

use crate::body::{FORM, media_type};

/// What stands in place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Parts of the names of headers whose value is a secret, or may be one.
const HEADERS: &[&str] = &["api-key", "authorization", "cookie", "secret", "session", "token"];

/// Members of forms, queries and JSON whose text is a secret.
const MEMBERS: &[&str] = &[
    "access_token",
    "api_key",
    "authorization",
    "client_secret",
    "code",
    "code_verifier",
    "id_token",
    "identification_key",
    "refresh_token",
];

/// Whether a member of a form, a query or JSON has a secret.
pub(crate) fn is_secret(name: &str) -> bool {
    MEMBERS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the value of a header is a secret, or may be one. The name is in lower case.
pub(crate) fn is_secret_header(name: &str) -> bool {
    HEADERS.iter().any(|part| name.contains(part))
}

/// Whether a text that is neither a form nor JSON may have a secret in it.
pub(crate) fn may_leak(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    MEMBERS.iter().any(|name| *name != "code" && lower.contains(name)) || lower.contains("code=")
}

/// Headers as pairs, in order.
pub(crate) fn headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let shown = |name: &str, value: &[u8]| match name {
        _ if is_secret_header(name) => REDACTED.to_owned(),
        "location" | "referer" => address(&String::from_utf8_lossy(value)),
        _ => String::from_utf8_lossy(value).into_owned(),
    };
    headers.iter().map(|(name, value)| (name.to_string(), shown(name.as_str(), value.as_bytes()))).collect()
}

/// An address with a redacted query.
fn address(address: &str) -> String {
    match address.split_once('?') {
        Some((path, query)) => format!("{path}?{}", form(query)),
        None => address.to_owned(),
    }
}

/// A query or a form.
pub(crate) fn form(text: &str) -> String {
    let pair = |pair: &str| {
        let name = pair.split('=').next().unwrap_or_default();
        let decoded = url::form_urlencoded::parse(name.as_bytes()).next().map(|(name, _)| name.into_owned());
        if is_secret(&decoded.unwrap_or_default()) { format!("{name}={REDACTED}") } else { pair.to_owned() }
    };
    text.split('&').map(pair).collect::<Vec<_>>().join("&")
}

/// A body as text, or `None` if it is not text or its secrets cannot be found.
pub(crate) fn body(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    if media_type(headers) == FORM {
        return Some(form(text));
    }
    let lower = text.to_ascii_lowercase();
    match serde_json::from_str(text) {
        Ok(mut document) => {
            // The text stays as it was sent, unless it names a secret: a repeated member hides the one before.
            let has_secret = json(&mut document) || MEMBERS.iter().any(|name| *name != "code" && lower.contains(name));
            Some(if has_secret { document.to_string() } else { text.to_owned() })
        }
        Err(_) => (!may_leak(text)).then(|| text.to_owned()),
    }
}

/// Redacts JSON, and returns whether it had a secret.
pub(crate) fn json(value: &mut Value) -> bool {
    match value {
        Value::Object(members) => members.iter_mut().fold(false, |found, (name, member)| {
            // The code of an error is a number, and no secret.
            let is_error_code = name.eq_ignore_ascii_case("code") && !member.is_string();
            if is_secret(name) && !member.is_null() && !is_error_code {
                *member = REDACTED.into();
                return true;
            }
            json(member) | found
        }),
        Value::Array(items) => items.iter_mut().fold(false, |found, item| json(item) | found),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn of(kind: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())])
    }

    #[test]
    fn secrets_are_removed_from_headers_forms_and_json() {
        let mut sent = of("text/plain");
        sent.insert("x-api-key", "KEY".parse().unwrap());
        sent.insert("authorization", "Bearer TOKEN".parse().unwrap());
        sent.insert("location", "http://app/back?code=CODE&state=s".parse().unwrap());
        let shown = format!("{:?}", headers(&sent));
        assert!(["KEY", "TOKEN", "CODE"].iter().all(|secret| !shown.contains(secret)), "{shown}");
        assert!(shown.contains("state=s"), "{shown}");
        let sent = "grant_type=refresh_token&refresh_token=R&client%5Fsecret=S&code=A";
        for kind in [FORM, "Application/X-WWW-Form-Urlencoded; charset=utf-8"] {
            let shown = body(&of(kind), sent.as_bytes()).unwrap();
            assert_eq!(
                shown,
                "grant_type=refresh_token&refresh_token=[redacted]&client%5Fsecret=[redacted]&code=[redacted]"
            );
        }
        let response = br#"{"access_token":"A","expires_in":3600,"a":[{"refresh_token":"R"}],"code":16}"#;
        let shown: Value = serde_json::from_str(&body(&of("application/json"), response).unwrap()).unwrap();
        assert_eq!((&shown["access_token"], &shown["a"][0]["refresh_token"]), (&REDACTED.into(), &REDACTED.into()));
        assert_eq!((&shown["expires_in"], &shown["code"]), (&3600.into(), &16.into()), "the code of an error stays");
    }

    #[test]
    fn a_body_that_cannot_be_read_is_shown_only_without_names_of_secrets() {
        let json = of("application/json");
        assert_eq!(body(&json, br#"{"refresh_token":"R""#), None);
        assert_eq!(body(&json, b"{ broken").as_deref(), Some("{ broken"));
        assert_eq!(body(&json, &[0xff, 0xd8]), None);
        assert_eq!(body(&json, br#"{ "a": 1 }"#).as_deref(), Some(r#"{ "a": 1 }"#), "as it was sent");
    }
}
