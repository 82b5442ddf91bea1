//! The error format of the admin API.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use open_platform::Error;
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

use super::shape::TypeMismatch;

/// A refusal of the admin API.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    #[serde(skip)]
    status: u16,
    /// A stable word: `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `method_not_allowed`, `too_large` or
    /// `unsupported_media_type`.
    error: &'static str,
    /// The error as text.
    message: String,
    /// Path of the invalid member, if known.
    field: Option<String>,
}

/// The errors of every operation.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only described")]
pub(crate) enum Refusals {
    /// The request is malformed, or a value is not valid in this world.
    #[response(status = 400)]
    Invalid(Problem),
    /// The token of the sandbox is missing or wrong.
    #[response(status = 401)]
    Unauthorized(Problem),
    /// The `Host` is not this machine's, or the request is from a web page of another origin.
    #[response(status = 403)]
    Forbidden(Problem),
    /// There is no such world, or nothing with this name in it.
    #[response(status = 404)]
    NotFound(Problem),
    /// The path does not have this method; `Allow` lists its methods.
    #[response(status = 405)]
    MethodNotAllowed(Problem),
    /// The body is larger than 2 MiB.
    #[response(status = 413)]
    TooLarge(Problem),
    /// The body is not `application/json`, or it is encoded.
    #[response(status = 415)]
    UnsupportedMediaType(Problem),
}

impl Problem {
    fn new(status: u16, error: &'static str, message: impl Into<String>) -> Self {
        Self { status, error, message: message.into(), field: None }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_input", message)
    }

    /// A member of the body is wrong. `.` is the body as a whole, and `?` a place in it that is not known.
    pub(crate) fn member(path: &str, reason: &str) -> Self {
        match path {
            "." | "?" => Self::invalid(format!("the body: {reason}")),
            path => Self::invalid(format!("{path}: {reason}")).at(path),
        }
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(401, "unauthorized", "send the token of this sandbox as `Authorization: Bearer`")
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(403, "forbidden", message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(404, "not_found", message)
    }

    /// Nothing of this kind has this name, token or number. `list` is the path below the world that lists what there is.
    pub(crate) fn none(kind: &str, name: &str, list: &str) -> Self {
        Self::not_found(format!("there is no {kind} {name:?}: GET …/{list} lists what there is"))
    }

    pub(crate) fn method_not_allowed() -> Self {
        Self::new(405, "method_not_allowed", "this path has other methods: see /_sandbox/openapi.json")
    }

    pub(crate) fn too_large() -> Self {
        Self::new(413, "too_large", "the body is larger than 2 MiB")
    }

    pub(crate) fn media_type() -> Self {
        Self::new(415, "unsupported_media_type", "send the body as application/json")
    }

    pub(crate) fn encoding(encoding: &str) -> Self {
        Self::new(415, "unsupported_media_type", format!("the body is encoded with {encoding}: send it as it is"))
    }

    /// The same problem of this member.
    pub(crate) fn at(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }

    pub(crate) fn misfit(TypeMismatch { at, kind }: TypeMismatch) -> Self {
        let place = if at.is_empty() { "the body" } else { &at };
        Self {
            field: Some(at.clone()).filter(|at| !at.is_empty()),
            ..Self::invalid(format!("{place} must be: {kind}"))
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::InvalidInput { field, reason } => Self::member(&field, &reason),
            other => Self::invalid(other.to_string()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_REQUEST);
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer realm=\"sandbox\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}
