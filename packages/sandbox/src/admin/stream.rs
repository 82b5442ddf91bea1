//! The live stream of a world: server-sent events of everything that changes.

use std::collections::HashSet;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http_body::Frame;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::extract::InWorld;
use super::problem::Refusals;
use crate::live::{Change, Live, News, Topic};
use crate::world::WorldInner;

/// The pause after each piece, in which further changes are collected.
const PAUSE: Duration = Duration::from_millis(50);

/// After this time without a change a comment is sent, so that a connection that is gone is noticed.
const QUIET: Duration = Duration::from_secs(15);

/// What changes in the world, as server-sent events.
///
/// `request` has the request as in the list of requests, `delivery` the number, event and state of a delivery, `undelivered`
/// and `consent` nothing, `clock` the time and whether it is frozen, and `changed` what changed: `posts`, `addons`,
/// `buttons`, `conversations`, `users`, `tokens`, `subscriptions`, `faults`, `snapshots`, `app` or `switches`. With
/// `Last-Event-ID` it goes on after that event; of the changes that are not kept any more, it sends `changed` for everything.
#[utoipa::path(get, path = "/_sandbox/worlds/{world}/stream", operation_id = "stream",
    params(("world" = String, Path, example = "default"), ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was received.")),
    responses((status = 200, content_type = "text/event-stream", body = String), Refusals))]
pub(super) async fn stream(InWorld(world): InWorld, headers: HeaderMap) -> Response {
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.trim().parse().ok());
    let live = Arc::clone(&world.inner.live);
    let position = last.unwrap_or_else(|| live.last());
    let (pieces, received) = mpsc::channel(1);
    tokio::spawn(write(Arc::downgrade(&world.inner), live, position, pieces));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, Body::new(Pieces(received))).into_response()
}

/// The body: pieces of text until the sender ends.
struct Pieces(mpsc::Receiver<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}

/// Sends the changes after a position until the reader disconnects or the world is deleted. A slow reader does not make it collect
/// more than the changes that the world keeps.
async fn write(world: Weak<WorldInner>, live: Arc<Live>, mut position: u64, pieces: mpsc::Sender<Bytes>) {
    // The id alone, for a reader that connects again before the first event.
    let start = format!("retry: 1000\nid: {position}\n\n");
    if pieces.send(start.into()).await.is_err() {
        return;
    }
    loop {
        let added = live.added();
        let Some(news) = live.after(position) else { return };
        if news.changes.is_empty() && !news.has_gap {
            tokio::select! {
                () = added => {}
                () = pieces.closed() => return,
                () = tokio::time::sleep(QUIET) => {
                    if pieces.send(Bytes::from_static(b":\n\n")).await.is_err() {
                        return;
                    }
                }
            }
            continue;
        }
        position = news.last;
        let Some(text) = world.upgrade().map(|world| text_of(&world, &news)) else { return };
        if pieces.send(text.into()).await.is_err() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The events of changes. Of equal changes only the last one is sent.
fn text_of(world: &WorldInner, news: &News) -> String {
    let mut changes = Vec::new();
    if news.has_gap {
        let first = news.changes.first().map_or(news.last, |(number, _)| number.saturating_sub(1));
        let all = [Change::Clock, Change::Consent, Change::Undelivered].into_iter().chain(Topic::ALL.map(Change::Data));
        changes.extend(all.map(|change| (first, change)));
    }
    changes.extend(&news.changes);
    let mut seen = HashSet::new();
    changes.reverse();
    changes.retain(|(_, change)| seen.insert(*change));
    changes.reverse();
    let mut text = String::new();
    for (number, change) in changes {
        if let Some((name, data)) = event(world, change) {
            text.push_str(&format!("id: {number}\nevent: {name}\ndata: {data}\n\n"));
        }
    }
    text
}

/// The name and the data of a change, or `None` for a request that is not kept any more.
fn event(world: &WorldInner, change: Change) -> Option<(&'static str, Value)> {
    Some(match change {
        Change::Request(number) => ("request", json!(world.lock().ledger.get(number)?)),
        Change::Delivery(number) => {
            let mut state = world.lock();
            state.admit_events(world.clock.now());
            let delivery = state.webhooks.get(number)?;
            let (event, attempts) = (&delivery.event, delivery.attempts.len());
            let data = json!({ "id": number, "event": event, "state": delivery.state, "attempts": attempts });
            ("delivery", data)
        }
        Change::Undelivered => ("undelivered", json!({})),
        Change::Clock => ("clock", json!({ "now": world.clock.now(), "frozen": world.clock.is_frozen() })),
        Change::Consent => ("consent", json!({})),
        Change::Data(topic) => ("changed", json!({ "what": topic.word(), "id": null })),
    })
}
