//! A 401 whose `WWW-Authenticate` names the access token as its cause.

use super::*;

/// Ends the newest access token at the platform, by its clock only.
fn end_token(place: &Place) {
    assert!(place.world.expire_access_token(place.world.tokens().last().unwrap().pair));
}

#[tokio::test]
async fn a_token_that_ends_at_once_after_the_login_is_refreshed_once() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let (_, user) = place.seller().await;
        end_token(&place);
        me(&user).await.unwrap();
        assert_eq!((place.count("users.me"), place.refreshes()), (2, 1), "{semantics:?}");
        place.advance(5).await;
        end_token(&place);
        me(&user).await.unwrap();
        assert_eq!((place.count("users.me"), place.refreshes()), (4, 2), "{semantics:?}");
    }
}

#[tokio::test]
async fn a_platform_that_refuses_every_token_by_name_is_asked_for_one_refresh() {
    let place = Place::start().await;
    let (_, user) = place.seller().await;
    end_token(&place);
    me(&user).await.unwrap();
    end_token(&place);
    for _ in 0..10 {
        assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    }
    assert_eq!((place.count("users.me"), place.refreshes()), (12, 1));
}

#[tokio::test]
async fn a_wrong_api_key_refreshes_no_new_token() {
    let place = Place::start().await;
    let (_, user) = place.seller().await;
    place.world.configure_app(|app| app.api_key = "another-key".into());
    assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    assert_eq!((place.count("users.me"), place.refreshes()), (1, 0));
}

#[tokio::test]
async fn a_revocation_just_after_the_login_needs_a_new_login() {
    let place = Place::start().await;
    let (platform, user) = place.seller().await;
    place.world.revoke_access("seller").unwrap();
    assert!(is_reauth(&me(&user).await));
    assert_eq!((state(&platform, &user).await, place.refreshes()), (GrantState::NeedsReauth, 1));
}
