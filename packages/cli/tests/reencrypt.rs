//! `open-platform reencrypt` as a process, with the store of an app.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use open_platform::stores::{Encryption, RecordKind, RecordStore, open_store};
use serde_json::{Value, json};

const OLD: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
const NEW: &str = "QW5vdGhlciBrZXkgb2YgdGhpcnR5LXR3byBieXRlcyE=";
const SECRET: &str = "a-token-of-a-user";

fn address(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("grants.db").display())
}

fn reencrypt(store: &str, keys: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.arg("reencrypt").args(arguments).env("OPEN_PLATFORM_STORE", store).env("OPEN_PLATFORM_STORE_KEYS", keys);
    let output = command.output().unwrap();
    let all = text(&output);
    for secret in [OLD, NEW, SECRET] {
        assert!(!all.contains(secret), "{all}");
    }
    output
}

/// Everything that it has printed.
fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

fn open(store: &str, keys: &str) -> Arc<dyn RecordStore> {
    open_store(store, Encryption::from_list(keys).unwrap()).unwrap()
}

async fn write(store: &Arc<dyn RecordStore>, kind: RecordKind, key: &str) {
    assert!(store.put(kind, key, None, SECRET.as_bytes()).await.unwrap());
}

async fn is_readable(store: &Arc<dyn RecordStore>, kind: RecordKind, key: &str) -> bool {
    store.get(kind, key).await.unwrap().unwrap().value().is_ok_and(|value| value == SECRET.as_bytes())
}

#[tokio::test]
async fn afterwards_every_record_is_readable_with_the_new_key_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = address(folder.path());
    let (old, new) = (open(&store, OLD), open(&store, NEW));
    for kind in RecordKind::ALL {
        write(&old, kind, "a").await;
    }
    write(&new, RecordKind::Grant, "b").await;
    let both = format!("{NEW}, {OLD}");
    let first = reencrypt(&store, &both, &["--json"]);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first));
    let answer: Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(answer, json!({ "records": RecordKind::ALL.len() + 1, "rewritten": RecordKind::ALL.len() }));
    for kind in RecordKind::ALL {
        assert!(is_readable(&new, kind, "a").await && !is_readable(&old, kind, "a").await, "{kind:?}");
    }
    assert!(is_readable(&new, RecordKind::Grant, "b").await);
    let again = reencrypt(&store, NEW, &[]);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(
        text(&again),
        format!("0 of {} records rewritten: all have the first key now\n", RecordKind::ALL.len() + 1)
    );
}

#[tokio::test]
async fn without_a_key_that_a_record_needs_it_fails_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let store = address(folder.path());
    write(&open(&store, OLD), RecordKind::Grant, "a").await;
    let output = reencrypt(&store, NEW, &["--json"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{}", text(&output));
    let answer: Value = serde_json::from_slice(&output.stderr).unwrap();
    let says = |member: &str, part: &str| answer["error"][member].as_str().unwrap().contains(part);
    assert!(says("why", "is not among the store keys"), "{answer}");
    assert!(says("next", "OPEN_PLATFORM_STORE_KEYS") && says("next", "remove no key"), "{answer}");
    assert!(is_readable(&open(&store, OLD), RecordKind::Grant, "a").await, "it is as it was");
}

#[test]
fn wrong_settings_are_code_2_and_a_store_that_fails_is_code_4() {
    let folder = tempfile::tempdir().unwrap();
    let store = address(folder.path());
    let short = "c2VjcmV0LXRoYXQtaXMtc2hvcnQ=";
    for (address, keys, named) in [
        ("", NEW, "OPEN_PLATFORM_STORE "),
        (&*store, "", "OPEN_PLATFORM_STORE_KEYS "),
        (&*store, "unencrypted", "`unencrypted`"),
        (&*store, short, "key 1 is not 32 bytes"),
        ("memory:", NEW, "memory of one process"),
        ("mysql://app:password-of-the-store@db/app", NEW, "not the address of a store"),
    ] {
        let output = reencrypt(address, keys, &[]);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(named) && said.contains("reencrypt --help"), "{named}: {said}");
        assert!(!said.contains(short) && !said.contains("password-of-the-store"), "{said}");
    }
    assert!(!folder.path().join("grants.db").exists(), "nothing was opened");
    assert_eq!(reencrypt("sqlite:///nowhere/grants.db", NEW, &[]).status.code(), Some(4));
    assert_eq!(reencrypt(&store, NEW, &["one"]).status.code(), Some(2));
}
