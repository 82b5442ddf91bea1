//! A 401 whose `WWW-Authenticate` names the access token as its cause.

use super::*;

/// Ends the newest access token at the platform, by its clock only.
fn end_token(fixture: &Fixture) {
    assert!(fixture.world.expire_access_token(fixture.world.tokens().last().unwrap().pair));
}

#[tokio::test]
async fn a_token_that_ends_at_once_after_the_login_is_refreshed_once() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (_, user) = fixture.seller().await;
        end_token(&fixture);
        me(&user).await.unwrap();
        assert_eq!((fixture.count("users.me"), fixture.refreshes()), (2, 1), "{semantics:?}");
        fixture.advance(5).await;
        end_token(&fixture);
        me(&user).await.unwrap();
        assert_eq!((fixture.count("users.me"), fixture.refreshes()), (4, 2), "{semantics:?}");
    }
}

#[tokio::test]
async fn a_platform_that_refuses_every_token_by_name_is_asked_for_one_refresh() {
    let fixture = Fixture::start().await;
    let (_, user) = fixture.seller().await;
    end_token(&fixture);
    me(&user).await.unwrap();
    end_token(&fixture);
    for _ in 0..10 {
        assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    }
    assert_eq!((fixture.count("users.me"), fixture.refreshes()), (12, 1));
}

#[tokio::test]
async fn a_token_that_lives_for_a_second_is_refreshed_every_thirty_seconds() {
    let fixture = Fixture::start().await;
    fixture.world.set_oauth_rules(|rules| rules.access_token_seconds = 1);
    let (_, user) = fixture.seller().await;
    let mut refreshed_at = Vec::new();
    for second in 1..=100 {
        fixture.advance(1).await;
        let (before, result) = (fixture.refreshes(), me(&user).await);
        if fixture.refreshes() > before {
            refreshed_at.push(second);
            result.unwrap();
        } else {
            assert!(result.is_ok() || is_api(&result, ApiErrorKind::Unauthorized), "{second}: {result:?}");
        }
    }
    let waits: Vec<_> = refreshed_at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(refreshed_at[0] <= 2 && waits == [30; 3], "{refreshed_at:?}");
}

#[tokio::test]
async fn a_wrong_api_key_refreshes_no_new_token() {
    let fixture = Fixture::start().await;
    let (_, user) = fixture.seller().await;
    fixture.world.configure_app(|app| app.api_key = "another-key".into());
    assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    assert_eq!((fixture.count("users.me"), fixture.refreshes()), (1, 0));
}

#[tokio::test]
async fn a_revocation_just_after_the_login_needs_a_new_login() {
    let fixture = Fixture::start().await;
    let (platform, user) = fixture.seller().await;
    fixture.world.revoke_access("seller").unwrap();
    assert!(is_reauth(&me(&user).await));
    assert_eq!((state(&platform, &user).await, fixture.refreshes()), (GrantState::NeedsReauth, 1));
}
