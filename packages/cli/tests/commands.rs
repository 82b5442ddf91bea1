//! The command as a process: its output and its exit codes.

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
    let call = &row["calls"][0];
    assert_eq!(call["name"], "user.conversations.send");
    assert_eq!(
        call["parameters"][0],
        serde_json::json!({ "name": "conversation", "type": "ConversationId", "optional": false })
    );
    assert_eq!(call["parameters"][2]["optional"], true);
    assert!(call["documentation"].as_str().unwrap().starts_with("Sends "));
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
    assert_eq!(json(&run(&["scopes", "--list", "--json"])).as_array().unwrap().len(), 40);
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
    for (name, next) in
        [("Posts.Got", "did you mean posts.get?"), ("nope", "run `open-platform endpoints` for the list")]
    {
        let output = run(&["endpoints", name]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.contains(next), "{text}");
    }
    let output = run(&["scopes", "--call", "posts.nope", "--json"]);
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "usage");
}

#[test]
fn a_wrong_command_line_is_json_where_json_was_asked_for() {
    for (arguments, said) in [
        (&["--json"][..], "requires a subcommand"),
        (&["nope", "--json"], "nope"),
        (&["scopes", "--json"], "neither a call nor an event"),
        (&["scopes", "--event", "NOPE", "--json"], "NOPE"),
        (&["--json", "sandbox", "--port", "70000"], "70000"),
        (&["webhook", "send", "NEW_MESSAGE", "--json"], "--to"),
        (&["endpoints", "--json", "--colour"], "--colour"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let error: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?} {error}: {text}"));
        assert_eq!(error["error"]["kind"], "usage", "{text}");
        let words = format!("{} {}", error["error"]["what"], error["error"]["why"]);
        assert!(words.contains(said), "{arguments:?} {text}");
    }
    for help in [&["--json", "--help"][..], &["--version", "--json"]] {
        let output = run(help);
        assert!(output.status.code() == Some(0) && !output.stdout.is_empty(), "{help:?}");
    }
}

#[test]
fn a_wrong_value_is_answered_with_one_that_is_right() {
    for (arguments, right) in [
        (&["sandbox", "--at", "yesterday"][..], "2026-03-21T00:00:00Z"),
        (&["webhook", "send", "ALL", "--to", "localhost:8000/hooks"], "http://127.0.0.1:8000/hooks/events"),
    ] {
        let output = run(arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.contains(right), "{arguments:?} {text}");
    }
}

/// The libraries call it `check`.
#[test]
fn doctor_is_found_by_the_name_that_the_libraries_have() {
    assert_eq!(run(&["check", "--help"]).stdout, run(&["doctor", "--help"]).stdout);
}

#[test]
fn an_event_has_one_name_in_all_commands() {
    let scopes = |event: &str| json(&run(&["scopes", "--event", event, "--json"]));
    let expected = scopes("NEW_MESSAGE");
    assert!(expected["scope"].as_str().unwrap().contains("CHAT_POST_CONVERSATIONS_READ"), "{expected}");
    let nobody = ["--to", "http://127.0.0.1:1/events", "--key-env", "NO_SUCH_VARIABLE"];
    for name in ["NEW_MESSAGE", "NEW_MESSAGE_ON_POST", "new_message", "new-message", "new-message-on-post"] {
        assert_eq!(scopes(name), expected, "{name}");
        // The name is accepted: the error is the missing key.
        let output =
            command(&[&["webhook", "send", name], &nobody[..]].concat()).env_remove("NO_SUCH_VARIABLE").output();
        let text = String::from_utf8(output.unwrap().stderr).unwrap();
        assert!(text.contains("NO_SUCH_VARIABLE"), "{name}: {text}");
    }
    for help in [&["scopes", "--help"][..], &["webhook", "send", "--help"]] {
        let text = String::from_utf8(run(help).stdout).unwrap();
        for name in ["NEW_MESSAGE:", "NEW_CHATBOT_MESSAGE:", "USER_ACCESS_REVOCATION:", "POST_UPDATE:"] {
            assert!(text.contains(name), "{help:?} {name} {text}");
        }
    }
}

/// Runs the command with a terminal as its standard input, and returns its first line of output.
#[cfg(target_os = "linux")]
fn on_a_terminal(arguments: &str) -> String {
    let line = format!("{} {arguments}", env!("CARGO_BIN_EXE_open-platform"));
    let mut process = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` of util-linux is installed");
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    // Ctrl-D at the beginning of a line is the end of the input.
    process.stdin.take().unwrap().write_all(b"\x04").unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(3), "an empty document is an error");
    first
}

#[cfg(target_os = "linux")]
#[test]
fn migrate_without_a_file_on_a_terminal_says_that_it_reads_standard_input() {
    let said = on_a_terminal("migrate");
    assert!(said.contains("reading a JSON document") && said.contains("Ctrl-D"), "{said}");
    let piped = String::from_utf8(migrate(&[], OLD_ADDON).stderr).unwrap();
    assert!(!piped.contains("reading a JSON document"), "{piped}");
}

/// Runs `migrate` with a document on standard input.
fn migrate(arguments: &[&str], document: &str) -> Output {
    let mut process = command(&[&["migrate"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments ends without reading: the pipe may be gone.
    let _ = process.stdin.take().unwrap().write_all(document.as_bytes());
    process.wait_with_output().unwrap()
}

const OLD_ADDON: &str = r#"{"widgets":{"widget_list":[{"widget_type":"TITLE_ROW","data":{
    "@type":"type.googleapis.com/widgets.TitleRowData","text":"Inspected"}}]},"semantic_sensitives":["vin"]}"#;

#[test]
fn an_old_addon_is_converted_with_a_report_on_standard_error() {
    let output = migrate(&[], OLD_ADDON);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(json(&output), serde_json::json!({ "widgets": [{ "title_row": { "text": "Inspected" } }] }));
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.contains("dropped") && report.contains("semantic_sensitives"), "{report}");
    assert!(report.contains("addons.create_on_post"), "{report}");

    let output = migrate(&["--json", "--kind", "addon", "-"], OLD_ADDON);
    assert!(output.stderr.is_empty());
    let whole = json(&output);
    assert_eq!(whole["value"]["widgets"][0]["title_row"]["text"], "Inspected");
    assert_eq!(whole["endpoint"], "addons.create_on_post");
    assert_eq!(whole["needs_attention"], false);
    assert!(whole["changes"].as_array().unwrap().iter().any(|change| change["kind"] == "dropped"));
}

#[test]
fn a_change_that_needs_attention_is_code_1() {
    let old = r#"{"user_id":"u1","post_token":"gZd7omnS","peer_id":"p1","type":"TEXT","message":"Hello"}"#;
    let output = migrate(&["--json"], old);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(json(&output)["needs_attention"], true);
}

#[test]
fn a_large_number_keeps_its_digits() {
    let output = migrate(
        &["--json", "--kind", "action"],
        r#"{"open_server_link":{"data":{"n":123456789012345678901234567890}}}"#,
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("123456789012345678901234567890"));
}

#[test]
fn an_invalid_document_is_code_3_and_a_missing_file_is_code_4() {
    for wrong in ["", "{bad", "[] []", "7", "{\"brand_new\":1}"] {
        let output = migrate(&[], wrong);
        assert_eq!(output.status.code(), Some(3), "{wrong}");
        assert!(output.stdout.is_empty());
    }
    let said = String::from_utf8(migrate(&[], " \n").stderr).unwrap();
    assert!(said.contains("standard input is not a JSON document") && said.contains("it is empty"), "{said}");
    assert_eq!(run(&["migrate", "/no/such/file.json"]).status.code(), Some(4));
}

#[test]
fn a_sandbox_that_other_machines_can_reach_needs_a_token() {
    assert_eq!(run(&["sandbox", "--bind", "0.0.0.0"]).status.code(), Some(2));
    let output = command(&["sandbox", "--token-env", "NO_SUCH_VARIABLE"]).env_remove("NO_SUCH_VARIABLE").output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}

#[test]
fn a_port_in_use_is_code_4() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = run(&["sandbox", "--port", &port]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--port"));
}

#[cfg(unix)]
#[test]
fn the_sandbox_prints_one_line_and_serves_until_a_signal() {
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

#[test]
fn with_stop_with_stdin_the_sandbox_ends_with_its_standard_input() {
    let mut sandbox = command(&["sandbox", "--stop-with-stdin"]);
    let mut process = sandbox.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with('{'), "it serves while the pipe is open");
    drop(process.stdin.take());
    assert_eq!(process.wait().unwrap().code(), Some(0));
}
