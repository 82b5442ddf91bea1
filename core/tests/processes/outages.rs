//! Lost responses, a store that is down, the end of a grant, and keepers that crash, with several processes.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_response_is_requested_again_by_one_process() {
    for store in &Store::all() {
        for grace in FORGIVING {
            let mut setup = Setup::new(grace, store).await;
            setup.advance(2 * HOUR).await;
            setup.fixture.world.faults().lose_token_answer();
            let mut children: Vec<_> = (0..4).map(|_| setup.child()).collect();
            children.iter_mut().for_each(|child| child.call(4));
            let mut heard: Vec<_> = children.iter_mut().map(ChildProcess::read_line).collect();
            heard.sort();
            assert_eq!(heard, ["GOOD 4"; 4], "{grace:?}");
            assert_eq!(setup.fixture.refreshes(), 2, "{grace:?}");
            drop(children);
            setup.check_pair().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_fails_during_a_refresh_gets_the_tokens_when_it_is_back() {
    for store in &Store::all() {
        // A file cannot be down.
        let Store::Server(server) = store else { continue };
        let mut setup = Setup::new(Grace::Strict, store).await;
        setup.advance(2 * HOUR).await;
        let mut child = setup.child_that_halts("after token");
        child.call(1);
        assert_eq!(child.read_line(), "AT");
        server.down();
        child.write_line("go on");
        child.expect(1);
        server.up();
        let client = setup.client();
        support::until(async || {
            client.grants().info(&setup.grant).await.is_ok_and(|info| info.unwrap().generation == 2)
        })
        .await;
        drop(child);
        // If a refresh token can be used once, only the stored one can be refreshed next.
        setup.check_pair().await;
        assert_eq!(setup.fixture.refreshes(), 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_a_grant_is_known_to_all_processes_and_requested_once() {
    for store in &Store::all() {
        let mut setup = Setup::new(Grace::Strict, store).await;
        let info =
            setup.client().user(&setup.grant).subscriptions().ensure(Subscription::new_messages()).await.unwrap();
        assert_eq!(info.status, SubscriptionStatus::Active);
        setup.fixture.world.revoke_access("seller").unwrap();
        setup.advance(2 * HOUR).await;
        let mut children: Vec<_> = (0..4).map(|_| setup.child()).collect();
        for round in 0..2 {
            children.iter_mut().for_each(|child| child.call(1));
            for child in &mut children {
                let heard = child.read_line();
                assert!(heard.contains("log in"), "{round}: {heard}");
                child.expect(0);
            }
        }
        assert_eq!(setup.fixture.refreshes(), 1);
        assert_eq!(setup.state().await, GrantState::NeedsReauth);
        let rows = setup.client().user(&setup.grant).subscriptions().list().await.unwrap();
        assert_eq!(rows[0].status, SubscriptionStatus::GrantLost);
        drop(children);
        // A new login makes the grant usable again, for all processes.
        setup.fixture.log_in(&setup.client(), "seller", SCOPES).await;
        setup.child_calls(8);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_keeper_killed_at_any_step_leaves_no_subscription_behind() {
    const SUBSCRIPTIONS: usize = 100;
    let steps = [
        "before grant#1",
        "after grant#1",
        "before token",
        "after token",
        "before grant#2",
        "after grant#2",
        "before call#1",
        "after call#1",
        "before subscription#1",
        "after subscription#1",
        "after call#50",
        "before subscription#50",
        "after subscription#99",
        "after subscription#100",
    ];
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut setup = Setup::new(Grace::Fork, &store).await;
    setup.fixture = setup.fixture.repeats_writes();
    setup.fixture.world.set_gaps(|gaps| gaps.accept_wrong_post_token = true);
    let subscriptions = setup.client().grants().subscriptions(&setup.grant);
    for post in 0..SUBSCRIPTIONS {
        let wanted = Subscription::new_messages().resource(format!("post{post:04}"));
        assert_eq!(subscriptions.ensure(wanted).await.unwrap().status, SubscriptionStatus::Active);
    }
    let mut kills = 0;
    for round in 0..rounds(1) {
        for (number, step) in steps.iter().enumerate() {
            let grace = FORGIVING[(round + number) % FORGIVING.len()];
            setup.fixture.world.set_oauth_rules(|rules| rules.grace = grace);
            setup.advance(50 * 60).await;
            let mut keeper = setup.child_that_halts(&format!("keeper {step}"));
            assert_eq!(keeper.read_line(), "AT", "{step}");
            drop(keeper);
            kills += 1;
            let restarted = std::time::Instant::now();
            setup.advance(LEASE).await;
            let keeper = setup.child_that_halts("keeper");
            let bound = async || {
                let generation = setup.client().grants().info(&setup.grant).await.unwrap().unwrap().generation;
                let rows = subscriptions.list().await.unwrap();
                let all = rows.iter().all(|row| row.bound_generation == Some(generation));
                all && rows.len() == SUBSCRIPTIONS && generation > kills
            };
            while !bound().await && restarted.elapsed().as_secs() < 60 - LEASE {
                tokio::task::yield_now().await;
            }
            let seconds = LEASE as f64 + restarted.elapsed().as_secs_f64();
            measured("F19", "", &[("seconds until all are bound", seconds)]);
            assert!(seconds <= 60.0, "{step}, {grace:?}: {seconds}");
            drop(keeper);
            let (lapses, alive) = (setup.fixture.world.lapses(), setup.fixture.world.subscriptions().len());
            measured("F19", "", &[("subscriptions", alive as f64), ("lapses", lapses.len() as f64)]);
            assert!(setup.fixture.newest_token_works(), "{step}, {grace:?}");
            assert_eq!((lapses, alive), (Vec::new(), SUBSCRIPTIONS), "{step}, {grace:?}");
        }
    }
    assert_eq!(setup.state().await, GrantState::Active);
    measured("F19", "", &[("kills", kills as f64)]);
}
