//! Hosts whose clocks differ from that of the store.

use super::*;
use crate::session::tests::clocks::HostClock;

/// The inbox on a host whose clock is ahead by this number of minutes.
fn open_ahead(fixture: &Fixture, minutes: i64) -> Inbox {
    let store = Arc::new(Altered::new(fixture.store.clone()).with_clock(fixture.clock.clone()));
    let clock = Arc::new(HostClock(fixture.clock.clone(), TimeDelta::minutes(minutes)));
    Inbox::over(store, None, fixture.options.clone()).unwrap().clock(clock)
}

#[tokio::test(start_paused = true)]
async fn equal_updates_that_arrive_first_and_at_once_on_a_host_are_one() {
    for ahead in [-5, 5] {
        let fixture = fixture();
        let inbox = open_ahead(&fixture, ahead);
        let accept = || inbox.accept(accepted(), update());
        let (one, other, third) = tokio::join!(accept(), accept(), accept());
        let new = [one, other, third].into_iter().filter(|it| matches!(it, Ok(Acceptance::New))).count();
        assert_eq!((new, fixture.stored(RecordKind::Event).await), (1, 1), "{ahead} minutes");
    }
}

#[tokio::test(start_paused = true)]
async fn a_process_that_only_extends_or_fails_an_attempt_uses_the_time_of_the_store() {
    for ahead in [-5, 5] {
        let fixture = fixture();
        let (worker, other) = (open_ahead(&fixture, 0), open_ahead(&fixture, 0));
        worker.accept(accepted(), message(1, "c")).await.unwrap();
        let item = worker.next().await.unwrap();
        fixture.advance(30);
        assert!(open_ahead(&fixture, ahead).extend(&*item.id).await.unwrap());
        fixture.advance(59);
        assert_eq!(other.try_next().await.unwrap(), None, "the lease was extended, {ahead} minutes");
        assert_eq!(open_ahead(&fixture, ahead).nack(&*item.id, "x").await.unwrap(), NackOutcome::Retry);
        fixture.advance(4);
        assert_eq!(other.try_next().await.unwrap(), None, "not due yet, {ahead} minutes");
        fixture.advance(3);
        assert!(other.try_next().await.unwrap().is_some(), "{ahead} minutes");
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_is_not_handed_out_again_if_the_clock_is_set_forward_while_its_handler_runs() {
    for has_clock in [false, true] {
        let fixture = fixture();
        let host = ManualClock::at(fixture.clock.now());
        let store: Arc<dyn RecordStore> = match has_clock {
            true => Arc::new(Altered::new(fixture.store.clone()).with_clock(fixture.clock.clone())),
            false => fixture.store.clone(),
        };
        let inbox = Inbox::over(store, None, fixture.options.clone()).unwrap().clock(host.clone());
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        let workers = inbox.workers(WorkerOptions::default()).unwrap();
        let (_, attempt) = workers.next().await.unwrap().unwrap();
        tokio::task::yield_now().await;
        host.advance(Duration::from_secs(2 * 3600));
        assert_eq!(inbox.try_next().await.unwrap(), None, "store with a clock: {has_clock}");
        attempt.end(Ending::Handled).await;
        assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
        assert!(inbox.try_warnings().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_that_its_handler_has_failed_is_handed_out_again_in_the_same_process() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let workers = inbox.workers(WorkerOptions::default()).unwrap();
    for ending in [Ending::Interrupted, Ending::Failed { reason: String::new(), detail: String::new() }] {
        let (_, attempt) = workers.next().await.unwrap().unwrap();
        attempt.end(ending).await;
        fixture.advance(7);
    }
    assert!(inbox.try_next().await.unwrap().is_some());
    // The lease of an event that is not handled by workers of this process ends.
    fixture.advance(61);
    assert!(inbox.try_next().await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_forward_is_compared_with_the_store_at_once() {
    let fixture = fixture();
    let host = ManualClock::at(fixture.clock.now());
    let store = Arc::new(Altered::new(fixture.store.clone()).with_clock(fixture.clock.clone()));
    let other = Inbox::over(store, None, fixture.options.clone()).unwrap().clock(host.clone());
    let worker = open_ahead(&fixture, 0);
    worker.accept(accepted(), message(1, "c")).await.unwrap();
    assert!(worker.try_next().await.unwrap().is_some());
    assert_eq!(other.try_next().await.unwrap(), None);
    host.advance(Duration::from_secs(2 * 3600));
    assert_eq!(other.try_next().await.unwrap(), None, "another worker has it");
    fixture.advance(61);
    host.advance(Duration::from_secs(61));
    assert!(other.try_next().await.unwrap().is_some(), "its lease has ended");
}

#[tokio::test(start_paused = true)]
async fn a_host_with_a_wrong_clock_deletes_no_mark_that_is_in_use() {
    let fixture = fixture();
    open_ahead(&fixture, 0).accept(accepted(), update()).await.unwrap();
    assert_eq!(open_ahead(&fixture, 5).queue().sweep(entry::SHORT_PREFIX).await.unwrap(), 0);
    assert_eq!(open_ahead(&fixture, 0).accept(accepted(), update()).await.unwrap(), Acceptance::Duplicate);
}

#[tokio::test(start_paused = true)]
async fn a_mark_that_another_process_keeps_for_longer_is_not_deleted() {
    let fixture = fixture();
    let options = InboxOptions { remember_days: Some(3650), ..fixture.options.clone() };
    let longer = Inbox::over(fixture.store.clone(), None, options).unwrap().clock(fixture.clock.clone());
    longer.accept(accepted(), message(1, "c")).await.unwrap();
    let shorter = fixture.open();
    // A machine that has just started has no time of a network yet.
    let behind = Arc::new(HostClock(fixture.clock.clone(), TimeDelta::days(-20_000)));
    let store = Arc::new(Altered::new(fixture.store.clone()).with_clock(behind));
    let behind = Inbox::over(store, None, fixture.options.clone()).unwrap().clock(fixture.clock.clone());
    for inbox in [shorter, behind] {
        inbox.queue().sweep(entry::LONG_PREFIX).await.unwrap();
        assert_eq!(fixture.store.count(RecordKind::SeenEvent, entry::LONG_PREFIX).await.unwrap(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_stored_by_a_clock_far_in_the_future_blocks_no_event_after_it_was_set_back() {
    let fixture = fixture();
    let far = "9999-06-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap() - fixture.clock.now();
    let open = |ahead: TimeDelta| {
        let clock = Arc::new(HostClock(fixture.clock.clone(), ahead));
        let store = Arc::new(Altered::new(fixture.store.clone()).with_clock(clock));
        Inbox::over(store, None, fixture.options.clone()).unwrap().clock(fixture.clock.clone())
    };
    let before = open(far);
    for body in [message(1, "c"), message(2, "c"), update()] {
        assert_eq!(before.accept(accepted(), body).await.unwrap(), Acceptance::New);
    }
    // One is leased, and one waits after a failure.
    let leased = before.next().await.unwrap();
    let failed = before.next().await.unwrap();
    assert_eq!(before.nack(&*failed.id, "down").await.unwrap(), NackOutcome::Retry);

    let after = open(TimeDelta::zero());
    // The next equal update is a new one, and its repetition is recognized.
    for expected in [Acceptance::New, Acceptance::Duplicate] {
        assert_eq!(after.accept(accepted(), update()).await.unwrap(), expected);
    }
    // The marks of the messages would otherwise stay for ever.
    for (prefix, left) in [(entry::LONG_PREFIX, 0), (entry::SHORT_PREFIX, 1)] {
        after.queue().sweep(prefix).await.unwrap();
        let count = fixture.store.count(RecordKind::SeenEvent, prefix).await.unwrap();
        assert_eq!(count, left, "the mark of the later update is in use");
    }
    for _ in 0..4 {
        let item = after.try_next().await.unwrap().expect("an event, also one of that time");
        assert!(after.ack(item.id).await.unwrap());
    }
    assert_eq!(after.try_next().await.unwrap(), None);
    assert!(!before.ack(&*leased.id).await.unwrap(), "another worker has handled it");
}
