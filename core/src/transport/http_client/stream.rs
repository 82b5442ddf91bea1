//! Responses that are read in pieces.

use super::*;
use crate::transport::{Chunks, OpenResponse};

impl Http {
    /// Sends a request and returns the response when its head has arrived.
    #[inline]
    pub(super) async fn open(&self, request: Request) -> Result<OpenResponse, Failure> {
        let (timeout, max) = (request.timeout, request.max_response);
        let (head, connection) = self.head(request)?;
        let (mut head, body) = match tokio::time::timeout(timeout, head).await {
            Ok(result) => result?,
            Err(_) => return Err(late(&connection, "no response before the deadline")),
        };
        let body = Body { incoming: body, connection, is_old: is_old(&head) };
        match check(&mut head, max) {
            Ok(Encoding::Plain) => {
                Ok(OpenResponse { status: head.status.as_u16(), headers: head.headers, body: Box::new(body) })
            }
            #[cfg(feature = "gzip")]
            Ok(Encoding::Gzip) => Err(body.refused(unwanted_encoding())),
            Err(failure) => Err(body.refused(failure)),
        }
    }
}

/// A body that is read as it arrives. It is not compressed: a server may hold back compressed bytes.
struct Body {
    incoming: Incoming,
    connection: CaptureConnection,
    is_old: bool,
}

impl Body {
    fn refused(&self, failure: Failure) -> Failure {
        poison(&self.connection);
        failure
    }
}

#[async_trait]
impl Chunks for Body {
    async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        let next = chunk(&mut self.incoming).await;
        if next.is_err() || self.is_old {
            poison(&self.connection);
        }
        next
    }
}
