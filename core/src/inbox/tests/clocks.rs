//! Hosts whose clocks differ from that of the store.

use super::*;
use crate::session::tests::clocks::{HostClock, StoreWithClock};

/// The inbox on a host whose clock is ahead by this number of minutes.
fn open_ahead(fixture: &Fixture, minutes: i64) -> Inbox {
    let store = Arc::new(StoreWithClock(fixture.store.clone(), fixture.clock.clone()));
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
        assert_eq!((new, fixture.stored(Kind::Event).await), (1, 1), "{ahead} minutes");
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
async fn a_host_with_a_wrong_clock_deletes_no_mark_that_is_in_use() {
    let fixture = fixture();
    open_ahead(&fixture, 0).accept(accepted(), update()).await.unwrap();
    assert_eq!(open_ahead(&fixture, 5).queue().sweep(entry::SHORT_PREFIX).await.unwrap(), 0);
    assert_eq!(open_ahead(&fixture, 0).accept(accepted(), update()).await.unwrap(), Acceptance::Duplicate);
}
