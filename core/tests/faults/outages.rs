//! Outages, and faults at random.

use chrono::{DateTime, Utc};

use super::*;

#[tokio::test]
async fn an_outage_of_a_minute_causes_few_retries_and_no_errors_afterwards() {
    let fixture = Fixture::inside();
    let platform = fixture.client();
    let post = fixture.world.posts()[0].token.clone();
    let seconds_since = |begin: DateTime<Utc>| (fixture.world.now() - begin).as_seconds_f64();
    fixture.always("posts.get", vec![status(503)]);
    let (begin, mut calls) = (fixture.world.now(), 0);
    while seconds_since(begin) < 60.0 {
        // The pauses of the retries come on top.
        fixture.world.advance(Duration::from_millis(9)).await;
        assert!(is_api(&platform.posts().get(post.as_str()).await, ApiErrorKind::Server));
        calls += 1;
    }
    let outage = seconds_since(begin);
    let retries = (fixture.count("posts.get") - calls) as f64 / calls as f64;
    measured("F30", "", &[("seconds of outage", outage), ("calls a second", calls as f64 / outage)]);
    measured("F30", "", &[("retries for a first attempt", retries)]);
    assert!(retries <= 0.2, "{retries} retries for each of {calls} calls");
    fixture.world.faults().clear();
    // Calls succeed at once. The recovery is full as soon as one failure is bridged again.
    let begin = fixture.world.now();
    let mut is_bridged = false;
    while !is_bridged && seconds_since(begin) < 60.0 {
        for _ in 0..10 {
            fixture.world.advance(Duration::from_millis(10)).await;
            platform.posts().get(post.as_str()).await.unwrap();
        }
        fixture.world.faults().once("posts.get", status(503));
        is_bridged = platform.posts().get(post.as_str()).await.is_ok();
    }
    let recovery = seconds_since(begin);
    measured("F30", "", &[("seconds until full recovery", recovery)]);
    assert!(is_bridged && recovery <= 5.0, "{recovery} s");
}

#[tokio::test]
async fn an_outage_of_one_host_does_not_affect_the_others() {
    let fixture = Fixture::inside();
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    fixture.always("posts.get", vec![status(503)]);
    for _ in 0..200 {
        caller.call(endpoints::POSTS_GET, &caller.user(endpoints::POSTS_GET)).await.unwrap_err();
    }
    let before = fixture.count("posts.get");
    caller.call(endpoints::POSTS_GET, &caller.user(endpoints::POSTS_GET)).await.unwrap_err();
    assert_eq!(fixture.count("posts.get") - before, 1, "the budget of this host is spent");
    assert_eq!(with_fault(&caller, endpoints::IMAGES_UPLOAD, &status(503)).await, (CallOutcome::Done, 2));
}

#[tokio::test]
async fn no_write_takes_effect_twice_when_one_request_in_five_fails() {
    let fixture = Fixture::inside();
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let rates = [status(503), Effect::Drop { moment: Moment::After, reset: false }, Effect::Truncate { bytes: 1 }];
    for (seed, effect) in (1..).zip(rates) {
        fixture.world.faults().add(FaultRule {
            on: RequestMatch::default(),
            probability: Some(0.07),
            seed,
            effects: vec![effect],
            ..FaultRule::default()
        });
    }
    let (mut done, mut ambiguous) = (0, 0);
    let before = fixture.world.messages(&caller.conversation).len();
    let row = endpoints::CONVERSATIONS_SEND;
    let user = caller.user(row);
    for _ in 0..1_000 {
        match CallOutcome::of(&caller.call(row, &user).await) {
            CallOutcome::Done => done += 1,
            CallOutcome::Ambiguous => ambiguous += 1,
            other => panic!("{other:?}"),
        }
    }
    let arrived = fixture.world.messages(&caller.conversation).len() - before;
    assert!(ambiguous > 100 && (done..=done + ambiguous).contains(&arrived), "{done} {ambiguous} {arrived}");
    assert_eq!(fixture.count(row.name), 1_000, "each was sent once");
}
