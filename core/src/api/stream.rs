//! Responses that are read in pieces.

use std::collections::HashMap;

use bytes::Bytes;
use tokio::sync::{Mutex, watch};

use super::raw::{PreparedRequest, RawRequest, header_texts};
use crate::call::{Bearer, ReplyBody};
use crate::client::{OpenPlatform, User};
use crate::error::{Error, Result};

/// The successful response to a [`RawRequest`], whose body is still arriving.
///
/// Dropping it before its end ends the response: over HTTP/1.1 the connection is closed, over HTTP/2 the stream is reset.
pub struct StreamedResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers by lower-case name. If several have one name, the last.
    pub headers: HashMap<String, String>,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
    body: ReplyBody,
}

impl StreamedResponse {
    /// The next bytes of the body, as they arrive; `None` after the last. If the future is dropped, no bytes are lost.
    ///
    /// # Errors
    /// [`Error::Transport`](crate::Error::Transport) if the body is incomplete: `Interrupted` if the connection breaks, or if
    /// nothing arrives for as long as the timeout of the call; `TooLarge` if the body exceeds the
    /// [limit](RawRequest::max_response) of the request. Each later call returns the same error. Nothing is sent again.
    pub async fn next_chunk(&mut self) -> Result<Option<Bytes>> {
        self.body.next().await
    }
}

impl std::fmt::Debug for StreamedResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamedResponse").field("status", &self.status).finish_non_exhaustive()
    }
}

impl OpenPlatform {
    /// Like [`request`](Self::request), but returns the response when it begins, and its body in the pieces in which it
    /// arrives.
    ///
    /// ```no_run
    /// # async fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
    /// use open_platform::api::RawRequest;
    /// let request = RawRequest::new("GET", ["v1", "open-platform", "export"]).max_response(1 << 30);
    /// let mut response = platform.stream(request).await?;
    /// while let Some(chunk) = response.next_chunk().await? {
    ///     println!("{} bytes", chunk.len());
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// Up to the first byte of the body, everything is as for other calls: credentials, a refresh after a 401, retries, and
    /// the errors for all responses that are no success. The timeout of the call limits the time until the response begins,
    /// with all attempts. After that it limits each wait for the next chunk, but neither the time between two calls of
    /// [`next_chunk`](StreamedResponse::next_chunk) nor the whole time. The record of a request
    /// ([`observe`](crate::observe)) is made when the response begins.
    ///
    /// The response is not compressed. A [transport](crate::transport) of the app's own may return the whole body as one chunk.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn stream(&self, request: RawRequest) -> Result<StreamedResponse> {
        self.stream_for(request, Bearer::None).await
    }

    async fn stream_for(&self, request: RawRequest, bearer: Bearer) -> Result<StreamedResponse> {
        let PreparedRequest { endpoint, url, payload, options } = self.prepare(request)?;
        let (reply, body) = self.inner.stream(&endpoint, url, payload, bearer, &options).await?;
        Ok(StreamedResponse {
            status: reply.status,
            headers: header_texts(&reply.headers),
            request_id: reply.request_id,
            attempts: reply.attempts,
            body,
        })
    }
}

impl User {
    /// Like [`OpenPlatform::stream`], with the API key and the user's token.
    ///
    /// # Errors
    /// As described at [`crate::api`].
    pub async fn stream(&self, request: RawRequest) -> Result<StreamedResponse> {
        self.platform.stream_for(request, self.bearer.clone()).await
    }
}

/// A [`StreamedResponse`] that several threads share: one can close it while another reads it.
pub struct SharedStream {
    /// HTTP status.
    pub status: u16,
    /// Headers by lower-case name.
    pub headers: HashMap<String, String>,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
    response: Mutex<Option<StreamedResponse>>,
    closed: watch::Sender<bool>,
}

impl From<StreamedResponse> for SharedStream {
    fn from(mut response: StreamedResponse) -> Self {
        Self {
            status: response.status,
            headers: std::mem::take(&mut response.headers),
            request_id: response.request_id.clone(),
            attempts: response.attempts,
            response: Mutex::new(Some(response)),
            closed: watch::Sender::new(false),
        }
    }
}

impl SharedStream {
    /// As [`StreamedResponse::next_chunk`].
    ///
    /// # Errors
    /// Those of [`StreamedResponse::next_chunk`]; [`Error::InvalidInput`] for `response` if it is closed.
    pub async fn next_chunk(&self) -> Result<Option<Bytes>> {
        // Dropped last, also if this call is cancelled: by then nothing holds the response.
        let _discard = DiscardIfClosed(self);
        let mut closed = self.closed.subscribe();
        let next = async {
            let mut response = self.response.lock().await;
            match &mut *response {
                Some(response) => response.next_chunk().await,
                None => Err(closed_error()),
            }
        };
        tokio::select! {
            biased;
            _ = closed.wait_for(|closed| *closed) => Err(closed_error()),
            next = next => next,
        }
    }

    /// Ends the response. A call that waits for a chunk returns an error.
    pub fn close(&self) {
        self.closed.send_replace(true);
        self.discard();
    }

    /// Drops the response. While a chunk is being read, the reader holds it, and [`DiscardIfClosed`] drops it afterwards.
    fn discard(&self) {
        if let Ok(mut response) = self.response.try_lock() {
            *response = None;
        }
    }
}

/// Drops the response of a closed stream at the end of a read, which held it while the stream was closed.
struct DiscardIfClosed<'a>(&'a SharedStream);

impl Drop for DiscardIfClosed<'_> {
    fn drop(&mut self) {
        if *self.0.closed.borrow() {
            self.0.discard();
        }
    }
}

fn closed_error() -> Error {
    Error::invalid("response", "is closed: send the request again to read it")
}
