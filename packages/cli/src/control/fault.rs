//! `open-platform fault`: lists, adds and removes fault rules of a running sandbox.

use clap::{Args, Subcommand};
use http::Method;
use open_platform_sandbox::{ActiveFault, Effect, FaultRule, Moment, RequestMatch};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{Admin, read};
use crate::output::{Exit, Failure, Output, columns};

const EFFECTS: &str = "\
Effects:
  lose-answer         the request takes effect, and the connection is cut before the answer
  drop                the connection is cut before the request takes effect
  status=503          the answer has this status, and the request has no effect
  rate-limit[=30]     429, with Retry-After in seconds
  delay=3000          the answer comes after so many milliseconds
  truncate=20         the connection is cut after so many bytes of the body
  slow-drip=10,500    the body comes in pieces of so many bytes, with a pause of so many milliseconds
  bad-json            the body is not JSON
  endless-body        the body never ends
  {\"kind\": …}         any effect, as JSON of the admin API";

/// The arguments of the command.
pub type Arguments = super::Arguments<Command>;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rules in force, with how often each has matched and fired.
    List,
    /// Add a rule. Without a condition it fires for every request.
    #[command(after_help = EFFECTS)]
    Add(Rule),
    /// Add the rules of a preset. Without a name, list the presets.
    Preset {
        /// Its name, such as `lost_token_answer`.
        name: Option<String>,
    },
    /// Remove one rule.
    Remove {
        /// Its number, as `fault list` shows it.
        number: i64,
    },
    /// Remove all rules.
    Clear,
}

#[derive(Args, Debug)]
pub struct Rule {
    /// What happens, in this order.
    #[arg(value_name = "EFFECT", required = true, value_parser = effect)]
    effects: Vec<Effect>,
    /// Only requests to this endpoint, such as `oauth.refresh`. `open-platform endpoints` lists them.
    #[arg(long, value_name = "NAME")]
    endpoint: Option<String>,
    /// Only requests with this method, such as POST.
    #[arg(long)]
    method: Option<String>,
    /// Only requests with the token of this user, such as `seller`.
    #[arg(long)]
    user: Option<String>,
    /// Fires at most so many times.
    #[arg(long, value_name = "N")]
    times: Option<i64>,
    /// Fires only for the nth matching request.
    #[arg(long, value_name = "N")]
    nth: Option<i64>,
    /// Fires with this probability, from 0 to 1; always for the same requests.
    #[arg(long, value_name = "P")]
    probability: Option<f64>,
    /// A label.
    #[arg(long, default_value = "", hide_default_value = true)]
    name: String,
}

/// Reads an effect as it is written on the command line.
fn effect(text: &str) -> Result<Effect, String> {
    if text.starts_with('{') {
        return serde_json::from_str(text).map_err(|e| e.to_string());
    }
    let (kind, value) = text.split_once('=').map_or((text, None), |(kind, value)| (kind, Some(value)));
    fn number<T: std::str::FromStr>(value: Option<&str>, kind: &str) -> Result<T, String> {
        let value = value.ok_or_else(|| format!("write {kind}= with a number"))?;
        value.trim().parse().map_err(|_| format!("{value:?} is not a number for {kind}"))
    }
    let whole = |value| number::<i64>(value, kind);
    match kind {
        "lose-answer" => Ok(Effect::Drop { moment: Moment::After, reset: false }),
        "drop" => Ok(Effect::Drop { moment: Moment::Before, reset: false }),
        "status" => {
            let status = number(value, kind)?;
            let (body, content_type) = (String::new(), String::new());
            Ok(Effect::Status { status, body, content_type, moment: Moment::Before })
        }
        "rate-limit" => {
            let retry_after_seconds = value.map(|value| whole(Some(value))).transpose()?;
            Ok(Effect::RateLimit { limit: Default::default(), retry_after_seconds, as_date: false })
        }
        "delay" => Ok(Effect::Delay { milliseconds: whole(value)?, moment: Moment::Before }),
        "truncate" => Ok(Effect::Truncate { bytes: whole(value)? }),
        "slow-drip" => {
            let (bytes, pause) = value.and_then(|value| value.split_once(',')).unzip();
            Ok(Effect::SlowDrip { bytes: whole(bytes)?, milliseconds: whole(pause)? })
        }
        "bad-json" => Ok(Effect::BadJson {}),
        "endless-body" => Ok(Effect::EndlessBody {}),
        _ => Err("no such effect: see `open-platform fault add --help`".to_owned()),
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let (answer, text) = match &arguments.command {
        Command::List => return list(&admin, output),
        Command::Add(rule) => {
            let made = admin.in_world(Method::POST, "/faults", Some(&json!(rule.rule())))?;
            let text = format!("rule {} is in force\n", made["id"]);
            (made, text)
        }
        Command::Preset { name: None } => return presets(&admin, output),
        Command::Preset { name: Some(name) } => {
            let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
            let made = admin.in_world(Method::POST, &format!("/faults/presets/{name}"), None)?;
            let numbers: Vec<_> = made["ids"].as_array().into_iter().flatten().map(Value::to_string).collect();
            let text = format!("in force: {}\n", numbers.join(", "));
            (made, text)
        }
        Command::Remove { number } => {
            let answer = admin.in_world(Method::DELETE, &format!("/faults/{number}"), None)?;
            (answer, format!("rule {number} is removed\n"))
        }
        Command::Clear => {
            let answer = admin.in_world(Method::DELETE, "/faults", None)?;
            (answer, "all rules are removed\n".to_owned())
        }
    };
    if output.is_json() { output.line(&answer) } else { output.text(&text) }.map(|()| Exit::Success)
}

impl Rule {
    fn rule(&self) -> FaultRule {
        let on = RequestMatch {
            endpoint: self.endpoint.clone(),
            method: self.method.as_ref().map(|method| method.to_uppercase()),
            user: self.user.clone(),
            ..RequestMatch::default()
        };
        FaultRule {
            name: self.name.clone(),
            on,
            nth: self.nth,
            times: self.times,
            probability: self.probability,
            effects: self.effects.clone(),
            ..FaultRule::default()
        }
    }
}

fn presets(admin: &Admin, output: Output) -> Result<Exit, Failure> {
    let presets = admin.send(Method::GET, "/fault-presets", None)?;
    if output.is_json() {
        output.line(&presets)?;
        return Ok(Exit::Success);
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows: Vec<_> = presets
        .as_array()
        .into_iter()
        .flatten()
        .map(|preset| [text(&preset["name"]), text(&preset["about"])])
        .collect();
    output.text(&(columns(&rows).join("\n") + "\n"))?;
    Ok(Exit::Success)
}

fn list(admin: &Admin, output: Output) -> Result<Exit, Failure> {
    let answer = admin.in_world(Method::GET, "/faults", None)?;
    if output.is_json() {
        output.line(&answer)?;
        return Ok(Exit::Success);
    }
    let rules: Vec<ActiveFault> = read(answer)?;
    let mut rows = vec![["RULE", "FIRED", "MATCHED", "REQUESTS", "EFFECTS", "NAME"].map(str::to_owned)];
    rows.extend(rules.iter().map(|ActiveFault { id, rule, matched, fired }| {
        let on = [&rule.on.method, &rule.on.endpoint, &rule.on.path, &rule.on.user];
        let on = on.into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let of_times = rule.times.map(|times| format!(" of {times}")).unwrap_or_default();
        let effects: Vec<_> =
            rule.effects.iter().map(|effect| json!(effect)["kind"].to_string().replace('"', "")).collect();
        [
            id.to_string(),
            format!("{fired}{of_times}"),
            matched.to_string(),
            if on.is_empty() { "all".to_owned() } else { on },
            effects.join(", "),
            rule.name.clone(),
        ]
    }));
    let text = match rules.is_empty() {
        true => "no rule is in force: add one, such as `open-platform fault add lose-answer --endpoint oauth.refresh --times 1`\n"
            .to_owned(),
        false => columns(&rows).join("\n") + "\n",
    };
    output.text(&text)?;
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_written_short_or_as_json() {
        for (text, json) in [
            ("lose-answer", json!({ "kind": "drop", "moment": "after", "reset": false })),
            ("delay=300", json!({ "kind": "delay", "milliseconds": 300, "moment": "before" })),
            ("slow-drip=10,500", json!({ "kind": "slow_drip", "bytes": 10, "milliseconds": 500 })),
            (r#"{"kind":"gzip_bomb","mebibytes":9}"#, json!({ "kind": "gzip_bomb", "mebibytes": 9 })),
        ] {
            assert_eq!(json!(effect(text).unwrap()), json, "{text}");
        }
        assert_eq!(json!(effect("rate-limit=30").unwrap())["retry_after_seconds"], 30);
        assert_eq!(json!(effect("status=503").unwrap())["status"], 503);
        for wrong in ["", "status", "status=x", "delay=-", "slow-drip=5", "explode", "{}"] {
            assert!(effect(wrong).is_err(), "{wrong}");
        }
    }
}
