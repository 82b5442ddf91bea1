//! The body of a request over hyper, which reports how much of it the connection has taken.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::BodyProgress;

/// How much of an observed body the connection takes at a time.
const CHUNK: usize = 64 * 1024;

pub(super) struct OutgoingBody {
    rest: Bytes,
    taken: u64,
    progress: Option<BodyProgress>,
}

impl OutgoingBody {
    #[inline]
    pub(super) fn new(body: Bytes, progress: Option<BodyProgress>) -> Self {
        Self { rest: body, taken: 0, progress }
    }
}

impl Body for OutgoingBody {
    type Data = Bytes;
    type Error = Infallible;

    #[inline]
    fn poll_frame(
        mut self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let mut size = self.rest.len();
        if let Some(progress) = &self.progress {
            // The connection asks for more when it has room: what it took before is on its way.
            progress.sent(self.taken);
            size = size.min(CHUNK);
        }
        self.taken += size as u64;
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(size)))))
    }

    #[inline]
    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline]
    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
