//! Vectors of the records of hooks and inboxes. Rust has no router of events here: this is the app of the file, written with the
//! receiver alone.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::OpenPlatform;
use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::model::event::Event;
use open_platform::testing::ManualClock;
use open_platform::webhook::{
    Accepted, Answered, IdentificationKey, KeyRing, MemoryDedupe, Rejection, Reply, Webhooks,
};
use serde_json::{Value, json};

use crate::{judge, same};

type Records = Arc<Mutex<Vec<Value>>>;

fn push(records: &Records, record: Value) {
    let text = record.to_string();
    assert!(!text.contains("gZd7omnS") && !text.contains("identification-key"), "{text}");
    records.lock().unwrap().push(record);
}

/// The app of the file.
struct App {
    webhooks: Webhooks,
    dedupe: MemoryDedupe,
    inbox: Option<Inbox>,
}

impl App {
    async fn receive(&self, given: &Value) -> Reply {
        let kind = match given["kind"].as_str().unwrap() {
            "events" => "event",
            "actions" => "action",
            other => other,
        };
        let mut known = Answered { kind: kind.to_owned(), ..Answered::default() };
        let reply = self.respond(given, &mut known).await.unwrap_or_else(|rejection| {
            known.reason = Some(rejection.reason.clone());
            rejection.reply()
        });
        known.status = reply.status.into();
        self.webhooks.answered(known);
        reply
    }

    async fn respond(&self, given: &Value, known: &mut Answered) -> Result<Reply, Rejection> {
        let key = given.get("authorization").map_or("identification-key-one", |key| key.as_str().unwrap());
        let accepted =
            self.webhooks.authenticate("POST", &[("authorization", key), ("content-type", "application/json")])?;
        let body = match given.get("text") {
            Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
            None => serde_json::to_vec(&given["body"]).unwrap(),
        };
        match (known.kind.as_str(), &self.inbox) {
            ("event", Some(inbox)) => {
                let receipt = inbox.receive_event(accepted, body).await;
                known.event_type = receipt.event_type;
                known.progress = receipt.progress;
                known.reason = receipt.reason;
                known.is_stored = receipt.progress.is_some();
                Ok(receipt.reply)
            }
            ("event", None) => self.event(&accepted, &body, known),
            ("start", _) => accepted.start(&body).map(|_| Reply::ok()),
            _ => {
                accepted.dynamic_action(&body)?;
                known.is_ignored = true;
                Ok(Reply { status: 404, ..Reply::default() })
            }
        }
    }

    fn event(&self, accepted: &Accepted, body: &[u8], known: &mut Answered) -> Result<Reply, Rejection> {
        let delivery = accepted.event(body)?;
        known.event_type = Some(delivery.event.name().to_owned());
        let Event::PostUpdate { update } = &delivery.event else {
            known.is_ignored = true;
            return Ok(Reply::ok());
        };
        let progress = self.dedupe.begin_now(&delivery);
        known.progress = Some(progress);
        if let Some(reply) = progress.reply() {
            return Ok(reply);
        }
        if update.post.city == "fail" {
            self.dedupe.abandon_now(&delivery);
            return Ok(Reply { status: 500, ..Reply::default() });
        }
        self.dedupe.finish_now(&delivery);
        Ok(Reply::ok())
    }
}

#[test]
fn records() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    judge("records", |case| {
        let (hooks, work) = (Records::default(), Records::default());
        let (to_hooks, to_work) = (Arc::clone(&hooks), Arc::clone(&work));
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
        let keys = KeyRing::new([IdentificationKey::new("one", "identification-key-one")]).unwrap();
        let webhooks = Webhooks::new(keys).on_hook(move |it| {
            let (kind, event_type, outcome) = (&it.kind, &it.event_type, &it.outcome);
            let (status, refused) = (it.status, it.reason.is_some());
            let record = json!({
                "kind": kind, "event_type": event_type, "outcome": outcome, "status": status, "refused": refused,
            });
            push(&to_hooks, record);
        });
        let has_inbox = case.given["inbox"].as_bool().unwrap();
        let inbox = has_inbox.then(|| platform.inbox(InboxOptions::default()).unwrap());
        let app = App { webhooks, dedupe: MemoryDedupe::new(), inbox };
        runtime.block_on(async {
            for request in case.given["requests"].as_array().unwrap() {
                app.receive(request).await;
            }
            for end in case.given["ends"].as_array().unwrap() {
                let inbox = app.inbox.as_ref().unwrap();
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
        same("hooks", &hooks.lock().unwrap().clone().into(), &case.expect["hooks"])?;
        let work = work.lock().unwrap().clone();
        case.expect.get("work").map_or(Ok(()), |expected| same("work", &work.into(), expected))
    });
}
