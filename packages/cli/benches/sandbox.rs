//! Benchmark of the sandbox: time to its first line of output, resident memory, also when its console has been opened, reads per
//! second on one core.
//!
//! Targets: ready in 10 ms, 12 MB resident, 30 MB with the console, 30,000 `GET post` per second on one core.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

const READS: u32 = 20_000;

/// A running sandbox process.
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

/// One kept connection.
struct Connection {
    stream: TcpStream,
    answers: BufReader<TcpStream>,
    headers: String,
}

impl Connection {
    fn open(url: &str, key: &str) -> Self {
        let address = url.trim_start_matches("http://");
        let stream = TcpStream::connect(address).expect("listening");
        stream.set_nodelay(true).expect("TCP");
        let answers = BufReader::new(stream.try_clone().expect("a second handle"));
        Self { stream, answers, headers: format!("host: {address}\r\nx-api-key: {key}\r\naccept: text/html\r\n") }
    }

    /// The body of a 200.
    fn get(&mut self, path: &str) -> Vec<u8> {
        let request = format!("GET {path} HTTP/1.1\r\n{}\r\n", self.headers);
        self.stream.write_all(request.as_bytes()).expect("sent");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("a status line");
        assert!(line.contains(" 200 "), "{line}");
        let mut length = 0;
        while line != "\r\n" {
            line.clear();
            self.answers.read_line(&mut line).expect("a header");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a number");
            }
        }
        let mut body = vec![0; length];
        self.answers.read_exact(&mut body).expect("a body");
        body
    }
}

fn main() -> ExitCode {
    let running = Running::start();
    let idle_mb = running.resident_mb();
    let hello = &running.hello;
    let url = hello["url"].as_str().expect("the origin");
    let key = hello["environment"]["OPEN_PLATFORM_API_KEY"].as_str().expect("the key of the default world");
    let mut connection = Connection::open(url, key);
    let posts: serde_json::Value =
        serde_json::from_slice(&connection.get("/_sandbox/worlds/default/posts")).expect("the seeded posts");
    let published = posts.as_array().and_then(|posts| posts.iter().find(|post| post["stage"] == "published"));
    let token = &published.expect("a published post")["token"];
    let path = format!("/base/v1/open-platform/finder/post/{}", token.as_str().expect("a token"));

    let page = connection.get("/");
    assert!(String::from_utf8_lossy(&page).contains("console.js"), "the page of the console");
    for part in ["/console.js", "/console.css", "/_sandbox/worlds/default/requests", "/_sandbox/openapi.json"] {
        connection.get(part);
    }
    let console_mb = running.resident_mb();

    for _ in 0..500 {
        connection.get(&path);
    }
    let before = running.cpu();
    for _ in 0..READS {
        connection.get(&path);
    }
    let per_second = f64::from(READS) / (running.cpu() - before);

    println!("\nSandbox as a process");
    let mut code = ExitCode::SUCCESS;
    for (what, measured, limit, unit, kept) in [
        ("ready", running.ready_ms, 10.0, "ms", running.ready_ms <= 10.0),
        ("resident when ready", idle_mb, 12.0, "MB", idle_mb <= 12.0),
        ("resident with the console", console_mb, 30.0, "MB", console_mb <= 30.0),
        ("GET post on one core", per_second, 30_000.0, "/s", per_second >= 30_000.0),
    ] {
        let verdict = if kept { "kept" } else { "MISSED" };
        if !kept {
            code = ExitCode::FAILURE;
        }
        println!("  {what:<26} {measured:>10.1} {unit:<3} (target {limit} {unit}): {verdict}");
    }
    println!("  resident after {READS} reads, which it records: {:.1} MB", running.resident_mb());
    code
}
