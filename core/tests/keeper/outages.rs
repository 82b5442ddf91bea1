//! Processes that crash, and stores that are down, full or damaged.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_crash_after_the_response_is_recovered_in_time_and_requested_once_afterwards() {
    let graces = [Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];
    for grace in graces {
        for late in [false, true] {
            let cluster = VirtualCluster::new((grace, OldAccessToken::StaysValid)).repeats_writes();
            let key = seller(&cluster).await;
            let dead = cluster.process();
            dead.wire.dies.store(true, Ordering::SeqCst);
            let first = VirtualCluster::run([dead.platform.keeper()]);
            while cluster.sent("token") == 1 {
                cluster.pass(1).await;
            }
            drop(first);
            cluster.pass(if late { 10 * 60 } else { 20 }).await;
            let keepers = cluster.keepers(3);
            cluster.pass(25 * HOUR).await;
            let state = cluster.process().platform.grants().info(&key).await.unwrap().unwrap().state;
            // A platform that accepts the old token until the new one is used also accepts it late.
            if late && grace != Grace::UntilUsed {
                let refreshes = cluster.fixture.world.ledger().requests_to("oauth.refresh");
                let quiet = cluster.fixture.world.now() - refreshes.last().unwrap().at;
                let (more, ended, hours) =
                    (cluster.sent("token") - 2, keepers.ended(), quiet.as_seconds_f64() / 3600.0);
                measured("F06", "", &[("more token requests", more as f64)]);
                measured("F06", "", &[("times that NEEDS_REAUTH is reported", ended as f64)]);
                measured("F06", "", &[("virtual hours without another request", hours)]);
                assert_eq!((state, ended), (GrantState::NeedsReauth, 1), "{grace:?}");
                assert_eq!(more, 1, "{grace:?}: beside the lost one");
            } else {
                assert_eq!((state, keepers.ended()), (GrantState::Active, 0), "{grace:?} {late}");
                assert_eq!(cluster.sent("token") - 2, keepers.refreshed(), "{grace:?} {late}");
            }
        }
    }
}

/// The last case of the README of the repository from which no client can recover.
#[tokio::test(start_paused = true)]
async fn lost_writes_that_no_running_process_had_read_end_the_grant_which_is_reported_once() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let stored = async || cluster.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let old = stored().await;
    let keepers = cluster.keepers(1);
    while keepers.refreshed() == 0 {
        cluster.pass(60).await;
    }
    drop(keepers);
    let lost = stored().await.version;
    assert!(cluster.store.put(RecordKind::Grant, key.as_str(), Some(lost), old.value().unwrap()).await.unwrap());
    // The platform no longer accepts the older token.
    cluster.pass(10 * 60).await;
    let keepers = cluster.keepers(3);
    cluster.pass(24 * HOUR).await;
    let grant = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
    assert_eq!((grant.state, grant.generation, keepers.ended()), (GrantState::NeedsReauth, 1, 1));
    assert_eq!(cluster.sent("token"), 3, "the login, the lost refresh, and the refused one");
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_down_for_thirty_seconds_loses_nothing() {
    the_store_fails_for_thirty_seconds("store down", |wire| &wire.breaks_store, FailingStore::set_down, 1).await;
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_full_for_thirty_seconds_loses_nothing() {
    the_store_fails_for_thirty_seconds("disk full", |wire| &wire.fills_store, FailingStore::set_full, 0).await;
}

async fn the_store_fails_for_thirty_seconds(
    how: &str,
    breaks: fn(&SyncedTransport) -> &AtomicBool,
    set: fn(&FailingStore, bool),
    unknown: usize,
) {
    // The refresh token can be used once: the tokens that arrived while the store was down are the only ones.
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let process = cluster.process();
    breaks(&process.wire).store(true, Ordering::SeqCst);
    let keepers = VirtualCluster::run([process.platform.keeper()]);
    while breaks(&process.wire).load(Ordering::SeqCst) {
        cluster.pass(1).await;
    }
    let user = process.platform.user(&key);
    let (mut seconds, mut failed) = (0, 0);
    for _ in 0..30 {
        cluster.pass(1).await;
        // The store takes nothing.
        seconds += usize::from(cluster.store.put(RecordKind::Login, "a probe", None, b"").await.is_err());
        failed += usize::from(user.users().me().await.is_err());
    }
    measured("F08", how, &[("seconds without the store", seconds as f64), ("calls that fail", failed as f64)]);
    let drained = async |seconds| process.platform.drain(std::time::Duration::from_secs(seconds)).await;
    let before = drained(1).await;
    set(&cluster.store, false);
    let after = drained(60).await;
    let stored = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
    cluster.pass(3 * HOUR).await;
    let grant = cluster.process().platform.grants().info(&key).await.unwrap().unwrap();
    // Each pair that the platform has issued is a generation of the grant, and the grant has not ended.
    let lost = (cluster.sent("token") as i64 - grant.generation).abs() + keepers.ended() as i64;
    measured("F08", how, &[("pairs lost", lost as f64)]);
    assert_eq!((seconds, failed, lost), (30, 0, 0));
    assert_eq!((before, after), (false, true), "while the store is down, there are tokens that are not stored");
    assert_eq!((stored.generation, stored.state), (2, GrantState::Active));
    // If the store was down, the keeper does not count the first refresh: its tokens were stored later.
    assert_eq!(keepers.refreshed() + unknown, cluster.sent("token") - 1, "{:?}", keepers.reports());
    assert!(cluster.missed().num_seconds() == 0, "{}", cluster.missed());
}

#[tokio::test(start_paused = true)]
async fn a_keeper_without_its_store_sends_nothing_and_reports_it() {
    let troubles = [FailingStore::set_down, FailingStore::set_full];
    for trouble in troubles {
        let cluster = VirtualCluster::new(USUAL);
        let key = seller(&cluster).await;
        let keepers = cluster.keepers(1);
        cluster.pass(HOUR / 2).await;
        trouble(&cluster.store, true);
        cluster.pass(HOUR / 3).await;
        assert_eq!(cluster.sent("token"), 1);
        assert!(
            matches!(&keepers.news()[..], [KeeperReport::Stalled { code, .. }] if code == "store"),
            "{:?}",
            keepers.news()
        );
        trouble(&cluster.store, false);
        cluster.pass(HOUR / 4).await;
        assert!(matches!(&keepers.news()[1..], [KeeperReport::Resumed { .. }]), "{:?}", keepers.news());
        assert_eq!(cluster.process().platform.grants().info(&key).await.unwrap().unwrap().generation, 2);
        assert_eq!(cluster.missed().num_seconds(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_grant_does_not_block_the_others() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    assert!(cluster.store.put(RecordKind::Grant, "broken", None, b"{}").await.unwrap());
    let keepers = cluster.keepers(2);
    cluster.pass(3 * HOUR).await;
    assert_eq!(cluster.process().platform.grants().info(&key).await.unwrap().unwrap().generation, 4);
    assert_eq!((keepers.refreshed(), keepers.news()), (3, Vec::new()));
    assert_eq!(cluster.missed().num_seconds(), 0);
}
