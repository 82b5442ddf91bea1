//! The life of an event, with a clock that is moved by hand, and a store that stops at any step. No time is real.

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

/// A message with this number, in this conversation.
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

/// A store that fails after so many more writes, as if the process were killed there.
struct Mortal {
    memory: MemoryStore,
    writes_left: AtomicUsize,
    /// How often the events were looked through from the first one.
    looks: AtomicUsize,
    /// How many events were read.
    rows: AtomicUsize,
}

impl Mortal {
    fn new() -> Arc<Self> {
        let writes_left = AtomicUsize::new(usize::MAX);
        Arc::new(Self {
            memory: MemoryStore::new(),
            writes_left,
            looks: AtomicUsize::default(),
            rows: AtomicUsize::default(),
        })
    }

    fn die_after(&self, writes: usize) {
        self.writes_left.store(writes, Ordering::SeqCst);
    }

    fn write(&self) -> Result<(), StoreError> {
        let alive = self.writes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        alive.map(drop).map_err(|_| StoreError::new("write", "killed"))
    }
}

#[async_trait]
impl RecordStore for Mortal {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        self.rows.fetch_add(usize::from(kind == Kind::Event), Ordering::SeqCst);
        self.memory.get(kind, key).await
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.write()?;
        // Others get their turn here, as they would with a real store.
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
        self.looks.fetch_add(usize::from(kind == Kind::Event && after.is_none()), Ordering::SeqCst);
        let page = self.memory.page(kind, prefix, after, limit).await?;
        self.rows.fetch_add(if kind == Kind::Event { page.len() } else { 0 }, Ordering::SeqCst);
        Ok(page)
    }

    fn needs_encryption(&self) -> bool {
        false
    }
}

struct Bench {
    store: Arc<Mortal>,
    clock: Arc<ManualClock>,
    options: InboxOptions,
}

impl Bench {
    fn new(options: InboxOptions) -> Self {
        let clock = ManualClock::at("2026-11-21T12:00:00Z".parse().unwrap());
        Self { store: Mortal::new(), clock, options }
    }

    /// The inbox of another process.
    fn open(&self) -> Inbox {
        Inbox::over(self.store.clone(), None, self.options.clone()).unwrap().clock(self.clock.clone())
    }

    fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Puts messages into the store that arrived one after the other, the last ten seconds ago.
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

fn bench() -> Bench {
    Bench::new(InboxOptions::default())
}

/// Handles all that can be handled now, and returns the texts.
async fn handle_all(inbox: &Inbox) -> Vec<String> {
    let mut texts = Vec::new();
    while let Some(item) = inbox.try_next().await.unwrap() {
        texts.push(text(&item));
        assert!(inbox.ack(item.id).await.unwrap());
    }
    texts
}

#[tokio::test(start_paused = true)]
async fn events_are_handled_once_each_in_the_order_of_their_arrival() {
    let bench = bench();
    let inbox = bench.open();
    for number in 0..200 {
        assert_eq!(inbox.accept(accepted(), message(number, "c")).await.unwrap(), Acceptance::New);
    }
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 200, dead_letters: 0 });
    let expected: Vec<String> = (0..200).map(|number| number.to_string()).collect();
    assert_eq!(handle_all(&bench.open()).await, expected, "in another process");
    assert_eq!(inbox.try_next().await.unwrap(), None, "whose work is known here");
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn an_event_has_what_arrived() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(7, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert_eq!(item.delivery, crate::model::event::Delivery::parse(&message(7, "c")).unwrap());
    assert_eq!((item.attempts, item.key_id.as_str(), item.last_error), (1, "2026-11", None));
    assert_eq!(item.received_at, "2026-11-21T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
    assert_eq!(item.leased_until, "2026-11-21T12:01:00Z".parse::<DateTime<Utc>>().unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_repetition_is_known_before_during_and_after_the_handling() {
    let bench = bench();
    let inbox = bench.open();
    let repeat = async || {
        for inbox in [&inbox, &bench.open()] {
            assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::Duplicate);
        }
    };
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::New);
    repeat().await;
    let item = inbox.next().await.unwrap();
    repeat().await;
    assert!(inbox.ack(item.id).await.unwrap());
    repeat().await;
    bench.advance(29 * 86_400);
    repeat().await;
    assert_eq!(inbox.try_next().await.unwrap(), None);
    bench.advance(2 * 86_400);
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::New, "after 30 days it is news");
}

#[tokio::test(start_paused = true)]
async fn equal_updates_two_minutes_apart_are_two_events() {
    let bench = bench();
    let inbox = bench.open();
    let mut outcomes = Vec::new();
    // The first is not handled when the second arrives.
    for wait in [0, 119, 1, 60, 60] {
        bench.advance(wait);
        outcomes.push(inbox.accept(accepted(), update()).await.unwrap());
    }
    use Acceptance::{Duplicate, New};
    assert_eq!(outcomes, [New, Duplicate, New, Duplicate, New]);
    assert_eq!(handle_all(&bench.open()).await.len(), 3);
    assert_eq!(bench.stored(Kind::Event).await, 0);
}

#[tokio::test(start_paused = true)]
async fn equal_events_at_once_in_many_processes_are_one() {
    for round in 0..50 {
        let bench = bench();
        let inboxes: Vec<_> = (0..4).map(|_| bench.open()).collect();
        let tasks: Vec<_> = (0..16)
            .map(|index| {
                let inbox = inboxes[index % 4].clone();
                tokio::spawn(async move {
                    // Workers are at it while the event arrives.
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
async fn killed_before_the_answer_and_delivered_again_an_event_is_handled_once() {
    for writes in 0..3 {
        for wait in [0, 130] {
            for handled_before in [false, true] {
                let bench = bench();
                bench.store.die_after(writes);
                let outcome = bench.open().accept(accepted(), message(1, "c")).await;
                assert_eq!(outcome.is_ok(), writes >= 2, "{writes}");
                bench.store.die_after(usize::MAX);
                let inbox = bench.open();
                let mut handled = Vec::new();
                if handled_before {
                    handled.extend(handle_all(&inbox).await);
                }
                bench.advance(wait);
                inbox.accept(accepted(), message(1, "c")).await.unwrap();
                inbox.accept(accepted(), message(1, "c")).await.unwrap();
                handled.extend(handle_all(&bench.open()).await);
                handled.extend(handle_all(&inbox).await);
                assert_eq!(handled, ["1"], "after {writes} writes");
                assert_eq!(bench.stored(Kind::Event).await, 0);
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn whatever_a_worker_dies_of_the_event_comes_again() {
    // A claim is one write, the end is one, becoming a dead letter two.
    for writes in 0..2 {
        let bench = bench();
        bench.open().accept(accepted(), message(1, "c")).await.unwrap();
        bench.store.die_after(writes);
        let dying = bench.open();
        if let Ok(Some(item)) = dying.try_next().await {
            let _ = dying.ack(item.id).await;
        }
        bench.store.die_after(usize::MAX);
        bench.advance(61);
        assert_eq!(handle_all(&bench.open()).await, ["1"], "after {writes} writes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_ended_is_anothers_and_the_late_word_counts_for_nothing() {
    let bench = bench();
    let (late, other) = (bench.open(), bench.open());
    late.accept(accepted(), message(1, "c")).await.unwrap();
    let first = late.next().await.unwrap();
    bench.advance(59);
    assert_eq!(other.try_next().await.unwrap(), None, "it is leased");
    assert!(late.extend(&*first.id).await.unwrap());
    bench.advance(59);
    assert_eq!(other.try_next().await.unwrap(), None, "for longer");
    bench.advance(1);
    let second = other.try_next().await.unwrap().unwrap();
    assert_eq!(second.attempts, 2);
    assert!(!late.ack(&*first.id).await.unwrap());
    assert!(!late.extend(&*first.id).await.unwrap());
    assert!(!late.release(&*first.id).await.unwrap());
    assert!(!late.give_up(&*first.id, "x").await.unwrap());
    assert_eq!(late.nack(&*first.id, "x").await.unwrap(), Failed::LeaseLost);
    assert!(other.ack(&*second.id).await.unwrap());
    assert!(!other.ack(&*second.id).await.unwrap(), "once is enough");
}

#[tokio::test(start_paused = true)]
async fn one_that_was_late_and_not_replaced_may_still_say_done() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    bench.advance(600);
    assert!(inbox.ack(item.id).await.unwrap());
    assert_eq!(inbox.try_next().await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn failures_wait_longer_and_longer_and_end_as_a_dead_letter() {
    let bench = Bench::new(InboxOptions { max_attempts: Some(4), ..InboxOptions::default() });
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    for (attempt, wait) in [(1, 5), (2, 15), (3, 45)] {
        let item = inbox.try_next().await.unwrap().unwrap();
        assert_eq!(item.attempts, attempt);
        let failed = inbox.nack(item.id, format!("failure {attempt}\n")).await.unwrap();
        assert_eq!(failed, Failed::Retry);
        bench.advance(wait - 1);
        assert_eq!(bench.open().try_next().await.unwrap(), None, "not yet");
        bench.advance(1 + wait / 5 + 1);
    }
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(item.last_error.as_deref(), Some("failure 3"));
    assert_eq!(inbox.nack(item.id, "the last").await.unwrap(), Failed::DeadLetter);
    assert_eq!(inbox.try_next().await.unwrap(), None);
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
    assert_eq!((letter.attempts, letter.reason.as_str(), letter.key_id.as_str()), (4, "the last", "2026-11"));
    assert_eq!(letter.failed_at, bench.clock.now());
    assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::Duplicate, "it is known");

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
async fn an_event_that_brings_its_workers_down_becomes_a_dead_letter() {
    let bench = Bench::new(InboxOptions { max_attempts: Some(3), ..InboxOptions::default() });
    bench.open().accept(accepted(), message(1, "c")).await.unwrap();
    for _ in 0..3 {
        assert!(bench.open().try_next().await.unwrap().is_some());
        bench.advance(61);
    }
    assert_eq!(bench.open().try_next().await.unwrap(), None);
    let [letter] = bench.open().dead_letters(None).await.unwrap().try_into().unwrap();
    assert!(letter.reason.contains("without a word"), "{}", letter.reason);
}

#[tokio::test(start_paused = true)]
async fn a_move_to_or_from_the_dead_letters_that_is_cut_off_is_made_good() {
    let bench = Bench::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    bench.store.die_after(1);
    assert!(inbox.nack(item.id, "x").await.is_err());
    bench.store.die_after(usize::MAX);
    bench.advance(61);
    assert_eq!(bench.open().try_next().await.unwrap(), None);
    let counts = inbox.counts().await.unwrap();
    assert_eq!(counts, InboxCounts { pending: 0, dead_letters: 1 });
    let id = inbox.dead_letters(None).await.unwrap()[0].id.clone();
    bench.store.die_after(1);
    assert!(inbox.retry(&*id).await.is_err());
    bench.store.die_after(usize::MAX);
    assert!(inbox.retry(&*id).await.unwrap());
    assert_eq!(handle_all(&inbox).await, ["1"]);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn an_event_that_is_being_given_up_is_nobodys_to_keep_or_to_end() {
    let bench = Bench::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let (late, other) = (bench.open(), bench.open());
    late.accept(accepted(), message(1, "c")).await.unwrap();
    let item = late.next().await.unwrap();
    bench.advance(61);
    // The other one stops between the dead letter and the end of the event.
    bench.store.die_after(2);
    assert!(other.try_next().await.is_err());
    bench.store.die_after(usize::MAX);
    assert_eq!(late.counts().await.unwrap(), InboxCounts { pending: 1, dead_letters: 1 });
    assert!(!late.extend(&*item.id).await.unwrap());
    assert!(!late.ack(&*item.id).await.unwrap());
    assert_eq!(late.nack(&*item.id, "x").await.unwrap(), Failed::LeaseLost);
    // Taken up again before anybody has made that good.
    let [letter] = late.dead_letters(None).await.unwrap().try_into().unwrap();
    assert!(late.retry(letter.id).await.unwrap());
    bench.advance(61);
    assert_eq!(handle_all(&other).await, ["1"]);
    assert_eq!(late.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn wherever_giving_up_is_cut_off_the_event_waits_or_is_a_dead_letter() {
    for writes in 0..3 {
        let bench = bench();
        let inbox = bench.open();
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        let item = inbox.next().await.unwrap();
        bench.store.die_after(writes);
        assert!(inbox.give_up(item.id, "hopeless").await.is_err());
        bench.store.die_after(usize::MAX);
        bench.advance(61);
        let again = bench.open().try_next().await.unwrap();
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
async fn a_worker_that_stops_puts_back_what_it_has() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert!(inbox.release(item.id).await.unwrap());
    let item = bench.open().try_next().await.unwrap().unwrap();
    assert_eq!(item.attempts, 1, "it does not count");
}

#[tokio::test(start_paused = true)]
async fn a_conversation_is_handled_in_order_and_others_go_on() {
    let bench = Bench::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inboxes = [bench.open(), bench.open()];
    for (number, conversation) in ["a", "a", "b", "a", "b"].into_iter().enumerate() {
        inboxes[number % 2].accept(accepted(), message(number, conversation)).await.unwrap();
        bench.advance(1);
    }
    let next = async |index: usize| inboxes[index].try_next().await.unwrap();
    let (a0, b2) = (next(0).await.unwrap(), next(1).await.unwrap());
    assert_eq!((text(&a0), text(&b2)), ("0".into(), "2".into()));
    assert_eq!((next(0).await, next(1).await), (None, None));
    assert!(inboxes[1].ack(b2.id).await.unwrap());
    let b4 = next(0).await.unwrap();
    assert_eq!(text(&b4), "4");
    inboxes[0].nack(a0.id, "x").await.unwrap();
    assert_eq!((next(0).await, next(1).await), (None, None), "a failure holds up those behind it");
    bench.advance(7);
    for expected in ["0", "1", "3"] {
        let item = next(1).await.unwrap();
        assert_eq!(text(&item), expected);
        assert_eq!(next(0).await, None);
        assert!(inboxes[1].ack(item.id).await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn in_order_the_store_is_not_looked_through_for_each_event() {
    const EVENTS: usize = 600;
    for conversations in [1, 3, 600] {
        let bench = Bench::new(InboxOptions { in_order: true, ..InboxOptions::default() });
        let inbox = bench.open();
        bench.fill(EVENTS, conversations).await;
        let before = bench.store.rows.load(Ordering::SeqCst);
        let texts = handle_all(&inbox).await;
        assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..EVENTS), "{texts:?}");
        // Each is seen by a look, read to be leased and read to be ended; and few looks bring more than that.
        let rows = bench.store.rows.load(Ordering::SeqCst) - before;
        assert!(rows < 4 * EVENTS, "{rows} rows for {EVENTS} events of {conversations} conversations");
    }
}

#[tokio::test(start_paused = true)]
async fn a_conversation_longer_than_what_is_remembered_is_handled_in_order() {
    let bench = Bench::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inbox = bench.open();
    bench.fill(4200, 1).await;
    let texts = handle_all(&inbox).await;
    assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..4200), "{texts:?}");
    let looks = bench.store.looks.load(Ordering::SeqCst);
    assert!(looks < 10, "{looks}");
}

/// Three processes take, end, put back and fail events in many courses: of a conversation never two are out at
/// once, and none overtakes another.
#[tokio::test(start_paused = true)]
async fn in_order_holds_for_many_processes_in_any_course() {
    for mut course in 1..=10_u64 {
        let mut random = |below: u64| {
            // A linear congruential generator, as in Knuth's MMIX.
            course = course.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (course >> 33) % below
        };
        let (lease_seconds, max_attempts) = (Some(86_400), Some(4));
        let bench = Bench::new(InboxOptions { in_order: true, lease_seconds, max_attempts, ..InboxOptions::default() });
        let inboxes = [bench.open(), bench.open(), bench.open()];
        let mut arrived = [0_usize; 4];
        let mut ended = [0_usize; 4];
        let mut out: Vec<(usize, usize, InboxItem)> = Vec::new();
        let mut steps = 0;
        while steps < 120 || ended != arrived {
            steps += 1;
            assert!(steps < 20_000, "it comes to an end: {ended:?} of {arrived:?}");
            let inbox = random(3) as usize;
            match random(10) {
                0..=2 if steps < 120 => {
                    let conversation = random(4) as usize;
                    let number = conversation * 10_000 + arrived[conversation];
                    let body = message(number, &format!("c{conversation}"));
                    inboxes[inbox].accept(accepted(), body).await.unwrap();
                    arrived[conversation] += 1;
                    // No two processes receive at the same moment: their order would be open.
                    bench.clock.advance(Duration::from_millis(1));
                }
                0..=6 => {
                    let Some(item) = inboxes[inbox].try_next().await.unwrap() else {
                        // What failed waits, and what just arrived is not settled.
                        bench.advance(random(4));
                        continue;
                    };
                    let number: usize = text(&item).parse().unwrap();
                    let conversation = number / 10_000;
                    assert!(out.iter().all(|(_, other, _)| *other != conversation), "two of c{conversation} are out");
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
                _ => bench.advance(random(60)),
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn many_workers_share_the_work_without_handling_twice() {
    let bench = bench();
    let inboxes: Vec<_> = (0..4).map(|_| bench.open()).collect();
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
        while handled.lock().unwrap().len() < 500 || bench.stored(Kind::Event).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), all).await.unwrap();
    workers.iter().for_each(|worker| worker.abort());
    assert!(handled.lock().unwrap().values().all(|count| *count == 1));
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_goes_away_at_any_point_loses_nothing() {
    for polls in 0..12 {
        let bench = bench();
        let inbox = bench.open();
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
        // Without waiting for a lease to end.
        let item = tokio::time::timeout(Duration::from_secs(60), inbox.next()).await.unwrap().unwrap();
        assert_eq!((text(&item), item.attempts), ("1".into(), 1), "after {polls} polls");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_inbox_refuses_and_recovers() {
    let bench = Bench::new(InboxOptions { capacity: Some(3), ..InboxOptions::default() });
    let inbox = bench.open();
    for number in 0..3 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    for inbox in [&inbox, &bench.open()] {
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
async fn a_store_that_fails_is_503_and_a_body_that_is_no_event_is_refused() {
    let bench = bench();
    let inbox = bench.open();
    bench.store.die_after(0);
    let reply = inbox.receive(accepted(), message(1, "c")).await;
    assert_eq!((reply.status, reply.headers.get("Retry-After").map(String::as_str)), (503, Some("5")));
    bench.store.die_after(usize::MAX);
    assert_eq!(inbox.receive(accepted(), message(1, "c")).await.status, 200);
    assert_eq!(inbox.receive(accepted(), b"{bad".to_vec()).await.status, 400);
    assert_eq!(inbox.receive(accepted(), br#"{"type":"NEW_MESSAGE"}"#.to_vec()).await.status, 200, "kept for a look");
}

#[tokio::test(start_paused = true)]
async fn what_was_seen_is_forgotten_when_it_no_longer_counts() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.accept(accepted(), update()).await.unwrap();
    let sweep = async || {
        let queue = inbox.queue();
        (queue.sweep(entry::BRIEFLY).await.unwrap(), queue.sweep(entry::LONG).await.unwrap())
    };
    bench.advance(119);
    assert_eq!(sweep().await, (0, 0));
    bench.advance(2);
    assert_eq!(sweep().await, (1, 0));
    bench.advance(30 * 86_400);
    assert_eq!(sweep().await, (0, 1));
    assert_eq!(handle_all(&inbox).await.len(), 2, "an event outlives what is remembered of it");
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_was_set_back_does_not_lock_an_event_up() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.next().await.unwrap();
    let back = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let other = Inbox::over(bench.store.clone(), None, InboxOptions::default()).unwrap().clock(back);
    assert!(other.try_next().await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn the_store_sees_nothing_of_an_event() {
    let memory = Arc::new(Sealed(MemoryStore::new()));
    let keys = Encryption::keys(["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    assert!(Inbox::over(memory.clone(), None, InboxOptions::default()).is_err(), "it wants keys");
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
async fn an_event_whose_key_was_lost_holds_up_no_other() {
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
    assert_eq!(handle_all(&lost).await, ["2"], "what waits for its key is handled once that is back");
}

/// Memory that wants to be sealed.
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
async fn what_cannot_be_is_refused() {
    let refused = |options| Inbox::open("memory:", Encryption::unencrypted(), options).unwrap_err().to_string();
    for (options, setting) in [
        (InboxOptions { lease_seconds: Some(0), ..InboxOptions::default() }, "lease_seconds"),
        (InboxOptions { max_attempts: Some(0), ..InboxOptions::default() }, "max_attempts"),
        (InboxOptions { capacity: Some(-1), ..InboxOptions::default() }, "capacity"),
        (InboxOptions { remember_days: Some(4000), ..InboxOptions::default() }, "remember_days"),
    ] {
        assert!(refused(options).contains(setting));
    }
    let inbox = bench().open();
    for id in ["", "x", ".", "x.y"] {
        assert!(matches!(inbox.ack(id).await, Err(Error::InvalidInput { .. })), "{id}");
    }
    assert!(!inbox.ack("0006e2b0f0a4c000-abc.1").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn what_a_broken_store_gives_is_no_event() {
    let bench = bench();
    let inbox = bench.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert!(inbox.give_up(item.id, "hopeless").await.unwrap());
    let raw = async |kind| {
        let [(key, record)] = bench.store.memory.list(kind, "").await.unwrap().try_into().unwrap();
        (key, record.version, serde_json::from_slice::<serde_json::Value>(&record.value).unwrap())
    };
    let (_, _, seen) = raw(Kind::SeenEvent).await;
    check_damage::<entry::Seen>(&seen, &["digest"]);
    let (key, version, mut letter) = raw(Kind::DeadLetter).await;
    let may_be_absent = ["conversation", "digest", "lease", "not_before", "reason", "failed_at"];
    check_damage::<entry::Entry>(&letter, &may_be_absent);
    // So many seconds no time has.
    letter["window"] = i64::MAX.into();
    let value = letter.to_string();
    assert!(bench.store.memory.put(Kind::DeadLetter, &key, Some(version), value.as_bytes()).await.unwrap());
    let Err(Error::Store(error)) = inbox.retry(key).await else { panic!("it is taken") };
    assert!(error.reason.contains("window"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn what_this_version_cannot_read_hides_no_other_dead_letter() {
    const FIRST: &str = "0000000000000000-1";
    let bench = bench();
    let inbox = bench.open();
    let entry = |schema: i64, body: &str| {
        format!(
            r#"{{"schema":{schema},"received_at":"2026-11-21T11:00:00Z","key_id":"2026-11","seen":"l-{schema}","window":60,
            "claims":0,"attempts":0,"body":{body}}}"#
        )
    };
    // Stored by another version: of a form that is not known here, and what is no event any more.
    let newer = entry(2, "{}");
    assert!(bench.store.memory.put(Kind::DeadLetter, "0", None, newer.as_bytes()).await.unwrap());
    assert!(bench.store.memory.put(Kind::Event, FIRST, None, entry(1, "[7]").as_bytes()).await.unwrap());
    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(text(&item), "2");
    assert!(inbox.give_up(&item.id, "hopeless").await.unwrap());

    let letters = inbox.dead_letters(None).await.unwrap();
    let found: Vec<_> = letters.iter().map(|letter| (letter.delivery.event.kind(), letter.reason.as_str())).collect();
    assert!(matches!(found[..], [("", reason), ("NEW_MESSAGE", "hopeless")] if !reason.is_empty()), "{found:?}");
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 0, dead_letters: 3 });
    assert!(inbox.retry("0").await.is_err(), "it is for another version");
    assert!(inbox.discard(FIRST).await.unwrap() && inbox.discard("0").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn those_that_wait_are_not_looked_through_for_each_that_fails_or_arrives() {
    let bench = bench();
    let inbox = bench.open();
    let fail = async |number: usize| {
        let item = inbox.next().await.unwrap();
        assert_eq!(text(&item), number.to_string());
        // As when what the handler needs is down.
        assert_eq!(inbox.nack(&item.id, "down").await.unwrap(), Failed::Retry);
    };
    for number in 0..100 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    for number in 0..100 {
        fail(number).await;
    }
    let before = bench.store.looks.load(Ordering::SeqCst);
    for number in 100..150 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
        fail(number).await;
    }
    let looks = bench.store.looks.load(Ordering::SeqCst) - before;
    assert!(looks < 25, "{looks}");
    bench.advance(10);
    fail(0).await;
}
