//! Event subscriptions end with the token that they were made with.

use super::*;

#[tokio::test]
async fn subscriptions_are_renewed_with_the_tokens() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        fixture.world.configure_app(|app| app.events_url = "http://127.0.0.1:9/events".into());
        fixture.world.pause_deliveries();
        let platform = fixture.client();
        let scopes = ["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "USER_POSTS_GET"];
        let key = fixture.log_in(&platform, "seller", &scopes).await;
        let subscriptions = platform.grants().subscriptions(key.clone());
        let metadata = serde_json::json!({ "shop": 7 });
        subscriptions.ensure(Subscription::new_messages().metadata(metadata.clone())).await.unwrap();
        subscriptions.ensure(Subscription::post_updates()).await.unwrap();
        let conversation = fixture.world.conversations()[0].id.clone();
        let mut messages = 0;
        while fixture.refreshes() < 6 {
            // A keeper that checks every ten minutes.
            fixture.advance(600).await;
            me(&platform.user(key.clone())).await.unwrap();
            subscriptions.renew().await.unwrap();
            // A token that is due is refreshed in the background: the clock must not overtake that.
            until(async || {
                let made_at = fixture.world.tokens().last().unwrap().made_at;
                let generation = i64::try_from(fixture.refreshes()).unwrap() + 1;
                let rows = subscriptions.list().await.unwrap();
                (fixture.world.now() - made_at).num_seconds() < 3000
                    && rows.iter().all(|row| row.bound_generation == Some(generation))
            })
            .await;
            let rows = subscriptions.list().await.unwrap();
            assert_eq!(rows.len(), 2);
            assert!(rows.iter().all(|row| row.status == SubscriptionStatus::Active && row.gap.is_none()));
            let content = MessageContent::Text { text: "is it still there?".into() };
            fixture.world.send_as_user(&conversation, "buyer", content).unwrap();
            messages += 1;
            assert_eq!(fixture.world.subscriptions().len(), 2, "{semantics:?}");
        }
        let deliveries = fixture.world.deliveries();
        assert_eq!(deliveries.len(), messages, "{semantics:?}: every message was delivered once");
        assert!(deliveries.iter().all(|delivery| delivery.body["metadata"] == metadata));
        // If the old token ends at once, its subscription ends at the time at which the new one starts.
        let lapses = fixture.world.lapses();
        assert!(lapses.iter().all(|lapse| lapse.to == Some(lapse.from)), "{semantics:?} {lapses:?}");
        assert!(semantics.1 == OldAccessToken::EndsAtOnce || lapses.is_empty(), "{semantics:?} {lapses:?}");
    }
}

#[tokio::test]
async fn a_permanently_refused_subscription_is_an_error() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let key = fixture.log_in(&platform, "seller", &["offline_access", "USER_ID", "USER_POSTS_GET"]).await;
    let subscriptions = platform.grants().subscriptions(key);
    for _ in 0..2 {
        let refused = subscriptions.ensure(Subscription::new_messages()).await.unwrap_err();
        assert!(
            matches!(&refused, Error::InvalidInput { field, .. } if field == "subscription.event_type"),
            "{refused}"
        );
    }
    fixture
        .world
        .configure_app(|app| app.permissions.retain(|permission| permission != "EVENTS_REGISTER_SUBSCRIPTION"));
    let refused = subscriptions.ensure(Subscription::post_updates()).await.unwrap_err();
    assert!(matches!(&refused, Error::Api(api) if api.kind == ApiErrorKind::MissingScope), "{refused}");
    // A subscription stays wanted if a login or the console can resolve the refusal.
    let rows = subscriptions.list().await.unwrap();
    let standing: Vec<_> = rows.iter().map(|row| (row.subscription.event_type.as_str(), row.status)).collect();
    let blocked =
        [("NEW_MESSAGE_ON_POST", SubscriptionStatus::BlockedScope), ("POST_UPDATE", SubscriptionStatus::BlockedKey)];
    assert_eq!(standing, blocked);
}

#[tokio::test]
async fn the_platform_decides_on_a_subscription_of_a_grant_whose_scopes_are_not_known() {
    for (scopes, is_granted) in [(["offline_access", "USER_POSTS_GET"], true), (["offline_access", "USER_ID"], false)] {
        let fixture = Fixture::start().await;
        let issued = fixture.world.issue_tokens("seller", scopes.iter().copied()).unwrap();
        let tokens = Tokens {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_at: issued.expires_at,
            expiry_assumed: false,
            scopes: Vec::new(),
        };
        let platform = fixture.client();
        let grant = platform.grants().adopt(Adoption::new(tokens)).await.unwrap();
        let subscriptions = platform.grants().subscriptions(grant.key);
        let outcome = subscriptions.ensure(Subscription::post_updates()).await;
        let standing = subscriptions.list().await.unwrap()[0].status;
        if is_granted {
            assert_eq!((outcome.unwrap().status, standing), (SubscriptionStatus::Active, SubscriptionStatus::Active));
        } else {
            let Error::Api(refused) = outcome.unwrap_err() else { panic!("the platform has refused it") };
            assert_eq!((refused.kind, standing), (ApiErrorKind::MissingScope, SubscriptionStatus::BlockedScope));
            assert_eq!(refused.needs_scopes, ["USER_POSTS_GET"]);
        }
    }
}

#[tokio::test]
async fn a_gap_in_the_events_is_exact_to_the_second() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let scopes = ["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
    let key = fixture.log_in(&platform, "seller", &scopes).await;
    let subscriptions = platform.grants().subscriptions(key);
    subscriptions.ensure(Subscription::new_messages()).await.unwrap();
    let begin = fixture.world.now();
    // No process runs for three hours, and then one does.
    fixture.advance(3 * HOUR).await;
    let row = subscriptions.renew().await.unwrap().remove(0);
    let gap = row.gap.unwrap();
    assert_eq!(((gap.from - begin).num_seconds(), (gap.to - begin).num_seconds()), (3600, 3 * 3600));
    for _ in 0..3 {
        fixture.advance(50 * 60).await;
        let key = platform.grants().list().await.unwrap().remove(0).key;
        platform.grants().refresh(key).await.unwrap();
    }
    let lapses = fixture.world.lapses();
    assert_eq!(lapses.len(), 1, "{lapses:?}");
    assert_eq!((lapses[0].from, lapses[0].to), (gap.from, Some(gap.to)), "the platform saw the same gap");
}
