//! Refreshes that end after a newer login, a deletion or a revocation.

use super::*;

#[tokio::test]
async fn a_late_refresh_never_replaces_a_newer_login() {
    let (platform, client, key) = with_ended_token().await;
    let (late, gate) = held_refresh(&platform, &client, &key).await;
    assert_eq!(platform.log_in(&client, "u1", OFFLINE).await, key);
    let newer = stored(&platform, &key).await;
    gate.add_permits(1);
    assert_eq!(late.await.unwrap().unwrap(), newer.pair.access.expose());
    assert_eq!(stored(&platform, &key).await, newer);
}

#[tokio::test]
async fn a_late_refresh_does_not_restore_a_deleted_grant() {
    let (platform, client, key) = with_ended_token().await;
    let (late, gate) = held_refresh(&platform, &client, &key).await;
    assert!(client.grants().forget(&key).await.unwrap());
    gate.add_permits(1);
    assert!(is_reauth(&late.await.unwrap()));
    assert!(client.grants().info(&key).await.unwrap().is_none());
    assert!(!client.grants().forget(&key).await.unwrap());
    assert!(client.grants().list().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_revocation_during_a_refresh_is_detected() {
    let (platform, client, key) = with_ended_token().await;
    client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
    let (call, gate) = held_refresh(&platform, &client, &key).await;
    // The platform has responded to the refresh, and then the user revokes the access.
    platform.revoke();
    let grants = client.grants();
    let revoked = tokio::spawn(async move { grants.revoked("platform-u1").await.unwrap() });
    tokio::task::yield_now().await;
    gate.add_permits(1);
    assert!(call.await.unwrap().is_ok(), "it started before the revocation");
    let checked = revoked.await.unwrap();
    assert!(matches!(&checked[..], [info] if info.state == GrantState::NeedsReauth && !info.renewable), "{checked:?}");
    let asked = platform.token_requests();
    assert_eq!(asked, 4, "after the first refresh, its refresh token and the previous one were tried and refused");
    assert!(is_erased(&platform, &key).await);
    for client in [client, platform.client()] {
        assert!(is_reauth(&token(&client, &key).await));
        assert!(is_reauth(&client.inner.sessions.access_after_401(&client.inner, &key, 2).await));
        assert!(!client.grants().is_usable(&key).await.unwrap());
    }
    assert_eq!(platform.token_requests(), asked);
    // A new login makes the key usable again.
    assert_eq!(platform.log_in(&platform.client(), "u1", OFFLINE).await, key);
    assert!(platform.is_alive(&token(&platform.client(), &key).await.unwrap()));
}

#[tokio::test]
async fn no_late_response_restores_a_revoked_grant() {
    let (platform, client, key) = with_ended_token().await;
    client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
    let other = platform.client();
    let (late, gate) = held_refresh(&platform, &other, &key).await;
    platform.revoke();
    // First waits for the lease of the other process.
    let checked = client.grants().revoked("platform-u1").await.unwrap();
    assert_eq!(checked[0].state, GrantState::NeedsReauth);
    gate.add_permits(1);
    assert!(is_reauth(&late.await.unwrap()));
    assert!(is_erased(&platform, &key).await);
    assert!(is_reauth(&token(&other, &key).await));
}

#[tokio::test]
async fn a_revocation_erases_a_valid_access_token_and_ends_no_newer_login() {
    let (platform, client, key) = logged_in().await;
    client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
    // The refresh token is refused, and the access token stays valid: that alone does not prove a revocation.
    platform.state().refresh.clear();
    assert!(is_reauth(&client.grants().refresh(&key).await));
    assert!(token(&client, &key).await.is_ok() && client.grants().is_usable(&key).await.unwrap());
    client.grants().revoked("platform-u1").await.unwrap();
    assert!(is_erased(&platform, &key).await);
    assert!(is_reauth(&token(&client, &key).await));
    // The same event again, after the user has logged in again.
    platform.log_in(&client, "u1", OFFLINE).await;
    client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
    let checked = client.grants().revoked("platform-u1").await.unwrap();
    assert_eq!((checked.len(), checked[0].state), (1, GrantState::Active));
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}
