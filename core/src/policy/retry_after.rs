//! The `Retry-After` header: how long the platform asks to wait.

use std::time::Duration;

use chrono::{DateTime, NaiveDateTime, Utc};

/// The longest wait, whatever the header says: 30 days, the lifetime of a refresh token.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// Parses a `Retry-After` header: whole seconds, or an HTTP date in any of its three forms (RFC 9110 section 10.2.3).
///
/// A date in the past means no wait. Every other value, such as `-5`, `2.5`, `1e20` or `soon`, is ignored.
pub fn retry_after(value: &str, now: DateTime<Utc>) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) {
        // Digits that overflow still ask for a very long wait.
        return Some(value.parse().map_or(LONGEST, Duration::from_secs).min(LONGEST));
    }
    let until = http_date(value)?;
    Some((until - now).to_std().unwrap_or_default().min(LONGEST))
}

fn http_date(value: &str) -> Option<DateTime<Utc>> {
    // IMF-fixdate, RFC 850, asctime. The weekday is redundant, but a wrong one makes the date invalid.
    ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"]
        .iter()
        .find_map(|format| NaiveDateTime::parse_from_str(value, format).ok())
        .map(|naive| naive.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: &str) -> Option<u64> {
        let now = "1994-11-06T08:49:07Z".parse().unwrap();
        retry_after(value, now).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_dates_are_read() {
        assert_eq!(seconds("2"), Some(2));
        assert_eq!(seconds(" 0 "), Some(0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(30));
        assert_eq!(seconds("Sunday, 06-Nov-94 08:49:37 GMT"), Some(30));
        assert_eq!(seconds("Sun Nov  6 08:49:37 1994"), Some(30));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:00:00 GMT"), Some(0));
        assert_eq!(seconds("99999999999999999999999"), Some(LONGEST.as_secs()));
        assert_eq!(seconds("Fri, 31 Dec 9999 23:59:59 GMT"), Some(LONGEST.as_secs()));
    }

    #[test]
    fn invalid_values_are_ignored() {
        for garbage in ["", " ", "abc", "-5", "2.5", "1e20", "+3", "٣", "Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06"]
        {
            assert_eq!(seconds(garbage), None, "{garbage}");
        }
    }
}
