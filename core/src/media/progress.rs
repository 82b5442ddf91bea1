//! The progress of an upload, in bytes of the file.

use std::sync::Arc;

use crate::transport::BodyProgress;

/// How much of a file has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UploadProgress {
    /// The bytes of the file that the connection has taken. The other parts of a form are not counted.
    pub sent: u64,
    /// The size of the file, in bytes.
    pub total: u64,
}

/// The app's callback for progress.
#[derive(Clone)]
pub(crate) struct Observer(pub(super) Arc<dyn Fn(UploadProgress) + Send + Sync>);

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a function")
    }
}

/// Reports the progress of a file of this size.
#[cfg_attr(test, derive(Debug))]
pub(crate) struct FileProgress {
    observer: Observer,
    total: u64,
}

impl FileProgress {
    pub(super) fn new(observer: Option<Observer>, total: usize) -> Option<Self> {
        observer.map(|observer| Self { observer, total: total as u64 })
    }

    /// The progress of a body of this size, which contains the file.
    pub(crate) fn in_body(self, size: usize) -> BodyProgress {
        let Self { observer, total } = self;
        // The other parts of a form are counted as if all of them were sent before the file.
        let around = (size as u64).saturating_sub(total);
        BodyProgress::new(move |sent| {
            let sent = sent.saturating_sub(around);
            (observer.0)(UploadProgress { sent, total });
        })
    }
}
