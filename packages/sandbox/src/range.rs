//! Checks the range of numbers in rules and switches.

use std::ops::RangeInclusive;

use open_platform::{Error, Result};

/// A hundred years in seconds: the longest time that a rule may name.
pub(crate) const CENTURY: i64 = 3_153_600_000;

/// Checks that a number lies in a range.
pub(crate) fn check(member: &str, value: i64, range: RangeInclusive<i64>) -> Result<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let reason = format!("must be from {} to {}", range.start(), range.end());
    Err(Error::InvalidInput { field: member.to_owned(), reason })
}
