//! `fault`.

use std::process::Command;

use crate::sandbox::Sandbox;

const POST: &str = "/base/v1/open-platform/finder/post/nope";

#[test]
fn a_rule_fires_is_counted_and_is_removed() {
    let sandbox = Sandbox::start();
    assert!(sandbox.text(&["fault", "list"]).contains("no rule is in force"));
    sandbox.text(&["fault", "add", "status=503", "--endpoint", "posts.get", "--times", "1", "--name", "short failure"]);
    assert!(sandbox.request("GET", POST, "").starts_with("HTTP/1.1 503"));
    assert!(sandbox.request("GET", POST, "").starts_with("HTTP/1.1 404"), "only once");
    let list = sandbox.text(&["fault", "list"]);
    assert!(
        list.lines().nth(1).unwrap().starts_with("1     1 of 1  2        posts.get  status   short failure"),
        "{list}"
    );

    let cut = sandbox.json(&["fault", "add", "drop"]);
    assert_eq!(cut["id"], 2);
    assert_eq!(sandbox.request("GET", POST, ""), "", "the connection is cut");
    sandbox.text(&["fault", "remove", "2"]);
    assert_eq!(sandbox.json(&["fault", "list"]).as_array().unwrap().len(), 1);
    sandbox.text(&["fault", "clear"]);
    assert_eq!(sandbox.json(&["fault", "list"]), serde_json::json!([]));
}

#[test]
fn a_preset_adds_its_rules() {
    let sandbox = Sandbox::start();
    assert!(sandbox.text(&["fault", "preset"]).contains("lost_token_answer  the next refresh takes effect"));
    assert_eq!(sandbox.json(&["fault", "preset", "flaky_platform"])["ids"], serde_json::json!([1, 2, 3]));
    assert_eq!(sandbox.text(&["fault", "preset", "outage"]), "in force: 4\n");
    let output = sandbox.run(&["fault", "preset", "sunny_tuesday"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_wrong_rule_is_refused_with_advice() {
    let sandbox = Sandbox::start();
    for (arguments, code, said) in [
        (&["fault", "add", "explode"][..], 2, "fault add --help"),
        (&["fault", "add"], 2, "EFFECT"),
        (&["fault", "add", "drop", "--endpoint", "posts.got"], 3, "did you mean"),
        (&["fault", "add", "drop", "--probability", "2"], 3, "from 0 to 1"),
        (&["fault", "remove", "7"], 3, "there is no fault rule \"7\": GET …/faults"),
    ] {
        let output = sandbox.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}

#[test]
fn the_address_may_follow_the_subcommand() {
    let sandbox = Sandbox::start();
    for arguments in [["fault", "list"], ["clock", "show"], ["world", "list"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
        command
            .args(arguments)
            .args(["--url", &sandbox.url, "--in", "default"])
            .env_remove("OPEN_PLATFORM_SANDBOX_URL");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
