//! Responses that are used again for a time: `asset_max_age`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};

/// Most responses that are kept.
const MAX_RESPONSES: usize = 256;
/// Largest response that is kept, in bytes. The longest list of the platform has about a thousand values.
const MAX_BYTES: usize = 1024 * 1024;

/// The kept responses, by the address of their request.
#[derive(Default)]
pub(crate) struct KeptResponses(Mutex<HashMap<String, Kept>>);

struct Kept {
    received_at: DateTime<Utc>,
    body: Bytes,
}

impl Kept {
    /// A response from the future was kept before the clock was set back, so its age is unknown.
    fn is_younger(&self, max_age: Duration, now: DateTime<Utc>) -> bool {
        (now - self.received_at).to_std().is_ok_and(|age| age < max_age)
    }
}

impl KeptResponses {
    /// The response for an address, if it is young enough.
    pub(crate) fn get(&self, address: &str, max_age: Duration, now: DateTime<Utc>) -> Option<Bytes> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(address).filter(|kept| kept.is_younger(max_age, now)).map(|kept| kept.body.clone())
    }

    /// Keeps a response, unless it is too large or the setting is off.
    pub(crate) fn put(&self, address: String, body: Bytes, max_age: Duration, now: DateTime<Utc>) {
        if max_age.is_zero() || body.len() > MAX_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MAX_RESPONSES && !kept.contains_key(&address) {
            kept.retain(|_, kept| kept.is_younger(max_age, now));
            if kept.len() >= MAX_RESPONSES
                && let Some(oldest) = kept.iter().min_by_key(|(_, kept)| kept.received_at).map(|(key, _)| key.clone())
            {
                kept.remove(&oldest);
            }
        }
        kept.insert(address, Kept { received_at: now, body });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_so_many_responses_are_kept_and_the_oldest_goes_first() {
        let kept = KeptResponses::default();
        let (start, hour) = (DateTime::UNIX_EPOCH, Duration::from_secs(3600));
        let at = |second: usize| start + Duration::from_secs(second as u64);
        for index in 0..=MAX_RESPONSES {
            kept.put(index.to_string(), Bytes::from_static(b"{}"), hour, at(index));
        }
        assert_eq!(kept.0.lock().unwrap().len(), MAX_RESPONSES);
        let now = at(MAX_RESPONSES);
        assert!(kept.get("0", hour, now).is_none() && kept.get("1", hour, now).is_some());
        // What is too old goes before what is not.
        let later = at(MAX_RESPONSES) + hour;
        kept.put("new".into(), Bytes::from_static(b"{}"), hour, later);
        assert_eq!(kept.0.lock().unwrap().len(), 1);
        kept.put("large".into(), Bytes::from(vec![b' '; MAX_BYTES + 1]), hour, later);
        assert!(kept.get("large", hour, later).is_none());
        // Set back, the clock says nothing about an age.
        assert!(kept.get("new", hour, start).is_none());
    }
}
