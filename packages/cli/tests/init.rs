//! `open-platform init`: the apps that it writes, and their tests. That of Rust is part of this one.

use std::path::Path;
use std::process::{Command, Output, Stdio};

#[path = "../templates/rust/src/main.rs"]
#[expect(dead_code, reason = "the function `main` of the app")]
mod rust;

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");

fn init(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("init").args(arguments).current_dir(directory).stdin(Stdio::null()).output().unwrap()
}

/// Runs a command in the directory of an app.
fn succeeds(command: &mut Command, app: &Path) {
    let output = command.env("OPEN_PLATFORM_BIN", PROGRAM).current_dir(app).stdin(Stdio::null()).output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{command:?}: {text}");
}

#[test]
fn an_app_is_written_for_each_language_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let apps =
        [("python", "app.py"), ("node", "app.js"), ("kotlin", "src/main/kotlin/App.kt"), ("rust", "src/main.rs")];
    for (language, app) in apps {
        let output = init(&[language, language], folder.path());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{language}");
        assert!(text.contains(app) && text.contains("open-platform exec --open -- "), "{text}");
        let file = folder.path().join(language).join(app);
        std::fs::write(&file, "changed").unwrap();
        let output = init(&[language, language], folder.path());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(4), "{language}");
        assert!(error.contains(app) && error.contains("another directory"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "changed");
    }
    assert_eq!(init(&["cobol"], folder.path()).status.code(), Some(2));
}

#[test]
#[ignore = "`tests/run python` runs it: it needs OPEN_PLATFORM_TEST_PYTHON, a Python with `open-platform` and pytest"]
fn the_test_of_the_app_in_python_passes() {
    let python = std::env::var_os("OPEN_PLATFORM_TEST_PYTHON").unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(init(&["python"], folder.path()).status.success());
    succeeds(Command::new(python).args(["-m", "pytest", "-q"]), folder.path());
}

#[test]
#[cfg(unix)]
#[ignore = "`tests/run node` runs it: it needs OPEN_PLATFORM_TEST_NODE_PACKAGES, a folder `node_modules` with `open-platform`"]
fn the_test_of_the_app_in_node_passes() {
    let packages = std::env::var_os("OPEN_PLATFORM_TEST_NODE_PACKAGES").unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(init(&["node"], folder.path()).status.success());
    std::os::unix::fs::symlink(packages, folder.path().join("node_modules")).unwrap();
    succeeds(Command::new("node").arg("--test"), folder.path());
}

#[test]
#[ignore = "`tests/run kotlin` runs it: it needs OPEN_PLATFORM_TEST_MAVEN_REPOSITORY, a repository with `open-platform-ktor`"]
fn the_test_of_the_app_in_kotlin_passes() {
    let repository = std::env::var("OPEN_PLATFORM_TEST_MAVEN_REPOSITORY").unwrap();
    let folder = tempfile::tempdir().unwrap();
    assert!(init(&["kotlin"], folder.path()).status.success());
    let mut maven = Command::new("mvn");
    maven.args(["--batch-mode", "--no-transfer-progress", "-Dkotlin.compiler.daemon=false", "test"]);
    maven.arg(format!("-Dmaven.repo.local={repository}")).env("MAVEN_OPTS", "-XX:ReservedCodeCacheSize=256m");
    succeeds(&mut maven, folder.path());
}
