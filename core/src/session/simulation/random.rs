//! Schedules at random: each test runs as many as `schedules` says.

use super::*;

pub(super) const NO_FAULTS: FaultRates =
    FaultRates { crash: 0.0, lose_request: 0.0, lose_response: 0.0, stall: 0.0, stalls: 0 };
/// The number of schedules per grace semantics and test. The four tests make more than a hundred thousand for each semantics.
/// `OPEN_PLATFORM_SCHEDULES` sets another number.
fn schedules() -> u64 {
    std::env::var("OPEN_PLATFORM_SCHEDULES").ok().and_then(|text| text.parse().ok()).unwrap_or(34_000)
}

#[test]
fn without_faults_one_request_is_sent_and_the_pair_is_valid() {
    for grace in ALL {
        for seed in 0..schedules() {
            let world = run(seed, grace, NO_FAULTS);
            assert!(world.sent == 1 && world.is_alive(), "{grace:?} seed {seed}: {} sent", world.sent);
        }
    }
}

#[test]
fn requests_that_never_arrive_lose_no_grant() {
    for grace in ALL {
        for seed in 0..schedules() {
            let world = run(seed, grace, FaultRates { lose_request: 0.5, ..NO_FAULTS });
            assert!(world.is_alive(), "{grace:?} seed {seed}: {:?}", world.grant);
        }
    }
}

#[test]
fn suspensions_at_any_step_lose_no_pair_that_a_client_can_keep() {
    // In parallel, because these are the longest schedules.
    std::thread::scope(|scope| {
        for grace in ALL {
            scope.spawn(move || {
                let (mut dead, mut unavoidable) = (0, 0);
                for (stalls, seed) in
                    [1, 2].into_iter().flat_map(|stalls| (0..schedules()).map(move |seed| (stalls, seed)))
                {
                    let world = run(seed, grace, FaultRates { stall: 0.2, stalls, ..NO_FAULTS });
                    dead += u64::from(!world.is_alive() && !world.unavoidable);
                    unavoidable += u64::from(world.unavoidable);
                }
                assert_eq!(dead, 0, "{grace:?}");
                // If a token is valid once, or until the new one is used, a request sent after the lease has ended ends the family.
                let harsh = matches!(grace, Grace::Strict | Grace::UntilUsed);
                assert_eq!(unavoidable > 0, harsh, "{grace:?}: {unavoidable}");
            });
        }
    });
}

#[test]
fn an_ended_grant_is_never_refreshed() {
    let all_faults = FaultRates { crash: 0.1, lose_request: 0.2, lose_response: 0.2, stall: 0.2, stalls: 2 };
    for grace in ALL {
        for seed in 0..schedules() {
            let mut world = run(seed, grace, all_faults);
            let ended = world.grant.state == GrantState::NeedsReauth;
            if ended {
                let sent = world.sent;
                for _ in 0..200 {
                    world.tick();
                }
                assert_eq!(world.sent, sent, "{grace:?} seed {seed}: an ended grant was refreshed");
            }
            assert!(!ended || world.lost || world.unavoidable, "{grace:?} seed {seed}: ended without a loss");
        }
    }
}
