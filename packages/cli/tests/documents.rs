//! The commands in the documents: every one has the options that the command knows, and those that end by themselves run against
//! a sandbox.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");

/// The beginnings of commands that go on until they are stopped, or that need what the test does not have.
const NOT_RUN: [&str; 5] = ["sandbox", "exec", "coverage", "listen", "webhook receive"];

/// The commands of the blocks for a shell, without comments.
fn commands(document: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = Vec::new();
    let mut in_shell = false;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            in_shell = language == "sh";
        } else if in_shell && line.starts_with("open-platform ") {
            found.push(line.split(" #").next().unwrap().trim().to_owned());
        }
    }
    found
}

fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().skip(1).collect()
}

#[test]
fn every_command_is_one_that_the_program_knows() {
    for document in ["docs/sandbox.md", "README.md", "packages/cli/README.md"] {
        let commands = commands(document);
        assert!(!commands.is_empty(), "{document}");
        for command in commands {
            // What follows `--` is another program.
            let line = command.split(" -- ").next().unwrap();
            let mut words = words(line);
            words.push("--help");
            let output = Command::new(PROGRAM).args(&words).stdin(Stdio::null()).output().unwrap();
            assert!(output.status.success(), "{document}: {command}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn the_table_of_the_readme_has_every_command() {
    let output = Command::new(PROGRAM).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let mut commands: Vec<_> =
        list.map_while(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();

    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let rows =
        readme.lines().skip_while(|line| !line.starts_with("| Command |")).take_while(|line| line.starts_with('|'));
    let first_cells = rows.filter_map(|row| row.split('|').nth(1));
    let spans = first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let mut described: Vec<_> = spans.filter_map(|span| span.split_whitespace().next()).collect();

    commands.sort_unstable();
    described.sort_unstable();
    assert_eq!(described, commands);
    assert!(commands.len() > 20);
}

#[test]
fn the_commands_run_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = Command::new(PROGRAM)
        .args(["--json", "webhook", "receive", "--port", "0"])
        .env("OPEN_PLATFORM_IDENTIFICATION_KEYS", "key-of-the-receiver-0123456789")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut app_lines = BufReader::new(app.stdout.take().unwrap()).lines();
    let line: serde_json::Value = serde_json::from_str(&app_lines.next().unwrap().unwrap()).unwrap();
    let events = line["url"].as_str().unwrap().to_owned();
    let at = |path: &str| events.replace("/events", path);
    let mut sandbox = Command::new(PROGRAM)
        .args(["sandbox", "--stop-with-stdin", "--events-url", &events, "--start-url", &at("/start")])
        .args(["--dynamic-action-url", &at("/actions")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(sandbox.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let about: serde_json::Value = serde_json::from_str(&line).unwrap();
    let environment = about["environment"].as_object().unwrap();
    let settings: Vec<_> = environment.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap())).collect();
    // The receiver accepts the key of the sandbox.
    let key = serde_json::json!({ "identification_key": "key-of-the-receiver-0123456789" }).to_string();
    let url = format!("{}/_sandbox/worlds/default/app", about["url"].as_str().unwrap());
    let changed = Command::new("curl")
        .args([
            "--silent",
            "--fail",
            "--request",
            "PATCH",
            "--header",
            "content-type: application/json",
            "--data",
            &key,
            &url,
        ])
        .output()
        .unwrap();
    assert!(changed.status.success());

    let mut ran = 0;
    for document in ["docs/sandbox.md", "packages/cli/README.md"] {
        for command in commands(document) {
            let line = command.strip_prefix("open-platform ").unwrap();
            let goes_on = line.starts_with("logs -f") || NOT_RUN.iter().any(|one| line.starts_with(one));
            // The app of the documents is at port 8000.
            let is_help = line.ends_with("--help") || line.starts_with("demo");
            if goes_on || is_help {
                continue;
            }
            let line = command.replace("http://127.0.0.1:8000/hooks/events", &events);
            let output = Command::new(PROGRAM)
                .args(words(&line))
                .envs(settings.iter().copied())
                .env("OPEN_PLATFORM_IDENTIFICATION_KEYS", "key-of-the-receiver-0123456789")
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            // `init` in the second document finds the files of the first one.
            if line.contains(" init ") && document != "docs/sandbox.md" {
                continue;
            }
            let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
            assert_eq!(output.status.code(), Some(0), "{document}: {command}: {text}");
            ran += 1;
        }
    }
    assert!(ran > 25, "{ran}");
    drop(sandbox.stdin.take());
    sandbox.wait().unwrap();
    app.kill().unwrap();
    app.wait().unwrap();
}
