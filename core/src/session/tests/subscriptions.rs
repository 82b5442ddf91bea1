//! Subscriptions are renewed with each token.

use super::*;

#[tokio::test]
async fn subscriptions_are_renewed_with_each_new_token() {
    let platform = Platform::new();
    let client = platform.client();
    let scopes = &["USER_POSTS_GET", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "offline_access"];
    let key = platform.log_in(&client, "u1", scopes).await;
    let subscriptions = client.user(key.clone()).subscriptions();
    let everywhere = Subscription::new(SubscriptionType::NewMessageOnPost);
    let info = subscriptions.ensure(everywhere.clone()).await.unwrap();
    assert_eq!((info.status, info.bound_generation), (SubscriptionStatus::Active, Some(1)));
    subscriptions.ensure(everywhere.clone()).await.unwrap();
    assert_eq!(platform.state().subscriptions.len(), 1, "the second call sends no request");
    subscriptions.ensure(everywhere.resource("")).await.unwrap();
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert_eq!(subscriptions.list().await.unwrap().len(), 3, "an omitted and an empty resource id differ");

    platform.advance(HOUR + 60);
    assert!(subscriptions.list().await.unwrap().iter().all(|row| row.status == SubscriptionStatus::Lapsed));
    let fresh = token(&client, &key).await.unwrap();
    until(async || {
        let rows = subscriptions.list().await.unwrap();
        rows.iter().all(|row| row.bound_generation == Some(2) && row.status == SubscriptionStatus::Active)
    })
    .await;
    assert!(platform.state().subscriptions[3..].iter().all(|(bearer, _)| *bearer == fresh));
    let gap = subscriptions.list().await.unwrap()[0].gap.unwrap();
    assert_eq!((gap.to - gap.from).num_seconds(), 60);

    assert!(subscriptions.remove(SubscriptionType::PostUpdate, None).await.unwrap());
    assert!(!subscriptions.remove(SubscriptionType::PostUpdate, None).await.unwrap());
    let before = platform.state().subscriptions.len();
    client.grants().refresh(&key).await.unwrap();
    until(async || platform.state().subscriptions.len() == before + 2).await;
}

#[tokio::test]
async fn blocked_subscriptions_return_the_reason_and_are_not_repeated() {
    let platform = Platform::new();
    let client = platform.client();
    let scopes = &["CHAT_POST_CONVERSATIONS_READ.gZd7", "USER_POSTS_GET", "offline_access"];
    let key = platform.log_in(&client, "u1", scopes).await;
    let subscriptions = client.grants().subscriptions(&key);
    let other_post = Subscription::new(SubscriptionType::NewMessageOnPost).resource("other");
    let revocation = Subscription::new(SubscriptionType::UserAccessRevocation);
    for wanted in [other_post, revocation] {
        let refused = subscriptions.ensure(wanted).await.unwrap_err();
        assert!(
            matches!(&refused, Error::InvalidInput { field, .. } if field == "subscription.event_type"),
            "{refused}"
        );
    }
    let blocked = subscriptions.list().await.unwrap();
    assert!(blocked.len() == 2 && blocked.iter().all(|row| row.status == SubscriptionStatus::BlockedScope));
    assert!(platform.state().subscriptions.is_empty());
    let this_post = Subscription::new(SubscriptionType::NewMessageOnPost).resource("gZd7");
    assert_eq!(subscriptions.ensure(this_post).await.unwrap().status, SubscriptionStatus::Active);
    platform.state().subscription_answer = Some(403);
    let updates = Subscription::new(SubscriptionType::PostUpdate);
    let refused = subscriptions.ensure(updates).await.unwrap_err();
    assert!(matches!(&refused, Error::Api(api) if api.kind == ApiErrorKind::MissingScope), "{refused}");
    let standing = subscriptions.list().await.unwrap();
    assert_eq!(standing.iter().filter(|row| row.status == SubscriptionStatus::BlockedKey).count(), 1);
    let sent = platform.state().subscriptions.len();
    subscriptions.renew().await.unwrap();
    assert_eq!(platform.state().subscriptions.len(), sent);
    let by_token = client.user_with_token("at").subscriptions();
    assert!(matches!(by_token.list().await, Err(Error::InvalidInput { .. })));
}

#[tokio::test]
async fn the_subscriptions_of_an_ended_grant_are_renewed_at_the_next_login() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    platform.advance(2 * HOUR);
    platform.fail(Fault::Answer(400, r#"{"error":"invalid_grant"}"#.into()));
    assert!(is_reauth(&token(&client, &key).await));
    assert_eq!(subscriptions.list().await.unwrap()[0].status, SubscriptionStatus::GrantLost);
    platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    until(async || subscriptions.list().await.unwrap()[0].status == SubscriptionStatus::Active).await;
}
