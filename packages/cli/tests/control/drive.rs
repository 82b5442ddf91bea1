//! `clock`, `token`, `world` and `resend`.

use serde_json::Value;

use crate::sandbox::{Sandbox, run};

#[test]
fn the_clock_is_shown_and_moved() {
    let sandbox = Sandbox::start();
    assert!(sandbox.text(&["clock", "show"]).starts_with("2026-01-02T09:00:00Z (frozen)\n"));
    sandbox.text(&["token", "--user", "seller", "--scope", "USER_PHONE"]);
    let moved = sandbox.text(&["clock", "advance", "1h"]);
    assert!(moved.starts_with("2026-01-02T10:00:00Z") && moved.contains("expire access token pair"), "{moved}");
    assert_eq!(sandbox.json(&["clock", "set", "2026-03-21T00:00:00Z"])["now"], "2026-03-21T00:00:00Z");
    assert_eq!(sandbox.json(&["clock", "run"])["frozen"], false);
    assert_eq!(sandbox.json(&["clock", "freeze"])["frozen"], true);
    assert!(sandbox.json(&["clock", "idle"])["fired"].is_array());
    for (wrong, reason) in [("soon", "write a number with"), ("-1h", "`clock set`")] {
        let refused = sandbox.run(&["clock", "advance", wrong]);
        let text = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && text.contains(reason), "{text}");
    }
}

#[test]
fn tokens_are_issued_for_users() {
    let sandbox = Sandbox::start();
    let token = sandbox.text(&["token", "--user", "seller", "--scope", "USER_PHONE", "USER_ID"]);
    assert!(token.trim().len() > 20 && token.lines().count() == 1, "{token}");
    let pair = sandbox.json(&["token", "--user", "buyer", "--scope", "offline_access", "USER_PHONE"]);
    assert!(pair["refresh_token"].is_string(), "{pair}");
    let refused = sandbox.run(&["token", "--user", "nobody", "--scope", "USER_PHONE"]);
    assert_eq!(refused.status.code(), Some(3), "{}", String::from_utf8_lossy(&refused.stderr));
}

#[test]
fn worlds_are_made_and_deleted() {
    let sandbox = Sandbox::start();
    assert!(sandbox.text(&["world", "--in", "shop", "make"]).starts_with("shop  http://"));
    let names = |sandbox: &Sandbox| {
        let worlds = sandbox.json(&["world", "list"]);
        worlds.as_array().unwrap().iter().map(|world| world["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&sandbox), ["default", "shop"]);
    // The address of a world selects it.
    let world = run(&format!("{}/worlds/shop", sandbox.url), &["--json", "world", "reset"]);
    assert_eq!(serde_json::from_slice::<Value>(&world.stdout).unwrap()["name"], "shop");
    sandbox.text(&["world", "--in", "shop", "delete"]);
    assert_eq!(names(&sandbox), ["default"]);
    assert_eq!(sandbox.run(&["world", "--in", "shop", "reset"]).status.code(), Some(3));
    assert_eq!(sandbox.run(&["world", "delete"]).status.code(), Some(3), "the default world stays");
}

#[test]
fn what_cannot_be_sent_again_is_an_error() {
    let sandbox = Sandbox::start();
    for arguments in [&["resend"][..], &["resend", "99"]] {
        assert_eq!(sandbox.run(arguments).status.code(), Some(3), "{arguments:?}");
    }
}

#[test]
fn an_empty_address_counts_as_not_set() {
    let output = run("", &["clock", "show"]);
    // Somebody's sandbox may run at the usual address.
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() || said.contains("http://127.0.0.1:4010"), "{said}");
    assert_eq!(run("nowhere", &["clock", "show"]).status.code(), Some(2));
}

#[test]
fn without_a_sandbox_the_exit_code_is_5() {
    let output = run("http://127.0.0.1:1", &["--json", "clock", "show"]);
    assert_eq!(output.status.code(), Some(5));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "unreachable");
}
