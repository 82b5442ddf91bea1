//! Reading the body of a request of axum or hyper.

use std::pin::pin;
use std::time::Duration;

use bytes::Buf;
use http_body_util::BodyExt;
use hyper::body::Body;

use super::headers::too_large;
use super::reply::Rejection;

/// The body, up to `limit` bytes, or why it is refused: 413 for more, 400 for an incomplete one, 408 after `timeout`.
pub(crate) async fn read_body<B>(body: B, limit: usize, timeout: Duration) -> Result<Vec<u8>, Rejection>
where
    B: Body<Data: Buf>,
{
    let mut body = pin!(body);
    let reading = async {
        let mut read = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Rejection::new(400, "the body broke off"))?;
            let Ok(mut data) = frame.into_data() else { continue };
            if data.remaining() > limit - read.len() {
                return Err(too_large(limit));
            }
            while data.has_remaining() {
                let piece = data.chunk();
                read.extend_from_slice(piece);
                let length = piece.len();
                data.advance(length);
            }
        }
        Ok(read)
    };
    tokio::time::timeout(timeout, reading).await.unwrap_or_else(|_| Err(too_slow(timeout)))
}

fn too_slow(timeout: Duration) -> Rejection {
    Rejection::new(408, format!("the body did not arrive within {} s", timeout.as_secs_f64()))
}
