//! The result of a handler: a complete response, or a refusal in the platform's error format.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use serde_json::{Value, json};

/// A complete response of the platform. axum's `Response` is made of it when it is sent.
#[derive(Clone, Debug)]
pub(crate) struct PlatformResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Why the request was refused, for the ledger. Only where the body is not an error document.
    pub(crate) refusal: Option<String>,
}

/// The error of an OAuth error response, such as `invalid_grant`. A sent response has it as an extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OAuthError(pub(crate) String);

impl PlatformResponse {
    /// The error, if this is an OAuth error response.
    pub(crate) fn oauth_error(&self) -> Option<OAuthError> {
        let document: Value = (self.status >= 400).then(|| serde_json::from_slice(&self.body).ok())??;
        document.get("error")?.as_str().map(|error| OAuthError(error.to_owned()))
    }

    /// 200 with a JSON document.
    pub(crate) fn json<T: Serialize + ?Sized>(document: &T) -> Self {
        Self::json_with(200, document)
    }

    /// Any status with a JSON document.
    pub(crate) fn json_with<T: Serialize + ?Sized>(status: u16, document: &T) -> Self {
        // If serialization fails, which is a defect of the sandbox, the body is empty.
        Self::with_type(status, "application/json", serde_json::to_vec(document).unwrap_or_default())
    }

    /// 200 with `{}`: a success without content.
    pub(crate) fn empty() -> Self {
        Self::with_type(200, "application/json", Bytes::from_static(b"{}"))
    }

    /// Any status, content type and body.
    pub(crate) fn with_type(status: u16, content_type: &'static str, body: impl Into<Bytes>) -> Self {
        let mut headers = HeaderMap::with_capacity(2);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        Self { status, headers, body: body.into(), refusal: None }
    }

    /// Sets a header to a constant value.
    pub(crate) fn insert(&mut self, name: HeaderName, value: &'static str) {
        self.headers.insert(name, HeaderValue::from_static(value));
    }
}

impl IntoResponse for PlatformResponse {
    fn into_response(self) -> Response {
        let error = self.oauth_error();
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        *response.headers_mut() = self.headers;
        if let Some(error) = error {
            response.extensions_mut().insert(error);
        }
        response
    }
}

/// A gRPC code in the body of an error response (docs/platform.md#grpc-codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    InvalidArgument = 3,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Unimplemented = 12,
    Unauthenticated = 16,
}

/// An error response: `{code, message, details}` under the status that belongs to the code.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) details: Vec<Value>,
    /// The status, where it differs from that of the code.
    pub(crate) status: Option<u16>,
    /// Whether the access token is the cause.
    pub(crate) names_token: bool,
}

impl Refusal {
    /// A refusal without details.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Vec::new(), status: None, names_token: false }
    }

    /// 400: a member of the request is wrong. `field` is its path.
    pub(crate) fn field(field: impl Into<String>, reason: impl AsRef<str>) -> Self {
        // serde gives no path for a document that is not JSON.
        let field = Some(field.into()).filter(|field| field != "?").unwrap_or_else(|| ".".to_owned());
        let reason = reason.as_ref();
        let place = if field == "." { "the body" } else { &field };
        Self::new(Code::InvalidArgument, format!("{place}: {reason}")).detail(json!({
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            "field_violations": [{ "field": field, "description": reason }],
        }))
    }

    /// 404.
    pub(crate) fn not_found(what: impl Into<String>) -> Self {
        Self::new(Code::NotFound, what)
    }

    /// The same refusal with one more detail.
    pub(crate) fn detail(mut self, detail: Value) -> Self {
        self.details.push(detail);
        self
    }

    /// The same refusal of a member with another path. Others stay as they are.
    pub(crate) fn at(self, path: impl FnOnce(&str) -> String) -> Self {
        match self.violation() {
            Some((field, reason)) => Self::field(path(field), reason),
            None => self,
        }
    }

    /// The path of the wrong member and what is wrong with it, if one is.
    pub(crate) fn violation(&self) -> Option<(&str, &str)> {
        let violation = self.details.iter().find_map(|detail| detail.get("field_violations")?.get(0))?;
        Some((violation.get("field")?.as_str()?, violation.get("description")?.as_str()?))
    }

    /// 401: the access token was sent in the right form, and is not accepted (RFC 6750 section 3.1).
    pub(crate) fn invalid_token(message: impl Into<String>) -> Self {
        Self { names_token: true, ..Self::new(Code::Unauthenticated, message) }
    }

    /// The HTTP status: the platform's pairs follow grpc-gateway's first table, where code 9 is 412
    /// (docs/platform.md#grpc-codes).
    pub(crate) fn http_status(&self) -> u16 {
        self.status.unwrap_or(match self.code {
            Code::InvalidArgument => 400,
            Code::Unauthenticated => 401,
            Code::PermissionDenied => 403,
            Code::NotFound => 404,
            Code::AlreadyExists => 409,
            Code::FailedPrecondition => 412,
            Code::ResourceExhausted => 429,
            Code::Unimplemented => 501,
        })
    }
}

impl From<Refusal> for PlatformResponse {
    fn from(refusal: Refusal) -> Self {
        let status = refusal.http_status();
        let mut response = Self::json_with(
            status,
            &json!({ "code": refusal.code as i32, "message": refusal.message, "details": refusal.details }),
        );
        match status {
            401 if refusal.names_token => {
                response.insert(header::WWW_AUTHENTICATE, "Bearer realm=\"open-platform\", error=\"invalid_token\"");
            }
            // RFC 9110 section 15.5.2.
            401 => response.insert(header::WWW_AUTHENTICATE, "Bearer realm=\"open-platform\""),
            // RFC 9110 section 12.5.3: the accepted encodings.
            415 => response.insert(header::ACCEPT_ENCODING, "identity"),
            _ => {}
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::Refusal;

    #[test]
    fn a_refused_document_has_no_invented_path() {
        for place in ["?", "."] {
            let shown = format!("{:?}", Refusal::field(place, "key must be a string"));
            assert!(shown.contains("the body: key must be a string"), "{shown}");
            assert!(!shown.contains('?'), "{shown}");
        }
    }
}
