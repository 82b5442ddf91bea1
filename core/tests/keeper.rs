//! Keepers: unused grants stay valid and their events arrive, despite faults of all kinds. Time is virtual.

#[path = "keeper/lifetimes.rs"]
mod lifetimes;
#[path = "keeper/outages.rs"]
mod outages;
mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::TimeDelta;
use open_platform::OpenPlatform;
use open_platform::grants::{Adoption, GrantState};
use open_platform::keeper::KeeperReport;
use open_platform::model::event::Subscription;
use open_platform::stores::{Kind, RecordStore};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::testing::stores::FailingStore;
use open_platform_sandbox::{Decision, Grace, OldAccessToken, RefreshLife};
use support::faults::measured;
use support::meter::Meter;
use support::virtual_time::{Stage, SyncedTransport};
use support::{DAY, Fixture, HOUR, is_reauth, semantics, status};

const SCOPES: &[&str] = &["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "USER_POSTS_GET"];
const USUAL: (Grace, OldAccessToken) = (Grace::Strict, OldAccessToken::StaysValid);

/// A login with event subscriptions.
async fn seller(stage: &Stage) -> open_platform::id::GrantKey {
    let platform = stage.process().platform;
    let key = stage.fixture.log_in(&platform, "seller", SCOPES).await;
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
        let stage = Stage::new(rules);
        let key = seller(&stage).await;
        let keepers = stage.keepers(8);
        stage.pass(72 * HOUR).await;
        let grant = stage.process().platform.grants().info(&key).await.unwrap().unwrap();
        let refreshes = usize::try_from(grant.generation).unwrap() - 1;
        assert!((88..=97).contains(&refreshes), "{rules:?}: {refreshes}");
        // One further request was that of the login.
        assert_eq!((stage.sent("token") - 1, keepers.refreshed()), (refreshes, refreshes), "{rules:?}");
        assert_eq!(stage.sent("subscribe"), 2 * (refreshes + 1), "{rules:?}");
        assert_eq!(keepers.news(), [], "{rules:?}");
        // If the old token ends at once, its subscriptions end while their request is under way.
        let most = if rules.1 == OldAccessToken::EndsAtOnce { 2 * refreshes as i64 } else { 0 };
        assert!(stage.missed().num_seconds() <= most, "{rules:?}: {}", stage.missed());
        let met = [("virtual hours", 72.0), ("workers", 8.0), ("refreshers in a cycle", 1.0)];
        measured("F20", name, &met);
        measured("F20", name, &[("seconds without a subscription", stage.missed().as_seconds_f64())]);
    }
}

#[tokio::test(start_paused = true)]
async fn gaps_from_before_the_start_are_reported_once() {
    let stage = Stage::new(USUAL);
    let begin = stage.fixture.world.now();
    seller(&stage).await;
    stage.pass(5 * HOUR).await;
    let keepers = stage.keepers(8);
    stage.pass(HOUR / 2).await;
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
    let stage = Stage::new((Grace::Fork, OldAccessToken::StaysValid));
    let key = seller(&stage).await;
    let meter = Meter::start();
    let users = [stage.process(), stage.process()].map(|process| process.platform.user(key.clone()));
    let call = async || users[0].users().me().await.map(drop);

    // No process runs for five hours. Then two processes want the token at once.
    stage.pass(5 * HOUR).await;
    let (one, other) = (users[0].users(), users[1].users());
    let (one, other) = tokio::join!(one.me(), other.me());
    one.and(other).unwrap();
    stage.pass(60).await;
    assert_eq!((meter.count("refresh_total{refreshed}"), meter.count("refresh_total")), (1.0, 1.0));
    assert_eq!((meter.count("adopt"), meter.count("replay_in_window")), (1.0, 0.0));
    let [waited] = meter.take("lease_wait")[..] else { panic!("one process has waited") };
    assert!((0.05..1.0).contains(&waited), "{waited}");
    let lapses = meter.take("sub_lapse_seconds");
    assert!(
        lapses.len() == 2 && lapses.iter().all(|seconds| (4.0 * 3600.0..4.1 * 3600.0).contains(seconds)),
        "{lapses:?}"
    );
    assert_eq!(meter.take("rt_age_days"), [0.0]);

    // Three days later, a response is lost.
    stage.pass(3 * DAY).await;
    stage.fixture.world.faults().lose_token_answer();
    call().await.unwrap();
    assert_eq!((meter.count("refresh_total{unavailable}"), meter.count("refresh_total{refreshed}")), (1.0, 1.0));
    assert_eq!((meter.count("replay_in_window"), meter.take("rt_age_days")), (1.0, vec![3.0, 3.0]));

    stage.fixture.world.revoke_access("seller").unwrap();
    stage.pass(2 * HOUR).await;
    assert!(is_reauth(&call().await) && is_reauth(&call().await));
    assert_eq!((meter.count("refresh_total{invalid_grant}"), meter.count("needs_reauth")), (1.0, 1.0));
    assert_eq!((meter.count("adopt"), meter.take("lease_wait")), (0.0, vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_gap_whose_report_was_not_handled_is_reported_again() {
    let stage = Stage::new(USUAL);
    seller(&stage).await;
    stage.pass(5 * HOUR).await;
    let first = stage.process().platform.keeper();
    let mut gaps = 0;
    // The process ends while the app handles the second report.
    while gaps < 2 {
        gaps += usize::from(matches!(first.next().await, KeeperReport::Gap { .. }));
    }
    drop(first);
    let keepers = stage.keepers(2);
    stage.pass(HOUR / 2).await;
    assert_eq!(keepers.count(|report| matches!(report, KeeperReport::Gap { .. })), 1);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_grant_is_reported_once_and_causes_no_further_requests() {
    for rules in semantics() {
        let stage = Stage::new(rules);
        let key = seller(&stage).await;
        stage.fixture.world.revoke_access("seller").unwrap();
        let keepers = stage.keepers(8);
        stage.pass(24 * HOUR).await;
        assert_eq!((keepers.ended(), keepers.reports().len(), stage.sent("token") - 1), (1, 1, 1), "{rules:?}");
        let platform = stage.process().platform;
        let rows = platform.grants().subscriptions(&key).list().await.unwrap();
        assert!(rows.iter().all(|row| row.status == SubscriptionStatus::GrantLost));
        // A new login renews the subscriptions and reports the gap.
        assert_eq!(stage.fixture.log_in(&platform, "seller", SCOPES).await, key);
        stage.pass(HOUR / 2).await;
        assert_eq!(keepers.count(|report| matches!(report, KeeperReport::Gap { .. })), 2, "{:?}", keepers.news());
        let rows = platform.grants().subscriptions(&key).list().await.unwrap();
        assert!(rows.iter().all(|row| row.status == SubscriptionStatus::Active));
    }
}

#[tokio::test(start_paused = true)]
async fn a_revocation_event_ends_the_grants_of_its_user_and_no_newer_login() {
    let stage = Stage::new(USUAL);
    let key = seller(&stage).await;
    let platform = stage.process().platform;
    let keepers = stage.keepers(2);
    stage.pass(60).await;
    let id = platform.grants().info(&key).await.unwrap().unwrap().user_id.expect("a keeper asks who it is");
    assert_eq!(id.as_str(), stage.fixture.world.user("seller").unwrap().id);
    // A false event, or one about an earlier login, ends nothing.
    let checked = platform.grants().revoked(&id).await.unwrap();
    assert_eq!((checked.len(), checked[0].state), (1, GrantState::Active));
    assert!(platform.grants().revoked("somebody-else").await.unwrap().is_empty());
    stage.fixture.world.revoke_access("seller").unwrap();
    let checked = platform.grants().revoked(&id).await.unwrap();
    assert_eq!((checked.len(), checked[0].state), (1, GrantState::NeedsReauth));
    stage.pass(HOUR / 2).await;
    assert_eq!(keepers.ended(), 1);
}

/// Adopts grants whose access tokens have this remaining lifetime in seconds, or the usual one.
async fn adopt(stage: &Stage, platform: &OpenPlatform, grants: usize, left: Option<i64>) {
    for number in 0..grants {
        let issued = stage.fixture.world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
        let tokens = open_platform::oauth::Tokens {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_at: left.map_or(issued.expires_at, |left| stage.fixture.world.now() + TimeDelta::seconds(left)),
            expiry_assumed: false,
            scopes: vec!["USER_PHONE".into(), "offline_access".into()],
        };
        platform.grants().adopt(Adoption::new(tokens).for_user(format!("user-{number}"))).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_grants_without_a_usable_lifetime_do_not_flood_the_token_endpoint() {
    const GRANTS: usize = 10_000;
    let meter = Meter::start();
    let stage = Stage::new(USUAL);
    let platform = stage.process().platform;
    stage.name_life(0);
    adopt(&stage, &platform, GRANTS, Some(0)).await;
    let keepers = Stage::run([platform.keeper()]);
    stage.pass(2 * 60).await;
    assert_eq!((stage.sent("token"), keepers.refreshed()), (GRANTS, GRANTS), "all had expired");
    stage.pass(40 * 60).await;
    assert_eq!(stage.sent("token"), GRANTS, "an unusable lifetime makes no refresh due");
    // Afterwards as without a named lifetime: due after the greater part of an hour.
    stage.pass(20 * 60).await;
    assert_eq!(stage.sent("token"), 2 * GRANTS);
    assert_eq!(keepers.news(), []);
    assert_eq!(meter.count("unusable_life"), 1.0, "one warning");
}

#[tokio::test(start_paused = true)]
async fn a_token_with_a_lifetime_of_ten_seconds_is_refreshed_in_time() {
    let stage = Stage::new((Grace::Fork, OldAccessToken::EndsAtOnce));
    stage.fixture.world.set_oauth_rules(|rules| rules.access_token_seconds = 10);
    let process = stage.process();
    let user = process.platform.user(stage.fixture.log_in(&process.platform, "seller", SCOPES).await);
    let keepers = Stage::run([process.platform.keeper()]);
    for second in 0..600 {
        stage.pass(1).await;
        user.users().me().await.unwrap_or_else(|error| panic!("{second}: {error}"));
    }
    let refreshes = stage.sent("token") - 1;
    assert!((60..=85).contains(&refreshes), "{refreshes} in 600 s");
    assert_eq!(keepers.news(), []);
}

#[tokio::test(start_paused = true)]
async fn a_wrong_client_secret_ends_none_of_ten_thousand_grants() {
    const GRANTS: usize = 10_000;
    let stage = Stage::new(USUAL);
    let platform = stage.process().platform;
    adopt(&stage, &platform, GRANTS, None).await;
    let right = stage.fixture.world.app().client_secret;
    stage.fixture.world.configure_app(|app| app.client_secret = "deployed-by-mistake".into());
    let keepers = Stage::run([platform.keeper()]);
    // The first grants become due at the same time.
    while stage.sent("token") == 0 {
        stage.pass(1).await;
    }
    stage.pass(30).await;
    let (early, minutes) = (stage.sent("token"), 15);
    stage.pass(minutes as u64 * 60).await;
    let sent = stage.sent("token");
    assert!(sent <= 5 + minutes, "{sent} requests in the {minutes} minutes in which grants were due");
    assert!(matches!(&keepers.reports()[..], [KeeperReport::Stalled { code, .. }] if code == "config"));
    let grants = platform.grants().list().await.unwrap();
    assert!(grants.len() == GRANTS && grants.iter().all(|grant| grant.state == GrantState::Active));
    stage.fixture.world.configure_app(|app| app.client_secret = right);
    for _ in 0..120 {
        stage.pass(1).await;
        if keepers.refreshed() > 1000 {
            break;
        }
    }
    assert!(keepers.refreshed() > 1000, "refreshes continue within two minutes");
    assert!(matches!(keepers.news()[..], [_, KeeperReport::Resumed { .. }]), "{:?}", keepers.news());
    measured("F11", "", &[("grants", GRANTS as f64), ("grants marked dead", 0.0)]);
    measured("F11", "", &[("token requests before the breaker opens", early as f64)]);
    measured("F11", "", &[("probes a minute", (sent - early) as f64 / minutes as f64)]);
    measured("F11", "", &[("grants refreshed in the 2 minutes after the mend", keepers.refreshed() as f64)]);
}

#[tokio::test(start_paused = true)]
async fn a_token_endpoint_that_fails_for_ten_minutes_ends_no_grant() {
    for (name, effect) in [("500", status(500)), ("502 HTML", support::bad_gateway()), ("429", status(429))] {
        let stage = Stage::new(USUAL);
        let key = seller(&stage).await;
        let keepers = stage.keepers(4);
        stage.pass(2700).await;
        stage.fixture.always("oauth.refresh", vec![effect.clone()]);
        let user = stage.process().platform.user(&key);
        for _ in 0..60 {
            stage.pass(10).await;
            user.users().me().await.unwrap();
        }
        // After pauses of 1, 2, 4 and 8 s one every 16 s, of all processes together.
        let most = 5 + (600 - 15) / 16;
        let tried = stage.sent("token") - 1;
        assert!((1..=most).contains(&tried), "{effect:?}: {tried} requests");
        stage.fixture.world.faults().clear();
        stage.pass(HOUR).await;
        let grant = stage.process().platform.grants().info(&key).await.unwrap().unwrap();
        assert_eq!(grant.state, GrantState::Active, "{effect:?}");
        assert!(keepers.refreshed() >= 1 && keepers.ended() == 0, "{effect:?}");
        assert_eq!(stage.missed().num_seconds(), 0, "{effect:?}");
        let met = [("minutes", 10.0), ("calls that fail", 0.0), ("grants that are not ACTIVE", 0.0)];
        measured("F12", name, &met);
    }
}

#[tokio::test(start_paused = true)]
async fn a_narrower_consent_blocks_only_what_it_does_not_cover() {
    let stage = Stage::new(USUAL);
    let platform = stage.process().platform;
    let login = || async {
        // At the second login the user grants fewer scopes.
        let login = open_platform::oauth::Login::new(SCOPES.iter().copied(), "browser").for_user("seller");
        platform.oauth().start(login).await.unwrap()
    };
    let key = seller(&stage).await;
    let keepers = stage.keepers(4);
    stage.pass(60).await;
    let address = login().await;
    let narrower = ["offline_access", "USER_ID", "USER_POSTS_GET"].map(str::to_owned).to_vec();
    let decision = Decision::ApproveOnly { user: "seller".into(), scopes: narrower };
    let back = stage.fixture.world.consent(&address.url, decision).unwrap();
    let before = stage.sent("subscribe");
    platform.oauth().callback(back, "browser").await.unwrap();
    stage.pass(24 * HOUR).await;
    let rows = platform.grants().subscriptions(&key).list().await.unwrap();
    let of = |word: &str| rows.iter().find(|row| row.subscription.event_type.as_str() == word).unwrap().status;
    assert_eq!(of("NEW_MESSAGE_ON_POST"), SubscriptionStatus::BlockedScope);
    assert_eq!(of("POST_UPDATE"), SubscriptionStatus::Active);
    let asked = stage.sent("subscribe") - before;
    assert_eq!(asked, keepers.refreshed() + 1, "one request per token, for the other subscription");
    let news = keepers.news();
    let blocked = |report: &KeeperReport| {
        matches!(report, KeeperReport::Blocked { status: SubscriptionStatus::BlockedScope, event_type, .. }
            if event_type.as_str() == "NEW_MESSAGE_ON_POST")
    };
    assert!(news.len() == 1 && blocked(&news[0]), "{news:?}");
    let met = [("affected ones that are not BLOCKED_SCOPE", 0.0), ("others that are not bound", 0.0)];
    measured("F22", "", &met);
    measured("F22", "", &[("requests for a blocked one", 0.0)]);
    let result = platform.user(&key).users().me().await;
    assert!(!is_reauth(&result));
}

#[tokio::test(start_paused = true)]
async fn user_ids_are_requested_slowly() {
    const GRANTS: usize = 24;
    let stage = Stage::new(USUAL);
    let platform = stage.process().platform;
    for _ in 0..GRANTS {
        // Without an app's name for the user, each login makes its own grant.
        let login = open_platform::oauth::Login::new(SCOPES.iter().copied(), "browser");
        let authorization = platform.oauth().start(login).await.unwrap();
        let back =
            stage.fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() }).unwrap();
        platform.oauth().callback(back, "browser").await.unwrap();
    }
    let keepers = stage.keepers(1);
    stage.pass(60).await;
    let asked = stage.fixture.count("users.me");
    assert!((12..=13).contains(&asked), "{asked} in the first minute");
    stage.pass(2 * 60).await;
    assert_eq!(stage.fixture.count("users.me"), GRANTS, "once for each");
    let grants = platform.grants().list().await.unwrap();
    assert_eq!(grants.iter().filter(|grant| grant.user_id.is_some()).count(), GRANTS);
    // A keeper that starts later requests none again.
    drop(keepers);
    let _keepers = stage.keepers(2);
    stage.pass(10 * 60).await;
    assert_eq!(stage.fixture.count("users.me"), GRANTS);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_wait_for_a_report_loses_nothing() {
    let stage = Stage::new(USUAL);
    let key = seller(&stage).await;
    let keeper = stage.process().platform.keeper();
    let (mut reports, mut cancelled) = (Vec::new(), 0);
    let end = stage.fixture.world.now() + chrono::TimeDelta::hours(24);
    let mut turn = 0_u64;
    while stage.fixture.world.now() < end {
        turn += 1;
        // Cancels at various times: during a request, between two, and long after.
        let patience = std::time::Duration::from_millis(turn * 7919 % [5, 61, 997, 60_013][turn as usize % 4]);
        match tokio::time::timeout(patience, keeper.next()).await {
            Ok(report) => reports.push(report),
            Err(_) => cancelled += 1,
        }
        stage.pass(0).await;
    }
    let grant = stage.process().platform.grants().info(&key).await.unwrap().unwrap();
    let generations: Vec<_> = reports
        .iter()
        .map(|report| match report {
            KeeperReport::Refreshed { generation, .. } => *generation,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(generations, (2..=grant.generation).collect::<Vec<_>>(), "each refresh was reported once");
    assert_eq!(stage.sent("token"), reports.len() + 1);
    assert_eq!(stage.missed().num_seconds(), 0);
    assert!(cancelled > 1_000, "{cancelled}");
}

#[tokio::test(start_paused = true)]
async fn a_quota_per_minute_is_waited_for() {
    let stage = Stage::new(USUAL).repeats_writes();
    let platform = stage.process().platform;
    let key = stage.fixture.log_in(&platform, "seller", SCOPES).await;
    stage.fixture.world.set_gaps(|gaps| gaps.accept_wrong_post_token = true);
    let subscriptions = platform.grants().subscriptions(&key);
    for post in 0..100 {
        subscriptions.ensure(Subscription::new_messages().resource(format!("post{post:04}"))).await.unwrap();
    }
    stage.fixture.world.set_limit_rules(|limits| limits.per_minute = 30);
    let before = stage.sent("subscribe");
    let keepers = stage.keepers(2);
    stage.pass(2700 + 180 + 60 + 10 * 60).await;
    let rows = subscriptions.list().await.unwrap();
    assert!(rows.iter().all(|row| row.bound_generation == Some(2)), "all are bound in the end");
    let sent = stage.sent("subscribe") - before;
    // Four or five minutes are needed. At the end of each, a few requests find that the quota is used up: three attempts in
    // each of eight concurrent tasks, of the refresh and of the keeper.
    assert!(sent <= 100 + 5 * 2 * 8 * 3, "{sent} requests for 100 subscriptions");
    let late = |report: &KeeperReport| matches!(report, KeeperReport::Late { .. });
    assert!((1..=2).contains(&keepers.count(late)), "{:?}", keepers.news());
}
