//! Random numbers for request ids and backoff. They are unpredictable, but not for secrets, which come directly from
//! the operating system.

use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::digest::hex;
use crate::error::{Error, Result};
use crate::lock::lock;

/// A generator that all clones of a client share. Calling the operating system for every call would cost more time
/// than the rest of the call.
pub(super) struct Random(Mutex<StdRng>);

impl Random {
    /// A generator seeded by the operating system.
    pub(super) fn new() -> Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)
            .map_err(|_| Error::config("random", "the operating system gives no random numbers"))?;
        Ok(Self(Mutex::new(StdRng::from_seed(seed))))
    }

    #[inline]
    fn next(&self) -> u64 {
        // No code that can panic runs while the lock is held.
        lock(&self.0).next_u64()
    }

    /// 128 random bits in hex: the id of a call in the client's logs and the platform's.
    #[inline]
    pub(super) fn id(&self) -> String {
        hex([self.next().to_be_bytes(), self.next().to_be_bytes()].as_flattened())
    }

    /// A number, at least 0 and less than 1.
    pub(super) fn fraction(&self) -> f64 {
        // As many bits as a float represents exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_fractions_are_spread_and_below_one() {
        let random = Random::new().unwrap();
        let names: std::collections::HashSet<_> = (0..1_000).map(|_| random.id()).collect();
        assert_eq!(names.len(), 1_000);
        assert!(names.iter().all(|name| name.len() == 32));
        let fractions: Vec<_> = (0..1_000).map(|_| random.fraction()).collect();
        assert!(fractions.iter().all(|f| (0.0..1.0).contains(f)));
        assert!(fractions.iter().any(|f| *f > 0.9) && fractions.iter().any(|f| *f < 0.1));
        assert_ne!(Random::new().unwrap().id(), Random::new().unwrap().id());
    }
}
