//! The life cycle of an event, with a clock that is set by hand and a store that can fail at any write. No test sleeps.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::clock::Clock;
use crate::error::{Error, StoreError};
use crate::model::event::Delivery;
use crate::stores::{Encryption, Kind, MemoryStore, Record, RecordStore, check_damage};
use crate::testing::ManualClock;
use crate::webhook::{Accepted, IdentificationKey, KeyRing, Webhooks};

mod conflicts;
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
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        self.rows.fetch_add(usize::from(kind == Kind::Event), Ordering::SeqCst);
        self.memory.get(kind, key).await
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.write()?;
        // Other tasks run here, as with a real store.
        tokio::task::yield_now().await;
        self.memory.put(kind, key, expected, value).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.write()?;
        tokio::task::yield_now().await;
        self.memory.delete(kind, key, expected).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        self.memory.list(kind, prefix).await
    }

    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.scans.fetch_add(usize::from(kind == Kind::Event && after.is_none()), Ordering::SeqCst);
        let page = self.memory.page(kind, prefix, after, limit).await?;
        self.rows.fetch_add(if kind == Kind::Event { page.len() } else { 0 }, Ordering::SeqCst);
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
            assert!(self.store.memory.put(Kind::Event, &entry.key(), None, &entry.encode().unwrap()).await.unwrap());
        }
        self.advance(10);
    }

    async fn stored(&self, kind: Kind) -> usize {
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
    assert_eq!(item.delivery, crate::model::event::Delivery::parse(&message(7, "c")).unwrap());
    assert_eq!((item.attempts, item.key_id.as_str(), item.last_error), (1, "2026-11", None));
    assert_eq!(item.received_at, "2026-11-21T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
    assert_eq!(item.leased_until, "2026-11-21T12:01:00Z".parse::<DateTime<Utc>>().unwrap());
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
    assert_eq!(fixture.stored(Kind::Event).await, 0);
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
                assert_eq!(fixture.stored(Kind::Event).await, 0);
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_is_handed_out_again_after_its_worker_crashed() {
    // Leasing is one write, and so is ending. Becoming a dead letter takes two.
    for writes in 0..2 {
        let fixture = fixture();
        fixture.open().accept(accepted(), message(1, "c")).await.unwrap();
        fixture.store.fail_after(writes);
        let dying = fixture.open();
        if let Ok(Some(item)) = dying.try_next().await {
            let _ = dying.ack(item.id).await;
        }
        fixture.store.fail_after(usize::MAX);
        fixture.advance(61);
        assert_eq!(handle_all(&fixture.open()).await, ["1"], "after {writes} writes");
    }
}

#[tokio::test(start_paused = true)]
async fn after_its_lease_ended_a_worker_cannot_end_the_attempt_of_another() {
    let fixture = fixture();
    let (late, other) = (fixture.open(), fixture.open());
    late.accept(accepted(), message(1, "c")).await.unwrap();
    let first = late.next().await.unwrap();
    fixture.advance(59);
    assert_eq!(other.try_next().await.unwrap(), None, "it is leased");
    assert!(late.extend(&*first.id).await.unwrap());
    fixture.advance(59);
    assert_eq!(other.try_next().await.unwrap(), None, "the lease was extended");
    fixture.advance(1);
    let second = other.try_next().await.unwrap().unwrap();
    assert_eq!(second.attempts, 2);
    assert!(!late.ack(&*first.id).await.unwrap());
    assert!(!late.extend(&*first.id).await.unwrap());
    assert!(!late.release(&*first.id).await.unwrap());
    assert!(!late.give_up(&*first.id, "x").await.unwrap());
    assert_eq!(late.nack(&*first.id, "x").await.unwrap(), Failed::LeaseLost);
    assert!(other.ack(&*second.id).await.unwrap());
    assert!(!other.ack(&*second.id).await.unwrap(), "the event has ended");
}

#[tokio::test(start_paused = true)]
async fn a_late_ack_counts_if_no_other_worker_has_the_event() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    fixture.advance(600);
    assert!(inbox.ack(item.id).await.unwrap());
    assert_eq!(inbox.try_next().await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn failures_are_retried_at_growing_delays_and_end_as_a_dead_letter() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(4), ..InboxOptions::default() });
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    for (attempt, wait) in [(1, 5), (2, 15), (3, 45)] {
        let item = inbox.try_next().await.unwrap().unwrap();
        assert_eq!(item.attempts, attempt);
        let failed = inbox.nack(item.id, format!("failure {attempt}\n")).await.unwrap();
        assert_eq!(failed, Failed::Retry);
        fixture.advance(wait - 1);
        assert_eq!(fixture.open().try_next().await.unwrap(), None, "not due yet");
        fixture.advance(1 + wait / 5 + 1);
    }
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(item.last_error.as_deref(), Some("failure 3"));
    assert_eq!(inbox.nack(item.id, "the last").await.unwrap(), Failed::DeadLetter);
    assert_eq!(inbox.try_next().await.unwrap(), None);
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
    assert_eq!((letter.attempts, letter.reason.as_str(), letter.key_id.as_str()), (4, "the last", "2026-11"));
    assert_eq!(letter.failed_at, fixture.clock.now());
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::Duplicate, "it was seen before");

    assert!(inbox.retry(&*letter.id).await.unwrap());
    assert!(!inbox.retry(&*letter.id).await.unwrap());
    let item = inbox.next().await.unwrap();
    assert_eq!((item.attempts, item.last_error.as_deref()), (1, Some("the last")));
    assert!(inbox.give_up(item.id, "for good").await.unwrap());
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 0, dead_letters: 1 });
    assert!(inbox.discard(&*letter.id).await.unwrap());
    assert!(!inbox.discard(&*letter.id).await.unwrap());
    assert_eq!(inbox.dead_letters(None).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn an_event_that_crashes_its_workers_becomes_a_dead_letter() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(3), ..InboxOptions::default() });
    fixture.open().accept(accepted(), message(1, "c")).await.unwrap();
    for _ in 0..3 {
        assert!(fixture.open().try_next().await.unwrap().is_some());
        fixture.advance(61);
    }
    assert_eq!(fixture.open().try_next().await.unwrap(), None);
    let [letter] = fixture.open().dead_letters(None).await.unwrap().try_into().unwrap();
    assert!(letter.reason.contains("without a result"), "{}", letter.reason);
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_move_to_or_from_the_dead_letters_is_completed() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    fixture.store.fail_after(1);
    assert!(inbox.nack(item.id, "x").await.is_err());
    fixture.store.fail_after(usize::MAX);
    fixture.advance(61);
    assert_eq!(fixture.open().try_next().await.unwrap(), None);
    let counts = inbox.counts().await.unwrap();
    assert_eq!(counts, InboxCounts { pending: 0, dead_letters: 1 });
    let id = inbox.dead_letters(None).await.unwrap()[0].id.clone();
    fixture.store.fail_after(1);
    assert!(inbox.retry(&*id).await.is_err());
    fixture.store.fail_after(usize::MAX);
    assert!(inbox.retry(&*id).await.unwrap());
    assert_eq!(handle_all(&inbox).await, ["1"]);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn an_event_that_is_being_given_up_cannot_be_extended_or_ended() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let (late, other) = (fixture.open(), fixture.open());
    late.accept(accepted(), message(1, "c")).await.unwrap();
    let item = late.next().await.unwrap();
    fixture.advance(61);
    // The other process fails between writing the dead letter and deleting the event.
    fixture.store.fail_after(2);
    assert!(other.try_next().await.is_err());
    fixture.store.fail_after(usize::MAX);
    assert_eq!(late.counts().await.unwrap(), InboxCounts { pending: 1, dead_letters: 1 });
    assert!(!late.extend(&*item.id).await.unwrap());
    assert!(!late.ack(&*item.id).await.unwrap());
    assert_eq!(late.nack(&*item.id, "x").await.unwrap(), Failed::LeaseLost);
    // Retried before any process has completed the move.
    let [letter] = late.dead_letters(None).await.unwrap().try_into().unwrap();
    assert!(late.retry(letter.id).await.unwrap());
    fixture.advance(61);
    assert_eq!(handle_all(&other).await, ["1"]);
    assert_eq!(late.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn if_giving_up_is_interrupted_the_event_waits_or_is_a_dead_letter() {
    for writes in 0..3 {
        let fixture = fixture();
        let inbox = fixture.open();
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        let item = inbox.next().await.unwrap();
        fixture.store.fail_after(writes);
        assert!(inbox.give_up(item.id, "hopeless").await.is_err());
        fixture.store.fail_after(usize::MAX);
        fixture.advance(61);
        let again = fixture.open().try_next().await.unwrap();
        let letters = inbox.dead_letters(None).await.unwrap();
        match writes {
            0 => assert!(again.is_some() && letters.is_empty(), "nothing was written"),
            _ => {
                assert!(again.is_none() && letters.len() == 1 && letters[0].reason == "hopeless", "{letters:?}");
                assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 0, dead_letters: 1 });
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_released_event_is_handed_out_again() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert!(inbox.release(item.id).await.unwrap());
    let item = fixture.open().try_next().await.unwrap().unwrap();
    assert_eq!(item.attempts, 1, "the released attempt does not count");
}

#[tokio::test(start_paused = true)]
async fn a_conversation_is_handled_in_order_and_others_are_not_blocked() {
    let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inboxes = [fixture.open(), fixture.open()];
    for (number, conversation) in ["a", "a", "b", "a", "b"].into_iter().enumerate() {
        inboxes[number % 2].accept(accepted(), message(number, conversation)).await.unwrap();
        fixture.advance(1);
    }
    let next = async |index: usize| inboxes[index].try_next().await.unwrap();
    let (a0, b2) = (next(0).await.unwrap(), next(1).await.unwrap());
    assert_eq!((text(&a0), text(&b2)), ("0".into(), "2".into()));
    assert_eq!((next(0).await, next(1).await), (None, None));
    assert!(inboxes[1].ack(b2.id).await.unwrap());
    let b4 = next(0).await.unwrap();
    assert_eq!(text(&b4), "4");
    inboxes[0].nack(a0.id, "x").await.unwrap();
    assert_eq!((next(0).await, next(1).await), (None, None), "a failure blocks the later messages");
    fixture.advance(7);
    for expected in ["0", "1", "3"] {
        let item = next(1).await.unwrap();
        assert_eq!(text(&item), expected);
        assert_eq!(next(0).await, None);
        assert!(inboxes[1].ack(item.id).await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn in_order_the_store_is_not_scanned_for_each_event() {
    const EVENTS: usize = 600;
    for conversations in [1, 3, 600] {
        let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
        let inbox = fixture.open();
        fixture.fill(EVENTS, conversations).await;
        let before = fixture.store.rows.load(Ordering::SeqCst);
        let texts = handle_all(&inbox).await;
        assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..EVENTS), "{texts:?}");
        // Each event is read by a scan, by its lease and by its end. Only a few scans read more.
        let rows = fixture.store.rows.load(Ordering::SeqCst) - before;
        assert!(rows < 4 * EVENTS, "{rows} rows for {EVENTS} events of {conversations} conversations");
    }
}

#[tokio::test(start_paused = true)]
async fn a_conversation_longer_than_the_cache_is_handled_in_order() {
    let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inbox = fixture.open();
    fixture.fill(4200, 1).await;
    let texts = handle_all(&inbox).await;
    assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..4200), "{texts:?}");
    let scans = fixture.store.scans.load(Ordering::SeqCst);
    assert!(scans < 10, "{scans}");
}

/// Three processes take, end, release and fail events in random schedules. Never two events of a conversation are handed
/// out at once, and none overtakes another.
#[tokio::test(start_paused = true)]
async fn order_holds_for_many_processes_in_random_schedules() {
    for mut seed in 1..=10_u64 {
        let mut random = |below: u64| {
            // A linear congruential generator, as in Knuth's MMIX.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let (lease_seconds, max_attempts) = (Some(86_400), Some(4));
        let fixture =
            Fixture::new(InboxOptions { in_order: true, lease_seconds, max_attempts, ..InboxOptions::default() });
        let inboxes = [fixture.open(), fixture.open(), fixture.open()];
        let mut arrived = [0_usize; 4];
        let mut ended = [0_usize; 4];
        let mut out: Vec<(usize, usize, InboxItem)> = Vec::new();
        let mut steps = 0;
        while steps < 120 || ended != arrived {
            steps += 1;
            assert!(steps < 20_000, "it does not end: {ended:?} of {arrived:?}");
            let inbox = random(3) as usize;
            match random(10) {
                0..=2 if steps < 120 => {
                    let conversation = random(4) as usize;
                    let number = conversation * 10_000 + arrived[conversation];
                    let body = message(number, &format!("c{conversation}"));
                    inboxes[inbox].accept(accepted(), body).await.unwrap();
                    arrived[conversation] += 1;
                    // No two processes receive an event at the same time, since their order would be undefined.
                    fixture.clock.advance(Duration::from_millis(1));
                }
                0..=6 => {
                    let Some(item) = inboxes[inbox].try_next().await.unwrap() else {
                        // Failed events are delayed, and the order of events that just arrived is not final.
                        fixture.advance(random(4));
                        continue;
                    };
                    let number: usize = text(&item).parse().unwrap();
                    let conversation = number / 10_000;
                    assert!(
                        out.iter().all(|(_, other, _)| *other != conversation),
                        "two of c{conversation} are handed out"
                    );
                    assert_eq!(number % 10_000, ended[conversation], "the next of c{conversation}");
                    out.push((inbox, conversation, item));
                }
                how if !out.is_empty() => {
                    let (inbox, conversation, item) = out.swap_remove(random(out.len() as u64) as usize);
                    let inbox = &inboxes[inbox];
                    let over = match how {
                        7 => inbox.nack(item.id, "x").await.unwrap() == Failed::DeadLetter,
                        8 if random(2) == 0 => !inbox.release(item.id).await.unwrap(),
                        8 => inbox.give_up(item.id, "x").await.unwrap(),
                        _ => inbox.ack(item.id).await.unwrap(),
                    };
                    ended[conversation] += usize::from(over);
                }
                _ => fixture.advance(random(60)),
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn many_workers_handle_each_event_once() {
    let fixture = fixture();
    let inboxes: Vec<_> = (0..4).map(|_| fixture.open()).collect();
    let handled: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let mut workers = Vec::new();
    for index in 0..16 {
        let (inbox, handled) = (inboxes[index % 4].clone(), handled.clone());
        workers.push(tokio::spawn(async move {
            loop {
                let item = inbox.next().await.unwrap();
                *handled.lock().unwrap().entry(text(&item)).or_default() += 1;
                assert!(inbox.ack(item.id).await.unwrap());
            }
        }));
    }
    for number in 0..500 {
        inboxes[number % 4].accept(accepted(), message(number, "c")).await.unwrap();
    }
    let all = async {
        while handled.lock().unwrap().len() < 500 || fixture.stored(Kind::Event).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), all).await.unwrap();
    workers.iter().for_each(|worker| worker.abort());
    assert!(handled.lock().unwrap().values().all(|count| *count == 1));
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
    let memory = Arc::new(Sealed(MemoryStore::new()));
    let keys = Encryption::keys(["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    assert!(Inbox::over(memory.clone(), None, InboxOptions::default()).is_err(), "it needs keys");
    let inbox = Inbox::over(memory.clone(), Some(keys), InboxOptions::default()).unwrap();
    inbox.accept(accepted(), message(1, "conversation")).await.unwrap();
    for kind in Kind::ALL {
        for (key, record) in memory.0.list(kind, "").await.unwrap() {
            for part in ["conversation", "e7a08a2c", "NEW_MESSAGE"] {
                assert!(!key.contains(part) && !record.value.windows(part.len()).any(|w| w == part.as_bytes()));
            }
        }
    }
    assert_eq!(handle_all(&inbox).await, ["1"]);
}

#[tokio::test(start_paused = true)]
async fn an_event_with_a_lost_store_key_does_not_block_others() {
    let memory = Arc::new(Sealed(MemoryStore::new()));
    let open = |key: &str| {
        let keys = Encryption::keys([key]).unwrap();
        Inbox::over(memory.clone(), Some(keys), InboxOptions::default()).unwrap()
    };
    let lost = open("bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=");
    let inbox = open("VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=");
    lost.accept(accepted(), message(1, "c")).await.unwrap();
    lost.accept(accepted(), message(2, "c")).await.unwrap();
    let item = lost.try_next().await.unwrap().unwrap();
    assert!(lost.give_up(&item.id, "hopeless").await.unwrap());
    let [letter] = &lost.dead_letters(None).await.unwrap()[..] else { panic!("no dead letter") };

    inbox.accept(accepted(), message(3, "c")).await.unwrap();
    inbox.accept(accepted(), message(4, "c")).await.unwrap();
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(text(&item), "3");
    assert!(inbox.give_up(&item.id, "hopeless").await.unwrap());
    assert_eq!(handle_all(&inbox).await, ["4"]);
    assert_eq!(inbox.dead_letters(None).await.unwrap().len(), 1);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 1, dead_letters: 2 });
    assert!(inbox.retry(&letter.id).await.is_err());
    assert!(inbox.discard(&letter.id).await.unwrap() && !inbox.discard(&letter.id).await.unwrap());
    assert_eq!(handle_all(&lost).await, ["2"], "events are handled once their key is available");
}

/// A memory store that needs encryption.
struct Sealed(MemoryStore);

#[async_trait]
impl RecordStore for Sealed {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        self.0.get(kind, key).await
    }
    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.0.put(kind, key, expected, value).await
    }
    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.0.delete(kind, key, expected).await
    }
    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        self.0.list(kind, prefix).await
    }
}

#[tokio::test(start_paused = true)]
async fn invalid_options_and_ids_are_refused() {
    let refused = |options| Inbox::open("memory:", Encryption::unencrypted(), options).unwrap_err().to_string();
    for (options, setting) in [
        (InboxOptions { lease_seconds: Some(0), ..InboxOptions::default() }, "lease_seconds"),
        (InboxOptions { max_attempts: Some(0), ..InboxOptions::default() }, "max_attempts"),
        (InboxOptions { capacity: Some(-1), ..InboxOptions::default() }, "capacity"),
        (InboxOptions { remember_days: Some(4000), ..InboxOptions::default() }, "remember_days"),
    ] {
        assert!(refused(options).contains(setting));
    }
    let inbox = fixture().open();
    for id in ["", "x", ".", "x.y"] {
        assert!(matches!(inbox.ack(id).await, Err(Error::InvalidInput { .. })), "{id}");
    }
    assert!(!inbox.ack("0006e2b0f0a4c000-abc.1").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_damaged_event_record_is_an_error() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert!(inbox.give_up(item.id, "hopeless").await.unwrap());
    let raw = async |kind| {
        let [(key, record)] = fixture.store.memory.list(kind, "").await.unwrap().try_into().unwrap();
        (key, record.version, serde_json::from_slice::<serde_json::Value>(&record.value).unwrap())
    };
    let (_, _, seen) = raw(Kind::SeenEvent).await;
    check_damage::<entry::Seen>(&seen, &["digest"]);
    let (key, version, mut letter) = raw(Kind::DeadLetter).await;
    let may_be_absent = ["conversation", "digest", "lease", "not_before", "reason", "failed_at"];
    check_damage::<entry::Entry>(&letter, &may_be_absent);
    // A number of seconds that overflows.
    letter["window"] = i64::MAX.into();
    let value = letter.to_string();
    assert!(fixture.store.memory.put(Kind::DeadLetter, &key, Some(version), value.as_bytes()).await.unwrap());
    let Err(Error::Store(error)) = inbox.retry(key).await else { panic!("it is taken") };
    assert!(error.reason.contains("window"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_dead_letter_does_not_hide_the_others() {
    const FIRST: &str = "0000000000000000-1";
    let fixture = fixture();
    let inbox = fixture.open();
    let entry = |schema: i64, body: &str| {
        format!(
            r#"{{"schema":{schema},"received_at":"2026-11-21T11:00:00Z","key_id":"2026-11","seen":"l-{schema}","window":60,
            "claims":0,"attempts":0,"body":{body}}}"#
        )
    };
    // Records of another version: one of an unknown schema, and one whose body is not an event.
    let newer = entry(2, "{}");
    assert!(fixture.store.memory.put(Kind::DeadLetter, "0", None, newer.as_bytes()).await.unwrap());
    assert!(fixture.store.memory.put(Kind::Event, FIRST, None, entry(1, "[7]").as_bytes()).await.unwrap());
    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(text(&item), "2");
    assert!(inbox.give_up(&item.id, "hopeless").await.unwrap());

    let letters = inbox.dead_letters(None).await.unwrap();
    let found: Vec<_> = letters.iter().map(|letter| (letter.delivery.event.kind(), letter.reason.as_str())).collect();
    assert!(matches!(found[..], [("", reason), ("NEW_MESSAGE", "hopeless")] if !reason.is_empty()), "{found:?}");
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 0, dead_letters: 3 });
    assert!(inbox.retry("0").await.is_err(), "it has an unknown schema");
    assert!(inbox.discard(FIRST).await.unwrap() && inbox.discard("0").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn delayed_events_are_not_scanned_for_each_failure_or_arrival() {
    let fixture = fixture();
    let inbox = fixture.open();
    let fail = async |number: usize| {
        let item = inbox.next().await.unwrap();
        assert_eq!(text(&item), number.to_string());
        // As when a service that the handler needs is down.
        assert_eq!(inbox.nack(&item.id, "down").await.unwrap(), Failed::Retry);
    };
    for number in 0..100 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    for number in 0..100 {
        fail(number).await;
    }
    let before = fixture.store.scans.load(Ordering::SeqCst);
    for number in 100..150 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
        fail(number).await;
    }
    let scans = fixture.store.scans.load(Ordering::SeqCst) - before;
    assert!(scans < 25, "{scans}");
    fixture.advance(10);
    fail(0).await;
}
