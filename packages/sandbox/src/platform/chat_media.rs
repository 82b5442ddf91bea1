//! Uploads of media of chats, and messages that name them (docs/platform.md#chat-media).

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use open_platform::model::chat::{FileData, ImageData, MessageContent, VideoData, VoiceData};
use serde_json::json;

use super::post_media::shown_at;
use crate::body::media_type;
use crate::dispatch::Call;
use crate::response::{Code, PlatformResponse, Refusal};
use crate::state::chat_media::ChatMediumKind;

const MIB: usize = 1024 * 1024;

/// A token for one upload.
pub(super) fn create_upload_token(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    let state = &mut *call.state;
    Ok(PlatformResponse::json(&json!({ "token": state.chat_media.make_token(&mut state.ids) })))
}

pub(super) fn upload_image(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    store(call, ChatMediumKind::Image, 5 * MIB, &["png", "jpeg", "jpg"], |content| {
        content.starts_with(&[0xff, 0xd8, 0xff]) || content.starts_with(b"\x89PNG")
    })
}

pub(super) fn upload_video(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    store(call, ChatMediumKind::Video, 50 * MIB, &["mp4"], |content| content.get(4..8) == Some(b"ftyp"))
}

pub(super) fn upload_voice(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    store(call, ChatMediumKind::Voice, 3 * MIB / 2, &["m4a", "3gp"], |content| content.get(4..8) == Some(b"ftyp"))
}

pub(super) fn upload_file(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    const OFFICE: [&[u8]; 3] = [b"%PDF-", b"\xd0\xcf\x11\xe0", b"PK\x03\x04"];
    let endings = ["pdf", "doc", "docx", "xlsx", "xls", "pptx", "ppt"];
    store(call, ChatMediumKind::File, 5 * MIB, &endings, |content| {
        OFFICE.iter().any(|start| content.starts_with(start))
    })
}

/// Stores an upload under its media token. That uses up the upload token; a refused file does not (assumption).
fn store(
    call: &mut Call<'_>,
    kind: ChatMediumKind,
    most: usize,
    endings: &[&'static str],
    is_of_format: fn(&[u8]) -> bool,
) -> Result<PlatformResponse, Refusal> {
    let token = call.exchange.bearer().unwrap_or_default();
    if !call.state.chat_media.knows(token) {
        return Err(Refusal::new(Code::Unauthenticated, "the upload token is unknown, or was used already"));
    }
    let refused = |reason: String| Err(Refusal::new(Code::InvalidArgument, reason));
    let Some(upload) = Upload::read(call) else {
        return refused("the body must be multipart/form-data with one file in the field `file`".to_owned());
    };
    if call.state.gaps.check_limits && upload.content.len() > most {
        let reason = format!("the file is larger than {most} bytes");
        return Err(Refusal { status: Some(413), ..Refusal::new(Code::InvalidArgument, reason) });
    }
    let named = upload.name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    let Some(ending) = endings.iter().find(|ending| **ending == named) else {
        return refused(format!("the name of the file must end in one of {endings:?}"));
    };
    if !is_of_format(&upload.content) {
        return refused("the file is of another format".to_owned());
    }
    let now = call.now();
    let state = &mut *call.state;
    state.chat_media.use_token(token);
    let stored = state.chat_media.store(&mut state.ids, (kind, upload.name), (ending, upload.content), now);
    Ok(PlatformResponse::json(&json!({ "id": stored, "status": "ok" })))
}

/// The content of a message with a media token. An unknown token is refused; if unknown images are accepted, it is an image with
/// an invented address (assumption).
pub(super) fn content(call: &Call<'_>, token: &str) -> Result<MessageContent, Refusal> {
    let Some(medium) = call.state.chat_media.get(token) else {
        if call.state.gaps.accept_unknown_images {
            let link = format!("{}/media/{token}", call.url());
            return Ok(MessageContent::Image { image: ImageData { link, ..Default::default() } });
        }
        return Err(Refusal::field("media_token", "no such media was uploaded by this app"));
    };
    let (link, size_bytes) = (shown_at(call, &medium.file), i64::try_from(medium.bytes).ok());
    Ok(match medium.kind {
        ChatMediumKind::Image => MessageContent::Image { image: ImageData { link, size_bytes, ..Default::default() } },
        ChatMediumKind::Video => MessageContent::Video { video: VideoData { link, size_bytes, ..Default::default() } },
        ChatMediumKind::Voice => MessageContent::Voice { voice: VoiceData { link, size_bytes, ..Default::default() } },
        ChatMediumKind::File => {
            let name = medium.name.clone();
            MessageContent::File { file: FileData { link, name, size_bytes, ..Default::default() } }
        }
    })
}

/// The boundary of a form. The name of the parameter is the same in upper and lower case (RFC 9110 section 5.6.6).
pub(crate) fn boundary(headers: &HeaderMap) -> Option<&str> {
    if media_type(headers) != "multipart/form-data" {
        return None;
    }
    let content_type = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let mut parameters = content_type.split(';').filter_map(|part| part.trim().split_once('='));
    let (_, boundary) = parameters.find(|(name, _)| name.eq_ignore_ascii_case("boundary"))?;
    Some(boundary.trim_matches('"'))
}

/// The file of a form.
struct Upload {
    name: String,
    content: Bytes,
}

impl Upload {
    /// Reads a form with one part, which is a file in the field `file` (RFC 7578).
    fn read(call: &Call<'_>) -> Option<Self> {
        let boundary = boundary(&call.exchange.headers)?;
        let body = &call.exchange.body;
        let inside = body.strip_prefix(format!("--{boundary}\r\n").as_bytes())?;
        let inside = inside.strip_suffix(b"\r\n").unwrap_or(inside);
        let inside = inside.strip_suffix(format!("\r\n--{boundary}--").as_bytes())?;
        let end = inside.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let (headers, content) = (std::str::from_utf8(inside.get(..end)?).ok()?, inside.get(end + 4..)?);
        let next = format!("\r\n--{boundary}");
        if content.windows(next.len()).any(|bytes| bytes == next.as_bytes()) {
            return None;
        }
        let is_disposition = |line: &&str| line.to_ascii_lowercase().starts_with("content-disposition: form-data;");
        let disposition = headers.split("\r\n").find(is_disposition)?;
        let value = |name: &str| disposition.split_once(name)?.1.split('"').next();
        if value("; name=\"")? != "file" {
            return None;
        }
        let name = value("; filename=\"").filter(|name| !name.is_empty())?.to_owned();
        Some(Self { name, content: body.slice_ref(content) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_is_found_in_every_form_of_the_header() {
        let boundary = |content_type: &str| {
            let value = content_type.parse().unwrap();
            boundary(&HeaderMap::from_iter([(header::CONTENT_TYPE, value)])).map(str::to_owned)
        };
        for content_type in [
            "multipart/form-data; boundary=x-1",
            "multipart/form-data;boundary=\"x-1\"; charset=utf-8",
            "Multipart/Form-Data; charset=utf-8; Boundary=x-1",
        ] {
            assert_eq!(boundary(content_type).as_deref(), Some("x-1"), "{content_type}");
        }
        for other in ["", "multipart/form-data", "multipart/form-database; boundary=x", "text/plain; boundary=x"] {
            assert_eq!(boundary(other), None, "{other}");
        }
    }
}
