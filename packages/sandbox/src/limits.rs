//! Rate limits: one per minute and one per day, as on the platform (docs/platform.md#limits). The numbers are shown
//! only in the platform's console, and the form of the answer is an assumption, here and in fault rules.

use axum::http::{HeaderValue, header};
use chrono::{DateTime, Utc};
use open_platform::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::answer::{Answer, Code};
use crate::clock::add_seconds;
use crate::range;
use crate::switches::Profile;

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Per minute.
    #[default]
    Minute,
    /// Per day.
    Day,
}

impl Limit {
    fn seconds(self) -> i64 {
        match self {
            Self::Minute => 60,
            Self::Day => 24 * 3600,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Day => "day",
        }
    }
}

/// How an answer 429 says when to retry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RetryAfter {
    /// Without the header, as documented.
    #[default]
    Missing,
    /// In seconds.
    Seconds,
    /// As a date of the world's clock.
    Date,
}

/// The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LimitRules {
    /// Calls in a minute of the world's clock; 0: any number. The platform's value is shown only in its console
    /// (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub per_minute: i64,
    /// Calls in a day of the world's clock, which begins at midnight UTC (assumption); 0: any number
    /// (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub per_day: i64,
    /// Searches in all, which no time brings back; 0: any number (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub searches: i64,
    /// Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
    /// docs/platform.md#limits).
    pub retry_after: RetryAfter,
}

impl LimitRules {
    /// The limits of a profile: the documented number of searches, unless it is lenient.
    pub fn of(profile: Profile) -> Self {
        Self { searches: if profile == Profile::Lenient { 0 } else { 100 }, ..Self::default() }
    }

    /// Checks the ranges of all numbers.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](open_platform::Error::InvalidInput) with the member.
    pub fn check(&self) -> Result<()> {
        range::check("limits.per_minute", self.per_minute, 0..=1_000_000_000)?;
        range::check("limits.per_day", self.per_day, 0..=1_000_000_000)?;
        range::check("limits.searches", self.searches, 0..=1_000_000_000)
    }
}

/// The limits of a world and how much of them is used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) rules: LimitRules,
    minute: Window,
    day: Window,
    /// Searches so far.
    searches: i64,
}

/// The count of calls in a window of time.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Window {
    number: i64,
    calls: i64,
}

impl Limits {
    pub(crate) fn new(rules: LimitRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Counts a call. Returns the refusal if a limit is exceeded.
    pub(crate) fn count(&mut self, now: DateTime<Utc>) -> Option<Answer> {
        let Self { rules, minute, day, .. } = self;
        let mut windows = [(Limit::Day, rules.per_day, day), (Limit::Minute, rules.per_minute, minute)];
        for (limit, most, window) in &mut windows {
            let number = now.timestamp().div_euclid(limit.seconds());
            if window.number != number {
                **window = Window { number, calls: 0 };
            }
            if *most > 0 && window.calls >= *most {
                let wait = limit.seconds() - now.timestamp().rem_euclid(limit.seconds());
                return Some(exceeded(*limit, rules.retry_after, wait, now));
            }
        }
        for (_, _, window) in windows {
            window.calls += 1;
        }
        None
    }

    /// Counts a search, if it is within the limit. Returns whether it is.
    pub(crate) fn allows_search(&mut self) -> bool {
        let allowed = self.rules.searches == 0 || self.searches < self.rules.searches;
        self.searches += i64::from(allowed);
        allowed
    }
}

/// The answer 429. It is documented that it names the limit; its form is not documented
/// (docs/platform.md#known-errors): assumption.
pub(crate) fn exceeded(limit: Limit, form: RetryAfter, seconds: i64, now: DateTime<Utc>) -> Answer {
    let word = limit.word();
    let mut answer = Answer::json_with(
        429,
        &json!({
            "code": Code::ResourceExhausted as i32,
            "message": format!("the limit of requests per {word} is exceeded"),
            "details": [{
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [{ "subject": "app", "description": format!("requests per {word}") }],
            }],
        }),
    );
    let value = match form {
        RetryAfter::Missing => return answer,
        RetryAfter::Seconds => seconds.to_string(),
        RetryAfter::Date => add_seconds(now, seconds).format("%a, %d %b %Y %H:%M:%S GMT").to_string(),
    };
    if let Ok(value) = HeaderValue::from_str(&value) {
        answer.headers.insert(header::RETRY_AFTER, value);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn refused(limits: &mut Limits, now: &str) -> Option<(String, Option<String>)> {
        let answer = limits.count(at(now))?;
        assert_eq!(answer.status, 429);
        let wait = answer.headers.get(header::RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
        Some((String::from_utf8(answer.body.to_vec()).unwrap(), wait))
    }

    #[test]
    fn each_limit_refuses_until_its_window_ends_and_is_named() {
        let rules = LimitRules { per_minute: 2, per_day: 3, retry_after: RetryAfter::Seconds, ..Default::default() };
        let mut limits = Limits { rules, ..Limits::default() };
        for second in ["10", "20"] {
            assert_eq!(refused(&mut limits, &format!("2026-01-01T12:00:{second}Z")), None);
        }
        let (body, wait) = refused(&mut limits, "2026-01-01T12:00:45Z").unwrap();
        assert!(body.contains("per minute") && body.contains("\"code\":8"), "{body}");
        assert_eq!(wait.as_deref(), Some("15"));
        assert_eq!(refused(&mut limits, "2026-01-01T12:01:00Z"), None);
        limits.rules.retry_after = RetryAfter::Date;
        let (body, wait) = refused(&mut limits, "2026-01-01T12:02:00Z").unwrap();
        assert!(body.contains("per day"), "{body}");
        assert_eq!(wait.as_deref(), Some("Fri, 02 Jan 2026 00:00:00 GMT"));
        limits.rules.retry_after = RetryAfter::Missing;
        assert_eq!(refused(&mut limits, "2026-01-01T12:02:00Z").unwrap().1, None);
        assert_eq!(refused(&mut limits, "2026-01-02T00:00:00Z"), None);
    }

    #[test]
    fn without_a_limit_nothing_is_refused() {
        let mut limits = Limits::default();
        assert!((0..1000).all(|_| limits.count(DateTime::UNIX_EPOCH).is_none()));
    }
}
