//! What goes back to the platform: a refusal, or an answer.

use std::time::Duration;

/// An incoming request that was refused.
///
/// The reason is for the app's own log. [`reply`](Self::reply) carries none of it: whoever guesses keys learns nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("refused with {status}: {reason}")]
pub struct Rejection {
    /// HTTP status to answer with: 400, 401, 403, 405, 413 or 415.
    pub status: u16,
    /// Why; never what was received.
    pub reason: String,
}

impl Rejection {
    pub(crate) fn new(status: u16, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }

    /// The answer to send: the status and an empty body.
    pub fn reply(&self) -> Reply {
        let mut reply = Reply::empty(self.status);
        if self.status == 405 {
            reply.header("Allow", "POST");
        }
        // After these the rest of the connection cannot be trusted, or would have to be read to the end first.
        reply.close = matches!(self.status, 400 | 413);
        reply
    }
}

/// An HTTP answer, complete, for the web framework to send.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`, where there is a body.
    pub content_type: Option<String>,
    /// Further headers: name and value.
    pub headers: Vec<(String, String)>,
    /// The whole body.
    pub body: Vec<u8>,
    /// Whether to close the connection afterwards. No header says so here, because some servers (WSGI, HTTP/2) forbid it.
    pub close: bool,
}

impl Reply {
    /// The answer to an event: 200 without a body. Give it once the event is safely stored, not once it is handled:
    /// the platform says nothing about how long it waits or whether it sends again (facts part 1.7.6).
    pub fn ok() -> Self {
        Self::empty(200)
    }

    /// The answer when an event cannot be stored now: 503 with `Retry-After`, in whole seconds, rounded up. A 2xx would
    /// lose the event. Assumption: the platform sends again; its documents are silent.
    pub fn unavailable(retry_after: Duration) -> Self {
        let mut reply = Self::empty(503);
        let seconds = retry_after.as_secs().saturating_add(u64::from(retry_after.subsec_nanos() > 0));
        reply.header("Retry-After", seconds.to_string());
        reply
    }

    pub(super) fn json(body: Vec<u8>) -> Self {
        Self { status: 200, content_type: Some("application/json".to_owned()), body, ..Self::default() }
    }

    fn empty(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    fn header(&mut self, name: &str, value: impl Into<String>) {
        self.headers.push((name.to_owned(), value.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_tells_the_peer_nothing_but_the_status() {
        for status in [400, 401, 403, 405, 413, 415] {
            let reply = Rejection::new(status, "the key of 2026-11 has expired").reply();
            assert_eq!((reply.status, reply.content_type, reply.body.len()), (status, None, 0));
        }
        assert_eq!(Rejection::new(405, "").reply().headers, [("Allow".to_owned(), "POST".to_owned())]);
    }

    #[test]
    fn retry_after_is_rounded_up() {
        let reply = Reply::unavailable(Duration::from_millis(1500));
        assert_eq!((reply.status, reply.headers), (503, vec![("Retry-After".to_owned(), "2".to_owned())]));
    }
}
