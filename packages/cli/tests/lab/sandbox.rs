//! A sandbox as a process, and commands against it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// A sandbox as a process. It ends with its standard input.
pub struct Sandbox {
    process: Child,
    pub url: String,
    /// The environment of an app that uses it.
    pub environment: Vec<(String, String)>,
}

impl Sandbox {
    pub fn start() -> Self {
        let sandbox =
            Self::with(&["--freeze", "--at", "2026-01-02T09:00:00Z", "--redirect-uri", "https://app.example"]);
        let redirect_uri = sandbox.environment.iter().find(|(name, _)| name == "OPEN_PLATFORM_REDIRECT_URI");
        assert_eq!(redirect_uri.unwrap().1, "https://app.example", "without a slash at its end, as it was given");
        sandbox
    }

    /// A sandbox with these options.
    pub fn with(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_open-platform"))
            .args(["sandbox", "--stop-with-stdin"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let about: Value = serde_json::from_str(&line).unwrap();
        let environment = about["environment"].as_object().unwrap().iter();
        let environment = environment.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect();
        Self { process, url: about["url"].as_str().unwrap().to_owned(), environment }
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        run(&self.url, arguments)
    }

    pub fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[&["--json"], arguments].concat())).unwrap()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Runs the command against the sandbox at an address.
pub fn run(url: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_open-platform"));
    command.args(arguments).env("OPEN_PLATFORM_SANDBOX_URL", url).stdin(Stdio::null()).output().unwrap()
}
