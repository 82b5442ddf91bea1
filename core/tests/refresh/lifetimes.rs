//! The thirty days of a refresh token.

use super::*;

#[tokio::test]
async fn thirty_days_are_counted_from_the_refresh_or_from_the_login() {
    for (life, alive_after_forty_days) in [(RefreshLife::Rolling, true), (RefreshLife::Absolute, false)] {
        let fixture = Fixture::start().await;
        fixture.world.set_oauth_rules(|rules| rules.refresh_life = life);
        let (_, user) = fixture.seller().await;
        for _ in 0..2 {
            fixture.advance(14 * DAY).await;
            me(&user).await.unwrap();
        }
        fixture.advance(12 * DAY).await;
        let result = me(&user).await;
        assert_eq!(result.is_ok(), alive_after_forty_days, "{life:?} {result:?}");
        assert_eq!(is_reauth(&result), !alive_after_forty_days);
        assert_eq!(fixture.refreshes(), 3);
    }
}

#[tokio::test]
async fn a_grant_is_valid_until_the_last_second_of_its_thirty_days() {
    for (idle, alive) in [(30 * DAY - 1, true), (30 * DAY, false), (30 * DAY + 1, false), (31 * DAY, false)] {
        let fixture = Fixture::start().await;
        let (platform, user) = fixture.seller().await;
        fixture.advance(idle).await;
        for _ in 0..24 {
            assert_eq!(me(&user).await.is_ok(), alive, "{idle}");
            if !alive {
                fixture.advance(HOUR).await;
            }
        }
        assert_eq!(fixture.refreshes(), 1, "at most one attempt");
        let expected = if alive { GrantState::Active } else { GrantState::NeedsReauth };
        assert_eq!(state(&platform, &user).await, expected);
    }
}

#[tokio::test]
async fn an_impossible_lifetime_is_clamped_or_an_error() {
    use open_platform::testing::{ManualClock, Recorder, ScriptedResponse};
    let now = chrono::DateTime::UNIX_EPOCH;
    let lifetimes = ["", "0", "-5", "1e18", "18446744073709551615", "\"3600\"", "3600.0", "null"];
    let (mut values, mut panics, mut outside, mut leaks) = (0, 0, 0, 0);
    for lifetime in lifetimes {
        let member = if lifetime.is_empty() { String::new() } else { format!(",\"expires_in\":{lifetime}") };
        let body =
            format!("{{\"access_token\":\"canary\",\"refresh_token\":\"rt\",\"token_type\":\"bearer\"{member}}}");
        let answer = ScriptedResponse::new(200).header("content-type", "application/json").body(body);
        let client = OpenPlatform::builder().client_id("app").client_secret("s").redirect_uri("https://app.example/cb");
        let platform = client.transport(Recorder::always(answer)).clock(ManualClock::at(now)).build().unwrap();
        let tokens = Tokens {
            access_token: "at".into(),
            refresh_token: Some("old".into()),
            expires_at: now,
            expiry_assumed: false,
            scopes: Vec::new(),
        };
        let key = platform.grants().adopt(Adoption::new(tokens)).await.unwrap().key;
        let grants = platform.grants();
        // In a task of its own, whose end says whether it panicked.
        match tokio::spawn(async move { grants.refresh(key).await }).await {
            Ok(Ok(grant)) => {
                let seconds = (grant.access_expires_at - now).num_seconds();
                outside += usize::from(!(1..=30 * DAY as i64).contains(&seconds));
            }
            Ok(Err(error)) => leaks += usize::from(format!("{error} {error:?}").contains("canary")),
            Err(_) => panics += 1,
        }
        values += 1;
    }
    measured("F15", "", &[("values", values as f64), ("panics", panics as f64)]);
    measured("F15", "", &[("lives outside [1 s, 30 d]", outside as f64), ("secrets in errors", leaks as f64)]);
    assert_eq!((panics, outside, leaks), (0, 0, 0));
}
