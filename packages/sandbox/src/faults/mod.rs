//! Fault rules: this file matches requests, [`effect`] applies the effects.

mod effect;
mod gzip_bomb;
pub(crate) mod script;

use axum::http::{HeaderName, HeaderValue};
use open_platform::endpoint::Host;
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

pub use effect::{Effect, Moment};

pub(crate) use effect::{Hangup, Plan};

use crate::dispatch::Exchange;
use crate::oauth::Grants;
use crate::world::World;
use crate::{known_names, range, routes};

/// A fault rule: which requests, how often, and what happens to them. The first rule that fires is used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FaultRule {
    /// A label.
    pub name: String,
    /// Which requests. Empty: all.
    pub on: RequestMatch,
    /// Fires only on this matching request, counted from 1.
    #[schema(minimum = 1)]
    pub nth: Option<i64>,
    /// Fires at most this many times.
    #[schema(minimum = 0)]
    pub times: Option<i64>,
    /// Fires with this probability, from 0 to 1. It depends only on `seed` and the number of the matching request.
    #[schema(minimum = 0.0, maximum = 1.0)]
    pub probability: Option<f64>,
    /// The seed of `probability`.
    pub seed: i64,
    /// What happens, in order.
    pub effects: Vec<Effect>,
}

impl FaultRule {
    /// Checks that such requests are possible, and the ranges of all numbers.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the member.
    pub fn check(&self) -> Result<()> {
        self.on.check()?;
        range::check("nth", self.nth.unwrap_or(1), 1..=i64::MAX)?;
        range::check("times", self.times.unwrap_or(0), 0..=i64::MAX)?;
        if self.probability.is_some_and(|probability| !(0.0..=1.0).contains(&probability)) {
            let reason = "must be from 0 to 1".to_owned();
            return Err(Error::invalid("probability", reason));
        }
        for (index, effect) in self.effects.iter().enumerate() {
            let at = |member: &str| format!("effects[{index}].{member}");
            match effect {
                Effect::Status { status, content_type, .. } => {
                    range::check(&at("status"), i64::from(*status), 200..=599)?;
                    check_value(&at("content_type"), content_type)?;
                }
                Effect::Redirect { status, location } => {
                    range::check(&at("status"), i64::from(*status), 300..=399)?;
                    check_value(&at("location"), location)?;
                }
                Effect::Delay { milliseconds, .. } => range::check(&at("milliseconds"), *milliseconds, 0..=600_000)?,
                Effect::Truncate { bytes } => range::check(&at("bytes"), *bytes, 0..=i64::MAX)?,
                Effect::SlowDrip { bytes, milliseconds } => {
                    range::check(&at("bytes"), *bytes, 1..=i64::MAX)?;
                    range::check(&at("milliseconds"), *milliseconds, 0..=600_000)?;
                }
                Effect::GzipBomb { mebibytes } => range::check(&at("mebibytes"), *mebibytes, 1..=1024)?,
                Effect::RateLimit { .. }
                | Effect::Drop { .. }
                | Effect::EndlessBody {}
                | Effect::BadJson {}
                | Effect::Patch { .. } => {}
            }
        }
        Ok(())
    }
}

/// Checks that a text is a valid header value.
fn check_value(field: &str, value: &str) -> Result<()> {
    HeaderValue::from_str(value).map(drop).map_err(|_| Error::invalid(field, "is not a valid header value"))
}

/// The requests of a rule. All given members must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RequestMatch {
    /// Name of the endpoint, such as `oauth.refresh`.
    pub endpoint: Option<String>,
    /// HTTP method, in upper-case letters.
    pub method: Option<String>,
    /// Path on the host, with `{names}` for variable segments, such as `/v1/open-platform/finder/post/{post_token}`.
    pub path: Option<String>,
    /// Name of the user whose access token, refresh token or code the request carries, such as `seller`.
    pub user: Option<String>,
    /// Name of a header that must be there.
    pub header: Option<String>,
    /// The value that header must have.
    pub header_value: Option<String>,
}

/// A rule in force, with its counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ActiveFault {
    /// Number of the rule in its world.
    pub id: i64,
    /// The rule.
    pub rule: FaultRule,
    /// How many requests it matched.
    pub matched: i64,
    /// How many times it fired.
    pub fired: i64,
}

/// The fault rules of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Faults {
    made: i64,
    rules: Vec<ActiveFault>,
}

impl Faults {
    /// The fault of a request, if a rule fires.
    pub(crate) fn plan(&mut self, exchange: &Exchange, grants: &Grants) -> Option<Plan> {
        let active = self.fire(|on| on.fits(exchange, grants))?;
        Some(Plan { rule: active.id, effects: active.rule.effects.clone() })
    }

    /// The first rule that fires on a request, of those that it `fits`. Counts the request for the rules that are tried.
    pub(crate) fn fire(&mut self, fits: impl Fn(&RequestMatch) -> bool) -> Option<&ActiveFault> {
        self.rules.iter_mut().find_map(|active| {
            if !fits(&active.rule.on) {
                return None;
            }
            active.matched += 1;
            let fires = active.fires();
            active.fired += i64::from(fires);
            fires.then_some(&*active)
        })
    }
}

impl ActiveFault {
    fn fires(&self) -> bool {
        self.rule.nth.is_none_or(|nth| nth == self.matched)
            && self.rule.times.is_none_or(|times| self.fired < times)
            && self.rule.probability.is_none_or(|probability| self.draw() < probability)
    }

    /// A number from 0 to below 1 that depends only on the seed, the rule and the number of the request.
    fn draw(&self) -> f64 {
        let mut hash = Sha256::new();
        for part in [self.rule.seed, self.id, self.matched] {
            hash.update(part.to_be_bytes());
        }
        let [a, b, c, d, ..] = <[u8; 32]>::from(hash.finalize());
        f64::from(u32::from_be_bytes([a, b, c, d])) / (f64::from(u32::MAX) + 1.0)
    }
}

impl RequestMatch {
    /// Checks that such requests are possible. The user is not checked, because it can be added later.
    fn check(&self) -> Result<()> {
        if let Some(endpoint) = &self.endpoint {
            routes::check_name("on.endpoint", endpoint)?;
        }
        if let Some(method) = &self.method {
            let methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
            known_names::check("on.method", "method", method, methods)?;
        }
        if self.path.as_ref().is_some_and(|path| !path.starts_with('/')) {
            return Err(Error::invalid(
                "on.path",
                "must begin with /, and is the path on its host without that of the world",
            ));
        }
        if let Some(name) = &self.header
            && HeaderName::from_bytes(name.as_bytes()).is_err()
        {
            return Err(Error::invalid("on.header", "is not the name of a header"));
        }
        if self.header.is_none() && self.header_value.is_some() {
            return Err(Error::invalid("on.header_value", "needs the name of the header in `header`"));
        }
        Ok(())
    }

    fn fits(&self, exchange: &Exchange, grants: &Grants) -> bool {
        let endpoint = exchange.endpoint.map(|row| row.name);
        self.endpoint.as_deref().is_none_or(|wanted| endpoint == Some(wanted))
            && self.method.as_deref().is_none_or(|wanted| exchange.method.as_str() == wanted)
            && self.path.as_deref().is_none_or(|template| path_fits(template, &exchange.path))
            && self.user.as_deref().is_none_or(|wanted| user_of(exchange, grants) == Some(wanted))
            && self.header.as_deref().is_none_or(|name| {
                exchange.headers.get_all(name).iter().any(|value| {
                    self.header_value.as_deref().is_none_or(|wanted| value.as_bytes() == wanted.as_bytes())
                })
            })
    }
}

/// Name of the user whose token or code a request carries.
pub(crate) fn user_of<'a>(exchange: &Exchange, grants: &'a Grants) -> Option<&'a str> {
    match exchange.bearer() {
        Some(token) => grants.user_of(token),
        None if exchange.host != Host::Auth => None,
        None => {
            let token = exchange.form("refresh_token").or_else(|| exchange.form("code"))?;
            grants.user_of(&token)
        }
    }
}

fn path_fits(template: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    let fits = template.split('/').all(|wanted| {
        parts.next().is_some_and(|part| {
            let anything = wanted.starts_with('{') && wanted.ends_with('}') && !part.is_empty();
            anything || wanted == part
        })
    });
    fits && parts.next().is_none()
}

/// The fault rules of a world, for tests.
#[derive(Clone, Debug)]
pub struct FaultControl {
    world: World,
}

impl FaultControl {
    /// Adds a rule and returns its number.
    pub fn add(&self, rule: FaultRule) -> i64 {
        let faults = &mut self.world.inner.lock().faults;
        faults.made += 1;
        faults.rules.push(ActiveFault { id: faults.made, rule, matched: 0, fired: 0 });
        faults.made
    }

    /// Applies an effect to the next request to an endpoint only.
    pub fn once(&self, endpoint: &str, effect: Effect) -> i64 {
        self.add(FaultRule {
            on: RequestMatch { endpoint: Some(endpoint.to_owned()), ..RequestMatch::default() },
            times: Some(1),
            effects: vec![effect],
            ..FaultRule::default()
        })
    }

    /// The next refresh takes effect, and its answer is lost. An app that does not handle this loses the grant.
    pub fn lose_token_answer(&self) -> i64 {
        self.once("oauth.refresh", Effect::Drop { moment: Moment::After, reset: false })
    }

    /// Removes a rule, and returns whether it was there.
    pub fn remove(&self, id: i64) -> bool {
        let rules = &mut self.world.inner.lock().faults.rules;
        let before = rules.len();
        rules.retain(|active| active.id != id);
        rules.len() != before
    }

    /// Removes all rules.
    pub fn clear(&self) {
        self.world.inner.lock().faults.rules.clear();
    }

    /// The rules in force, in the order they are tried.
    pub fn rules(&self) -> Vec<ActiveFault> {
        self.world.inner.lock().faults.rules.clone()
    }
}

impl World {
    /// The fault rules of this world.
    pub fn faults(&self) -> FaultControl {
        FaultControl { world: self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_matches_a_whole_path() {
        assert!(path_fits("/v1/post/{token}", "/v1/post/abc"));
        for other in ["/v1/post/", "/v1/post/a/b", "/v1/post", "/v2/post/abc"] {
            assert!(!path_fits("/v1/post/{token}", other), "{other}");
        }
    }

    #[test]
    fn a_rule_fires_on_the_nth_request_and_a_limited_number_of_times() {
        let fires = |rule: FaultRule| -> Vec<i64> {
            let mut active = ActiveFault { id: 1, rule, matched: 0, fired: 0 };
            (1..=6)
                .filter(|_| {
                    active.matched += 1;
                    let fires = active.fires();
                    active.fired += i64::from(fires);
                    fires
                })
                .collect()
        };
        assert_eq!(fires(FaultRule { nth: Some(3), ..FaultRule::default() }), [3]);
        assert_eq!(fires(FaultRule { times: Some(2), ..FaultRule::default() }), [1, 2]);
        assert!(fires(FaultRule { probability: Some(0.0), ..FaultRule::default() }).is_empty());
        assert_eq!(fires(FaultRule { probability: Some(1.0), ..FaultRule::default() }).len(), 6);
        let half = |seed| fires(FaultRule { probability: Some(0.5), seed, ..FaultRule::default() });
        assert_eq!(half(7), half(7));
        assert!((0..20).any(|seed| half(seed) != half(7)));
    }
}
