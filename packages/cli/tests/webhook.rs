//! `open-platform webhook` as a process: verifies requests and tests apps.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::post;
use open_platform::webhook::{KeyRing, Reply, Webhooks};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

const KEY: &str = "a-key-from-the-console";
const VARIABLE: &str = "OPEN_PLATFORM_IDENTIFICATION_KEYS";

fn run(arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.arg("webhook").args(arguments).env(VARIABLE, KEY);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = piped.spawn().unwrap();
    // A command that refuses its arguments ends without reading: the pipe may be gone.
    let _ = process.stdin.take().unwrap().write_all(stdin.as_bytes());
    process.wait_with_output().unwrap()
}

fn verify(authorization: &str, body: &str) -> Output {
    let authorization = format!("Authorization: {authorization}");
    let headers = ["-H", &authorization, "-H", "Content-Type: application/json"];
    run(&[&["verify", "--json"], &headers[..]].concat(), body)
}

#[test]
fn a_request_is_shown_as_the_app_would_get_it() {
    let body = json!({ "type": "USER_ACCESS_REVOCATION", "user_access_revocation": { "user_id": "u1" } });
    let output = verify(KEY, &body.to_string());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&shown["accepted"], &shown["key_id"]), (&json!(true), &json!("key-1")));
    assert!(shown["request"].to_string().contains("USER_ACCESS_REVOCATION"), "{shown}");
}

#[test]
fn a_refusal_is_code_1_and_shows_no_key() {
    for (key, body, status) in [("another-key-altogether", "{}", 401), (KEY, "no json", 400), (KEY, "[]", 400)] {
        let output = verify(key, body);
        assert_eq!(output.status.code(), Some(1), "{body}");
        let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&shown["accepted"], &shown["status"]), (&json!(false), &json!(status)));
        let all = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        assert!(!all.contains(KEY) && !all.contains("another-key-altogether"), "{all}");
    }
}

#[test]
fn errors_have_the_exit_code_of_their_kind() {
    assert_eq!(run(&["verify", "-H", "no colon"], "{}").status.code(), Some(2));
    let headers = ["-H", &format!("Authorization: {KEY}"), "-H", "Content-Type: application/json"];
    assert_eq!(run(&[&["verify", "/no/such/file"], &headers[..]].concat(), "").status.code(), Some(4));
    assert_eq!(run(&["send", "NOPE", "--to", "http://127.0.0.1:1/"], "").status.code(), Some(2));
    let plain = run(&["send", "NEW_MESSAGE", "--to", "http://app.example/events"], "");
    assert_eq!(plain.status.code(), Some(2), "a key must not be sent unencrypted");
}

/// Serves an app on a free port and returns its address.
async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/events")
}

/// Sends everything to an address; the last line is the verdict.
async fn send_all(to: String) -> (Option<i32>, Vec<Value>) {
    spawn_blocking(move || {
        let output = run(&["send", "ALL", "--to", &to, "--json"], "");
        let lines = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    })
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_authenticates_requests_passes() {
    async fn events(State(webhooks): State<Webhooks>, method: Method, headers: HeaderMap, body: Bytes) -> StatusCode {
        let answer = webhooks.event(method, &headers, &body);
        let reply = answer.map_or_else(|rejection| rejection.reply(), |_| Reply::ok());
        StatusCode::from_u16(reply.status).unwrap()
    }
    let webhooks = Webhooks::new(KeyRing::from_list(KEY).unwrap());
    let (code, lines) = send_all(serve(Router::new().route("/events", post(events)).with_state(webhooks)).await).await;
    assert_eq!(code, Some(0), "{lines:#?}");
    let (verdict, deliveries) = lines.split_last().unwrap();
    assert_eq!(verdict["passed"], true);
    assert!(deliveries.len() >= 9 && deliveries.iter().all(|one| one["passed"] == true), "{deliveries:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_accepts_every_request_fails_and_the_check_is_named() {
    let (code, lines) = send_all(serve(Router::new().route("/events", post(|| async {}))).await).await;
    assert_eq!(code, Some(1));
    let failed = lines.iter().filter(|line| line["passed"] == false).filter_map(|line| line["check"].as_str());
    assert_eq!(failed.collect::<Vec<_>>(), ["wrong_key", "no_key"]);
}

#[test]
fn an_app_that_cannot_be_reached_is_one_line_and_code_5() {
    // A free port: no process listens there.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let to = format!("http://{free}/events");
    let output = run(&["send", "ALL", "--to", &to], "");
    assert_eq!(output.status.code(), Some(5));
    assert!(output.stdout.is_empty(), "no table of what was never sent");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(&to) && text.contains("start the app, or check `--to`"), "{text}");
    assert!(!text.contains("sandbox"), "it is the app that is missing: {text}");
    let output = run(&["send", "ALL", "--to", &to, "--json"], "");
    assert_eq!(output.status.code(), Some(5));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "unreachable");
}

#[test]
#[cfg(unix)]
fn each_received_request_is_explained() {
    use std::io::{BufRead, BufReader};

    let program = env!("CARGO_BIN_EXE_open-platform");
    let mut command = Command::new(program);
    command.args(["--json", "webhook", "receive", "--port", "0"]).env(VARIABLE, KEY);
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let mut next = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    let url = next()["url"].as_str().unwrap().to_owned();
    let trigger = |event: &str, path: &str, key: &str| {
        let to = url.replace("/events", path);
        let mut command = Command::new(program);
        let output = command.args(["trigger", event, "--to", &to]).env(VARIABLE, key).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(trigger("NEW_MESSAGE", "/events", KEY).contains("the event is accepted"));
    let seen = next();
    assert_eq!((&seen["accepted"], &seen["request"]["event"]), (&json!(true), &json!("NEW_MESSAGE")));
    assert!(trigger("START", "/hooks/start", KEY).contains("the user goes to"));
    assert_eq!(next()["request"]["start"]["source"], "POST_ADDON");
    assert!(trigger("ACTION", "/hooks/actions", KEY).contains("the user reads"));
    assert_eq!(next()["request"]["dynamic_action"]["touchpoint"], "CHAT");
    assert!(trigger("NEW_MESSAGE", "/events", "another-key-altogether").contains("401"));
    let refused = next();
    assert_eq!((&refused["accepted"], &refused["status"]), (&json!(false), &json!(401)));
    assert!(!refused.to_string().contains("another-key"), "{refused}");
    assert!(Command::new("kill").args(["-s", "INT", &process.id().to_string()]).status().unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(0));
}
