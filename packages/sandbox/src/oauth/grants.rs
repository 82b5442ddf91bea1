//! Grants, codes and pairs of tokens: who holds what, until when, and what one use of a token does to the others.
//! No HTTP, no forms. Every method takes the instant it acts at.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use open_platform::Secret;
use open_platform::scope::{self, ScopeKind};

use super::rules::{Grace, OAuthRules, OldAccessToken, RefreshLife};
use crate::clock::{Job, Schedule, add_seconds};
use crate::ids::Ids;

/// A live access token: whose it is and what it may do.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Access {
    /// The token.
    pub(crate) token: String,
    /// Number of the pair that the token belongs to. Subscriptions hang on it.
    pub(crate) pair: i64,
    /// The consent it came from, which survives refreshes.
    pub(crate) grant: String,
    /// Name of the user in the world, such as `seller`.
    pub(crate) user: String,
    /// The granted scopes, with their identifiers.
    pub(crate) scopes: Vec<String>,
    /// When it ends by itself.
    pub(crate) expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("pair", &self.pair).field("user", &self.user).finish_non_exhaustive()
    }
}

impl Access {
    /// Whether a granted scope is of a kind, for whatever object.
    pub(crate) fn names(granted: &str, kind: &ScopeKind) -> bool {
        match granted.split_once('.') {
            Some((name, _)) => name == kind.name,
            None => granted == kind.name && kind.object.identifier().is_none(),
        }
    }

    /// Whether the token carries a scope: with exactly this identifier where the scope is tied to an object.
    pub(crate) fn has(&self, kind: &ScopeKind, identifier: &str) -> bool {
        self.scopes.iter().any(|granted| match granted.split_once('.') {
            Some((name, id)) => name == kind.name && id == identifier,
            None => granted == kind.name && kind.object.identifier().is_none(),
        })
    }
}

/// One consent of a user, and everything that came of it.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    /// Name of the user in the world.
    pub(crate) user: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) redirect_uri: String,
    pub(crate) made_at: DateTime<Utc>,
    pub(crate) ended: Option<(DateTime<Utc>, &'static str)>,
}

/// An authorization code.
#[derive(Clone, Debug)]
struct Code {
    grant: i64,
    until: DateTime<Utc>,
    used: bool,
    challenge: Option<String>,
}

/// An access token, and the refresh token that came with it.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) grant: i64,
    pub(crate) access: Secret,
    pub(crate) refresh: Option<Secret>,
    pub(crate) made_at: DateTime<Utc>,
    /// When the access token stops or stopped working.
    pub(crate) access_until: DateTime<Utc>,
    /// When the refresh token stops or stopped working, however it was used.
    pub(crate) refresh_until: DateTime<Utc>,
    /// When the refresh token was first used.
    pub(crate) rotated_at: Option<DateTime<Utc>>,
    /// Whether one of its tokens was used.
    pub(crate) used: Cell<bool>,
    successors: Vec<i64>,
    asked_to_retry: bool,
}

/// An error answer of the token endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TokenError {
    pub(crate) error: &'static str,
    pub(crate) description: String,
}

impl TokenError {
    pub(crate) fn new(error: &'static str, description: impl Into<String>) -> Self {
        Self { error, description: description.into() }
    }

    fn grant(description: &str) -> Self {
        Self::new("invalid_grant", description)
    }

    /// The status that belongs to the error word (RFC 6749 section 5.2; facts part 1.11.4).
    pub(crate) fn status(&self) -> u16 {
        if self.error == "invalid_client" { 401 } else { 400 }
    }
}

/// What an exchange of a code is checked against.
pub(crate) struct Exchange<'a> {
    pub(crate) code: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) verifier: Option<&'a str>,
}

/// All grants of a world.
#[derive(Clone, Default)]
pub(crate) struct Grants {
    grants: Vec<Grant>,
    codes: Vec<Code>,
    pairs: Vec<Pair>,
    by_code: HashMap<String, i64>,
    by_access: HashMap<String, i64>,
    by_refresh: HashMap<String, i64>,
}

impl std::fmt::Debug for Grants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grants").field("grants", &self.grants.len()).field("pairs", &self.pairs.len()).finish()
    }
}

fn at<T>(list: &[T], number: i64) -> Option<&T> {
    list.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

fn at_mut<T>(list: &mut [T], number: i64) -> Option<&mut T> {
    list.get_mut(usize::try_from(number).ok()?.checked_sub(1)?)
}

fn push<T>(list: &mut Vec<T>, value: T) -> i64 {
    list.push(value);
    i64::try_from(list.len()).unwrap_or(i64::MAX)
}

impl Grants {
    /// Notes the user's consent and returns the code for the app.
    pub(crate) fn consent(
        &mut self,
        grant: Grant,
        challenge: Option<String>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> String {
        let text = ids.credential("ory_ac_");
        let until = add_seconds(grant.made_at, rules.code_seconds);
        let grant = push(&mut self.grants, grant);
        let code = push(&mut self.codes, Code { grant, until, used: false, challenge });
        self.by_code.insert(text.clone(), code);
        schedule.at(until, Job::ExpireCode { code });
        text
    }

    /// Exchanges a code for the first pair.
    pub(crate) fn exchange(
        &mut self,
        wanted: &Exchange<'_>,
        now: DateTime<Utc>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> Result<i64, TokenError> {
        let number = *self.by_code.get(wanted.code).ok_or_else(|| TokenError::grant("the code is unknown"))?;
        let code = at(&self.codes, number).cloned().ok_or_else(|| TokenError::grant("the code is unknown"))?;
        let grant = at(&self.grants, code.grant).ok_or_else(|| TokenError::grant("the code is unknown"))?;
        if code.used {
            if rules.code_reuse_revokes {
                self.end(code.grant, now, "the authorization code was used twice");
            }
            return Err(TokenError::grant("the code was already used"));
        }
        if now >= code.until {
            return Err(TokenError::grant("the code has expired"));
        }
        if grant.ended.is_some() {
            return Err(TokenError::grant("the user has withdrawn the grant"));
        }
        if grant.redirect_uri != wanted.redirect_uri {
            return Err(TokenError::grant("redirect_uri is not that of the authorization request"));
        }
        check_verifier(code.challenge.as_deref(), wanted.verifier, rules)?;
        if let Some(code) = at_mut(&mut self.codes, number) {
            code.used = true;
        }
        Ok(self.issue(code.grant, now, rules, ids, schedule))
    }

    /// Uses a refresh token. The pair it gives is new, or under [`Grace::Idempotent`] the one it gave before.
    pub(crate) fn refresh(
        &mut self,
        token: &str,
        now: DateTime<Utc>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> Result<i64, TokenError> {
        let unknown = || TokenError::grant("the refresh token is unknown");
        let number = *self.by_refresh.get(token).ok_or_else(unknown)?;
        let pair = at(&self.pairs, number).ok_or_else(unknown)?.clone();
        if at(&self.grants, pair.grant).is_none_or(|grant| grant.ended.is_some()) {
            return Err(TokenError::grant("the grant has ended"));
        }
        let Some(rotated_at) = pair.rotated_at else {
            if now >= pair.refresh_until {
                return Err(TokenError::grant("the refresh token has expired"));
            }
            return Ok(self.rotate(number, now, rules, ids, schedule));
        };
        if !self.in_grace(&pair, rotated_at, now, rules) {
            if rules.reuse_revokes {
                self.end(pair.grant, now, "a refresh token was used again after its window");
            }
            return Err(TokenError::grant("the refresh token was already used"));
        }
        if now >= pair.refresh_until {
            return Err(TokenError::grant("the refresh token has expired"));
        }
        if !pair.asked_to_retry && now < add_seconds(rotated_at, rules.concurrent_refresh_seconds) {
            if let Some(pair) = at_mut(&mut self.pairs, number) {
                pair.asked_to_retry = true;
            }
            return Err(TokenError::new("invalid_request", "another refresh of this token is under way: please retry"));
        }
        match (rules.grace, pair.successors.last()) {
            (Grace::Idempotent, Some(same)) => Ok(*same),
            (Grace::LatestWins | Grace::UntilUsed, _) => {
                for successor in pair.successors {
                    self.kill(successor, now);
                }
                Ok(self.rotate(number, now, rules, ids, schedule))
            }
            _ => Ok(self.rotate(number, now, rules, ids, schedule)),
        }
    }

    fn in_grace(&self, pair: &Pair, rotated_at: DateTime<Utc>, now: DateTime<Utc>, rules: &OAuthRules) -> bool {
        match rules.grace {
            Grace::Strict => false,
            Grace::UntilUsed => {
                !pair.successors.iter().any(|successor| at(&self.pairs, *successor).is_some_and(|pair| pair.used.get()))
            }
            Grace::Fork | Grace::Idempotent | Grace::LatestWins => now < add_seconds(rotated_at, rules.grace_seconds),
        }
    }

    /// Makes a successor of a pair.
    fn rotate(
        &mut self,
        number: i64,
        now: DateTime<Utc>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> i64 {
        let Some(grant) = at(&self.pairs, number).map(|pair| pair.grant) else { return 0 };
        let successor = self.issue(grant, now, rules, ids, schedule);
        let window = add_seconds(now, rules.grace_seconds);
        if let Some(pair) = at_mut(&mut self.pairs, number) {
            pair.successors.push(successor);
            pair.used.set(true);
            if pair.rotated_at.is_none() {
                pair.rotated_at = Some(now);
                let access_until = match rules.old_access_token {
                    OldAccessToken::DiesAtOnce => now,
                    OldAccessToken::LivesOn => window,
                };
                if access_until < pair.access_until {
                    pair.access_until = access_until;
                    schedule.at(access_until, Job::ExpireAccessToken { pair: number });
                }
                if !matches!(rules.grace, Grace::Strict | Grace::UntilUsed) {
                    schedule.at(window, Job::EndGrace { pair: number });
                }
            }
        }
        successor
    }

    fn issue(
        &mut self,
        number: i64,
        now: DateTime<Utc>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> i64 {
        let Some(grant) = at(&self.grants, number) else { return 0 };
        let lives_from = match rules.refresh_life {
            RefreshLife::Rolling => now,
            RefreshLife::Absolute => grant.made_at,
        };
        let offline = grant.scopes.iter().any(|scope| scope == scope::OFFLINE_ACCESS.name);
        let access = ids.credential("ory_at_");
        let refresh = offline.then(|| ids.credential("ory_rt_"));
        let pair = Pair {
            grant: number,
            access: access.as_str().into(),
            refresh: refresh.as_deref().map(Secret::from),
            made_at: now,
            access_until: add_seconds(now, rules.access_token_seconds),
            refresh_until: add_seconds(lives_from, rules.refresh_token_seconds),
            rotated_at: None,
            used: Cell::new(false),
            successors: Vec::new(),
            asked_to_retry: false,
        };
        schedule.at(pair.access_until, Job::ExpireAccessToken { pair: self.next_pair() });
        if refresh.is_some() {
            schedule.at(pair.refresh_until, Job::ExpireRefreshToken { pair: self.next_pair() });
        }
        let number = push(&mut self.pairs, pair);
        self.by_access.insert(access, number);
        if let Some(refresh) = refresh {
            self.by_refresh.insert(refresh, number);
        }
        number
    }

    fn next_pair(&self) -> i64 {
        i64::try_from(self.pairs.len()).map_or(i64::MAX, |len| len + 1)
    }

    /// What an access token allows at `now`, or `None` if it is unknown or dead. Counts as a use of the token.
    pub(crate) fn access(&self, token: &str, now: DateTime<Utc>) -> Option<Arc<Access>> {
        let number = *self.by_access.get(token)?;
        let pair = at(&self.pairs, number).filter(|pair| now < pair.access_until)?;
        pair.used.set(true);
        let grant = at(&self.grants, pair.grant)?;
        Some(Arc::new(Access {
            token: token.to_owned(),
            pair: number,
            grant: pair.grant.to_string(),
            user: grant.user.clone(),
            scopes: grant.scopes.clone(),
            expires_at: pair.access_until,
        }))
    }

    /// Name of the user behind an access token, refresh token or code, dead or alive.
    pub(crate) fn user_of(&self, text: &str) -> Option<&str> {
        let of_code = || at(&self.codes, *self.by_code.get(text)?).map(|code| code.grant);
        let grant = self.pair_of(text).and_then(|pair| self.pair(pair)).map(|pair| pair.grant).or_else(of_code)?;
        self.grant(grant).map(|grant| grant.user.as_str())
    }

    /// Whether a token of this kind and text was ever given out in this world: that is how a world is found.
    pub(crate) fn knows(&self, text: &str) -> bool {
        self.by_access.contains_key(text) || self.by_refresh.contains_key(text) || self.by_code.contains_key(text)
    }

    /// Whether an access token works at `now`: its subscriptions live as long. Does not count as a use.
    pub(crate) fn is_live(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.by_access.get(token).and_then(|pair| at(&self.pairs, *pair)).is_some_and(|pair| now < pair.access_until)
    }

    /// A pair, by its number.
    pub(crate) fn pair(&self, number: i64) -> Option<&Pair> {
        at(&self.pairs, number)
    }

    /// The pair that an access or refresh token belongs to, dead or alive.
    pub(crate) fn pair_of(&self, token: &str) -> Option<i64> {
        self.by_access.get(token).or_else(|| self.by_refresh.get(token)).copied()
    }

    /// A grant, by its number.
    pub(crate) fn grant(&self, number: i64) -> Option<&Grant> {
        at(&self.grants, number)
    }

    /// All pairs with their numbers.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (i64, &Pair)> {
        (1..).zip(&self.pairs)
    }

    /// Gives the app a token as if the user had just approved these scopes and the app had exchanged the code.
    pub(crate) fn issue_for(
        &mut self,
        grant: Grant,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> i64 {
        let now = grant.made_at;
        let number = push(&mut self.grants, grant);
        self.issue(number, now, rules, ids, schedule)
    }

    /// Ends the grants of a user for good.
    pub(crate) fn revoke(&mut self, user: &str, now: DateTime<Utc>) {
        let live: Vec<i64> = self.live_grants(user).map(|(number, _)| number).collect();
        for number in live {
            self.end(number, now, "the user removed the app's access");
        }
    }

    /// The grants of a user that have not ended, with their numbers.
    pub(crate) fn live_grants(&self, user: &str) -> impl Iterator<Item = (i64, &Grant)> {
        (1..).zip(&self.grants).filter(move |(_, grant)| grant.user == user && grant.ended.is_none())
    }

    /// Makes the access token of a pair expire now. The refresh token lives on.
    pub(crate) fn expire_access(&mut self, pair: i64, now: DateTime<Utc>) -> bool {
        let pair = at_mut(&mut self.pairs, pair);
        pair.map(|pair| pair.access_until = pair.access_until.min(now)).is_some()
    }

    fn end(&mut self, number: i64, now: DateTime<Utc>, why: &'static str) {
        if let Some(grant) = at_mut(&mut self.grants, number) {
            grant.ended.get_or_insert((now, why));
        }
        let pairs: Vec<i64> = self.pairs().filter(|(_, pair)| pair.grant == number).map(|(pair, _)| pair).collect();
        for pair in pairs {
            self.kill(pair, now);
        }
    }

    fn kill(&mut self, pair: i64, now: DateTime<Utc>) {
        if let Some(pair) = at_mut(&mut self.pairs, pair) {
            pair.access_until = pair.access_until.min(now);
            pair.refresh_until = pair.refresh_until.min(now);
        }
    }
}

/// PKCE with S256 (RFC 7636 section 4.6).
fn check_verifier(challenge: Option<&str>, verifier: Option<&str>, rules: &OAuthRules) -> Result<(), TokenError> {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use sha2::{Digest, Sha256};

    use super::rules::Demand;

    match (rules.pkce, challenge, verifier) {
        (Demand::Ignored, ..) | (_, None, None) => Ok(()),
        (_, Some(challenge), Some(verifier)) if URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge => Ok(()),
        (_, Some(_), Some(_)) => Err(TokenError::grant("code_verifier does not belong to the code_challenge")),
        (_, Some(_), None) => Err(TokenError::grant("code_verifier is missing")),
        (_, None, Some(_)) => Err(TokenError::grant("there is a code_verifier, but there was no code_challenge")),
    }
}

#[cfg(test)]
mod tests {
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
    fn fork_every_use_in_the_window_makes_a_working_pair() {
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
    fn latest_wins_kills_the_earlier_successor() {
        let (mut server, old) = Server::new(with(Grace::LatestWins));
        let first = server.refresh(&old).unwrap();
        let second = server.refresh(&old).unwrap();
        assert!(!server.access_works(first) && server.access_works(second));
        let dead = server.refresh_token(first);
        assert_eq!(server.refresh(&dead), Err("invalid_grant"));
        assert!(server.access_works(second), "a superseded token is no reuse");
    }

    #[test]
    fn until_used_the_old_token_works_until_the_new_pair_is_used() {
        let (mut server, old) = Server::new(with(Grace::UntilUsed));
        server.refresh(&old).unwrap();
        server.wait(3000);
        let second = server.refresh(&old).unwrap();
        assert!(server.access_works(second));
        assert_eq!(server.refresh(&old), Err("invalid_grant"));
    }

    #[test]
    fn reuse_ends_the_grant_only_if_told_so() {
        let (mut server, old) = Server::new(OAuthRules { reuse_revokes: false, ..with(Grace::Fork) });
        let new = server.refresh(&old).unwrap();
        server.wait(121);
        assert_eq!(server.refresh(&old), Err("invalid_grant"));
        assert!(server.access_works(new));
    }

    #[test]
    fn the_old_access_token_lives_on_or_dies_at_once() {
        for (rule, at_once, lives) in [(OldAccessToken::DiesAtOnce, true, 0), (OldAccessToken::LivesOn, false, 120)] {
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
    fn a_concurrent_refresh_is_told_once_to_try_again() {
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
    fn a_withdrawn_grant_is_dead() {
        let (mut server, refresh) = Server::new(OAuthRules::default());
        assert_eq!(server.grants.live_grants("u").count(), 1);
        server.grants.revoke("u", server.now);
        assert!(!server.access_works(1));
        assert_eq!(server.refresh(&refresh), Err("invalid_grant"));
        assert_eq!(server.grants.live_grants("u").count(), 0);
    }

    #[test]
    fn pkce_binds_the_code_to_the_caller() {
        // RFC 7636 appendix B.
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let rules = OAuthRules::default();
        assert!(check_verifier(Some(challenge), Some(verifier), &rules).is_ok());
        for (challenge, verifier) in [(Some(challenge), None), (Some(challenge), Some("x")), (None, Some(verifier))] {
            assert!(check_verifier(challenge, verifier, &rules).is_err());
        }
    }

    #[test]
    fn a_scope_on_an_object_holds_for_that_object_alone() {
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
}
