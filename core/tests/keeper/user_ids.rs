//! The ids of users that keepers ask for, so that a revocation event finds the grants.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_user_id_is_asked_for_again_after_a_new_login() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let platform = cluster.process().platform;
    let keepers = VirtualCluster::run([platform.keeper()]);
    for round in 1..=2 {
        cluster.pass(120).await;
        let known = platform.grants().info(&key).await.unwrap().unwrap().user_id;
        let id = known.unwrap_or_else(|| panic!("round {round}: the keeper asks who it is"));
        cluster.fixture.world.revoke_access("seller").unwrap();
        let ended = platform.grants().revoked(&id).await.unwrap();
        assert_eq!((ended.len(), ended[0].state), (1, GrantState::NeedsReauth), "round {round}");
        if round == 1 {
            assert_eq!(cluster.fixture.log_in(&platform, "seller", SCOPES).await, key);
        }
    }
    assert_eq!(cluster.fixture.count("users.me"), 2, "once for each login: {:?}", keepers.news());
}

#[tokio::test(start_paused = true)]
async fn a_failed_request_for_the_user_id_is_repeated_later() {
    let cluster = VirtualCluster::new(USUAL);
    let key = seller(&cluster).await;
    let platform = cluster.process().platform;
    cluster.fixture.always("users.me", vec![status(503)]);
    let _keepers = cluster.keepers(1);
    cluster.pass(60).await;
    let failed = cluster.fixture.count("users.me");
    assert!(failed > 0, "the keeper has asked");
    cluster.pass(7 * 60).await;
    assert_eq!(cluster.fixture.count("users.me"), failed, "not again at once");
    cluster.fixture.world.faults().clear();
    cluster.pass(10 * 60).await;
    assert!(platform.grants().info(&key).await.unwrap().unwrap().user_id.is_some());
    assert_eq!(cluster.fixture.count("users.me"), failed + 1);
}

#[tokio::test(start_paused = true)]
async fn a_refused_request_for_a_user_id_is_repeated_after_an_hour_and_stops_no_other() {
    let cluster = VirtualCluster::new(USUAL);
    let platform = cluster.process().platform;
    let on = RequestMatch { endpoint: Some("users.me".into()), ..RequestMatch::default() };
    let refused_once = FaultRule { on, times: Some(1), effects: vec![status(403)], ..FaultRule::default() };
    cluster.fixture.world.faults().add(refused_once);
    let refused = seller(&cluster).await;
    let _keepers = VirtualCluster::run([platform.keeper()]);
    cluster.pass(60).await;
    let other = cluster.fixture.log_in(&platform, "buyer", SCOPES).await;
    let user_id = async |key: &GrantKey| platform.grants().info(key).await.unwrap().unwrap().user_id;
    cluster.pass(30 * 60).await;
    assert_eq!(cluster.fixture.count("users.me"), 2, "once for each");
    assert!(user_id(&refused).await.is_none() && user_id(&other).await.is_some());
    cluster.pass(90 * 60).await;
    assert!(user_id(&refused).await.is_some());
    assert_eq!(cluster.fixture.count("users.me"), 3);
}
