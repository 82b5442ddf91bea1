//! Grants, authorization codes and pairs of tokens: their lifetimes, and the effects of using a token. Every method
//! takes the current time.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use open_platform::Secret;
use open_platform::scope::{self, ScopeKind};
use serde::{Deserialize, Serialize};

use super::pkce;
use super::rules::{Grace, OAuthRules, OldAccessToken, RefreshLife};
use crate::clock::{Job, Schedule, add_seconds};
use crate::ids::Ids;
use crate::state::file::{optional_secret_text, secret_text};

/// A valid access token: its user and its scopes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Access {
    /// The token.
    pub(crate) token: String,
    /// Number of its pair of tokens. Subscriptions end with it.
    pub(crate) pair: i64,
    /// The consent, which stays the same across refreshes.
    pub(crate) grant: String,
    /// Name of the user in the world, such as `seller`.
    pub(crate) user: String,
    /// The granted scopes, with their identifiers.
    pub(crate) scopes: Vec<String>,
    /// When it expires.
    pub(crate) expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("pair", &self.pair).field("user", &self.user).finish_non_exhaustive()
    }
}

impl Access {
    /// Whether a granted scope is of a kind, for any object.
    pub(crate) fn names(granted: &str, kind: &ScopeKind) -> bool {
        granted.split_once('.').map_or(granted, |(name, _)| name) == kind.name
    }

    /// Whether the token has a scope. A scope with an identifier is valid for that object only; one that the
    /// specification writes without an identifier is valid for all objects of the user (assumption).
    pub(crate) fn has(&self, kind: &ScopeKind, identifier: &str) -> bool {
        self.scopes.iter().any(|granted| match granted.split_once('.') {
            Some((name, id)) => name == kind.name && id == identifier,
            None => granted == kind.name,
        })
    }
}

/// A consent of a user, with its codes and tokens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Grant {
    /// Name of the user in the world.
    pub(crate) user: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) redirect_uri: String,
    pub(crate) made_at: DateTime<Utc>,
    pub(crate) ended: Option<(DateTime<Utc>, Cow<'static, str>)>,
}

/// An authorization code.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Code {
    grant: i64,
    until: DateTime<Utc>,
    used: bool,
    challenge: Option<String>,
}

/// An access token, and the refresh token that came with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) grant: i64,
    #[serde(rename = "access_token", with = "secret_text")]
    pub(crate) access: Secret,
    #[serde(rename = "refresh_token", with = "optional_secret_text")]
    pub(crate) refresh: Option<Secret>,
    pub(crate) made_at: DateTime<Utc>,
    /// When the access token expires or expired.
    pub(crate) access_until: DateTime<Utc>,
    /// When the refresh token expires or expired.
    pub(crate) refresh_until: DateTime<Utc>,
    /// When the refresh token was first used.
    pub(crate) rotated_at: Option<DateTime<Utc>>,
    /// Whether one of its tokens was used.
    pub(crate) used: Cell<bool>,
    successors: Vec<i64>,
    asked_to_retry: bool,
}

/// An error response of the token endpoint.
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

    /// The status that belongs to the error word (RFC 6749 section 5.2; docs/platform.md#oauth-errors).
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
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Grants {
    grants: Vec<Grant>,
    codes: Vec<Code>,
    pairs: Vec<Pair>,
    by_code: BTreeMap<String, i64>,
    #[serde(skip)]
    by_access: HashMap<String, i64>,
    #[serde(skip)]
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
    /// Fills the indexes of the tokens, which a file does not have.
    pub(crate) fn index(&mut self) {
        for (number, pair) in (1..).zip(&self.pairs) {
            self.by_access.insert(pair.access.expose().to_owned(), number);
            if let Some(refresh) = &pair.refresh {
                self.by_refresh.insert(refresh.expose().to_owned(), number);
            }
        }
    }

    /// Records the user's consent, and returns the authorization code.
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

    /// Exchanges an authorization code for the first pair of tokens.
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
        pkce::check_verifier(code.challenge.as_deref(), wanted.verifier, rules)?;
        if let Some(code) = at_mut(&mut self.codes, number) {
            code.used = true;
        }
        Ok(self.issue(code.grant, now, rules, ids, schedule))
    }

    /// Uses a refresh token. Returns a new pair, or with [`Grace::Idempotent`] the pair it returned before.
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
            return Err(TokenError::new(
                "invalid_request",
                "another refresh with this token is under way: please retry",
            ));
        }
        match (rules.grace, pair.successors.last()) {
            (Grace::Idempotent, Some(same)) => Ok(*same),
            (Grace::LatestWins | Grace::UntilUsed, _) => {
                for successor in pair.successors {
                    self.invalidate(successor, now);
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

    /// Creates the successor of a pair.
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
                    OldAccessToken::EndsAtOnce => now,
                    OldAccessToken::StaysValid => window,
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

    /// The access of a token at `now`, or `None` if it is unknown or not valid. Counts as a use of the token.
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

    /// Name of the user of an access token, refresh token or code, valid or not.
    pub(crate) fn user_of(&self, text: &str) -> Option<&str> {
        let of_code = || at(&self.codes, *self.by_code.get(text)?).map(|code| code.grant);
        let grant = self.pair_of(text).and_then(|pair| self.pair(pair)).map(|pair| pair.grant).or_else(of_code)?;
        self.grant(grant).map(|grant| grant.user.as_str())
    }

    /// Name of the user of a pair.
    pub(crate) fn user_of_pair(&self, pair: i64) -> Option<&str> {
        self.grant(self.pair(pair)?.grant).map(|grant| grant.user.as_str())
    }

    /// Name of the user of a code, by its number.
    pub(crate) fn user_of_code(&self, code: i64) -> Option<&str> {
        self.grant(at(&self.codes, code)?.grant).map(|grant| grant.user.as_str())
    }

    /// Replaces a pair as if its refresh token had just been used. `None` if it has none, or it is not valid any more.
    pub(crate) fn force_rotate(
        &mut self,
        number: i64,
        now: DateTime<Utc>,
        rules: &OAuthRules,
        ids: &mut Ids,
        schedule: &mut Schedule,
    ) -> Option<i64> {
        let pair = self.pair(number)?;
        let is_live = self.grant(pair.grant).is_some_and(|grant| grant.ended.is_none());
        let can_refresh = pair.refresh.is_some() && pair.rotated_at.is_none() && now < pair.refresh_until;
        (is_live && can_refresh).then(|| self.rotate(number, now, rules, ids, schedule))
    }

    /// Whether this world has issued this code or refresh token. Used to find the world of a request.
    pub(crate) fn knows(&self, text: &str) -> bool {
        self.by_access.contains_key(text) || self.by_refresh.contains_key(text) || self.by_code.contains_key(text)
    }

    /// Whether an access token is valid at `now`, and with it its subscriptions. Does not count as a use.
    pub(crate) fn is_live(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.by_access.get(token).and_then(|pair| at(&self.pairs, *pair)).is_some_and(|pair| now < pair.access_until)
    }

    /// A pair, by its number.
    pub(crate) fn pair(&self, number: i64) -> Option<&Pair> {
        at(&self.pairs, number)
    }

    /// The pair of an access or refresh token, valid or not.
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

    /// Issues tokens as if the user had just approved these scopes and the app had exchanged the code.
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

    /// Ends the grants of a user.
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

    /// Expires the access token of a pair. The refresh token stays valid.
    pub(crate) fn expire_access(&mut self, pair: i64, now: DateTime<Utc>) -> bool {
        let pair = at_mut(&mut self.pairs, pair);
        pair.map(|pair| pair.access_until = pair.access_until.min(now)).is_some()
    }

    fn end(&mut self, number: i64, now: DateTime<Utc>, why: &'static str) {
        if let Some(grant) = at_mut(&mut self.grants, number) {
            grant.ended.get_or_insert((now, why.into()));
        }
        let pairs: Vec<i64> = self.pairs().filter(|(_, pair)| pair.grant == number).map(|(pair, _)| pair).collect();
        for pair in pairs {
            self.invalidate(pair, now);
        }
    }

    fn invalidate(&mut self, pair: i64, now: DateTime<Utc>) {
        if let Some(pair) = at_mut(&mut self.pairs, pair) {
            pair.access_until = pair.access_until.min(now);
            pair.refresh_until = pair.refresh_until.min(now);
        }
    }
}

#[cfg(test)]
mod tests;
