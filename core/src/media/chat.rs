//! The formats and sizes of media of chats (docs/platform.md#chat-media).

use bytes::Bytes;

use super::{FileProgress, Media, Upload};
use crate::error::{Error, Result};

// The platform states megabytes. They are read as 1,000,000 bytes, the smaller of the two meanings.
const MAX_IMAGE_BYTES: u64 = 5_000_000;
pub(crate) const MAX_VIDEO_BYTES: u64 = 50_000_000;
const MAX_VOICE_BYTES: u64 = 1_500_000;
const MAX_DOCUMENT_BYTES: u64 = 5_000_000;
/// Most characters of a document's name. Assumption: the platform states no limit.
const MAX_NAME_CHARS: usize = 255;

const PDF: &[u8] = b"%PDF-";
/// The first bytes of the old formats of Office: a compound file.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The first bytes of the new formats of Office: a ZIP archive.
const ZIP: &[u8] = b"PK\x03\x04";

/// The formats of documents: the ending of the name, the first bytes, the media type.
const DOCUMENTS: &[(&str, &[u8], &str)] = &[
    ("pdf", PDF, "application/pdf"),
    ("doc", COMPOUND, "application/msword"),
    ("docx", ZIP, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("xls", COMPOUND, "application/vnd.ms-excel"),
    ("xlsx", ZIP, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("ppt", COMPOUND, "application/vnd.ms-powerpoint"),
    ("pptx", ZIP, "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
];

/// A file of an allowed format and size.
pub(crate) struct ChatFile {
    pub(crate) content: Bytes,
    /// Its name as the recipient sees it.
    pub(crate) name: String,
    pub(crate) media_type: &'static str,
    pub(crate) progress: Option<FileProgress>,
}

impl ChatFile {
    pub(crate) async fn image(image: Upload) -> Result<Self> {
        let Media { content, media_type, progress } = image.image(MAX_IMAGE_BYTES, true).await?;
        let (name, media_type) =
            if media_type == "image/png" { ("image.png", "image/png") } else { ("image.jpg", "image/jpeg") };
        Ok(Self { content, name: name.to_owned(), media_type, progress })
    }

    pub(crate) async fn video(video: Upload) -> Result<Self> {
        let Media { content, progress, .. } = video.video(MAX_VIDEO_BYTES).await?;
        Ok(Self { content, name: "video.mp4".to_owned(), media_type: "video/mp4", progress })
    }

    /// M4A and 3GP begin like MP4: with a box `ftyp`, which names the format behind its name.
    pub(crate) async fn voice(voice: Upload) -> Result<Self> {
        let (content, progress) = voice.read("voice", MAX_VOICE_BYTES).await?;
        let (name, media_type) = match (content.get(4..8), content.get(8..11)) {
            (Some(b"ftyp"), Some(b"3gp" | b"3g2")) => ("voice.3gp", "audio/3gpp"),
            (Some(b"ftyp"), _) => ("voice.m4a", "audio/mp4"),
            _ => return Err(Error::invalid("voice", "is neither an M4A nor a 3GP recording")),
        };
        Ok(Self { content, name: name.to_owned(), media_type, progress })
    }

    pub(crate) async fn document(file: Upload, name: String) -> Result<Self> {
        let invalid = |reason: &str| Err(Error::invalid("name", reason));
        if name.chars().count() > MAX_NAME_CHARS {
            return invalid(&format!("must have at most {MAX_NAME_CHARS} characters"));
        }
        if name.contains(|c: char| c.is_control() || c == '/' || c == '\\') {
            return invalid("must be the name of a file, without slashes and control characters");
        }
        let ending = match name.rsplit_once('.') {
            Some((stem, ending)) if !stem.is_empty() => ending.to_ascii_lowercase(),
            _ => String::new(),
        };
        let Some((_, start, media_type)) = DOCUMENTS.iter().find(|(known, ..)| *known == ending) else {
            return invalid("must end in .pdf, .doc, .docx, .xls, .xlsx, .ppt or .pptx");
        };
        let (content, progress) = file.read("file", MAX_DOCUMENT_BYTES).await?;
        if !content.starts_with(start) {
            return Err(Error::invalid("file", format!("is not of the format that its name says: {ending}")));
        }
        Ok(Self { content, name, media_type, progress })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\xff\x00\x34\xff\xd9";

    fn sized(start: &[u8], size: usize) -> Upload {
        let mut content = start.to_vec();
        content.resize(size, 0);
        Upload::bytes(content)
    }

    #[tokio::test]
    async fn each_kind_has_its_formats_and_its_size() {
        let picture = ChatFile::image(Upload::bytes(JPEG)).await.unwrap();
        assert_eq!((picture.name.as_str(), picture.media_type), ("image.jpg", "image/jpeg"));
        for (start, name) in [
            (&b"\0\0\0\x18ftypM4A rest"[..], "voice.m4a"),
            (b"\0\0\0\x18ftypisom", "voice.m4a"),
            (b"\0\0\0\x18ftyp3gp4", "voice.3gp"),
        ] {
            assert_eq!(ChatFile::voice(Upload::bytes(start)).await.unwrap().name, name);
        }
        let movie: &[u8] = b"\0\0\0\x18ftypmp42";
        assert!(ChatFile::voice(sized(movie, 1_500_000)).await.is_ok());
        assert!(ChatFile::video(sized(movie, 50_000_000)).await.is_ok());
        assert!(ChatFile::image(sized(JPEG, 5_000_000)).await.is_ok());
        assert!(ChatFile::document(sized(PDF, 5_000_000), "a.pdf".to_owned()).await.is_ok());
        for (refused, most) in [
            (ChatFile::voice(sized(movie, 1_500_001)).await, "1500000"),
            (ChatFile::video(sized(movie, 50_000_001)).await, "50000000"),
            (ChatFile::image(sized(JPEG, 5_000_001)).await, "5000000"),
            (ChatFile::document(sized(PDF, 5_000_001), "a.pdf".to_owned()).await, "5000000"),
        ] {
            let error = refused.err().unwrap().to_string();
            assert!(error.contains(&format!("at most {most}")), "{error}");
        }
        let error = ChatFile::voice(Upload::bytes(&b"ID3 is not M4A"[..])).await.err().unwrap();
        assert!(error.to_string().starts_with("voice") && error.to_string().contains("M4A"), "{error}");
    }

    #[tokio::test]
    async fn a_document_is_what_its_name_says() {
        for (ending, start, media_type) in DOCUMENTS {
            let named = format!("قرارداد 1.{}", ending.to_uppercase());
            let file = ChatFile::document(Upload::bytes(*start), named.clone()).await.unwrap();
            assert_eq!((file.name, file.media_type), (named, *media_type));
        }
        for (content, name, field) in [
            (PDF, "a.docx", "file"),
            (ZIP, "a.doc", "file"),
            (PDF, "a.exe", "name"),
            (PDF, "a", "name"),
            (PDF, ".pdf", "name"),
            (PDF, "", "name"),
            (PDF, "../a.pdf", "name"),
            (PDF, "b\\a.pdf", "name"),
            (PDF, "a\n.pdf", "name"),
            (b"", "a.pdf", "file"),
        ] {
            let error = ChatFile::document(Upload::bytes(content), name.to_owned()).await.err().unwrap();
            assert!(matches!(&error, Error::InvalidInput { field: found, .. } if found == field), "{name}: {error}");
        }
        let long = ChatFile::document(Upload::bytes(PDF), format!("{}.pdf", "a".repeat(252))).await.err().unwrap();
        assert!(long.to_string().contains("at most 255"), "{long}");
    }
}
