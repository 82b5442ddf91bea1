//! Daily quotas that are used up: until the day ends, calls that would be refused are not sent.
//!
//! The platform counts per use case (docs/platform.md#limits) and documents neither the calls of a use case nor the
//! hour at which a day begins. So each endpoint has its own gate. If the response does not say how long to wait, the
//! gate opens at the next midnight of UTC or of Iran, whichever comes first: an assumption. If the quota is still used
//! up then, one more request is refused.

use crate::lock::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};

/// Longest time that a gate is closed, whatever the response says.
const DAY: TimeDelta = TimeDelta::days(1);
/// Difference between the time of Iran and UTC in seconds, constant since 2022.
const IRAN: i32 = 12_600;

/// The endpoints whose daily quota is used up, and until when.
#[derive(Debug, Default)]
pub(crate) struct DayGates(Mutex<HashMap<&'static str, DateTime<Utc>>>);

impl DayGates {
    /// Closes the gate of an endpoint after a response at `now` that asked to wait for `asked`.
    pub(crate) fn close(&self, endpoint: &'static str, now: DateTime<Utc>, asked: Option<Duration>) {
        let asked = asked.and_then(|wait| TimeDelta::from_std(wait).ok()).map(|wait| now + wait.min(DAY));
        self.gates().insert(endpoint, asked.unwrap_or_else(|| end_of_day(now)));
    }

    /// The time until which the gate of an endpoint is closed.
    pub(crate) fn closed_until(&self, endpoint: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let until = *self.gates().get(endpoint)?;
        // A time further away than a day means that the clock was changed.
        (now < until && until - now <= DAY).then_some(until)
    }

    fn gates(&self) -> MutexGuard<'_, HashMap<&'static str, DateTime<Utc>>> {
        lock(&self.0)
    }
}

/// The first midnight after `now`, in UTC or in Iran.
fn end_of_day(now: DateTime<Utc>) -> DateTime<Utc> {
    let midnight = |zone: FixedOffset| {
        let local = now.with_timezone(&zone).naive_local();
        let next = local.date().and_time(chrono::NaiveTime::MIN) + DAY;
        now + (next - local)
    };
    [0, IRAN].into_iter().filter_map(FixedOffset::east_opt).map(midnight).min().unwrap_or(now + DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_ends_at_the_next_midnight_of_utc_or_iran() {
        for (now, end) in [
            ("2026-11-20T12:00:00Z", "2026-11-20T20:30:00Z"),
            ("2026-11-20T20:29:59.5Z", "2026-11-20T20:30:00Z"),
            ("2026-11-20T20:30:00Z", "2026-11-21T00:00:00Z"),
            ("2026-11-20T23:59:59Z", "2026-11-21T00:00:00Z"),
            ("2026-11-21T00:00:00Z", "2026-11-21T20:30:00Z"),
            ("2026-12-31T21:00:00Z", "2027-01-01T00:00:00Z"),
        ] {
            assert_eq!(end_of_day(at(now)), at(end), "{now}");
        }
    }

    #[test]
    fn a_gate_is_closed_for_its_endpoint_until_its_time() {
        let gates = DayGates::default();
        let noon = at("2026-11-20T12:00:00Z");
        assert_eq!(gates.closed_until("posts.get", noon), None);
        gates.close("posts.get", noon, None);
        let end = at("2026-11-20T20:30:00Z");
        assert_eq!(gates.closed_until("posts.get", noon), Some(end));
        assert_eq!(gates.closed_until("posts.get", end - TimeDelta::milliseconds(1)), Some(end));
        assert_eq!(gates.closed_until("posts.get", end), None);
        assert_eq!(gates.closed_until("users.me", noon), None);
        assert_eq!(gates.closed_until("posts.get", noon - TimeDelta::days(2)), None, "a clock that went back");
        gates.close("posts.get", noon, Some(Duration::from_secs(60)));
        assert_eq!(gates.closed_until("posts.get", noon), Some(noon + TimeDelta::seconds(60)));
        gates.close("posts.get", noon, Some(Duration::MAX));
        assert!(gates.closed_until("posts.get", noon).is_some_and(|until| until - noon <= DAY));
    }
}
