//! Outages, and faults at random.

use super::*;

#[tokio::test]
async fn an_outage_of_a_minute_causes_few_retries_and_no_errors_afterwards() {
    let fixture = Fixture::inside();
    let platform = fixture.client();
    let post = fixture.world.posts()[0].token.clone();
    fixture.always("posts.get", vec![status(503)]);
    let calls = 6_000;
    for _ in 0..calls {
        // 100 calls a second; the pauses of a retry come on top.
        fixture.world.advance(Duration::from_millis(10)).await;
        assert!(is_api(&platform.posts().get(post.as_str()).await, ApiErrorKind::Server));
    }
    let extra = fixture.count("posts.get") - calls;
    assert!(extra * 5 <= calls, "{extra} retries for {calls} calls");
    fixture.world.faults().clear();
    for _ in 0..500 {
        fixture.world.advance(Duration::from_millis(10)).await;
        platform.posts().get(post.as_str()).await.unwrap();
    }
    // After five seconds of success one failure is bridged again.
    fixture.world.faults().once("posts.get", status(503));
    platform.posts().get(post.as_str()).await.unwrap();
    measured("F30", "", &[("seconds of outage", 60.0), ("calls a second", 100.0)]);
    let retries = extra as f64 / calls as f64;
    measured("F30", "", &[("retries for a first attempt", retries), ("seconds until full recovery", 5.0)]);
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
