//! Requests from the platform to the app.

/// An incoming request that was refused.
#[derive(Clone, Debug, thiserror::Error)]
#[error("refused with {status}: {reason}")]
pub struct Rejection {
    /// HTTP status to answer with.
    pub status: u16,
    /// Why; never what was received.
    pub reason: String,
}
