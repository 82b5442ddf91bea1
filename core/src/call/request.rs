//! Building a request: URL, headers, body.

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::{OutgoingCall, Payload};
use crate::error::{Error, Result};
use crate::gateway_reply::CALL;
use crate::id::encode;
use crate::model::token::MAX_TOKEN_BYTES;
use crate::observe::add_trace_context;
use crate::secret::Secret;
use crate::transport::BodyProgress;

pub(super) const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");
pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const AGENT: HeaderValue = HeaderValue::from_static(concat!("open-platform-sdk/", env!("CARGO_PKG_VERSION")));
const JSON: HeaderValue = HeaderValue::from_static("application/json");
const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

/// Builds a URL from a base without a trailing slash, a path template, and the encoded values of its placeholders.
pub(crate) fn address(base: &str, template: &str, segments: &[String], query: &[(&str, String)]) -> Result<String> {
    let mut url = String::with_capacity(base.len() + template.len() + 64);
    url.push_str(base);
    let mut segments = segments.iter();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        let segment = segments.next().ok_or_else(|| Error::invalid(name, "is missing from the path"))?;
        url.push_str(before);
        url.push_str(segment);
        rest = behind;
    }
    url.push_str(rest);
    for (index, (name, value)) in query.iter().enumerate() {
        url.push(if index == 0 { '?' } else { '&' });
        url.push_str(&encode(name));
        url.push('=');
        url.push_str(&encode(value));
    }
    Ok(url)
}

/// Refuses a JSON body of more than `max` bytes.
pub(super) fn check_size(payload: &Payload, max: u64) -> Result<()> {
    match payload {
        Payload::Json(json) if json.len() as u64 > max => {
            Err(Error::invalid("body", format!("must have at most {max} bytes as JSON, but has {}", json.len())))
        }
        _ => Ok(()),
    }
}

/// The bytes of a body, their media type, and the observer of how much of them has been sent.
pub(super) fn body(payload: Payload) -> (Bytes, Option<HeaderValue>, Option<BodyProgress>) {
    match payload {
        Payload::None => (Bytes::new(), None, None),
        Payload::Json(json) => (json, Some(JSON), None),
        Payload::Bytes(bytes, media_type, progress) => (bytes, Some(media_type), progress),
        Payload::Form(fields) => {
            let mut form = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in &fields {
                form.append_pair(name, value.expose());
            }
            (form.finish().into(), Some(FORM), None)
        }
    }
}

/// The `Authorization` header of an access token.
pub(super) fn bearer_header(token: &Secret) -> Result<HeaderValue> {
    let text = token.expose();
    let reason = if text.is_empty() {
        "must not be empty"
    } else if text.len() > MAX_TOKEN_BYTES {
        "is longer than any access token"
    } else if !text.bytes().all(|b| b.is_ascii_graphic()) {
        // This also refuses "Bearer …", because the scheme is added here.
        "may have only printable ASCII without spaces, and no \"Bearer\" before it"
    } else {
        let refused = |_| Error::invalid("access_token", "cannot be sent in a header");
        let mut value = HeaderValue::try_from(format!("Bearer {text}")).map_err(refused)?;
        value.set_sensitive(true);
        return Ok(value);
    };
    Err(Error::invalid("access_token", reason))
}

impl OutgoingCall<'_> {
    /// The headers of one attempt. Their values are made once per call.
    pub(super) fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ACCEPT, JSON);
        headers.insert(USER_AGENT, AGENT);
        if let Ok(id) = HeaderValue::from_str(&self.request_id) {
            headers.insert(X_REQUEST_ID, id);
        }
        if self.caller.backend.is_some() && self.bearer.is_some() {
            headers.insert(CALL, HeaderValue::from_static(self.endpoint.name));
        }
        if let Some(value) = &self.content_type {
            headers.insert(CONTENT_TYPE, value.clone());
        }
        if let Some(value) = &self.api_key {
            headers.insert(X_API_KEY, value.clone());
        }
        if let Some(value) = &self.bearer {
            headers.insert(AUTHORIZATION, value.clone());
        }
        add_trace_context(&mut headers);
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_every_segment_and_an_encoded_query() {
        let segments = ["a%2Bb".to_owned()];
        let query = [("phone", "0912 +&".to_owned()), ("x", String::new())];
        assert_eq!(
            address("https://host/base", "/v1/{user_id}/messages", &segments, &query).unwrap(),
            "https://host/base/v1/a%2Bb/messages?phone=0912%20%2B%26&x="
        );
        assert!(address("https://host", "/v1/{user_id}", &[], &[]).is_err());
    }

    #[test]
    fn a_token_that_cannot_be_a_token_is_refused_without_being_repeated() {
        for wrong in
            ["", "a b", "Bearer secret", "secret\r\nx: y", "secret\0", "sécret", &"s".repeat(MAX_TOKEN_BYTES + 1)]
        {
            let error = bearer_header(&Secret::new(wrong)).unwrap_err().to_string();
            assert!(wrong.is_empty() || !error.contains(wrong), "{error}");
        }
        let value = bearer_header(&Secret::new("ory_at_x")).unwrap();
        assert!(value.is_sensitive());
        assert_eq!(value, "Bearer ory_at_x");
    }
}
