//! Runs `tests/vectors`: the behaviour that all packages of this SDK share. The README there describes the files.
//!
//! This file runs and compares the cases.
//!
//! | file | cases |
//! |---|---|
//! | `plain` | without requests |
//! | `outgoing` | requests of a client |
//! | `answers` | responses |
//! | `wrong_types` | responses and requests with a member of another type, made from those of the cases |
//! | `login` | login and tokens |
//! | `login_routes` | a login behind a web server |
//! | `incoming` | requests of the platform |
//! | `adapters` | hooks behind a web server |
//! | `gateway` | the backend of a mobile app behind a web server |
//! | `app` | the backend of a mobile app |
//! | `records` | records of hooks and inboxes |
//! | `redaction` | printed secrets |
//!
//! Those behind a web server need the feature `axum`.
//!
//! `random_bodies` writes the bodies that `tests/run random_bodies` compares.

#[cfg(feature = "axum")]
mod adapters;
mod answers;
mod app;
#[cfg(feature = "axum")]
mod gateway;
mod incoming;
mod login;
#[cfg(feature = "axum")]
mod login_routes;
mod outgoing;
mod plain;
mod random_bodies;
mod records;
mod redaction;
mod wrong_types;

#[path = "../support/calls.rs"]
mod calls;
#[cfg(feature = "axum")]
#[path = "../support/faults.rs"]
mod faults;
#[path = "../support/vectors.rs"]
mod vectors;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use open_platform::Error;
use open_platform::error::OAuthError;
use serde_json::{Value, json};

use vectors::folder;
pub use vectors::{Case, cases, example};

/// The result of a check: success, or the difference.
pub type CheckResult = Result<(), String>;

/// Runs every case of a file and reports all failures.
pub fn judge(file: &str, mut check: impl FnMut(&Case) -> CheckResult) {
    let cases = cases(file);
    let mut report = String::new();
    let mut failed = 0;
    for case in &cases {
        if let Err(difference) = check(case) {
            failed += 1;
            let _ = writeln!(report, "\n{file}: {}\n  {difference}", case.name);
        }
    }
    record(file, cases.len() - failed, failed, 0);
    assert!(!cases.is_empty(), "{file} has no case");
    assert_eq!(failed, 0, "{report}");
}

/// Runs every case of a list of `adapters.json` at every server, except what the list `impossible` has without an expectation. A case
/// passes if it does at each server where it is possible.
#[cfg(feature = "axum")]
fn judge_servers<S>(list: &str, servers: &[(&str, S)], check: impl Fn(&S, &Case) -> CheckResult) {
    let names: Vec<_> = servers.iter().map(|(name, _)| *name).collect();
    let impossible = vectors::impossible(list, &names);
    let (mut judged, mut failed, mut report) = (BTreeSet::new(), BTreeSet::new(), String::new());
    for (name, server) in servers {
        for mut case in vectors::cases_of("adapters", list) {
            match impossible.get(&((*name).to_owned(), case.name.clone())) {
                None => _ = judged.insert(case.name.clone()),
                Some(None) => continue,
                Some(Some(instead)) => case.expect = instead.clone(),
            }
            if let Err(difference) = check(server, &case) {
                let _ = writeln!(report, "\n{name}: {}\n  {difference}", case.name);
                failed.insert(case.name);
            }
        }
    }
    let line = if list == "cases" { "adapters".to_owned() } else { format!("adapters {list}") };
    record(&line, judged.difference(&failed).count(), failed.len(), impossible.len());
    assert!(failed.is_empty(), "{report}");
}

/// Records the result for the table that `tests/run` prints. The last line of a file counts.
fn record(file: &str, passed: usize, failed: usize, impossible: usize) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../tests/vectors");
    std::fs::create_dir_all(&folder).unwrap();
    let table = std::fs::OpenOptions::new().create(true).append(true).open(folder.join("rust.tsv"));
    // One write, so that lines of concurrent tests do not mix.
    let line = format!("{file}\t{passed}\t{failed}\t{impossible}\n");
    table.unwrap().write_all(line.as_bytes()).unwrap();
}

/// Compares `actual` with `expected`, and returns the difference.
pub fn same(what: &str, actual: &Value, expected: &Value) -> CheckResult {
    if equal(actual, expected) { Ok(()) } else { Err(format!("{what} is {actual}\n  expected {expected}")) }
}

/// JSON equality: members in any order, and `1` is `1.0`.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b)))
        }
        _ => a == b,
    }
}

/// Compares `result` with the expectation of the case: an error by its code and field, a value by `check`.
pub fn outcome<T>(result: Result<T, Error>, expect: &Value, check: impl FnOnce(T) -> CheckResult) -> CheckResult {
    match (result, expect.get("error")) {
        (Ok(value), None) => check(value),
        (Err(error), Some(expected)) => error_is(&error, expected),
        (Ok(_), Some(expected)) => Err(format!("was accepted, expected the error {expected}")),
        (Err(error), None) => Err(format!("failed with {}: {error}", error.code())),
    }
}

/// The members of an error that a case lists.
pub fn error_is(error: &Error, expected: &Value) -> CheckResult {
    let actual = describe(error);
    for (member, expected) in expected.as_object().unwrap() {
        let holds = match expected.as_str() {
            Some(part) if member == "says" => error.to_string().contains(part),
            _ => equal(&actual[member], expected),
        };
        if !holds {
            return Err(format!("the error's {member} is {}, expected {expected}: {error}", actual[member]));
        }
    }
    Ok(())
}

fn describe(error: &Error) -> Value {
    let mut members = json!({
        "code": error.code(),
        "is_retryable": error.is_retryable(),
        "retry_after_seconds": error.retry_after().map(|wait| wait.as_secs_f64()),
        "request_id": error.request_id(),
    });
    let more = match error {
        Error::InvalidInput { field, reason } => json!({ "field": field, "message": reason }),
        Error::Config { setting, .. } => json!({ "field": setting }),
        Error::Api(api) => json!({
            "status": api.status,
            "platform_code": api.code,
            "message": api.message,
            "details": api.details.len(),
            "quota": api.quota.map(|quota| quota.as_str()),
            "needs_scopes": api.needs_scopes,
            "needs_permission": api.needs_permission,
        }),
        Error::OAuth(OAuthError::AuthorizationRefused { error, description }) => {
            json!({ "oauth_error": error, "description": description })
        }
        Error::AmbiguousOutcome(ambiguous) => json!({ "status": ambiguous.status }),
        Error::Decode(decode) => json!({ "field": decode.path }),
        _ => json!({}),
    };
    members.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    members
}

#[test]
fn every_file_has_a_runner() {
    let files: BTreeSet<_> = std::fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str().unwrap().strip_suffix(".json").map(str::to_owned))
        .collect();
    let sources = [
        include_str!("plain.rs"),
        include_str!("adapters.rs"),
        include_str!("answers.rs"),
        include_str!("outgoing.rs"),
        include_str!("login.rs"),
        include_str!("incoming.rs"),
        include_str!("redaction.rs"),
        include_str!("app.rs"),
        include_str!("records.rs"),
    ]
    .concat();
    for file in &files {
        let runner = if file == "adapters" { "judge_servers(\"cases\"".into() } else { format!("judge(\"{file}\"") };
        assert!(sources.contains(&runner), "no runner for {file}.json");
    }
}
