//! Keepers: unused grants stay valid and their events arrive, despite faults of all kinds. Time is virtual.

#[path = "keeper/lifetimes.rs"]
mod lifetimes;
#[path = "keeper/outages.rs"]
mod outages;
mod support;
#[path = "keeper/user_ids.rs"]
mod user_ids;

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use open_platform::grants::{Adoption, GrantState};
use open_platform::id::GrantKey;
use open_platform::keeper::KeeperReport;
use open_platform::model::event::Subscription;
use open_platform::stores::{RecordKind, RecordStore};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::testing::stores::FailingStore;
use open_platform::{Error, OpenPlatform};
use open_platform_sandbox::{Decision, FaultRule, Grace, OldAccessToken, RefreshLife, RequestMatch};
use support::faults::measured;
use support::metrics::RecordedMetrics;
use support::virtual_time::{Keepers, SyncedTransport, VirtualCluster};
use support::{DAY, Fixture, HOUR, is_reauth, semantics, status};

const SCOPES: &[&str] = &["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "USER_POSTS_GET"];
const USUAL: (Grace, OldAccessToken) = (Grace::Strict, OldAccessToken::StaysValid);

/// A login with event subscriptions.
async fn seller(cluster: &VirtualCluster) -> GrantKey {
    let platform = cluster.process().platform;
    let key = cluster.fixture.log_in(&platform, "seller", SCOPES).await;
    let subscriptions = platform.grants().subscriptions(&key);
    for wanted in [Subscription::new_messages(), Subscription::post_updates()] {
        assert_eq!(subscriptions.ensure(wanted).await.unwrap().status, SubscriptionStatus::Active);
    }
    key
}

#[tokio::test]
async fn a_keeper_advances_a_manual_clock() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let key = fixture.log_in(&platform, "seller", SCOPES).await;
    platform.grants().subscriptions(&key).ensure(Subscription::new_messages()).await.unwrap();
    let keeper = platform.keeper();
    for generation in 2..=5 {
        match keeper.next().await {
            KeeperReport::Refreshed { grant, generation: seen, subscriptions, .. } => {
                assert_eq!((grant, seen, subscriptions), (key.clone(), generation, 1));
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(fixture.refreshes(), 4);
    assert!(fixture.world.lapses().iter().all(|lapse| lapse.to == Some(lapse.from)), "{:?}", fixture.world.lapses());
    assert!(platform.drain(std::time::Duration::from_secs(12)).await);
}

#[tokio::test(start_paused = true)]
async fn an_idle_app_misses_no_events_for_three_days_and_eight_keepers_refresh_once_per_cycle() {
    let rules = [
        ("strict, old token lives on", (Grace::Strict, OldAccessToken::StaysValid)),
        ("fork, old token dies at once", (Grace::Fork, OldAccessToken::EndsAtOnce)),
        ("until-used, old token lives on", (Grace::UntilUsed, OldAccessToken::StaysValid)),
    ];
    for (name, rules) in rules {
        let cluster = VirtualCluster::new(rules);
        let key = seller(&cluster).await;
        let (keepers, begin) = (cluster.keepers(8), cluster.fixture.world.now());
        cluster.pass(72 * HOUR).await;
        let grant = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
        let refreshes = usize::try_from(grant.generation).unwrap() - 1;
        // One further request was that of the login.
        let requests = cluster.sent("token") - 1;
        let hours = (cluster.fixture.world.now() - begin).as_seconds_f64() / 3600.0;
        measured("F20", name, &[("virtual hours", hours), ("processes", keepers.running() as f64)]);
        measured("F20", name, &[("refreshers in a cycle", requests as f64 / refreshes as f64)]);
        measured("F20", name, &[("seconds without a subscription", cluster.missed().as_seconds_f64())]);
        assert!((88..=97).contains(&refreshes), "{rules:?}: {refreshes}");
        assert_eq!((requests, keepers.refreshed()), (refreshes, refreshes), "{rules:?}");
        assert_eq!(cluster.sent("subscribe"), 2 * (refreshes + 1), "{rules:?}");
        assert_eq!(keepers.news(), [], "{rules:?}");
        // If the old token ends at once, its subscriptions end while their request is under way.
        let most = if rules.1 == OldAccessToken::EndsAtOnce { 2 * refreshes as i64 } else { 0 };
        assert!(cluster.missed().num_seconds() <= most, "{rules:?}: {}", cluster.missed());
    }
}

#[tokio::test(start_paused = true)]
async fn gaps_from_before_the_start_are_reported_once() {
    let cluster = VirtualCluster::new(USUAL);
    let begin = cluster.fixture.world.now();
    seller(&cluster).await;
    cluster.pass(5 * HOUR).await;
    let keepers = cluster.keepers(8);
    cluster.pass(HOUR / 2).await;
    let mut gaps = Vec::new();
    for report in keepers.news() {
        let KeeperReport::Gap { gap, event_type, user, .. } = report else { panic!("{report:?}") };
        assert_eq!(user.as_deref(), Some("seller"));
        assert_eq!((gap.from - begin).num_seconds(), 3600);
        assert!((gap.to - begin).num_seconds() - 5 * 3600 < 60, "{gap:?}");
        gaps.push(event_type.to_string());
    }
    gaps.sort();
    assert_eq!(gaps, ["NEW_MESSAGE_ON_POST", "POST_UPDATE"]);
}

#[tokio::test(start_paused = true)]
async fn metrics_describe_the_lifecycle_of_a_grant() {
    let cluster = VirtualCluster::new((Grace::Fork, OldAccessToken::StaysValid));
    let key = seller(&cluster).await;
    let metrics = RecordedMetrics::start();
    let users = [cluster.process(), cluster.process()].map(|process| process.platform.user(key.clone()));
    let call = async || users[0].users().me().await.map(drop);

    // No process runs for five hours. Then two processes want the token at once.
    cluster.pass(5 * HOUR).await;
    let (one, other) = (users[0].users(), users[1].users());
    let (one, other) = tokio::join!(one.me(), other.me());
    one.and(other).unwrap();
    cluster.pass(60).await;
    assert_eq!((metrics.count("refresh_total{refreshed}"), metrics.count("refresh_total")), (1.0, 1.0));
    assert_eq!((metrics.count("adopt"), metrics.count("replay_in_window")), (1.0, 0.0));
    let [waited] = metrics.take("lease_wait")[..] else { panic!("one process has waited") };
    assert!((0.05..1.0).contains(&waited), "{waited}");
    let lapses = metrics.take("sub_lapse_seconds");
    assert!(
        lapses.len() == 2 && lapses.iter().all(|seconds| (4.0 * 3600.0..4.1 * 3600.0).contains(seconds)),
        "{lapses:?}"
    );
    assert_eq!(metrics.take("rt_age_days"), [0.0]);

    // Three days later, a response is lost.
    cluster.pass(3 * DAY).await;
    cluster.fixture.world.faults().lose_token_answer();
    call().await.unwrap();
    assert_eq!((metrics.count("refresh_total{unavailable}"), metrics.count("refresh_total{refreshed}")), (1.0, 1.0));
    assert_eq!((metrics.count("replay_in_window"), metrics.take("rt_age_days")), (1.0, vec![3.0, 3.0]));

    cluster.fixture.world.revoke_access("seller").unwrap();
    cluster.pass(2 * HOUR).await;
    assert!(is_reauth(&call().await) && is_reauth(&call().await));
    assert_eq!((metrics.count("refresh_total{invalid_grant}"), metrics.count("needs_reauth")), (1.0, 1.0));
    assert_eq!((metrics.count("adopt"), metrics.take("lease_wait")), (0.0, vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_gap_whose_report_was_not_handled_is_reported_again() {
    let cluster = VirtualCluster::new(USUAL);
    seller(&cluster).await;
    cluster.pass(5 * HOUR).await;
    let first = cluster.process().platform.keeper();
    let mut gaps = 0;
    // The process ends while the app handles the second report.
    while gaps < 2 {
        gaps += usize::from(matches!(first.next().await, KeeperReport::Gap { .. }));
    }
    drop(first);
    let keepers = cluster.keepers(2);
    cluster.pass(HOUR / 2).await;
    assert_eq!(keepers.count(|report| matches!(report, KeeperReport::Gap { .. })), 1);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_grant_is_reported_once_and_causes_no_further_requests() {
    for rules in semantics() {
        let cluster = VirtualCluster::new(rules);
        let key = seller(&cluster).await;
        cluster.fixture.world.revoke_access("seller").unwrap();
        let keepers = cluster.keepers(8);
        cluster.pass(24 * HOUR).await;
        assert_eq!((keepers.ended(), keepers.reports().len(), cluster.sent("token") - 1), (1, 1, 1), "{rules:?}");
        let platform = cluster.process().platform;
        let rows = platform.grants().subscriptions(&key).list().await.unwrap();
        assert!(rows.len() == 2 && rows.iter().all(|row| row.status == SubscriptionStatus::GrantLost));
        // A new login renews the subscriptions and reports the gap.
        assert_eq!(cluster.fixture.log_in(&platform, "seller", SCOPES).await, key);
        cluster.pass(HOUR / 2).await;
        assert_eq!(keepers.count(|report| matches!(report, KeeperReport::Gap { .. })), 2, "{:?}", keepers.news());
        let rows = platform.grants().subscriptions(&key).list().await.unwrap();
        assert!(rows.iter().all(|row| row.status == SubscriptionStatus::Active));
    }
}

#[tokio::test(start_paused = true)]
async fn while_the_app_handles_a_report_no_other_keeper_repeats_it() {
    let handling = std::time::Duration::from_secs(50);
    // Nobody knows yet whether the platform counts the 30 days from the login: the app is warned a week and a day before.
    let cluster = VirtualCluster::new(USUAL);
    seller(&cluster).await;
    let keepers = cluster.slow_keepers(8, handling);
    cluster.pass(29 * DAY + HOUR).await;
    let warnings = keepers.count(|report| matches!(report, KeeperReport::ReauthSoon { .. }));
    assert_eq!((warnings, keepers.news().len()), (2, 2), "{:?}", keepers.news());

    // The request for the user's id is refused and ends the grant, so no keeper is the first by a refresh that was due.
    let cluster = VirtualCluster::new(USUAL);
    seller(&cluster).await;
    cluster.fixture.world.revoke_access("seller").unwrap();
    let keepers = cluster.slow_keepers(8, handling);
    cluster.pass(DAY).await;
    assert_eq!((keepers.ended(), keepers.news().len()), (1, 1), "{:?}", keepers.news());
}

#[tokio::test(start_paused = true)]
async fn a_revocation_event_ends_the_grants_of_its_user_and_no_newer_login() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let platform = cluster.process().platform;
    let keepers = cluster.keepers(2);
    cluster.pass(60).await;
    let id = platform.grants().info(&key).await.unwrap().unwrap().user_id.expect("a keeper asks who it is");
    assert_eq!(id.as_str(), cluster.fixture.world.user("seller").unwrap().id);
    // A false event, or one about an earlier login, ends nothing.
    let checked = platform.grants().revoked(&id).await.unwrap();
    assert_eq!((checked.len(), checked[0].state), (1, GrantState::Active));
    assert!(platform.grants().revoked("somebody-else").await.unwrap().is_empty());
    cluster.fixture.world.revoke_access("seller").unwrap();
    let checked = platform.grants().revoked(&id).await.unwrap();
    assert_eq!((checked.len(), checked[0].state), (1, GrantState::NeedsReauth));
    cluster.pass(HOUR / 2).await;
    assert_eq!(keepers.ended(), 1);
}

/// Adopts grants whose access tokens have this remaining lifetime in seconds, or the usual one.
async fn adopt(cluster: &VirtualCluster, platform: &OpenPlatform, grants: usize, left: Option<i64>) {
    for number in 0..grants {
        let issued = cluster.fixture.world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
        let tokens = open_platform::oauth::Tokens {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_at: left.map_or(issued.expires_at, |left| cluster.fixture.world.now() + TimeDelta::seconds(left)),
            expiry_assumed: false,
            scopes: vec!["USER_PHONE".into(), "offline_access".into()],
        };
        platform.grants().adopt(Adoption::new(tokens).for_user(format!("user-{number}"))).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_grants_without_a_usable_lifetime_do_not_flood_the_token_endpoint() {
    const GRANTS: usize = 10_000;
    let metrics = RecordedMetrics::start();
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    cluster.name_life(0);
    adopt(&cluster, &platform, GRANTS, Some(0)).await;
    let keepers = VirtualCluster::run([platform.keeper()]);
    cluster.pass(2 * 60).await;
    assert_eq!((cluster.sent("token"), keepers.refreshed()), (GRANTS, GRANTS), "all had expired");
    cluster.pass(40 * 60).await;
    assert_eq!(cluster.sent("token"), GRANTS, "an unusable lifetime makes no refresh due");
    // Afterwards as without a named lifetime: due after the greater part of an hour.
    cluster.pass(20 * 60).await;
    assert_eq!(cluster.sent("token"), 2 * GRANTS);
    assert_eq!(keepers.news(), []);
    assert_eq!(metrics.count("unusable_lifetimes"), 1.0, "one warning");
}

#[tokio::test(start_paused = true)]
async fn a_token_with_a_lifetime_of_ten_seconds_is_refreshed_in_time() {
    let cluster = VirtualCluster::new((Grace::Fork, OldAccessToken::EndsAtOnce));
    cluster.fixture.world.set_oauth_rules(|rules| rules.access_token_seconds = 10);
    let process = cluster.process();
    let user = process.platform.user(cluster.fixture.log_in(&process.platform, "seller", SCOPES).await);
    let keepers = VirtualCluster::run([process.platform.keeper()]);
    for second in 0..600 {
        cluster.pass(1).await;
        user.users().me().await.unwrap_or_else(|error| panic!("{second}: {error}"));
    }
    let refreshes = cluster.sent("token") - 1;
    assert!((60..=85).contains(&refreshes), "{refreshes} in 600 s");
    assert_eq!(keepers.news(), []);
}

#[tokio::test(start_paused = true)]
async fn a_wrong_client_secret_ends_none_of_ten_thousand_grants() {
    const GRANTS: usize = 10_000;
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    adopt(&cluster, &platform, GRANTS, None).await;
    let right = cluster.fixture.world.app().client_secret;
    cluster.fixture.world.configure_app(|app| app.client_secret = "deployed-by-mistake".into());
    let keepers = VirtualCluster::run([platform.keeper()]);
    // The first grants become due at the same time.
    while cluster.sent("token") == 0 {
        cluster.pass(1).await;
    }
    cluster.pass(30).await;
    let (early, minutes) = (cluster.sent("token"), 15);
    cluster.pass(minutes as u64 * 60).await;
    let sent = cluster.sent("token");
    let grants = platform.grants().list().await.unwrap();
    let dead = grants.iter().filter(|grant| grant.state != GrantState::Active).count();
    measured("F11", "", &[("grants", grants.len() as f64), ("grants marked dead", dead as f64)]);
    measured("F11", "", &[("token requests before the breaker opens", early as f64)]);
    measured("F11", "", &[("probes a minute", (sent - early) as f64 / minutes as f64)]);
    assert!(sent <= 5 + minutes, "{sent} requests in the {minutes} minutes in which grants were due");
    assert!(matches!(&keepers.reports()[..], [KeeperReport::Stalled { code, .. }] if code == "config"));
    assert_eq!((grants.len(), dead), (GRANTS, 0));
    cluster.fixture.world.configure_app(|app| app.client_secret = right);
    for _ in 0..120 {
        cluster.pass(1).await;
        if keepers.refreshed() > 1000 {
            break;
        }
    }
    measured("F11", "", &[("grants refreshed in the 2 minutes after the mend", keepers.refreshed() as f64)]);
    assert!(keepers.refreshed() > 1000, "refreshes continue within two minutes");
    assert!(matches!(keepers.news()[..], [_, KeeperReport::Resumed { .. }]), "{:?}", keepers.news());
}

#[tokio::test(start_paused = true)]
async fn a_token_endpoint_that_fails_for_ten_minutes_ends_no_grant() {
    for (name, effect) in [("500", status(500)), ("502 HTML", support::bad_gateway()), ("429", status(429))] {
        let cluster = VirtualCluster::new(USUAL);
        let key = seller(&cluster).await;
        let keepers = cluster.keepers(4);
        cluster.pass(2700).await;
        cluster.fixture.always("oauth.refresh", vec![effect.clone()]);
        let user = cluster.process().platform.user(&key);
        let (begin, mut failed) = (cluster.fixture.world.now(), 0);
        for _ in 0..60 {
            cluster.pass(10).await;
            failed += usize::from(user.users().me().await.is_err());
        }
        let minutes = (cluster.fixture.world.now() - begin).as_seconds_f64() / 60.0;
        let state = async || cluster.process().platform.grants().info(&key).await.unwrap().unwrap().state;
        let inactive = usize::from(state().await != GrantState::Active);
        // After pauses of 1, 2, 4 and 8 s one every 16 s, of all processes together.
        let most = 5 + (600 - 15) / 16;
        let tried = cluster.sent("token") - 1;
        cluster.fixture.world.faults().clear();
        cluster.pass(HOUR).await;
        let inactive = inactive.max(usize::from(state().await != GrantState::Active)) as f64;
        let met = [("minutes", minutes), ("calls that fail", failed as f64), ("grants that are not ACTIVE", inactive)];
        measured("F12", name, &met);
        assert!((1..=most).contains(&tried), "{effect:?}: {tried} requests");
        assert_eq!((failed, inactive), (0, 0.0), "{effect:?}");
        assert!(keepers.refreshed() >= 1 && keepers.ended() == 0, "{effect:?}");
        assert_eq!(cluster.missed().num_seconds(), 0, "{effect:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_narrower_consent_blocks_only_what_it_does_not_cover() {
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    let login = || async {
        // At the second login the user grants fewer scopes.
        let login = open_platform::oauth::Login::new(SCOPES.iter().copied(), "browser").for_user("seller");
        platform.oauth().start(login).await.unwrap()
    };
    let key = seller(&cluster).await;
    let keepers = cluster.keepers(4);
    cluster.pass(60).await;
    let address = login().await;
    let narrower = ["offline_access", "USER_ID", "USER_POSTS_GET"].map(str::to_owned).to_vec();
    let decision = Decision::ApproveOnly { user: "seller".into(), scopes: narrower };
    let back = cluster.fixture.world.consent(&address.url, decision).unwrap();
    let before = cluster.sent("subscribe");
    let before_to_messages = cluster.sent("subscribe to messages");
    assert_ne!(before_to_messages, 0);
    platform.oauth().callback(back, "browser").await.unwrap();
    cluster.pass(24 * HOUR).await;
    let rows = platform.grants().subscriptions(&key).list().await.unwrap();
    let of = |word: &str| rows.iter().find(|row| row.subscription.event_type.as_str() == word).unwrap().status;
    let (affected, other) = (of("NEW_MESSAGE_ON_POST"), of("POST_UPDATE"));
    let requests = cluster.sent("subscribe to messages") - before_to_messages;
    let wrong = |status, expected: SubscriptionStatus| usize::from(status != expected) as f64;
    let affected_wrong = wrong(affected, SubscriptionStatus::BlockedScope);
    measured("F22", "", &[("affected ones that are not BLOCKED_SCOPE", affected_wrong)]);
    measured("F22", "", &[("others that are not bound", wrong(other, SubscriptionStatus::Active))]);
    measured("F22", "", &[("requests for a blocked one", requests as f64)]);
    assert_eq!((affected, other, requests), (SubscriptionStatus::BlockedScope, SubscriptionStatus::Active, 0));
    let asked = cluster.sent("subscribe") - before;
    assert_eq!(asked, keepers.refreshed() + 1, "one request per token, for the other subscription");
    let news = keepers.news();
    let blocked = |report: &KeeperReport| {
        matches!(report, KeeperReport::Blocked { status: SubscriptionStatus::BlockedScope, event_type, .. }
            if event_type.as_str() == "NEW_MESSAGE_ON_POST")
    };
    assert!(news.len() == 1 && blocked(&news[0]), "{news:?}");
    let result = platform.user(&key).users().me().await;
    assert!(!is_reauth(&result));

    // The app asks for it again after each start: the status is the same.
    for _ in 0..2 {
        let refused = platform.grants().subscriptions(&key).ensure(Subscription::new_messages()).await;
        assert!(matches!(refused, Err(Error::InvalidInput { .. })), "{refused:?}");
        cluster.pass(HOUR / 2).await;
    }
    assert_eq!(keepers.news().len(), 1, "{:?}", keepers.news());
}

#[tokio::test(start_paused = true)]
async fn user_ids_are_requested_slowly() {
    const GRANTS: usize = 24;
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    for _ in 0..GRANTS {
        // Without an app's name for the user, each login makes its own grant.
        let login = open_platform::oauth::Login::new(SCOPES.iter().copied(), "browser");
        let authorization = platform.oauth().start(login).await.unwrap();
        let back =
            cluster.fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() }).unwrap();
        platform.oauth().callback(back, "browser").await.unwrap();
    }
    let keepers = cluster.keepers(1);
    cluster.pass(60).await;
    let asked = cluster.fixture.count("users.me");
    assert!((12..=13).contains(&asked), "{asked} in the first minute");
    cluster.pass(2 * 60).await;
    assert_eq!(cluster.fixture.count("users.me"), GRANTS, "once for each");
    let grants = platform.grants().list().await.unwrap();
    assert_eq!(grants.iter().filter(|grant| grant.user_id.is_some()).count(), GRANTS);
    // A keeper that starts later requests none again.
    drop(keepers);
    let _keepers = cluster.keepers(2);
    cluster.pass(10 * 60).await;
    assert_eq!(cluster.fixture.count("users.me"), GRANTS);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_wait_for_a_report_loses_nothing() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let keeper = cluster.process().platform.keeper();
    let (mut reports, mut cancelled) = (Vec::new(), 0);
    let end = cluster.fixture.world.now() + chrono::TimeDelta::hours(24);
    let mut turn = 0_u64;
    while cluster.fixture.world.now() < end {
        turn += 1;
        // Cancels at various times: during a request, between two, and long after.
        let limit = std::time::Duration::from_millis(turn * 7919 % [5, 61, 997, 60_013][turn as usize % 4]);
        match tokio::time::timeout(limit, keeper.next()).await {
            Ok(report) => reports.push(report),
            Err(_) => cancelled += 1,
        }
        cluster.pass(0).await;
    }
    let grant = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
    let generations: Vec<_> = reports
        .iter()
        .map(|report| match report {
            KeeperReport::Refreshed { generation, .. } => *generation,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(generations, (2..=grant.generation).collect::<Vec<_>>(), "each refresh was reported once");
    assert_eq!(cluster.sent("token"), reports.len() + 1);
    assert_eq!(cluster.missed().num_seconds(), 0);
    assert!(cancelled > 1_000, "{cancelled}");
}

#[tokio::test(start_paused = true)]
async fn a_quota_per_minute_is_waited_for() {
    let cluster = VirtualCluster::new(USUAL).repeats_writes();
    let platform = cluster.process().platform;
    let key = cluster.fixture.log_in(&platform, "seller", SCOPES).await;
    cluster.fixture.world.set_gaps(|gaps| gaps.accept_wrong_post_token = true);
    let subscriptions = platform.grants().subscriptions(&key);
    for post in 0..100 {
        subscriptions.ensure(Subscription::new_messages().resource(format!("post{post:04}"))).await.unwrap();
    }
    cluster.fixture.world.set_limit_rules(|limits| limits.per_minute = 30);
    let before = cluster.sent("subscribe");
    let keepers = cluster.keepers(2);
    let late = |report: &KeeperReport| matches!(report, KeeperReport::Late { .. });
    while keepers.count(late) == 0 {
        assert!(cluster.sent("token") < 3, "nothing was reported before the next refresh");
        cluster.pass(1).await;
    }
    let Some(KeeperReport::Late { since, .. }) = keepers.news().into_iter().find(late) else { panic!() };
    let alarm = (cluster.fixture.world.now() - since).num_milliseconds() as f64 / 1000.0;
    measured("SUB-4", "", &[("seconds until rows that are not bound are reported", alarm)]);
    // This test looks once a second.
    assert!((60.0..=61.0).contains(&alarm), "{alarm} s");
    cluster.pass(12 * 60).await;
    let rows = subscriptions.list().await.unwrap();
    let bound = rows.iter().filter(|row| row.bound_generation == Some(2)).count();
    assert_eq!(bound, 100, "all are bound in the end");
    let sent = cluster.sent("subscribe") - before;
    // Four or five minutes are needed. At the end of each, a few requests find that the quota is used up: three attempts in
    // each of eight concurrent tasks, of the refresh and of the keeper.
    assert!(sent <= 100 + 5 * 2 * 8 * 3, "{sent} requests for 100 subscriptions");
    assert!((1..=2).contains(&keepers.count(late)), "{:?}", keepers.news());
}
