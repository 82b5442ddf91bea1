//! CPU time of authenticating and parsing one webhook request, compared with bare serde_json into the same struct, and into
//! structs that an expert would write by hand.
//!
//! Target: at most 1.3 times bare serde_json into the same struct, which does not authenticate, computes no
//! deduplication key and chooses no response. The hand-written structs also keep no unknown members and values.
//!
//! Then the whole way of a request through a router of axum to a handler, each request with another message: the hooks beside what
//! an expert would write with axum alone (`by_expert`). Both are routes of the same router. Target: at most 1.3 times that.
//! What is written by hand does what a receiver must do so that no event is lost or handled twice and no sender can exhaust it: it
//! compares the key in constant time before it reads the body, limits the body in size and time, marks the message as being
//! handled, so that a repetition is answered with 503 until its handler has returned and with 200 afterwards, takes the mark back
//! if the handler fails, panics or is dropped, and keeps a limited number of ids. It does less than the hooks all the same: it has
//! one key, which is compared only with those of its length, and one type of event; it checks neither the `Content-Type` nor the
//! announced length, keeps no unknown members and values, does not notice two bodies with one id, and computes no age of the
//! message; and its handler ends with the connection.

mod by_expert;
mod comparison;
mod cpu;
mod target_result;

use std::hint::black_box;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::routing::post;
use by_expert::{BareEvent, Seen};
use comparison::{Contender, report};
use cpu::cpu;
use open_platform::Json;
use open_platform::hooks::Hooks;
use open_platform::model::chat::ChatMessage;
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use serde::Deserialize;
use target_result::TargetResult;
use tower_service::Service as _;

const BODY: &[u8] = r#"{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER","type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},"metadata":{"internal_id":"customer-42"}}"#.as_bytes();
const KEY: &str = "bench-identification-key-0123456789";
const REQUESTS: u32 = 200_000;
const ROUNDS: usize = 7;

/// The same struct, without the receiver.
#[derive(Deserialize)]
#[allow(dead_code)]
struct SameEvent {
    r#type: String,
    new_message: Option<ChatMessage>,
    metadata: Option<Json>,
}

fn main() -> TargetResult {
    let ring = KeyRing::new([IdentificationKey::new("now", KEY)]).expect("a key");
    let webhooks = Webhooks::new(ring);
    let headers = [("host", "app.example"), ("content-type", "application/json"), ("authorization", KEY)];

    let mut same = Contender::new("serde_json, the same struct");
    let mut by_hand = Contender::new("serde_json, structs by hand");
    let mut proved = Contender::new("verify + parse");
    for round in 0..=ROUNDS {
        let spent = [
            time(|| {
                let event: SameEvent = serde_json::from_slice(black_box(BODY)).expect("an event");
                assert!(event.new_message.is_some());
                black_box(event);
            }),
            time(|| {
                let event: BareEvent = serde_json::from_slice(black_box(BODY)).expect("an event");
                assert!(event.new_message.is_some());
                black_box(event);
            }),
            time(|| {
                let delivery = webhooks.event("POST", black_box(&headers), black_box(BODY)).expect("authentic");
                assert!(delivery.event.message().is_some());
                black_box(delivery);
            }),
        ];
        // The first round warms up.
        if round > 0 {
            for (contender, spent) in [&mut same, &mut by_hand, &mut proved].into_iter().zip(spent) {
                contender.note(spent, REQUESTS);
            }
        }
    }
    let title = format!("Webhook of {} bytes, CPU per request", BODY.len());
    let parsed = report(&title, &[same, by_hand, proved], "verify + parse", 1.3);
    parsed.and(dispatch())
}

/// Requests of a round through a router.
const DISPATCHED: u32 = 40_000;

fn dispatch() -> TargetResult {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let ring = KeyRing::new([IdentificationKey::new("now", KEY)]).expect("a key");
    let hooks = Hooks::new(Webhooks::new(ring)).on(async |message: ChatMessage, _| {
        black_box(message);
        Ok(())
    });
    // What `hooks.router()` makes.
    let hooks = Router::new().route_service("/events", hooks.service());
    let alone = Router::new().route("/events", post(by_expert::receive)).with_state(Seen::default());
    let mut expert = Contender::new("axum alone, by hand");
    let mut ours = Contender::new("verify + parse + dispatch to a handler");
    let mut number = 0;
    for round in 0..=ROUNDS {
        for (router, contender) in [(&alone, &mut expert), (&hooks, &mut ours)] {
            let bodies: Vec<_> = (0..DISPATCHED).map(|offset| body(number + offset)).collect();
            number += DISPATCHED;
            let start = cpu();
            runtime.block_on(async {
                for body in bodies {
                    let request = Request::post("/events").header("content-type", "application/json");
                    let request = request.header("authorization", KEY).body(Body::from(body)).expect("a request");
                    let response = router.clone().call(request).await.expect("a response");
                    assert_eq!(response.status(), StatusCode::OK);
                }
            });
            let spent = cpu() - start;
            // The first round warms up.
            if round > 0 {
                contender.note(spent, DISPATCHED);
            }
        }
    }
    report("Webhook through axum, CPU per request", &[expert, ours], "verify + parse + dispatch to a handler", 1.3)
}

/// A message with another id.
fn body(number: u32) -> String {
    let body = std::str::from_utf8(BODY).expect("text");
    body.replacen("7651e778", &format!("{number:08x}"), 1)
}

/// CPU time of one round.
fn time(mut request: impl FnMut()) -> Duration {
    let start = cpu();
    for _ in 0..REQUESTS {
        request();
    }
    cpu() - start
}
