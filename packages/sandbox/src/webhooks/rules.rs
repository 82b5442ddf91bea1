//! Switches for requests to the app: form and time, where it is not documented. Switches for the contents of events are
//! in [`Gaps`](crate::Gaps).

use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::range;
use crate::switches::Profile;

/// The value of `Authorization` in requests to the app.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Authorization {
    /// The app's identification key.
    #[default]
    Right,
    /// The other key of the rules, such as the one before a rotation.
    Other,
    /// The two keys alternately, as during a rotation.
    InTurn,
    /// A wrong key.
    Wrong,
    /// Two headers, one with each key.
    Both,
    /// Without the header, as some proxies remove it.
    Missing,
}

/// The structure of start requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartForm {
    /// Version 2 with the header `API-Version` (docs/platform.md#start-requests).
    #[default]
    V2,
    /// Version 2 with the header `API_VERSION`, as on two pages of the documents.
    V2Underscore,
    /// Version 2 without the header, as some proxies remove it.
    V2WithoutHeader,
    /// The old structure (docs/platform.md#start-requests-v1).
    V1,
}

/// The order of paused deliveries when they are resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// In the order of their creation.
    #[default]
    AsMade,
    /// Newest first.
    Reversed,
    /// Shuffled with the seed of the world.
    Shuffled,
}

/// The switches of requests to the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookRules {
    /// Seconds after each failed attempt until the next; empty: no retries. Assumption: no schedule is documented; this
    /// is the one of the Standard Webhooks specification.
    #[schema(max_items = 20)]
    pub retry_after_seconds: Vec<i64>,
    /// Seconds from an event to the first attempt (assumption: none).
    #[schema(minimum = 0, maximum = 3_153_600_000_i64)]
    pub delay_seconds: i64,
    /// The number of additional deliveries of each event. For tests only (docs/platform.md#webhook-delivery).
    #[schema(minimum = 0, maximum = 10)]
    pub duplicates: i64,
    /// The value of `Authorization` (docs/platform.md#identification-key).
    pub authorization: Authorization,
    /// The second key, for `other`, `in_turn` and `both`. For tests only.
    pub other_key: String,
    /// Bytes of padding in an additional member of each event. For tests only.
    #[schema(minimum = 0, maximum = 16_777_216)]
    pub padding_bytes: i64,
    /// The time limit for the app's answer, in milliseconds of the machine's clock (assumption: 5 seconds).
    #[schema(minimum = 1, maximum = 60_000)]
    pub timeout_milliseconds: i64,
    /// The structure of start requests, and the spelling of their header (docs/platform.md#start-requests,
    /// #start-requests-v1).
    pub start_form: StartForm,
    /// Sends the body of a request to the app in pieces of this many bytes, with pauses; 0: at once. For tests only.
    #[schema(minimum = 0, maximum = 16_777_216)]
    pub body_piece_bytes: i64,
    /// The pause after each piece, in milliseconds of the machine's clock. For tests only.
    #[schema(minimum = 0, maximum = 60_000)]
    pub body_pause_milliseconds: i64,
}

impl Default for WebhookRules {
    fn default() -> Self {
        Self::of(Profile::default())
    }
}

impl WebhookRules {
    /// The switches of a profile. No repeated event has been reported (docs/platform.md#webhook-delivery), so
    /// `observed` has no retries.
    pub fn of(profile: Profile) -> Self {
        let observed = profile == Profile::Observed;
        Self {
            retry_after_seconds: if observed { Vec::new() } else { vec![5, 300, 1800, 7200, 18_000, 36_000] },
            delay_seconds: 0,
            duplicates: 0,
            authorization: Authorization::Right,
            other_key: String::new(),
            padding_bytes: 0,
            timeout_milliseconds: 5000,
            start_form: StartForm::V2,
            body_piece_bytes: 0,
            body_pause_milliseconds: 0,
        }
    }

    /// Checks the ranges of all numbers, and that there is a second key if it is sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        let retries = i64::try_from(self.retry_after_seconds.len()).unwrap_or(i64::MAX);
        range::check("webhooks.retry_after_seconds (how many)", retries, 0..=20)?;
        for (index, seconds) in self.retry_after_seconds.iter().enumerate() {
            range::check(&format!("webhooks.retry_after_seconds[{index}]"), *seconds, 0..=range::CENTURY)?;
        }
        range::check("webhooks.delay_seconds", self.delay_seconds, 0..=range::CENTURY)?;
        range::check("webhooks.duplicates", self.duplicates, 0..=10)?;
        range::check("webhooks.padding_bytes", self.padding_bytes, 0..=16_777_216)?;
        range::check("webhooks.timeout_milliseconds", self.timeout_milliseconds, 1..=60_000)?;
        range::check("webhooks.body_piece_bytes", self.body_piece_bytes, 0..=16_777_216)?;
        range::check("webhooks.body_pause_milliseconds", self.body_pause_milliseconds, 0..=60_000)?;
        let sends_other =
            matches!(self.authorization, Authorization::Other | Authorization::InTurn | Authorization::Both);
        if sends_other && self.other_key.is_empty() {
            return Err(Error::invalid("webhooks.other_key", "must not be empty: `webhooks.authorization` sends it"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_key_that_is_sent_is_not_empty() {
        let check = |authorization, other_key: &str| {
            WebhookRules { authorization, other_key: other_key.to_owned(), ..WebhookRules::default() }.check()
        };
        for authorization in [Authorization::Other, Authorization::InTurn, Authorization::Both] {
            let refused = check(authorization, "").unwrap_err().to_string();
            assert!(refused.starts_with("webhooks.other_key: "), "{refused}");
            check(authorization, "old").unwrap();
        }
        check(Authorization::Right, "").unwrap();
    }
}
