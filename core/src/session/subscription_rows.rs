//! The stored event subscriptions of a grant, one row each. Their renewal is in `renewal`.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::ClientState;
use super::grant::Grant;
use super::protocol::is_far_ahead;
use crate::digest::sha256;
use crate::error::{Error, Result, StoreError};
use crate::id::GrantKey;
use crate::model::event::{Subscription, SubscriptionType};
use crate::stores::{RecordKind, Refusals, Stored, check_owner, is_beyond, names, partial_read};

/// A renewal within this time after a refresh leaves no gap. A later one may: the documents say that the old token stays
/// valid for two minutes, but not that its subscriptions do.
const PROMPT: TimeDelta = TimeDelta::seconds(10);
/// The longest resource id that is part of a row's key, in bytes.
const MAX_RESOURCE_IN_KEY: usize = 256;
/// How many unreported gaps a row keeps. Beyond that, the oldest ones are merged.
const MAX_GAPS: usize = 16;

/// The status of a wanted subscription.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SubscriptionStatus {
    /// The platform has not accepted it yet, or not since the last refresh.
    Pending,
    /// The platform has accepted it. It ends with the access token.
    Active,
    /// The user has not granted the scope of this event type. Tried again after the next login or refresh.
    BlockedScope,
    /// The API key lacks the permission `EVENTS_REGISTER_SUBSCRIPTION`. Tried again after the next refresh.
    BlockedKey,
    /// The grant has ended. A new login with the same key renews the subscription.
    GrantLost,
    /// Its token has ended and it is not renewed yet: events may be missing.
    Lapsed,
}

/// A period in which events may be missing. Read the data of that period from the API instead.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// When the old token ended.
    pub from: DateTime<Utc>,
    /// When the platform accepted the subscription again.
    pub to: DateTime<Utc>,
}

/// A wanted subscription and its status.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SubscriptionInfo {
    /// The wanted subscription.
    pub subscription: Subscription,
    /// Its status.
    pub status: SubscriptionStatus,
    /// The generation of the grant's tokens with which it was last accepted.
    pub bound_generation: Option<i64>,
    /// When it was last accepted.
    pub bound_at: Option<DateTime<Utc>>,
    /// When it ends without a renewal.
    pub valid_until: Option<DateTime<Utc>>,
    /// Why the last attempt failed, if it did.
    pub last_error: Option<String>,
    /// The last period in which events may have been missed.
    pub gap: Option<Gap>,
}

/// The stored record of a subscription.
#[derive(Serialize, Deserialize)]
pub(crate) struct SubscriptionRow {
    pub(crate) schema: i64,
    pub(crate) subscription: Subscription,
    pub(crate) status: SubscriptionStatus,
    pub(crate) bound_generation: Option<i64>,
    pub(crate) bound_at: Option<DateTime<Utc>>,
    pub(crate) valid_until: Option<DateTime<Utc>>,
    /// The last generation with a final outcome, accepted or refused.
    pub(crate) settled_generation: i64,
    pub(crate) attempts: i64,
    pub(crate) last_error: Option<String>,
    pub(crate) gap: Option<Gap>,
    /// Gaps that no keeper has reported to the app yet.
    #[serde(default)]
    pub(crate) unreported_gaps: Vec<Gap>,
    /// The subscription was blocked, and no keeper has reported that to the app yet.
    #[serde(default)]
    pub(crate) unreported_block: bool,
    /// The status of the last refusal. `None`: not refused since it was last accepted, or since the grant ended.
    #[serde(default)]
    pub(crate) refused_as: Option<SubscriptionStatus>,
    /// When the outcome of the last attempt was stored.
    #[serde(default, rename = "noted_at")]
    pub(crate) outcome_at: Option<DateTime<Utc>>,
    /// When a keeper last claimed the unreported gaps and blocks in order to report them.
    #[serde(default, rename = "taken_at")]
    pub(crate) claimed_at: Option<DateTime<Utc>>,
}

impl Stored for SubscriptionRow {
    const NAME: &'static str = "subscription";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn invalid_members(&self) -> Vec<&'static str> {
        let beyond = |instant: Option<DateTime<Utc>>| instant.is_some_and(is_beyond);
        let gap = |gap: &Gap| is_beyond(gap.from) || is_beyond(gap.to);
        names([
            ("bound_generation", self.bound_generation.is_some_and(|generation| generation < 1)),
            ("bound_at", beyond(self.bound_at)),
            ("valid_until", beyond(self.valid_until)),
            ("settled_generation", self.settled_generation < 0),
            ("attempts", self.attempts < 0),
            ("gap", self.gap.as_ref().is_some_and(gap)),
            ("unreported_gaps", self.unreported_gaps.iter().any(gap)),
            ("noted_at", beyond(self.outcome_at)),
            ("taken_at", beyond(self.claimed_at)),
        ])
    }
}

impl SubscriptionRow {
    fn new(subscription: Subscription) -> Self {
        Self {
            schema: Self::SCHEMA,
            subscription,
            status: SubscriptionStatus::Pending,
            bound_generation: None,
            bound_at: None,
            valid_until: None,
            settled_generation: 0,
            attempts: 0,
            last_error: None,
            gap: None,
            unreported_gaps: Vec::new(),
            unreported_block: false,
            refused_as: None,
            outcome_at: None,
            claimed_at: None,
        }
    }

    /// Decodes the row that is stored under `name`.
    fn read(name: &str, bytes: &[u8]) -> Result<Self, StoreError> {
        let row = Self::decode(bytes)?;
        let Subscription { event_type, event_resource_id, .. } = &row.subscription;
        check_owner::<Self>(name.ends_with(&row_place(event_type, event_resource_id.as_deref())))?;
        Ok(row)
    }

    pub(crate) fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|e| StoreError::new("write subscription", crate::json::describe(&e)))
    }

    /// Records the outcome of an attempt with the token of `grant`.
    pub(crate) fn note(&mut self, outcome: &SubscribeOutcome, grant: &Grant, now: DateTime<Utc>) {
        self.attempts += 1;
        self.outcome_at = Some(now);
        self.claimed_at = None;
        match outcome {
            SubscribeOutcome::Bound => {
                if let Some(gap) = self.gap_until(now, grant) {
                    let event_type = self.subscription.event_type.as_str();
                    let seconds = (gap.to - gap.from).to_std().unwrap_or_default().as_secs_f64();
                    tracing::warn!(histogram.sub_lapse_seconds = seconds, event_type, "events may be missing");
                    self.gap = Some(gap);
                    self.unreported_gaps.push(gap);
                    if self.unreported_gaps.len() > MAX_GAPS {
                        let first = self.unreported_gaps.remove(0);
                        self.unreported_gaps[0].from = first.from;
                    }
                }
                (self.unreported_block, self.refused_as) = (false, None);
                self.status = SubscriptionStatus::Active;
                self.bound_generation = Some(grant.generation);
                self.bound_at = Some(now);
                self.valid_until = Some(grant.pair.expires_at);
                self.settled_generation = grant.generation;
                self.attempts = 0;
                self.last_error = None;
            }
            SubscribeOutcome::Blocked { status, error } => {
                self.unreported_block |= self.refused_as != Some(*status);
                self.refused_as = Some(*status);
                self.status = *status;
                self.settled_generation = grant.generation;
                self.last_error = Some(error.to_string());
            }
            SubscribeOutcome::Later { error, .. } => {
                self.status = SubscriptionStatus::Pending;
                self.last_error = Some(error.to_string());
            }
        }
    }

    /// The period in which events may have been missed, if the subscription is renewed at `now` with the token of `grant`.
    fn gap_until(&self, now: DateTime<Utc>, grant: &Grant) -> Option<Gap> {
        let (bound, ends) = (self.bound_generation?, self.valid_until?);
        if grant.generation != bound && self.bound_at.is_some_and(|bound_at| is_far_ahead(bound_at.min(ends), now)) {
            // It is not known when the old token ended. It may have been at any time, and the life of a token is reported.
            let life = grant.pair.expires_at - grant.pair.issued_at;
            return Some(Gap { from: now - life, to: now });
        }
        let from = match grant.generation - bound {
            0 => ends,
            1 => ends.min(grant.pair_sent_at),
            // It is not stored when the first of several newer tokens replaced the one of this subscription.
            _ => ends.min(self.bound_at?),
        };
        (ends < now || now - from > PROMPT).then_some(Gap { from, to: now })
    }

    pub(crate) fn info(self, now: DateTime<Utc>) -> SubscriptionInfo {
        let lapsed = matches!(self.status, SubscriptionStatus::Active | SubscriptionStatus::Pending)
            && self.valid_until.is_some_and(|until| until < now);
        SubscriptionInfo {
            status: if lapsed { SubscriptionStatus::Lapsed } else { self.status },
            subscription: self.subscription,
            bound_generation: self.bound_generation,
            bound_at: self.bound_at,
            valid_until: self.valid_until,
            last_error: self.last_error,
            gap: self.gap,
        }
    }
}

/// The outcome of one attempt.
pub(crate) enum SubscribeOutcome {
    Bound,
    /// Refused. Final for this generation.
    Blocked {
        status: SubscriptionStatus,
        error: Error,
    },
    /// Failed. A later attempt may succeed.
    Later {
        error: Error,
        /// What this failure means for the other rows of the grant.
        cause: FailureCause,
    },
}

/// What a failed attempt means for the attempts that would follow it.
pub(crate) enum FailureCause {
    /// Nothing: they may succeed.
    Unknown,
    /// They would fail too: there is no connection.
    NoConnection,
    /// They would fail too: the app's own settings are incomplete, or the source of its API key fails.
    NotConfigured,
    /// They would fail too: the token is refused.
    TokenRefused,
    /// They would fail for the time `wait`: a quota is used up.
    Limited { wait: Duration },
}

/// A summary of the rows of a grant, for its keeper.
#[derive(Default)]
pub(crate) struct Summary {
    /// The number of wanted subscriptions.
    pub(crate) wanted: usize,
    /// How many of them have no outcome for the current generation.
    pub(crate) unsettled: usize,
    /// How many of them are bound to the current generation.
    pub(crate) bound: usize,
    /// What no keeper has reported to the app yet.
    pub(crate) unreported: Vec<UnreportedChanges>,
}

/// What a keeper has to report to the app about one subscription.
pub(crate) struct UnreportedChanges {
    pub(crate) event_type: SubscriptionType,
    pub(crate) event_resource_id: Option<String>,
    pub(crate) outcome_at: DateTime<Utc>,
    pub(crate) claimed_at: Option<DateTime<Utc>>,
    pub(crate) changes: Vec<UnreportedChange>,
}

pub(crate) enum UnreportedChange {
    Gap(Gap),
    Blocked { status: SubscriptionStatus, reason: String },
}

/// Summarizes the rows of a grant.
pub(crate) async fn summarize(inner: &ClientState, key: &GrantKey, grant: &Grant) -> Result<Summary, StoreError> {
    let mut summary = Summary::default();
    for (_, _, row) in rows(inner, key).await? {
        summary.wanted += 1;
        summary.unsettled += usize::from(row.settled_generation < grant.generation);
        summary.bound += usize::from(row.bound_generation == Some(grant.generation));
        let mut changes: Vec<UnreportedChange> = row.unreported_gaps.into_iter().map(UnreportedChange::Gap).collect();
        if row.unreported_block {
            changes.push(UnreportedChange::Blocked { status: row.status, reason: row.last_error.unwrap_or_default() });
        }
        if !changes.is_empty() {
            let Subscription { event_type, event_resource_id, .. } = row.subscription;
            let outcome_at = row.outcome_at.unwrap_or(grant.committed_at);
            summary.unreported.push(UnreportedChanges {
                event_type,
                event_resource_id,
                outcome_at,
                claimed_at: row.claimed_at,
                changes,
            });
        }
    }
    Ok(summary)
}

/// Claims `unreported` for reporting. Returns false if another keeper was first: only one of those that read the same changes reports
/// them.
pub(crate) async fn claim_unreported(
    inner: &ClientState,
    key: &GrantKey,
    unreported: &UnreportedChanges,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let name = row_key(key, &unreported.event_type, unreported.event_resource_id.as_deref());
    let Some((row, version)) = load(inner, &name).await? else { return Ok(false) };
    if row.claimed_at != unreported.claimed_at {
        return Ok(false);
    }
    let row = SubscriptionRow { claimed_at: Some(now), ..row };
    inner.store().put(RecordKind::Subscription, &name, Some(version), &row.encode()?).await
}

/// Records that `gap` was reported to the app, or, if it is `None`, that the block was.
pub(crate) async fn note_reported(
    inner: &ClientState,
    key: &GrantKey,
    event_type: &SubscriptionType,
    event_resource_id: Option<&str>,
    gap: Option<Gap>,
) -> Result<(), StoreError> {
    let (name, mut refusals) = (row_key(key, event_type, event_resource_id), Refusals::default());
    while let Some((mut row, version)) = load(inner, &name).await? {
        match gap {
            Some(reported) => row.unreported_gaps.retain(|gap| gap.to > reported.to),
            None => row.unreported_block = false,
        }
        let is_written = inner.store().put(RecordKind::Subscription, &name, Some(version), &row.encode()?).await?;
        if refusals.noted(is_written, "put", Some(version))? {
            break;
        }
    }
    Ok(())
}

/// No longer wants a subscription. Returns whether it was wanted.
pub(crate) async fn remove(
    inner: &ClientState,
    key: &GrantKey,
    event_type: &SubscriptionType,
    resource: Option<&str>,
) -> Result<bool, StoreError> {
    delete(inner, &row_key(key, event_type, resource)).await
}

/// The wanted subscriptions of a grant, without those that cannot be read.
pub(crate) async fn list(inner: &ClientState, key: &GrantKey) -> Result<Vec<SubscriptionInfo>, StoreError> {
    let now = inner.sessions.local_now(inner);
    Ok(rows(inner, key).await?.into_iter().map(|(_, _, row)| row.info(now)).collect())
}

/// Marks every row of an ended grant, except those that a later login has renewed. Best effort: the state of the grant itself shows it
/// too.
pub(crate) async fn mark_lost(inner: &Arc<ClientState>, key: &GrantKey, ended: &Grant) {
    let Ok(rows) = rows(inner, key).await else { return };
    for (name, version, mut row) in rows.into_iter().filter(|(_, _, row)| row.settled_generation <= ended.generation) {
        (row.status, row.refused_as) = (SubscriptionStatus::GrantLost, None);
        let now = inner.sessions.local_now(inner);
        row.valid_until = row.valid_until.map(|until| until.min(now));
        if let Ok(value) = row.encode()
            && let Err(error) = inner.store().put(RecordKind::Subscription, &name, Some(version), &value).await
        {
            tracing::warn!(operation = error.operation, "a subscription could not be marked as lost");
        }
    }
}

/// Deletes every row of a grant.
pub(crate) async fn remove_all(inner: &Arc<ClientState>, key: &GrantKey) -> Result<()> {
    for (name, _) in inner.store().versions(RecordKind::Subscription, &prefix(key)).await? {
        delete(inner, &name).await?;
    }
    Ok(())
}

/// Writes the row of a wanted subscription, unless the platform has accepted it already.
pub(crate) async fn want(inner: &Arc<ClientState>, name: &str, subscription: Subscription) -> Result<(), StoreError> {
    let mut refusals = Refusals::default();
    loop {
        let (row, version) = match load(inner, name).await? {
            Some((row, _)) if row.subscription == subscription && row.status == SubscriptionStatus::Active => {
                return Ok(());
            }
            // A refused subscription is requested again, so that the app gets the current result. Other metadata are, too.
            Some((row, version)) => {
                (SubscriptionRow { subscription: subscription.clone(), settled_generation: 0, ..row }, Some(version))
            }
            None => (SubscriptionRow::new(subscription.clone()), None),
        };
        let is_written = inner.store().put(RecordKind::Subscription, name, version, &row.encode()?).await?;
        if refusals.noted(is_written, "put", version)? {
            return Ok(());
        }
    }
}

pub(crate) async fn load(inner: &ClientState, name: &str) -> Result<Option<(SubscriptionRow, i64)>, StoreError> {
    match inner.store().get(RecordKind::Subscription, name).await? {
        Some(record) => Ok(Some((SubscriptionRow::read(name, record.value()?)?, record.version))),
        None => Ok(None),
    }
}

/// Deletes a row, whether it can be read or not.
async fn delete(inner: &ClientState, name: &str) -> Result<bool, StoreError> {
    let mut refusals = Refusals::default();
    loop {
        let version = inner.store().get(RecordKind::Subscription, name).await?.map(|record| record.version);
        let Some(version) = version else { return Ok(false) };
        let is_deleted = inner.store().delete(RecordKind::Subscription, name, version).await?;
        if refusals.noted(is_deleted, "delete", Some(version))? {
            return Ok(true);
        }
    }
}

/// The rows of a grant that can be read, with their names and versions.
pub(crate) async fn rows(
    inner: &ClientState,
    key: &GrantKey,
) -> Result<Vec<(String, i64, SubscriptionRow)>, StoreError> {
    partial_read(inner.store().as_ref(), RecordKind::Subscription, &prefix(key), SubscriptionRow::read)
        .await?
        .some("subscriptions")
}

/// The prefix of the keys of a grant's rows. Grant keys contain no line feed, so the rows of no other grant have this prefix.
fn prefix(key: &GrantKey) -> String {
    format!("{key}\n")
}

/// The key of a row. An omitted resource id (`-`) differs from an empty one (`=`).
pub(crate) fn row_key(key: &GrantKey, event_type: &SubscriptionType, resource: Option<&str>) -> String {
    format!("{key}{}", row_place(event_type, resource))
}

/// The part of a row's key after the key of the grant. PostgreSQL has no keys of more than 2,704 bytes, so a long resource id is
/// replaced by its hash.
fn row_place(event_type: &SubscriptionType, resource: Option<&str>) -> String {
    let resource = match resource {
        None => "-".to_owned(),
        Some(id) if id.len() > MAX_RESOURCE_IN_KEY => format!("#{}", sha256(id)),
        Some(id) => format!("={id}"),
    };
    format!("\n{event_type}\n{resource}")
}

/// Asserts that damage to a stored row is detected.
#[cfg(test)]
pub(crate) fn check_rows(good: &serde_json::Value) {
    let may_be_absent = [
        "bound_generation",
        "bound_at",
        "valid_until",
        "last_error",
        "gap",
        "unreported_gaps",
        "unreported_block",
        "refused_as",
        "noted_at",
        "taken_at",
    ];
    crate::stores::check_damage::<SubscriptionRow>(good, &may_be_absent);
}
