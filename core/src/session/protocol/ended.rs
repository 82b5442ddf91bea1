//! What a 401 says about an access token.

use chrono::{DateTime, TimeDelta, Utc};

use crate::session::grant::{Grant, GrantState};

/// While an access token is younger than this, a 401 is attributed to another cause, such as the API key.
const FRESH: TimeDelta = TimeDelta::seconds(60);
/// The same for a token with an assumed lifetime, whose end only a 401 shows, named or not: the shortest interval between two
/// refreshes.
const FRESH_IF_ASSUMED: TimeDelta = TimeDelta::seconds(30);
/// The same for a token that the platform itself names as the cause, if the token came from a refresh: the shortest interval
/// between two refreshes with a platform that refuses every token.
const FRESH_IF_NAMED: TimeDelta = TimeDelta::seconds(5);

/// Whether a 401 for the token of this grant can mean that the token has ended. `refreshing`: this process is refreshing the
/// grant now. `named`: the response says that the token is the cause, not the API key.
///
/// A 401 for a new token is attributed to another cause, such as the API key, with three exceptions. A refresh token that was
/// sent may have ended its access token, whether or not the response has arrived (the send time is stored before sending,
/// with the lease). If there is a spare pair, the pair in use may not be the newest. And a response that names the token is
/// believed: at once for the token of a login, after [`FRESH_IF_NAMED`] for the token of a refresh. Such a token of an assumed
/// lifetime counts as ended only after [`FRESH_IF_ASSUMED`].
pub(crate) fn token_may_have_ended(grant: &Grant, refreshing: bool, named: bool, now: DateTime<Utc>) -> bool {
    let age = now - grant.committed_at;
    let doubtful = refreshing || grant.first_sent_at.is_some() || grant.spare.is_some();
    let fresh = match (named, grant.expiry_assumed) {
        // A refresh leaves the replaced token here for longer than a token is new.
        (true, _) if grant.previous.is_none() => TimeDelta::zero(),
        (_, true) => FRESH_IF_ASSUMED,
        (true, false) => FRESH_IF_NAMED,
        (false, false) => FRESH,
    };
    let young = (TimeDelta::zero()..fresh).contains(&age) && now < grant.pair.expires_at;
    grant.pair.refresh.is_some() && grant.state == GrantState::Active && (doubtful || !young)
}
