//! Files to upload: reading them, and which formats and sizes they may have. Sending them is in [`api`](crate::api).

mod chat;
mod format;

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use bytes::Bytes;
use http::HeaderValue;

use crate::blocking::on_a_thread;
use crate::error::{Error, Result};

pub(crate) use chat::ChatFile;

/// A file to upload, from memory or from disk. The method that uploads it says which formats and sizes it may have.
#[derive(Clone, Debug)]
pub struct Upload(Source);

#[derive(Clone)]
enum Source {
    Bytes(Bytes),
    Path(PathBuf),
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::Path(_) => f.write_str("a file"),
        }
    }
}

impl Upload {
    /// A file in memory.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self(Source::Bytes(content.into()))
    }

    /// A file on disk. The file is read once, at the upload. Its name is not sent.
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Self(Source::Path(path.into()))
    }

    /// The bytes of an image and their media type.
    pub(crate) async fn image(self, max: u64, allow_png: bool) -> Result<(Bytes, HeaderValue)> {
        let image = self.read("image", max).await?;
        let media_type = format::media_type(&image, allow_png).map_err(|reason| Error::invalid("image", reason))?;
        Ok((image, media_type))
    }

    /// The bytes of a video and their media type.
    pub(crate) async fn video(self, max: u64) -> Result<(Bytes, HeaderValue)> {
        let video = self.read("video", max).await?;
        let media_type = format::video_type(&video).map_err(|reason| Error::invalid("video", reason))?;
        Ok((video, media_type))
    }

    /// The bytes, which are not empty and at most `max`.
    async fn read(self, field: &'static str, max: u64) -> Result<Bytes> {
        let bytes = match self.0 {
            Source::Bytes(bytes) => bytes,
            // Reading a file blocks, so it runs on a thread of its own.
            Source::Path(path) => on_a_thread(move || read_file(&path, field, max))
                .await
                .map_err(|_| Error::config("runtime", "the system gives no further thread to read the file in"))??,
        };
        check_size(field, bytes.len() as u64, max)?;
        Ok(bytes)
    }
}

/// Reads a whole file. Checks its size before, and its size and time of modification afterwards.
fn read_file(path: &std::path::Path, field: &'static str, max: u64) -> Result<Bytes> {
    let wrong = |what: &str| Error::invalid(field, format!("{}: {what}", path.display()));
    let unreadable = |error: std::io::Error| wrong(&format!("cannot be read: {}", error.kind()));
    // Checked before the file is opened, because opening a pipe waits for its writer.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(wrong("is not a file"));
    }
    let mut file = File::open(path).map_err(unreadable)?;
    let before = file.metadata().map_err(unreadable)?;
    check_size(field, before.len(), max)?;
    let mut bytes = Vec::with_capacity(before.len() as usize);
    // Reading one byte more than the expected size shows whether the file has grown.
    (&mut file).take(before.len() + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let after = file.metadata().map_err(unreadable)?;
    if bytes.len() as u64 != before.len()
        || after.len() != before.len()
        || after.modified().ok() != before.modified().ok()
    {
        return Err(wrong("changed while it was read"));
    }
    Ok(bytes.into())
}

fn check_size(field: &'static str, size: u64, max: u64) -> Result<()> {
    match size {
        0 => Err(Error::invalid(field, "is empty")),
        size if size > max => Err(Error::invalid(field, format!("has {size} bytes, but at most {max} are allowed"))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Start of image, start of scan, data, end of image.
    const IMAGE: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\xff\x00\x34\xff\xd9";

    async fn refused(upload: Upload) -> String {
        upload.image(1_000, false).await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn an_invalid_upload_is_refused_before_it_is_read() {
        assert!(refused(Upload::bytes("")).await.contains("empty"));
        assert!(refused(Upload::bytes(vec![0; 1_001])).await.contains("at most 1000"));
        assert!(refused(Upload::path("/nowhere/a.jpg")).await.contains("cannot be read"));
        assert!(refused(Upload::path("/")).await.contains("not a file"));
        let huge = std::env::temp_dir().join(format!("open-platform-huge-{}.jpg", std::process::id()));
        // A sparse file of 200 MiB: it uses no disk space, but reading it would take long.
        File::create(&huge).unwrap().set_len(200 << 20).unwrap();
        assert!(refused(Upload::path(&huge)).await.contains("209715200 bytes"));
        std::fs::remove_file(huge).unwrap();
    }

    #[tokio::test]
    async fn a_video_is_mp4() {
        let video = b"\0\0\0\x18ftypmp42 and more";
        let (bytes, media_type) = Upload::bytes(&video[..]).video(1_000).await.unwrap();
        assert_eq!((&bytes[..], media_type.as_bytes()), (&video[..], &b"video/mp4"[..]));
        for (wrong, reason) in [(&b""[..], "empty"), (IMAGE, "MP4"), (b"ftyp", "MP4"), (&[0; 1_001], "at most 1000")] {
            let error = Upload::bytes(wrong).video(1_000).await.unwrap_err().to_string();
            assert!(error.starts_with("video") && error.contains(reason), "{error}");
        }
    }

    #[tokio::test]
    async fn a_file_is_uploaded_unchanged() {
        let path = std::env::temp_dir().join(format!("open-platform-whole-{}.jpg", std::process::id()));
        std::fs::write(&path, IMAGE).unwrap();
        assert_eq!(Upload::path(&path).image(1_000, false).await.unwrap().0, IMAGE);
        std::fs::remove_file(path).unwrap();
    }
}
