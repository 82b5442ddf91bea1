//! The command as its users see it: what it prints, and how it ends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn endpoints_are_an_array_of_rows() {
    let output = run(&["endpoints", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let rows = json(&output);
    let row = rows.as_array().unwrap().iter().find(|row| row["name"] == "conversations.send").unwrap();
    assert_eq!(row["path"], "/v2/open-platform/conversations/{conversation_id}/messages");
    assert_eq!(row["scopes"][0], "CONVERSATION_SEND_MESSAGE.<conversation_id>");
    assert_eq!(row["permission"], "CHAT_SEND_MESSAGE_OAUTH");
    assert_eq!(row["deprecation"], Value::Null);
}

#[test]
fn text_has_no_colours_where_there_is_no_terminal() {
    for arguments in [&["endpoints"][..], &["scopes", "--list"], &["scopes", "--call", "posts.get"]] {
        let output = run(arguments);
        assert!(output.status.success());
        assert!(!output.stdout.is_empty() && !output.stdout.contains(&0x1b));
    }
}

#[test]
fn scopes_of_calls_and_events() {
    let output = run(&["scopes", "--call", "addons.create_on_post", "--event", "POST_UPDATE", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let needs = json(&output);
    assert_eq!(needs["scope"], "POST_ADDON_CREATE.<post_token> USER_POSTS_GET");
    assert_eq!(needs["permissions"], serde_json::json!(["ADD_ON_CREATE", "EVENTS_REGISTER_SUBSCRIPTION"]));
    assert_eq!(json(&run(&["scopes", "--list", "--json"])).as_array().unwrap().len(), 38);
}

#[test]
fn a_wrong_command_line_is_code_2_and_says_what_to_do() {
    for arguments in [&[][..], &["nope"], &["scopes"], &["scopes", "--event", "NOPE"], &["sandbox", "--port", "70000"]]
    {
        assert_eq!(run(arguments).status.code(), Some(2), "{arguments:?}");
    }
    let output = run(&["scopes", "--call", "posts.nope"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("posts.nope") && text.contains("open-platform endpoints"), "{text}");
    let output = run(&["scopes", "--call", "posts.nope", "--json"]);
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "usage");
}

#[test]
fn a_sandbox_open_to_others_needs_a_token() {
    assert_eq!(run(&["sandbox", "--bind", "0.0.0.0"]).status.code(), Some(2));
    let output = command(&["sandbox", "--token-env", "NO_SUCH_VARIABLE"]).env_remove("NO_SUCH_VARIABLE").output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}

#[test]
fn a_port_that_is_taken_is_code_4() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run(&["sandbox", "--port", &port]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--port"));
}

#[cfg(unix)]
#[test]
fn the_sandbox_says_one_line_serves_and_stops_on_a_signal() {
    for signal in ["-TERM", "-INT"] {
        let mut process = command(&["sandbox", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let about: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        let address = about["url"].as_str().unwrap().strip_prefix("http://").unwrap();
        let mut peer = std::net::TcpStream::connect(address).unwrap();
        let key = about["environment"]["OPEN_PLATFORM_API_KEY"].as_str().unwrap();
        let path = "/base/v1/open-platform/finder/post/nothing1";
        write!(peer, "GET {path} HTTP/1.1\r\nHost: {address}\r\nx-api-key: {key}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let status = BufReader::new(peer).lines().next().unwrap().unwrap();
        assert_eq!(status, "HTTP/1.1 404 Not Found");
        assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
        assert_eq!(process.wait().unwrap().code(), Some(0), "{signal}");
        assert!(lines.next().is_none(), "one line only");
    }
}
