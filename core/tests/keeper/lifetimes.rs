//! Clocks that jump, and the thirty days of a refresh token.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_clock_jump_causes_at_most_one_additional_refresh() {
    // The last case is a clock that is corrected in small steps: half a second per minute.
    let changes = [("+2 h", 2 * 3600, 0), ("-2 h", -2 * 3600, 0), ("+1 y", 365 * 86400, 0), ("slow slew", 0, -5)];
    for (name, seconds, slew) in changes {
        let cluster = VirtualCluster::new(USUAL);
        let key = seller(&cluster).await;
        let process = cluster.process();
        let keepers = VirtualCluster::run([process.platform.keeper()]);
        let user = process.platform.user(&key);
        cluster.pass(20 * 60).await;
        cluster.time.deviate(seconds);
        let mut failed = 0;
        for _ in 0..24 {
            cluster.pass(10 * 60).await;
            cluster.time.deviate(slew);
            failed += usize::from(user.users().me().await.is_err());
        }
        // In 260 minutes there are 5 refreshes, or 6 if they come a little earlier.
        let extra = cluster.sent("token") as i64 - 1 - 5;
        measured("F14", name, &[("extra refreshes", extra as f64), ("calls that fail", failed as f64)]);
        assert!((0..=1).contains(&extra) && failed == 0, "{name}: {extra}, {failed}");
        assert_eq!(cluster.missed().num_seconds(), 0, "{seconds}");
        assert_eq!(keepers.ended(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_from_before_the_clock_was_set_back_is_ignored() {
    let cluster = VirtualCluster::new(USUAL);
    seller(&cluster).await;
    let keepers = VirtualCluster::run([cluster.process().platform.keeper()]);
    cluster.time.deviate(7 * 1800);
    cluster.fixture.always("oauth.refresh", vec![status(503)]);
    cluster.pass(60).await;
    assert!(cluster.sent("token") > 1, "by the wrong clock the token has ended");
    cluster.fixture.world.faults().clear();
    cluster.time.deviate(-7 * 1800);
    cluster.pass(3 * HOUR).await;
    assert!(keepers.refreshed() >= 3, "{:?}", keepers.reports());
    assert_eq!(cluster.missed().num_seconds(), 0);
}

#[tokio::test(start_paused = true)]
async fn subscriptions_do_not_wait_for_a_time_from_before_the_clock_was_set_back() {
    for (name, effect) in [("outage", status(503)), ("used-up quota", status(429))] {
        let cluster = VirtualCluster::new(USUAL).repeats_writes();
        seller(&cluster).await;
        let keepers = VirtualCluster::run([cluster.process().platform.keeper()]);
        cluster.fixture.always("events.subscribe", vec![effect]);
        while keepers.refreshed() == 0 {
            cluster.pass(1).await;
        }
        // The attempts that belong to the refresh end. Those of the keeper continue.
        cluster.pass(10 * 60).await;
        cluster.time.deviate(20 * 60);
        cluster.pass(120).await;
        let before = cluster.sent("subscribe");
        cluster.fixture.world.faults().clear();
        cluster.time.deviate(-20 * 60);
        cluster.pass(120).await;
        assert_eq!(cluster.sent("subscribe"), before + 2, "{name}");
        assert_eq!(cluster.sent("token") - 1, 1, "{name}: the same token");
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_from_before_the_clock_was_set_back_is_refreshed_by_the_next_keeper() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let first = VirtualCluster::run([cluster.process().platform.keeper()]);
    cluster.time.deviate(2 * 3600);
    while first.refreshed() == 0 {
        cluster.pass(1).await;
    }
    drop(first);
    cluster.time.deviate(-2 * 3600);
    let keepers = cluster.keepers(3);
    cluster.pass(60).await;
    assert_eq!((keepers.refreshed(), cluster.sent("token") - 1), (1, 2), "one more refresh");
    cluster.pass(3 * HOUR).await;
    assert_eq!(cluster.missed().num_seconds(), 0);
    let grant = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
    assert!(grant.access_expires_at <= cluster.fixture.world.now() + TimeDelta::hours(1), "{grant:?}");
}

#[tokio::test(start_paused = true)]
async fn a_gap_is_reported_although_the_clock_was_set_back_before_its_end() {
    let cluster = VirtualCluster::new(USUAL);
    seller(&cluster).await;
    let first = VirtualCluster::run([cluster.process().platform.keeper()]);
    cluster.time.deviate(4 * 3600);
    while first.refreshed() == 0 {
        cluster.pass(1).await;
    }
    drop(first);
    cluster.time.deviate(-4 * 3600);
    let bound = cluster.fixture.world.now();
    cluster.pass(5 * HOUR / 4).await;
    let keepers = cluster.keepers(1);
    cluster.pass(HOUR / 2).await;
    assert!(cluster.missed() > TimeDelta::minutes(10), "the subscriptions have lapsed");
    let news = keepers.news();
    assert_eq!(news.len(), 2, "{news:?}");
    for report in news {
        let KeeperReport::Gap { gap, .. } = report else { panic!("{report:?}") };
        assert!(gap.from <= bound + TimeDelta::hours(1) && gap.to >= bound + TimeDelta::minutes(75), "{gap:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_grant_that_ended_while_the_clock_was_ahead_is_reported_at_once() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let platform = cluster.process().platform;
    cluster.time.deviate(4 * 3600);
    cluster.fixture.world.revoke_access("seller").unwrap();
    assert!(is_reauth(&platform.user(&key).users().me().await));
    cluster.time.deviate(-4 * 3600);
    let keepers = cluster.keepers(2);
    cluster.pass(150).await;
    assert_eq!(keepers.ended(), 1, "{:?}", keepers.news());
}

#[tokio::test(start_paused = true)]
async fn a_user_id_does_not_wait_for_a_time_from_before_the_clock_was_set_back() {
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    let _keepers = VirtualCluster::run([platform.keeper()]);
    cluster.time.deviate(4 * 3600);
    seller(&cluster).await;
    cluster.pass(120).await;
    assert_eq!(cluster.fixture.count("users.me"), 1);
    cluster.time.deviate(-4 * 3600);
    let key = seller(&cluster).await;
    cluster.pass(120).await;
    assert_eq!(cluster.fixture.count("users.me"), 2, "asked again after the new login");
    assert!(platform.grants().info(&key).await.unwrap().unwrap().user_id.is_some());
}

#[tokio::test(start_paused = true)]
async fn thirty_days_end_a_grant_only_where_the_platform_counts_from_the_login() {
    for (life, lives) in [(RefreshLife::Rolling, true), (RefreshLife::Absolute, false)] {
        let cluster = VirtualCluster::new(USUAL);
        let begin = cluster.fixture.world.now();
        cluster.fixture.world.set_oauth_rules(|rules| rules.refresh_life = life);
        let key = seller(&cluster).await;
        let keepers = cluster.keepers(1);
        cluster.pass(40 * DAY).await;
        let news = keepers.news();
        let days = |report: &KeeperReport| match report {
            KeeperReport::ReauthSoon { ends_at, certain: false, .. } => (*ends_at - begin).num_days(),
            _ => 0,
        };
        assert_eq!(news[..2].iter().map(days).collect::<Vec<_>>(), [30, 30], "{news:?}");
        let state = cluster.process().platform.grants().info(&key).await.unwrap().unwrap().state;
        if lives {
            let ledger = cluster.fixture.world.ledger();
            let mut times = vec![begin];
            times.extend(ledger.requests_to("oauth.refresh").iter().map(|request| request.at));
            let longest = times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
            // The refresh token lives for 720 hours.
            let left = TimeDelta::hours(720) - longest;
            measured("F16", "rolling", &[("hours left at a refresh", left.num_minutes() as f64 / 60.0)]);
            assert_eq!((state, news.len()), (GrantState::Active, 2), "{news:?}");
            assert_eq!(times.len() - 1, keepers.refreshed());
        } else {
            let (tries, ended) = (cluster.sent("token") - 1 - keepers.refreshed(), keepers.ended());
            let met = [("tries at the end", tries as f64), ("times that NEEDS_REAUTH is reported", ended as f64)];
            measured("F16", "absolute", &met);
            assert_eq!((state, ended, news.len()), (GrantState::NeedsReauth, 1, 3), "{news:?}");
            assert_eq!(tries, 1, "one attempt at the end");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_grant_is_kept_valid() {
    for idle in [20 * DAY, 29 * DAY, 30 * DAY - 120, 30 * DAY + 1, 31 * DAY] {
        let cluster = VirtualCluster::new(USUAL);
        let key = seller(&cluster).await;
        cluster.pass(idle).await;
        let keepers = cluster.keepers(2);
        cluster.pass(DAY).await;
        let platform = cluster.process().platform;
        let alive = idle < 30 * DAY;
        // Before the call: if the token is due at this moment, the call refreshes it.
        let (tries, ended) = (cluster.sent("token") - 1 - keepers.refreshed(), keepers.ended());
        if alive {
            measured("F16", "idle until day 29", &[("grants lost", ended as f64)]);
        } else {
            let met = [("tries at the end", tries as f64), ("times that NEEDS_REAUTH is reported", ended as f64)];
            measured("F16", "idle until +1 s", &met);
        }
        assert_eq!((tries, ended), if alive { (0, 0) } else { (1, 1) }, "{idle}");
        assert_eq!(platform.user(&key).users().me().await.is_ok(), alive, "{idle}");
    }
}

/// The ends of which the app was warned as certain.
fn certain_ends(keepers: &Keepers) -> Vec<DateTime<Utc>> {
    let certain = |report: &KeeperReport| match report {
        KeeperReport::ReauthSoon { ends_at, certain: true, .. } => Some(*ends_at),
        _ => None,
    };
    keepers.reports().iter().filter_map(certain).collect()
}

#[tokio::test(start_paused = true)]
async fn a_certain_end_is_reported_also_after_an_uncertain_one_that_has_passed() {
    for wrong_secret in [false, true] {
        let cluster = VirtualCluster::new(USUAL);
        cluster.fixture.world.set_oauth_rules(|rules| rules.refresh_life = RefreshLife::Rolling);
        seller(&cluster).await;
        let keepers = cluster.keepers(1);
        cluster.pass(40 * DAY).await;
        assert_eq!((keepers.news().len(), certain_ends(&keepers).len()), (2, 0), "{:?}", keepers.news());
        // The end moves with each refresh, and the app is warned of each end.
        for round in 1..=if wrong_secret { 1 } else { 2 } {
            let right = cluster.fixture.world.app().client_secret;
            if wrong_secret {
                cluster.fixture.world.configure_app(|app| app.client_secret = "deployed-by-mistake".into());
            } else {
                cluster.fixture.always("oauth.refresh", vec![status(503)]);
            }
            cluster.pass(29 * DAY + DAY / 2).await;
            let ends = certain_ends(&keepers);
            assert_eq!(ends.len(), 2 * round, "a week and a day before: {:?}", keepers.news());
            assert_eq!(ends[2 * round - 1], ends[2 * round - 2]);
            let left = ends[2 * round - 1] - cluster.fixture.world.now();
            assert!(left > TimeDelta::zero() && left < TimeDelta::hours(13), "{left}");
            cluster.fixture.world.configure_app(|app| app.client_secret = right);
            cluster.fixture.world.faults().clear();
            cluster.pass(DAY).await;
        }
        assert_eq!(keepers.ended(), 0);
    }
}
