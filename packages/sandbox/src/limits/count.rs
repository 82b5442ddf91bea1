//! How much of the limits of a world is used.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Limit, LimitRules, used_up};
use crate::response::PlatformResponse;

const SEARCHES: &str = "searches";
const PER_MINUTE: &str = "requests per minute";
const PER_DAY: &str = "requests per day";
const POSTS_PER_HOUR: &str = "added posts per hour";
const POSTS_PER_DAY: &str = "added posts per day";

/// The limits of a world and how much of them is used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) rules: LimitRules,
    /// The counts, by the name of the limit.
    #[serde(default)]
    windows: BTreeMap<String, Window>,
    /// Searches so far.
    searches: i64,
}

/// The count in a window of time.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Window {
    number: i64,
    calls: i64,
}

/// How much of a limit is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LimitUse {
    /// The limit: `requests per minute`, `requests per day`, `searches`, `added posts per hour`, `added posts per day`, or a
    /// quota such as `posts.get per week`.
    pub limit: String,
    /// How much of it is used.
    pub used: i64,
    /// The limit; 0: any number.
    pub most: i64,
    /// Whether 80 % are used: of a daily quota the platform then sends an e-mail (docs/platform.md#limits).
    pub is_near: bool,
}

/// A limit of calls in a time.
struct Quota {
    name: String,
    most: i64,
    per: Limit,
}

impl Quota {
    fn new(name: &str, most: i64, per: Limit) -> Self {
        Self { name: name.to_owned(), most, per }
    }

    fn window(&self, now: DateTime<Utc>) -> i64 {
        now.timestamp().div_euclid(self.per.seconds())
    }
}

impl Limits {
    pub(crate) fn new(rules: LimitRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// The limits of calls in a time that hold for an endpoint; for all endpoints without one.
    fn of_calls(&self, endpoint: Option<&str>) -> Vec<Quota> {
        let mut all = vec![
            Quota::new(PER_DAY, self.rules.per_day, Limit::Day),
            Quota::new(PER_MINUTE, self.rules.per_minute, Limit::Minute),
        ];
        let holds = |names: &[String]| endpoint.is_none_or(|endpoint| names.iter().any(|name| name == endpoint));
        let uses = self.rules.all_quotas().into_iter().filter(|quota| holds(&quota.endpoints));
        all.extend(uses.map(|quota| Quota::new(&quota.name(), quota.calls, quota.per)));
        all
    }

    fn of_posts(&self) -> [Quota; 2] {
        [
            Quota::new(POSTS_PER_HOUR, self.rules.test_posts_per_hour, Limit::Hour),
            Quota::new(POSTS_PER_DAY, self.rules.test_posts_per_day, Limit::Day),
        ]
    }

    fn used_of(&self, quota: &Quota, now: DateTime<Utc>) -> i64 {
        self.windows.get(&quota.name).filter(|window| window.number == quota.window(now)).map_or(0, |one| one.calls)
    }

    /// The first of these limits that is used up.
    fn used_up(&self, quotas: Vec<Quota>, now: DateTime<Utc>) -> Option<Quota> {
        quotas.into_iter().find(|quota| quota.most > 0 && self.used_of(quota, now) >= quota.most)
    }

    /// Counts one for all of these limits.
    fn take(&mut self, quotas: Vec<Quota>, now: DateTime<Utc>) {
        for quota in quotas {
            let window = Window { number: quota.window(now), calls: self.used_of(&quota, now) + 1 };
            self.windows.insert(quota.name, window);
        }
    }

    /// Counts a call of this endpoint.
    pub(crate) fn count(&mut self, endpoint: &str, now: DateTime<Utc>) {
        self.take(self.of_calls(Some(endpoint)), now);
    }

    /// The refusal of a call of this endpoint, if a limit is used up.
    pub(crate) fn exceeded(&self, endpoint: &str, now: DateTime<Utc>) -> Option<PlatformResponse> {
        let quota = self.used_up(self.of_calls(Some(endpoint)), now)?;
        let wait = quota.per.seconds() - now.timestamp().rem_euclid(quota.per.seconds());
        Some(used_up(&quota.name, self.rules.retry_after, wait, now))
    }

    /// Counts a search, if it is within the limit. Returns whether it is.
    pub(crate) fn allows_search(&mut self) -> bool {
        let allowed = self.rules.searches == 0 || self.searches < self.rules.searches;
        self.searches += i64::from(allowed);
        allowed
    }

    /// Counts a post that is added to a world.
    pub(crate) fn count_post(&mut self, now: DateTime<Utc>) {
        self.take(self.of_posts().into(), now);
    }

    /// The name of the limit that is used up, if one is, for another post of a world with so many posts.
    pub(crate) fn exceeded_by_post(&self, posts: usize, now: DateTime<Utc>) -> Option<String> {
        let most = self.rules.test_posts;
        if most > 0 && i64::try_from(posts).is_ok_and(|posts| posts >= most) {
            return Some(format!("{most} posts"));
        }
        self.used_up(self.of_posts().into(), now).map(|quota| format!("{} {}", quota.most, quota.name))
    }

    /// How much of each limit is used.
    pub(crate) fn used(&self, now: DateTime<Utc>) -> Vec<LimitUse> {
        let of = |limit: String, used: i64, most: i64| LimitUse {
            limit,
            used,
            most,
            is_near: most > 0 && used * 5 >= most * 4,
        };
        let mut all = vec![of(SEARCHES.to_owned(), self.searches, self.rules.searches)];
        for quota in self.of_calls(None).into_iter().chain(self.of_posts()) {
            let used = self.used_of(&quota, now);
            all.push(of(quota.name, used, quota.most));
        }
        all
    }

    /// Sets how much of a limit is used. Does nothing if there is no such limit.
    pub(crate) fn set_used(&mut self, limit: &str, used: i64, now: DateTime<Utc>) {
        if limit == SEARCHES {
            self.searches = used;
        }
        for quota in self.of_calls(None).into_iter().chain(self.of_posts()).filter(|quota| quota.name == limit) {
            self.windows.insert(limit.to_owned(), Window { number: quota.window(now), calls: used });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    use crate::limits::{CallQuota, RetryAfter};

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    /// Makes a call. Returns the refusal.
    fn call(limits: &mut Limits, endpoint: &str, now: DateTime<Utc>) -> Option<PlatformResponse> {
        let exceeded = limits.exceeded(endpoint, now);
        if exceeded.is_none() {
            limits.count(endpoint, now);
        }
        exceeded
    }

    fn refused(limits: &mut Limits, now: &str) -> Option<(String, Option<String>)> {
        let response = call(limits, "posts.get", at(now))?;
        assert_eq!(response.status, 429);
        let wait = response.headers.get(header::RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
        Some((String::from_utf8(response.body.to_vec()).unwrap(), wait))
    }

    #[test]
    fn each_limit_refuses_until_its_window_ends_and_is_named() {
        let rules = LimitRules { per_minute: 2, per_day: 3, retry_after: RetryAfter::Seconds, ..LimitRules::default() };
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
        assert!((0..1000).all(|_| call(&mut limits, "posts.get", DateTime::UNIX_EPOCH).is_none()));
    }

    #[test]
    fn the_calls_of_a_quota_count_together_and_others_do_not() {
        let quota = CallQuota { endpoints: vec!["posts.get".into(), "posts.list".into()], calls: 2, per: Limit::Week };
        let mut limits = Limits::new(LimitRules { quotas: vec![quota], ..LimitRules::default() });
        let now = at("2026-01-01T12:00:00Z");
        assert!(call(&mut limits, "posts.get", now).is_none() && call(&mut limits, "posts.list", now).is_none());
        let refused = call(&mut limits, "posts.get", now).unwrap();
        assert!(String::from_utf8_lossy(&refused.body).contains("posts.get, posts.list per week"), "{refused:?}");
        assert!(call(&mut limits, "users.me", now).is_none());
        let used = limits.used(now);
        let week = used.iter().find(|one| one.limit == "posts.get, posts.list per week").unwrap();
        assert_eq!((week.used, week.most, week.is_near), (2, 2, true));
        // The first of January 2026 is a Thursday.
        assert!(call(&mut limits, "posts.get", at("2026-01-08T00:00:00Z")).is_none());
    }

    #[test]
    fn what_is_used_can_be_set() {
        let mut limits = Limits::new(LimitRules { per_day: 10, ..LimitRules::default() });
        let now = at("2026-01-01T12:00:00Z");
        let near = |limits: &Limits| limits.used(now).into_iter().find(|one| one.limit == "requests per day").unwrap();
        limits.set_used("requests per day", 7, now);
        assert!(!near(&limits).is_near);
        assert!(call(&mut limits, "users.me", now).is_none() && near(&limits).is_near);
        limits.set_used("searches", 100, now);
        assert!(!limits.allows_search());
    }
}
