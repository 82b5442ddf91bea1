//! Processes that are killed or frozen, and stores that lose writes.

use std::collections::BTreeMap;

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_killed_at_any_step_of_a_refresh_loses_nothing() {
    let steps = [
        ("before grant#1", 1),
        ("after grant#1", 1),
        ("before token", 1),
        ("after token", 2),
        ("before grant#2", 2),
        ("after grant#2", 1),
        ("before call", 1),
    ];
    let mut kills: BTreeMap<_, usize> = BTreeMap::new();
    for store in &Store::all() {
        for (step, refreshes) in steps.into_iter().cycle().take(steps.len() * rounds(1)) {
            for grace in ALL_GRACES.into_iter().filter(|grace| !is_fatal(*grace, step, Interruption::Killed)) {
                let mut setup = Setup::new(grace, store).await;
                setup.advance(2 * HOUR).await;
                let mut child = setup.child_that_halts(step);
                child.call(1);
                assert_eq!(child.read_line(), "AT", "{step}");
                drop(child);
                setup.advance(LEASE).await;
                let mut next = setup.child();
                next.call(8);
                let (good, ended) = (next.good(), usize::from(setup.state().await == GrantState::NeedsReauth));
                if let Some((fault, part)) = killed_in(step, grace) {
                    *kills.entry((fault, part)).or_default() += 1;
                    measured(fault, part, &[("re-authorisations", ended as f64)]);
                }
                assert_eq!((good, ended, setup.fixture.refreshes()), (8, 0, refreshes), "{step}, {grace:?}");
                drop(next);
                setup.check_pair().await;
            }
        }
    }
    for ((fault, part), kills) in kills {
        measured(fault, part, &[("kills", kills as f64)]);
    }
}

/// The fault of `tests/faults.tsv`, and its part, to which a kill belongs: between taking the lease and the request, or between the
/// response and storing it.
fn killed_in(step: &str, grace: Grace) -> Option<(&'static str, &'static str)> {
    match (step, grace) {
        ("after grant#1" | "before token", _) => Some(("F04", "")),
        ("after token" | "before grant#2", Grace::Fork) => Some(("F05", "fork")),
        ("after token" | "before grant#2", Grace::Idempotent) => Some(("F05", "idempotent")),
        ("after token" | "before grant#2", Grace::LatestWins) => Some(("F05", "latest-wins")),
        ("after token" | "before grant#2", Grace::UntilUsed) => Some(("F05", "until-used")),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_suspended_at_any_step_of_a_refresh_does_no_harm() {
    for store in &Store::all() {
        for step in STEPS {
            for grace in ALL_GRACES.into_iter().filter(|grace| !is_fatal(*grace, step, Interruption::Frozen)) {
                let mut setup = Setup::new(grace, store).await;
                setup.advance(2 * HOUR).await;
                let mut frozen = setup.child_that_halts(step);
                frozen.call(1);
                assert_eq!(frozen.read_line(), "AT", "{step}");
                frozen.freeze();
                frozen.write_line("go on");
                setup.advance(LEASE).await;
                setup.child_calls(8);
                frozen.thaw();
                assert_eq!(frozen.read_line(), "GOOD 1", "{step}, {grace:?}");
                // A third process finds that the pair of the frozen one is not the newest of the platform.
                assert!(setup.fixture.refreshes() <= 3, "{step}, {grace:?}: {}", setup.fixture.refreshes());
                setup.check_pair().await;
            }
        }
    }
}

/// The cases from which no client can recover, according to the README of the repository. The grant ends, and all processes report it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unrecoverable_fault_ends_the_grant_and_is_reported() {
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut fatal = 0;
    for (grace, step) in ALL_GRACES.into_iter().flat_map(|grace| STEPS.map(|step| (grace, step))) {
        for interruption in [Interruption::Killed, Interruption::Frozen] {
            if !is_fatal(grace, step, interruption) {
                continue;
            }
            fatal += 1;
            let mut setup = Setup::new(grace, &store).await;
            setup.advance(2 * HOUR).await;
            let mut unlucky = setup.child_that_halts(step);
            unlucky.call(1);
            assert_eq!(unlucky.read_line(), "AT", "{step}");
            if interruption == Interruption::Frozen {
                unlucky.freeze();
                unlucky.write_line("go on");
                setup.advance(LEASE).await;
                let mut other = setup.child();
                other.call(1);
                other.read_line();
                unlucky.thaw();
                unlucky.read_line();
                // From this age on, a 401 is no longer attributed to another cause.
                setup.advance(LEASE).await;
            }
            drop(unlucky);
            setup.advance(LEASE).await;
            let mut child = setup.child();
            child.call(1);
            let heard = child.read_line();
            assert!(heard.contains("log in"), "{grace:?}, {step}, {interruption:?}: {heard}");
            child.expect(0);
            assert_eq!(setup.state().await, GrantState::NeedsReauth);
            assert!(
                setup.fixture.world.tokens().iter().all(|token| token.ended.is_some()),
                "the platform has ended it all"
            );
            let asked = setup.fixture.refreshes();
            child.call(1);
            assert!(child.read_line().contains("log in"));
            assert_eq!(setup.fixture.refreshes(), asked, "an ended grant causes no requests");
        }
    }
    assert_eq!(fatal, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_loses_its_last_writes_ends_no_grant_that_a_running_process_has_cached() {
    for kind in ["a promoted PostgreSQL", "a Redis with older files", "a promoted Redis"] {
        for (grace, maker_lives) in [(Grace::Strict, true), (Grace::UntilUsed, false)] {
            let store = match kind {
                "a promoted PostgreSQL" => Store::Server(Server::postgres()),
                "a Redis with older files" => Store::Server(Server::redis()),
                _ => Store::Replicas(Replicas::start().await),
            };
            let mut setup = Setup::new(grace, &store).await;
            store.fall_behind().await;
            setup.advance(2 * HOUR).await;
            let (mut maker, mut seer) = (setup.child(), setup.child());
            for child in [&mut maker, &mut seer] {
                child.call(1);
                child.expect(1);
            }
            let mut survivor = if maker_lives { maker } else { seer };
            // Long after the window in which the older token is accepted.
            setup.advance(10 * 60).await;
            store.fail_over().await;
            let client = setup.client();
            let generation = async || client.grants().info(&setup.grant).await.unwrap().unwrap().generation;
            assert_eq!(generation().await, 1, "the last writes are lost");
            // Its connection is closed too: at first the process uses its cached grant.
            for _ in 0..100 {
                survivor.call(8);
                survivor.expect(8);
                if generation().await == 2 {
                    break;
                }
            }
            assert_eq!((generation().await, setup.fixture.refreshes()), (2, 1), "{kind}, {grace:?}");
            drop(survivor);
            setup.check_pair().await;
            assert_eq!(setup.fixture.refreshes(), 2, "{kind}, {grace:?}");
        }
    }
}
