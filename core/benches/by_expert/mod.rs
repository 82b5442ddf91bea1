//! What an expert would write with axum alone to receive messages.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::value::RawValue;
use subtle::ConstantTimeEq;

use crate::KEY;

/// The limits of a body.
const BODY_LIMIT: usize = 256 * 1024;
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// How many ids are kept.
const MAX_SEEN: usize = 100_000;

/// Structs that an expert would write by hand for the same members.
#[derive(Deserialize)]
#[allow(dead_code)]
pub struct BareEvent {
    pub r#type: String,
    pub new_message: Option<BareMessage>,
    pub metadata: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
pub struct BareMessage {
    pub id: String,
    pub conversation: BareConversation,
    pub sender: BareSender,
    pub r#type: String,
    pub sent_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub text: String,
}

#[derive(Deserialize)]
#[allow(dead_code)]
pub struct BareConversation {
    pub id: String,
    pub r#type: String,
    pub post_token: Option<String>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
pub struct BareSender {
    pub side: Option<String>,
    pub r#type: String,
}

/// Receives an event.
pub async fn receive(State(seen): State<Seen>, request: Request) -> StatusCode {
    let key = request.headers().get(AUTHORIZATION).map_or(&b""[..], |value| value.as_bytes());
    if !bool::from(key.ct_eq(KEY.as_bytes())) {
        return StatusCode::UNAUTHORIZED;
    }
    let reading = to_bytes(request.into_body(), BODY_LIMIT);
    let body = match tokio::time::timeout(BODY_TIMEOUT, reading).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE,
        Err(_) => return StatusCode::REQUEST_TIMEOUT,
    };
    let Ok(event) = serde_json::from_slice::<BareEvent>(&body) else { return StatusCode::BAD_REQUEST };
    let Some(message) = event.new_message else { return StatusCode::OK };
    let handling = match seen.begin(&message.id) {
        Ok(handling) => handling,
        Err(status) => return status,
    };
    match handle(message).await {
        Ok(()) => handling.finish(),
        Err(()) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

async fn handle(message: BareMessage) -> Result<(), ()> {
    black_box(message);
    Ok(())
}

/// The ids of the messages that are being handled or were.
#[derive(Clone, Default)]
pub struct Seen(Arc<Mutex<Ids>>);

#[derive(Default)]
struct Ids {
    /// Each with whether it was handled.
    all: HashMap<Arc<str>, bool>,
    /// Those that were handled, in order.
    handled: VecDeque<Arc<str>>,
}

impl Seen {
    /// Marks a message as being handled, unless it is or was.
    fn begin(self, id: &str) -> Result<Handling, StatusCode> {
        let id: Arc<str> = id.into();
        match self.0.lock().expect("no panic").all.entry(Arc::clone(&id)) {
            Entry::Occupied(entry) if *entry.get() => return Err(StatusCode::OK),
            Entry::Occupied(_) => return Err(StatusCode::SERVICE_UNAVAILABLE),
            Entry::Vacant(entry) => entry.insert(false),
        };
        Ok(Handling { seen: self, id: Some(id) })
    }
}

/// A message that is being handled. If this is dropped before the end, a repetition is handled.
struct Handling {
    seen: Seen,
    id: Option<Arc<str>>,
}

impl Handling {
    fn finish(mut self) -> StatusCode {
        if let Some(id) = self.id.take() {
            let mut ids = self.seen.0.lock().expect("no panic");
            ids.all.insert(Arc::clone(&id), true);
            ids.handled.push_back(id);
            if ids.handled.len() > MAX_SEEN
                && let Some(oldest) = ids.handled.pop_front()
            {
                ids.all.remove(&oldest);
            }
        }
        StatusCode::OK
    }
}

impl Drop for Handling {
    fn drop(&mut self) {
        if let Some(id) = &self.id {
            self.seen.0.lock().expect("no panic").all.remove(id);
        }
    }
}
