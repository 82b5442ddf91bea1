//! The body of a request as it is recorded and compared: of what is not text only the length and the hash are.

use axum::http::HeaderMap;
use bytes::Bytes;
use open_platform::digest::sha256;
use serde_json::{Value, json};

use crate::body::{FORM, media_type};
use crate::platform::boundary;

/// A body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text(String),
    /// `multipart/form-data`: its boundary is another one in every run.
    Parts(Vec<Part>),
    Binary(Digest),
    /// It is not in the archive: another program has made that, or secrets in the body cannot be found.
    Unknown,
}

/// What is known of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) bytes: usize,
    pub(super) sha256: String,
}

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) file_name: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) value: PartValue,
}

/// A field or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartValue {
    Text(String),
    File(Digest),
}

impl Digest {
    fn of(bytes: &[u8]) -> Self {
        Self { bytes: bytes.len(), sha256: sha256(bytes) }
    }

    fn read(value: &Value) -> Option<Self> {
        let bytes = value["_bytes"].as_u64().and_then(|bytes| usize::try_from(bytes).ok())?;
        Some(Self { bytes, sha256: value["_sha256"].as_str()?.to_owned() })
    }

    fn write(&self, to: &mut Value) {
        to["_bytes"] = json!(self.bytes);
        to["_sha256"] = json!(self.sha256);
    }
}

impl Content {
    /// The content of a body.
    pub(super) fn of(headers: &HeaderMap, body: &Bytes) -> Self {
        if let Some(parts) = boundary(headers).and_then(|boundary| parts(boundary, body)) {
            return Self::Parts(parts);
        }
        match std::str::from_utf8(body) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Binary(Digest::of(body)),
        }
    }

    /// The content of the request of an entry.
    pub(super) fn read(request: &Value) -> Self {
        let data = &request["postData"];
        if let Some(digest) = Digest::read(data) {
            return Self::Binary(digest);
        }
        if let (Some(text), true) = (data["text"].as_str(), data["encoding"].is_null()) {
            return Self::Text(text.to_owned());
        }
        match data["params"].as_array() {
            Some(params) => Self::Parts(params.iter().map(Part::read).collect()),
            None if request["bodySize"].as_i64().is_some_and(|bytes| bytes > 0) => Self::Unknown,
            None => Self::Text(String::new()),
        }
    }

    /// `postData` of the request of an entry. None if there is no body, or nothing of it may be written.
    pub(super) fn post_data(&self, media_type: &str) -> Option<Value> {
        let mut data = json!({ "mimeType": media_type });
        match self {
            Self::Text(text) if text.is_empty() => return None,
            Self::Text(text) => data["text"] = json!(text),
            Self::Parts(parts) => data["params"] = parts.iter().map(Part::write).collect(),
            Self::Binary(digest) => {
                data["text"] = json!("");
                digest.write(&mut data);
            }
            Self::Unknown => return None,
        }
        Some(data)
    }
}

impl Part {
    fn read(param: &Value) -> Self {
        let text = |name: &str| param[name].as_str().map(str::to_owned);
        let value = match Digest::read(param) {
            Some(digest) => PartValue::File(digest),
            None => PartValue::Text(text("value").unwrap_or_default()),
        };
        let name = text("name").unwrap_or_default();
        Self { name, file_name: text("fileName"), content_type: text("contentType"), value }
    }

    fn write(&self) -> Value {
        let mut param = json!({ "name": self.name });
        for (name, value) in [("fileName", &self.file_name), ("contentType", &self.content_type)] {
            if let Some(value) = value {
                param[name] = json!(value);
            }
        }
        match &self.value {
            PartValue::Text(text) => param["value"] = json!(text),
            PartValue::File(digest) => digest.write(&mut param),
        }
        param
    }

    /// A part, from its headers and its content (RFC 7578).
    fn parse(part: &[u8]) -> Option<Self> {
        let end = part.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let (head, content) = (std::str::from_utf8(part.get(..end)?).ok()?, part.get(end + 4..)?);
        let header = |wanted: &str| {
            let lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
            lines.filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted)).map(|(_, value)| value.trim()).next()
        };
        let disposition = header("content-disposition")?;
        let parameter = |name: &str| disposition.split_once(name)?.1.split('"').next().map(str::to_owned);
        let file_name = parameter("; filename=\"");
        let value = match std::str::from_utf8(content) {
            Ok(text) if file_name.is_none() => PartValue::Text(text.to_owned()),
            _ => PartValue::File(Digest::of(content)),
        };
        let content_type = header("content-type").map(str::to_owned);
        Some(Self { name: parameter("; name=\"")?, file_name, content_type, value })
    }
}

/// The parts of a form. `None` if it is not one.
fn parts(boundary: &str, body: &[u8]) -> Option<Vec<Part>> {
    let delimiter = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(delimiter.trim_start().as_bytes())?;
    let mut found = Vec::new();
    while !rest.starts_with(b"--") {
        rest = rest.strip_prefix(b"\r\n")?;
        let end = rest.windows(delimiter.len()).position(|bytes| bytes == delimiter.as_bytes())?;
        found.push(Part::parse(rest.get(..end)?)?);
        rest = rest.get(end + delimiter.len()..)?;
    }
    Some(found)
}

/// Whether a body with these headers is a form with texts.
pub(super) fn is_form(headers: &HeaderMap) -> bool {
    media_type(headers) == FORM
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn of(kind: &str, body: &[u8]) -> Content {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind.parse().unwrap())]);
        Content::of(&headers, &Bytes::copy_from_slice(body))
    }

    fn form(boundary: &str) -> Content {
        let file = "content-disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\ncontent-type: image/jpeg";
        let field = "Content-Disposition: form-data; name=\"title\"";
        let text = format!(
            "--{boundary}\r\n{field}\r\n\r\nA title\r\n--{boundary}\r\n{file}\r\n\r\n\r\nx\r\n--{boundary}--\r\n"
        );
        of(&format!("multipart/form-data; boundary={boundary}"), text.as_bytes())
    }

    #[test]
    fn a_form_is_the_same_with_any_boundary_and_from_the_file() {
        let content = form("one");
        assert_eq!(content, form("two"));
        let Content::Parts(parts) = &content else { panic!("{content:?}") };
        assert_eq!((parts[0].name.as_str(), &parts[0].value), ("title", &PartValue::Text("A title".into())));
        assert_eq!(
            (parts[1].file_name.as_deref(), &parts[1].value),
            (Some("a.jpg"), &PartValue::File(Digest::of(b"\r\nx")))
        );
        for content in [content, of("image/jpeg", &[0xff, 0xd8]), of("text/plain", b"text"), of("text/plain", b"")] {
            let request = json!({ "postData": content.post_data("x") });
            assert_eq!(Content::read(&request), content);
        }
    }

    #[test]
    fn a_form_that_is_cut_off_is_text_or_bytes() {
        let cut =
            of("multipart/form-data; boundary=one", b"--one\r\ncontent-disposition: form-data; name=\"a\"\r\n\r\nx");
        assert!(matches!(cut, Content::Text(_)), "{cut:?}");
    }
}
