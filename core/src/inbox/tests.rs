//! The life cycle of an event, with a clock that is set by hand and a store that can fail at any write. No test sleeps.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::clock::Clock;
use crate::error::{Error, StoreError};
use crate::stores::altered::Altered;
use crate::stores::{Encryption, MemoryStore, Record, RecordKind, RecordStore, check_damage};
use crate::testing::ManualClock;
use crate::webhook::{Accepted, Delivery, IdentificationKey, KeyRing, Webhooks};

mod attempts;
mod clocks;
mod conflicts;
mod damage;
mod letters;
mod limits;
mod order;
mod warnings;
mod workers;

const KEY: &str = "the-key-from-the-console";

fn accepted() -> Accepted {
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("2026-11", KEY)]).unwrap());
    webhooks.authenticate("POST", &[("Authorization", KEY), ("Content-Type", "application/json")]).unwrap()
}

/// The body of a message with this number, in this conversation.
fn message(number: usize, conversation: &str) -> Vec<u8> {
    format!(
        r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"e7a08a2c-8ee4-11ef-af85-{number:012}",
            "conversation":{{"id":"{conversation}","type":"POST"}},"type":"TEXT","text":"{number}"}}}}"#
    )
    .into_bytes()
}

fn update() -> Vec<u8> {
    br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"gZd7omnS"}}}"#.to_vec()
}

fn text(item: &InboxItem) -> String {
    item.delivery.event.message().and_then(|message| message.text()).unwrap_or_default().to_owned()
}

/// A store that fails after a number of writes, as if the process were killed at that point.
struct FailingStore {
    memory: MemoryStore,
    writes_left: AtomicUsize,
    /// What the next write of an event returns, although the store has written it.
    lost: Mutex<Option<Result<bool, StoreError>>>,
    /// How often the events were scanned from the first one.
    scans: AtomicUsize,
    /// How many events were read.
    rows: AtomicUsize,
}

impl FailingStore {
    fn new() -> Arc<Self> {
        let writes_left = AtomicUsize::new(usize::MAX);
        Arc::new(Self {
            memory: MemoryStore::new(),
            writes_left,
            lost: Mutex::default(),
            scans: AtomicUsize::default(),
            rows: AtomicUsize::default(),
        })
    }

    fn fail_after(&self, writes: usize) {
        self.writes_left.store(writes, Ordering::SeqCst);
    }

    fn write(&self) -> Result<(), StoreError> {
        let alive = self.writes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        alive.map(drop).map_err(|_| StoreError::new("write", "killed"))
    }
}

#[async_trait]
impl RecordStore for FailingStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        self.rows.fetch_add(usize::from(kind == RecordKind::Event), Ordering::SeqCst);
        self.memory.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.write()?;
        // Other tasks run here, as with a real store.
        tokio::task::yield_now().await;
        let written = self.memory.put(kind, key, expected, value).await;
        let lost = if kind == RecordKind::Event { self.lost.lock().unwrap().take() } else { None };
        lost.unwrap_or(written)
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.write()?;
        tokio::task::yield_now().await;
        self.memory.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.scans.fetch_add(usize::from(kind == RecordKind::Event && after.is_none()), Ordering::SeqCst);
        let page = self.memory.scan(kind, prefix, after, limit).await?;
        self.rows.fetch_add(if kind == RecordKind::Event { page.len() } else { 0 }, Ordering::SeqCst);
        Ok(page)
    }

    fn needs_encryption(&self) -> bool {
        false
    }
}

struct Fixture {
    store: Arc<FailingStore>,
    clock: Arc<ManualClock>,
    options: InboxOptions,
}

impl Fixture {
    fn new(options: InboxOptions) -> Self {
        let clock = ManualClock::at("2026-11-21T12:00:00Z".parse().unwrap());
        Self { store: FailingStore::new(), clock, options }
    }

    /// The inbox as another process opens it.
    fn open(&self) -> Inbox {
        Inbox::over(self.store.clone(), None, self.options.clone()).unwrap().clock(self.clock.clone())
    }

    fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Stores messages that arrived one microsecond apart, ten seconds ago.
    async fn fill(&self, messages: usize, conversations: usize) {
        let begin = self.clock.now();
        for number in 0..messages {
            let body = message(number, &format!("c{}", number % conversations));
            let delivery = Delivery::parse(&body).unwrap();
            let arrival = begin + TimeDelta::microseconds(number as i64);
            let entry = entry::Entry::new(&delivery, &body, "2026-11".into(), arrival, TimeDelta::days(30)).unwrap();
            assert!(
                self.store.memory.put(RecordKind::Event, &entry.key(), None, &entry.encode().unwrap()).await.unwrap()
            );
        }
        self.advance(10);
    }

    async fn stored(&self, kind: RecordKind) -> usize {
        self.store.memory.count(kind, "").await.unwrap()
    }
}

fn fixture() -> Fixture {
    Fixture::new(InboxOptions::default())
}

/// Handles all events that can be handled now, and returns their texts.
async fn handle_all(inbox: &Inbox) -> Vec<String> {
    let mut texts = Vec::new();
    while let Some(item) = inbox.try_next().await.unwrap() {
        texts.push(text(&item));
        assert!(inbox.ack(item.id).await.unwrap());
    }
    texts
}

#[tokio::test(start_paused = true)]
async fn each_event_is_handled_once_in_the_order_of_arrival() {
    let fixture = fixture();
    let inbox = fixture.open();
    for number in 0..200 {
        assert_eq!(inbox.accept(accepted(), message(number, "c")).await.unwrap(), Acceptance::New);
    }
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 200, dead_letters: 0 });
    let expected: Vec<String> = (0..200).map(|number| number.to_string()).collect();
    assert_eq!(handle_all(&fixture.open()).await, expected, "in another process");
    assert_eq!(inbox.try_next().await.unwrap(), None, "another process has handled them");
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn an_item_has_the_data_of_its_request() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(7, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert_eq!(item.delivery, crate::webhook::Delivery::parse(&message(7, "c")).unwrap());
    assert_eq!((item.attempts, item.key_id.as_str(), item.last_error), (1, "2026-11", None));
    assert_eq!(item.received_at, "2026-11-21T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
    assert_eq!(item.leased_until, "2026-11-21T12:01:00Z".parse::<DateTime<Utc>>().unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_byte_order_mark_before_an_event_does_not_count() {
    let inbox = fixture().open();
    let marked = [b"\xEF\xBB\xBF".to_vec(), message(7, "c")].concat();
    assert_eq!(inbox.accept(accepted(), marked).await.unwrap(), Acceptance::New);
    assert_eq!(inbox.accept(accepted(), message(7, "c")).await.unwrap(), Acceptance::Duplicate);
    assert_eq!(inbox.next().await.unwrap().delivery, crate::webhook::Delivery::parse(&message(7, "c")).unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_repetition_is_recognized_before_during_and_after_the_handling() {
    let fixture = fixture();
    let inbox = fixture.open();
    let repeat = async || {
        for inbox in [&inbox, &fixture.open()] {
            assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::Duplicate);
        }
    };
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::New);
    repeat().await;
    let item = inbox.next().await.unwrap();
    repeat().await;
    assert!(inbox.ack(item.id).await.unwrap());
    repeat().await;
    fixture.advance(29 * 86_400);
    repeat().await;
    assert_eq!(inbox.try_next().await.unwrap(), None);
    fixture.advance(2 * 86_400);
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::New, "new after 30 days");
}

#[tokio::test(start_paused = true)]
async fn equal_updates_two_minutes_apart_are_two_events() {
    let fixture = fixture();
    let inbox = fixture.open();
    let mut outcomes = Vec::new();
    // The first event is not handled yet when the second arrives.
    for wait in [0, 119, 1, 60, 60] {
        fixture.advance(wait);
        outcomes.push(inbox.accept(accepted(), update()).await.unwrap());
    }
    use Acceptance::{Duplicate, New};
    assert_eq!(outcomes, [New, Duplicate, New, Duplicate, New]);
    assert_eq!(handle_all(&fixture.open()).await.len(), 3);
    assert_eq!(fixture.stored(RecordKind::Event).await, 0);
}

#[tokio::test(start_paused = true)]
async fn equal_events_arriving_at_once_in_many_processes_are_one() {
    for round in 0..50 {
        let fixture = fixture();
        let inboxes: Vec<_> = (0..4).map(|_| fixture.open()).collect();
        let tasks: Vec<_> = (0..16)
            .map(|index| {
                let inbox = inboxes[index % 4].clone();
                tokio::spawn(async move {
                    // Some tasks take events while the event arrives.
                    if index % 3 == 0 {
                        let item = inbox.try_next().await.unwrap();
                        return (None, item.map(|item| item.id));
                    }
                    (Some(inbox.accept(accepted(), message(round, "c")).await.unwrap()), None)
                })
            })
            .collect();
        let (mut new, mut handled) = (0, Vec::new());
        for task in tasks {
            let (outcome, item) = task.await.unwrap();
            new += usize::from(outcome == Some(Acceptance::New));
            handled.extend(item);
        }
        handled.extend(inboxes[0].try_next().await.unwrap().map(|item| item.id));
        assert_eq!((new, handled.len()), (1, 1), "round {round}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_repeated_after_a_crash_before_the_response_is_handled_once() {
    for writes in 0..3 {
        for wait in [0, 130] {
            for handled_before in [false, true] {
                let fixture = fixture();
                fixture.store.fail_after(writes);
                let outcome = fixture.open().accept(accepted(), message(1, "c")).await;
                assert_eq!(outcome.is_ok(), writes >= 2, "{writes}");
                fixture.store.fail_after(usize::MAX);
                let inbox = fixture.open();
                let mut handled = Vec::new();
                if handled_before {
                    handled.extend(handle_all(&inbox).await);
                }
                fixture.advance(wait);
                inbox.accept(accepted(), message(1, "c")).await.unwrap();
                inbox.accept(accepted(), message(1, "c")).await.unwrap();
                handled.extend(handle_all(&fixture.open()).await);
                handled.extend(handle_all(&inbox).await);
                assert_eq!(handled, ["1"], "after {writes} writes");
                assert_eq!(fixture.stored(RecordKind::Event).await, 0);
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_caller_of_next_loses_no_event() {
    for polls in 0..12 {
        let fixture = fixture();
        let inbox = fixture.open();
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        {
            let mut next = std::pin::pin!(inbox.next());
            for _ in 0..polls {
                let poll = std::future::poll_fn(|cx| std::task::Poll::Ready(next.as_mut().poll(cx))).await;
                if let std::task::Poll::Ready(item) = poll {
                    inbox.release(item.unwrap().id).await.unwrap();
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        // Without waiting for the end of a lease.
        let item = tokio::time::timeout(Duration::from_secs(60), inbox.next()).await.unwrap().unwrap();
        assert_eq!((text(&item), item.attempts), ("1".into(), 1), "after {polls} polls");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_refuses_events_until_there_is_room() {
    let fixture = Fixture::new(InboxOptions { capacity: Some(3), ..InboxOptions::default() });
    let inbox = fixture.open();
    for number in 0..3 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    for inbox in [&inbox, &fixture.open()] {
        let error = inbox.accept(accepted(), message(3, "c")).await.unwrap_err();
        assert!(matches!(&error, Error::Store(error) if error.reason.contains("full")), "{error}");
        assert_eq!(inbox.receive(accepted(), message(3, "c")).await.status, 503);
        assert_eq!(inbox.receive(accepted(), message(2, "c")).await.status, 200, "a repetition takes no room");
    }
    let item = inbox.next().await.unwrap();
    inbox.ack(item.id).await.unwrap();
    assert_eq!(inbox.receive(accepted(), message(3, "c")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_failing_store_is_a_503_and_a_body_that_is_not_an_event_a_400() {
    let fixture = fixture();
    let inbox = fixture.open();
    fixture.store.fail_after(0);
    let reply = inbox.receive(accepted(), message(1, "c")).await;
    assert_eq!((reply.status, reply.headers.get("Retry-After").map(String::as_str)), (503, Some("5")));
    fixture.store.fail_after(usize::MAX);
    assert_eq!(inbox.receive(accepted(), message(1, "c")).await.status, 200);
    assert_eq!(inbox.receive(accepted(), b"{bad".to_vec()).await.status, 400);
    assert_eq!(
        inbox.receive(accepted(), br#"{"type":"NEW_MESSAGE"}"#.to_vec()).await.status,
        200,
        "kept for inspection"
    );
}

#[tokio::test(start_paused = true)]
async fn expired_marks_are_deleted() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.accept(accepted(), update()).await.unwrap();
    let sweep = async || {
        let queue = inbox.queue();
        (queue.sweep(entry::SHORT_PREFIX).await.unwrap(), queue.sweep(entry::LONG_PREFIX).await.unwrap())
    };
    fixture.advance(119);
    assert_eq!(sweep().await, (0, 0));
    fixture.advance(2);
    assert_eq!(sweep().await, (1, 0));
    fixture.advance(30 * 86_400);
    assert_eq!(sweep().await, (0, 1));
    assert_eq!(handle_all(&inbox).await.len(), 2, "the events stay longer than their marks");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_was_set_back_does_not_block_an_event() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.next().await.unwrap();
    let back = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let other = Inbox::over(fixture.store.clone(), None, InboxOptions::default()).unwrap().clock(back);
    assert!(other.try_next().await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn an_encrypted_store_receives_no_data_of_an_event() {
    let memory = Arc::new(Altered::new(Arc::new(MemoryStore::new())).with_encryption());
    let keys = Encryption::keys(["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    assert!(Inbox::over(memory.clone(), None, InboxOptions::default()).is_err(), "it needs keys");
    let inbox = Inbox::over(memory.clone(), Some(keys), InboxOptions::default()).unwrap();
    inbox.accept(accepted(), message(1, "conversation")).await.unwrap();
    for kind in RecordKind::ALL {
        for (key, record) in memory.scan(kind, "", None, 1000).await.unwrap() {
            for part in ["conversation", "e7a08a2c", "NEW_MESSAGE"] {
                assert!(
                    !key.contains(part) && !record.value().unwrap().windows(part.len()).any(|w| w == part.as_bytes())
                );
            }
        }
    }
    assert_eq!(handle_all(&inbox).await, ["1"]);
}
