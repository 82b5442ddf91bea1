//! Payments from a wallet that the platform reconciles: it does not know their outcome at first.

mod recorder;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use open_platform::client::User;
use open_platform::clock::Clock;
use open_platform::model::payment::{PayStatus, Promotion, PromotionOperation, PromotionPayment};
use open_platform::testing::ManualClock;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::{Error, Result};
use recorder::Recorder;

const ID: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const RECONCILING: &str = r#"{"status":"PAY_STATUS_RECONCILING","order_id":"o1"}"#;
const PAID: &str = r#"{"status":"PAY_STATUS_PAID","order_id":"o1"}"#;
const FAILED: &str = r#"{"status":"PAY_STATUS_FAILED"}"#;

fn promotion() -> Promotion {
    Promotion::new(PromotionOperation::Reorder, ID)
}

fn user(recorder: &Arc<Recorder>) -> (User, Arc<ManualClock>) {
    let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let platform = recorder::builder(recorder.clone()).clock(clock.clone()).build().unwrap();
    (platform.user_with_token("token"), clock)
}

/// The status of a payment, the bodies that were sent, and the seconds that were waited.
async fn pay(answers: &[&str], wait: Option<u64>) -> (Result<PayStatus>, Vec<String>, i64) {
    let (paid, bodies, waited) = pay_with(Recorder::new(answers.iter().map(|answer| (200, *answer))), wait).await;
    (paid.map(|paid| paid.status), bodies, waited)
}

/// The payment, the bodies that were sent, and the seconds that were waited.
async fn pay_with(recorder: Arc<Recorder>, wait: Option<u64>) -> (Result<PromotionPayment>, Vec<String>, i64) {
    let (user, clock) = user(&recorder);
    let began = clock.now();
    let promotion = match wait {
        Some(seconds) => promotion().wait(Duration::from_secs(seconds)),
        None => promotion(),
    };
    let call = tokio::spawn(async move { user.payments().pay_promotion("gZd7omnS", promotion).await });
    while !call.is_finished() {
        tokio::task::yield_now().await;
        clock.advance(Duration::from_millis(500));
    }
    let paid = call.await.unwrap();
    let bodies = recorder.requests().iter().map(|request| String::from_utf8(request.body.to_vec()).unwrap()).collect();
    (paid, bodies, (clock.now() - began).num_seconds())
}

#[tokio::test]
async fn without_a_wait_the_first_state_is_returned() {
    let (status, bodies, _) = pay(&[RECONCILING, PAID], None).await;
    assert_eq!((status.unwrap(), bodies.len()), (PayStatus::Reconciling, 1));
}

#[tokio::test]
async fn the_same_payment_is_sent_until_its_outcome_is_known() {
    for (last, status) in [(PAID, PayStatus::Paid), (FAILED, PayStatus::Failed)] {
        let (found, bodies, waited) = pay(&[RECONCILING, RECONCILING, last, PAID], Some(60)).await;
        assert_eq!((found.unwrap(), bodies.len()), (status, 3));
        assert!(waited >= 3, "{waited}");
        // Each body has the app's id, and none has `wait_seconds`, which is not sent.
        assert!(
            bodies.iter().all(|body| *body == bodies[0] && body.contains(ID) && !body.contains("wait")),
            "{bodies:?}"
        );
    }
}

#[tokio::test]
async fn a_payment_that_is_reconciling_after_the_wait_is_returned_as_such() {
    // Waits of 1 s, 2 s and 4 s; the next one, of 8 s, would be too long.
    let (status, bodies, _) = pay(&[RECONCILING; 20], Some(14)).await;
    assert_eq!((status.unwrap(), bodies.len()), (PayStatus::Reconciling, 4));
}

#[tokio::test]
async fn a_wait_is_checked_before_anything_is_sent() {
    let recorder = Recorder::new([]);
    let (user, _) = user(&recorder);
    for seconds in [0.0, -1.0, f64::NAN, 90_000.0] {
        let promotion = Promotion { wait_seconds: Some(seconds), ..promotion() };
        let error = user.payments().pay_promotion("gZd7omnS", promotion).await.unwrap_err();
        assert!(matches!(&error, Error::InvalidInput { field, .. } if field == "wait_seconds"), "{error}");
    }
    assert!(recorder.requests().is_empty());
}

#[tokio::test]
async fn a_later_request_that_fails_leaves_the_payment_reconciling() {
    for status in [400, 403, 404, 409, 500] {
        // 500 is tried three times.
        let recorder = Recorder::new([(200, RECONCILING), (status, "{}"), (status, "{}"), (status, "{}")]);
        let (paid, requests, _) = pay_with(recorder, Some(60)).await;
        let paid = paid.unwrap();
        assert_eq!((paid.status, paid.order_id.as_deref()), (PayStatus::Reconciling, Some("o1")), "{status}");
        assert!(requests.len() >= 2, "{status}");
    }
    let (refused, ..) = pay_with(Recorder::new([(403, "{}")]), Some(60)).await;
    assert_eq!(refused.unwrap_err().code(), "missing_scope", "the first request says what is the matter");
}

/// A transport whose requests each take 20 seconds.
struct Slow(Arc<Recorder>, Arc<ManualClock>);

#[async_trait::async_trait]
impl Transport for Slow {
    async fn send(&self, request: Request) -> std::result::Result<Response, Failure> {
        self.1.advance(Duration::from_secs(20));
        self.0.send(request).await
    }
}

/// A clock that is set back by an hour at the first wait.
struct SetBackOnce(Arc<ManualClock>, AtomicI64);

#[async_trait::async_trait]
impl Clock for SetBackOnce {
    fn now(&self) -> DateTime<Utc> {
        self.0.now() + TimeDelta::seconds(self.1.load(Ordering::Relaxed))
    }

    async fn sleep(&self, duration: Duration) {
        self.0.sleep(duration).await;
        self.1.store(-3600, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_make_the_wait_longer() {
    let recorder = Recorder::new([(200, RECONCILING); 20]);
    let clock = SetBackOnce(ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap()), AtomicI64::new(0));
    let platform = recorder::builder(recorder.clone()).clock(Arc::new(clock)).build().unwrap();
    let promotion = promotion().wait(Duration::from_secs(14));
    let paid = platform.user_with_token("token").payments().pay_promotion("gZd7omnS", promotion).await.unwrap();
    // Waits of 1 s, 2 s and 4 s, as without the change of the clock.
    assert_eq!((paid.status, recorder.requests().len()), (PayStatus::Reconciling, 4));
}

#[tokio::test]
async fn the_time_of_the_requests_is_a_part_of_the_wait() {
    let recorder = Recorder::new([(200, RECONCILING); 20]);
    let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let transport = Arc::new(Slow(recorder.clone(), clock.clone()));
    let platform = recorder::builder(recorder.clone()).transport(transport).clock(clock.clone()).build().unwrap();
    let user = platform.user_with_token("token");
    let promotion = promotion().wait(Duration::from_secs(30));
    let call = tokio::spawn(async move { user.payments().pay_promotion("gZd7omnS", promotion).await });
    while !call.is_finished() {
        tokio::task::yield_now().await;
        clock.advance(Duration::from_millis(10));
    }
    // 20 s, a wait of 1 s, and again 20 s: after that the time has passed.
    assert_eq!((call.await.unwrap().unwrap().status, recorder.requests().len()), (PayStatus::Reconciling, 2));
}
