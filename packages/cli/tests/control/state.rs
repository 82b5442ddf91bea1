//! `sandbox --state`.

use std::fs;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::sandbox::Sandbox;

const WORLD: &str = "/_sandbox/worlds/default";

fn read(sandbox: &Sandbox, path: &str) -> Value {
    let response = sandbox.request("GET", &format!("{WORLD}{path}"), "");
    serde_json::from_str(response.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn a_world_continues_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    let options = ["--seed", "3", "--state", file.to_str().unwrap()];
    let sandbox = Sandbox::with(&[&options[..], &["--events-url", "http://127.0.0.1:9/events"]].concat());
    assert!(file.exists(), "a file that cannot be written is an error at the start");
    sandbox.text(&["generate", "--posts", "2"]);
    sandbox.text(&["token", "--user", "seller", "--scope", "USER_PHONE", "offline_access"]);
    sandbox.text(&["clock", "advance", "30m"]);
    let parts = ["/posts", "/tokens", "/app"];
    let before = parts.map(|part| read(&sandbox, part));
    let time: String = read(&sandbox, "/clock")["now"].as_str().unwrap().to_owned();
    // Ends with its standard input, as by Ctrl-C.
    drop(sandbox);

    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");

    let again = Sandbox::with(&["--state", file.to_str().unwrap()]);
    assert_eq!(parts.map(|part| read(&again, part)), before);
    assert!(read(&again, "/clock")["now"].as_str().unwrap() >= time.as_str(), "the half hour is not lost");
    drop(again);

    let options = ["--state", file.to_str().unwrap(), "--events-url", "http://127.0.0.1:9/others"];
    let changed = Sandbox::with(&options);
    assert_eq!(read(&changed, "/app")["events_url"], "http://127.0.0.1:9/others", "an option comes before the file");
}

#[cfg(unix)]
#[test]
fn a_signal_saves_the_state() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("sandbox.json");
        let sandbox = Sandbox::with(&["--state", file.to_str().unwrap()]);
        sandbox.text(&["generate", "--posts", "2"]);
        let posts = read(&sandbox, "/posts");
        assert_eq!(sandbox.end_by(signal), Some(0));
        assert_eq!(read(&Sandbox::with(&["--state", file.to_str().unwrap()]), "/posts"), posts, "{signal}");
    }
}

/// `nohup` decides that the end of the terminal is not the end of the sandbox.
#[cfg(target_os = "linux")]
#[test]
fn with_nohup_the_end_of_the_terminal_is_ignored() {
    let mut sandbox = Command::new("nohup")
        .args([env!("CARGO_BIN_EXE_open-platform"), "sandbox", "--stop-with-stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(sandbox.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", sandbox.id())).unwrap();
    let bits = |name: &str| {
        let bits = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        u64::from_str_radix(bits.trim(), 16).unwrap()
    };
    assert_eq!((bits("SigIgn:") & 1, bits("SigCgt:") & 1), (1, 0), "SIGHUP stays ignored: {status}");
    drop(sandbox.stdin.take());
    assert_eq!(sandbox.wait().unwrap().code(), Some(0));
}

#[test]
fn a_file_that_cannot_be_used_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    fs::write(&file, "{}").unwrap();
    let wrong = crate::sandbox::run("", &["sandbox", "--state", file.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(3), "{wrong:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{}", "it is left as it is");
    let missing = folder.path().join("none/sandbox.json");
    let wrong = crate::sandbox::run("", &["sandbox", "--state", missing.to_str().unwrap()]);
    assert_eq!(wrong.status.code(), Some(4), "{wrong:?}");
}
