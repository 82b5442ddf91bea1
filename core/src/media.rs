//! Files to upload: reading them, and which formats and sizes they may have. Sending them is in [`api`](crate::api).

mod chat;
mod format;
mod progress;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;
#[cfg(feature = "stream")]
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
#[cfg(feature = "stream")]
use bytes::BytesMut;
#[cfg(feature = "stream")]
use futures_core::Stream;
use http::HeaderValue;

use crate::blocking::on_a_thread;
use crate::error::{Error, Result};

pub(crate) use chat::ChatFile;
#[cfg(feature = "ffi")]
pub(crate) use chat::MAX_VIDEO_BYTES;
pub use progress::UploadProgress;
pub(crate) use progress::{FileProgress, Observer};

/// A file to upload, from memory, from disk or from a stream. The method that uploads it says which formats and sizes it may
/// have.
///
/// The file is read completely and its format is checked before anything is sent, so an upload takes as much memory as the
/// file has bytes: at most the size that the method allows.
#[derive(Debug)]
pub struct Upload {
    source: Source,
    observer: Option<Observer>,
}

enum Source {
    Bytes(Bytes),
    Path(PathBuf),
    #[cfg(feature = "stream")]
    Stream(Pin<Box<dyn Stream<Item = std::io::Result<Bytes>> + Send>>),
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Self::Path(_) => f.write_str("a file"),
            #[cfg(feature = "stream")]
            Self::Stream(_) => f.write_str("a stream"),
        }
    }
}

/// A file of an allowed format and size.
#[cfg_attr(test, derive(Debug))]
pub(crate) struct Media {
    pub(crate) content: Bytes,
    pub(crate) media_type: HeaderValue,
    pub(crate) progress: Option<FileProgress>,
}

impl Upload {
    /// A file in memory.
    pub fn bytes(content: impl Into<Bytes>) -> Self {
        Self::of(Source::Bytes(content.into()))
    }

    /// A file on disk. The file is read once, at the upload. Its name is not sent.
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Self::of(Source::Path(path.into()))
    }

    /// A file that is read from a stream, at the upload. Reading ends at the first byte beyond the size that the method allows.
    /// The time limit of the call begins when the stream has ended.
    #[cfg(feature = "stream")]
    pub fn stream(stream: impl Stream<Item = std::io::Result<Bytes>> + Send + 'static) -> Self {
        Self::of(Source::Stream(Box::pin(stream)))
    }

    fn of(source: Source) -> Self {
        Self { source, observer: None }
    }

    /// Calls `observer` while the file is sent: first with 0 bytes, then each time the connection takes more, and with all
    /// bytes when the platform has accepted the file. `sent` grows, but starts at 0 again if the file is sent once more. That
    /// happens if the platform certainly received nothing, and for an image of an add-on after any failure.
    ///
    /// Bytes that the connection has taken may not have arrived. `observer` must not block, because the upload waits for it. If
    /// it panics, only this report is lost.
    ///
    /// ```
    /// use open_platform::api::Upload;
    ///
    /// let video = Upload::path("tour.mp4").on_progress(|it| println!("{} of {} bytes", it.sent, it.total));
    /// # let _ = video;
    /// ```
    #[must_use]
    pub fn on_progress(mut self, observer: impl Fn(UploadProgress) + Send + Sync + 'static) -> Self {
        self.observer = Some(Observer(Arc::new(observer)));
        self
    }

    /// The bytes of an image, their media type, and the observer of their progress.
    pub(crate) async fn image(self, max: u64, allow_png: bool) -> Result<Media> {
        let (content, progress) = self.read("image", max).await?;
        let media_type = format::media_type(&content, allow_png).map_err(|reason| Error::invalid("image", reason))?;
        Ok(Media { content, media_type, progress })
    }

    /// The bytes of a video, their media type, and the observer of their progress.
    pub(crate) async fn video(self, max: u64) -> Result<Media> {
        let (content, progress) = self.read("video", max).await?;
        let media_type = format::video_type(&content).map_err(|reason| Error::invalid("video", reason))?;
        Ok(Media { content, media_type, progress })
    }

    /// The bytes, which are not empty and at most `max`.
    async fn read(self, field: &'static str, max: u64) -> Result<(Bytes, Option<FileProgress>)> {
        let bytes = match self.source {
            Source::Bytes(bytes) => bytes,
            // Reading a file blocks, so it runs on a thread of its own.
            Source::Path(path) => on_a_thread(move || read_file(&path, field, max))
                .await
                .map_err(|_| Error::config("runtime", "the system cannot start a thread to read the file"))??,
            #[cfg(feature = "stream")]
            Source::Stream(stream) => collect(stream, field, max).await?,
        };
        check_size(field, bytes.len() as u64, max)?;
        let progress = FileProgress::new(self.observer, bytes.len());
        Ok((bytes, progress))
    }
}

/// Reads a stream to its end.
#[cfg(feature = "stream")]
async fn collect(
    mut stream: Pin<Box<dyn Stream<Item = std::io::Result<Bytes>> + Send>>,
    field: &'static str,
    max: u64,
) -> Result<Bytes> {
    let mut content = BytesMut::new();
    while let Some(chunk) = std::future::poll_fn(|context| stream.as_mut().poll_next(context)).await {
        let chunk = chunk.map_err(|error| Error::invalid(field, unreadable(error.kind())))?;
        if (content.len() + chunk.len()) as u64 > max {
            return Err(too_large(field, max));
        }
        content.extend_from_slice(&chunk);
    }
    Ok(content.freeze())
}

/// Reads a whole file. Checks its size before, and its size and time of modification afterwards.
fn read_file(path: &std::path::Path, field: &'static str, max: u64) -> Result<Bytes> {
    let wrong = |what: &str| Error::invalid(field, format!("{}: {what}", path.display()));
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => wrong("does not exist"),
        kind => wrong(&unreadable(kind)),
    };
    // Checked before the file is opened, because opening a pipe waits for its writer.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(wrong("is not a file"));
    }
    let mut file = File::open(path).map_err(failed)?;
    let before = file.metadata().map_err(failed)?;
    check_size(field, before.len(), max)?;
    let mut bytes = Vec::with_capacity(before.len() as usize);
    // Reading one byte more than the expected size shows whether the file has grown.
    (&mut file).take(before.len() + 1).read_to_end(&mut bytes).map_err(failed)?;
    let after = file.metadata().map_err(failed)?;
    if bytes.len() as u64 != before.len()
        || after.len() != before.len()
        || after.modified().ok() != before.modified().ok()
    {
        return Err(wrong("changed while it was read"));
    }
    Ok(bytes.into())
}

/// Only the kind of the error is reported, because its text may contain data of the file.
fn unreadable(kind: ErrorKind) -> String {
    format!("cannot be read: {kind}")
}

/// Does not name the size: a file that is read from a stream is not read to its end.
fn too_large(field: &'static str, max: u64) -> Error {
    Error::invalid(field, format!("is too large: at most {max} bytes are allowed"))
}

fn check_size(field: &'static str, size: u64, max: u64) -> Result<()> {
    match size {
        0 => Err(Error::invalid(field, "is empty")),
        size if size > max => Err(too_large(field, max)),
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
        assert!(refused(Upload::path("/nowhere/a.jpg")).await.ends_with("/nowhere/a.jpg: does not exist"));
        assert!(refused(Upload::path("/")).await.contains("not a file"));
        let huge = std::env::temp_dir().join(format!("open-platform-huge-{}.jpg", std::process::id()));
        // A sparse file of 200 MiB: it uses no disk space, but reading it would take long.
        File::create(&huge).unwrap().set_len(200 << 20).unwrap();
        assert!(refused(Upload::path(&huge)).await.contains("at most 1000 bytes"));
        std::fs::remove_file(huge).unwrap();
    }

    #[tokio::test]
    async fn a_video_is_mp4() {
        let video = b"\0\0\0\x18ftypmp42 and more";
        let read = Upload::bytes(&video[..]).video(1_000).await.unwrap();
        assert_eq!((&read.content[..], read.media_type.as_bytes()), (&video[..], &b"video/mp4"[..]));
        for (wrong, reason) in [(&b""[..], "empty"), (IMAGE, "MP4"), (b"ftyp", "MP4"), (&[0; 1_001], "at most 1000")] {
            let error = Upload::bytes(wrong).video(1_000).await.unwrap_err().to_string();
            assert!(error.starts_with("video") && error.contains(reason), "{error}");
        }
    }

    #[tokio::test]
    async fn a_file_is_uploaded_unchanged() {
        let path = std::env::temp_dir().join(format!("open-platform-whole-{}.jpg", std::process::id()));
        std::fs::write(&path, IMAGE).unwrap();
        assert_eq!(Upload::path(&path).image(1_000, false).await.unwrap().content, IMAGE);
        std::fs::remove_file(path).unwrap();
    }
}
