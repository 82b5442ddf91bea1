//! The stored record of a grant. Its state transitions are in `protocol`.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::notified::{CertainEnd, NotifiedLevel, ReportClaim};
use super::protocol;
use crate::call::Access;
use crate::error::{Error, OAuthError, StoreError};
use crate::id::{GrantKey, UserId};
use crate::model::token::{ASSUMED_LIFETIME, TokenReply};
use crate::secret::Secret;
use crate::stores::{Stored, check_owner, is_beyond, names};

/// The lifetime of a refresh token, from when it was issued (docs/platform.md#token-lifetimes).
pub(crate) const REFRESH_TOKEN_LIFETIME: TimeDelta = TimeDelta::days(30);

/// The age from which an unused refresh token should be renewed.
const IDLE: TimeDelta = TimeDelta::days(20);

/// The shortest accepted lifetime of an access token, in seconds. A shorter value is treated as an error of the platform:
/// with it the token would be refreshed all the time.
pub(crate) const SHORTEST_LIFETIME: i64 = 5;

/// The state of a grant.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum GrantState {
    /// The grant can be used.
    Active,
    /// The grant has ended, or ends with its access token. The user has to log in again.
    NeedsReauth,
}

/// A warning about a refresh token that was not used for long. Each use returns a new refresh token, valid for another 30
/// days.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GrantWarning {
    /// The token is older than 20 days: refresh the grant now, with [`Grants::refresh`](crate::grants::Grants::refresh).
    Idle,
    /// The token ends within 7 days.
    EndsInAWeek,
    /// The token ends within a day, or has ended.
    EndsInADay,
}

/// An access token and the refresh token that was issued with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TokenPair {
    #[serde(with = "secret")]
    pub(crate) access: Secret,
    #[serde(with = "optional_secret", default)]
    pub(crate) refresh: Option<Secret>,
    /// When the request that brought the pair was sent, at the earliest.
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
}

impl TokenPair {
    /// Whether both pairs have the same tokens.
    pub(crate) fn has_tokens_of(&self, other: &Self) -> bool {
        self.access == other.access && self.refresh == other.refresh
    }
}

/// A replaced refresh token that the platform still accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PreviousRefreshToken {
    #[serde(with = "optional_secret", default)]
    pub(crate) refresh: Option<Secret>,
    /// The earliest time at which the platform can have received it.
    pub(crate) first_sent_at: DateTime<Utc>,
}

/// The right of one process to send refresh requests for a limited time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    pub(crate) owner: String,
    pub(crate) until: DateTime<Utc>,
}

/// The stored record of a grant. It contains secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    pub(crate) schema: i64,
    /// The key under which the record is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) user: Option<String>,
    /// The platform's id of the user, once a response contained it.
    #[serde(default)]
    pub(crate) user_id: Option<UserId>,
    pub(crate) client_id: String,
    /// Sent again with every refresh, so it must stay unchanged.
    pub(crate) redirect_uri: String,
    pub(crate) requested_scope: String,
    pub(crate) scope: String,
    /// The number of the login. A later login has a higher number, and a response to a request of an earlier login never
    /// replaces it. A revocation increases the number too, so that no late response restores the grant.
    #[serde(rename = "session")]
    pub(crate) login_number: i64,
    /// The number of the token pair. It never decreases, also not at a new login, so that subscriptions become due again.
    pub(crate) generation: i64,
    pub(crate) state: GrantState,
    pub(crate) reason: Option<String>,
    pub(crate) pair: TokenPair,
    /// The platform named no lifetime, or an unusable one, and the documented lifetime was assumed.
    pub(crate) expiry_assumed: bool,
    pub(crate) consent_at: DateTime<Utc>,
    pub(crate) refresh_issued_at: Option<DateTime<Utc>>,
    pub(crate) committed_at: DateTime<Utc>,
    /// When the platform received the request that returned this pair, as far as is known.
    pub(crate) pair_sent_at: DateTime<Utc>,
    pub(crate) lease: Option<Lease>,
    /// The number of leases taken so far, by which the holder of an older lease is recognized (a fencing token).
    pub(crate) fence: i64,
    /// The earliest time at which the platform can have received the refresh token of this pair. Set before it is sent.
    pub(crate) first_sent_at: Option<DateTime<Utc>>,
    /// How many windows of the current refresh token have passed without a clear response.
    pub(crate) rounds: i64,
    /// How many refreshes have failed in a row.
    pub(crate) failures: i64,
    /// How many refresh requests the platform has refused since the pair arrived, for a reason that waiting seldom resolves.
    #[serde(default)]
    pub(crate) refusals: i64,
    /// When the first of these refusals came.
    #[serde(default)]
    pub(crate) refused_since: Option<DateTime<Utc>>,
    /// How many of the last failures in a row were redirects.
    #[serde(default)]
    pub(crate) redirects: i64,
    /// The earliest time of the next refresh.
    pub(crate) retry_at: Option<DateTime<Utc>>,
    /// The replaced refresh token, until the end of its window.
    pub(crate) previous: Option<PreviousRefreshToken>,
    /// A pair that arrived in addition to the one in use. It is kept until a refresh proves that the one in use is the
    /// newest.
    pub(crate) spare: Option<TokenPair>,
    /// Further such pairs, in the order in which they are tried after `spare`. Versions that know only `spare` ignore them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) more_spares: Vec<TokenPair>,
    /// When the grant ended, if the platform said so.
    #[serde(default)]
    pub(crate) ended_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub(crate) notified: NotifiedLevel,
    /// The last certain end of which a keeper has warned the app.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certain_end: Option<CertainEnd>,
    /// The last claim of a keeper to report the end of the grant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) report_claim: Option<ReportClaim>,
}

/// What is known about a new grant at its login.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The key of the grant.
    pub(crate) name: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) requested_scope: String,
    /// When the user logged in. `None`: just now.
    pub(crate) consent_at: Option<DateTime<Utc>>,
}

impl Stored for Grant {
    const NAME: &'static str = "grant";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn invalid_members(&self) -> Vec<&'static str> {
        let beyond = |instant: Option<DateTime<Utc>>| instant.is_some_and(is_beyond);
        let is_odd = |pair: &TokenPair| is_beyond(pair.issued_at) || is_beyond(pair.expires_at);
        let pair = |pair: &TokenPair| is_odd(pair) || pair.access.is_empty();
        names([
            ("session", self.login_number < 0),
            ("generation", self.generation < 1),
            ("pair", is_odd(&self.pair) || (self.pair.access.is_empty() && self.state == GrantState::Active)),
            ("consent_at", is_beyond(self.consent_at)),
            ("refresh_issued_at", beyond(self.refresh_issued_at)),
            ("committed_at", is_beyond(self.committed_at)),
            ("pair_sent_at", is_beyond(self.pair_sent_at)),
            ("lease", beyond(self.lease.as_ref().map(|lease| lease.until))),
            ("fence", self.fence < 0),
            ("first_sent_at", beyond(self.first_sent_at)),
            ("rounds", self.rounds < 0),
            ("failures", self.failures < 0),
            ("refusals", self.refusals < 0),
            ("refused_since", beyond(self.refused_since)),
            ("redirects", self.redirects < 0),
            ("retry_at", beyond(self.retry_at)),
            ("previous", beyond(self.previous.as_ref().map(|previous| previous.first_sent_at))),
            ("spare", self.spare.as_ref().is_some_and(pair)),
            ("more_spares", self.more_spares.iter().any(pair)),
            ("ended_at", beyond(self.ended_at)),
            ("certain_end", beyond(self.certain_end.map(|end| end.ends_at))),
            ("report_claim", beyond(self.report_claim.map(|claim| claim.claimed_at))),
        ])
    }
}

impl Grant {
    /// The grant of a new login whose token request was sent at `sent_at`. `old` is the previous grant under the same key.
    pub(crate) fn begin(
        origin: Origin,
        tokens: TokenReply,
        sent_at: DateTime<Utc>,
        now: DateTime<Utc>,
        old: Option<&Self>,
    ) -> Self {
        // The time in microseconds makes the number unique, also after the old grant was deleted.
        let login_number = old.map_or(0, |old| old.login_number + 1).max(now.timestamp_micros());
        let (life, expiry_assumed) = lifetime_of(&tokens);
        Self {
            schema: Self::SCHEMA,
            name: origin.name,
            user: origin.user,
            // The user may have logged in with another account of the platform.
            user_id: None,
            client_id: origin.client_id,
            redirect_uri: origin.redirect_uri,
            scope: tokens.scope.unwrap_or_else(|| origin.requested_scope.clone()),
            requested_scope: origin.requested_scope,
            login_number,
            generation: old.map_or(0, |old| old.generation) + 1,
            state: GrantState::Active,
            reason: None,
            refresh_issued_at: tokens.refresh_token.as_ref().map(|_| sent_at),
            pair: TokenPair {
                access: tokens.access_token,
                refresh: tokens.refresh_token,
                issued_at: sent_at,
                expires_at: sent_at + life,
            },
            expiry_assumed,
            consent_at: origin.consent_at.unwrap_or(sent_at),
            committed_at: now,
            pair_sent_at: sent_at,
            lease: None,
            fence: old.map_or(0, |old| old.fence),
            first_sent_at: None,
            rounds: 0,
            failures: 0,
            refusals: 0,
            refused_since: None,
            redirects: 0,
            retry_at: None,
            previous: None,
            spare: None,
            more_spares: Vec::new(),
            ended_at: None,
            notified: NotifiedLevel::Nothing,
            certain_end: None,
            report_claim: None,
        }
    }

    /// The spare pairs, in the order in which they are tried. For tests.
    #[cfg(test)]
    pub(crate) fn spares(&self) -> impl Iterator<Item = &TokenPair> {
        self.spare.iter().chain(&self.more_spares)
    }

    /// Whether the number of its login, which is a time, is from a clock that was far ahead.
    pub(super) fn is_far_ahead(&self, now: DateTime<Utc>) -> bool {
        DateTime::from_timestamp_micros(self.login_number).is_none_or(|begun| protocol::is_far_ahead(begun, now))
    }

    /// Whether its access token is valid if it cannot be refreshed. One that was issued further in the future than it lasts is from a
    /// clock that was ahead. It would be valid for as long as the clock was ahead, so it counts as ended.
    pub(crate) fn is_valid_unrefreshed(&self, now: DateTime<Utc>) -> bool {
        let TokenPair { issued_at, expires_at, .. } = self.pair;
        let is_from_future = protocol::is_far_ahead(issued_at, now) && issued_at - now > expires_at - issued_at;
        now < expires_at && !is_from_future
    }

    /// Whether the tokens of the grant were erased.
    pub(crate) fn is_erased(&self) -> bool {
        self.pair.access.is_empty()
    }

    /// The record as stored bytes.
    pub(crate) fn encode(&self) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        serde_json::to_vec(self)
            .map(Zeroizing::new)
            .map_err(|e| StoreError::new("write grant", crate::json::describe(&e)))
    }

    /// Decodes the record that is stored under `key`.
    pub(crate) fn read(key: &str, bytes: &[u8]) -> Result<Self, StoreError> {
        let grant = Self::decode(bytes)?;
        // A record under another user's key is refused. Earlier versions wrote no name into it, and the user into the key.
        let user = || GrantKey::from(key).user();
        check_owner::<Self>(match &grant.name {
            Some(name) => name == key,
            None => user().is_none_or(|user| grant.user == Some(user)),
        })?;
        Ok(grant)
    }

    /// The granted scopes.
    pub(crate) fn scopes(&self) -> Vec<String> {
        self.scope.split_ascii_whitespace().map(str::to_owned).collect()
    }

    /// The scopes that were requested and not granted.
    pub(crate) fn missing_scopes(&self) -> Vec<String> {
        let granted = |wanted: &&str| self.scope.split_ascii_whitespace().any(|scope| scope == *wanted);
        self.requested_scope.split_ascii_whitespace().filter(|s| !granted(s)).map(str::to_owned).collect()
    }

    /// The warning about the age of the refresh token, if one is due.
    fn warning(&self, now: DateTime<Utc>) -> Option<GrantWarning> {
        let age = now - self.refresh_issued_at.filter(|_| self.state == GrantState::Active)?;
        match REFRESH_TOKEN_LIFETIME - age {
            left if left <= TimeDelta::days(1) => Some(GrantWarning::EndsInADay),
            left if left <= TimeDelta::days(7) => Some(GrantWarning::EndsInAWeek),
            _ if age >= IDLE => Some(GrantWarning::Idle),
            _ => None,
        }
    }

    /// The public view of the grant.
    pub(crate) fn info(&self, key: &GrantKey, unsaved: bool, now: DateTime<Utc>) -> GrantInfo {
        GrantInfo {
            key: key.clone(),
            user: self.user.clone(),
            user_id: self.user_id.clone(),
            state: self.state,
            reason: self.reason.clone(),
            scopes: self.scopes(),
            missing_scopes: self.missing_scopes(),
            generation: self.generation,
            renewable: self.pair.refresh.is_some(),
            consent_at: self.consent_at,
            access_expires_at: self.pair.expires_at,
            expiry_assumed: self.expiry_assumed,
            refresh_expires_at: self.refresh_issued_at.map(|issued| issued + REFRESH_TOKEN_LIFETIME),
            warning: self.warning(now),
            refresh_failures: self.failures,
            unsaved,
        }
    }
}

/// The lifetime of an access token, and whether it is assumed because the platform named no usable one.
pub(crate) fn lifetime_of(tokens: &TokenReply) -> (TimeDelta, bool) {
    let usable = !has_unusable_lifetime(tokens);
    let seconds = if usable { tokens.expires_in } else { ASSUMED_LIFETIME };
    (TimeDelta::seconds(seconds), tokens.expires_in_assumed || !usable)
}

/// Whether the platform named a lifetime that is not accepted. Adopted tokens that have ended have 0 or less: that is
/// accepted.
pub(crate) fn has_unusable_lifetime(tokens: &TokenReply) -> bool {
    (1..SHORTEST_LIFETIME).contains(&tokens.expires_in)
}

/// The data of a grant, without its secrets.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantInfo {
    /// The key of the grant.
    pub key: GrantKey,
    /// The app's name for the user, if the login gave one.
    pub user: Option<String>,
    /// The platform's id of the user for this app, as events contain it. Known once [`me`](crate::api::CurrentUser::me) was
    /// called with this grant, by the app or by a [`Keeper`](crate::keeper::Keeper). That call needs the scope `USER_ID`.
    pub user_id: Option<UserId>,
    /// Whether the grant can be used.
    pub state: GrantState,
    /// Why the grant ended, if it did.
    pub reason: Option<String>,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The scopes that were requested and not granted.
    pub missing_scopes: Vec<String>,
    /// The number of the current token pair of this grant, counted from 1.
    pub generation: i64,
    /// Whether there is a refresh token. Without one the grant ends with its access token.
    pub renewable: bool,
    /// When the user logged in.
    pub consent_at: DateTime<Utc>,
    /// When the access token ends. It is refreshed before that.
    pub access_expires_at: DateTime<Utc>,
    /// The platform named no usable lifetime, and 3600 s were assumed.
    pub expiry_assumed: bool,
    /// When the refresh token ends, 30 days after it was issued (docs/platform.md#token-lifetimes). Whether the platform
    /// counts from the last refresh, as assumed here, or from the login, is not documented.
    pub refresh_expires_at: Option<DateTime<Utc>>,
    /// Set when the refresh token gets old, by the same count. A [`Keeper`](crate::keeper::Keeper) refreshes grants before
    /// that. Without a keeper, call [`Grants::list`](crate::grants::Grants::list) once a day and refresh the idle grants.
    pub warning: Option<GrantWarning>,
    /// How many refreshes have failed in a row.
    pub refresh_failures: i64,
    /// The tokens are new and not in the store yet, because it failed. They are kept in memory and stored as soon as
    /// possible.
    pub unsaved: bool,
}

mod secret {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::secret::Secret;

    pub(crate) fn serialize<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(secret.expose())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        String::deserialize(deserializer).map(Secret::from)
    }
}

mod optional_secret {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::secret::Secret;

    pub(crate) fn serialize<S: Serializer>(secret: &Option<Secret>, serializer: S) -> Result<S::Ok, S::Error> {
        match secret {
            Some(secret) => serializer.serialize_some(secret.expose()),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
        Ok(Option::<String>::deserialize(deserializer)?.map(Secret::from))
    }
}

/// The current access token of a grant.
pub(crate) fn access_of(grant: &Grant) -> Access {
    Access { token: grant.pair.access.clone(), generation: grant.generation, fresh: false }
}

/// The error for a grant that needs a new login.
pub(crate) fn reauth(grant: &Grant) -> Error {
    let reason = match &grant.reason {
        Some(reason) => reason.clone(),
        None if grant.pair.refresh.is_none() => {
            "the access token has ended and there is no refresh token: ask for offline_access at the next login"
                .to_owned()
        }
        None => "the grant has ended".to_owned(),
    };
    OAuthError::reauth_required(reason).into()
}

/// Whether an error means that the grant itself has ended.
pub(super) fn is_final(error: &Error) -> bool {
    matches!(error, Error::OAuth(OAuthError::ReauthRequired { .. }))
}
