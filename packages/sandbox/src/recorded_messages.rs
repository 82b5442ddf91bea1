//! The headers and bodies of the latest requests and their responses, for the details of a request and for HAR. They are shared
//! with the request while it is answered, and redacted when they are read.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use axum::http::HeaderMap;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dispatch::Exchange;
use crate::redact;
use crate::response::PlatformResponse;

/// The largest body that is kept, in bytes. Of a larger one only the length is.
const MOST_OF_BODY: usize = 64 * 1024;

/// The memory for bodies and headers of one world, in bytes. The oldest are removed first.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// What a record costs besides its body: the structures and an estimate of its headers.
const OVERHEAD: usize = 1024;

/// A body.
#[derive(Clone, Default)]
struct Kept {
    length: usize,
    /// `None` if it was too large.
    bytes: Option<Bytes>,
}

impl Kept {
    /// A body that belongs to a larger buffer is copied, so that the buffer is not kept with it.
    fn new(body: &Bytes, is_own: bool) -> Self {
        let bytes =
            (body.len() <= MOST_OF_BODY).then(|| if is_own { body.clone() } else { Bytes::copy_from_slice(body) });
        Self { length: body.len(), bytes }
    }
}

/// One request and its response, with their secrets. `Debug` shows the number only.
#[derive(Clone)]
pub(crate) struct Recorded {
    number: i64,
    query: String,
    headers: HeaderMap,
    body: Kept,
    response_headers: HeaderMap,
    /// `None` if a fault answered or changed it.
    response_body: Option<Kept>,
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorded").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Recorded {
    fn cost(&self) -> usize {
        let length = |kept: &Kept| kept.bytes.as_ref().map_or(0, Bytes::len);
        OVERHEAD + self.query.len() + length(&self.body) + self.response_body.as_ref().map_or(0, length)
    }
}

/// The latest requests of a world with their responses. A clone shares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recordings {
    all: VecDeque<Arc<Recorded>>,
    bytes: usize,
}

impl Recordings {
    /// Keeps a request and its response, if it has one yet.
    pub(crate) fn add(&mut self, exchange: &Exchange, response: Option<&PlatformResponse>) {
        let recorded = Recorded {
            number: exchange.number,
            query: exchange.query.clone(),
            headers: exchange.headers.clone(),
            body: Kept::new(&exchange.body, false),
            response_headers: response.map(|response| response.headers.clone()).unwrap_or_default(),
            response_body: response.map(|response| Kept::new(&response.body, true)),
        };
        self.bytes += recorded.cost();
        self.all.push_back(Arc::new(recorded));
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.all.pop_front() else { break };
            self.bytes -= oldest.cost();
        }
    }

    /// Sets the headers that a fault left, and drops the body if the fault changed it.
    pub(crate) fn replace_response(&mut self, number: i64, headers: &HeaderMap, drops_body: bool) {
        if let Some(recorded) = self.all.iter_mut().rev().find(|recorded| recorded.number == number) {
            self.bytes -= recorded.cost();
            let recorded = Arc::make_mut(recorded);
            recorded.response_headers = headers.clone();
            if drops_body {
                recorded.response_body = None;
            }
            self.bytes += recorded.cost();
        }
    }

    /// All that are kept, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Recorded> {
        self.all.iter().map(Arc::as_ref)
    }

    /// The request with this number, if it is still kept.
    pub(crate) fn get(&self, number: i64) -> Option<&Arc<Recorded>> {
        self.all.iter().rev().find(|recorded| recorded.number == number)
    }
}

/// A header of a request or an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordedHeader {
    /// Its name, in lower case.
    pub name: String,
    /// Its value; `[redacted]` for a secret.
    pub value: String,
}

impl RecordedHeader {
    /// All headers, in order.
    pub(crate) fn all(headers: &HeaderMap) -> Vec<Self> {
        redact::headers(headers).into_iter().map(|(name, value)| Self { name, value }).collect()
    }
}

/// One side of an exchange: the request or the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RecordedMessage {
    /// The headers, in order. Secrets are `[redacted]`.
    pub(crate) headers: Vec<RecordedHeader>,
    /// The body as text, with `[redacted]` for secrets. Absent if it is not text, is larger than 64 KiB, a fault has changed
    /// it, or its secrets cannot be found.
    pub(crate) body: Option<String>,
    /// The length of the body in bytes. Absent if a fault answered or changed it.
    pub(crate) body_bytes: Option<i64>,
}

impl RecordedMessage {
    fn new(headers: &HeaderMap, body: Option<&Kept>) -> Self {
        Self {
            headers: RecordedHeader::all(headers),
            body: body.and_then(|kept| redact::body(headers, kept.bytes.as_ref()?)),
            body_bytes: body.map(|kept| i64::try_from(kept.length).unwrap_or(i64::MAX)),
        }
    }
}

impl Recorded {
    /// Number of the request.
    pub(crate) fn number(&self) -> i64 {
        self.number
    }

    /// The query, redacted; empty if there was none.
    pub(crate) fn query(&self) -> String {
        if self.query.is_empty() { String::new() } else { redact::form(&self.query) }
    }

    /// The request.
    pub(crate) fn request(&self) -> RecordedMessage {
        RecordedMessage::new(&self.headers, Some(&self.body))
    }

    /// The response.
    pub(crate) fn response(&self) -> RecordedMessage {
        RecordedMessage::new(&self.response_headers, self.response_body.as_ref())
    }
}
