//! The decision whether to send a request again.
//!
//! It depends on three facts: what the endpoint allows ([`RetryClass`], from the table), whether the platform may have
//! acted on the request ([`AttemptOutcome`]), and whether there is time and budget left. The rules are those of RFC
//! 9110 section 9.2.2: after an unclear outcome, only an idempotent request is sent again.

use std::time::Duration;

use crate::endpoint::RetryClass;
use crate::policy::budget;

/// How often and how long to retry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The maximum number of attempts, including the first: at least 1, which turns retries off.
    pub max_attempts: u32,
    /// Backoff after a broken connection or a 5xx: the wait before retry n is a random time up to `base * 2^(n-1)`.
    pub transient_base: Duration,
    /// The same after a 429.
    pub throttled_base: Duration,
    /// The longest backoff.
    pub max_backoff: Duration,
    /// The longest `Retry-After` that the client waits for. After a longer one the call fails at once and says how
    /// long to wait.
    pub max_retry_after: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            transient_base: Duration::from_millis(100),
            throttled_base: Duration::from_secs(1),
            max_backoff: Duration::from_secs(5),
            max_retry_after: Duration::from_secs(60),
        }
    }
}

/// The outcome of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The platform responded.
    Response {
        /// HTTP status.
        status: u16,
        /// How long the platform asks to wait.
        retry_after: Option<Duration>,
    },
    /// The platform certainly did not receive the request.
    NotSent,
    /// The connection broke: the platform may have acted.
    Interrupted,
    /// No usable response, and a retry would not change that: too large, not HTTP, deadline passed. The platform may
    /// have acted.
    Unusable,
}

impl AttemptOutcome {
    /// Whether the platform may have acted.
    pub fn is_unclear(self) -> bool {
        match self {
            Self::Response { status, .. } => is_unclear(status),
            Self::NotSent => false,
            Self::Interrupted | Self::Unusable => true,
        }
    }
}

/// The inputs of a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RetryContext {
    /// What the endpoint allows.
    pub class: RetryClass,
    /// How many times the request was sent; 1 after the first.
    pub attempt: u32,
    /// How the last attempt ended.
    pub outcome: AttemptOutcome,
    /// The remaining time of the whole call.
    pub remaining: Duration,
    /// The remaining retry budget.
    pub budget: u32,
    /// A random number, at least 0 and less than 1.
    pub random: f64,
}

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryDecision {
    /// Return the outcome to the caller.
    Finish,
    /// Return an "ambiguous outcome" to the caller: the platform may have acted, and the request must not be repeated.
    Ambiguous,
    /// Send it again.
    Retry {
        /// The wait before it.
        wait: Duration,
        /// Its cost in the retry budget.
        cost: u32,
    },
}

/// What the outcome alone says about a retry, before time and budget are considered.
enum Hint {
    Finish,
    Ambiguous,
    Transient,
    Throttled,
}

/// Decides what to do after an attempt.
pub fn decide(policy: &RetryPolicy, context: &RetryContext) -> RetryDecision {
    let RetryContext { class, attempt, outcome, .. } = *context;
    let (base, cost) = match hint(class, attempt, outcome) {
        Hint::Finish => return RetryDecision::Finish,
        Hint::Ambiguous => return RetryDecision::Ambiguous,
        Hint::Transient => (policy.transient_base, budget::TRANSIENT),
        Hint::Throttled => (policy.throttled_base, budget::THROTTLED),
    };
    let limit = if class == RetryClass::SafeOnce { policy.max_attempts.min(2) } else { policy.max_attempts };
    if attempt >= limit || context.budget < cost {
        return RetryDecision::Finish;
    }
    let asked = match outcome {
        AttemptOutcome::Response { retry_after, .. } => retry_after.unwrap_or_default(),
        _ => Duration::ZERO,
    };
    let wait = backoff(policy, base, attempt, context.random).max(asked);
    if asked > policy.max_retry_after || wait >= context.remaining {
        return RetryDecision::Finish;
    }
    RetryDecision::Retry { wait, cost }
}

fn hint(class: RetryClass, attempt: u32, outcome: AttemptOutcome) -> Hint {
    let repeatable = match class {
        RetryClass::Safe | RetryClass::SafeOnce | RetryClass::WithId => true,
        RetryClass::NotProcessed | RetryClass::NothingSent => false,
        // A refresh has its own protocol, and the others are never sent.
        RetryClass::Protocol | RetryClass::NotSent => return Hint::Finish,
    };
    match outcome {
        // A 429 means that nothing was done, but it still uses up an authorization code.
        AttemptOutcome::Response { status: 429, .. } if class != RetryClass::NothingSent => Hint::Throttled,
        AttemptOutcome::Response { status, .. } if is_unclear(status) => match (repeatable, status) {
            (false, _) => Hint::Ambiguous,
            (true, 408 | 500 | 502 | 503 | 504) => Hint::Transient,
            (true, _) => Hint::Finish,
        },
        AttemptOutcome::Response { .. } => Hint::Finish,
        AttemptOutcome::NotSent => Hint::Transient,
        // After two interrupted attempts a third one is not expected to succeed.
        AttemptOutcome::Interrupted if repeatable && attempt < 2 => Hint::Transient,
        AttemptOutcome::Interrupted | AttemptOutcome::Unusable if repeatable => Hint::Finish,
        AttemptOutcome::Interrupted | AttemptOutcome::Unusable => Hint::Ambiguous,
    }
}

/// Whether a status leaves open if the platform acted: it timed out (408, 499) or failed during the work. 501 and 505
/// mean that it did not begin.
pub fn is_unclear(status: u16) -> bool {
    matches!(status, 408 | 499 | 500..=599) && !matches!(status, 501 | 505)
}

/// "Full jitter": a random part of an exponentially growing time.
fn backoff(policy: &RetryPolicy, base: Duration, attempt: u32, random: f64) -> Duration {
    let ceiling = base.saturating_mul(1_u32.checked_shl(attempt.saturating_sub(1)).unwrap_or(u32::MAX));
    let ceiling = ceiling.min(policy.max_backoff);
    // Fails only for NaN, and for a time beyond the range of a duration.
    Duration::try_from_secs_f64(ceiling.as_secs_f64() * random.clamp(0.0, 1.0)).unwrap_or(ceiling)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PLENTY: Duration = Duration::from_secs(1_000);

    fn at(class: RetryClass, attempt: u32, outcome: AttemptOutcome) -> RetryContext {
        RetryContext { class, attempt, outcome, remaining: PLENTY, budget: budget::CAPACITY, random: 0.5 }
    }

    fn answered(status: u16) -> AttemptOutcome {
        AttemptOutcome::Response { status, retry_after: None }
    }

    fn decided(class: RetryClass, attempt: u32, outcome: AttemptOutcome) -> &'static str {
        match decide(&RetryPolicy::default(), &at(class, attempt, outcome)) {
            RetryDecision::Finish => "finish",
            RetryDecision::Ambiguous => "ambiguous",
            RetryDecision::Retry { .. } => "retry",
        }
    }

    #[test]
    fn the_class_and_the_outcome_decide() {
        use AttemptOutcome::{Interrupted, NotSent, Unusable};
        use RetryClass::{NotProcessed, NothingSent, Protocol, Safe, SafeOnce};
        let unavailable = answered(503);
        let throttled = answered(429);
        for (class, attempt, outcome, expected) in [
            (Safe, 1, unavailable, "retry"),
            (Safe, 2, unavailable, "retry"),
            (Safe, 3, unavailable, "finish"),
            (Safe, 1, answered(507), "finish"),
            (Safe, 1, Interrupted, "retry"),
            (Safe, 2, Interrupted, "finish"),
            (Safe, 1, Unusable, "finish"),
            (Safe, 2, NotSent, "retry"),
            (SafeOnce, 1, unavailable, "retry"),
            (SafeOnce, 2, unavailable, "finish"),
            (NotProcessed, 1, unavailable, "ambiguous"),
            (NotProcessed, 1, answered(507), "ambiguous"),
            (NotProcessed, 1, answered(501), "finish"),
            (NotProcessed, 1, answered(408), "ambiguous"),
            (NotProcessed, 1, throttled, "retry"),
            (NotProcessed, 1, Interrupted, "ambiguous"),
            (NotProcessed, 3, Unusable, "ambiguous"),
            (NotProcessed, 1, NotSent, "retry"),
            (NotProcessed, 3, NotSent, "finish"),
            (NothingSent, 1, throttled, "finish"),
            (NothingSent, 1, unavailable, "ambiguous"),
            (NothingSent, 1, NotSent, "retry"),
            (Protocol, 1, unavailable, "finish"),
            (Protocol, 1, NotSent, "finish"),
        ] {
            assert_eq!(decided(class, attempt, outcome), expected, "{class:?} {attempt} {outcome:?}");
        }
    }

    #[test]
    fn a_refusal_is_never_sent_again() {
        for status in [200, 201, 301, 400, 401, 403, 404, 409, 412, 422, 501] {
            for class in [RetryClass::Safe, RetryClass::NotProcessed, RetryClass::NothingSent] {
                assert_eq!(decided(class, 1, answered(status)), "finish", "{status}");
            }
        }
    }

    #[test]
    fn the_backoff_grows_and_is_random() {
        let policy = RetryPolicy { max_attempts: 100, ..RetryPolicy::default() };
        let wait = |attempt, outcome, random| match decide(
            &policy,
            &RetryContext { random, ..at(RetryClass::Safe, attempt, outcome) },
        ) {
            RetryDecision::Retry { wait, .. } => wait.as_millis(),
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(1, answered(503), 0.0), 0);
        assert_eq!(wait(1, answered(503), 0.5), 50);
        assert_eq!(wait(3, answered(503), 0.5), 200);
        assert_eq!(wait(99, answered(503), 0.5), 2_500);
        assert_eq!(wait(1, answered(429), 0.5), 500);
    }

    #[test]
    fn extreme_policies_and_random_numbers_do_not_panic() {
        let endless =
            RetryPolicy { transient_base: Duration::MAX, max_backoff: Duration::MAX, ..RetryPolicy::default() };
        for random in [0.0, 0.999_999_999, 1.0, f64::NAN, f64::INFINITY, -1.0] {
            let context = RetryContext { random, ..at(RetryClass::Safe, 1, answered(503)) };
            decide(&endless, &context);
            decide(&RetryPolicy::default(), &context);
        }
    }

    #[test]
    fn retry_after_is_waited_for_if_the_deadline_allows() {
        let policy = RetryPolicy::default();
        let case = |asked: u64, remaining: u64| {
            let outcome = AttemptOutcome::Response { status: 429, retry_after: Some(Duration::from_secs(asked)) };
            let remaining = Duration::from_secs(remaining);
            decide(&policy, &RetryContext { remaining, ..at(RetryClass::NotProcessed, 1, outcome) })
        };
        assert_eq!(case(2, 15), RetryDecision::Retry { wait: Duration::from_secs(2), cost: budget::THROTTLED });
        assert_eq!(case(15, 15), RetryDecision::Finish);
        assert_eq!(case(61, 1_000), RetryDecision::Finish);
        assert_eq!(case(60, 1_000), RetryDecision::Retry { wait: Duration::from_secs(60), cost: budget::THROTTLED });
    }

    #[test]
    fn without_budget_there_is_no_retry() {
        let spent = RetryContext { budget: budget::TRANSIENT - 1, ..at(RetryClass::Safe, 1, answered(503)) };
        assert_eq!(decide(&RetryPolicy::default(), &spent), RetryDecision::Finish);
    }

    proptest! {
        // Failures are not stored: each run has new cases.
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_wait_stays_within_its_bounds_and_a_write_is_not_repeated(
            class in proptest::sample::select(vec![
                RetryClass::Safe, RetryClass::SafeOnce, RetryClass::WithId, RetryClass::NotProcessed,
                RetryClass::NothingSent, RetryClass::Protocol,
            ]),
            attempt in 1..6_u32,
            kind in 0..4_u8,
            status in 200..600_u16,
            asked in proptest::option::of(0..10_000_000_u64),
            remaining in 0..100_000_u64,
            budget in 0..600_u32,
            random in 0.0..1.0_f64,
        ) {
            let retry_after = asked.map(Duration::from_millis);
            let outcome = match kind {
                0 => AttemptOutcome::NotSent,
                1 => AttemptOutcome::Interrupted,
                2 => AttemptOutcome::Unusable,
                _ => AttemptOutcome::Response { status, retry_after },
            };
            let remaining = Duration::from_millis(remaining);
            let context = RetryContext { class, attempt, outcome, remaining, budget, random };
            let policy = RetryPolicy::default();
            match decide(&policy, &context) {
                RetryDecision::Retry { wait, cost } => {
                    let asked = if kind == 3 { retry_after.unwrap_or_default() } else { Duration::ZERO };
                    prop_assert!(wait < remaining && wait >= asked && wait <= policy.max_backoff.max(asked));
                    prop_assert!(asked <= policy.max_retry_after);
                    prop_assert!(cost <= budget && attempt < policy.max_attempts);
                    let harmless = matches!(class, RetryClass::Safe | RetryClass::SafeOnce | RetryClass::WithId);
                    let proven = matches!(outcome, AttemptOutcome::NotSent)
                        || matches!(outcome, AttemptOutcome::Response { status: 429, .. } if class == RetryClass::NotProcessed);
                    prop_assert!(harmless || proven, "{:?}", context);
                }
                RetryDecision::Ambiguous => {
                    prop_assert!(matches!(class, RetryClass::NotProcessed | RetryClass::NothingSent));
                    prop_assert!(!matches!(outcome, AttemptOutcome::NotSent));
                }
                RetryDecision::Finish => {}
            }
        }
    }
}
