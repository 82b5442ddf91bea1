//! The authorization server: consent page, codes, tokens, and what becomes of them in time.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::answer::{Answer, Code, Refusal};
use crate::dispatch::{Call, Exchange, Handler};
use crate::ids::Ids;
use crate::world::WorldInner;

/// Grants and tokens of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    access: HashMap<String, Arc<Access>>,
}

/// A live access token: whose it is and what it may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// The token.
    pub(crate) token: String,
    /// The consent it came from, which survives refreshes.
    pub(crate) grant: String,
    /// Name of the user in the world, such as `seller`.
    pub(crate) user: String,
    /// The granted scopes, with their identifiers.
    pub(crate) scopes: Vec<String>,
    /// When it ends by itself.
    pub(crate) expires_at: DateTime<Utc>,
}

impl State {
    /// What stands behind an access token, if it is usable now.
    pub(crate) fn access(&self, token: &str, now: DateTime<Utc>) -> Option<Arc<Access>> {
        self.access.get(token).filter(|access| now < access.expires_at).cloned()
    }

    /// Gives the app a token as if the user had just approved these scopes.
    pub(crate) fn issue(&mut self, ids: &mut Ids, user: &str, scopes: &[String], now: DateTime<Utc>) -> Arc<Access> {
        let access = Arc::new(Access {
            token: ids.credential("ory_at_"),
            grant: ids.uuid(),
            user: user.to_owned(),
            scopes: scopes.to_vec(),
            expires_at: now + Duration::hours(1),
        });
        self.access.insert(access.token.clone(), Arc::clone(&access));
        access
    }
}

/// The handler of the endpoint with this name.
pub(crate) fn handler(name: &str) -> Option<Handler> {
    match name {
        "oauth.authorize" | "oauth.exchange" | "oauth.refresh" => Some(unavailable),
        _ => None,
    }
}

fn unavailable(_call: &mut Call<'_>) -> Result<Answer, Refusal> {
    Err(Refusal::new(Code::Unimplemented, "the authorization server is not here yet"))
}

/// Answers addresses of the auth host that are no endpoints of an app, such as the consent form's.
pub(crate) fn page(_world: &WorldInner, _state: &mut crate::state::State, _exchange: &Exchange) -> Option<Answer> {
    None
}
