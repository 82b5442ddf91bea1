//! The first five minutes in each language, as commands: `init`, then `exec` with the app, then the app's test. What each step takes
//! is printed. The library is there before, except in Rust, where the printed command adds it, and it is built in a step of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{PROGRAM, init, succeeds};

/// The most that an app may take until it shows its first page, on a machine that may be busy. It is built before, except in Kotlin.
const MOST: Duration = Duration::from_secs(300);
/// Between two looks for the app. What the app needs of the processor, it gets.
const PAUSE: Duration = Duration::from_millis(20);

/// The measured steps of a language.
struct Minutes {
    language: &'static str,
    steps: Vec<(&'static str, Duration)>,
}

impl Minutes {
    fn measure<T>(&mut self, step: &'static str, run: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = run();
        self.steps.push((step, started.elapsed()));
        result
    }
}

/// `prepare` runs in the directory of the app, before the app and its test. It gets the command that `init` prints for the library.
fn five_minutes(
    language: &'static str,
    prepare: impl FnOnce(&Path, &str, &mut Minutes),
    app: &dyn Fn() -> Command,
    test: &mut Command,
) {
    let folder = tempfile::tempdir().unwrap();
    let mut minutes = Minutes { language, steps: Vec::new() };
    let written = minutes.measure("init", || init(&["--json", language], folder.path()));
    assert!(written.status.success());
    let written: Value = serde_json::from_slice(&written.stdout).unwrap();
    prepare(folder.path(), written["install"].as_str().unwrap(), &mut minutes);
    run_app(&app(), folder.path(), &mut minutes);
    minutes.measure("the app's test", || succeeds(test, folder.path()));

    let Minutes { language, steps } = minutes;
    let texts: Vec<_> = steps.iter().map(|(step, took)| format!("{step} {:.2} s", took.as_secs_f64())).collect();
    println!("five minutes, {language}: {}", texts.join(", "));
}

/// Runs the app by `exec` until it shows a page about a post of its sandbox.
fn run_app(app: &Command, folder: &Path, minutes: &mut Minutes) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(PROGRAM);
    command.args(["--json", "exec", "--redirect-uri", &format!("http://127.0.0.1:{port}/oauth/callback"), "--"]);
    command.arg(app.get_program()).args(app.get_args());
    for (name, value) in app.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("PORT", port.to_string()).current_dir(folder);
    let started = Instant::now();
    let mut exec = Exec(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    let mut errors = BufReader::new(exec.0.stderr.take().unwrap());
    errors.read_line(&mut line).unwrap();
    minutes.steps.push(("sandbox ready", started.elapsed()));
    let about: Value = serde_json::from_str(&line).unwrap();
    // What it writes does not wait for a reader.
    std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
    let link = about["app"].as_str().unwrap().to_owned();
    let page = loop {
        if let Some(page) = page(port, link.split_once(&port.to_string()).unwrap().1) {
            break page;
        }
        assert!(exec.0.try_wait().unwrap().is_none(), "the app ended");
        assert!(started.elapsed() < MOST, "the app does not answer");
        std::thread::sleep(PAUSE);
    };
    minutes.steps.push(("app ready", started.elapsed()));
    assert!(page.contains("200 OK") && page.contains("Show the report"), "{page}");
}

/// The command `exec`, which ends with the test, and the app with it.
struct Exec(Child);

impl Drop for Exec {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-s", "TERM", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

/// The response to a request, or nothing while nobody listens.
fn page(port: u16, path: &str) -> Option<String> {
    let mut connection = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(connection, "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n").ok()?;
    let mut response = String::new();
    connection.read_to_string(&mut response).ok()?;
    Some(response).filter(|response| !response.is_empty())
}

#[test]
#[ignore = "`tests/run python` runs it: it needs OPEN_PLATFORM_TEST_PYTHON, a Python with `open-platform` and pytest"]
fn the_first_minutes_of_an_app_in_python() {
    let python = std::env::var_os("OPEN_PLATFORM_TEST_PYTHON").unwrap();
    let app = || {
        let mut command = Command::new(&python);
        command.arg("app.py");
        command
    };
    five_minutes("python", |_, _, _| {}, &app, Command::new(&python).args(["-m", "pytest", "-q"]));
}

#[test]
#[ignore = "`tests/run node` runs it: it needs OPEN_PLATFORM_TEST_NODE_PACKAGES, a folder `node_modules` with `open-platform`"]
fn the_first_minutes_of_an_app_in_node() {
    let packages = std::env::var_os("OPEN_PLATFORM_TEST_NODE_PACKAGES").unwrap();
    let app = || {
        let mut command = Command::new("node");
        command.arg("app.js");
        command
    };
    let link = |folder: &Path, _: &str, _: &mut Minutes| {
        std::os::unix::fs::symlink(packages, folder.join("node_modules")).unwrap();
    };
    five_minutes("node", link, &app, Command::new("node").arg("--test"));
}

#[test]
#[ignore = "`tests/run kotlin` runs it: it needs OPEN_PLATFORM_TEST_MAVEN_REPOSITORY, a repository with `open-platform-ktor`"]
fn the_first_minutes_of_an_app_in_kotlin() {
    let repository = std::env::var("OPEN_PLATFORM_TEST_MAVEN_REPOSITORY").unwrap();
    let maven = |goals: &[&str]| {
        let mut maven = Command::new("mvn");
        maven.args(["--batch-mode", "--no-transfer-progress", "--quiet", "-Dkotlin.compiler.daemon=false"]).args(goals);
        maven.arg(format!("-Dmaven.repo.local={repository}")).env("MAVEN_OPTS", "-XX:ReservedCodeCacheSize=256m");
        maven
    };
    five_minutes("kotlin", |_, _, _| {}, &|| maven(&["compile", "exec:java"]), &mut maven(&["test"]));
}

#[test]
#[ignore = "`tests/run init` runs it: it builds an app in target/tests/init"]
fn the_first_minutes_of_an_app_in_rust() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let cargo = |command: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "--quiet"]).env("CARGO_TARGET_DIR", repository.join("target/tests/init"));
        // Nobody debugs it, and without that it is compiled faster.
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "0");
        cargo
    };
    let build = |folder: &Path, install: &str, minutes: &mut Minutes| {
        minutes.measure("install", || succeeds(Command::new("sh").args(["-c", install]), folder));
        // The versions of the dependencies that are here already.
        std::fs::copy(repository.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        minutes.measure("cargo build", || succeeds(&mut cargo("build"), folder));
        // Cargo compiles the dependencies once more, with the features that those of the test ask for.
        minutes.measure("cargo test --no-run", || succeeds(cargo("test").arg("--no-run"), folder));
    };
    five_minutes("rust", build, &|| cargo("run"), &mut cargo("test"));
}
