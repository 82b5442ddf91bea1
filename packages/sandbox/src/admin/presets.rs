//! Presets: sets of fault rules for frequent failures.

use serde::Serialize;
use utoipa::ToSchema;

use super::extract::{InWorld, Item, Json};
use super::problem::{Problem, Refusals};
use crate::faults::{Effect, FaultRule, Moment, RequestMatch};
use crate::limits::Limit;

/// A named set of fault rules.
#[derive(Serialize, ToSchema)]
pub(super) struct FaultPreset {
    /// Its name in the path, such as `lost_token_answer`.
    name: &'static str,
    /// What happens.
    about: &'static str,
    /// The rules that it adds, in this order.
    rules: Vec<FaultRule>,
}

/// The numbers of new rules.
#[derive(Serialize, ToSchema)]
pub(super) struct FaultNumbers {
    /// Their numbers in the world.
    ids: Vec<i64>,
}

fn rule(name: &str, endpoint: Option<&str>, effect: Effect) -> FaultRule {
    let on = RequestMatch { endpoint: endpoint.map(str::to_owned), ..RequestMatch::default() };
    FaultRule { name: name.to_owned(), on, effects: vec![effect], ..FaultRule::default() }
}

fn status(status: u16) -> Effect {
    Effect::Status { status, body: String::new(), content_type: String::new(), moment: Moment::Before }
}

fn presets() -> Vec<FaultPreset> {
    let dropped = |moment| Effect::Drop { moment, reset: false };
    let some = |probability: f64, seed, rule| FaultRule { probability: Some(probability), seed, ..rule };
    let times = |times, rule| FaultRule { times: Some(times), ..rule };
    let refresh = Some("oauth.refresh");
    let limited = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(30), as_date: false };
    let slow = Effect::Delay { milliseconds: 3000, moment: Moment::Before };
    let preset = |name, about, rules| FaultPreset { name, about, rules };
    vec![
        preset(
            "lost_token_answer",
            "the next refresh takes effect, and its answer is lost",
            vec![times(1, rule("lost token answer", refresh, dropped(Moment::After)))],
        ),
        preset(
            "lost_write_answer",
            "the next add-on on a post is created, and the answer is lost",
            vec![times(1, rule("lost answer of an add-on", Some("addons.create_on_post"), dropped(Moment::After)))],
        ),
        preset(
            "rate_limit_storm",
            "the next ten requests are answered with 429 and Retry-After",
            vec![times(10, rule("429 storm", None, limited))],
        ),
        preset(
            "flaky_platform",
            "one request in five fails with 503, one in ten is slow, one connection in twenty is cut",
            vec![
                some(0.2, 7, rule("flaky platform: 503", None, status(503))),
                // A rule is tried on the requests that none before it fired on: 80 %, then 70 % of all.
                some(0.1 / 0.8, 8, rule("flaky platform: slow", None, slow.clone())),
                some(0.05 / 0.7, 9, rule("flaky platform: cut", None, dropped(Moment::Before))),
            ],
        ),
        preset(
            "cut_connections",
            "three connections are cut before the request is processed",
            vec![times(3, rule("cut", None, dropped(Moment::Before)))],
        ),
        preset("slow", "every answer takes three seconds", vec![rule("slow", None, slow)]),
        preset(
            "slow_drip",
            "answers come in pieces of 16 bytes, two in a second",
            vec![rule("slow drip", None, Effect::SlowDrip { bytes: 16, milliseconds: 500 })],
        ),
        preset(
            "truncated",
            "the next answer ends after 20 bytes",
            vec![times(1, rule("truncated", None, Effect::Truncate { bytes: 20 }))],
        ),
        preset("bad_json", "the next answer is not JSON", vec![times(1, rule("not JSON", None, Effect::BadJson {}))]),
        preset("outage", "every request is answered with 503", vec![rule("outage", None, status(503))]),
    ]
}

/// The presets: sets of fault rules for frequent failures.
#[utoipa::path(get, path = "/_sandbox/fault-presets", operation_id = "fault_presets",
    responses((status = 200, body = Vec<FaultPreset>), Refusals))]
pub(super) async fn list() -> Json<Vec<FaultPreset>> {
    Json(presets())
}

/// Adds the fault rules of a preset.
#[utoipa::path(post, path = "/_sandbox/worlds/{world}/faults/presets/{item}", operation_id = "add_fault_preset",
    params(("world" = String, Path, example = "default"), ("item" = String, Path, example = "lost_token_answer")),
    responses((status = 200, body = FaultNumbers), Refusals))]
pub(super) async fn add(InWorld(world): InWorld, Item(name): Item) -> Result<Json<FaultNumbers>, Problem> {
    let found = presets().into_iter().find(|preset| preset.name == name);
    let preset =
        found.ok_or_else(|| Problem::not_found("there is no preset with this name: see /_sandbox/fault-presets"))?;
    Ok(Json(FaultNumbers { ids: preset.rules.into_iter().map(|rule| world.faults().add(rule)).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sandbox;

    #[test]
    fn an_unreliable_platform_is_as_its_preset_says() {
        const REQUESTS: u32 = 10_000;
        let sandbox = Sandbox::builder().build();
        let world = sandbox.default_world();
        let preset = presets().into_iter().find(|preset| preset.name == "flaky_platform").unwrap();
        for rule in preset.rules {
            world.faults().add(rule);
        }
        for _ in 0..REQUESTS {
            world.inner.lock().faults.fire(|_| true);
        }
        let rules = world.faults().rules();
        assert_eq!(rules.len(), 3);
        for (rule, share) in rules.iter().zip([0.2, 0.1, 0.05]) {
            let fired = f64::from(i32::try_from(rule.fired).unwrap()) / f64::from(REQUESTS);
            assert!((fired - share).abs() < 0.007, "{}: {fired}", rule.rule.name);
        }
    }

    #[test]
    fn the_rules_of_presets_are_possible() {
        for preset in presets() {
            assert!(!preset.rules.is_empty(), "{}", preset.name);
            preset.rules.iter().for_each(|rule| rule.check().unwrap());
        }
    }
}
