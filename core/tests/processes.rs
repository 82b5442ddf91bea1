//! One grant in many processes: real processes, real stores, and a sandbox on a real socket.
//!
//! This program starts itself with the name of the test `child`, and communicates with that process over standard input and
//! output. A child reads its clock from a file, so that hours pass for all of them at once. It can be
//! told to halt at a step of the refresh, where it is killed, or frozen while others continue.

#![cfg(all(unix, feature = "sqlite", feature = "postgres", feature = "redis"))]

#[path = "processes/crashes.rs"]
mod crashes;
#[path = "processes/endurance.rs"]
mod endurance;
#[path = "processes/outages.rs"]
mod outages;
#[path = "processes/parallel.rs"]
mod parallel;
mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use open_platform::OpenPlatform;
use open_platform::client::{Hosts, User};
use open_platform::clock::Clock;
use open_platform::error::{Error, OAuthError, StoreError};
use open_platform::grants::GrantState;
use open_platform::id::GrantKey;
use open_platform::inbox::{Inbox, InboxOptions};
use open_platform::model::event::Subscription;
use open_platform::oauth::Login;
use open_platform::stores::{Encryption, Record, RecordKind, RecordStore, open_store};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use open_platform_sandbox::{Decision, Effect, FaultRule, Grace, Moment, OldAccessToken};
use serde_json::json;
use support::faults::measured;
use support::replicas::Replicas;
use support::servers::Server;
use support::{Fixture, HOUR};
use tempfile::TempDir;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
const SCOPES: &[&str] = &["USER_PHONE", "offline_access", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
/// Longer than a lease.
const LEASE: u64 = 31;

/// The machine's time plus an offset in seconds from a file.
struct FileClock(PathBuf);

impl FileClock {
    fn ahead(&self) -> TimeDelta {
        TimeDelta::seconds(std::fs::read_to_string(&self.0).unwrap().trim().parse().unwrap())
    }
}

#[async_trait]
impl Clock for FileClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now() + self.ahead()
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

/// The step at which a child halts: the n-th time that it reaches it.
struct Steps {
    halt: String,
    count: AtomicUsize,
}

impl Steps {
    /// Reports that the step is reached, and continues when it is told to.
    async fn reach(&self, step: &str) {
        let halt = self.halt.trim_start_matches("keeper ");
        let (halt, nth) = halt.split_once('#').unwrap_or((halt, "1"));
        if halt == step && (self.count.fetch_add(1, Ordering::SeqCst) + 1).to_string() == nth {
            println!("\nAT");
            tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()).unwrap()).await.unwrap();
        }
    }
}

/// A store whose clock follows the file, and whose writes are steps.
struct Stepped {
    store: Arc<dyn RecordStore>,
    clock: FileClock,
    steps: Arc<Steps>,
}

#[async_trait]
impl RecordStore for Stepped {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        self.store.get(kind, key).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.steps.reach(&format!("before {}", kind.as_str())).await;
        let written = self.store.put(kind, key, expected, value).await;
        self.steps.reach(&format!("after {}", kind.as_str())).await;
        written
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.store.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.store.scan(kind, prefix, after, limit).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        Ok(self.store.now().await?.map(|now| now + self.clock.ahead()))
    }

    fn needs_encryption(&self) -> bool {
        self.store.needs_encryption()
    }
}

/// A transport whose requests are steps.
struct SteppedHttp {
    http: Http,
    steps: Arc<Steps>,
}

#[async_trait]
impl Transport for SteppedHttp {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let name = if request.url.contains("/oauth2/token") { "token" } else { "call" };
        self.steps.reach(&format!("before {name}")).await;
        let answer = self.http.send(request).await;
        self.steps.reach(&format!("after {name}")).await;
        answer
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is set by the test that starts this process"))
}

#[test]
#[ignore = "is a process of the other tests"]
fn child() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let steps = Arc::new(Steps { halt: variable("HALT"), count: AtomicUsize::new(0) });
        let clock = || FileClock(variable("CLOCK").into());
        let store = open_store(&variable("STORE"), Encryption::keys([KEY]).unwrap()).unwrap();
        let platform = OpenPlatform::builder()
            .hosts(Hosts::sandbox(variable("SANDBOX")))
            .api_key(variable("API_KEY"))
            .client_id(variable("CLIENT_ID"))
            .client_secret(variable("CLIENT_SECRET"))
            .redirect_uri(variable("REDIRECT_URI"))
            .transport(Arc::new(SteppedHttp { http: Http::new().unwrap(), steps: steps.clone() }))
            .store(Arc::new(Stepped { store, clock: clock(), steps }))
            .store_keys([KEY])
            .clock(Arc::new(clock()))
            // Some of them halt in the middle of a call.
            .timeout(Duration::from_secs(600))
            .build()
            .unwrap();
        let user = platform.user(variable("GRANT"));
        println!("\nREADY");
        if variable("HALT").starts_with("keeper") {
            let keeper = platform.keeper();
            loop {
                keeper.next().await;
            }
        }
        let mut line = String::new();
        while std::io::stdin().read_line(&mut line).unwrap() > 0 {
            let (count, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if count == "work" {
                work(&platform, &user, rest).await;
            }
            let calls: Vec<_> = (0..count.parse().unwrap())
                .map(|_| {
                    let (platform, user, back) = (platform.clone(), user.clone(), rest.to_owned());
                    tokio::spawn(async move {
                        match back.is_empty() {
                            true => user.users().me().await.map(drop),
                            false => platform.oauth().callback(back, "browser").await.map(drop),
                        }
                    })
                })
                .collect();
            let mut good = 0;
            for call in calls {
                match call.await.unwrap() {
                    Ok(()) => good += 1,
                    // Another callback has completed the login.
                    Err(Error::OAuth(OAuthError::StateMismatch)) => {}
                    Err(error) => println!("\nERROR {error}"),
                }
            }
            println!("\nGOOD {good}");
            line.clear();
        }
    });
}

/// The usual work of an app: calls, events, and a keeper. Ends with the process.
async fn work(platform: &OpenPlatform, user: &User, post: &str) -> ! {
    let keeper = platform.keeper();
    tokio::spawn(async move {
        loop {
            keeper.next().await;
        }
    });
    let inbox = Inbox::open(&variable("STORE"), Encryption::keys([KEY]).unwrap(), InboxOptions::default()).unwrap();
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("now", KEY)]).unwrap());
    // In a day, a few calls meet a fault at each of their attempts.
    let unless_a_fault = |error: Error| if error.is_retryable() { Ok(()) } else { Err(error) };
    let lane = async |lane: usize| {
        for number in 0_u64.. {
            user.users().me().await.map(drop).or_else(unless_a_fault)?;
            platform.posts().get(post).await.map(drop).or_else(unless_a_fault)?;
            if !number.is_multiple_of(20) {
                continue;
            }
            let headers = [("authorization", KEY), ("content-type", "application/json")];
            let body = json!({"type": "NEW_MESSAGE", "new_message": {
                "id": format!("e7a08a2c-8ee4-11ef-af{lane:02}-{number:012}"), "type": "TEXT", "text": "hello",
                "conversation": {"id": "c", "type": "POST"},
            }});
            // On a busy machine the store may not answer in time. The platform sends what got a 503 again.
            loop {
                let accepted = webhooks.authenticate("POST", &headers).unwrap();
                match inbox.receive(accepted, body.to_string().into_bytes()).await.status {
                    200 => break,
                    status => assert_eq!(status, 503),
                }
            }
            if let Some(item) = inbox.try_next().await? {
                inbox.ack(item.id).await?;
            }
        }
        Ok::<_, Error>(())
    };
    let ended = tokio::try_join!(lane(0), lane(1), lane(2), lane(3));
    eprintln!("the work ended: {ended:?}");
    std::process::exit(1);
}

/// A process that uses the grant.
struct ChildProcess {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl ChildProcess {
    /// The next line for the test.
    fn read_line(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the child has ended");
            let words = ["READY", "AT", "GOOD", "ERROR"];
            if words.iter().any(|word| line.starts_with(word)) {
                return line.trim().to_owned();
            }
        }
    }

    fn write_line(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// Makes it start this number of calls at once.
    fn call(&mut self, calls: usize) {
        self.write_line(&calls.to_string());
    }

    /// Waits for the calls. All must have succeeded.
    #[track_caller]
    fn expect(&mut self, calls: usize) {
        assert_eq!(self.read_line(), format!("GOOD {calls}"));
    }

    /// Waits for the calls, and returns how many have succeeded.
    fn good(&mut self) -> usize {
        loop {
            let line = self.read_line();
            match line.strip_prefix("GOOD ") {
                Some(calls) => return calls.parse().unwrap(),
                None => eprintln!("{line}"),
            }
        }
    }

    /// Suspends the process, and waits until it has stopped.
    fn freeze(&self) {
        self.signal("STOP");
        let stopped = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
            state.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T'))
        };
        while !stopped() {
            std::thread::yield_now();
        }
    }

    fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args([format!("-{signal}"), process]).status().unwrap().success());
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // SIGKILL, in any state.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A store that exists for the duration of a test.
enum Store {
    File(TempDir),
    Server(Server),
    Replicas(Replicas),
}

impl Store {
    fn all() -> Vec<Self> {
        vec![Self::File(tempfile::tempdir().unwrap()), Self::Server(Server::postgres()), Self::Server(Server::redis())]
    }

    fn address(&self) -> String {
        match self {
            Self::File(directory) => format!("sqlite://{}", directory.path().join("store.db").display()),
            Self::Server(server) => server.address().to_owned(),
            Self::Replicas(replicas) => replicas.address(),
        }
    }

    /// From now on, the server that will replace this one receives no writes.
    async fn fall_behind(&self) {
        match self {
            Self::File(_) => panic!("a file has no replica"),
            Self::Server(server) => server.fall_behind(),
            Self::Replicas(replicas) => replicas.cut_off().await,
        }
    }

    async fn fail_over(&self) {
        match self {
            Self::File(_) => panic!("a file has no replica"),
            Self::Server(server) => server.fail_over(),
            Self::Replicas(replicas) => replicas.promote().await,
        }
    }
}

/// A sandbox and a grant shared by all child processes.
struct Setup {
    fixture: Fixture,
    store: String,
    directory: TempDir,
    grant: GrantKey,
    ahead: u64,
}

impl Setup {
    async fn new(grace: Grace, store: &Store) -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("clock"), "0").unwrap();
        let fixture = Fixture::with((grace, OldAccessToken::StaysValid)).await;
        let mut setup = Self { fixture, store: store.address(), directory, grant: "".into(), ahead: 0 };
        setup.grant = setup.fixture.log_in(&setup.client(), "seller", SCOPES).await;
        setup
    }

    /// A client of the test itself, with the children's store and clock.
    fn client(&self) -> OpenPlatform {
        let steps = Arc::new(Steps { halt: String::new(), count: AtomicUsize::new(0) });
        let store = open_store(&self.store, Encryption::keys([KEY]).unwrap()).unwrap();
        let store = Stepped { store, clock: self.clock(), steps };
        let client = self.fixture.world.client().clock(Arc::new(self.clock()));
        client.store(Arc::new(store)).build().unwrap()
    }

    fn clock(&self) -> FileClock {
        FileClock(self.directory.path().join("clock"))
    }

    /// Advances the clock of all processes.
    async fn advance(&mut self, seconds: u64) {
        self.ahead += seconds;
        // In one step: no reader sees a partial number.
        let fresh = self.directory.path().join("clock.new");
        std::fs::write(&fresh, self.ahead.to_string()).unwrap();
        std::fs::rename(fresh, self.directory.path().join("clock")).unwrap();
        self.fixture.advance(seconds).await;
    }

    fn child(&self) -> ChildProcess {
        self.child_that_halts("")
    }

    fn child_that_halts(&self, step: &str) -> ChildProcess {
        let app = self.fixture.world.app();
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["child", "--exact", "--ignored", "--nocapture"])
            .env("HALT", step)
            .env("STORE", &self.store)
            .env("CLOCK", self.directory.path().join("clock"))
            .env("SANDBOX", self.fixture.world.url())
            .env("API_KEY", app.api_key)
            .env("CLIENT_ID", app.client_id)
            .env("CLIENT_SECRET", app.client_secret)
            .env("REDIRECT_URI", &app.redirect_uris[0])
            .env("GRANT", self.grant.as_str())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut child = ChildProcess { process, input, output };
        assert_eq!(child.read_line(), "READY");
        child
    }

    async fn state(&self) -> GrantState {
        self.client().grants().info(&self.grant).await.unwrap().unwrap().state
    }

    /// Checks that the stored pair works: now, and after one more refresh.
    async fn check_pair(&mut self) {
        self.child_calls(1);
        self.advance(2 * HOUR).await;
        self.child_calls(1);
        assert_eq!(self.state().await, GrantState::Active);
        assert!(self.fixture.newest_token_works());
    }

    /// Makes calls in a new process. All must succeed.
    #[track_caller]
    fn child_calls(&self, calls: usize) {
        let mut child = self.child();
        child.call(calls);
        child.expect(calls);
    }
}

/// The number of repetitions. `OPEN_PLATFORM_ROUNDS` sets another number.
fn rounds(usual: usize) -> usize {
    std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

const ALL_GRACES: [Grace; 5] = [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];
/// The grace semantics with which a lost response can be recovered.
const FORGIVING: [Grace; 4] = [Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];

/// The steps of a refresh. Of the two writes of the grant, the first takes the lease and the second stores the new pair.
const STEPS: [&str; 6] =
    ["before grant#1", "after grant#1", "before token", "after token", "before grant#2", "after grant#2"];

/// What happens to a process in the middle of a refresh.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Interruption {
    Killed,
    /// Frozen for longer than a lease, so that another process refreshes.
    Frozen,
}

/// Whether no client can recover, because the platform ends a grant when its refresh token is used after it is no longer
/// valid.
fn is_fatal(grace: Grace, step: &str, interruption: Interruption) -> bool {
    match (grace, step) {
        // The token was used, once, and no process has the response when the next one needs it.
        (Grace::Strict, "after token" | "before grant#2") => true,
        // The request is sent after the last read of the store, when another process has refreshed and used its tokens.
        (Grace::Strict | Grace::UntilUsed, "before token") => interruption == Interruption::Frozen,
        _ => false,
    }
}
