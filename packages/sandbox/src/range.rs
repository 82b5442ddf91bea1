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
    let reason = match *range.end() {
        i64::MAX => format!("must be at least {}", range.start()),
        end => format!("must be from {} to {end}", range.start()),
    };
    Err(Error::invalid(member, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_without_an_end_has_none_in_its_text() {
        let reason = |range| check("times", -1, range).unwrap_err().to_string();
        assert_eq!(reason(0..=10), "times: must be from 0 to 10");
        assert_eq!(reason(0..=i64::MAX), "times: must be at least 0");
    }
}
