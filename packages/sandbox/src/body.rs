//! Reads the body of a request up to a limit.

use std::error::Error as _;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use http_body_util::LengthLimitError;

/// Why a body could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is larger than the limit.
    TooLarge,
    /// It was cut off, or its chunked encoding is not valid.
    Malformed,
}

/// Reads a body of at most so many bytes.
pub(crate) async fn read(body: Body, most: usize) -> Result<Bytes, Unreadable> {
    to_bytes(body, most).await.map_err(|error| {
        if error.source().is_some_and(|cause| cause.is::<LengthLimitError>()) {
            Unreadable::TooLarge
        } else {
            Unreadable::Malformed
        }
    })
}

/// What is wrong with a value in JSON, without the line and the column: its path is named beside it.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.split_once(" at line ") {
        Some((reason, _)) if error.is_data() => reason.to_owned(),
        _ => text,
    }
}

/// The type of a form.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// The media type of a body in lower case, without its parameters. Empty if the request names none.
pub(crate) fn media_type(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The content encoding of a body, such as `gzip`. The platform documents none.
pub(crate) fn encoding(headers: &HeaderMap) -> Option<String> {
    let encoding = String::from_utf8_lossy(headers.get(header::CONTENT_ENCODING)?.as_bytes()).trim().to_lowercase();
    (!encoding.is_empty() && encoding != "identity").then_some(encoding)
}
