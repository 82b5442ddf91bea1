//! `open-platform demo` as a process: its text, its JSON and its exit codes.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use open_platform_sandbox::Sandbox;
use serde_json::{Value, json};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.arg("demo").args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn transcript(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_step_passes_and_the_text_is_ascii_without_a_terminal() {
    let begun = Instant::now();
    let output = run(&[]);
    assert!(begun.elapsed() < Duration::from_secs(10), "it took {:?}", begun.elapsed());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.is_ascii() && !text.contains('\u{1b}'), "no colours and no check marks: {text}");
    let after_empty = text.lines().zip(text.lines().skip(1)).filter(|(line, _)| line.is_empty()).map(|(_, next)| next);
    let headings: Vec<_> = after_empty.take(10).collect();
    let (first, second) = headings.split_at(5);
    assert_eq!(
        first,
        ["Login by phone", "Add-on on the seller's post", "Tool for buyers", "Service in a chat", "Chatbot"]
    );
    let expected = [
        "Assistant of the seller",
        "Verification of a car owner",
        "Events of posts and payments",
        "An agency that submits a post",
        "A bot that searches, tops up and renews",
    ];
    assert_eq!(second, expected);
    let steps = text.lines().filter(|line| line.starts_with("  ok ")).count();
    assert!(text.lines().last().unwrap().starts_with(&format!("{steps} steps passed. ")), "{text}");
}

#[test]
fn json_is_one_object_for_each_step() {
    let output = run(&["--json"]);
    assert_eq!(output.status.code(), Some(0));
    let steps = transcript(&output);
    for (step, number) in steps.iter().zip(1..) {
        let members: Vec<_> = step.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members, ["elapsed_ms", "flow", "ok", "result", "step", "title"]);
        assert!(step["ok"] == true && step["step"] == number && step["result"].is_object(), "{step}");
        assert!(step["elapsed_ms"].as_f64().is_some_and(|elapsed| elapsed >= 0.0), "{step}");
    }
    let mut flows: Vec<_> = steps.iter().map(|step| step["flow"].as_str().unwrap()).collect();
    flows.dedup();
    let (first, second) = flows.split_at(6);
    assert_eq!(first, ["login", "seller_addon", "buyer_tool", "chat", "chatbot", "assistant"]);
    assert_eq!(second, ["verification", "post_sync", "agency", "search_bot", "migration", "ledger"]);
    // The values that the steps show.
    let found = |flow: &str, name: &str| -> Vec<Value> {
        let of_flow = steps.iter().filter(|step| step["flow"] == flow);
        of_flow.filter_map(|step| step["result"].get(name)).cloned().collect()
    };
    assert_eq!(found("login", "outcome"), ["Denied"]);
    assert_eq!(found("seller_addon", "images"), [2], "images before publication");
    assert_eq!(found("seller_addon", "widgets")[1].as_array().unwrap().len(), 10, "every kind of widget is shown");
    assert_ne!(found("seller_addon", "temporary_name"), found("seller_addon", "permanent_name"));
    assert_eq!(found("chat", "opens").len(), 3, "start requests are answered");
    assert_eq!(found("chatbot", "kinds")[0].as_array().unwrap().len(), 7, "every kind of message arrives");
    assert_eq!(found("assistant", "refreshes"), [1]);
    // A message, the same again, and one with a wrong key at first.
    assert_eq!(found("assistant", "app_server_answered"), [json!(200), json!(200), json!([401, 200])]);
    assert_eq!(found("assistant", "events_to_handle"), [0], "a repeated event");
    assert_eq!(found("verification", "hashed")[0], json!(["VIN", "workshop"]));
    assert_eq!(found("agency", "mask")[0], json!(["general_data.title", "category_data.usage"]));
    assert_eq!(found("search_bot", "transactions"), [3], "of one publication, one reordering and one renewal");
    assert_eq!(found("migration", "endpoint"), ["addons.create_on_post"]);
    assert_eq!(found("ledger", "repeated_writes"), [0]);
}

#[test]
fn two_runs_print_the_same_steps() {
    let without_time = |mut steps: Vec<Value>| -> Vec<BTreeMap<String, Value>> {
        steps.iter_mut().for_each(|step| step["elapsed_ms"] = Value::Null);
        steps.into_iter().map(|step| serde_json::from_value(step).unwrap()).collect()
    };
    let (first, second) = (run(&["--json"]), run(&["--json"]));
    assert_eq!(without_time(transcript(&first)), without_time(transcript(&second)));
}

#[test]
fn no_credential_is_shown() {
    // The same seed and name make the same credentials.
    let app = Sandbox::builder().seed(7).build().world("demo").app();
    let shown = [run(&[]), run(&["--json"])].map(|output| String::from_utf8(output.stdout).unwrap()).concat();
    for secret in [&app.api_key, &app.client_secret, &app.identification_key] {
        assert!(secret.len() > 8 && !shown.contains(secret.as_str()));
    }
    for prefix in ["ory_at_", "ory_rt_", "ory_ac_", "code=", "state=", "irjc95r", "IRJC95R"] {
        assert!(!shown.contains(prefix), "{prefix}");
    }
}

#[test]
fn a_step_that_fails_is_named_and_the_code_is_1() {
    let mut process = command(&["--pace", "40"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().unwrap();
    // A request without a key: the ledger has a refusal that no step of the demo caused.
    let address = first.split("http://").nth(1).unwrap().split(',').next().unwrap();
    let mut client = TcpStream::connect(address).unwrap();
    let path = "/worlds/demo/base/v1/open-platform/finder/post/nothing1";
    write!(client, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let status = BufReader::new(client).lines().next().unwrap().unwrap();
    assert_eq!(status, "HTTP/1.1 401 Unauthorized");
    let text: Vec<String> = lines.collect();
    assert_eq!(process.wait().unwrap().code(), Some(1), "{text:#?}");
    let failed = text.iter().position(|line| line.starts_with("  FAILED ")).unwrap();
    assert!(text[failed + 1].trim_start().starts_with("error"), "{}", text[failed + 1]);
    assert!(!text.iter().any(|line| line.contains("steps passed")), "{text:#?}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_cleanly_with_its_own_code() {
    for (signal, json) in [("-INT", false), ("-TERM", true)] {
        let arguments: &[&str] = if json { &["--pace", "60000", "--json"] } else { &["--pace", "60000"] };
        let mut process = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        lines.next().unwrap();
        assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        // What was still printed are complete lines.
        assert!(lines.all(|line| !json || serde_json::from_str::<Value>(&line).is_ok()));
    }
}

#[test]
fn a_wrong_command_line_is_code_2() {
    for wrong in [&["--pace", "soon"][..], &["--pace", "60001"], &["--nope"]] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
