//! Writes what was recorded as entries of an archive, without secrets and personal values.

use axum::http::{HeaderMap, Method, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use open_platform::api::endpoints;
use open_platform::endpoint::{Endpoint, Host};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::ORIGIN;
use super::content::{Content, Part, PartValue, is_form};
use super::json_text;
use super::kind::Kind;
use super::vault::Vault;
use crate::har;
use crate::recorded_messages::{RecordedHeader, RecordedMessage};
use crate::redact::{self, REDACTED};
use crate::routes::{self, Match};

/// A request with its response, as they were. It has no `Debug`.
pub(super) struct Exchange {
    pub(super) at: DateTime<Utc>,
    pub(super) duration_ms: f64,
    pub(super) method: Method,
    pub(super) host: Host,
    pub(super) path: String,
    pub(super) query: String,
    /// The address by which the client reached the proxy.
    pub(super) origin: String,
    pub(super) headers: HeaderMap,
    pub(super) content: Content,
    pub(super) body_bytes: usize,
    /// `None` if the connection was cut.
    pub(super) response: Option<Response>,
}

/// A response.
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Exchange {
    /// The row of the endpoint table.
    pub(super) fn endpoint(&self) -> Option<&'static Endpoint> {
        endpoint(self.host, &self.method, &self.path)
    }

    /// A parameter of the query.
    pub(super) fn query(&self, name: &str) -> Option<String> {
        parameter(&self.query, name)
    }

    /// A parameter of a form.
    pub(super) fn form(&self, name: &str) -> Option<String> {
        match &self.content {
            Content::Text(text) if is_form(&self.headers) => parameter(text, name),
            _ => None,
        }
    }

    /// The entry, without secrets. The values get their placeholders in the vault.
    pub(super) fn entry(&self, vault: &mut Vault) -> Value {
        vault.add_origin(&self.origin);
        let host = self.host.name();
        let query = form(vault, &self.query);
        let request = RecordedMessage {
            headers: headers(vault, &self.headers, self.host),
            body: None,
            body_bytes: Some(i64::try_from(self.body_bytes).unwrap_or(i64::MAX)),
        };
        let content = self.content(vault);
        let (response, binary) = self.response(vault);
        let exchange = har::Exchange {
            at: self.at,
            duration_ms: self.duration_ms,
            method: self.method.as_str(),
            address: format!("{ORIGIN}/{host}{}", self.path(vault)),
            query: &query,
            request,
            status: self.response.as_ref().map_or(0, |response| i64::from(response.status)),
            response,
        };
        let mut entry = exchange.entry();
        let media_type = self.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if let Some(data) = content.post_data(media_type) {
            entry["request"]["postData"] = data;
        }
        if let Some(binary) = binary {
            entry["response"]["content"]["text"] = json!(binary);
            entry["response"]["content"]["encoding"] = json!("base64");
        }
        entry["_endpoint"] = json!(self.endpoint().map(|row| row.name));
        entry
    }

    /// The path, whose variables may be a phone number or the id of a user.
    fn path(&self, vault: &mut Vault) -> String {
        let template = self.endpoint().map(|row| row.path).unwrap_or_default();
        let names = template.split('/').map(Some).chain(std::iter::repeat(None));
        let segment = |(segment, name): (&str, Option<&str>)| {
            let decoded = percent_decode_str(segment).decode_utf8_lossy();
            let kind = name.and_then(|name| Kind::in_path(name.trim_matches(['{', '}'])));
            let new = match kind {
                Some(kind) => vault.value(kind, &decoded),
                None => vault.text(&decoded),
            };
            if new == decoded { segment.to_owned() } else { utf8_percent_encode(&new, PLAIN).to_string() }
        };
        self.path.split('/').zip(names).map(segment).collect::<Vec<_>>().join("/")
    }

    fn content(&self, vault: &mut Vault) -> Content {
        match &self.content {
            Content::Text(text) => match body(vault, &self.headers, text, None) {
                Some(text) => Content::Text(text),
                None => Content::Unknown,
            },
            Content::Parts(parts) => {
                let redacted = |part: &Part| {
                    let value = match (&part.value, Kind::in_form(&part.name)) {
                        (PartValue::Text(text), Some(kind)) => PartValue::Text(vault.value(kind, text)),
                        (PartValue::Text(text), None) => PartValue::Text(vault.text(text)),
                        (file, _) => file.clone(),
                    };
                    Part { value, file_name: part.file_name.as_deref().map(|name| vault.text(name)), ..part.clone() }
                };
                Content::Parts(parts.iter().map(redacted).collect())
            }
            other => other.clone(),
        }
    }

    /// The response; and its body in base64, if it is not text.
    fn response(&self, vault: &mut Vault) -> (RecordedMessage, Option<String>) {
        let Some(response) = &self.response else { return (RecordedMessage::default(), None) };
        let text = std::str::from_utf8(&response.body).ok();
        let body = text.and_then(|text| body(vault, &response.headers, text, self.endpoint()));
        let message = RecordedMessage {
            headers: headers(vault, &response.headers, self.host),
            body_bytes: Some(i64::try_from(response.body.len()).unwrap_or(i64::MAX)),
            body,
        };
        (message, text.is_none().then(|| STANDARD.encode(&response.body)))
    }
}

/// What needs no encoding in a segment of a path.
const PLAIN: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The row of the endpoint table for a path on a host. Its variables are those of all rows of the path.
pub(super) fn endpoint(host: Host, method: &Method, path: &str) -> Option<&'static Endpoint> {
    match routes::find(host, method, path, false, false) {
        Match::Found(route, _) => Some(route.endpoint),
        Match::WrongMethod(_) | Match::Unknown => None,
    }
}

fn parameter(text: &str, name: &str) -> Option<String> {
    form_urlencoded::parse(text.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// A query or a form. What does not change stays as it was encoded.
fn form(vault: &mut Vault, text: &str) -> String {
    let pair = |pair: &str| {
        let Some((name, value)) = form_urlencoded::parse(pair.as_bytes()).next() else { return pair.to_owned() };
        let new = match Kind::in_form(&name) {
            Some(kind) => vault.value(kind, &value),
            None => vault.text(&value),
        };
        if new == value {
            return pair.to_owned();
        }
        form_urlencoded::Serializer::new(String::new()).append_pair(&name, &new).finish()
    };
    text.split('&').map(pair).collect::<Vec<_>>().join("&")
}

/// A body, or `None` if it may have secrets that cannot be found. `endpoint` is given for a response.
fn body(vault: &mut Vault, headers: &HeaderMap, text: &str, endpoint: Option<&Endpoint>) -> Option<String> {
    if is_form(headers) {
        return Some(form(vault, text));
    }
    let makes_upload_token = endpoint.is_some_and(|row| row.name == endpoints::CHATBOT_CREATE_UPLOAD_TOKEN.name);
    let kind = |name: &str| match name {
        "token" if makes_upload_token => Some(Kind::UploadToken),
        name => Kind::in_json(name),
    };
    let document = json_text::replaced(text, |name, value| match (name.and_then(kind), value) {
        (Some(kind), json_text::Value::Text(text)) => vault.value(kind, text),
        (Some(_), json_text::Value::Number(_)) => "0".to_owned(),
        (None, json_text::Value::Text(text)) => vault.text(text),
        // A placeholder with letters is no number.
        (None, json_text::Value::Number(number)) => {
            Some(vault.text(number)).filter(|new| new.parse::<f64>().is_ok()).unwrap_or_else(|| "0".to_owned())
        }
    });
    document.or_else(|| (!redact::may_leak(text)).then(|| vault.text(text)))
}

/// The headers without those of the connection and without cookies.
fn headers(vault: &mut Vault, headers: &HeaderMap, host: Host) -> Vec<RecordedHeader> {
    let kept = headers.iter().filter(|(name, _)| !is_of_connection(name.as_str()) && !name.as_str().contains("cookie"));
    let shown = |(name, value): (&header::HeaderName, &header::HeaderValue)| {
        let text = String::from_utf8_lossy(value.as_bytes());
        let value = match name.as_str() {
            "x-api-key" => vault.value(Kind::ApiKey, &text),
            "authorization" => match text.split_once(' ') {
                Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                    let kind = if host == Host::Chat { Kind::UploadToken } else { Kind::AccessToken };
                    format!("{scheme} {}", vault.value(kind, token))
                }
                _ => vault.value(Kind::Other, &text),
            },
            name if redact::is_secret_header(name) => REDACTED.to_owned(),
            "location" | "referer" => address(vault, &text),
            _ => vault.text(&text),
        };
        RecordedHeader { name: name.to_string(), value }
    };
    kept.map(shown).collect()
}

/// An address whose query may have a code.
fn address(vault: &mut Vault, address: &str) -> String {
    match address.split_once('?') {
        Some((place, query)) => format!("{}?{}", vault.text(place), form(vault, query)),
        None => vault.text(address),
    }
}

/// Whether a header is about the connection to the next server, so that it is neither forwarded nor recorded (RFC 9110 section 7.6.1).
/// The length of a body and the accepted encodings belong to the connection, too: the transport decodes what it receives.
pub(super) fn is_of_connection(name: &str) -> bool {
    matches!(
        name,
        "connection"
            | "keep-alive"
            | "proxy-connection"
            | "te"
            | "trailer"
            | "transfer-encoding"
            | "upgrade"
            | "host"
            | "content-length"
            | "accept-encoding"
            | "expect"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kind: &str, text: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]);
        body(&mut Vault::default(), &headers, text, None)
    }

    #[test]
    fn secrets_are_replaced_in_forms_and_json_and_codes_of_errors_stay() {
        assert_eq!(
            shown(
                "application/x-www-form-urlencoded",
                "a=b%20c&code=C&client%5Fsecret=S&state=x&note=call+09123456789"
            )
            .unwrap(),
            "a=b%20c&code=redacted-code-1&client_secret=redacted-client-secret-1&state=redacted-state-1&note=call+09700000001"
        );
        let sent = r#"{"code":16,"state":"A","user_id":"u","phone_numbers":["09123456789"],"phone":9123456789,"x":989123456789}"#;
        let stays = r#""code":16,"state":"A","user_id":"redacted-user-id-1","phone_numbers":["09700000001"]"#;
        let expected = format!("{{{stays},\"phone\":0,\"x\":989700000001}}");
        assert_eq!(shown("application/json", sent), Some(expected));
    }

    #[test]
    fn a_number_that_is_equal_to_a_secret_stays_a_number() {
        let sent = r#"{"user_id":"12345678","price":12345678,"other":1234567}"#;
        let expected = r#"{"user_id":"redacted-user-id-1","price":0,"other":1234567}"#;
        assert_eq!(shown("application/json", sent).as_deref(), Some(expected));
    }

    #[test]
    fn a_text_with_secrets_that_cannot_be_found_is_left_out() {
        assert_eq!(shown("application/json", r#"{"access_token":"A"#), None);
        assert_eq!(shown("text/plain", "a text about 09123456789").as_deref(), Some("a text about 09700000001"));
    }
}
