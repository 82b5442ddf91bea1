//! Vectors of the records of hooks and inboxes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use open_platform::OpenPlatform;
use open_platform::error::StoreError;
use open_platform::hooks::Hooks;
use open_platform::inbox::{HandlerError, InboxOptions};
use open_platform::model::event::PostUpdate;
use open_platform::model::start::StartReply;
use open_platform::testing::ManualClock;
use open_platform::webhook::{Dedupe, IdentificationKey, KeyRing, Webhooks};
use serde_json::{Value, json};
use tower_service::Service as _;

use crate::{judge, same};

type Records = Arc<Mutex<Vec<Value>>>;

fn push(records: &Records, record: Value) {
    let text = record.to_string();
    assert!(!text.contains("gZd7omnS") && !text.contains("identification-key"), "{text}");
    records.lock().unwrap().push(record);
}

/// The app of the file.
fn app(records: &Records) -> Hooks {
    let keys = KeyRing::new([IdentificationKey::new("one", "identification-key-one")]).unwrap();
    let records = Arc::clone(records);
    let webhooks = Webhooks::new(keys).on_hook(move |it| {
        assert!(it.duration_seconds >= 0.0);
        let (kind, event_type, outcome) = (&it.kind, &it.event_type, &it.outcome);
        let (status, refused) = (it.status, it.reason.is_some());
        let record = json!({
            "kind": kind, "event_type": event_type, "outcome": outcome, "status": status, "refused": refused,
        });
        push(&records, record);
    });
    Hooks::new(webhooks)
        .on(async |update: PostUpdate, _| match update.post.city.as_str() {
            "fail" => Err(HandlerError::new("as the case says")),
            _ => Ok(()),
        })
        .on_start(async |_, _| Ok(StartReply::new("https://app.example/start")))
}

/// A store of the app that cannot be reached.
struct Broken;

#[async_trait]
impl Dedupe for Broken {
    async fn remember(&self, _: &str, _: Option<Duration>) -> Result<bool, StoreError> {
        Err(StoreError::new("remember", "it is down"))
    }

    async fn forget(&self, _: &str) -> Result<(), StoreError> {
        Err(StoreError::new("forget", "it is down"))
    }
}

async fn send(hooks: &Hooks, given: &Value) -> Response<Full<Bytes>> {
    let body = match given.get("text") {
        Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
        None => serde_json::to_vec(&given["body"]).unwrap(),
    };
    let request = Request::post(format!("/{}", given["kind"].as_str().unwrap()))
        .header(
            "authorization",
            given.get("authorization").map_or("identification-key-one", |key| key.as_str().unwrap()),
        )
        .header("content-type", "application/json")
        .body(Full::<Bytes>::from(body));
    hooks.service().call(request.unwrap()).await.unwrap()
}

#[test]
fn records() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    judge("records", |case| {
        let (records, work) = (Records::default(), Records::default());
        let to_work = Arc::clone(&work);
        let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
        let platform = OpenPlatform::builder().api_key("key-of-the-app").clock(clock.clone());
        let platform = platform.on_work(move |it| {
            assert!(it.duration_seconds.is_some_and(|duration| duration >= 0.0));
            let waits = it.wait_seconds.is_some();
            let (event_type, outcome) = (&it.event_type, &it.outcome);
            push(
                &to_work,
                json!({ "event_type": event_type, "outcome": outcome, "attempt": it.attempt, "waits": waits }),
            );
        });
        let platform = platform.build().unwrap();
        let has_inbox = case.given["inbox"].as_bool().unwrap();
        let inbox = has_inbox.then(|| platform.inbox(InboxOptions::default()).unwrap());
        let hooks = app(&records);
        let hooks = if case.given["dedupe"] == "fails" { hooks.dedupe(Broken) } else { hooks };
        let hooks = inbox.iter().fold(hooks, |hooks, inbox| hooks.inbox(inbox.clone()));
        let mut waits = Vec::new();
        runtime.block_on(async {
            for request in case.given["requests"].as_array().unwrap() {
                let response = send(&hooks, request).await;
                waits.push(response.headers().get("retry-after").map(|value| value.to_str().unwrap().to_owned()));
            }
            for end in case.given["ends"].as_array().unwrap() {
                let inbox = inbox.as_ref().unwrap();
                let id = inbox.try_next().await.unwrap().unwrap().id;
                for _ in 0..end.get("times").map_or(1, |times| times.as_i64().unwrap()) {
                    match end["end"].as_str().unwrap() {
                        "ack" => drop(inbox.ack(&*id).await.unwrap()),
                        "nack" => drop(inbox.nack(&*id, "a reason").await.unwrap()),
                        "give_up" => drop(inbox.give_up(&*id, "a reason").await.unwrap()),
                        _ => drop(inbox.release(&*id).await.unwrap()),
                    }
                }
                let later = end.get("seconds_later").map_or(0, |seconds| seconds.as_u64().unwrap());
                clock.advance(Duration::from_secs(later));
            }
        });
        same("hooks", &records.lock().unwrap().clone().into(), &case.expect["hooks"])?;
        if let Some(expected) = case.expect.get("retry_after") {
            same("retry_after", &json!(waits), expected)?;
        }
        let work = work.lock().unwrap().clone();
        case.expect.get("work").map_or(Ok(()), |expected| same("work", &work.into(), expected))
    });
}
