//! Operations on grants after the login, for tests: issue, inspect, expire, revoke.

use chrono::{DateTime, Utc};
use open_platform::api::endpoints;
use open_platform::endpoint::Credentials;
use open_platform::{Error, Result, Secret};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State as OAuth;
use super::authorize::check_scope;
use super::grants::{Access, Grant, Pair};
use crate::platform::permission;
use crate::state::State;
use crate::world::World;

/// A pair of tokens issued without a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedTokens {
    /// Number of the pair in its world.
    pub pair: i64,
    /// The access token.
    pub access_token: Secret,
    /// The refresh token, if the scopes have `offline_access`.
    pub refresh_token: Option<Secret>,
    /// When the access token expires, on the world's clock.
    pub expires_at: DateTime<Utc>,
}

/// The state and the permissions of a pair of tokens, without the tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenReport {
    /// Number of the pair in its world.
    pub pair: i64,
    /// Number of the consent, which stays the same across refreshes.
    pub grant: i64,
    /// Name of the user who consented.
    pub user: String,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// When the pair was issued.
    pub made_at: DateTime<Utc>,
    /// Whether the access token is valid now.
    pub access_token_works: bool,
    /// When the access token expires or expired.
    pub access_token_until: DateTime<Utc>,
    /// When the refresh token expires or expired, unless it was used before. Absent without a refresh token.
    pub refresh_token_until: Option<DateTime<Utc>>,
    /// When the refresh token was first used.
    pub refreshed_at: Option<DateTime<Utc>>,
    /// Why the whole grant ended, if it did.
    pub ended: Option<String>,
    /// For each endpoint, whether the token can be used.
    pub abilities: Vec<Ability>,
}

/// Whether a token can be used for an endpoint, and if not, what is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ability {
    /// Name of the endpoint, such as `addons.create_on_post`.
    pub endpoint: String,
    /// Whether a call is allowed.
    pub allowed: bool,
    /// The granted scopes that allow it. Those with an identifier allow it for that object only.
    pub by: Vec<String>,
    /// The scopes of which one is needed. Empty if one was granted or none is needed.
    pub missing_scopes: Vec<String>,
    /// The permission that the app's first API key lacks.
    pub missing_permission: Option<String>,
}

impl World {
    /// Issues tokens as if the user had just logged in and approved these scopes.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a user that does not exist, and for a scope that the platform does not have.
    pub fn issue_tokens<S: Into<String>>(
        &self,
        user: &str,
        scopes: impl IntoIterator<Item = S>,
    ) -> Result<IssuedTokens> {
        let scopes: Vec<String> = scopes.into_iter().map(Into::into).collect();
        for (index, scope) in scopes.iter().enumerate() {
            check_scope(scope).map_err(|reason| Error::invalid(format!("scopes[{index}]"), reason))?;
        }
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let State { users, oauth, ids, schedule, .. } = &mut *state;
        users.require("user", user)?;
        let number = oauth.issue(ids, schedule, user, &scopes, now);
        let issued = issued(oauth, number).ok_or_else(|| Error::invalid("scopes", "no token could be issued"))?;
        drop(state);
        self.inner.clock.notify();
        Ok(issued)
    }

    /// Whether this world has issued a pair of tokens with this number.
    pub(crate) fn has_tokens(&self, pair: i64) -> bool {
        self.inner.lock().oauth.grants.pair(pair).is_some()
    }

    /// Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new pair.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if there is no such pair, it has no refresh token, or it was refreshed or ended before.
    pub fn rotate_tokens(&self, pair: i64) -> Result<IssuedTokens> {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let State { oauth, ids, schedule, .. } = &mut *state;
        let OAuth { grants, rules, .. } = oauth;
        let reason = "the pair has no refresh token, or the token was used or has ended";
        let number =
            grants.force_rotate(pair, now, rules, ids, schedule).ok_or_else(|| Error::invalid("pair", reason))?;
        let issued = issued(oauth, number).ok_or_else(|| Error::invalid("pair", reason))?;
        state.end_subscriptions(now);
        drop(state);
        self.inner.notify();
        Ok(issued)
    }

    /// Revokes the app's access for a user: all grants of the user end at once, and an event is sent to the app if it
    /// subscribed.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a user that does not exist.
    pub fn revoke_access(&self, user: &str) -> Result<()> {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        state.users.require("user", user)?;
        // The event is sent while the subscriptions are active, and once for all grants: for one that has the scopes
        // for it, if there is one.
        let granted = state.oauth.grants.live_grants(user).map(|(_, grant)| &grant.scopes).max_by_key(|scopes| {
            ["NOTIFICATION_ACCESS_REVOCATION", "USER_ID"].iter().all(|name| scopes.iter().any(|scope| scope == name))
        });
        if let Some(scopes) = granted.cloned() {
            state.notify_revocation(user, &scopes, now);
        }
        state.oauth.grants.revoke(user, now);
        state.end_subscriptions(now);
        drop(state);
        self.inner.notify();
        Ok(())
    }

    /// All pairs of tokens that were issued in this world, oldest first.
    pub fn tokens(&self) -> Vec<TokenReport> {
        let now = self.inner.clock.now();
        let state = self.inner.lock();
        state.oauth.grants.pairs().filter_map(|(number, pair)| report(&state, number, pair, now)).collect()
    }

    /// The report of an access or refresh token, or `None` if this world has not issued it.
    pub fn token_report(&self, token: &str) -> Option<TokenReport> {
        let now = self.inner.clock.now();
        let state = self.inner.lock();
        let number = state.oauth.grants.pair_of(token)?;
        report(&state, number, state.oauth.grants.pair(number)?, now)
    }

    /// Expires the access token of a pair, and returns whether there is such a pair.
    pub fn expire_access_token(&self, pair: i64) -> bool {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let found = state.oauth.grants.expire_access(pair, now);
        state.end_subscriptions(now);
        found
    }
}

fn issued(oauth: &OAuth, number: i64) -> Option<IssuedTokens> {
    let pair = oauth.grants.pair(number)?;
    Some(IssuedTokens {
        pair: number,
        access_token: pair.access.clone(),
        refresh_token: pair.refresh.clone(),
        expires_at: pair.access_until,
    })
}

fn report(state: &State, number: i64, pair: &Pair, now: DateTime<Utc>) -> Option<TokenReport> {
    let OAuth { grants, .. } = &state.oauth;
    let grant = grants.grant(pair.grant)?;
    Some(TokenReport {
        pair: number,
        grant: pair.grant,
        user: grant.user.clone(),
        scopes: grant.scopes.clone(),
        made_at: pair.made_at,
        access_token_works: now < pair.access_until,
        access_token_until: pair.access_until,
        refresh_token_until: pair.refresh.as_ref().map(|_| pair.refresh_until),
        refreshed_at: pair.rotated_at,
        ended: grant.ended.as_ref().map(|(_, why)| why.to_string()),
        abilities: abilities(state, grant),
    })
}

fn abilities(state: &State, grant: &Grant) -> Vec<Ability> {
    endpoints::ALL
        .iter()
        .filter(|row| matches!(row.credentials, Credentials::KeyAndBearer | Credentials::KeyAndOptionalBearer))
        .map(|row| {
            let scopes = permission::scopes(row, &state.gaps);
            let by: Vec<String> = grant
                .scopes
                .iter()
                .filter(|scope| scopes.iter().any(|kind| Access::names(scope, kind)))
                .cloned()
                .collect();
            let granted = scopes.is_empty() || !by.is_empty();
            let missing_permission =
                row.permission.filter(|permission| !state.app.permissions.contains(*permission)).map(str::to_owned);
            Ability {
                endpoint: row.name.to_owned(),
                allowed: granted && missing_permission.is_none() && grant.ended.is_none(),
                by,
                missing_scopes: if granted { Vec::new() } else { scopes.iter().map(|kind| kind.template()).collect() },
                missing_permission,
            }
        })
        .collect()
}
