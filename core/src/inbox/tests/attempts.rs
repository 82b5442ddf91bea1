//! Attempts: leases, failures, retries and dead letters.

use super::*;
use crate::observe::HandledEvent;

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
async fn an_event_whose_lease_is_stored_is_handed_out_although_the_response_was_lost() {
    for response in [Err(StoreError::new("write", "the connection was closed")), Ok(false)] {
        let fixture = fixture();
        let inbox = fixture.open();
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        *fixture.store.lost.lock().unwrap() = Some(response);
        let item = inbox.try_next().await.unwrap().unwrap();
        assert_eq!(item.attempts, 1);
        assert_eq!(fixture.open().try_next().await.unwrap(), None, "it is leased");
        assert!(inbox.ack(&*item.id).await.unwrap());
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
    assert!(!late.extend(&*first.id).await.unwrap());
    assert!(!late.release(&*first.id).await.unwrap());
    assert_eq!(late.try_warnings(), [""; 0], "only a lost result is a warning");
    let warned = || matches!(&late.try_warnings()[..], [line] if line.contains("the result of an event was rejected"));
    assert!(!late.ack(&*first.id).await.unwrap() && warned());
    assert!(!late.give_up(&*first.id, "x").await.unwrap() && warned());
    assert_eq!(late.nack(&*first.id, "x").await.unwrap(), NackOutcome::LeaseLost);
    assert!(warned());
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
        assert_eq!(failed, NackOutcome::Retry);
        fixture.advance(wait - 1);
        assert_eq!(fixture.open().try_next().await.unwrap(), None, "not due yet");
        fixture.advance(1 + wait / 5 + 1);
    }
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(item.last_error.as_deref(), Some("failure 3"));
    assert_eq!(inbox.nack(item.id, "the last").await.unwrap(), NackOutcome::DeadLetter);
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
    assert!(!inbox.discard(&*letter.id).await.unwrap(), "it has another id now");
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
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
    assert_eq!(late.nack(&*item.id, "x").await.unwrap(), NackOutcome::LeaseLost);
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
async fn an_item_that_was_leased_for_a_cancelled_caller_does_not_count_as_an_attempt() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    {
        let mut next = std::pin::pin!(inbox.next());
        let poll = std::future::poll_fn(|cx| std::task::Poll::Ready(next.as_mut().poll(cx))).await;
        assert!(poll.is_pending());
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }
    // Too long for the rest of its lease, and not long enough for the lease to end.
    fixture.advance(31);
    let item = tokio::time::timeout(Duration::from_secs(60), inbox.next()).await.unwrap().unwrap();
    assert_eq!((text(&item), item.attempts), ("1".into(), 1));
}

#[tokio::test(start_paused = true)]
async fn a_record_has_the_time_since_the_event_was_handed_out_and_the_wait_until_the_next_attempt() {
    let fixture = Fixture::new(InboxOptions { max_attempts: Some(2), ..InboxOptions::default() });
    let records: Arc<Mutex<Vec<HandledEvent>>> = Arc::default();
    let to_records = Arc::clone(&records);
    let inbox = fixture.open().on_handled_event(move |it| to_records.lock().unwrap().push(it.clone()));
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    fixture.advance(40);
    assert!(inbox.extend(&*item.id).await.unwrap());
    fixture.advance(40);
    inbox.nack(item.id, "x").await.unwrap();
    let last = records.lock().unwrap().pop().unwrap();
    assert_eq!((&*last.outcome, last.attempt, last.duration_seconds), ("retried", 1, Some(80.0)));
    assert!(last.wait_seconds.is_some_and(|wait| (5.0..=6.0).contains(&wait)), "{last:?}");

    // The last attempt ends without a result: then the worker that finds it makes it a dead letter.
    fixture.advance(10);
    inbox.next().await.unwrap();
    fixture.advance(61);
    assert_eq!(inbox.try_next().await.unwrap(), None);
    let last = records.lock().unwrap().pop().unwrap();
    assert_eq!((&*last.outcome, last.attempt, last.wait_seconds), ("dead_letter", 2, None));
    assert_eq!((records.lock().unwrap().len(), last.duration_seconds), (0, Some(61.0)));
}
