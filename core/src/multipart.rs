//! Encodes forms with fields and files as `multipart/form-data` (RFC 7578).

use bytes::Bytes;
use http::HeaderValue;

use crate::error::{Error, Result};
use crate::random::random_text;

/// The default media type of a file.
const DEFAULT_FILE_TYPE: &str = "application/octet-stream";

/// A field or a file of a form: see [`RawRequest::form`](crate::api::RawRequest::form).
///
/// ```
/// use open_platform::api::FormPart;
///
/// let title = FormPart::text("title", "Report");
/// let photo = FormPart::file("photo", "front.jpg", vec![0xff, 0xd8, 0xff]).content_type("image/jpeg");
/// # let _ = (title, photo);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormPart {
    /// The name of the field. It must not be empty.
    pub name: String,
    /// The value of the field, or the whole file. It is sent unchanged.
    pub content: Bytes,
    /// The name of the file. A part without one is a field.
    pub file_name: Option<String>,
    /// The media type of the part: by default `application/octet-stream` for a file, and none for a field, which means text.
    pub content_type: Option<String>,
}

/// Shows neither names nor content, because they may be personal data.
impl std::fmt::Debug for FormPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FormPart")
            .field("content", &format_args!("{} bytes", self.content.len()))
            .field("is_file", &self.file_name.is_some())
            .finish_non_exhaustive()
    }
}

impl FormPart {
    /// A field with any bytes. With a `file_name` it becomes a file.
    pub fn new(name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { name: name.into(), content: content.into(), file_name: None, content_type: None }
    }

    /// A field with a text, which is sent in UTF-8.
    pub fn text(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(name, value.into())
    }

    /// A file: the name of the field, the name of the file as the server sees it, and the bytes of the file.
    pub fn file(name: impl Into<String>, file_name: impl Into<String>, content: impl Into<Bytes>) -> Self {
        Self { file_name: Some(file_name.into()), ..Self::new(name, content) }
    }

    /// Sets the media type.
    #[must_use]
    pub fn content_type(mut self, media_type: impl Into<String>) -> Self {
        self.content_type = Some(media_type.into());
        self
    }
}

/// Returns the body and its media type. The boundary is random, with 256 bits: it cannot be guessed, so no content can
/// contain it.
///
/// # Errors
/// `InvalidInput` for `form[…].name` and `form[…].content_type`; [`Error::Config`] if the system returns no random bytes.
pub(crate) fn encode(parts: &[FormPart]) -> Result<(Bytes, HeaderValue)> {
    let boundary = format!("form-{}", random_text()?.expose());
    let mut body = Vec::with_capacity(parts.iter().map(|part| part.content.len() + 256).sum());
    for (index, part) in parts.iter().enumerate() {
        body.extend_from_slice(format!("--{boundary}\r\n").as_bytes());
        body.extend_from_slice(headers(part, index)?.as_bytes());
        body.extend_from_slice(&part.content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    let invalid = |_| Error::config("randomness", "the boundary is not a valid header value");
    Ok((body.into(), HeaderValue::try_from(format!("multipart/form-data; boundary={boundary}")).map_err(invalid)?))
}

/// The headers of a part, with the empty line after them.
fn headers(part: &FormPart, index: usize) -> Result<String> {
    if part.name.is_empty() {
        let reason = "must not be empty: servers find a part by its name";
        return Err(Error::invalid(format!("form[{index}].name"), reason));
    }
    let mut headers = format!("Content-Disposition: form-data; name=\"{}\"", escaped(&with_crlf(&part.name)));
    if let Some(name) = &part.file_name {
        headers.push_str("; filename=\"");
        headers.push_str(&escaped(name));
        headers.push('"');
    }
    headers.push_str("\r\n");
    let default = part.file_name.is_some().then_some(DEFAULT_FILE_TYPE);
    if let Some(media_type) = part.content_type.as_deref().or(default) {
        self::media_type(&format!("form[{index}].content_type"), media_type)?;
        headers.push_str("Content-Type: ");
        headers.push_str(media_type);
        headers.push_str("\r\n");
    }
    headers.push_str("\r\n");
    Ok(headers)
}

/// A media type as the value of a header.
///
/// # Errors
/// `InvalidInput` for `field`.
pub(crate) fn media_type(field: &str, text: &str) -> Result<HeaderValue> {
    let is_plain = !text.trim().is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    let value = is_plain.then(|| HeaderValue::try_from(text).ok()).flatten();
    value.ok_or_else(|| Error::invalid(field, "must be a media type such as image/jpeg"))
}

/// A name as it is written between quotes. The HTML standard requires browsers to escape `"`, CR and LF like this, and to
/// write all other characters in UTF-8.
fn escaped(name: &str) -> String {
    name.replace('\n', "%0A").replace('\r', "%0D").replace('"', "%22")
}

/// Replaces each line break by CR LF. The HTML standard requires it for the names of fields, but not for those of files.
fn with_crlf(name: &str) -> String {
    name.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_has_its_own_boundary() {
        let parts = [FormPart::text("title", "Report")];
        let types = [encode(&parts).unwrap().1, encode(&parts).unwrap().1];
        assert_ne!(types[0], types[1]);
    }

    #[test]
    fn debug_shows_neither_names_nor_content() {
        let parts = [FormPart::text("canary", "canary"), FormPart::file("canary", "canary", "canary")];
        let shown = format!("{parts:?}");
        assert!(shown.contains("6 bytes") && !shown.contains("canary"), "{shown}");
    }

    #[test]
    fn an_invalid_media_type_is_refused() {
        for invalid in ["", "image/jpeg\r\nx: 1", "a\0b", "é"] {
            let part = FormPart::text("a", "b").content_type(invalid);
            let Err(Error::InvalidInput { field, .. }) = encode(&[FormPart::text("x", "y"), part]) else {
                panic!("{invalid}")
            };
            assert_eq!(field, "form[1].content_type");
        }
    }
}
