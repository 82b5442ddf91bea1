//! A limit on the requests without the key, per IP address.

use crate::lock::lock;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

use chrono::{DateTime, TimeDelta, Utc};

/// How long failures are counted before the counts start again.
const SPAN: TimeDelta = TimeDelta::minutes(1);
/// How many addresses are counted at once, in a few megabytes. Requests from further addresses are not limited.
const MAX_COUNTED: usize = 50_000;
/// How many addresses are stored from which a request with the key came. The platform has a few dozen.
const MAX_EXEMPT: usize = 1_024;

/// Counts failures per address and minute.
#[derive(Debug)]
pub(super) struct FailureLimit {
    most: u32,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    since: DateTime<Utc>,
    failures: HashMap<IpAddr, u32>,
    exempt: HashSet<IpAddr>,
}

impl FailureLimit {
    pub(super) fn new(most: u32) -> Self {
        Self { most, counts: Mutex::default() }
    }

    /// Whether the address has failed too often.
    pub(super) fn is_reached(&self, address: IpAddr, now: DateTime<Utc>) -> bool {
        let counts = self.counts(now);
        counts.failures.get(&host(address)).is_some_and(|failures| *failures >= self.most)
    }

    /// Counts a request without the key.
    pub(super) fn note_failure(&self, address: IpAddr, now: DateTime<Utc>) {
        let mut counts = self.counts(now);
        let has_room = counts.failures.len() < MAX_COUNTED;
        let host = host(address);
        if counts.exempt.contains(&host) || !(has_room || counts.failures.contains_key(&host)) {
            return;
        }
        let failures = counts.failures.entry(host).or_default();
        *failures = failures.saturating_add(1);
        if *failures == self.most {
            drop(counts);
            tracing::warn!(%address, "too many requests without the key: the address is refused for up to a minute");
        }
    }

    /// Exempts the address from the limit: a request with the key came from it.
    pub(super) fn exempt(&self, address: IpAddr, now: DateTime<Utc>) {
        let mut counts = self.counts(now);
        let host = host(address);
        counts.failures.remove(&host);
        if counts.exempt.len() < MAX_EXEMPT {
            counts.exempt.insert(host);
        }
    }

    /// The counts of the current minute.
    fn counts(&self, now: DateTime<Utc>) -> MutexGuard<'_, Counts> {
        // No code that can panic runs while the lock is held.
        let mut counts = lock(&self.counts);
        if !(TimeDelta::zero()..SPAN).contains(&(now - counts.since)) {
            counts.since = now;
            counts.failures = HashMap::new();
        }
        counts
    }
}

/// The unit that is counted: for IPv6, the network of the first 64 bits, since one host can use all of it.
fn host(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap()
    }

    #[test]
    fn memory_is_bounded_and_further_addresses_are_not_limited() {
        let limit = FailureLimit::new(1);
        let address = |number: usize| IpAddr::from((number as u32).to_be_bytes());
        for number in 0..MAX_COUNTED + 10 {
            limit.note_failure(address(number), at(0));
        }
        assert_eq!(limit.counts(at(0)).failures.len(), MAX_COUNTED);
        assert!(limit.is_reached(address(MAX_COUNTED - 1), at(0)) && !limit.is_reached(address(MAX_COUNTED), at(0)));
        assert_eq!(limit.counts(at(60)).failures.capacity(), 0);
        for number in 0..MAX_EXEMPT + 10 {
            limit.exempt(address(number), at(60));
        }
        assert_eq!(limit.counts(at(60)).exempt.len(), MAX_EXEMPT);
    }
}
