//! `open-platform keeper` as its operators see it: a process beside an app, over one store.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use open_platform::grants::Adoption;
use open_platform::id::GrantKey;
use open_platform::oauth::Tokens;
use open_platform_sandbox::{Sandbox, World};
use serde_json::Value;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";

fn keeper(world: &World, store: &str, arguments: &[&str]) -> Command {
    let app = world.app();
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.arg("keeper").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("OPEN_PLATFORM_SANDBOX_URL", world.url()).env("OPEN_PLATFORM_STORE", store);
    command.env("OPEN_PLATFORM_STORE_KEYS", KEY).env("OPEN_PLATFORM_API_KEY", app.api_key);
    command.env("OPEN_PLATFORM_CLIENT_ID", app.client_id).env("OPEN_PLATFORM_CLIENT_SECRET", app.client_secret);
    command
}

/// A grant whose access token has expired.
async fn expired_grant(world: &World, store: &str) -> GrantKey {
    let platform = world.client().store_url(store).store_keys([KEY]).build().unwrap();
    let issued = world.issue_tokens("seller", ["USER_PHONE", "offline_access"]).unwrap();
    let tokens = Tokens {
        access_token: issued.access_token,
        refresh_token: issued.refresh_token,
        expires_at: world.now(),
        expiry_assumed: false,
        scopes: vec!["USER_PHONE".into(), "offline_access".into()],
    };
    platform.grants().adopt(Adoption::new(tokens).for_user("user-7")).await.unwrap().key
}

fn lines(process: &mut Child) -> Lines<BufReader<ChildStdout>> {
    BufReader::new(process.stdout.take().unwrap()).lines()
}

fn ends_with(mut process: Child, signal: &str) -> Option<i32> {
    assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
    process.wait().unwrap().code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_refreshes_reports_and_stops_on_a_signal() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let directory = tempfile::tempdir().unwrap();
    let store = format!("sqlite://{}", directory.path().join("grants.db").display());
    let key = expired_grant(&world, &store).await;
    let mut process = keeper(&world, &store, &["--json"]).spawn().unwrap();
    let report: Value = serde_json::from_str(&lines(&mut process).next().unwrap().unwrap()).unwrap();
    assert_eq!((&report["type"], &report["user"]), (&"refreshed".into(), &"user-7".into()));
    assert_eq!((&report["grant"], &report["generation"]), (&key.as_str().into(), &2.into()));
    assert_eq!(ends_with(process, "-TERM"), Some(0));

    world.revoke_access("seller").unwrap();
    expired_grant(&world, &store).await;
    world.revoke_access("seller").unwrap();
    let mut process = keeper(&world, &store, &[]).spawn().unwrap();
    let line = lines(&mut process).next().unwrap().unwrap();
    // Text lines do not name the user.
    assert!(line.contains("ended") && line.contains(key.as_str()) && !line.contains("user-7"), "{line}");
    assert_eq!(ends_with(process, "-INT"), Some(0));
    assert_eq!(world.ledger().requests_to("oauth.refresh").len(), 2);
}

#[tokio::test]
async fn a_missing_setting_is_named_and_the_code_is_2() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let store = "sqlite:///nowhere/grants.db";
    for (name, arguments) in [
        ("OPEN_PLATFORM_STORE", &[][..]),
        ("OPEN_PLATFORM_STORE_KEYS", &[]),
        ("OPEN_PLATFORM_CLIENT_SECRET", &["--interval", "5"]),
    ] {
        let output = keeper(&world, store, arguments).env_remove(name).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(name) || text.contains(&name["OPEN_PLATFORM_".len()..].to_lowercase()), "{name}: {text}");
    }
    let output = keeper(&world, "memory:", &[]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && text.contains("memory of one process"), "{text}");
    assert_eq!(keeper(&world, store, &["--interval", "0"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn all_missing_settings_are_named_at_once() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    let output = command.arg("keeper").env_clear().env("OPEN_PLATFORM_CLIENT_ID", "shop").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    for name in ["STORE,", "STORE_KEYS,", "API_KEY,", "CLIENT_SECRET\n"] {
        assert!(text.contains(&format!("OPEN_PLATFORM_{name}")), "{name} {text}");
    }
    assert!(!text.contains("CLIENT_ID"), "{text}");
}
