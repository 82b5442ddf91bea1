//! The refresh protocol, as pure functions over a stored grant: who may send a refresh request, when, and what a response
//! changes. This module sends, stores and waits for nothing; `refresh` does that.
//!
//! The platform replaces both tokens at every refresh and keeps the old ones valid for two minutes
//! (docs/platform.md#grace). If an older refresh token is used after that, it may end the whole grant (assumption: as Ory
//! Hydra does). Therefore:
//!
//! 1. Only the holder of a lease sends. Taking the lease also stores the earliest time at which the platform can receive the
//!    refresh token, before any byte is sent ([`plan`]).
//! 2. Immediately before sending, the lease must still be held and must last longer than the request ([`may_send`]).
//! 3. While the outcome is unknown, the same token is sent again only inside a window that is safely shorter than two minutes.
//!    After the window one single attempt follows, since the platform may never have received the first one. If that attempt
//!    has no clear outcome either, it starts a new window, after a growing pause.
//! 4. A new pair is stored before it is used ([`commit`]). A late success replaces the pair in use only if its request was sent
//!    later. Otherwise its pair is kept as a spare. A process that was suspended cannot know which request came later, so it
//!    keeps the replaced pair as a spare, and a 401 decides ([`token_may_have_ended`]). Several processes can be suspended during one
//!    refresh. If the platform accepts only the newest pair, that can be the pair of any of them. So all are kept, up to [`SPARES`], until a
//!    refresh of the pair in use succeeds, which proves that it was the newest.
//! 5. A refusal ends a grant only if no newer pair is stored and no spare is left ([`refuse`]). Spares are tried one after
//!    another, the last one added first. Nothing is deleted, except after a revocation that the platform has confirmed
//!    ([`erase`]).
//! 6. If a store has lost its last writes, the newer state that this process knows is written back ([`restore`]).

mod ended;

use std::cmp::Ordering;
use std::iter;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

pub(crate) use self::ended::token_may_have_ended;
use super::grant::{Grant, GrantState, Lease, PreviousRefreshToken, TokenPair, lifetime_of};
use crate::clock::is_ahead;
use crate::model::token::TokenReply;
use crate::secret::Secret;

/// The duration of a lease: three times the deadline of a request.
pub(crate) const LEASE: TimeDelta = TimeDelta::seconds(30);
/// The deadline of a token request.
pub(crate) const DEADLINE: TimeDelta = TimeDelta::seconds(10);
/// How long an unclear refresh may be repeated: 120 s of grace, minus the deadline, minus 15 s for clock differences.
pub(crate) const WINDOW: TimeDelta = TimeDelta::seconds(95);
/// How many spare pairs are kept. This many leases can follow the first one in a window, if the holder of each is suspended.
/// One of all their pairs is in use.
pub(super) const SPARES: usize = (WINDOW.num_seconds() / LEASE.num_seconds()) as usize;
/// How long before its expiry an access token is treated as expired.
const MARGIN: TimeDelta = TimeDelta::seconds(30);
/// The longest pause between attempts. A longer stored pause means that a clock has jumped, and is ignored.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(15);
/// How many refresh requests the platform has to refuse, other than by `invalid_grant`, before the grant ends. Examples:
/// `invalid_scope` after the app has lost a scope, `invalid_request` after a change of a key of the platform.
pub(crate) const REFUSALS: i64 = 6;
/// The shortest time over which these refusals must extend, so that a short fault of the platform ends no grant.
pub(crate) const REFUSED_FOR: TimeDelta = TimeDelta::hours(1);
/// The pause after the first such refusal. It doubles up to [`LONGEST_PAUSE`], so the last of the [`REFUSALS`] attempts is
/// made one hour after the first.
const REFUSED_PAUSE: TimeDelta = TimeDelta::minutes(5);
/// The pause after the first of several redirects in a row. It doubles up to [`REFUSED_PAUSE`].
const REDIRECT_PAUSE: TimeDelta = TimeDelta::seconds(10);

/// What to do before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenDecision {
    /// Use the token.
    UseToken,
    /// Use the token, and refresh it in the background.
    RefreshAdvisory,
    /// The token has expired: refresh it before the call.
    RefreshMandatory,
    /// The user has to log in again.
    Reauth,
}

/// What to do before a call with this grant. `key` varies the time of the advisory refresh from grant to grant.
pub(crate) fn decide(grant: &Grant, key: &str, now: DateTime<Utc>) -> TokenDecision {
    let life = grant.pair.expires_at - grant.pair.issued_at;
    if grant.is_erased() {
        return TokenDecision::Reauth;
    }
    if grant.pair.refresh.is_none() || grant.state == GrantState::NeedsReauth {
        return if grant.is_valid_unrefreshed(now) { TokenDecision::UseToken } else { TokenDecision::Reauth };
    }
    // The margin is shortened, so that a token with a lifetime of seconds is usable at all.
    if now >= grant.pair.expires_at - MARGIN.min(life / 10) {
        return TokenDecision::RefreshMandatory;
    }
    // The second condition is cheap and avoids the hash in most calls.
    let is_due = is_far_ahead(grant.pair.issued_at, now)
        || (now >= grant.pair.issued_at + life / 4 * 3 && now >= due_at(grant, key));
    if is_due { TokenDecision::RefreshAdvisory } else { TokenDecision::UseToken }
}

/// When the advisory refresh of a token is due. If its times are [far ahead](is_far_ahead), it is due at once instead.
pub(crate) fn due_at(grant: &Grant, key: &str) -> DateTime<Utc> {
    let life = grant.pair.expires_at - grant.pair.issued_at;
    grant.pair.issued_at + advisory_age(life, key, grant.generation)
}

/// Whether the stored time of a past event is so far in the future that the clock was ahead and has been set back since. The real
/// age of such a token is not known.
pub(crate) fn is_far_ahead(recorded: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    recorded - now > LONGEST_PAUSE
}

/// The age at which the advisory refresh is due: 75 to 80 % of the lifetime, different for every grant and generation.
fn advisory_age(life: TimeDelta, key: &str, generation: i64) -> TimeDelta {
    let digest = Sha256::digest(format!("{key}\n{generation}"));
    let spread = i32::from(digest.first().copied().unwrap_or_default());
    // 256 * 15 is 75 % of 5120, and `spread` adds up to 5 %. The division comes first, so that no lifetime overflows.
    life / 5120 * (256 * 15 + spread)
}

/// The next step of a process that wants to send a refresh request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeasePlan {
    /// Store this grant to take the lease.
    Acquire(Box<Grant>),
    /// Another process holds the lease.
    Wait { until: DateTime<Utc> },
    /// A recent attempt failed.
    Pause { until: DateTime<Utc> },
    /// The grant cannot be refreshed.
    Impossible,
}

/// Plans the next step of the process whose leases have this owner.
pub(crate) fn plan(grant: &Grant, owner: &str, now: DateTime<Utc>) -> LeasePlan {
    if grant.pair.refresh.is_none() || grant.state == GrantState::NeedsReauth {
        return LeasePlan::Impossible;
    }
    if let Some(lease) = grant.lease.as_ref().filter(|lease| lease.owner != owner && is_ahead(lease.until, now, LEASE))
    {
        return LeasePlan::Wait { until: lease.until };
    }
    if let Some(until) = paused_until(grant, now) {
        return LeasePlan::Pause { until };
    }
    let mut next = grant.clone();
    next.lease = Some(Lease { owner: owner.to_owned(), until: now + LEASE });
    next.fence += 1;
    next.retry_at = None;
    match grant.first_sent_at {
        None => next.first_sent_at = Some(now),
        Some(first) if in_window(first, now) => {}
        Some(_) => {
            next.first_sent_at = Some(now);
            next.rounds += 1;
        }
    }
    LeasePlan::Acquire(Box::new(next))
}

/// Until when no refresh request may be sent after a failure.
pub(crate) fn paused_until(grant: &Grant, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    grant.retry_at.filter(|until| is_ahead(*until, now, LONGEST_PAUSE))
}

/// Whether a refresh token first sent at `first` may be sent again.
pub(crate) fn in_window(first: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (TimeDelta::zero()..=WINDOW).contains(&(now - first))
}

/// A refresh request, with the state at the time it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefreshAttempt {
    pub(crate) login_number: i64,
    pub(crate) generation: i64,
    pub(crate) fence: i64,
    pub(crate) sent_at: DateTime<Utc>,
    /// When the response arrived.
    pub(crate) answered_at: DateTime<Utc>,
    /// The refresh token had not been sent before. So a response that proves that nothing happened allows a new start.
    pub(crate) first: bool,
}

/// The request that the lease number `fence` allows now. `grant` must have just been read. `None`: sending is not allowed.
pub(crate) fn may_send(
    grant: &Grant,
    owner: &str,
    fence: i64,
    first: bool,
    now: DateTime<Utc>,
) -> Option<RefreshAttempt> {
    let lease = grant.lease.as_ref()?;
    let holds = lease.owner == owner && grant.fence == fence && is_ahead(lease.until, now, LEASE);
    let allowed = holds
        && lease.until - now > DEADLINE
        && grant.state == GrantState::Active
        && grant.first_sent_at.is_some_and(|sent| in_window(sent, now));
    let (login_number, generation) = (grant.login_number, grant.generation);
    let attempt = RefreshAttempt { login_number, generation, fence, sent_at: now, answered_at: now, first };
    allowed.then_some(attempt)
}

impl RefreshAttempt {
    /// When the platform most probably received the request. If the response took longer than the deadline, the process was
    /// suspended after the last check and sent the request only afterwards.
    fn seen_at(&self) -> DateTime<Utc> {
        if self.was_suspended() { self.answered_at } else { self.sent_at }
    }

    /// Whether the process was suspended, before the request was sent or after the response arrived.
    fn was_suspended(&self) -> bool {
        self.answered_at - self.sent_at > DEADLINE
    }
}

/// What a success response changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Commit {
    /// Store this grant.
    Store(Box<Grant>),
    /// Store this grant. The pair in use stays, and the new pair is a spare.
    Spare(Box<Grant>),
    /// Nothing: the response belongs to an earlier login.
    Drop,
}

/// Applies the response to `attempt` to the grant as it is stored now.
pub(crate) fn commit(grant: &Grant, attempt: &RefreshAttempt, tokens: TokenReply, now: DateTime<Utc>) -> Commit {
    if grant.login_number != attempt.login_number {
        return Commit::Drop;
    }
    let renewed = tokens.refresh_token.is_some();
    let (life, expiry_assumed) = lifetime_of(&tokens);
    let pair = TokenPair {
        access: tokens.access_token,
        // RFC 6749 section 6: without a new refresh token, the old one stays valid.
        refresh: tokens.refresh_token.or_else(|| grant.pair.refresh.clone()),
        issued_at: attempt.sent_at,
        expires_at: attempt.sent_at + life,
    };
    let mut next = grant.clone();
    if grant.generation != attempt.generation && attempt.seen_at() <= grant.pair_sent_at {
        keep_spare(&mut next, pair);
        return Commit::Spare(Box::new(next));
    }
    next.generation += 1;
    let replaced = std::mem::replace(&mut next.pair, pair);
    if grant.generation == attempt.generation {
        // A successful refresh of the pair in use proves that it was the newest.
        (next.spare, next.more_spares) = (None, Vec::new());
        let first_sent_at = grant.first_sent_at.unwrap_or(attempt.sent_at);
        next.previous = Some(PreviousRefreshToken { refresh: replaced.refresh, first_sent_at });
    } else {
        keep_spare(&mut next, replaced);
    }
    next.expiry_assumed = expiry_assumed;
    next.scope = tokens.scope.unwrap_or_else(|| grant.scope.clone());
    next.refresh_issued_at = if renewed { Some(attempt.sent_at) } else { grant.refresh_issued_at };
    next.pair_sent_at = attempt.seen_at();
    reset_after_success(&mut next, now);
    Commit::Store(Box::new(next))
}

/// Adds a pair as the first spare. Drops the last spares beyond [`SPARES`].
fn keep_spare(grant: &mut Grant, pair: TokenPair) {
    let kept = iter::once(pair).chain(grant.spare.take()).chain(std::mem::take(&mut grant.more_spares));
    let mut spares = Vec::new();
    for pair in kept {
        // Some platforms respond to every request with the same tokens.
        if !iter::once(&grant.pair).chain(&spares).any(|held| held.has_tokens_of(&pair)) {
            spares.push(pair);
        }
    }
    spares.truncate(SPARES);
    let mut spares = spares.into_iter();
    (grant.spare, grant.more_spares) = (spares.next(), spares.collect());
}

/// Removes and returns the first spare.
fn take_spare(grant: &mut Grant) -> Option<TokenPair> {
    let next = (!grant.more_spares.is_empty()).then(|| grant.more_spares.remove(0));
    std::mem::replace(&mut grant.spare, next)
}

/// Resets the state of a grant that has received a pair: active, without a lease, failures or refusals.
fn reset_after_success(grant: &mut Grant, now: DateTime<Utc>) {
    grant.state = GrantState::Active;
    grant.reason = None;
    grant.ended_at = None;
    grant.committed_at = now;
    grant.lease = None;
    grant.first_sent_at = None;
    grant.rounds = 0;
    grant.failures = 0;
    grant.refusals = 0;
    grant.refused_since = None;
    grant.redirects = 0;
    grant.retry_at = None;
    drop_expired_previous(grant, now);
}

/// Removes the replaced refresh token once the platform no longer accepts it.
fn drop_expired_previous(grant: &mut Grant, now: DateTime<Utc>) {
    if grant.previous.as_ref().is_some_and(|previous| !in_window(previous.first_sent_at, now)) {
        grant.previous = None;
    }
}

/// What a refused refresh token changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A newer pair is stored: use it.
    Adopt,
    /// Store this grant: a spare pair, or the replaced refresh token inside its window, replaces the refused one.
    Promote(Box<Grant>),
    /// Store this grant: it has ended.
    End(Box<Grant>),
}

/// Applies `invalid_grant` to the grant as it is stored now.
pub(crate) fn refuse(grant: &Grant, attempt: &RefreshAttempt, reason: &str, now: DateTime<Utc>) -> Refusal {
    if grant.login_number != attempt.login_number || grant.generation != attempt.generation {
        return Refusal::Adopt;
    }
    let mut next = grant.clone();
    drop_expired_previous(&mut next, now);
    if let Some(spare) = take_spare(&mut next) {
        next.pair_sent_at = spare.issued_at;
        next.pair = spare;
        next.generation += 1;
        reset_after_success(&mut next, now);
        return Refusal::Promote(Box::new(next));
    }
    if let Some(PreviousRefreshToken { refresh: Some(refresh), first_sent_at }) = next.previous.take() {
        next.pair.refresh = Some(refresh);
        next.pair.expires_at = now;
        next.generation += 1;
        reset_after_success(&mut next, now);
        next.first_sent_at = Some(first_sent_at);
        return Refusal::Promote(Box::new(next));
    }
    next.state = GrantState::NeedsReauth;
    next.reason = Some(reason.to_owned());
    next.ended_at = Some(now);
    next.lease = None;
    next.previous = None;
    Refusal::End(Box::new(next))
}

/// The ended grant without its tokens, after both the user and the platform have confirmed the revocation. `None`: a newer
/// login is stored, or the tokens are erased already.
pub(crate) fn erase(grant: &Grant, now: DateTime<Utc>) -> Option<Grant> {
    if grant.state == GrantState::Active || grant.is_erased() {
        return None;
    }
    let ended_at = grant.ended_at.unwrap_or(now);
    Some(Grant {
        // Responses that are still under way now belong to an earlier login, and change nothing.
        login_number: grant.login_number + 1,
        reason: Some("the user revoked the access of the app".to_owned()),
        ended_at: Some(ended_at),
        pair: TokenPair {
            access: Secret::default(),
            refresh: None,
            issued_at: grant.pair.issued_at,
            expires_at: grant.pair.expires_at.min(ended_at),
        },
        lease: None,
        first_sent_at: None,
        retry_at: None,
        previous: None,
        spare: None,
        more_spares: Vec::new(),
        ..grant.clone()
    })
}

/// What to store if `stored` is older than `known`, the state that this process has read or written. `None`: nothing.
///
/// A store loses writes when it restarts without the last ones, or is replaced by a replica that lagged behind. The refresh
/// token that it then has was used already, and sending it again after the platform's window ends the grant. A newer login
/// and a confirmed revocation take precedence on either side: both have a higher login number, unless the clock was set back and
/// the earlier grant deleted in between.
pub(crate) fn restore(stored: &Grant, known: &Grant, now: DateTime<Utc>) -> Option<Grant> {
    let known_again = || Grant { fence: known.fence.max(stored.fence), ..known.clone() };
    if known.login_number != stored.login_number {
        let is_newer =
            known.login_number > stored.login_number && (!known.is_far_ahead(now) || stored.is_far_ahead(now));
        return is_newer.then(known_again);
    }
    let parted = !known.pair.has_tokens_of(&stored.pair);
    let order = known.generation.cmp(&stored.generation);
    if order == Ordering::Less || (order == Ordering::Equal && !parted) {
        // The stored record of the same pair may lack the send time of its refresh token.
        return (order == Ordering::Equal && known.fence > stored.fence).then(known_again);
    }
    let ended = |grant: &Grant| grant.state == GrantState::NeedsReauth;
    // Another process, which did not know the newer pair, has refreshed with the older token since the writes were lost.
    let refreshed = parted && !ended(stored) && stored.pair_sent_at > known.pair_sent_at;
    if order == Ordering::Greater {
        return match (ended(known), refreshed) {
            (true, true) => None,
            (false, true) => Some(with_pairs_of(known_again(), stored)),
            (_, false) => Some(known_again()),
        };
    }
    if ended(known) || has_spare(stored, &known.pair) {
        return None;
    }
    Some(match refreshed {
        true => with_pairs_of(stored.clone(), known),
        // It is not certain which pair is the platform's newest: the process that made one may have been suspended.
        false if !ended(stored) => with_pairs_of(Grant { generation: known.generation + 1, ..known_again() }, stored),
        false => Grant { generation: known.generation + 1, ..known_again() },
    })
}

/// Adds the pairs of `other` as spares.
fn with_pairs_of(mut grant: Grant, other: &Grant) -> Grant {
    for pair in other.more_spares.iter().rev().chain(&other.spare).chain([&other.pair]) {
        keep_spare(&mut grant, pair.clone());
    }
    grant
}

fn has_spare(grant: &Grant, pair: &TokenPair) -> bool {
    grant.spare.iter().chain(&grant.more_spares).any(|spare| spare.has_tokens_of(pair))
}

/// A failed refresh that does not end the grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefreshFailure {
    /// The platform may have processed the request.
    Unclear,
    /// The platform provably did not process it: nothing was sent, or the response says so.
    NotDone,
    /// As [`NotDone`](Self::NotDone): a proxy before the platform responded with a redirect.
    Redirected,
    /// As [`NotDone`](Self::NotDone): refused for a reason that waiting seldom resolves.
    Refused,
}

/// Whether one more refusal ends the grant.
pub(crate) fn is_last_refusal(grant: &Grant, now: DateTime<Utc>) -> bool {
    let long_enough = grant.refused_since.is_some_and(|since| now - since >= REFUSED_FOR);
    grant.refusals + 1 >= REFUSALS && long_enough
}

/// Releases the lease after a failure. `asked` is the pause that the platform asks for. `None`: another process has the lease.
pub(crate) fn release_lease(
    grant: &Grant,
    attempt: &RefreshAttempt,
    failure: RefreshFailure,
    asked: Option<TimeDelta>,
    now: DateTime<Utc>,
) -> Option<Grant> {
    let mine = grant.login_number == attempt.login_number
        && grant.generation == attempt.generation
        && grant.fence == attempt.fence;
    if !mine {
        return None;
    }
    let mut next = grant.clone();
    next.lease = None;
    next.failures += 1;
    if failure != RefreshFailure::Unclear && attempt.first {
        next.first_sent_at = None;
    }
    next.redirects = if failure == RefreshFailure::Redirected { grant.redirects + 1 } else { 0 };
    let pause = match failure {
        RefreshFailure::Unclear | RefreshFailure::NotDone => pause(&next, now),
        RefreshFailure::Redirected => doubled(REDIRECT_PAUSE, next.redirects - 1, 5).min(REFUSED_PAUSE),
        RefreshFailure::Refused => {
            next.refusals += 1;
            let since = grant.refused_since.filter(|since| !is_far_ahead(*since, now));
            next.refused_since = since.or(Some(now));
            doubled(REFUSED_PAUSE, next.refusals - 1, 2)
        }
    };
    next.retry_at = Some(now + pause.max(asked.unwrap_or_default()).min(LONGEST_PAUSE));
    drop_expired_previous(&mut next, now);
    Some(next)
}

/// `pause` doubled `times` times, but at most `most` times.
fn doubled(pause: TimeDelta, times: i64, most: i64) -> TimeDelta {
    pause * 2_i32.pow(times.clamp(0, most) as u32)
}

/// The pause after a temporary failure.
fn pause(grant: &Grant, now: DateTime<Utc>) -> TimeDelta {
    if grant.rounds == 0 {
        // Short at first, so that several attempts fit into the window.
        return doubled(TimeDelta::seconds(1), grant.failures - 1, 4);
    }
    let minute = TimeDelta::minutes(1);
    if grant.first_sent_at.is_some_and(|first| in_window(first, now + minute)) {
        minute
    } else {
        doubled(minute, grant.rounds, 4)
    }
}

#[cfg(test)]
mod tests;
