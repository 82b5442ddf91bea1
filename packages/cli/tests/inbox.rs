//! `open-platform inbox` as a process, with the store of an app.

use std::process::{Command, Output};

use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::stores::Encryption;
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use serde_json::Value;

const STORE_KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
const KEY: &str = "the-key-from-the-console";

fn command(store: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.arg("inbox").args(arguments);
    command.env("OPEN_PLATFORM_STORE", store).env("OPEN_PLATFORM_STORE_KEYS", STORE_KEY).output().unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An inbox with so many dead letters.
async fn app(store: &str, events: usize) -> Inbox {
    let inbox = Inbox::open(store, Encryption::keys([STORE_KEY]).unwrap(), InboxOptions::default()).unwrap();
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("2026-11", KEY)]).unwrap());
    for number in 0..events {
        let headers = [("Authorization", KEY), ("Content-Type", "application/json")];
        let body = format!(r#"{{"type":"NEWER_EVENT","number":{number},"phone":"09123456789"}}"#);
        let accept =
            async || inbox.accept(webhooks.authenticate("POST", &headers).unwrap(), body.clone().into_bytes()).await;
        // Retried as the platform does, where a slow disk does not store it in time.
        while accept().await.is_err() {}
        let item = inbox.next().await.unwrap();
        assert!(inbox.give_up(item.id, format!("reason {number}")).await.unwrap());
    }
    inbox
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_letters_are_listed_retried_and_deleted() {
    let directory = tempfile::tempdir().unwrap();
    let store = format!("sqlite://{}", directory.path().join("events.db").display());
    let inbox = app(&store, 3).await;

    let listed = command(&store, &["list", "--json"]);
    assert_eq!(listed.status.code(), Some(1), "they need attention");
    let letters = lines(&listed);
    assert_eq!(letters.len(), 3);
    for (number, letter) in letters.iter().enumerate() {
        assert_eq!(letter["reason"], format!("reason {number}"));
        assert_eq!((&letter["event"], &letter["attempts"]), (&"NEWER_EVENT".into(), &1.into()));
        assert_eq!(letter["body"]["number"], number);
    }
    let text = String::from_utf8(command(&store, &["list"]).stdout).unwrap();
    assert!(text.contains("reason 2") && !text.contains("09123456789"), "{text}");

    let id = |number: usize| letters[number]["id"].as_str().unwrap();
    let retried = command(&store, &["retry", id(0)]);
    assert_eq!(retried.status.code(), Some(0));
    let item = inbox.next().await.unwrap();
    assert_eq!((item.delivery.event.kind(), item.attempts), ("NEWER_EVENT", 1));
    assert!(inbox.ack(item.id).await.unwrap());

    let discarded = command(&store, &["discard", id(1), id(0), "--json"]);
    assert_eq!(discarded.status.code(), Some(1), "the first one is not a dead letter any more");
    let done: Vec<_> = lines(&discarded).iter().map(|line| line["done"].clone()).collect();
    assert_eq!(done, [true, false]);
    assert_eq!(lines(&command(&store, &["list", "--json"])).len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_reads_every_page() {
    let directory = tempfile::tempdir().unwrap();
    let store = format!("sqlite://{}", directory.path().join("events.db").display());
    let inbox = app(&store, 103).await;
    assert_eq!(lines(&command(&store, &["list", "--json"])).len(), 103);
    assert_eq!(command(&store, &["retry", "--all"]).status.code(), Some(0));
    assert_eq!(inbox.counts().await.unwrap().pending, 103);
    while let Some(item) = inbox.try_next().await.unwrap() {
        assert!(inbox.give_up(item.id, "again").await.unwrap());
    }
    assert_eq!(command(&store, &["discard", "--all"]).status.code(), Some(0));
    let listed = command(&store, &["list"]);
    assert_eq!((listed.status.code(), listed.stdout.len()), (Some(0), 0));
    assert!(String::from_utf8(listed.stderr).unwrap().starts_with("0 dead letters; 0 events"));
}

#[test]
fn a_wrong_command_line_is_code_2_and_a_store_that_fails_is_code_4() {
    for arguments in [&[][..], &["retry"], &["discard"], &["retry", "id", "--all"]] {
        assert_eq!(command("sqlite:///nowhere/events.db", arguments).status.code(), Some(2), "{arguments:?}");
    }
    let output = command("", &["list"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("OPEN_PLATFORM_STORE"));
    let output = command("memory:", &["list"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && text.contains("memory of one process"), "{text}");
    assert_eq!(command("sqlite:///nowhere/events.db", &["list"]).status.code(), Some(4));
}
