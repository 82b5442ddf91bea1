//! Identification keys: the accepted keys, and their comparison with the one that a request carries.
//!
//! The key is the only proof that the platform sent a request: there is no signature
//! (docs/platform.md#identification-key). So several keys may be active during a rotation, and the duration of the comparison
//! tells an attacker nothing.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, Utc};
use sha2::digest::Output;
use sha2::digest::consts::U8;
use sha2::{Digest, Sha256};
use subtle::{ConditionallySelectable, ConstantTimeEq};

use crate::environment::variable;
use crate::error::{Error, Result};
use crate::notice;
use crate::secret::Secret;

/// A key with fewer bytes can be guessed. It is accepted with a warning, because the specification sets no minimum.
pub const SHORT_KEY_BYTES: usize = 16;

/// The maximum number of bytes of a key. A longer header value is refused without comparing it.
pub const MAX_KEY_BYTES: usize = 4096;

/// One identification key, as set in the app management console of the platform.
#[derive(Clone, Debug)]
pub struct IdentificationKey {
    /// A name for logs and metrics, such as `2026-11`. It is not secret.
    pub id: String,
    /// The key itself, without `Bearer` or any other prefix.
    pub secret: Secret,
    /// When the key stops being accepted: for the old key of a rotation. `None`: never.
    pub not_after: Option<DateTime<Utc>>,
}

impl IdentificationKey {
    /// A key without an end date.
    pub fn new(id: impl Into<String>, secret: impl Into<Secret>) -> Self {
        Self { id: id.into(), secret: secret.into(), not_after: None }
    }

    /// The key at a place of a list, from 0 on, that has no name: the first is named `key-1`.
    #[doc(hidden)]
    pub fn in_list(place: usize, secret: impl Into<Secret>) -> Self {
        Self::new(format!("key-{}", place + 1), secret)
    }

    /// One key, or several separated by commas.
    #[doc(hidden)]
    pub fn list(list: &str) -> impl Iterator<Item = Self> {
        list.split(',').enumerate().map(|(place, key)| Self::in_list(place, key.trim()))
    }

    /// Stops accepting the key after `instant`.
    #[must_use]
    pub fn not_after(mut self, instant: DateTime<Utc>) -> Self {
        self.not_after = Some(instant);
        self
    }

    fn check(&self) -> Result<(), String> {
        let secret = self.secret.expose().as_bytes();
        let reason = if self.id.is_empty() {
            "a key has no id"
        } else if secret.is_empty() {
            "it is empty"
        } else if secret.len() > MAX_KEY_BYTES {
            "it has more than 4,096 bytes"
        } else if secret.iter().any(u8::is_ascii_control) {
            "it holds a control character, which no header can carry"
        } else if secret.starts_with(b" ") || secret.ends_with(b" ") {
            "it begins or ends with a space, which no header can carry"
        } else {
            return Ok(());
        };
        Err(if self.id.is_empty() { reason.to_owned() } else { format!("key {}: {reason}", self.id) })
    }
}

/// The keys that are currently accepted.
///
/// Clones share their keys: [`replace`](Self::replace) on one takes effect in all, for the next request.
#[derive(Clone)]
pub struct KeyRing {
    /// Those that are accepted longer come first.
    keys: Arc<RwLock<Vec<Digested>>>,
}

/// A key in the form for comparison: all digests have the same length, so the comparison does not reveal lengths.
struct Digested {
    /// In the list that was given.
    place: usize,
    id: Arc<str>,
    digest: Words,
    not_after: Option<DateTime<Utc>>,
}

/// A digest as words: they are compared in an eighth of the steps that bytes need.
type Words = [u64; 4];

#[inline]
fn words(digest: Output<Sha256>) -> Words {
    // The types ensure that the lengths match.
    let (first, rest) = digest.split::<U8>();
    let (second, rest) = rest.split::<U8>();
    let (third, fourth) = rest.split::<U8>();
    [first, second, third, fourth].map(|word| u64::from_ne_bytes(word.into()))
}

/// The place of the first digest that is equal, a number beyond all places if none is. Every digest is compared, also after a match.
fn first_equal<'a>(presented: &Words, digests: impl Iterator<Item = &'a Words>) -> usize {
    let mut found = u32::MAX;
    for (index, digest) in (0_u32..).zip(digests) {
        let first = digest.ct_eq(presented) & found.ct_eq(&u32::MAX);
        found.conditional_assign(&index, first);
    }
    found as usize
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// The key of this id.
    Key(Arc<str>),
    /// The key of this id, which has expired.
    Expired(Arc<str>),
    /// No key.
    None,
}

impl KeyRing {
    /// A ring of one or more keys. Their order matters only if two are equal: of those that are accepted for the longest time the
    /// first is reported.
    ///
    /// # Errors
    /// [`Error::Config`] if there is no key, if two have the same id, or if a key is empty, longer than [`MAX_KEY_BYTES`],
    /// or not valid in a header. A key shorter than [`SHORT_KEY_BYTES`] is accepted with a warning.
    pub fn new(keys: impl IntoIterator<Item = IdentificationKey>) -> Result<Self> {
        Ok(Self { keys: Arc::new(RwLock::new(digest_all(keys)?)) })
    }

    /// Reads `OPEN_PLATFORM_IDENTIFICATION_KEYS`: one key, or several separated by commas. Their ids are `key-1`, `key-2`
    /// and so on. A key that contains a comma needs [`KeyRing::new`].
    ///
    /// # Errors
    /// [`Error::Config`] if the variable is not set or a key is not acceptable.
    pub fn from_env() -> Result<Self> {
        const VARIABLE: &str = "OPEN_PLATFORM_IDENTIFICATION_KEYS";
        match variable(VARIABLE)? {
            Some(list) => Self::from_list(&list),
            None => Err(Error::config(SETTING, format!("the environment variable {VARIABLE} is not set"))),
        }
    }

    /// Accepts one key, or several separated by commas, as [`from_env`](Self::from_env) does. Space around a key is removed.
    ///
    /// # Errors
    /// As [`KeyRing::new`].
    pub fn from_list(list: &str) -> Result<Self> {
        Self::new(IdentificationKey::list(list))
    }

    /// Replaces all keys of this ring and its clones. Requests in progress are not affected. The next ones are checked with
    /// the new keys.
    ///
    /// # Errors
    /// As [`KeyRing::new`]. The current keys then stay.
    pub fn replace(&self, keys: impl IntoIterator<Item = IdentificationKey>) -> Result<()> {
        let keys = digest_all(keys)?;
        // Nothing that can panic runs while the lock is held.
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(())
    }

    /// The ids of the keys, in the order in which they were given.
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<_> = self.read().iter().map(|key| (key.place, key.id.to_string())).collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, id)| id).collect()
    }

    /// Searches for `presented` among the keys. Every key is compared, in constant time, also after a match. `now` is called
    /// only if the matching key has an end date.
    pub(super) fn find(&self, presented: &[u8], now: impl FnOnce() -> DateTime<Utc>) -> Match {
        if presented.len() > MAX_KEY_BYTES {
            return Match::None;
        }
        let presented = words(Sha256::digest(presented));
        let keys = self.read();
        match keys.get(first_equal(&presented, keys.iter().map(|key| &key.digest))) {
            None => Match::None,
            Some(key) if key.not_after.is_some_and(|end| now() > end) => Match::Expired(key.id.clone()),
            Some(key) => Match::Key(key.id.clone()),
        }
    }

    #[inline]
    fn read(&self) -> std::sync::RwLockReadGuard<'_, Vec<Digested>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyRing").field("ids", &self.ids()).finish_non_exhaustive()
    }
}

const SETTING: &str = "identification_keys";

fn digest_all(keys: impl IntoIterator<Item = IdentificationKey>) -> Result<Vec<Digested>> {
    let mut ids = HashSet::new();
    let mut digested = Vec::new();
    for key in keys {
        key.check().map_err(|reason| Error::config(SETTING, reason))?;
        if !ids.insert(key.id.clone()) {
            return Err(Error::config(SETTING, format!("two keys have the id {}", key.id)));
        }
        if key.secret.expose().len() < SHORT_KEY_BYTES {
            let id = &key.id;
            notice::warn(&format!(
                "the identification key {id} has fewer than {SHORT_KEY_BYTES} bytes and can be guessed: make a longer one in the console"
            ));
        }
        let digest = words(Sha256::digest(key.secret.expose()));
        let place = digested.len();
        digested.push(Digested { place, id: key.id.into(), digest, not_after: key.not_after });
    }
    if digested.is_empty() {
        return Err(Error::config(SETTING, "there is no key: set it, or OPEN_PLATFORM_IDENTIFICATION_KEYS"));
    }
    // The search finds the first of equal keys. If it has ended, another may still be accepted.
    digested.sort_by_key(|key| Reverse((key.not_after.is_none(), key.not_after)));
    Ok(digested)
}

#[cfg(test)]
mod tests {
    use std::hash::BuildHasher;

    use super::*;

    const OLD: &str = "old-key-0123456789";
    const NEW: &str = "new-key-0123456789";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn find(ring: &KeyRing, presented: &str) -> Match {
        ring.find(presented.as_bytes(), || at(1_000))
    }

    #[test]
    fn an_unusable_key_is_refused() {
        for (secret, why) in [
            ("", "empty"),
            (" leading-space-0123456", "space"),
            ("line\nfeed-0123456789", "control"),
            (&"k".repeat(MAX_KEY_BYTES + 1), "more than"),
        ] {
            let error = KeyRing::new([IdentificationKey::new("k", secret)]).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(secret.is_empty() || !error.contains(secret));
        }
        assert!(KeyRing::new([]).is_err());
        assert!(KeyRing::new([IdentificationKey::new("", OLD)]).is_err());
        assert!(KeyRing::new([IdentificationKey::new("a", OLD), IdentificationKey::new("a", NEW)]).is_err());
        assert!(KeyRing::from_list(&format!("{OLD},")).is_err());
    }

    #[test]
    fn a_short_key_is_accepted_with_a_warning() {
        let (told, heard) = std::sync::mpsc::channel();
        notice::listen(move |text| drop(told.send(text.to_owned())));
        for secret in ["s", "exactly-fifteen", "exactly-sixteen!"] {
            assert_eq!(
                find(&KeyRing::new([IdentificationKey::new("k", secret)]).unwrap(), secret),
                Match::Key("k".into())
            );
        }
        let warned =
            |id: &str| heard.try_iter().any(|text| text.contains(&format!("key {id} has fewer than 16 bytes")));
        drop(KeyRing::new([IdentificationKey::new("long-enough", "exactly-sixteen!")]).unwrap());
        assert!(!warned("long-enough"));
        drop(KeyRing::new([IdentificationKey::new("too-short", "exactly-fifteen")]).unwrap());
        assert!(warned("too-short"));
    }

    #[test]
    fn the_matching_key_is_found_at_any_position() {
        let ring = KeyRing::from_list(&format!("{OLD}, {NEW}")).unwrap();
        assert_eq!(find(&ring, OLD), Match::Key("key-1".into()));
        assert_eq!(find(&ring, NEW), Match::Key("key-2".into()));
        assert_eq!(find(&ring, ""), Match::None);
        assert_eq!(find(&ring, &NEW[1..]), Match::None);
        assert_eq!(find(&ring, &format!("{OLD}, {NEW}")), Match::None);
        assert_eq!(find(&ring, &"k".repeat(1 << 20)), Match::None);
    }

    #[test]
    fn every_bit_of_a_digest_is_compared() {
        for bit in 0..256_usize {
            let mut other = Output::<Sha256>::default();
            other[bit / 8] = 1 << (bit % 8);
            assert_ne!(words(other), words(Output::<Sha256>::default()));
        }
    }

    #[test]
    fn every_key_is_compared_wherever_the_match_is() {
        let digests: Vec<Words> = (1..=8).map(|word| [word; 4]).collect();
        for (place, presented) in digests.iter().enumerate() {
            let mut compared = 0;
            assert_eq!(first_equal(presented, digests.iter().inspect(|_| compared += 1)), place);
            assert_eq!(compared, digests.len());
        }
        assert_eq!(first_equal(&[9; 4], digests.iter()), u32::MAX as usize);
    }

    #[test]
    fn of_two_equal_keys_the_first_is_reported() {
        let ring = KeyRing::new([IdentificationKey::new("a", OLD), IdentificationKey::new("b", OLD)]).unwrap();
        assert_eq!(find(&ring, OLD), Match::Key("a".into()));
    }

    #[test]
    fn of_two_equal_keys_the_one_that_is_accepted_longer_counts() {
        let until = |id: &str, seconds| IdentificationKey::new(id, OLD).not_after(at(seconds));
        for keys in [
            vec![until("ended", 999), IdentificationKey::new("endless", OLD), until("later", 2_000)],
            vec![until("later", 2_000), until("ended", 999), IdentificationKey::new("endless", OLD)],
        ] {
            assert_eq!(find(&KeyRing::new(keys).unwrap(), OLD), Match::Key("endless".into()));
        }
        let ring = KeyRing::new([until("ended", 999), until("later", 2_000)]).unwrap();
        assert_eq!(find(&ring, OLD), Match::Key("later".into()));
        assert_eq!(ring.find(OLD.as_bytes(), || at(2_001)), Match::Expired("later".into()));
    }

    #[test]
    fn during_a_rotation_both_keys_are_accepted_until_the_old_one_is_removed() {
        let ring = KeyRing::new([IdentificationKey::new("old", OLD)]).unwrap();
        let receiver = ring.clone();
        ring.replace([IdentificationKey::new("new", NEW), IdentificationKey::new("old", OLD)]).unwrap();
        assert_eq!(find(&receiver, OLD), Match::Key("old".into()));
        assert_eq!(find(&receiver, NEW), Match::Key("new".into()));
        ring.replace([IdentificationKey::new("new", NEW)]).unwrap();
        assert_eq!(find(&receiver, OLD), Match::None);
        assert_eq!(find(&receiver, NEW), Match::Key("new".into()));
        assert!(ring.replace([]).is_err());
        assert_eq!(find(&receiver, NEW), Match::Key("new".into()), "a refused replacement changes nothing");
    }

    #[test]
    fn a_key_is_refused_after_its_end() {
        let ring = KeyRing::new([IdentificationKey::new("old", OLD).not_after(at(1_000))]).unwrap();
        assert_eq!(find(&ring, OLD), Match::Key("old".into()));
        assert_eq!(ring.find(OLD.as_bytes(), || at(1_001)), Match::Expired("old".into()));
        assert_eq!(ring.find(NEW.as_bytes(), || at(1_001)), Match::None);
    }

    /// Computes Welch's t for the times of two wrong keys, one that is correct except for its last byte, and one that is
    /// completely wrong (as dudect does it: interleaved at random, without the slowest tenth). `OPEN_PLATFORM_ROUNDS` sets
    /// the number of samples.
    #[test]
    #[ignore = "measures time: by itself on a quiet machine, cargo test --release -p open-platform --lib welch -- --ignored"]
    fn no_guess_takes_longer_by_welch() {
        let rounds = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok());
        let ring = KeyRing::from_list(&format!("{OLD}, {NEW}")).unwrap();
        let guesses = [format!("{}!", &OLD[..OLD.len() - 1]), "!".repeat(OLD.len())];
        let chance = std::hash::RandomState::new();
        // Both are read from the same address, so that only the compared bytes differ.
        let mut guess = String::with_capacity(OLD.len());
        let measure = |round: u64| {
            let class = usize::from(chance.hash_one(round).is_multiple_of(2));
            guess.clear();
            guess.push_str(&guesses[class]);
            let begin = std::time::Instant::now();
            assert_eq!(find(&ring, std::hint::black_box(&guess)), Match::None);
            (begin.elapsed().as_nanos() as f64, class)
        };
        let mut samples: Vec<_> = (0..rounds.unwrap_or(1_000_000)).map(measure).collect();
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        samples.truncate(samples.len() * 9 / 10);
        let [one, other] = [0, 1].map(|class| {
            let times: Vec<_> = samples.iter().filter(|(_, of)| *of == class).map(|(time, _)| *time).collect();
            let count = times.len() as f64;
            let mean = times.iter().sum::<f64>() / count;
            (mean, times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / (count - 1.0) / count)
        });
        let t = (one.0 - other.0) / (one.1 + other.1).sqrt();
        println!("{} samples, {:.1} and {:.1} ns, t = {t:.2}", samples.len(), one.0, other.0);
        assert!(t.abs() < 4.5, "t = {t}");
    }

    #[test]
    fn debug_shows_ids_only() {
        let key = IdentificationKey::new("k", OLD);
        let shown = format!("{key:?} {:?}", KeyRing::new([key.clone()]).unwrap());
        assert!(shown.contains("\"k\"") && !shown.contains(OLD), "{shown}");
    }
}
