//! What a check reports: alarms, subscriptions, the end of a grant; and the user ID that it asks for.

use super::*;
use crate::lock::lock;

impl GrantChecks {
    /// Reports subscriptions that are unsettled for too long.
    pub(super) fn report_unsettled(&self, check: &mut GrantCheck, grant: &Grant, summary: &Summary) {
        if summary.unsettled == 0 || check.known.late_reported {
            return;
        }
        let reported_at = grant.pair_sent_at + UNSETTLED_LIMIT;
        if self.now() < reported_at {
            check.again_at(reported_at);
            return;
        }
        check.known.late_reported = true;
        check.reports.push(KeeperReport::Late {
            grant: check.key.clone(),
            user: grant.user.clone(),
            since: grant.pair_sent_at,
            subscriptions: count(summary.unsettled),
        });
    }

    /// When this keeper reports changes that were stored at `outcome_at`: at once if the clock has been set back far since then.
    fn reports_at(&self, check: &GrantCheck, outcome_at: DateTime<Utc>, mine: bool) -> DateTime<Utc> {
        if protocol::is_far_ahead(outcome_at, self.now()) {
            return DateTime::<Utc>::MIN_UTC;
        }
        if mine { outcome_at } else { outcome_at + REPORT_DELAY + self.jitter(&check.key, REPORT_SPREAD) }
    }

    /// Reports gaps and blocked subscriptions that were not reported yet. If a keeper claims a report and crashes, another
    /// one reports it later.
    pub(super) async fn report_subscriptions(
        &self,
        check: &mut GrantCheck,
        grant: &Grant,
        mine: bool,
        summary: Summary,
    ) -> Result<(), StoreError> {
        for row in summary.unreported {
            let at = self.reports_at(check, row.claimed_at.unwrap_or(row.outcome_at), mine && row.claimed_at.is_none());
            if self.now() < at {
                check.again_at(at);
                continue;
            }
            if !subscription_rows::claim_unreported(self.inner(), &check.key, &row, self.now()).await? {
                check.again_at(self.now() + REPORT_DELAY);
                continue;
            }
            // Looks again after the claim, in case that the app has not handled the report by then.
            check.again_at(self.reports_at(check, self.now(), false));
            for change in row.changes {
                let (key, user) = (check.key.clone(), grant.user.clone());
                let (event_type, event_resource_id) = (row.event_type.clone(), row.event_resource_id.clone());
                check.reports.push(match change {
                    UnreportedChange::Gap(gap) => {
                        KeeperReport::Gap { grant: key, user, event_type, event_resource_id, gap }
                    }
                    UnreportedChange::Blocked { status, reason } => {
                        KeeperReport::Blocked { grant: key, user, event_type, event_resource_id, status, reason }
                    }
                });
            }
        }
        Ok(())
    }

    /// Reports the end of a grant.
    pub(super) async fn report_end(
        &self,
        check: &mut GrantCheck,
        grant: &Grant,
        mine: bool,
        summary: &Summary,
    ) -> Result<(), StoreError> {
        // The end of a grant without a refresh token is expected. It is reported only if subscriptions were wanted.
        let meant = grant.state == GrantState::Active && summary.wanted == 0;
        if grant.notified == NotifiedLevel::End || meant {
            return Ok(());
        }
        let ended_at = grant.ended_at.unwrap_or(grant.pair.expires_at);
        if !self.claim_report(check, grant, NotifiedLevel::End, self.reports_at(check, ended_at, mine)).await? {
            return Ok(());
        }
        let reason = match crate::session::grant::reauth(grant) {
            Error::OAuth(OAuthError::ReauthRequired { reason, .. }) => reason,
            other => other.to_string(),
        };
        check.reports.push(KeeperReport::ReauthRequired { grant: check.key.clone(), user: grant.user.clone(), reason });
        Ok(())
    }

    /// Claims the report that a grant ends soon or has ended, if it is due at `due`. Returns whether this keeper makes it. If
    /// the app does not confirm a claimed report, a keeper claims it again later.
    async fn claim_report(
        &self,
        check: &mut GrantCheck,
        grant: &Grant,
        level: NotifiedLevel,
        due: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let now = self.now();
        let claim = grant.report_claim.filter(|claim| claim.level >= level);
        let at = claim.map_or(due, |claim| due.max(self.reports_at(check, claim.claimed_at, false)));
        if now < at {
            check.again_at(at);
            return Ok(false);
        }
        let claimed = Grant { report_claim: Some(ReportClaim { level, claimed_at: now }), ..grant.clone() };
        let first = refresh::put(self.inner(), &check.key, check.version, &claimed).await?;
        check.again_at(self.reports_at(check, now, false));
        Ok(first)
    }

    /// Reports that a grant ends soon.
    pub(super) async fn warn(&self, check: &mut GrantCheck, grant: &Grant) -> Result<(), StoreError> {
        let Some(issued) = grant.refresh_issued_at else { return Ok(()) };
        if issued - grant.consent_at > REFRESH_TOKEN_LIFETIME {
            self.outlasts_login.store(true, Ordering::Relaxed);
        }
        let (now, rolling, absolute) =
            (self.now(), issued + REFRESH_TOKEN_LIFETIME, grant.consent_at + REFRESH_TOKEN_LIFETIME);
        let certain = rolling - now <= TimeDelta::days(7) || self.outlasts_login.load(Ordering::Relaxed);
        let ends_at = if certain { rolling } else { absolute };
        for (level, left) in [(NotifiedLevel::Day, TimeDelta::days(1)), (NotifiedLevel::Week, TimeDelta::days(7))] {
            let at = ends_at - left + self.jitter(&check.key, TimeDelta::minutes(10));
            if grant.notified_of(ends_at, certain) >= level {
                break;
            }
            if now < at {
                check.again_at(at);
                continue;
            }
            if self.claim_report(check, grant, level, at).await? {
                let (grant, user) = (check.key.clone(), grant.user.clone());
                check.reports.push(KeeperReport::ReauthSoon { grant, user, ends_at, certain });
            }
            break;
        }
        Ok(())
    }

    /// Asks the platform for the user id, so that a revocation event finds the grant. Best effort and slow, so that a keeper
    /// that starts with ten thousand grants does not use up the quota of the app.
    pub(super) async fn request_user_id(&self, check: &mut GrantCheck, grant: &Grant) {
        let may = grant.scope.split_ascii_whitespace().any(|word| Scope::raw(word).kind() == Some(&scope::USER_ID));
        if !may || grant.user_id.is_some() {
            return;
        }
        let now = self.now();
        let at = match check.known.user_id {
            UserIdRequest::Done => return,
            UserIdRequest::Failed { at, pause } if is_ahead(at + pause, now, pause) => at + pause,
            UserIdRequest::At(at) => at,
            UserIdRequest::Open | UserIdRequest::Failed { .. } => {
                let mut next = lock(&self.next_user_id_at);
                let at = now.max(*next);
                let is_refused = self.refuses_user_ids.load(Ordering::Relaxed);
                *next = at + if is_refused { USER_ID_REFUSED_PAUSE } else { USER_ID_PAUSE };
                check.known.user_id = UserIdRequest::At(at);
                at
            }
        };
        if now < at {
            check.again_at(at);
            return;
        }
        let answer = self.platform.user(&check.key).users().me().await;
        let is_refused = matches!(&answer, Err(Error::Api(error)) if error.kind == ApiErrorKind::MissingScope);
        if self.refuses_user_ids.swap(is_refused, Ordering::Relaxed) && !is_refused {
            *lock(&self.next_user_id_at) = self.now();
        }
        // A refusal may concern this user only, or no user: a page of a proxy has the same status.
        let pause = if is_refused { USER_ID_REFUSED_RETRY } else { RECHECK };
        check.known.user_id = match answer {
            Ok(_) => UserIdRequest::Done,
            Err(_) => UserIdRequest::Failed { at: self.now(), pause },
        };
    }
}
