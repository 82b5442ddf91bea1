//! Reading the body of a request of axum or hyper.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::{Buf, Bytes};
use http_body_util::BodyExt;
use hyper::body::Body;

use super::headers::too_large;
use super::reply::Rejection;

/// The body, up to `limit` bytes, or why it is refused: 413 for more, 400 for an incomplete one, 408 after `timeout`.
pub(crate) async fn read_body<B>(body: B, limit: usize, timeout: Duration) -> Result<Bytes, Rejection>
where
    B: Body<Data: Buf>,
{
    let mut reading = pin!(read_all(body, limit));
    // Most bodies have arrived with their head, and need no timer.
    if let Poll::Ready(read) = poll_fn(|context| Poll::Ready(reading.as_mut().poll(context))).await {
        return read;
    }
    tokio::time::timeout(timeout, reading).await.unwrap_or_else(|_| Err(too_slow(timeout)))
}

async fn read_all<B>(body: B, limit: usize) -> Result<Bytes, Rejection>
where
    B: Body<Data: Buf>,
{
    let mut body = pin!(body);
    // Most bodies have one piece, which is not copied.
    let (mut first, mut read) = (Bytes::new(), Vec::new());
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Rejection::new(400, "the body broke off"))?;
        let Ok(mut data) = frame.into_data() else { continue };
        if data.remaining() > limit - read.len() - first.len() {
            return Err(too_large(limit));
        }
        let piece = data.copy_to_bytes(data.remaining());
        if first.is_empty() && read.is_empty() {
            first = piece;
        } else {
            read.extend_from_slice(&std::mem::take(&mut first));
            read.extend_from_slice(&piece);
        }
    }
    Ok(if read.is_empty() { first } else { read.into() })
}

fn too_slow(timeout: Duration) -> Rejection {
    Rejection::new(408, format!("the body did not arrive within {} s", timeout.as_secs_f64()))
}
