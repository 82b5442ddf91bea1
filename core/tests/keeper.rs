//! Keepers at work: grants that nobody uses stay alive, and their events keep coming. Time is virtual.

mod support;

use open_platform::model::event::Subscription;
use open_platform::session::KeeperReport;
use support::Place;

const SCOPES: &[&str] = &["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];

#[tokio::test]
async fn a_keeper_refreshes_and_renews_without_traffic() {
    let place = Place::start().await;
    let platform = place.client();
    let key = place.log_in(&platform, "seller", SCOPES).await;
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
    assert_eq!(place.refreshes(), 4);
    assert!(place.world.lapses().iter().all(|lapse| lapse.to == Some(lapse.from)), "{:?}", place.world.lapses());
}
