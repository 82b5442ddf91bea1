//! The authorization server: authorization requests and consent ([`authorize`], [`consent_page`]), the token endpoint
//! ([`token`]), and the lifetimes of codes and tokens ([`grants`]). [`rules`] has its switches.

mod authorize;
mod consent_page;
mod grants;
mod pending;
mod pkce;
mod problem;
mod rules;
mod token;
mod user;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use authorize::Decision;
pub use pending::PendingConsent;
pub use rules::{Demand, Denial, Grace, OAuthRules, OldAccessToken, RefreshLife};
pub use user::{Ability, IssuedTokens, TokenReport};

pub(crate) use authorize::page;
use grants::Grant;
pub(crate) use grants::{Access, Grants};

use crate::clock::Schedule;
use crate::dispatch::Handler;
use crate::ids::Ids;

/// Grants and tokens of a world, and how its authorization server behaves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) rules: OAuthRules,
    pub(crate) grants: Grants,
    /// Authorization requests that wait for a decision on the consent page, by the id in its form.
    #[serde(skip)]
    pending: pending::Pending,
    /// How often a user denied access.
    denials: u64,
}

impl State {
    pub(crate) fn new(rules: OAuthRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Fills the indexes that a file does not have.
    pub(crate) fn index(&mut self) {
        self.grants.index();
    }

    /// How often a consent page was opened or answered.
    pub(crate) fn consents(&self) -> u64 {
        self.pending.changes
    }

    /// How often a user denied access.
    pub(crate) fn denials(&self) -> u64 {
        self.denials
    }

    /// The access of a token, if it is valid now. Counts as a use of it.
    pub(crate) fn access(&self, token: &str, now: DateTime<Utc>) -> Option<Arc<Access>> {
        self.grants.access(token, now)
    }

    /// Whether an access token is valid now. Does not count as a use.
    pub(crate) fn is_live(&self, token: &str, now: DateTime<Utc>) -> bool {
        self.grants.is_live(token, now)
    }

    /// Issues a pair of tokens as if the user had just approved these scopes, and returns its number.
    pub(crate) fn issue(
        &mut self,
        ids: &mut Ids,
        schedule: &mut Schedule,
        user: &str,
        scopes: &[String],
        now: DateTime<Utc>,
    ) -> i64 {
        let grant = Grant {
            user: user.to_owned(),
            scopes: scopes.to_vec(),
            redirect_uri: String::new(),
            made_at: now,
            ended: None,
        };
        self.grants.issue_for(grant, &self.rules, ids, schedule)
    }
}

/// The handler of the endpoint with this name.
pub(crate) fn handler(name: &str) -> Option<Handler> {
    match name {
        "oauth.authorize" => Some(authorize::show),
        "oauth.exchange" => Some(token::exchange),
        "oauth.refresh" => Some(token::refresh),
        _ => None,
    }
}
