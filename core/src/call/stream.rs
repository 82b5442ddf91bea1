//! A call whose response is read in pieces, and its body.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use http::header::ACCEPT_ENCODING;
use http::{HeaderValue, StatusCode};
use tokio::time::{Instant, timeout};

use super::limits::{MAX_API_RESPONSE, default_max_response};
use super::{Bearer, CallResponse, Caller, Payload};
use crate::config::CallOptions;
use crate::endpoint::Endpoint;
use crate::error::{Error, Result, TransportError, TransportErrorKind};
use crate::lock::lock;
use crate::transport::{Chunks, Failure, OpenResponse, Request, Response, Transport};

impl Caller {
    /// Like [`send`](Self::send), but returns the response when it begins. The body of the reply is empty.
    pub(crate) async fn stream(
        &self,
        endpoint: &Endpoint,
        url: String,
        payload: Payload,
        bearer: Bearer,
        options: &CallOptions,
    ) -> Result<(CallResponse, ReplyBody)> {
        let started = Instant::now();
        let opening = StreamingTransport { transport: Arc::clone(&self.transport), opened: Mutex::default() };
        let reply = self.send_over(&opening, endpoint, url.clone(), payload, bearer, options).await?;
        let opened = opening.opened.into_inner().unwrap_or_else(PoisonError::into_inner);
        let max = options.max_response.unwrap_or(default_max_response(endpoint.host));
        let body = ReplyBody {
            state: opened.map_or(State::Ended, State::Open),
            endpoint: endpoint.name,
            url,
            request_id: reply.request_id.clone(),
            attempts: reply.attempts,
            started,
            silence: options.timeout.unwrap_or_else(|| self.config.timeout(endpoint.host)),
            left: max,
            max,
        };
        Ok((reply, body))
    }
}

/// The transport of a streamed call. It sets the body of a success aside and returns the response without it. It reads every
/// other response completely, so that attempts and errors are those of all calls.
struct StreamingTransport {
    transport: Arc<dyn Transport>,
    opened: Mutex<Option<Box<dyn Chunks>>>,
}

#[async_trait]
impl Transport for StreamingTransport {
    async fn send(&self, mut request: Request) -> Result<Response, Failure> {
        // A server may hold back compressed bytes until there are enough of them.
        request.headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let (before, limit, max) = (Instant::now(), request.timeout, request.max_response.min(MAX_API_RESPONSE));
        let OpenResponse { status, headers, body } = self.transport.stream(request).await?;
        if StatusCode::from_u16(status).is_ok_and(|status| status.is_success()) {
            *lock(&self.opened) = Some(body);
            return Ok(Response { status, headers, body: Bytes::new() });
        }
        let body = match timeout(limit.saturating_sub(before.elapsed()), read_all(body, max)).await {
            Ok(body) => body?,
            Err(_) => return Err(failure(TransportErrorKind::Deadline, "no complete response before the deadline")),
        };
        Ok(Response { status, headers, body })
    }
}

async fn read_all(mut chunks: Box<dyn Chunks>, max: usize) -> Result<Bytes, Failure> {
    let mut body = BytesMut::new();
    while let Some(bytes) = chunks.next().await? {
        if bytes.len() > max - body.len() {
            return Err(Failure::too_large(max));
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body.freeze())
}

fn failure(kind: TransportErrorKind, reason: impl Into<String>) -> Failure {
    Failure { kind, may_have_arrived: true, reason: reason.into() }
}

/// The body of a successful response, in pieces.
pub(crate) struct ReplyBody {
    state: State,
    endpoint: &'static str,
    url: String,
    request_id: Option<String>,
    attempts: u32,
    started: Instant,
    /// How long a chunk may take.
    silence: Duration,
    /// How many bytes may still come, and how many could at the beginning.
    left: usize,
    max: usize,
}

enum State {
    Open(Box<dyn Chunks>),
    Ended,
    Failed(Error),
}

impl ReplyBody {
    /// The next bytes; `None` at the end. After an error the same error again.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>> {
        loop {
            let chunks = match &mut self.state {
                State::Open(chunks) => chunks,
                State::Ended => return Ok(None),
                State::Failed(error) => return Err(error.clone()),
            };
            let next = timeout(self.silence, chunks.next()).await.unwrap_or_else(|_| {
                let reason = format!("nothing of the response arrived for {} ms", self.silence.as_millis());
                Err(failure(TransportErrorKind::Interrupted, reason))
            });
            match next {
                Ok(Some(bytes)) if bytes.is_empty() => {}
                Ok(Some(bytes)) if bytes.len() <= self.left => {
                    self.left -= bytes.len();
                    return Ok(Some(bytes));
                }
                Ok(Some(_)) => self.state = State::Failed(self.error(Failure::too_large(self.max))),
                Ok(None) => self.state = State::Ended,
                Err(failure) => self.state = State::Failed(self.error(failure)),
            }
        }
    }

    fn error(&self, failure: Failure) -> Error {
        let Failure { kind, reason, .. } = failure.at(&self.url, self.started.elapsed());
        TransportError {
            kind,
            reason,
            endpoint: self.endpoint.to_owned(),
            request_id: self.request_id.clone(),
            attempts: self.attempts,
        }
        .into()
    }
}
