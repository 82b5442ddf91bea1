//! What the sandbox costs: time to its first line, memory, and reads a second on one core.
//!
//! Targets: ready in 150 ms, 30 MB resident, 5,000 `GET post` a second on one core.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const READS: u32 = 20_000;

/// The sandbox as a user starts it.
struct Running {
    process: Child,
    hello: serde_json::Value,
    ready_ms: f64,
}

impl Running {
    fn start() -> Self {
        let start = Instant::now();
        let mut process = Command::new(env!("CARGO_BIN_EXE_open-platform"))
            .args(["sandbox", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary of this package");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().expect("piped")).read_line(&mut line).expect("one JSON line");
        let ready_ms = start.elapsed().as_secs_f64() * 1e3;
        Self { process, hello: serde_json::from_str(&line).expect("JSON"), ready_ms }
    }

    /// A field of a `/proc` file of the process.
    fn proc(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.process.id())).expect("Linux")
    }

    fn resident_mb(&self) -> f64 {
        let status = self.proc("status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("VmRSS");
        line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).expect("kB") / 1024.0
    }

    /// CPU seconds of all threads.
    fn cpu(&self) -> f64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("threads");
        let nanoseconds: f64 = tasks
            .flatten()
            .filter_map(|task| std::fs::read_to_string(task.path().join("schedstat")).ok())
            .filter_map(|text| text.split(' ').next()?.parse::<f64>().ok())
            .sum();
        nanoseconds / 1e9
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.process.kill().expect("still ours");
        self.process.wait().expect("a child");
    }
}

/// Reads one post again and again on one kept connection.
fn read_posts(url: &str, key: &str, path: &str, times: u32) {
    let address = url.trim_start_matches("http://").split('/').next().expect("an address");
    let mut stream = TcpStream::connect(address).expect("listening");
    stream.set_nodelay(true).expect("TCP");
    let mut answers = BufReader::new(stream.try_clone().expect("a second handle"));
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {key}\r\n\r\n");
    for _ in 0..times {
        stream.write_all(request.as_bytes()).expect("sent");
        let mut length = 0;
        let mut line = String::new();
        let mut first = true;
        loop {
            line.clear();
            answers.read_line(&mut line).expect("a header");
            if std::mem::take(&mut first) {
                assert!(line.contains(" 200 "), "{line}");
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a number");
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        answers.read_exact(&mut body).expect("a body");
    }
}

fn main() {
    let running = Running::start();
    let url = running.hello["url"].as_str().expect("the origin").to_owned();
    let key = running.hello["api_key"].as_str().expect("the key of the default world").to_owned();
    let post = running.hello["post_token"].as_str().expect("a seeded post").to_owned();
    let path = format!("/base/v1/open-platform/finder/post/{post}");
    let idle_mb = running.resident_mb();
    read_posts(&url, &key, &path, 500);
    let before = running.cpu();
    read_posts(&url, &key, &path, READS);
    let per_second = f64::from(READS) / (running.cpu() - before);

    println!("\nSandbox as a process");
    for (what, measured, limit, unit, kept) in [
        ("ready", running.ready_ms, 150.0, "ms", running.ready_ms <= 150.0),
        ("resident when ready", idle_mb, 30.0, "MB", idle_mb <= 30.0),
        ("GET post on one core", per_second, 5_000.0, "/s", per_second >= 5_000.0),
    ] {
        let verdict = if kept { "kept" } else { "MISSED" };
        println!("  {what:<24} {measured:>10.1} {unit:<3} (target {limit} {unit}): {verdict}");
    }
    println!("  resident after {READS} reads: {:.1} MB", running.resident_mb());
}
