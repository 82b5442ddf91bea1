//! Responses whose body is still arriving.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use http::HeaderMap;

use super::{Failure, Response};

/// A response whose body is still arriving. `Debug` does not show the body, which may contain tokens.
pub struct OpenResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Box<dyn Chunks>,
}

impl fmt::Debug for OpenResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenResponse").field("status", &self.status).finish_non_exhaustive()
    }
}

impl From<Response> for OpenResponse {
    fn from(response: Response) -> Self {
        let Response { status, headers, body } = response;
        Self { status, headers, body: Box::new(WholeBody(Some(body))) }
    }
}

/// The body of a response, in the pieces in which it arrives. If it is dropped before its end, the rest of the response is not
/// read, and the connection is not used again.
#[async_trait]
pub trait Chunks: Send {
    /// The next bytes, or `None` after the last of a complete body. An incomplete body is a [`Failure`], which is not followed
    /// by another call.
    ///
    /// If the future is dropped, no bytes are lost: the next call returns them.
    async fn next(&mut self) -> Result<Option<Bytes>, Failure>;
}

/// A body that is complete, as a single chunk.
struct WholeBody(Option<Bytes>);

#[async_trait]
impl Chunks for WholeBody {
    async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        Ok(self.0.take())
    }
}
