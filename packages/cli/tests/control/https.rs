//! A sandbox with HTTPS, and commands and programs that use it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::sandbox::Sandbox;

const PROGRAM: &str = env!("CARGO_BIN_EXE_open-platform");
const VARIABLE: &str = "OPEN_PLATFORM_ROOT_CERTIFICATES_PEM";

/// Runs the command with these variables, and returns its exit code and its output.
fn run(arguments: &[&str], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = Command::new(PROGRAM);
    let output = command.args(arguments).envs(environment.iter().copied()).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn commands_trust_the_ca_that_the_environment_names() {
    let sandbox = Sandbox::with(&["--https", "--freeze"]);
    assert!(sandbox.url.starts_with("https://127.0.0.1:"), "{}", sandbox.url);
    assert_eq!(sandbox.setting("OPEN_PLATFORM_SANDBOX_URL"), sandbox.url);
    let ca = PathBuf::from(sandbox.setting(VARIABLE));
    let (url, ca_path) = (sandbox.url.clone(), ca.to_str().unwrap().to_owned());
    let trusted = [("OPEN_PLATFORM_SANDBOX_URL", &*url), (VARIABLE, &*ca_path)];
    let (code, text) = run(&["clock", "advance", "1h"], &trusted);
    assert_eq!(code, Some(0), "{text}");
    let doctor = |ca: &str| {
        let api_key = ("OPEN_PLATFORM_API_KEY", sandbox.setting("OPEN_PLATFORM_API_KEY"));
        run(&["doctor"], &[("OPEN_PLATFORM_SANDBOX_URL", &*url), (VARIABLE, ca), api_key]).1
    };
    let text = doctor(&ca_path);
    assert!(text.contains("the sandbox answers at") && text.contains("the API key is accepted"), "{text}");
    let text = doctor("");
    assert!(text.contains("the sandbox does not answer: the TLS handshake failed"), "{text}");

    let (code, text) = run(&["clock", "show"], &[("OPEN_PLATFORM_SANDBOX_URL", &*url), (VARIABLE, "")]);
    assert!(code == Some(4) && text.contains(VARIABLE) && text.contains("not trusted"), "{code:?}: {text}");
    let (code, text) = run(&["clock", "show"], &[("OPEN_PLATFORM_SANDBOX_URL", &*url), (VARIABLE, "/no/such.pem")]);
    assert!(code == Some(4) && text.contains("/no/such.pem"), "{code:?}: {text}");
    let plain = url.replace("https:", "http:");
    let (_, text) = run(&["clock", "show"], &[("OPEN_PLATFORM_SANDBOX_URL", &*plain)]);
    assert!(text.contains(&format!("its address is {url}")), "{text}");

    let directory = ca.parent().unwrap().to_owned();
    for file in ["ca.pem", "app.pem", "app-key.pem"] {
        assert_private(&directory.join(file));
    }
    assert!(!directory.join("ca-key.pem").exists());
    drop(sandbox);
    assert!(!directory.exists(), "the files are gone with the sandbox");
}

fn assert_private(file: &Path) {
    assert!(file.is_file(), "{}", file.display());
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.display());
    }
}

#[test]
fn a_program_of_exec_trusts_the_ca() {
    // The program is this command: it sends requests to the sandbox as an app does, with the variables that it gets.
    let words = [
        "--json", "exec", "--https", "--freeze", "--", PROGRAM, "--json", "token", "--user", "seller", "--scope",
        "USER_ID",
    ];
    let (code, text) = run(&words, &[("OPEN_PLATFORM_STORE", "memory:")]);
    assert!(
        code == Some(0) && text.contains("access_token") && text.contains("https://127.0.0.1:"),
        "{code:?}: {text}"
    );
}

#[cfg(unix)]
#[test]
fn a_recording_below_exec_trusts_the_ca() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("traffic.har");
    let file = file.to_str().unwrap();
    let app = r#"curl --silent --header "x-api-key: $OPEN_PLATFORM_API_KEY" \
        "$OPEN_PLATFORM_SANDBOX_URL/base/v1/open-platform/assets/city""#;
    let words = ["exec", "--https", "--", PROGRAM, "record", file, "--", "bash", "-c", app];
    let (code, text) = run(&words, &[]);
    assert!(code == Some(0) && text.contains("records the requests to https://127.0.0.1:"), "{code:?}: {text}");
    assert!(text.contains(&format!("1 request in {file}\n")), "{text}");
    let (code, text) = run(&["record", file, "--", "true"], &[(VARIABLE, "/no/such.pem")]);
    assert!(code == Some(4) && text.contains("/no/such.pem") && text.contains("unset it"), "{code:?}: {text}");
}

#[test]
fn a_new_ca_replaces_no_files_of_an_app() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for name in ["app.pem", "app-key.pem"] {
        let file = folder.path().join(name);
        std::fs::write(&file, "the user's own").unwrap();
        for command in [&["sandbox", "--stop-with-stdin"][..], &["exec", "--", "true"]] {
            let (first, rest) = command.split_first().unwrap();
            let words = [&[*first, "--https", "--https-dir", path], rest].concat();
            let (code, text) = run(&words, &[]);
            assert!(code == Some(4) && text.contains(name) && text.contains("--https-dir"), "{code:?}: {text}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "the user's own");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no CA is made");
        std::fs::remove_file(file).unwrap();
    }
    drop(Sandbox::with(&["--https", "--https-dir", path]));
    let (code, text) = run(&["exec", "--https", "--https-dir", path, "--", PROGRAM, "--version"], &[]);
    assert_eq!(code, Some(0), "the files of an earlier sandbox are replaced: {text}");
}

#[test]
fn a_kept_ca_is_the_same_after_a_restart_and_other_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("certificates");
    let path = directory.to_str().unwrap();
    let options = ["--https", "--https-dir", path, "--https-name", "10.0.2.2"];
    let ca = |sandbox: &Sandbox| std::fs::read_to_string(sandbox.setting(VARIABLE)).unwrap();
    let first = ca(&Sandbox::with(&options));
    assert_eq!(ca(&Sandbox::with(&options)), first);
    assert_private(&directory.join("ca-key.pem"));
    assert_private(&directory.join("app-key.pem"));
    let (code, text) = run(&["sandbox", "--https", "--https-dir", path, "--https-name", "my-host.test"], &[]);
    assert!(code == Some(4) && text.contains("my-host.test") && text.contains("--https-dir"), "{code:?}: {text}");
    let (code, text) = run(&["sandbox", "--https-name", "my-host.test"], &[]);
    assert!(code == Some(2) && text.contains("--https"), "{code:?}: {text}");
}

#[test]
fn an_environment_file_can_be_replaced_with_and_without_https() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(".env.sandbox");
    for https in [true, false, true] {
        let mut options = vec!["--env-file", file.to_str().unwrap()];
        options.extend(https.then_some("--https"));
        let sandbox = Sandbox::with(&options);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.contains(&format!("{VARIABLE}=/")), https, "{text}");
        assert!(text.contains(&sandbox.url), "{text}");
    }
}
