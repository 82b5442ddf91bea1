//! An example as a process, with a sandbox in the process of the test.

use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use open_platform_sandbox::{Sandbox, World};
use serde_json::{Value, json};

use crate::browser::Browser;

/// The time limit of waits, in milliseconds. Generous, because the machine may be busy.
const TIMEOUT: i64 = 30_000;

/// A running example and its sandbox.
pub struct App {
    pub world: World,
    pub url: String,
    sandbox: Sandbox,
    process: Child,
    log: Option<JoinHandle<String>>,
}

impl App {
    /// Starts a sandbox and the example, configured by the environment.
    pub async fn start(program: &str) -> Self {
        let sandbox = Sandbox::start().await.unwrap();
        let world = sandbox.default_world();
        // The redirect URI must be known before the start, so the port is chosen here. Another process may bind it
        // meanwhile.
        for _ in 0..10 {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
            let url = format!("http://127.0.0.1:{port}");
            world.configure_app(|app| {
                app.redirect_uris = vec![format!("{url}/oauth/callback")];
                app.events_url = format!("{url}/hooks/events");
                app.start_url = format!("{url}/hooks/start");
                app.dynamic_action_url = format!("{url}/hooks/actions");
            });
            let settings = world.app();
            let mut process = Command::new(program)
                .env_clear()
                .env("PORT", port.to_string())
                .env("OPEN_PLATFORM_SANDBOX_URL", sandbox.url())
                .env("OPEN_PLATFORM_API_KEY", &settings.api_key)
                .env("OPEN_PLATFORM_CLIENT_ID", &settings.client_id)
                .env("OPEN_PLATFORM_CLIENT_SECRET", &settings.client_secret)
                .env("OPEN_PLATFORM_IDENTIFICATION_KEYS", &settings.identification_key)
                .env("OPEN_PLATFORM_REDIRECT_URI", format!("{url}/oauth/callback"))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut ready = String::new();
            BufReader::new(process.stdout.take().unwrap()).read_line(&mut ready).unwrap();
            let mut stderr = process.stderr.take().unwrap();
            let log = std::thread::spawn(move || {
                let mut log = String::new();
                stderr.read_to_string(&mut log).unwrap();
                log
            });
            if ready.trim_end() == format!("listening on {url}") {
                return Self { world, url, sandbox, process, log: Some(log) };
            }
            process.wait().unwrap();
            let log = log.join().unwrap();
            assert!(log.contains("AddrInUse"), "the example did not start: {ready}{log}");
        }
        panic!("no port was free");
    }

    /// A new browser.
    pub fn browser(&self) -> Browser {
        Browser::new()
    }

    /// Waits until the app has made this many calls of an endpoint with status 200.
    pub async fn calls(&self, endpoint: &str, count: usize) {
        self.wait(json!({ "for": "request", "endpoint": endpoint, "status": 200, "count": count })).await;
    }

    /// Waits until the app has accepted this many events.
    pub async fn events(&self, kind: &str, count: usize) {
        self.wait(json!({ "for": "delivery", "event": kind, "count": count })).await;
    }

    async fn wait(&self, mut expectation: Value) {
        expectation["timeout_milliseconds"] = TIMEOUT.into();
        let url = format!("{}/_sandbox/worlds/{}/wait", self.sandbox.url(), self.world.name());
        let page = self.browser().send("POST", &url, "application/json", expectation.to_string().into()).await;
        let waited: Value = serde_json::from_str(&page.text).unwrap();
        assert_eq!((page.status, &waited["met"]), (200, &json!(true)), "{expectation}: {waited}");
    }

    /// The id of the initial conversation of a world: `buyer` asks `seller` about a post.
    pub fn conversation(&self) -> String {
        self.world.conversations().remove(0).id
    }

    /// The texts of the conversation, oldest first.
    pub fn texts(&self, conversation: &str) -> Vec<String> {
        let messages = self.world.messages(conversation);
        messages.iter().map(|written| written.message.text().unwrap_or_default().to_owned()).collect()
    }

    /// Stops the app, and checks that no credential was misplaced and that no secret and no phone number was logged.
    pub fn finish(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        let log = self.log.take().unwrap().join().unwrap();
        let ledger = self.world.ledger();
        assert_eq!(ledger.misplaced_credentials(), []);
        let settings = self.world.app();
        for secret in [&settings.api_key, &settings.client_secret, &settings.identification_key] {
            assert!(!log.contains(secret), "a credential is in the log: {log}");
        }
        assert!(!log.contains("ory_"), "a token or code is in the log: {log}");
        for user in self.world.users() {
            assert!(!log.contains(&user.phone), "a phone number is in the log: {log}");
        }
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // Stopped already if the test passed.
        let _ = self.process.kill();
        let _ = self.process.wait();
        if let Some(log) = self.log.take().filter(|_| std::thread::panicking()) {
            eprintln!("the log of the app:\n{}", log.join().unwrap_or_default());
        }
    }
}
