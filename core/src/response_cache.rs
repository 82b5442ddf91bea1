//! Responses that are used again for a time: `asset_max_age`.

use crate::lock::lock;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};

/// Most responses that are kept.
const MAX_RESPONSES: usize = 256;
/// Largest response that is kept, in bytes. The longest list of the platform has about a thousand values.
const MAX_BYTES: usize = 1024 * 1024;

/// Responses by the address of their request.
#[derive(Default)]
pub(crate) struct ResponseCache(Mutex<HashMap<String, CachedResponse>>);

struct CachedResponse {
    received_at: DateTime<Utc>,
    body: Bytes,
}

impl CachedResponse {
    /// A response from the future was kept before the clock was set back, so its age is unknown.
    fn is_younger(&self, max_age: Duration, now: DateTime<Utc>) -> bool {
        (now - self.received_at).to_std().is_ok_and(|age| age < max_age)
    }
}

impl ResponseCache {
    /// The response for an address, if it is young enough.
    pub(crate) fn get(&self, address: &str, max_age: Duration, now: DateTime<Utc>) -> Option<Bytes> {
        let cache = lock(&self.0);
        cache.get(address).filter(|cached| cached.is_younger(max_age, now)).map(|cached| cached.body.clone())
    }

    /// Keeps a response, unless it is too large or the setting is off.
    pub(crate) fn put(&self, address: String, body: Bytes, max_age: Duration, now: DateTime<Utc>) {
        if max_age.is_zero() || body.len() > MAX_BYTES {
            return;
        }
        let mut cache = lock(&self.0);
        if cache.len() >= MAX_RESPONSES && !cache.contains_key(&address) {
            cache.retain(|_, cached| cached.is_younger(max_age, now));
            if cache.len() >= MAX_RESPONSES
                && let Some(oldest) =
                    cache.iter().min_by_key(|(_, cached)| cached.received_at).map(|(key, _)| key.clone())
            {
                cache.remove(&oldest);
            }
        }
        cache.insert(address, CachedResponse { received_at: now, body });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_so_many_responses_are_kept_and_the_oldest_goes_first() {
        let cache = ResponseCache::default();
        let (start, hour) = (DateTime::UNIX_EPOCH, Duration::from_secs(3600));
        let at = |second: usize| start + Duration::from_secs(second as u64);
        for index in 0..=MAX_RESPONSES {
            cache.put(index.to_string(), Bytes::from_static(b"{}"), hour, at(index));
        }
        assert_eq!(cache.0.lock().unwrap().len(), MAX_RESPONSES);
        let now = at(MAX_RESPONSES);
        assert!(cache.get("0", hour, now).is_none() && cache.get("1", hour, now).is_some());
        // A response that is too old is removed before one that is not.
        let later = at(MAX_RESPONSES) + hour;
        cache.put("new".into(), Bytes::from_static(b"{}"), hour, later);
        assert_eq!(cache.0.lock().unwrap().len(), 1);
        cache.put("large".into(), Bytes::from(vec![b' '; MAX_BYTES + 1]), hour, later);
        assert!(cache.get("large", hour, later).is_none());
        // A clock that was set back does not say how old a response is.
        assert!(cache.get("new", hour, start).is_none());
    }
}
