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
