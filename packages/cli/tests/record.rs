//! `open-platform record` and `open-platform replay` as processes.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use open_platform::OpenPlatform;
use open_platform_sandbox::{Sandbox, World};
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");

/// A program that reads the list of cities, and another path if it is given.
const APP: &str = r#"
    for path in assets/city "$@"; do
        curl --silent --header "x-api-key: $OPEN_PLATFORM_API_KEY" "$OPEN_PLATFORM_SANDBOX_URL/base/v1/open-platform/$path"
        echo
    done
"#;

fn command(arguments: &[&str], file: &Path, program: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    let (name, options) = arguments.split_first().unwrap();
    command.arg(name).arg(file).args(options).stdin(Stdio::null());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("OPEN_PLATFORM_")) {
        command.env_remove(name);
    }
    if !program.is_empty() {
        command.args(["--", "bash", "-c"]).args(program);
    }
    command
}

fn in_world<'a>(command: &'a mut Command, world: &World) -> &'a mut Command {
    command.env("OPEN_PLATFORM_SANDBOX_URL", world.url()).env("OPEN_PLATFORM_API_KEY", world.app().api_key)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shown(output: &Output) -> String {
    format!("{:?} {} {}", output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_gets_the_same_from_a_replay_and_its_code_is_passed_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("traffic.har");
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let program = format!("{APP} exit 7");
    let recorded =
        in_world(&mut command(&["record"], &file, &[&program, "app", "assets/body-status"]), &world).output().unwrap();
    assert_eq!(recorded.status.code(), Some(7), "{}", shown(&recorded));
    assert!(text(&recorded.stderr).ends_with(&format!("2 requests in {}\n", file.display())), "{}", shown(&recorded));
    let har = std::fs::read_to_string(&file).unwrap();
    assert!(har.contains("redacted-api-key-1") && !har.contains(&world.app().api_key), "{har}");
    sandbox.stop().await;

    let replayed = command(&["replay"], &file, &[&program, "app", "assets/body-status"]).output().unwrap();
    assert_eq!((replayed.status.code(), &replayed.stdout), (Some(7), &recorded.stdout), "{}", shown(&replayed));
    let fewer = |options: &[&str]| command(&[&["replay"], options].concat(), &file, &[APP]).output().unwrap();
    assert_eq!(fewer(&[]).status.code(), Some(0));
    let unused = fewer(&["--unused"]);
    let line = "unused: number 2 (GET /base/v1/open-platform/assets/body-status)\n";
    assert!(unused.status.code() == Some(1) && text(&unused.stderr).ends_with(line), "{}", shown(&unused));
    let missing = command(&["replay", "--json"], &file, &[APP, "app", "assets/colour"]).output().unwrap();
    let report: Value = serde_json::from_slice(&missing.stderr).unwrap();
    let said = report["missing"][0].as_str().unwrap();
    assert!(missing.status.code() == Some(1) && said.starts_with("GET /base/v1/open-platform/assets/colour"), "{said}");
    assert!(text(&missing.stdout).contains("the nearest is number "), "{}", shown(&missing));
}

/// Starts a command without a program, and returns its settings.
fn started(command: &mut Command) -> (std::process::Child, Vec<(String, String)>) {
    let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let about: Value = serde_json::from_str(&line).unwrap();
    let settings = about["environment"].as_object().unwrap().iter();
    let settings = settings.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
    (process, settings)
}

fn interrupt(process: &mut std::process::Child) -> Option<i32> {
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap().success());
    process.wait().unwrap().code()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_program_both_go_on_until_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("traffic.har");
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let (mut recording, settings) = started(in_world(&mut command(&["record"], &file, &[]), &world));
    let client = |settings: Vec<(String, String)>, key: &str| {
        OpenPlatform::builder().environment(settings).api_key(key).build().unwrap()
    };
    let cities = client(settings, &world.app().api_key).assets().cities().await.unwrap();
    assert_eq!(interrupt(&mut recording), Some(0));
    sandbox.stop().await;
    let (mut replaying, settings) = started(&mut command(&["replay"], &file, &[]));
    let names: Vec<_> = settings.iter().map(|(name, _)| name.trim_start_matches("OPEN_PLATFORM_")).collect();
    let expected = ["API_KEY", "CLIENT_ID", "CLIENT_SECRET", "IDENTIFICATION_KEYS", "REDIRECT_URI", "SANDBOX_URL"];
    assert_eq!(names, expected);
    assert_eq!(client(settings, "any-key").assets().cities().await.unwrap(), cities);
    assert_eq!(interrupt(&mut replaying), Some(0));
}

#[test]
fn what_cannot_be_recorded_or_replayed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("traffic.har");
    let run = |arguments: &[&str], file: &Path, script: &str| command(arguments, file, &[script]).output().unwrap();
    let local = ["record", "--to", "http://127.0.0.1:9"];
    // Without a request a recording that exists stays as it was, and no file is left behind.
    for existing in [None, Some("the recording of yesterday")] {
        if let Some(existing) = existing {
            std::fs::write(&file, existing).unwrap();
        }
        let outcome = if existing.is_some() { "the file is unchanged" } else { "no file is written" };
        let nothing = run(&local, &file, "true");
        let expected = format!("{outcome}, as no request came: does the program use OPEN_PLATFORM_SANDBOX_URL?\n");
        let is_said = text(&nothing.stderr).ends_with(&expected);
        assert!(nothing.status.code() == Some(1) && is_said, "{}", shown(&nothing));
        assert_eq!(std::fs::read_to_string(&file).ok().as_deref(), existing);
        let down = run(&local, &file, &format!("{APP} exit 0"));
        let said = text(&down.stderr);
        assert!(
            said.contains("no response of the platform: assets.cities: ") && said.contains("host 127.0.0.1:9"),
            "{said}"
        );
        assert!(said.ends_with(&format!("{outcome}, as no request reached the platform\n")), "{said}");
        assert_eq!((down.status.code(), std::fs::read_to_string(&file).ok().as_deref()), (Some(1), existing));
    }
    std::fs::remove_file(&file).unwrap();
    let no_program = command(&local, &file, &[]).args(["--", "/no/such/program"]).output().unwrap();
    assert!(no_program.status.code() == Some(4) && !file.exists(), "{}", shown(&no_program));
    assert_eq!(run(&["record", "--to", "http://example.com"], &file, "true").status.code(), Some(2));
    assert_eq!(run(&local, &folder.path().join("no/such.har"), "true").status.code(), Some(4));
    for (content, said) in [("{}", "it has no log.entries"), ("", "is not JSON")] {
        std::fs::write(&file, content).unwrap();
        let refused = run(&["replay"], &file, "true");
        assert!(refused.status.code() == Some(3) && text(&refused.stderr).contains(said), "{}", shown(&refused));
    }
    assert_eq!(run(&["replay"], &folder.path().join("no.har"), "true").status.code(), Some(3));
}
