//! `open-platform init`: the apps that it writes, and their tests. That of Rust is part of this one, too; that of Swift is run by
//! `tests/parts/swift`.

use std::path::Path;
use std::process::{Command, Output, Stdio};

#[cfg(unix)]
#[path = "init/first_minutes.rs"]
mod first_minutes;

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
    let apps = [
        ("python", "app.py"),
        ("node", "app.js"),
        ("kotlin", "src/main/kotlin/App.kt"),
        ("rust", "src/main.rs"),
        ("swift", "Sources/MyApp/App.swift"),
    ];
    for (language, app) in apps {
        let output = init(&[language, language], folder.path());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{language}");
        assert!(text.contains(app) && text.contains("open-platform exec --open -- "), "{text}");
        // Nothing is published yet: a registry has no such package, or a foreign one with this name.
        assert!(text.contains("not published yet") && text.contains("$OPEN_PLATFORM_CHECKOUT"), "{text}");
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for rest in text.split("$OPEN_PLATFORM_CHECKOUT").skip(1) {
            let path = rest.trim_start_matches(['"', '/']).split(['"', ' ']).next().unwrap();
            // What the command before it makes is in `target`.
            assert!(path.starts_with("target/") || repository.join(path).exists(), "{text}");
        }
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
