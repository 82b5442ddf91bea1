//! A refused incoming request. The response to it is made in [`webhook`](crate::webhook).

/// An incoming request that was refused.
///
/// The reason is for the app's own log. [`reply`](Self::reply) does not contain it, so a caller who guesses keys learns
/// nothing.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("refused with {status}: {reason}")]
pub struct Rejection {
    /// HTTP status to respond with: 400, 401, 403, 405, 408, 413 or 415.
    pub status: u16,
    /// Why it was refused. Contains nothing that was received.
    pub reason: String,
}

impl Rejection {
    pub(crate) fn new(status: u16, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }
}
