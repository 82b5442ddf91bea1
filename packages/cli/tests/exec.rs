//! `open-platform exec` and `open-platform sandbox` at a terminal, as processes.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");

fn exec(options: &[&str], script: &str) -> Output {
    Command::new(PROGRAM)
        .arg("exec")
        .args(options)
        .args(["--", "bash", "-c", script])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A function for bash: sends a request with the API key to the sandbox, and prints the response.
const REQUEST: &str = r#"
request() {
    local place=${OPEN_PLATFORM_SANDBOX_URL#http://}
    exec 3<>"/dev/tcp/${place%:*}/${place#*:}"
    printf '%s %s HTTP/1.1\r\nhost: %s\r\nx-api-key: %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s' \
        "$1" "$2" "$place" "$OPEN_PLATFORM_API_KEY" "${#3}" "$3" >&3
    cat <&3
}
"#;

#[test]
fn the_program_gets_the_settings_of_an_app_and_its_exit_code_is_passed_on() {
    let output = exec(&[], &format!("{REQUEST} env; request GET /_sandbox/worlds/default/posts ''; exit 7"));
    assert_eq!(output.status.code(), Some(7));
    let printed = text(&output.stdout);
    for name in ["SANDBOX_URL=http://127.0.0.1:", "API_KEY=key_", "CLIENT_ID=default-app", "CLIENT_SECRET=secret_"] {
        assert!(printed.contains(&format!("OPEN_PLATFORM_{name}")), "{name}: {printed}");
    }
    assert!(printed.contains("HTTP/1.1 200"), "{printed}");
    assert!(text(&output.stderr).starts_with("sandbox: http://127.0.0.1:"), "{}", text(&output.stderr));
}

#[test]
fn a_program_may_stand_without_two_hyphens_before_it() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap();
    let output = run(&["exec", "--seed", "8", "bash", "-c", "echo $0 $1; exit 7", "--json", "--open"]);
    assert_eq!(output.status.code(), Some(7), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "--json --open\n");
    let misspelt = run(&["exec", "--opne", "true"]);
    assert!(
        misspelt.status.code() == Some(2) && text(&misspelt.stderr).contains("'--open'"),
        "{}",
        text(&misspelt.stderr)
    );
}

#[test]
fn settings_of_the_app_and_the_clock_can_be_given() {
    let options = ["--redirect-uri", "http://127.0.0.1:9/back", "--at", "2026-03-21T00:00:00Z", "--freeze"];
    let script = format!("{REQUEST} env; request GET /_sandbox/worlds/default/clock ''");
    let printed = text(&exec(&options, &script).stdout);
    assert!(printed.contains("OPEN_PLATFORM_REDIRECT_URI=http://127.0.0.1:9/back"), "{printed}");
    assert!(printed.contains("2026-03-21T00:00:00"), "{printed}");
    assert!(printed.contains(r#""frozen":true"#), "{printed}");
}

#[test]
fn the_server_of_an_app_on_a_phone_keeps_a_redirect_address_of_its_own() {
    let phone = ["--redirect-uri", "com.example.app:/oauth"];
    let web = ["--redirect-uri", "http://127.0.0.1:9/back"];
    for (options, of_server) in [(vec![phone], "http://127.0.0.1:8000/oauth/callback"), (vec![phone, web], web[1])] {
        let output =
            exec(&options.concat(), &format!("{REQUEST} request GET /_sandbox/worlds/default/app ''; echo; env"));
        let printed = text(&output.stdout);
        let settings = printed.lines().filter_map(|line| line.split_once('='));
        let settings: Vec<_> = settings.filter(|(name, _)| name.starts_with("OPEN_PLATFORM_")).collect();
        assert!(settings.contains(&("OPEN_PLATFORM_REDIRECT_URI", of_server)), "{settings:?}");
        open_platform::OpenPlatform::builder().environment(settings).build().unwrap();
        assert!(printed.contains("\"com.example.app:/oauth\""), "{printed}");
        let port = of_server.rsplit_once(":").unwrap().1.split_once('/').unwrap().0;
        assert!(printed.contains(&format!("http://127.0.0.1:{port}/hooks/events")), "{printed}");
    }
}

#[test]
fn a_program_that_succeeds_fails_by_what_the_sandbox_saw() {
    let old = format!(
        "{REQUEST} request GET /base/v1/open-platform/finder/post/nope ''; request POST /base/v1/open-platform/add-ons/post/nope '{{}}'"
    );
    let event = format!(
        "{REQUEST} conversation=$(request GET /_sandbox/worlds/default/conversations '' | grep -o '\"id\":\"[^\"]*' | head -n 1 | cut -d '\"' -f 4); \
         request POST /_sandbox/worlds/default/conversations/$conversation/messages '{{\"user\":\"buyer\",\"text\":\"hello\"}}'"
    );
    let write = "request POST /api/v2/open-platform/add-ons/post/nope '{}'";
    let twice = format!("{REQUEST} {write}; {write}");
    for (kind, script, said) in [
        ("deprecated", old, "is deprecated: use"),
        ("undelivered", event, "NEW_MESSAGE was not delivered"),
        ("duplicate", twice, "was sent 2 times with the same body"),
    ] {
        assert_eq!(exec(&[], &script).status.code(), Some(0), "{kind}");
        let output = exec(&["--fail-on", kind], &script);
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(said), "{kind}: {}", text(&output.stderr));
        let output = exec(&["--fail-on", kind], &format!("{script}; exit 3"));
        assert_eq!(output.status.code(), Some(3), "the code of the program is more important: {kind}");
    }
    let quiet = format!("{REQUEST} request GET /base/v1/open-platform/assets/city ''");
    assert_eq!(
        exec(&["--fail-on", "deprecated,duplicate,credential,undelivered,refused"], &quiet).status.code(),
        Some(0)
    );
}

#[test]
fn a_write_that_was_refused_by_a_limit_may_be_sent_again() {
    let fault = r#"{"times":1,"on":{"method":"POST"},"effects":[{"kind":"rate_limit"}]}"#;
    let write = "request POST /api/v2/open-platform/add-ons/post/nope '{}'";
    let script = format!("{REQUEST} request POST /_sandbox/worlds/default/faults '{fault}'; {write}; {write}");
    let output = exec(&["--fail-on", "duplicate"], &script);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("HTTP/1.1 429"), "{}", text(&output.stdout));
}

/// A function for bash: sends a request that the platform refuses, for the world of the argument.
const REFUSED: &str = "refused() { request GET /worlds/$1/base/v1/open-platform/finder/post/nope ''; }";

#[test]
fn requests_of_every_world_count_also_of_one_that_was_deleted_or_reset() {
    let world = "/_sandbox/worlds/w1";
    for end in ["", "request DELETE $world ''", "request POST $world/reset ''"] {
        let script = format!("{REQUEST}\n{REFUSED}\nworld={world}; request PUT $world ''; refused w1; {end}");
        let output = exec(&["--fail-on", "refused"], &script);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{end}: {said}");
        assert!(said.contains("refused: world w1: request 1: posts.get: 401 "), "{end}: {said}");
        assert_eq!(said.matches("refused:").count(), 1, "{end}: {said}");
    }
    // What a snapshot still has counts once.
    let script = format!(
        "{REQUEST}\n{REFUSED}\nworld=/_sandbox/worlds/default; refused default; request POST $world/snapshots ''; \
         refused default; request POST $world/snapshots/1/restore ''"
    );
    let output = exec(&["--json", "--fail-on", "refused"], &script);
    let report: serde_json::Value = serde_json::from_str(text(&output.stderr).lines().last().unwrap()).unwrap();
    let number = |found: &serde_json::Value| found["text"].as_str().unwrap().split(':').next().unwrap().to_owned();
    let mut found: Vec<_> = report["found"].as_array().unwrap().iter().map(number).collect();
    found.sort();
    assert_eq!((found, &report["requests"]), (vec!["request 1".to_owned(), "request 2".into()], &2.into()), "{report}");
}

#[test]
fn sandboxes_that_the_program_starts_count() {
    // As the test helpers of the libraries start one.
    let start = format!(
        "coproc S {{ exec '{PROGRAM}' sandbox --stop-with-stdin; }}; read -r line <&${{S[0]}}; \
         OPEN_PLATFORM_SANDBOX_URL=$(grep -o '\"url\":\"[^\"]*' <<<\"$line\" | cut -d '\"' -f 4)"
    );
    for (end, said) in [
        ("fd=${S[1]}; exec {fd}>&-; wait $S_PID", "refused: world w2: request 1: posts.get: 401 "),
        // It ends a little after the program.
        ("exit 0", "refused: world w2: request 1: posts.get: 401 "),
        ("kill -KILL $S_PID; wait $S_PID; true", "unchecked: a sandbox that the program started was killed"),
    ] {
        let script =
            format!("{REQUEST}\n{REFUSED}\n{start}; request PUT /_sandbox/worlds/w2 ''; refused w2 >/dev/null; {end}");
        let output = exec(&["--fail-on", "refused"], &script);
        assert_eq!(output.status.code(), Some(1), "{end}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(said), "{end}: {}", text(&output.stderr));
    }
}

#[test]
fn a_program_of_which_no_sandbox_saw_anything_was_not_checked() {
    let output = exec(&["--fail-on", "deprecated"], "true");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("unchecked: no sandbox saw a request or an event, so nothing was checked"), "{said}");
    assert_eq!(exec(&["--fail-on", "deprecated"], "exit 3").status.code(), Some(3));
    assert_eq!(exec(&[], "true").status.code(), Some(0), "without --fail-on nothing is checked");
}

#[test]
fn the_report_is_json() {
    let script = format!("{REQUEST} request GET /base/v1/open-platform/finder/post/nope ''");
    let output = exec(&["--json", "--fail-on", "refused,undelivered"], &script);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        text(&output.stderr).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["app"].as_str().unwrap().starts_with("http://127.0.0.1:8000/?post_token="), "{lines:?}");
    let report = &lines[1];
    assert_eq!((&report["code"], &report["passed"], &report["requests"]), (&0.into(), &false.into(), &1.into()));
    assert_eq!(report["found"][0]["finding"], "refused");
    assert!(report["found"][0]["text"].as_str().unwrap().starts_with("request 1: posts.get: 404"), "{report}");
}

#[test]
fn an_address_that_a_sandbox_cannot_call_is_refused_with_the_reason() {
    for option in ["--events-url", "--start-url", "--dynamic-action-url"] {
        for address in ["https://app.example/events", "/events", "ftp://127.0.0.1/"] {
            let output = exec(&[option, address], "true");
            assert_eq!(output.status.code(), Some(2), "{option} {address}");
        }
    }
    assert!(text(&exec(&["--events-url", "http://app.example/"], "true").stderr).contains("this machine only"));
}

#[test]
fn coverage_lists_what_the_sandboxes_of_a_program_never_met() {
    let consent = r#"{"authorize_url":"%s/auth/oauth2/auth?response_type=code&client_id=default-app&scope=USER_PHONE&state=0123456789abcdef&redirect_uri=http%%3A%%2F%%2F127.0.0.1%%3A8000%%2Foauth%%2Fcallback","decision":"deny"}"#;
    let script = format!(
        "{REQUEST} request POST /_sandbox/worlds/default/consent \"$(printf '{consent}' $OPEN_PLATFORM_SANDBOX_URL)\""
    );
    let run = |options: &[&str], program: &[&str]| {
        Command::new(PROGRAM).args(options).arg("--").args(program).stdin(Stdio::null()).output().unwrap()
    };
    let program = [PROGRAM, "exec", "--", "bash", "-c", &script];
    let output = run(&["coverage", "--require", "denial"], &program);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}{said}", text(&output.stdout));
    assert!(said.contains("your tests met 1 of 13 cases, and never:"), "{said}");
    assert!(said.contains("  lost refresh ") && !said.contains("  denial"), "{said}");

    let output = run(&["--json", "coverage", "--require", "denial,lost refresh"], &program);
    assert_eq!(output.status.code(), Some(1), "a case that is required was not met");
    let report: serde_json::Value = serde_json::from_str(text(&output.stderr).lines().last().unwrap()).unwrap();
    assert_eq!(report["missing"], serde_json::json!(["lost refresh"]));
    assert_eq!(report["sandboxes"], 1);

    let output = run(&["coverage"], &["bash", "-c", "exit 4"]);
    assert_eq!(output.status.code(), Some(4), "the code of the program");
    assert!(text(&output.stderr).contains("no sandbox has ended"));
    assert_eq!(run(&["coverage", "--require", "luck"], &["true"]).status.code(), Some(2));
}

#[test]
fn the_end_by_a_signal_is_passed_on_in_both_directions() {
    assert_eq!(exec(&[], "kill -TERM $$").status.code(), Some(128 + 15));

    for signal in ["TERM", "HUP", "INT"] {
        let script = format!("trap 'kill $!; echo ended; exit 9' {signal}; sleep 60 & echo ready; wait");
        // Tests that run under `nohup` ignore SIGHUP, and so would the programs that they start.
        let mut process = Command::new("env")
            .args(["--default-signal=HUP", PROGRAM, "exec", "--", "bash", "-c", &script])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        assert!(Command::new("kill").args(["-s", signal, &process.id().to_string()]).status().unwrap().success());
        assert_eq!(lines.next().unwrap().unwrap(), "ended", "{signal}");
        assert_eq!(process.wait().unwrap().code(), Some(9), "{signal}");
    }
}

#[test]
fn a_program_that_does_not_exist_is_an_error_with_advice() {
    let output = Command::new(PROGRAM).args(["exec", "--", "/no/such/program"]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output.stderr).contains("/no/such/program cannot be started"), "{}", text(&output.stderr));
    assert_eq!(Command::new(PROGRAM).arg("exec").output().unwrap().status.code(), Some(2));
}

#[test]
fn open_shows_the_console_in_the_browser() {
    let folder = tempfile::tempdir().unwrap();
    let (browser, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    assert!(Command::new("mkfifo").arg(&opened).status().unwrap().success());
    std::fs::write(&browser, format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display())).unwrap();
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).unwrap();
    // The browser is started in the background: the program waits for it.
    let script = format!("read -r opened < '{}'; echo \"$opened = $OPEN_PLATFORM_SANDBOX_URL/\"", opened.display());
    let output = Command::new(PROGRAM)
        .args(["exec", "--open", "--", "bash", "-c", &script])
        .env("PATH", format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = text(&output.stdout);
    let (opened, console) = printed.trim().split_once(" = ").unwrap();
    assert_eq!(opened, console);
}

#[test]
fn a_file_with_other_settings_than_those_of_a_sandbox_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(".env");
    let start = || {
        let mut command = Command::new(PROGRAM);
        command.args(["sandbox", "--stop-with-stdin", "--env-file"]).arg(&file).stdin(Stdio::null()).output().unwrap()
    };
    let others = [
        "OPEN_PLATFORM_API_KEY=real\n",
        "OPEN_PLATFORM_API_KEY=real\nOPEN_PLATFORM_STORE_KEYS=real\n",
        "OPEN_PLATFORM_SANDBOX_URL=http://127.0.0.1:4010\nDATABASE=real\n",
        "OPEN_PLATFORM_SANDBOX_URL=\nOPEN_PLATFORM_API_KEY=real\n",
    ];
    for other in others {
        std::fs::write(&file, other).unwrap();
        let output = start();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{other}: {said}");
        assert!(said.contains("choose another --env-file") && !said.contains("real"), "{other}: {said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), other);
    }
    // One of a sandbox is, and so is an empty one.
    std::fs::write(&file, "").unwrap();
    assert_eq!(start().status.code(), Some(0));
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("OPEN_PLATFORM_API_KEY=key_"), "{written}");
    assert_eq!(start().status.code(), Some(0));
    assert_ne!(std::fs::read_to_string(&file).unwrap(), written, "the sandbox has another port");
}

/// `script` of util-linux runs the command at a terminal.
#[test]
fn at_a_terminal_the_sandbox_prints_its_addresses_and_each_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("app.env");
    let line = format!("exec {PROGRAM} sandbox --env-file '{}'", file.display());
    let mut process = Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(|line| line.unwrap());
    let mut until =
        |part: &str| lines.find(|line| line.contains(part)).unwrap_or_else(|| panic!("no line with {part}"));
    let console = until("Console");
    let url = console.split_whitespace().last().unwrap().trim_end_matches('/').to_owned();
    let export = until("export OPEN_PLATFORM_API_KEY=");
    until("Ctrl-C");
    let key = export.split('\'').nth(1).unwrap().to_owned();
    let mut connection = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    write!(connection, "GET /base/v1/open-platform/finder/post/nope HTTP/1.1\r\nhost: {}\r\nx-api-key: {key}\r\nconnection: close\r\n\r\n", url.trim_start_matches("http://")).unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).unwrap();
    let request = until("posts.get");
    assert!(request.contains("GET    404 posts.get"), "{request}");
    let settings = std::fs::read_to_string(&file).unwrap();
    assert!(settings.contains(&format!("OPEN_PLATFORM_SANDBOX_URL={url}\n")), "{settings}");
    assert!(settings.contains(&format!("OPEN_PLATFORM_API_KEY={key}\n")), "{settings}");
    // Ctrl-C, as the terminal sends it.
    process.stdin.take().unwrap().write_all(b"\x03").unwrap();
    assert_eq!(process.wait().unwrap().code(), Some(0));
}
