//! All behaviours of a used refresh token, expiries, and the ends of a grant.

use super::*;

const BACK: &str = "https://app.example/back";

struct Server {
    grants: Grants,
    rules: OAuthRules,
    ids: Ids,
    now: DateTime<Utc>,
}

impl Server {
    fn new(rules: OAuthRules) -> (Self, String) {
        let now = "2026-01-01T12:00:00Z".parse().unwrap();
        let mut server = Self { grants: Grants::default(), rules, ids: Ids::new(7, "w"), now };
        let code = server.consent(&["USER_PHONE", "offline_access"]);
        let pair = server.exchange(&code).unwrap();
        let refresh = server.refresh_token(pair);
        (server, refresh)
    }

    fn consent(&mut self, scopes: &[&str]) -> String {
        let grant = Grant {
            user: "u".into(),
            scopes: scopes.iter().map(|s| (*s).to_owned()).collect(),
            redirect_uri: BACK.into(),
            made_at: self.now,
            ended: None,
        };
        self.grants.consent(grant, None, &self.rules, &mut self.ids, &mut Schedule::default())
    }

    fn exchange(&mut self, code: &str) -> Result<i64, TokenError> {
        let wanted = Exchange { code, redirect_uri: BACK, verifier: None };
        self.grants.exchange(&wanted, self.now, &self.rules, &mut self.ids, &mut Schedule::default())
    }

    fn refresh(&mut self, token: &str) -> Result<i64, &'static str> {
        let refreshed = self.grants.refresh(token, self.now, &self.rules, &mut self.ids, &mut Schedule::default());
        refreshed.map_err(|error| error.error)
    }

    fn wait(&mut self, seconds: i64) {
        self.now = add_seconds(self.now, seconds);
    }

    fn refresh_token(&self, pair: i64) -> String {
        self.grants.pair(pair).unwrap().refresh.as_ref().unwrap().expose().to_owned()
    }

    fn access_works(&mut self, pair: i64) -> bool {
        let token = self.grants.pair(pair).unwrap().access.expose().to_owned();
        self.grants.access(&token, self.now).is_some()
    }
}

fn with(grace: Grace) -> OAuthRules {
    OAuthRules { grace, ..OAuthRules::default() }
}

#[test]
fn strict_a_second_use_ends_the_grant() {
    let (mut server, old) = Server::new(with(Grace::Strict));
    let new = server.refresh(&old).unwrap();
    assert_eq!(server.refresh(&old), Err("invalid_grant"));
    assert!(!server.access_works(new));
    let token = server.refresh_token(new);
    assert_eq!(server.refresh(&token), Err("invalid_grant"));
}

#[test]
fn fork_every_use_in_the_grace_period_makes_a_valid_pair() {
    let (mut server, old) = Server::new(with(Grace::Fork));
    let first = server.refresh(&old).unwrap();
    server.wait(119);
    let second = server.refresh(&old).unwrap();
    assert_ne!(first, second);
    assert!(server.access_works(first) && server.access_works(second));
    // The window counts from the first use, not from the last.
    server.wait(1);
    assert_eq!(server.refresh(&old), Err("invalid_grant"));
    assert!(!server.access_works(first) && !server.access_works(second));
}

#[test]
fn idempotent_gives_the_same_pair_again() {
    let (mut server, old) = Server::new(with(Grace::Idempotent));
    let first = server.refresh(&old).unwrap();
    server.wait(60);
    assert_eq!(server.refresh(&old), Ok(first));
}

#[test]
fn latest_wins_invalidates_the_earlier_successor() {
    let (mut server, old) = Server::new(with(Grace::LatestWins));
    let first = server.refresh(&old).unwrap();
    let second = server.refresh(&old).unwrap();
    assert!(!server.access_works(first) && server.access_works(second));
    let dead = server.refresh_token(first);
    assert_eq!(server.refresh(&dead), Err("invalid_grant"));
    assert!(server.access_works(second), "a superseded token is no reuse");
}

#[test]
fn until_used_the_old_token_is_valid_until_the_new_pair_is_used() {
    let (mut server, old) = Server::new(with(Grace::UntilUsed));
    server.refresh(&old).unwrap();
    server.wait(3000);
    let second = server.refresh(&old).unwrap();
    assert!(server.access_works(second));
    assert_eq!(server.refresh(&old), Err("invalid_grant"));
}

#[test]
fn reuse_ends_the_grant_only_if_the_switch_is_on() {
    let (mut server, old) = Server::new(OAuthRules { reuse_revokes: false, ..with(Grace::Fork) });
    let new = server.refresh(&old).unwrap();
    server.wait(121);
    assert_eq!(server.refresh(&old), Err("invalid_grant"));
    assert!(server.access_works(new));
}

#[test]
fn the_old_access_token_stays_valid_or_ends_at_once() {
    for (rule, at_once, lives) in [(OldAccessToken::EndsAtOnce, true, 0), (OldAccessToken::StaysValid, false, 120)] {
        let (mut server, old) = Server::new(OAuthRules { old_access_token: rule, ..with(Grace::Fork) });
        server.refresh(&old).unwrap();
        assert_eq!(server.access_works(1), !at_once);
        server.wait(lives);
        assert!(!server.access_works(1));
    }
}

#[test]
fn thirty_days_count_from_the_issue_or_from_the_consent() {
    const DAY: i64 = 24 * 3600;
    for (life, at_day_40) in [(RefreshLife::Rolling, true), (RefreshLife::Absolute, false)] {
        let (mut server, old) = Server::new(OAuthRules { refresh_life: life, ..OAuthRules::default() });
        server.wait(20 * DAY);
        let pair = server.refresh(&old).unwrap();
        let token = server.refresh_token(pair);
        server.wait(20 * DAY);
        assert_eq!(server.refresh(&token).is_ok(), at_day_40, "{life:?}");
    }
    let (mut server, old) = Server::new(OAuthRules::default());
    server.wait(30 * DAY);
    assert_eq!(server.refresh(&old), Err("invalid_grant"));
}

#[test]
fn a_concurrent_refresh_is_asked_once_to_retry() {
    let (mut server, old) = Server::new(OAuthRules { concurrent_refresh_seconds: 2, ..with(Grace::Fork) });
    server.refresh(&old).unwrap();
    assert_eq!(server.refresh(&old), Err("invalid_request"));
    assert!(server.refresh(&old).is_ok());
}

#[test]
fn a_code_works_once_and_its_reuse_ends_the_grant() {
    let (mut server, _) = Server::new(OAuthRules::default());
    let code = server.consent(&["USER_PHONE"]);
    let pair = server.exchange(&code).unwrap();
    assert!(server.grants.pair(pair).unwrap().refresh.is_none(), "offline_access was not asked for");
    assert!(server.access_works(pair));
    assert_eq!(server.exchange(&code).unwrap_err().error, "invalid_grant");
    assert!(!server.access_works(pair));
    let late = server.consent(&["USER_PHONE"]);
    server.wait(600);
    assert_eq!(server.exchange(&late).unwrap_err().error, "invalid_grant");
}

#[test]
fn a_revoked_grant_is_not_valid() {
    let (mut server, refresh) = Server::new(OAuthRules::default());
    assert_eq!(server.grants.live_grants("u").count(), 1);
    server.grants.revoke("u", server.now);
    assert!(!server.access_works(1));
    assert_eq!(server.refresh(&refresh), Err("invalid_grant"));
    assert_eq!(server.grants.live_grants("u").count(), 0);
}

#[test]
fn a_scope_for_an_object_is_valid_for_that_object_only() {
    let access = Access {
        token: String::new(),
        pair: 1,
        grant: "1".into(),
        user: "u".into(),
        scopes: vec!["POST_ADDON_CREATE.a".into(), "USER_PHONE".into()],
        expires_at: DateTime::UNIX_EPOCH,
    };
    assert!(access.has(&scope::POST_ADDON_CREATE, "a") && !access.has(&scope::POST_ADDON_CREATE, "b"));
    assert!(access.has(&scope::USER_PHONE, "whatever") && !access.has(&scope::USER_ID, ""));
}
