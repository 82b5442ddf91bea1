//! Bodies that are sent in pieces, are cut, or do not end.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body::Frame;
use tokio::time::{Sleep, sleep};

/// A step of a body.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Sends bytes.
    Send(Bytes),
    /// Sends the same bytes without end.
    SendForever(Bytes),
    /// Waits, on the machine's clock.
    Wait(Duration),
    /// Breaks the connection.
    Break,
}

struct Script {
    steps: VecDeque<Step>,
    waiting: Option<Pin<Box<Sleep>>>,
}

/// A body that runs a script.
pub(crate) fn body(steps: impl IntoIterator<Item = Step>) -> Body {
    Body::new(Script { steps: steps.into_iter().collect(), waiting: None })
}

impl HttpBody for Script {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        loop {
            if let Some(wait) = &mut self.waiting {
                if wait.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                self.waiting = None;
            }
            return match self.steps.pop_front() {
                None => Poll::Ready(None),
                Some(Step::Send(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
                Some(Step::SendForever(bytes)) => {
                    self.steps.push_front(Step::SendForever(bytes.clone()));
                    Poll::Ready(Some(Ok(Frame::data(bytes))))
                }
                Some(Step::Wait(wait)) => {
                    self.waiting = Some(Box::pin(sleep(wait)));
                    continue;
                }
                Some(Step::Break) => Poll::Ready(Some(Err(io::ErrorKind::ConnectionAborted.into()))),
            };
        }
    }
}
