//! Fuzzes the parsing of `Retry-After`: any text as its value.

#![no_main]

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use libfuzzer_sys::fuzz_target;
use open_platform::policy::retry_after;

const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

fuzz_target!(|value: &str| {
    // Sunday, 06 November 1994: the dates in the corpus are around it.
    let now = DateTime::<Utc>::from_timestamp(784_111_747, 0).unwrap_or_default();
    let Some(wait) = retry_after(value, now) else { return };
    assert!(wait <= LONGEST);
    // The same wait in seconds, and as a date in a year that HTTP dates can have.
    assert_eq!(retry_after(&wait.as_secs().to_string(), now), Some(Duration::from_secs(wait.as_secs())));
    let common = DateTime::<Utc>::from_timestamp(1_767_254_400, 0).unwrap_or_default();
    let until = common + TimeDelta::from_std(wait).unwrap_or_default();
    let date = until.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    assert_eq!(retry_after(&date, common), Some(Duration::from_secs(wait.as_secs())), "{date}");
});
