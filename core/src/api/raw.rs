//! Calls of endpoints that this crate has no method for.

use std::collections::HashMap;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method};

use crate::call::{Bearer, Payload, address};
use crate::client::{CallOptions, OpenPlatform, User};
use crate::endpoint::{Body, Credentials, Endpoint, Host, Lifecycle, RetryClass, ScopeRule};
use crate::error::{Error, Result};
use crate::id::encode;
use crate::json::{Json, without_mark};
use crate::multipart::{self, FormPart};

/// Query parameters that are refused because they would put a credential into a URL. URLs are logged by others.
#[rustfmt::skip]
const SECRET_NAMES: [&str; 13] = [
    "access_token", "api_key", "apikey", "authorization", "bearer", "client_secret", "code_verifier", "id_token",
    "identification_key", "password", "refresh_token", "secret", "x_api_key",
];

/// The body of a [`RawRequest`].
#[derive(Clone)]
#[non_exhaustive]
pub enum RawBody {
    /// `application/json`.
    Json(Json),
    /// Bytes that are sent unchanged: an image.
    Bytes {
        /// The whole body.
        bytes: Bytes,
        /// Its media type, such as `image/jpeg`.
        content_type: String,
    },
    /// `multipart/form-data`: fields and files, in this order.
    Form(Vec<FormPart>),
}

/// A request to an endpoint that has no method here, with the same credentials, retries and errors as other calls.
///
/// ```no_run
/// # async fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// use open_platform::api::RawRequest;
/// let cities = platform.request(RawRequest::new("GET", ["v1", "open-platform", "assets", "city"])).await?;
/// println!("{}", cities.json()?.as_str());
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct RawRequest {
    /// HTTP method, such as `GET`. Small letters are sent as capital ones.
    pub method: String,
    /// The host. The default is the main API. The authorization server and the upload host get neither key nor token. The host of
    /// chat media is refused: it takes nothing but uploads, each with a token of its own, as the
    /// uploads of [`Chatbot`](super::Chatbot) send them.
    pub host: Host,
    /// The path as a list of segments in plain text, at least one. They are checked and percent-encoded. An empty last
    /// segment makes a path that ends in a slash.
    pub segments: Vec<String>,
    /// Query parameters, as plain text.
    pub query: Vec<(String, String)>,
    /// The body.
    pub body: Option<RawBody>,
    /// When it may be sent again. The default is `Safe` for GET and HEAD, and `NotProcessed` for all other methods.
    pub retry: Option<RetryClass>,
    /// The largest body of the response, in bytes. The default is 2 MiB, and 64 KiB from the authorization server.
    pub max_response: Option<usize>,
}

/// Shows no path, query or body, because they may contain phone numbers.
impl std::fmt::Debug for RawRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RawRequest")
            .field("method", &self.method)
            .field("host", &self.host)
            .field("retry", &self.retry)
            .finish_non_exhaustive()
    }
}

impl RawRequest {
    /// A request to the main API.
    pub fn new<S: Into<String>>(method: impl Into<String>, segments: impl IntoIterator<Item = S>) -> Self {
        Self {
            method: method.into(),
            host: Host::Base,
            segments: segments.into_iter().map(Into::into).collect(),
            query: Vec::new(),
            body: None,
            retry: None,
            max_response: None,
        }
    }

    /// Sends the request to another host.
    #[must_use]
    pub fn host(mut self, host: Host) -> Self {
        self.host = host;
        self
    }

    /// Like [`host`](Self::host), by the host's name: `base`, `api`, `upload` or `auth`.
    ///
    /// # Errors
    /// `InvalidInput` for `host` if the name is another one.
    pub fn host_named(self, name: &str) -> Result<Self> {
        let host = find_by_name("host", &[Host::Base, Host::Api, Host::Upload, Host::Auth], Host::name, name)?;
        Ok(self.host(host))
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Sets a JSON body.
    #[must_use]
    pub fn json(mut self, body: impl Into<Json>) -> Self {
        self.body = Some(RawBody::Json(body.into()));
        self
    }

    /// Sets a body of bytes, which are sent unchanged.
    #[must_use]
    pub fn bytes(mut self, bytes: impl Into<Bytes>, content_type: impl Into<String>) -> Self {
        self.body = Some(RawBody::Bytes { bytes: bytes.into(), content_type: content_type.into() });
        self
    }

    /// Sets the body to a form with fields and files, `multipart/form-data`. Names are written as browsers do: in UTF-8, with
    /// `"`, CR and LF escaped. Contents are sent unchanged. The boundary is random.
    #[must_use]
    pub fn form(mut self, parts: impl IntoIterator<Item = FormPart>) -> Self {
        self.body = Some(RawBody::Form(parts.into_iter().collect()));
        self
    }

    /// Sets the body from the arguments of another language: JSON, bytes with their media type, a form, or none.
    ///
    /// # Errors
    /// `InvalidInput` for `content` if both JSON and bytes are given; for `content_type` if bytes have no media type, or a
    /// media type has no bytes; for `form` if a form and another body are given.
    pub fn body_of(
        mut self,
        json: Option<Json>,
        content: Option<Vec<u8>>,
        content_type: Option<String>,
        form: Option<Vec<FormPart>>,
    ) -> Result<Self> {
        if let Some(parts) = form {
            if json.is_some() || content.is_some() {
                return Err(Error::invalid("form", "give either a form, or a JSON body, or bytes"));
            }
            if content_type.is_some() {
                return Err(Error::invalid("content_type", "is only for bytes: each part of a form has its own"));
            }
            return Ok(self.form(parts));
        }
        self.body = match (json, content, content_type) {
            (json, None, None) => json.map(RawBody::Json),
            (None, Some(bytes), Some(content_type)) => Some(RawBody::Bytes { bytes: bytes.into(), content_type }),
            (Some(_), Some(_), _) => return Err(Error::invalid("content", "give either a JSON body or bytes")),
            (_, Some(_), None) => return Err(Error::invalid("content_type", "bytes need their media type")),
            (_, None, Some(_)) => return Err(Error::invalid("content_type", "is only for bytes")),
        };
        Ok(self)
    }

    /// Sets when the request may be sent again.
    #[must_use]
    pub fn retry(mut self, class: RetryClass) -> Self {
        self.retry = Some(class);
        self
    }

    /// Like [`retry`](Self::retry), by the name of the class: `safe`, `safe_once` or `not_processed`.
    ///
    /// # Errors
    /// `InvalidInput` for `retry` if the name is another one.
    pub fn retry_named(self, name: &str) -> Result<Self> {
        let classes = [RetryClass::Safe, RetryClass::SafeOnce, RetryClass::NotProcessed];
        let class = find_by_name("retry", &classes, RetryClass::name, name)?;
        Ok(self.retry(class))
    }

    /// Sets the largest body of the response, in bytes. A larger one ends with an [`Error::Transport`] of the kind `TooLarge`.
    #[must_use]
    pub fn max_response(mut self, bytes: usize) -> Self {
        self.max_response = Some(bytes);
        self
    }

    /// Like [`max_response`](Self::max_response), from the argument of another language.
    ///
    /// # Errors
    /// `InvalidInput` for `max_response` if it is negative.
    pub fn max_response_of(self, bytes: i64) -> Result<Self> {
        match u64::try_from(bytes) {
            Ok(bytes) => Ok(self.max_response(usize::try_from(bytes).unwrap_or(usize::MAX))),
            Err(_) => Err(Error::invalid("max_response", "must not be negative")),
        }
    }

    /// Checks everything that can be checked before sending, and returns the row that this request would have in the
    /// endpoint table.
    fn endpoint(&self) -> Result<Endpoint> {
        let refused =
            || Error::invalid("method", "must be an HTTP method other than CONNECT and TRACE, such as GET or POST");
        let method = Method::from_bytes(self.method.to_ascii_uppercase().as_bytes()).ok();
        let method = method.filter(|it| *it != Method::CONNECT && *it != Method::TRACE).ok_or_else(refused)?;
        let credentials = match self.host {
            Host::Base | Host::Api => Credentials::KeyAndOptionalBearer,
            Host::Upload | Host::Auth => Credentials::None,
            Host::Chat | Host::App => return Err(Error::invalid("host", "must be base, api, upload or auth")),
        };
        let default = if method.is_safe() { RetryClass::Safe } else { RetryClass::NotProcessed };
        Ok(Endpoint {
            name: "request",
            number: None,
            method,
            host: self.host,
            path: Endpoint::UNKNOWN_PATH,
            credentials,
            body: if matches!(self.body, Some(RawBody::Json(_))) { Body::Json } else { Body::None },
            retry: self.retry.unwrap_or(default),
            scopes: &[],
            scope_rule: ScopeRule::None,
            permission: None,
            lifecycle: Lifecycle::Current,
            newer_form: None,
            repeatable: false,
            only_backend: false,
            max_total_calls: None,
            purpose: "Call an endpoint that has no method yet.",
            source: "",
        })
    }

    fn address(&self, base: &str) -> Result<String> {
        let mut url = address(base, "", &[], &[])?;
        if self.segments.is_empty() {
            let reason = "must not be empty: give the path in pieces, such as `v1`, `open-platform`, `users`";
            return Err(Error::invalid("segments", reason));
        }
        for (index, segment) in self.segments.iter().enumerate() {
            check_segment(segment).map_err(|reason| Error::invalid(format!("segments[{index}]"), reason))?;
            url.push('/');
            url.push_str(&encode(segment));
        }
        for (index, (name, value)) in self.query.iter().enumerate() {
            let plain = name.to_ascii_lowercase().replace('-', "_");
            if SECRET_NAMES.contains(&plain.as_str()) {
                let reason = "looks like a credential: credentials are never sent in a URL";
                return Err(Error::invalid(format!("query[{name}]"), reason));
            }
            url.push(if index == 0 { '?' } else { '&' });
            url.push_str(&encode(name));
            url.push('=');
            url.push_str(&encode(value));
        }
        Ok(url)
    }
}

/// The value with this name.
fn find_by_name<T: Copy>(field: &str, known: &[T], name_of: impl Fn(T) -> &'static str, name: &str) -> Result<T> {
    known.iter().copied().find(|value| name_of(*value) == name).ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|value| name_of(*value)).collect();
        Error::invalid(field, format!("must be one of {}", names.join(", ")))
    })
}

fn check_segment(segment: &str) -> Result<(), &'static str> {
    match segment {
        "." | ".." => Err("must not be a dot segment"),
        long if long.len() > 1_024 => Err("must have at most 1,024 bytes"),
        text if text.chars().any(|c| c.is_control() || c == '/' || c == '\\') => {
            Err("must not have slashes or control characters: give each segment by itself")
        }
        _ => Ok(()),
    }
}

/// The successful response to a [`RawRequest`].
#[cfg_attr(feature = "node", crate::ffi::data)]
#[derive(Clone)]
pub struct RawResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers by lower-case name. If several have one name, the last.
    pub headers: HashMap<String, String>,
    /// The body.
    pub body: Bytes,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
}

impl RawResponse {
    /// The body as JSON.
    ///
    /// # Errors
    /// [`Error::Decode`] if it is not JSON.
    pub fn json(&self) -> Result<Json> {
        serde_json::from_slice(without_mark(&self.body)).map_err(|error| {
            let mut unreadable = crate::json::unreadable("request", &error);
            unreadable.status = self.status;
            unreadable.request_id.clone_from(&self.request_id);
            unreadable.attempts = self.attempts;
            unreadable.into()
        })
    }
}

impl std::fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RawResponse")
            .field("status", &self.status)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish_non_exhaustive()
    }
}

impl OpenPlatform {
    /// Sends a request to an endpoint that has no method here, with the API key.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn request(&self, request: RawRequest) -> Result<RawResponse> {
        self.request_for(request, Bearer::None).await
    }

    async fn request_for(&self, request: RawRequest, bearer: Bearer) -> Result<RawResponse> {
        let PreparedRequest { endpoint, url, payload, options } = self.prepare(request)?;
        let reply = self.inner.send(&endpoint, url, payload, bearer, &options).await?;
        Ok(RawResponse {
            status: reply.status,
            headers: header_texts(&reply.headers),
            body: reply.body,
            request_id: reply.request_id,
            attempts: reply.attempts,
        })
    }

    /// Checks a request and encodes it.
    pub(super) fn prepare(&self, request: RawRequest) -> Result<PreparedRequest> {
        let endpoint = request.endpoint()?;
        let url = request.address(self.inner.config.base(endpoint.host))?;
        let options = CallOptions { max_response: request.max_response, ..self.options };
        let payload = match request.body {
            Some(RawBody::Json(json)) => Payload::Json(Bytes::copy_from_slice(json.as_str().as_bytes())),
            Some(RawBody::Bytes { bytes, content_type }) => {
                Payload::Bytes(bytes, multipart::media_type("content_type", &content_type)?, None)
            }
            Some(RawBody::Form(parts)) => {
                let (bytes, content_type) = multipart::encode(&parts)?;
                Payload::Bytes(bytes, content_type, None)
            }
            None => Payload::None,
        };
        Ok(PreparedRequest { endpoint, url, payload, options })
    }
}

/// A request that is ready to be sent.
pub(super) struct PreparedRequest {
    pub(super) endpoint: Endpoint,
    pub(super) url: String,
    pub(super) payload: Payload,
    pub(super) options: CallOptions,
}

/// The headers as texts, by name in lower case.
pub(super) fn header_texts(headers: &HeaderMap) -> HashMap<String, String> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

impl User {
    /// Sends a request to an endpoint that has no method here, with the API key and the user's token.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn request(&self, request: RawRequest) -> Result<RawResponse> {
        self.platform.request_for(request, self.bearer.clone()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(request: RawRequest) -> String {
        let endpoint = request.endpoint().map(drop);
        endpoint.and_then(|()| request.address("https://host").map(drop)).unwrap_err().to_string()
    }

    #[test]
    fn segments_are_encoded_and_cannot_contain_slashes() {
        let request = RawRequest::new("GET", ["v1", "a b%2e", "سلام"]).query("q", "1&2");
        let url = request.address("https://host/base").unwrap();
        assert_eq!(url, "https://host/base/v1/a%20b%252e/%D8%B3%D9%84%D8%A7%D9%85?q=1%262");
        let slash = RawRequest::new("GET", ["v1", "", "x", ""]).address("https://host/base").unwrap();
        assert_eq!(slash, "https://host/base/v1//x/");
        assert!(refused(RawRequest::new("GET", [""; 0])).starts_with("segments: "));
        for wrong in [".", "..", "a/b", "a\\b", "a\nb", "a\0"] {
            assert!(refused(RawRequest::new("GET", ["v1", wrong])).starts_with("segments[1]"), "{wrong:?}");
        }
    }

    #[test]
    fn a_credential_in_the_query_is_refused() {
        let error = refused(RawRequest::new("GET", ["v1"]).query("Access_Token", "secret"));
        assert!(error.starts_with("query[Access_Token]: ") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn debug_output_of_a_request_has_no_path_query_or_body() {
        let request = RawRequest::new("GET", ["users", "canary"]).query("phone", "canary");
        let shown = format!("{:?}", request.json(serde_json::json!({"phone": "canary"})));
        assert!(shown.contains("GET") && !shown.contains("canary"), "{shown}");
        for name in ["X-API-Key", "id_token", "client-secret"] {
            assert!(
                refused(RawRequest::new("GET", ["v1"]).query(name, "x")).starts_with(&format!("query[{name}]: ")),
                "{name}"
            );
        }
    }

    #[test]
    fn a_body_is_json_or_bytes_with_their_type() {
        let given = |json: Option<&str>, bytes: Option<&str>, kind: Option<&str>| {
            let json = json.map(|text| serde_json::from_str::<Json>(text).unwrap());
            RawRequest::new("POST", ["v1"]).body_of(json, bytes.map(Vec::from), kind.map(str::to_owned), None)
        };
        assert!(given(None, None, None).unwrap().body.is_none());
        assert!(matches!(given(Some("{}"), None, None).unwrap().body, Some(RawBody::Json(_))));
        assert!(matches!(given(None, Some("x"), Some("text/plain")).unwrap().body, Some(RawBody::Bytes { .. })));
        for (json, bytes, kind) in [
            (Some("{}"), Some("x"), None),
            (Some("{}"), None, Some("a/b")),
            (None, Some("x"), None),
            (None, None, Some("a/b")),
        ] {
            assert!(
                matches!(given(json, bytes, kind).err(), Some(Error::InvalidInput { .. })),
                "{json:?} {bytes:?} {kind:?}"
            );
        }
    }

    #[test]
    fn writes_are_not_repeated_and_neither_the_app_nor_the_chat_is_a_host() {
        let class = |method: &str| RawRequest::new(method, ["v1"]).endpoint().unwrap().retry;
        assert_eq!(class("GET"), RetryClass::Safe);
        assert_eq!(class("POST"), RetryClass::NotProcessed);
        assert_eq!(class("DELETE"), RetryClass::NotProcessed);
        for host in [Host::App, Host::Chat] {
            assert!(refused(RawRequest::new("GET", ["v1"]).host(host)).starts_with("host"));
        }
        assert!(RawRequest::new("GET", ["v1"]).host_named("chat").is_err());
        assert!(refused(RawRequest::new("GE T", ["v1"])).starts_with("method"));
    }
}
