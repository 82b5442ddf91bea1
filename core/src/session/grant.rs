//! The stored record of a grant. Its state transitions are in `protocol`.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::id::{GrantKey, UserId};
use crate::model::token::{ASSUMED_LIFETIME, TokenReply};
use crate::secret::Secret;
use crate::stores::{Stored, check_owner, is_beyond, names};

/// How long a refresh token lives after it was issued (docs/platform.md#token-lifetimes).
pub(crate) const REFRESH_TOKEN_LIFE: TimeDelta = TimeDelta::days(30);

/// From which age on an unused refresh token should be renewed, whatever else happens.
const IDLE: TimeDelta = TimeDelta::days(20);

/// The shortest life of an access token that is believed, in seconds. A shorter one says nothing usable: by it the token
/// would be renewed without end.
pub(crate) const SHORTEST_LIFE: i64 = 5;

/// How a grant stands.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum GrantState {
    /// It can be used.
    Active,
    /// It has ended, or will when its access token does: only a new login helps.
    NeedsReauth,
}

/// A refresh token that nobody has used for long. Each use brings a new one, with its own 30 days.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GrantWarning {
    /// It is older than 20 days: refresh the grant now, with [`Grants::refresh`](crate::grants::Grants::refresh).
    Idle,
    /// It ends within 7 days.
    EndsInAWeek,
    /// It ends within a day, or has ended by now.
    EndsInADay,
}

/// What a keeper has already reported to the app about the end of a grant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NotifiedLevel {
    #[default]
    Nothing,
    /// It ends within a week.
    Week,
    /// It ends within a day.
    Day,
    /// It has ended.
    End,
}

/// Two tokens that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pair {
    #[serde(with = "secret")]
    pub(crate) access: Secret,
    #[serde(with = "optional_secret", default)]
    pub(crate) refresh: Option<Secret>,
    /// Local time before the request that brought the pair.
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) expires_at: DateTime<Utc>,
}

impl Pair {
    /// Whether it has the same tokens.
    pub(crate) fn has_tokens_of(&self, other: &Self) -> bool {
        self.access == other.access && self.refresh == other.refresh
    }
}

/// A replaced refresh token that the platform still accepts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Previous {
    #[serde(with = "optional_secret", default)]
    pub(crate) refresh: Option<Secret>,
    /// When it may first have reached the platform.
    pub(crate) first_sent_at: DateTime<Utc>,
}

/// The right to send a refresh request for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lease {
    pub(crate) owner: String,
    pub(crate) until: DateTime<Utc>,
}

/// A grant as it is stored. It holds secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    pub(crate) schema: i64,
    /// The key that it is stored under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) user: Option<String>,
    /// The platform's id of the user, once an answer has named it.
    #[serde(default)]
    pub(crate) user_id: Option<UserId>,
    pub(crate) client_id: String,
    /// Resent with every refresh, so it is kept as it was.
    pub(crate) redirect_uri: String,
    pub(crate) requested_scope: String,
    pub(crate) scope: String,
    /// Which login this is. A later login has a higher number, and no answer to an earlier one ever replaces it. A revoked
    /// grant has a number of its own, too, so that no answer brings it back.
    pub(crate) session: i64,
    /// Counts the pairs. Never goes down, also across logins, so that bound subscriptions become due.
    pub(crate) generation: i64,
    pub(crate) state: GrantState,
    pub(crate) reason: Option<String>,
    pub(crate) pair: Pair,
    /// The platform named no lifetime, or none that is usable, and the documented one was assumed.
    pub(crate) expiry_assumed: bool,
    pub(crate) consent_at: DateTime<Utc>,
    pub(crate) refresh_issued_at: Option<DateTime<Utc>>,
    pub(crate) committed_at: DateTime<Utc>,
    /// When the platform saw the request whose answer the pair is, as far as is known.
    pub(crate) pair_sent_at: DateTime<Utc>,
    pub(crate) lease: Option<Lease>,
    /// Counts the leases.
    pub(crate) fence: i64,
    /// When the refresh token of this pair may first have reached the platform. Set before the first byte leaves.
    pub(crate) first_sent_at: Option<DateTime<Utc>>,
    /// How many windows of the present refresh token have passed without a clear answer.
    pub(crate) rounds: i64,
    /// How often in a row a refresh failed.
    pub(crate) failures: i64,
    /// How often the platform refused the request for a reason that waiting seldom mends, since the pair arrived.
    #[serde(default)]
    pub(crate) refusals: i64,
    /// When it did so first.
    #[serde(default)]
    pub(crate) refused_since: Option<DateTime<Utc>>,
    /// No refresh before this.
    pub(crate) retry_at: Option<DateTime<Utc>>,
    /// The replaced refresh token, until its window ends.
    pub(crate) previous: Option<Previous>,
    /// A pair that arrived beside the one in use, until a refresh proves that the one in use is the platform's newest.
    pub(crate) spare: Option<Pair>,
    /// The other such pairs, in the order in which they are tried after that one. Who knows of one spare only reads on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) more_spares: Vec<Pair>,
    /// When it ended, if the platform said so.
    #[serde(default)]
    pub(crate) ended_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub(crate) notified: NotifiedLevel,
}

/// What a login knows about the grant it makes.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// What the grant is called.
    pub(crate) name: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) requested_scope: String,
    /// When the user logged in, if that was not just now.
    pub(crate) consent_at: Option<DateTime<Utc>>,
}

impl Stored for Grant {
    const NAME: &'static str = "grant";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn odd(&self) -> Vec<&'static str> {
        let beyond = |instant: Option<DateTime<Utc>>| instant.is_some_and(is_beyond);
        let is_odd = |pair: &Pair| is_beyond(pair.issued_at) || is_beyond(pair.expires_at);
        let pair = |pair: &Pair| is_odd(pair) || pair.access.is_empty();
        names([
            ("session", self.session < 0),
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
            ("retry_at", beyond(self.retry_at)),
            ("previous", beyond(self.previous.as_ref().map(|previous| previous.first_sent_at))),
            ("spare", self.spare.as_ref().is_some_and(pair)),
            ("more_spares", self.more_spares.iter().any(pair)),
            ("ended_at", beyond(self.ended_at)),
        ])
    }
}

impl Grant {
    /// The grant of a new login whose token request was sent at `sent_at`. It follows `old` under the same key.
    pub(crate) fn begin(
        origin: Origin,
        tokens: TokenReply,
        sent_at: DateTime<Utc>,
        now: DateTime<Utc>,
        old: Option<&Self>,
    ) -> Self {
        // Micro-seconds make the number unique even if the old grant was deleted in between.
        let session = old.map_or(0, |old| old.session + 1).max(now.timestamp_micros());
        let (life, expiry_assumed) = life_of(&tokens);
        Self {
            schema: Self::SCHEMA,
            name: origin.name,
            user: origin.user,
            // Whoever logs in may have another account on the platform this time.
            user_id: None,
            client_id: origin.client_id,
            redirect_uri: origin.redirect_uri,
            scope: tokens.scope.unwrap_or_else(|| origin.requested_scope.clone()),
            requested_scope: origin.requested_scope,
            session,
            generation: old.map_or(0, |old| old.generation) + 1,
            state: GrantState::Active,
            reason: None,
            refresh_issued_at: tokens.refresh_token.as_ref().map(|_| sent_at),
            pair: Pair {
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
            retry_at: None,
            previous: None,
            spare: None,
            more_spares: Vec::new(),
            ended_at: None,
            notified: NotifiedLevel::Nothing,
        }
    }

    /// The spare pairs, in the order in which they are tried: for tests.
    #[cfg(test)]
    pub(crate) fn spares(&self) -> impl Iterator<Item = &Pair> {
        self.spare.iter().chain(&self.more_spares)
    }

    /// Whether its tokens were erased.
    pub(crate) fn is_erased(&self) -> bool {
        self.pair.access.is_empty()
    }

    /// The stored form.
    pub(crate) fn encode(&self) -> Result<Zeroizing<Vec<u8>>, StoreError> {
        serde_json::to_vec(self)
            .map(Zeroizing::new)
            .map_err(|e| StoreError::new("write grant", crate::json::describe(&e)))
    }

    /// Reads what is stored under `key`.
    pub(crate) fn read(key: &str, bytes: &[u8]) -> Result<Self, StoreError> {
        let grant = Self::decode(bytes)?;
        // Nobody may get the grant of somebody else. Earlier versions wrote no name, and the user into the key.
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

    /// The scopes that were asked for and not granted.
    pub(crate) fn missing_scopes(&self) -> Vec<String> {
        let granted = |wanted: &&str| self.scope.split_ascii_whitespace().any(|scope| scope == *wanted);
        self.requested_scope.split_ascii_whitespace().filter(|s| !granted(s)).map(str::to_owned).collect()
    }

    /// What to do about the age of the refresh token, if anything.
    fn warning(&self, now: DateTime<Utc>) -> Option<GrantWarning> {
        let age = now - self.refresh_issued_at.filter(|_| self.state == GrantState::Active)?;
        match REFRESH_TOKEN_LIFE - age {
            left if left <= TimeDelta::days(1) => Some(GrantWarning::EndsInADay),
            left if left <= TimeDelta::days(7) => Some(GrantWarning::EndsInAWeek),
            _ if age >= IDLE => Some(GrantWarning::Idle),
            _ => None,
        }
    }

    /// What can be shown.
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
            refresh_expires_at: self.refresh_issued_at.map(|issued| issued + REFRESH_TOKEN_LIFE),
            warning: self.warning(now),
            refresh_failures: self.failures,
            unsaved,
        }
    }
}

/// The life of an access token, and whether it is assumed, because the platform named none that is usable.
pub(crate) fn life_of(tokens: &TokenReply) -> (TimeDelta, bool) {
    let usable = !names_unusable_life(tokens);
    let seconds = if usable { tokens.expires_in } else { ASSUMED_LIFETIME };
    (TimeDelta::seconds(seconds), tokens.expires_in_assumed || !usable)
}

/// Whether the platform named a life that is not believed. What was adopted from elsewhere may have ended, and then has none.
pub(crate) fn names_unusable_life(tokens: &TokenReply) -> bool {
    (1..SHORTEST_LIFE).contains(&tokens.expires_in)
}

/// What is known about a grant, without its secrets.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrantInfo {
    /// Its name.
    pub key: GrantKey,
    /// The app's name for the user, where the login gave one.
    pub user: Option<String>,
    /// The platform's id of the user for this app, as events name it. Known once
    /// [`me`](crate::api::CurrentUser::me) was read with this grant, by the app or by a [`Keeper`](crate::keeper::Keeper),
    /// which needs the scope `USER_ID`.
    pub user_id: Option<UserId>,
    /// Whether it can be used.
    pub state: GrantState,
    /// Why it ended, if it did.
    pub reason: Option<String>,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The scopes that were asked for and not granted.
    pub missing_scopes: Vec<String>,
    /// Counts the token pairs of this grant.
    pub generation: i64,
    /// Whether there is a refresh token. Without one the grant ends with its access token.
    pub renewable: bool,
    /// When the user logged in.
    pub consent_at: DateTime<Utc>,
    /// When the access token ends. It is refreshed before that.
    pub access_expires_at: DateTime<Utc>,
    /// The platform named no lifetime, and 3600 s were assumed.
    pub expiry_assumed: bool,
    /// When the refresh token ends, 30 days after it was issued (docs/platform.md#token-lifetimes). Whether the platform
    /// counts from the last refresh, as assumed here, or from the login, is not documented.
    pub refresh_expires_at: Option<DateTime<Utc>>,
    /// Whether the refresh token is getting old, by the same count. A [`Keeper`](crate::keeper::Keeper) lets none get old.
    /// Without one, look through [`Grants::list`](crate::grants::Grants::list) once a day, and refresh what is idle.
    pub warning: Option<GrantWarning>,
    /// How often in a row refreshing failed.
    pub refresh_failures: i64,
    /// The tokens are new and the store has not taken them yet. They are kept in memory and saved as soon as it can.
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
