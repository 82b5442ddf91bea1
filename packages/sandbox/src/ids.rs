//! Identifiers and credentials, generated from a seed. The same seed gives the same values in every version.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

/// A deterministic generator of identifiers. The values depend on the order of the calls.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ids {
    seed: [u8; 32],
    drawn: u64,
}

impl Ids {
    /// The source of one world.
    pub(crate) fn new(seed: u64, world: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(seed.to_be_bytes());
        hash.update(world);
        Self { seed: hash.finalize().into(), drawn: 0 }
    }

    /// 32 bytes that depend only on the seed and the number of earlier calls.
    pub(crate) fn draw(&mut self) -> [u8; 32] {
        self.drawn += 1;
        let mut hash = Sha256::new();
        hash.update(self.seed);
        hash.update(self.drawn.to_be_bytes());
        hash.finalize().into()
    }

    /// A number below `bound`, for jitter and probabilities; 0 for a bound of 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.draw()[..8]);
        u64::from_be_bytes(first).checked_rem(bound).unwrap_or_default()
    }

    /// A credential in the platform's form that is recognisable as generated: `{prefix}sandbox_…` with 43 random
    /// characters.
    pub(crate) fn credential(&mut self, prefix: &str) -> String {
        format!("{prefix}sandbox_{}", URL_SAFE_NO_PAD.encode(self.draw()))
    }

    /// A UUID of version 4: conversations, records, transactions.
    pub(crate) fn uuid(&mut self) -> String {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.draw()[..16]);
        Builder::from_random_bytes(bytes).into_uuid().to_string()
    }

    /// A UUID of version 1, which contains its time, as the platform's message ids do (docs/platform.md#sent-at).
    pub(crate) fn timed_uuid(&mut self, at: DateTime<Utc>) -> String {
        // Ticks of 100 ns since 1582-10-15.
        const TO_UNIX_EPOCH: i64 = 0x01b2_1dd2_1381_4000;
        let ticks = at.timestamp_micros().saturating_mul(10).saturating_add(TO_UNIX_EPOCH);
        let random = self.draw();
        let mut node = [0; 6];
        node.copy_from_slice(&random[..6]);
        let counter = u16::from_be_bytes([random[6], random[7]]);
        let uuid: Uuid = Builder::from_gregorian_timestamp(ticks.unsigned_abs(), counter, &node).into_uuid();
        uuid.to_string()
    }

    /// A post token: 8 letters and digits (docs/platform.md#post-token).
    pub(crate) fn post_token(&mut self) -> String {
        self.word(8)
    }

    /// Letters and digits.
    pub(crate) fn word(&mut self, length: usize) -> String {
        const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let bytes = self.draw();
        bytes.iter().take(length).map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()])).collect()
    }

    /// A user id: base64 of 32 bytes, with the `+`, `/` and `=` that have to be escaped in a path
    /// (docs/platform.md#users).
    pub(crate) fn user_id(&mut self) -> String {
        STANDARD.encode(self.draw())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_world_give_the_same_ids() {
        let draw = |seed, world| {
            let mut ids = Ids::new(seed, world);
            [ids.uuid(), ids.post_token(), ids.user_id(), ids.credential("ory_at_")]
        };
        assert_eq!(draw(7, "a"), draw(7, "a"));
        assert_ne!(draw(7, "a"), draw(8, "a"));
        assert_ne!(draw(7, "a"), draw(7, "b"));
    }

    #[test]
    fn ids_have_the_platforms_form() {
        let mut ids = Ids::new(7, "a");
        assert_eq!(Uuid::parse_str(&ids.uuid()).unwrap().get_version_num(), 4);
        let at = DateTime::from_timestamp_micros(1_729_429_926_140_000).unwrap();
        let timed = Uuid::parse_str(&ids.timed_uuid(at)).unwrap();
        assert_eq!(timed.get_version_num(), 1);
        let (seconds, nanos) = timed.get_timestamp().unwrap().to_unix();
        assert_eq!((seconds, nanos), (1_729_429_926, 140_000_000));
        let user = ids.user_id();
        assert!(user.len() == 44 && user.ends_with('='), "{user}");
        assert_eq!(ids.post_token().len(), 8);
        assert!(ids.credential("ory_at_").starts_with("ory_at_sandbox_"));
        assert_eq!(ids.below(0), 0);
        assert!((0..100).all(|_| ids.below(3) < 3));
    }
}
