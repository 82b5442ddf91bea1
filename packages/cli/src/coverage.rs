//! `open-platform coverage -- COMMAND`: which cases of the platform the tests of an app have met.
//!
//! Each sandbox of this command adds a line to a file at its end, if an environment variable names one. So the sandboxes that
//! the test helpers of the libraries start are counted, too.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use clap::Args;
use open_platform::webhook::KnownEvent;
use open_platform_sandbox::{DeliveryState, Sandbox, WorldRecord};
use serde_json::json;

use crate::exec::{self, code};
use crate::output::{Exit, Failure, Output, columns};
use crate::sandbox::runtime;
use crate::signal::Signals;

/// The file to which sandboxes add what they have met.
const VARIABLE: &str = "OPEN_PLATFORM_COVERAGE_FILE";

/// The cases that an app should handle: a name, and how a test meets it.
const CASES: [(&str, &str); 13] = [
    ("login", "a user logs in"),
    ("denial", "a user denies access on the consent page"),
    ("refresh", "an access token ends and is refreshed: advance the clock by an hour"),
    ("lost refresh", "the answer to a refresh is lost: `fault add lose-answer --endpoint oauth.refresh --times 1`"),
    ("ended grant", "a refresh token is refused: advance the clock by 30 days"),
    ("missing scope", "a call is refused with 403: a user grants some of the scopes, or the token has others"),
    ("rate limit", "a call is refused with 429: `fault add rate-limit`"),
    ("failure of the platform", "a call fails with 5xx or without an answer: `fault add status=503`"),
    ("event", "the app accepts an event"),
    ("duplicate event", "the app accepts an event twice: `resend`"),
    ("unknown event", "the app accepts an event of an unknown type: `trigger UNKNOWN`"),
    ("revocation", "a user removes the access, and the app accepts the event"),
    ("refused event", "the app does not accept an event, which is sent again later"),
];

/// The type of the event that the old listener of a chat receives.
const OLD_MESSAGE: &str = "CHAT_MESSAGE";

const EXIT: &str = "\
The exit code is that of the program; 1 if the program succeeded and --require names a case that was not met.
The cases are met by the requests and deliveries of every sandbox that the program starts: by the test helpers of the libraries,
by `open-platform sandbox` and by `open-platform exec`. A sandbox that is killed is not counted.";

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_help = EXIT)]
pub struct Arguments {
    /// Fail if one of these cases was not met, separated by commas; `all` for all.
    #[arg(long, value_delimiter = ',', value_name = "CASES", value_parser = case)]
    require: Vec<String>,
    /// The program that runs the tests, and its arguments, after the options of this command. `--` may stand before it.
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn case(text: &str) -> Result<String, String> {
    let known = text == "all" || CASES.iter().any(|(name, _)| *name == text);
    let names = || CASES.map(|(name, _)| name).join(", ");
    known.then(|| text.to_owned()).ok_or_else(|| format!("the cases are: {}", names()))
}

/// Runs the program, and lists which cases its sandboxes have met.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let cannot = |e: std::io::Error| {
        Failure::environment("a temporary file cannot be used", e, "check the folder for temporary files (TMPDIR)")
    };
    let name = format!("open-platform-coverage-{}-{}", std::process::id(), chrono::Utc::now().timestamp_micros());
    let file = std::env::temp_dir().join(name);
    OpenOptions::new().write(true).create_new(true).open(&file).map_err(cannot)?;
    let status = runtime()?.block_on(async {
        let mut signals = Signals::listen()?;
        let mut command = exec::command(&arguments.command);
        let mut child = exec::spawned(command.env(VARIABLE, &file), &arguments.command)?;
        exec::ended(&mut child, &mut signals).await
    });
    let lines = std::fs::read_to_string(&file).map_err(cannot);
    // A file that stays behind does no harm.
    let _ = std::fs::remove_file(&file);
    let (status, lines) = (status?, lines?);
    let mut met: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines.lines() {
        let counts: BTreeMap<String, u64> = serde_json::from_str(line).unwrap_or_default();
        counts.into_iter().for_each(|(name, count)| *met.entry(name).or_default() += count);
    }
    let count = |name: &str| met.get(name).copied().unwrap_or_default();
    let sandboxes = lines.lines().count();
    let is_required = |name: &str| arguments.require.iter().any(|one| one == name || one == "all");
    let missing: Vec<&str> =
        CASES.iter().map(|(name, _)| *name).filter(|name| is_required(name) && count(name) == 0).collect();
    if output.is_json() {
        let cases: Vec<_> = CASES.iter().map(|(name, _)| json!({ "case": name, "met": count(name) })).collect();
        output.note(&format!(
            "{}\n",
            json!({ "code": code(status), "sandboxes": sandboxes, "cases": cases, "missing": missing })
        ))?;
    } else {
        output.note(&text(sandboxes, count))?;
    }
    Ok(match code(status) {
        0 if !missing.is_empty() => Exit::Negative,
        code => Exit::Code(code),
    })
}

fn text(sandboxes: usize, count: impl Fn(&str) -> u64) -> String {
    if sandboxes == 0 {
        return "no sandbox has ended in this run, so nothing is known of it\n".to_owned();
    }
    let rows = |is_met: bool| {
        let cases = CASES.iter().filter(move |(name, _)| (count(name) > 0) == is_met);
        cases.map(|(name, how)| [format!("  {name}"), (*how).to_owned()]).collect::<Vec<_>>()
    };
    let never = rows(false);
    if never.is_empty() {
        return format!("your tests met all {} cases\n", CASES.len());
    }
    let lines = columns(&never).join("\n");
    format!("your tests met {} of {} cases, and never:\n{lines}\n", CASES.len() - never.len(), CASES.len())
}

/// Whether a sandbox of this process counts.
pub fn is_wanted() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Adds what the worlds of a sandbox, also those that were deleted, have met to the file that the environment names, if it does.
pub fn record(sandbox: &Sandbox) -> Result<(), Failure> {
    let Some(file) = std::env::var_os(VARIABLE) else { return Ok(()) };
    let mut met: BTreeMap<&str, u64> = BTreeMap::new();
    for record in sandbox.records() {
        for (name, count) in of_world(&record) {
            *met.entry(name).or_default() += count;
        }
    }
    let added = OpenOptions::new().append(true).open(Path::new(&file)).and_then(|mut file| {
        // One write, so that the lines of two sandboxes do not mix.
        file.write_all(format!("{}\n", json!(met)).as_bytes())
    });
    added.map_err(|e| {
        Failure::environment(
            format!("the file in {VARIABLE} cannot be written"),
            e,
            "unset it, or name a file that exists",
        )
    })
}

fn of_world(world: &WorldRecord) -> [(&'static str, u64); CASES.len()] {
    let requests = world.ledger.requests();
    let deliveries = &world.deliveries;
    let calls = |fits: &dyn Fn(&str, i64) -> bool| {
        let fitting = requests.iter().filter(|one| fits(one.endpoint.as_deref().unwrap_or_default(), one.status));
        u64::try_from(fitting.count()).unwrap_or(u64::MAX)
    };
    let events = |fits: &dyn Fn(&open_platform_sandbox::Delivery) -> bool| {
        u64::try_from(deliveries.iter().filter(|one| fits(one)).count()).unwrap_or(u64::MAX)
    };
    let accepted = |delivery: &open_platform_sandbox::Delivery| delivery.state == DeliveryState::Delivered;
    let is_known = |event: &str| event == OLD_MESSAGE || KnownEvent::ALL.iter().any(|known| known.kind() == event);
    let lost = requests.iter().filter(|one| one.endpoint.as_deref() == Some("oauth.refresh") && one.status == 0);
    [
        ("login", calls(&|endpoint, status| endpoint == "oauth.exchange" && status == 200)),
        ("denial", world.denials),
        ("refresh", calls(&|endpoint, status| endpoint == "oauth.refresh" && status == 200)),
        ("lost refresh", u64::try_from(lost.count()).unwrap_or(u64::MAX)),
        ("ended grant", u64::try_from(world.ledger.ended_grants().len()).unwrap_or(u64::MAX)),
        ("missing scope", calls(&|_, status| status == 403)),
        ("rate limit", calls(&|_, status| status == 429)),
        ("failure of the platform", calls(&|_, status| status == 0 || status >= 500)),
        ("event", events(&accepted)),
        ("duplicate event", events(&|one| one.repeats.is_some() && accepted(one))),
        ("unknown event", events(&|one| !is_known(&one.event) && accepted(one))),
        ("revocation", events(&|one| one.event == "USER_ACCESS_REVOCATION" && accepted(one))),
        (
            "refused event",
            events(&|one| {
                one.attempts.iter().any(|attempt| attempt.status.is_none_or(|status| !(200..300).contains(&status)))
            }),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::{HeaderMap, HeaderValue, Method, header};
    use open_platform::transport::Request;
    use open_platform_sandbox::{Effect, FaultRule, Moment, World};

    use super::*;

    fn met(world: &World, case: &str) -> u64 {
        of_world(&world.record()).into_iter().find(|(name, _)| *name == case).unwrap().1
    }

    #[tokio::test]
    async fn only_the_answer_invalid_grant_ends_a_grant() {
        let sandbox = Sandbox::builder().build();
        let world = sandbox.default_world();
        let app = world.app();
        let refresh = async |secret: &str| {
            let form = format!(
                "grant_type=refresh_token&client_id={}&client_secret={secret}&refresh_token=gone&code=gone",
                app.client_id
            );
            let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
            let request = Request {
                method: Method::POST,
                url: format!("{}/auth/oauth2/token", sandbox.url()),
                headers: HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]),
                body: form.into(),
                timeout: std::time::Duration::from_secs(60),
                max_response: 1 << 20,
                progress: None,
            };
            sandbox.transport().send(request).await.unwrap().status
        };
        let fault = |body: &str| {
            let (content_type, moment) = (String::new(), Moment::Before);
            let effects = vec![Effect::Status { status: 400, body: body.to_owned(), content_type, moment }];
            world.faults().add(FaultRule { times: Some(1), effects, ..FaultRule::default() });
        };
        assert_eq!((refresh("wrong").await, met(&world, "ended grant")), (401, 0), "invalid_client");
        fault("");
        assert_eq!((refresh(&app.client_secret).await, met(&world, "ended grant")), (400, 0), "a fault");
        fault(r#"{"error":"invalid_grant"}"#);
        assert_eq!((refresh(&app.client_secret).await, met(&world, "ended grant")), (400, 1), "a fault that says it");
        assert_eq!((refresh(&app.client_secret).await, met(&world, "ended grant")), (400, 2));
    }

    #[tokio::test]
    async fn a_message_in_the_old_form_is_no_unknown_event() {
        let sandbox = Sandbox::builder().build();
        let world = sandbox.default_world();
        world.configure_app(|app| app.events_url = "http://127.0.0.1:1/events".to_owned());
        world.receive_with(Router::new().fallback(|| async {}));
        world.freeze();
        for (kind, unknown) in [(OLD_MESSAGE, 0), ("EVENT_OF_THE_FUTURE", 1)] {
            world.send_event(json!({ "type": kind }));
            world.run_until_idle().await;
            assert_eq!(met(&world, "unknown event"), unknown, "{kind}");
        }
        assert_eq!(met(&world, "event"), 2);
    }
}
