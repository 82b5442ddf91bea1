//! The platform's limits (docs/platform.md#limits). Many numbers are shown only in the platform's console, and the form of the
//! response is an assumption, here and in fault rules.

mod count;

pub use count::LimitUse;
pub(crate) use count::Limits;

use axum::http::{HeaderValue, header};
use chrono::{DateTime, Utc};
use open_platform::Result;
use open_platform::api::endpoints;
use open_platform::endpoint::Endpoint;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::clock::add_seconds;
use crate::response::{Code, PlatformResponse};
use crate::switches::Profile;
use crate::{range, routes};

/// The limit that was exceeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Per minute.
    #[default]
    Minute,
    /// Per hour.
    Hour,
    /// Per day.
    Day,
    /// Per week.
    Week,
}

impl Limit {
    fn seconds(self) -> i64 {
        match self {
            Self::Minute => 60,
            Self::Hour => 3600,
            Self::Week => 7 * 24 * 3600,
            Self::Day => 24 * 3600,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::Week => "week",
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

/// A quota of one use of the platform: these calls together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallQuota {
    /// Names of the endpoints, such as `addons.create_on_post`.
    pub endpoints: Vec<String>,
    /// Calls in the time.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    pub calls: i64,
    /// The time. It begins with the minute, hour or day of UTC; a week has 7 days and begins on a Thursday (assumption).
    pub per: Limit,
}

impl CallQuota {
    fn new(endpoints: &[&Endpoint], calls: i64, per: Limit) -> Self {
        Self { endpoints: endpoints.iter().map(|row| row.name.to_owned()).collect(), calls, per }
    }

    /// Its name among the limits, such as `posts.get per week`.
    fn name(&self) -> String {
        format!("{} per {}", self.endpoints.join(", "), self.per.word())
    }
}

/// The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
    /// Quotas of single uses, besides those of all calls. The platform's values are shown only in its console
    /// (docs/platform.md#limits).
    pub quotas: Vec<CallQuota>,
    /// The quotas that the documents named in 2024: 100 add-ons on posts, 10,000 reads of posts and 10,000 searches a week
    /// (docs/platform.md#limits).
    pub quotas_of_2024: bool,
    /// Reads of the addresses for uploads (`assets.media_upload_urls`) in a day; 0: any number. The documents ask for "about
    /// one" (docs/platform.md#limits); that more are refused is an assumption.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub media_upload_urls_per_day: i64,
    /// Searches in all, whose count is never reset; 0: any number (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub searches: i64,
    /// Posts in the result of a search, the newest; 0: any number (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub search_results: i64,
    /// Transactions on a page; 0: any number (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub transactions_on_page: i64,
    /// Days in the statistics of a post (docs/platform.md#limits).
    #[schema(minimum = 1, maximum = 31)]
    pub stats_days: i64,
    /// Seconds for which the address of the deprecated `image-upload-url` can be used; 0: for ever
    /// (docs/platform.md#limits). The refusal, 403, is an assumption.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub image_upload_url_seconds: i64,
    /// Posts that are not archived which the world may have before another can be added to it; 0: any number. A test app has
    /// 10 test posts (docs/platform.md#limits). Posts that the app submits are not refused (assumption).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub test_posts: i64,
    /// Posts that can be added to the world in an hour; 0: any number. The documents name no number for test posts
    /// (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub test_posts_per_hour: i64,
    /// Posts that can be added to the world in a day; 0: any number. The documents name no number for test posts
    /// (docs/platform.md#limits).
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub test_posts_per_day: i64,
    /// Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
    /// docs/platform.md#limits).
    pub retry_after: RetryAfter,
}

impl Default for LimitRules {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}

impl LimitRules {
    /// The limits of a profile: the documented numbers, unless it is lenient.
    pub fn of(profile: Profile) -> Self {
        let unless_lenient = |number: i64| if profile == Profile::Lenient { 0 } else { number };
        let searches = endpoints::FINDER_SEARCH.max_total_calls.map_or(0, i64::from);
        Self {
            per_minute: 0,
            per_day: 0,
            quotas: Vec::new(),
            quotas_of_2024: false,
            media_upload_urls_per_day: 0,
            searches: unless_lenient(searches),
            search_results: 100,
            transactions_on_page: unless_lenient(100),
            stats_days: 7,
            image_upload_url_seconds: unless_lenient(600),
            test_posts: 0,
            test_posts_per_hour: 0,
            test_posts_per_day: 0,
            retry_after: RetryAfter::Missing,
        }
    }

    /// Checks the ranges of all numbers, and the names of the endpoints.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](open_platform::Error::InvalidInput) with the member.
    pub fn check(&self) -> Result<()> {
        for (name, number) in [
            ("per_minute", self.per_minute),
            ("per_day", self.per_day),
            ("media_upload_urls_per_day", self.media_upload_urls_per_day),
            ("searches", self.searches),
            ("search_results", self.search_results),
            ("transactions_on_page", self.transactions_on_page),
            ("image_upload_url_seconds", self.image_upload_url_seconds),
            ("test_posts", self.test_posts),
            ("test_posts_per_hour", self.test_posts_per_hour),
            ("test_posts_per_day", self.test_posts_per_day),
        ] {
            range::check(&format!("limits.{name}"), number, 0..=1_000_000_000)?;
        }
        range::check("limits.stats_days", self.stats_days, 1..=31)?;
        for (index, quota) in self.quotas.iter().enumerate() {
            range::check(&format!("limits.quotas[{index}].calls"), quota.calls, 1..=1_000_000_000)?;
            for name in &quota.endpoints {
                routes::check_name(&format!("limits.quotas[{index}].endpoints"), name)?;
            }
        }
        Ok(())
    }

    /// The quotas of single uses, with those that a switch stands for.
    fn all_quotas(&self) -> Vec<CallQuota> {
        let mut all = self.quotas.clone();
        if self.media_upload_urls_per_day > 0 {
            let calls = self.media_upload_urls_per_day;
            all.push(CallQuota::new(&[endpoints::ASSETS_MEDIA_UPLOAD_URLS], calls, Limit::Day));
        }
        if self.quotas_of_2024 {
            let reads = [endpoints::POSTS_GET, endpoints::POSTS_GET_WITH_ONGOING_IMAGES];
            all.push(CallQuota::new(&[endpoints::ADDONS_CREATE_ON_POST], 100, Limit::Week));
            all.push(CallQuota::new(&reads, 10_000, Limit::Week));
            all.push(CallQuota::new(&[endpoints::FINDER_SEARCH], 10_000, Limit::Week));
        }
        all
    }
}

/// The response 429. It is documented that it names the limit; its form is not documented
/// (docs/platform.md#known-errors): assumption.
pub(crate) fn exceeded(limit: Limit, form: RetryAfter, seconds: i64, now: DateTime<Utc>) -> PlatformResponse {
    used_up(&format!("requests per {}", limit.word()), form, seconds, now)
}

/// The same for a limit with this name.
fn used_up(limit: &str, form: RetryAfter, seconds: i64, now: DateTime<Utc>) -> PlatformResponse {
    let mut response = PlatformResponse::json_with(
        429,
        &json!({
            "code": Code::ResourceExhausted as i32,
            "message": format!("the limit of {limit} is exceeded"),
            "details": [{
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [{ "subject": "app", "description": limit }],
            }],
        }),
    );
    let value = match form {
        RetryAfter::Missing => return response,
        RetryAfter::Seconds => seconds.to_string(),
        RetryAfter::Date => add_seconds(now, seconds).format("%a, %d %b %Y %H:%M:%S GMT").to_string(),
    };
    if let Ok(value) = HeaderValue::from_str(&value) {
        response.headers.insert(header::RETRY_AFTER, value);
    }
    response
}
