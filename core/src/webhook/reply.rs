//! The response to a request of the platform.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use crate::error::Result;
use crate::json::Json;
use crate::model::message::MessageLimits;
use crate::webhook::start::{DynamicActionReply, StartReply, StartRequest};

pub use crate::error::Rejection;

impl Rejection {
    /// The rejection of a body whose length is unknown, behind a server that does not tell where it ends.
    pub(crate) fn no_length() -> Self {
        Self::new(411, "the length of the body is not known, and the server does not tell where it ends")
    }

    /// The response to send: the status and an empty body.
    pub fn reply(&self) -> Reply {
        let mut reply = Reply::empty(self.status);
        if self.status == 405 {
            reply.header("Allow", "POST");
        }
        // The body may not have been read, and may never arrive, so the connection is closed.
        reply.close = true;
        reply
    }
}

/// A complete HTTP response for the web framework to send.
#[cfg_attr(feature = "ffi", crate::ffi::data(server))]
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`, if there is a body.
    pub content_type: Option<String>,
    /// Further headers, by name.
    pub headers: HashMap<String, String>,
    /// The complete body.
    pub body: Vec<u8>,
    /// Whether to close the connection afterwards. There is no header for it here, because some servers (WSGI, HTTP/2)
    /// forbid it.
    pub close: bool,
}

impl Reply {
    /// The response to an event: 200 without a body. Send it once the event is stored, without waiting for its handling: the
    /// platform does not document how long it waits or whether it repeats an event (docs/platform.md#webhook-delivery).
    pub fn ok() -> Self {
        Self::empty(200)
    }

    /// The response if an event cannot be stored now: 503 with `Retry-After`, in whole seconds, rounded up. A 2xx would
    /// lose the event. Assumption: the platform sends the event again; its documents do not say so.
    pub fn unavailable(retry_after: Duration) -> Self {
        let mut reply = Self::empty(503);
        let seconds = retry_after.as_secs().saturating_add(u64::from(retry_after.subsec_nanos() > 0));
        reply.header("Retry-After", seconds.to_string());
        reply
    }

    /// The response to a start request: the address to open for the user, in the structure of the request. Build the address
    /// from your own configuration, never from data of the request.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) for `url` if the address is not https.
    pub fn start(answer: &StartReply, request: &StartRequest) -> Result<Self> {
        Ok(Self::json(&answer.body(&request.version)?))
    }

    /// The response to a dynamic action: its effect.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) with the path of a value that the platform would not accept.
    pub fn dynamic_action(answer: &DynamicActionReply) -> Result<Self> {
        Self::dynamic_action_within(answer, &MessageLimits::default())
    }

    pub(crate) fn dynamic_action_within(answer: &DynamicActionReply, limits: &MessageLimits) -> Result<Self> {
        answer.check_within(limits)?;
        Ok(Self::json(&Json::from_value(answer)?))
    }

    /// The header with which a server closes the connection after a response.
    pub const CLOSE: (&'static str, &'static str) = ("Connection", "close");

    /// The header for [`content_type`](Self::content_type).
    pub const CONTENT_TYPE: &'static str = "Content-Type";

    /// All headers in a list, with the content type, but without one for [`close`](Self::close).
    pub fn header_list(&self) -> Vec<(String, String)> {
        let content_type = self.content_type.iter().map(|value| (Self::CONTENT_TYPE.to_owned(), value.clone()));
        content_type.chain(self.headers.clone()).collect()
    }

    /// As [`header_list`](Self::header_list), with the length of the body, for a server that adds no header of its own. `may_close`:
    /// also with one for [`close`](Self::close).
    pub fn whole_header_list(&self, may_close: bool) -> Vec<(String, String)> {
        let (name, value) = Self::CLOSE;
        let close = (may_close && self.close).then(|| (name.to_owned(), value.to_owned()));
        let length = ("Content-Length".to_owned(), self.body.len().to_string());
        self.header_list().into_iter().chain(close).chain([length]).collect()
    }

    /// The response if a handler failed: 500 without a body.
    pub fn failed() -> Self {
        Self::empty(500)
    }

    /// The response for a path that is not served, or a request that has no handler: 404 without a body.
    pub fn not_found() -> Self {
        Self::empty(404)
    }

    pub(crate) fn json(body: &Json) -> Self {
        let body = body.as_str().as_bytes().to_vec();
        Self { status: 200, content_type: Some("application/json".to_owned()), body, ..Self::default() }
    }

    fn empty(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    fn header(&mut self, name: &str, value: impl Into<String>) {
        self.headers.insert(name.to_owned(), value.into());
    }
}

/// Shows neither the values of headers nor the body: they have cookies and states of logins, and tokens for phones.
impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.headers.keys().collect();
        names.sort_unstable();
        f.debug_struct("Reply")
            .field("status", &self.status)
            .field("content_type", &self.content_type)
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .field("close", &self.close)
            .finish_non_exhaustive()
    }
}

/// Converts the response into the type of the crate `http`, which axum and hyper send: `reply.into()`.
///
/// [`close`](Reply::close) becomes `Connection: close`, which HTTP/2 servers leave out.
impl<B: From<Vec<u8>>> From<Reply> for http::Response<B> {
    fn from(reply: Reply) -> Self {
        let headers = reply.header_list();
        let Reply { status, body, close, .. } = reply;
        let mut response = http::Response::new(B::from(body));
        *response.status_mut() = http::StatusCode::from_u16(status).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
        let close = close.then(|| (Reply::CLOSE.0.to_owned(), Reply::CLOSE.1.to_owned()));
        for (name, value) in headers.into_iter().chain(close) {
            // This crate makes valid ones only, and refuses those of an app that are not (`LoginExchange::reply`). What remains is a
            // `Reply` that an app has made by itself: a response with the other headers is better than none.
            if let (Ok(name), Ok(value)) = (name.parse::<http::HeaderName>(), value.parse()) {
                response.headers_mut().append(name, value);
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_contains_nothing_but_the_status() {
        for status in [400, 401, 403, 405, 408, 413, 415] {
            let reply = Rejection::new(status, "the key of 2026-11 has expired").reply();
            assert_eq!((reply.status, reply.content_type, reply.body.len(), reply.close), (status, None, 0, true));
        }
        assert_eq!(Rejection::new(405, "").reply().headers, HashMap::from([("Allow".to_owned(), "POST".to_owned())]));
    }

    #[test]
    fn retry_after_is_rounded_up() {
        let reply = Reply::unavailable(Duration::from_millis(1500));
        assert_eq!((reply.status, reply.headers), (503, HashMap::from([("Retry-After".to_owned(), "2".to_owned())])));
    }

    #[test]
    fn a_reply_converts_into_a_response_of_the_http_crate() {
        let response = http::Response::<Vec<u8>>::from(Rejection::new(413, "").reply());
        assert_eq!((response.status().as_u16(), &response.headers()["connection"]), (413, &"close".parse().unwrap()));
        let json = Reply::dynamic_action(&DynamicActionReply::text("done")).unwrap();
        let response = http::Response::<Vec<u8>>::from(json.clone());
        assert_eq!(response.headers()["content-type"], "application/json");
        assert!(!response.headers().contains_key("connection"));
        assert_eq!(*response.body(), json.body);
    }

    #[test]
    fn a_start_request_is_answered_in_its_own_structure() {
        let answer = StartReply::new("https://app.example/start?session=1");
        for (body, expected) in [
            (r#"{"source":"CHAT"}"#, serde_json::json!({"url": answer.url})),
            (
                r#"{"callback_url":"https://x.example","peer_id":"p"}"#,
                serde_json::json!({"status": "200", "message": "success", "url": answer.url}),
            ),
        ] {
            let request = StartRequest::parse(body.as_bytes(), None).unwrap();
            let reply = Reply::start(&answer, &request).unwrap();
            assert_eq!((reply.status, reply.content_type.as_deref()), (200, Some("application/json")));
            assert_eq!(serde_json::from_slice::<serde_json::Value>(&reply.body).unwrap(), expected);
        }
    }

    #[test]
    fn an_address_that_is_not_https_is_refused() {
        let request = StartRequest::parse(b"{}", None).unwrap();
        for url in ["http://app.example", "javascript:alert(1)", "/start", "", "intent://x"] {
            assert!(Reply::start(&StartReply::new(url), &request).is_err(), "{url}");
        }
    }

    #[test]
    fn a_dynamic_action_may_be_a_text_alone_but_not_empty() {
        let reply = Reply::dynamic_action(&DynamicActionReply::text("done")).unwrap();
        assert_eq!(reply.body, br#"{"text_message":"done"}"#);
        assert!(Reply::dynamic_action(&DynamicActionReply::default()).is_err());
    }
}
