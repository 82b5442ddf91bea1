//! A sandbox as a process, and commands against it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

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

    /// The value of a variable of the app's environment.
    pub fn setting(&self, name: &str) -> &str {
        &self.environment.iter().find(|(known, _)| known == name).unwrap().1
    }

    /// Sends a request of the app, and returns the response.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        let host = self.url.trim_start_matches("http://");
        let key = self.setting("OPEN_PLATFORM_API_KEY");
        let mut connection = TcpStream::connect(host).unwrap();
        write!(
            connection,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nx-api-key: {key}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        connection.read_to_string(&mut response).unwrap();
        response
    }

    /// Ends it by a signal, and returns its exit code.
    #[cfg(unix)]
    pub fn end_by(mut self, signal: &str) -> Option<i32> {
        assert!(Command::new("kill").args(["-s", signal, &self.process.id().to_string()]).status().unwrap().success());
        self.process.wait().unwrap().code()
    }

    /// Starts a command that goes on until it is stopped.
    pub fn start_command(&self, arguments: &[&str]) -> Running {
        let mut process = Command::new(env!("CARGO_BIN_EXE_open-platform"))
            .args(arguments)
            .env("OPEN_PLATFORM_SANDBOX_URL", &self.url)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap());
        Running { process, lines }
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

/// A command that runs until it is stopped.
pub struct Running {
    process: Child,
    lines: BufReader<ChildStdout>,
}

impl Running {
    /// The next line with this text. Fails at the end of the output.
    pub fn until(&mut self, part: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "no line with {part}: {all}");
            if line.contains(part) {
                return line;
            }
            all += &line;
        }
    }

    /// Waits for its end, and returns its exit code.
    pub fn ended(mut self) -> Option<i32> {
        self.process.wait().unwrap().code()
    }

    /// Stops it by Ctrl-C, and returns its exit code.
    pub fn stop(mut self) -> Option<i32> {
        assert!(Command::new("kill").args(["-s", "INT", &self.process.id().to_string()]).status().unwrap().success());
        self.process.wait().unwrap().code()
    }
}
