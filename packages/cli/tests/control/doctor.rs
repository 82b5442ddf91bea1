//! `doctor` and `completions`.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::app::App;
use crate::sandbox::Sandbox;

/// Runs the command with these variables and no others of an app.
fn doctor(arguments: &[&str], environment: &[(String, String)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    let environment = environment.iter().map(|(name, value)| (name, value));
    command
        .env_clear()
        .args(["--json", "doctor"])
        .args(arguments)
        .envs(environment)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The states of the checks of one kind.
fn states(output: &Output, check: &str) -> Vec<String> {
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = result["checks"].as_array().unwrap().iter().filter(|one| one["check"] == check);
    checks.map(|one| one["state"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_settings_of_a_sandbox_are_right() {
    let sandbox = Sandbox::start();
    let output = doctor(&[], &sandbox.environment);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    for (check, state) in [
        ("settings", "ok"),
        ("keys", "ok"),
        ("store", "warning"),
        ("network", "ok"),
        ("clock", "ok"),
        ("API key", "ok"),
    ] {
        assert_eq!(states(&output, check), [state], "{check}");
    }
}

#[test]
fn what_is_wrong_is_named_without_a_secret() {
    let sandbox = Sandbox::start();
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite://{}/no/such/folder/grants.db", folder.path().display());
    for (variable, value, check) in [
        ("OPEN_PLATFORM_API_KEY", "key_that_nobody_knows", "API key"),
        ("OPEN_PLATFORM_API_KEY", "", "settings"),
        ("OPEN_PLATFORM_SANDBOX_URL", "http://127.0.0.1:1", "network"),
        ("OPEN_PLATFORM_IDENTIFICATION_KEYS", "with-a-control-character-\u{1}", "keys"),
        ("OPEN_PLATFORM_STORE", &store, "settings"),
    ] {
        let mut environment = sandbox.environment.clone();
        environment.retain(|(name, _)| name != variable);
        environment.push((variable.to_owned(), value.to_owned()));
        let output = doctor(&[], &environment);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{variable}: {text}");
        assert!(states(&output, check).contains(&"wrong".to_owned()), "{variable}: {text}");
        for (name, secret) in &environment {
            let is_address = ["OPEN_PLATFORM_SANDBOX_URL", "OPEN_PLATFORM_STORE"].contains(&name.as_str());
            assert!(secret.is_empty() || is_address || !text.contains(secret.as_str()), "{name} is shown: {text}");
        }
    }
}

#[test]
fn a_server_that_is_no_sandbox_and_a_world_that_is_not_there_are_wrong() {
    let sandbox = Sandbox::start();
    let other = App::start(404, "");
    for url in [other.url.clone(), format!("{}/worlds/gone", sandbox.url)] {
        let mut environment = sandbox.environment.clone();
        environment.retain(|(name, _)| name != "OPEN_PLATFORM_SANDBOX_URL");
        environment.push(("OPEN_PLATFORM_SANDBOX_URL".to_owned(), url.clone()));
        let output = doctor(&[], &environment);
        assert_eq!(output.status.code(), Some(1), "{url}: {}", String::from_utf8_lossy(&output.stdout));
        assert_eq!(states(&output, "API key"), ["wrong"], "{url}");
    }
}

#[test]
fn scopes_are_compared_with_calls() {
    let sandbox = Sandbox::start();
    let of_call = |call, scopes: &[&str], code| {
        let arguments = [&["--call", call, "--scope"], scopes].concat();
        let output = doctor(&arguments, &sandbox.environment);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{scopes:?}: {text}");
        text
    };
    let check = |scopes: &[&str], code| of_call("addons.create_on_post", scopes, code);
    check(&["POST_ADDON_CREATE.gZd7omnS"], 0);
    check(&["USER_POSTS_ADDON_CREATE", "offline_access"], 0);
    assert!(check(&["USER_PHONE"], 1).contains("must also request POST_ADDON_CREATE"));
    assert!(check(&["POST_ADDON_CREATE.gZd7omnS", "USER_PHON"], 1).contains("did you mean USER_PHONE?"));
    for (scope, lack) in [("USER_ID", "without USER_PHONE its"), ("USER_PHONE", "without USER_ID its")] {
        assert!(of_call("users.me", &[scope], 0).contains(lack), "{scope}");
    }
    assert!(of_call("users.me", &["USER_ID", "USER_PHONE"], 0).contains("the requested scopes are enough"));
    assert!(of_call("users.me", &["USER_POSTS_GET"], 1).contains("must also request USER_ID, USER_PHONE"));
    assert_eq!(doctor(&["--call", "posts.got", "--scope", "USER_PHONE"], &[]).status.code(), Some(2));
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let output = Command::new(env!("CARGO_BIN_EXE_open-platform")).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["sandbox", "trigger", "doctor", "NEW_MESSAGE", "fail-on"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
