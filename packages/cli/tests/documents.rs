//! The commands in the documents: every one has the options that the command knows, and those that end by themselves run against
//! a sandbox.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");

/// The beginnings of commands that go on until they are stopped, or that need what the test does not have.
const NOT_RUN: [&str; 7] = ["sandbox", "exec", "coverage", "listen", "webhook receive", "record", "replay"];

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

/// All READMEs and pages, by their path in the repository.
fn documents() -> Vec<String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = |folder: &str| {
        let files = std::fs::read_dir(repository.join(folder)).unwrap();
        files.map(|file| format!("{folder}/{}", file.unwrap().file_name().into_string().unwrap())).collect::<Vec<_>>()
    };
    let mut folders = [listed("packages"), listed("examples")].concat();
    folders.retain(|folder| repository.join(folder).is_dir());
    let pages = folders.iter().map(String::as_str).chain(["docs"]).flat_map(listed);
    pages.filter(|path| path.ends_with(".md")).chain(["README.md", "core/README.md"].map(str::to_owned)).collect()
}

#[test]
fn no_command_installs_a_package_from_a_registry() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_ours = |word: &str| word.trim_matches(['"', '`']).starts_with("open-platform") && !word.contains('/');
    let mut installs = 0;
    for document in documents() {
        let text = std::fs::read_to_string(repository.join(&document)).unwrap();
        let mut block = None;
        for line in text.lines() {
            if let Some(language) = line.strip_prefix("```") {
                block = block.xor(Some(language)).filter(|language| ["sh", "yaml"].contains(language));
                continue;
            }
            let command = line.split(" #").next().unwrap();
            let words = command.split_whitespace().skip_while(|word| *word != "install" && *word != "add");
            let words: Vec<_> = words.collect();
            if block.is_some() && !words.is_empty() {
                installs += 1;
                // Nothing is published yet: a registry has no such package, or a foreign one with this name.
                assert!(!words.into_iter().any(is_ours), "{document}: {line}");
            }
        }
    }
    assert!(installs > 5, "{installs}");
    for template in ["python/requirements.txt", "node/package.json", "rust/Cargo.toml.in"] {
        let text = std::fs::read_to_string(repository.join("packages/cli/templates").join(template)).unwrap();
        let mut names = text.lines().filter(|line| !line.starts_with('#')).map(str::trim);
        assert!(!names.any(is_ours), "{template}: {text}");
    }
}

/// The job for continuous integration has a copy of the SDK, whose own tests are not those of the app.
#[test]
fn pytest_does_not_find_the_copy_of_the_sdk_in_the_job_of_an_app() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sandbox.md");
    let text = std::fs::read_to_string(path).unwrap();
    let yaml = text.split("```yaml\n").find(|block| block.starts_with("jobs:")).unwrap().split("```").next().unwrap();
    let job: serde_json::Value = serde_saphyr::from_str(yaml).unwrap();
    let steps = job["jobs"]["test"]["steps"].as_array().unwrap();
    let copy = steps.iter().find_map(|step| step["with"]["path"].as_str()).unwrap();
    // By default pytest enters no folder whose name begins with a dot.
    assert!(copy.starts_with('.'), "{copy}");
    let installs: Vec<_> =
        steps.iter().filter_map(|step| step["run"].as_str()).filter(|run| run.contains("/packages/")).collect();
    assert_eq!(installs.len(), 2, "{installs:?}");
    assert!(installs.iter().all(|run| run.contains(&format!("{copy}/packages/"))), "{installs:?}");
}

/// The sources and documents below a folder, without what a build writes.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    const ENDS: [&str; 9] = ["rs", "py", "ts", "js", "mjs", "cjs", "kt", "swift", "md"];
    const BUILT: [&str; 5] = ["target", "node_modules", "dist", "build", "generated"];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !BUILT.contains(&name) && !name.starts_with('.') {
            sources(&path, found);
        } else if name.rsplit_once('.').is_some_and(|(_, end)| ENDS.contains(&end)) && path.is_file() {
            found.push(path);
        }
    }
}

#[test]
fn no_source_tells_to_install_a_package_from_a_registry() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["core/src", "bindings", "packages", "examples"] {
        sources(&repository.join(folder), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    for file in files {
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let words: Vec<_> = line.split(|char: char| char.is_whitespace() || "\"'`()\\".contains(char)).collect();
            for (at, _) in words.iter().enumerate().filter(|(_, word)| ["install", "add"].contains(word)) {
                let package = words[at + 1..].iter().find(|word| !word.is_empty() && !word.starts_with('-'));
                let is_ours = package.is_some_and(|name| name.starts_with("open-platform") && !name.contains('/'));
                assert!(!is_ours, "nobody owns this name in a registry yet: {}: {line}", file.display());
            }
        }
    }
}

#[test]
fn the_page_about_the_platform_has_every_variable_of_the_settings() {
    let page = |name: &str| {
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
    };
    let (settings, live) = (page("settings.md"), page("go-live.md"));
    let names = settings.split('`').filter(|code| code.starts_with("OPEN_PLATFORM_"));
    // How long lists are used again has nothing to do with credentials.
    let missing: Vec<_> =
        names.filter(|name| *name != "OPEN_PLATFORM_ASSET_MAX_AGE" && !live.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty() && settings.contains("`OPEN_PLATFORM_API_KEY`"), "{missing:?}");
}

#[test]
fn every_command_is_one_that_the_program_knows() {
    for document in ["docs/sandbox.md", "docs/go-live.md", "README.md", "packages/cli/README.md"] {
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
    for document in ["docs/sandbox.md", "docs/go-live.md", "packages/cli/README.md"] {
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
