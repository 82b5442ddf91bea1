//! One grant in many processes: real processes, real stores, a sandbox on a real socket.
//!
//! This program is its own worker: it starts itself with the name of the test `worker`, and talks with it over standard
//! input and output. A worker takes its time from a file, so that hours pass at once for all of them, and can be told to
//! stand still at a step of the refresh: there it is killed, or frozen while others go on.

#![cfg(all(unix, feature = "sqlite", feature = "postgres", feature = "redis"))]

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
use open_platform::stores::{Encryption, Kind, Record, RecordStore, open_store};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use open_platform_sandbox::{Decision, Effect, FaultRule, Grace, Moment, OldAccessToken};
use serde_json::json;
use support::faults::measured;
use support::servers::Server;
use support::{HOUR, Place};
use tempfile::TempDir;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
const SCOPES: &[&str] = &["USER_PHONE", "offline_access", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
/// Longer than a lease.
const LEASE: u64 = 31;

/// The machine's time and what the file says to add, in seconds.
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

/// Where a worker stands still: the n-th time that it gets there.
struct Steps {
    halt: String,
    count: AtomicUsize,
}

impl Steps {
    /// Says that it is there, and goes on when it is told to.
    async fn reach(&self, step: &str) {
        let halt = self.halt.trim_start_matches("keeper ");
        let (halt, nth) = halt.split_once('#').unwrap_or((halt, "1"));
        if halt == step && (self.count.fetch_add(1, Ordering::SeqCst) + 1).to_string() == nth {
            println!("\nAT");
            tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()).unwrap()).await.unwrap();
        }
    }
}

/// A store whose time goes on with the file's, and whose writes are steps.
struct Stepped {
    store: Arc<dyn RecordStore>,
    clock: FileClock,
    steps: Arc<Steps>,
}

#[async_trait]
impl RecordStore for Stepped {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        self.store.get(kind, key).await
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.steps.reach(&format!("before {}", kind.as_str())).await;
        let written = self.store.put(kind, key, expected, value).await;
        self.steps.reach(&format!("after {}", kind.as_str())).await;
        written
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.store.delete(kind, key, expected).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        self.store.list(kind, prefix).await
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        Ok(self.store.now().await?.map(|now| now + self.clock.ahead()))
    }

    fn needs_encryption(&self) -> bool {
        self.store.needs_encryption()
    }
}

/// The wire, whose requests are steps.
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
fn worker() {
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
            // Some of them stand still in the middle of a call.
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
                    // Another one has completed the login.
                    Err(Error::OAuth(OAuthError::StateMismatch)) => {}
                    Err(error) => println!("\nERROR {error}"),
                }
            }
            println!("\nGOOD {good}");
            line.clear();
        }
    });
}

/// What an app does all day: calls, events, and a keeper beside them. Ends with the process, or ends it.
async fn work(platform: &OpenPlatform, user: &User, post: &str) -> ! {
    let keeper = platform.keeper();
    tokio::spawn(async move {
        loop {
            keeper.next().await;
        }
    });
    let inbox = Inbox::open(&variable("STORE"), Encryption::keys([KEY]).unwrap(), InboxOptions::default()).unwrap();
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("now", KEY)]).unwrap());
    // In a day a few calls meet a fault at each of their attempts.
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
            let accepted = webhooks.authenticate("POST", &headers).unwrap();
            assert_eq!(inbox.receive(accepted, body.to_string().into_bytes()).await.status, 200);
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

/// A process that works with the grant.
struct Worker {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Worker {
    /// The next line that is meant for the test.
    fn hear(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the worker has ended");
            let words = ["READY", "AT", "GOOD", "ERROR"];
            if words.iter().any(|word| line.starts_with(word)) {
                return line.trim().to_owned();
            }
        }
    }

    fn tell(&mut self, text: &str) {
        writeln!(self.input, "{text}").unwrap();
    }

    /// Lets it make so many calls at once.
    fn call(&mut self, calls: usize) {
        self.tell(&calls.to_string());
    }

    /// Waits for the calls, all of which must have succeeded.
    #[track_caller]
    fn expect(&mut self, calls: usize) {
        assert_eq!(self.hear(), format!("GOOD {calls}"));
    }

    /// Stops it where it is, and waits until it has stopped.
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

impl Drop for Worker {
    fn drop(&mut self) {
        // SIGKILL, whatever it does.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A store that is there for the length of a test.
enum Store {
    File(TempDir),
    Server(Server),
}

impl Store {
    fn all() -> Vec<Self> {
        vec![Self::File(tempfile::tempdir().unwrap()), Self::Server(Server::postgres()), Self::Server(Server::redis())]
    }

    fn address(&self) -> String {
        match self {
            Self::File(directory) => format!("sqlite://{}", directory.path().join("store.db").display()),
            Self::Server(server) => server.address().to_owned(),
        }
    }
}

/// A sandbox and a grant that all workers share.
struct Scene {
    place: Place,
    store: String,
    directory: TempDir,
    grant: GrantKey,
    ahead: u64,
}

impl Scene {
    async fn new(grace: Grace, store: &Store) -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("clock"), "0").unwrap();
        let place = Place::with((grace, OldAccessToken::LivesOn)).await;
        let mut scene = Self { place, store: store.address(), directory, grant: "".into(), ahead: 0 };
        scene.grant = scene.place.log_in(&scene.client(), "seller", SCOPES).await;
        scene
    }

    /// A client of the test's own, with the workers' store and time.
    fn client(&self) -> OpenPlatform {
        let steps = Arc::new(Steps { halt: String::new(), count: AtomicUsize::new(0) });
        let store = open_store(&self.store, Encryption::keys([KEY]).unwrap()).unwrap();
        let store = Stepped { store, clock: self.clock(), steps };
        let client = self.place.world.client().clock(Arc::new(self.clock()));
        client.store(Arc::new(store)).build().unwrap()
    }

    fn clock(&self) -> FileClock {
        FileClock(self.directory.path().join("clock"))
    }

    /// Lets time pass for everyone.
    async fn advance(&mut self, seconds: u64) {
        self.ahead += seconds;
        // In one step: no reader sees half a number.
        let fresh = self.directory.path().join("clock.new");
        std::fs::write(&fresh, self.ahead.to_string()).unwrap();
        std::fs::rename(fresh, self.directory.path().join("clock")).unwrap();
        self.place.advance(seconds).await;
    }

    fn worker(&self) -> Worker {
        self.worker_that_halts("")
    }

    fn worker_that_halts(&self, step: &str) -> Worker {
        let app = self.place.world.app();
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["worker", "--exact", "--ignored", "--nocapture"])
            .env("HALT", step)
            .env("STORE", &self.store)
            .env("CLOCK", self.directory.path().join("clock"))
            .env("SANDBOX", self.place.world.url())
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
        let mut worker = Worker { process, input, output };
        assert_eq!(worker.hear(), "READY");
        worker
    }

    async fn state(&self) -> GrantState {
        self.client().grants().info(&self.grant).await.unwrap().unwrap().state
    }

    /// Whether what is stored still works: now, and after one more refresh.
    async fn lives_on(&mut self) {
        self.worker_calls(1);
        self.advance(2 * HOUR).await;
        self.worker_calls(1);
        assert_eq!(self.state().await, GrantState::Active);
        assert!(self.place.newest_token_works());
    }

    /// A new process makes calls, which succeed.
    #[track_caller]
    fn worker_calls(&self, calls: usize) {
        let mut worker = self.worker();
        worker.call(calls);
        worker.expect(calls);
    }
}

/// How often a scene is played. `OPEN_PLATFORM_ROUNDS` asks for more.
fn rounds(usual: usize) -> usize {
    std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

const ALL_GRACES: [Grace; 5] = [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];
/// Those that forgive a lost answer.
const FORGIVING: [Grace; 4] = [Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];

/// The steps of a refresh. Of the two writes of the grant, the first takes the lease and the second stores the new pair.
const STEPS: [&str; 6] =
    ["before grant#1", "after grant#1", "before token", "after token", "before grant#2", "after grant#2"];

/// What befalls a process in the middle of a refresh.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Killed,
    /// For longer than a lease, so that another one refreshes.
    Frozen,
}

/// Whether no client can survive it, because the platform ends a grant whose refresh token is used when it is good for
/// nothing any more.
fn is_fatal(grace: Grace, step: &str, fate: Fate) -> bool {
    match (grace, step) {
        // The token has worked, once, and nobody has what it brought when the next one needs it.
        (Grace::Strict, "after token" | "before grant#2") => true,
        // The request leaves after the last look at the store, when another process has refreshed, and used its tokens.
        (Grace::Strict | Grace::UntilUsed, "before token") => fate == Fate::Frozen,
        _ => false,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_processes_with_eight_calls_each_make_one_refresh() {
    for store in &Store::all() {
        let mut scene = Scene::new(Grace::Strict, store).await;
        let mut workers: Vec<_> = (0..8).map(|_| scene.worker()).collect();
        for round in 1..=rounds(5) {
            scene.advance(2 * HOUR).await;
            // The ledger forgets old requests, so their numbers are compared, not their count.
            let newest = |place: &Place| place.world.ledger().requests().last().map_or(0, |request| request.number);
            let before = newest(&scene.place);
            workers.iter_mut().for_each(|worker| worker.call(8));
            workers.iter_mut().for_each(|worker| worker.expect(8));
            let refreshes = scene.place.world.ledger().requests_to("oauth.refresh");
            let fresh = refreshes.iter().filter(|request| request.number > before).count();
            assert_eq!(fresh, 1, "round {round}");
            assert!(scene.place.newest_token_works());
        }
        drop(workers);
        scene.lives_on().await;
        let kind = match store {
            Store::File(_) => "SQLite, the store in a file",
            Store::Server(server) if server.address().starts_with("postgres") => "PostgreSQL",
            Store::Server(_) => "Redis",
        };
        let trials = rounds(5) as f64;
        measured("F02", kind, &[("token requests in a trial", 1.0), ("calls that succeed", 64.0)]);
        measured("F02", kind, &[("trials that leave a live pair", trials)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_in_four_processes_outlast_the_refreshes_of_a_token_that_lives_ten_seconds() {
    for store in &Store::all() {
        let mut scene = Scene::new(Grace::Fork, store).await;
        scene.place.world.set_oauth_rules(|rules| {
            rules.old_access_token = OldAccessToken::DiesAtOnce;
            rules.access_token_seconds = 10;
        });
        scene.place.world.unfreeze();
        scene.grant = scene.place.log_in(&scene.client(), "seller", SCOPES).await;
        scene.place.always("oauth.refresh", vec![Effect::Delay { milliseconds: 800, moment: Moment::After }]);
        let mut workers: Vec<_> = (0..4).map(|_| scene.worker()).collect();
        let mut calls = 0;
        for _ in 0..rounds(3) {
            let pairs = scene.place.world.tokens().len();
            // Due within a second: all of them call before, while and after one of them refreshes.
            scene.advance(7).await;
            let mut after = 0;
            while after < 2 {
                after += usize::from(scene.place.world.tokens().len() > pairs && scene.place.newest_token_works());
                workers.iter_mut().for_each(|worker| worker.call(8));
                workers.iter_mut().for_each(|worker| worker.expect(8));
                calls += 32;
            }
            assert_eq!(scene.place.world.tokens().len(), pairs + 1, "one of them refreshed");
        }
        let refused = scene.place.world.ledger().requests_to("users.me").iter().filter(|r| r.status == 401).count();
        println!("{}: {calls} calls, {refused} of them refused once", store.address().split(':').next().unwrap());
        assert!(refused > 0, "no call met a refresh");
    }
}

/// SEC-03: whether the user agreed or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a machine with nothing else to do: tests/run figures"]
async fn of_eight_processes_with_64_callbacks_each_one_gets_the_login() {
    for store in &Store::all() {
        let scene = Scene::new(Grace::Strict, store).await;
        let client = scene.client();
        let mut workers: Vec<_> = (0..8).map(|_| scene.worker()).collect();
        for round in 1..=rounds(4) {
            let login = Login::new(SCOPES.iter().copied(), "browser").for_user("seller");
            let page = client.oauth().start(login).await.unwrap().url;
            let decision = match round % 4 {
                0 => Decision::Deny {},
                _ => Decision::Approve { user: "seller".into() },
            };
            let back = scene.place.world.consent(&page, decision).unwrap();
            let newest = |place: &Place| place.world.ledger().requests().last().map_or(0, |request| request.number);
            let before = newest(&scene.place);
            workers.iter_mut().for_each(|worker| worker.tell(&format!("64 {back}")));
            let mut heard: Vec<_> = workers.iter_mut().map(Worker::hear).collect();
            heard.sort();
            assert_eq!((&heard[..7], &*heard[7]), (&["GOOD 0"; 7].map(str::to_owned)[..], "GOOD 1"), "round {round}");
            let requests = scene.place.world.ledger().requests();
            let exchanges = requests.iter().filter(|request| request.number > before).count();
            assert_eq!(exchanges, usize::from(round % 4 > 0), "round {round}");
        }
        println!("{}: {} states", store.address().split(':').next().unwrap(), rounds(4));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_killed_at_any_step_of_a_refresh_loses_nothing() {
    let steps = [
        ("before grant#1", 1),
        ("after grant#1", 1),
        ("before token", 1),
        ("after token", 2),
        ("before grant#2", 2),
        ("after grant#2", 1),
        ("before call", 1),
    ];
    for store in &Store::all() {
        for (step, refreshes) in steps.into_iter().cycle().take(steps.len() * rounds(1)) {
            for grace in ALL_GRACES.into_iter().filter(|grace| !is_fatal(*grace, step, Fate::Killed)) {
                let mut scene = Scene::new(grace, store).await;
                scene.advance(2 * HOUR).await;
                let mut worker = scene.worker_that_halts(step);
                worker.call(1);
                assert_eq!(worker.hear(), "AT", "{step}");
                drop(worker);
                scene.advance(LEASE).await;
                scene.worker_calls(8);
                assert_eq!(scene.place.refreshes(), refreshes, "{step}, {grace:?}");
                scene.lives_on().await;
            }
        }
    }
    // Two of the steps are between the intent and the request, and two between the answer and the commit.
    let kills = 2.0 * 3.0 * rounds(1) as f64;
    measured("F04", "", &[("re-authorisations", 0.0), ("kills", kills * ALL_GRACES.len() as f64)]);
    for grace in ["fork", "idempotent", "latest-wins", "until-used"] {
        measured("F05", grace, &[("re-authorisations", 0.0), ("kills", kills)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stands_still_at_any_step_of_a_refresh_does_no_harm() {
    for store in &Store::all() {
        for step in STEPS {
            for grace in ALL_GRACES.into_iter().filter(|grace| !is_fatal(*grace, step, Fate::Frozen)) {
                let mut scene = Scene::new(grace, store).await;
                scene.advance(2 * HOUR).await;
                let mut frozen = scene.worker_that_halts(step);
                frozen.call(1);
                assert_eq!(frozen.hear(), "AT", "{step}");
                frozen.freeze();
                frozen.tell("go on");
                scene.advance(LEASE).await;
                scene.worker_calls(8);
                frozen.thaw();
                assert_eq!(frozen.hear(), "GOOD 1", "{step}, {grace:?}");
                // A third one finds out that the pair of the frozen process is not the platform's newest.
                assert!(scene.place.refreshes() <= 3, "{step}, {grace:?}: {}", scene.place.refreshes());
                scene.lives_on().await;
            }
        }
    }
}

/// What the README says that no client can survive. The grant ends, and all are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_client_can_survive_ends_the_grant_and_is_said() {
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut fatal = 0;
    for (grace, step) in ALL_GRACES.into_iter().flat_map(|grace| STEPS.map(|step| (grace, step))) {
        for fate in [Fate::Killed, Fate::Frozen] {
            if !is_fatal(grace, step, fate) {
                continue;
            }
            fatal += 1;
            let mut scene = Scene::new(grace, &store).await;
            scene.advance(2 * HOUR).await;
            let mut unlucky = scene.worker_that_halts(step);
            unlucky.call(1);
            assert_eq!(unlucky.hear(), "AT", "{step}");
            if fate == Fate::Frozen {
                unlucky.freeze();
                unlucky.tell("go on");
                scene.advance(LEASE).await;
                let mut other = scene.worker();
                other.call(1);
                other.hear();
                unlucky.thaw();
                unlucky.hear();
                // Then a 401 is no longer put down to something else.
                scene.advance(LEASE).await;
            }
            drop(unlucky);
            scene.advance(LEASE).await;
            let mut worker = scene.worker();
            worker.call(1);
            let heard = worker.hear();
            assert!(heard.contains("log in"), "{grace:?}, {step}, {fate:?}: {heard}");
            worker.expect(0);
            assert_eq!(scene.state().await, GrantState::NeedsReauth);
            assert!(
                scene.place.world.tokens().iter().all(|token| token.ended.is_some()),
                "the platform has ended it all"
            );
            let asked = scene.place.refreshes();
            worker.call(1);
            assert!(worker.hear().contains("log in"));
            assert_eq!(scene.place.refreshes(), asked, "and is asked no more");
        }
    }
    assert_eq!(fatal, 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_loses_its_last_writes_costs_no_user_whom_a_living_process_knows() {
    for start in [Server::postgres, Server::redis] {
        for (grace, maker_lives) in [(Grace::Strict, true), (Grace::UntilUsed, false)] {
            let store = Store::Server(start());
            let Store::Server(server) = &store else { continue };
            let mut scene = Scene::new(grace, &store).await;
            server.fall_behind();
            scene.advance(2 * HOUR).await;
            let (mut maker, mut seer) = (scene.worker(), scene.worker());
            for worker in [&mut maker, &mut seer] {
                worker.call(1);
                worker.expect(1);
            }
            let mut survivor = if maker_lives { maker } else { seer };
            // Long after the window in which the older token would be forgiven.
            scene.advance(10 * 60).await;
            server.fail_over();
            let client = scene.client();
            let generation = async || client.grants().info(&scene.grant).await.unwrap().unwrap().generation;
            assert_eq!(generation().await, 1, "the last writes are lost");
            // Its connection is gone, too: at first it lives on what it knows.
            for _ in 0..100 {
                survivor.call(8);
                survivor.expect(8);
                if generation().await == 2 {
                    break;
                }
            }
            assert_eq!((generation().await, scene.place.refreshes()), (2, 1), "{grace:?}");
            drop(survivor);
            scene.lives_on().await;
            assert_eq!(scene.place.refreshes(), 2, "{grace:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_is_asked_for_again_by_one_process() {
    for store in &Store::all() {
        for grace in FORGIVING {
            let mut scene = Scene::new(grace, store).await;
            scene.advance(2 * HOUR).await;
            scene.place.world.faults().lose_token_answer();
            let mut workers: Vec<_> = (0..4).map(|_| scene.worker()).collect();
            workers.iter_mut().for_each(|worker| worker.call(4));
            let mut heard: Vec<_> = workers.iter_mut().map(Worker::hear).collect();
            heard.sort();
            assert_eq!(heard, ["GOOD 4"; 4], "{grace:?}");
            assert_eq!(scene.place.refreshes(), 2, "{grace:?}");
            drop(workers);
            scene.lives_on().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_goes_down_during_a_refresh_gets_the_tokens_when_it_is_back() {
    for store in &Store::all() {
        // A file does not go down.
        let Store::Server(server) = store else { continue };
        let mut scene = Scene::new(Grace::Strict, store).await;
        scene.advance(2 * HOUR).await;
        let mut worker = scene.worker_that_halts("after token");
        worker.call(1);
        assert_eq!(worker.hear(), "AT");
        server.down();
        worker.tell("go on");
        worker.expect(1);
        server.up();
        let client = scene.client();
        support::until(async || {
            client.grants().info(&scene.grant).await.is_ok_and(|info| info.unwrap().generation == 2)
        })
        .await;
        drop(worker);
        // With a refresh token that works once, only the stored one can bring the next.
        scene.lives_on().await;
        assert_eq!(scene.place.refreshes(), 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_a_grant_is_known_to_all_and_asked_for_once() {
    for store in &Store::all() {
        let mut scene = Scene::new(Grace::Strict, store).await;
        let info =
            scene.client().user(&scene.grant).subscriptions().ensure(Subscription::new_messages()).await.unwrap();
        assert_eq!(info.status, SubscriptionStatus::Active);
        scene.place.world.revoke_access("seller").unwrap();
        scene.advance(2 * HOUR).await;
        let mut workers: Vec<_> = (0..4).map(|_| scene.worker()).collect();
        for round in 0..2 {
            workers.iter_mut().for_each(|worker| worker.call(1));
            for worker in &mut workers {
                let heard = worker.hear();
                assert!(heard.contains("log in"), "{round}: {heard}");
                worker.expect(0);
            }
        }
        assert_eq!(scene.place.refreshes(), 1);
        assert_eq!(scene.state().await, GrantState::NeedsReauth);
        let rows = scene.client().user(&scene.grant).subscriptions().list().await.unwrap();
        assert_eq!(rows[0].status, SubscriptionStatus::GrantLost);
        drop(workers);
        // Only a new login helps, and it does for all.
        scene.place.log_in(&scene.client(), "seller", SCOPES).await;
        scene.worker_calls(8);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_keeper_killed_at_any_step_leaves_no_subscription_behind() {
    const SUBSCRIPTIONS: usize = 100;
    let steps = [
        "before grant#1",
        "after grant#1",
        "before token",
        "after token",
        "before grant#2",
        "after grant#2",
        "before call#1",
        "after call#1",
        "before subscription#1",
        "after subscription#1",
        "after call#50",
        "before subscription#50",
        "after subscription#99",
        "after subscription#100",
    ];
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut scene = Scene::new(Grace::Fork, &store).await;
    scene.place = scene.place.repeats_writes();
    scene.place.world.set_gaps(|gaps| gaps.accept_wrong_post_token = true);
    let subscriptions = scene.client().grants().subscriptions(&scene.grant);
    for post in 0..SUBSCRIPTIONS {
        let wanted = Subscription::new_messages().resource(format!("post{post:04}"));
        assert_eq!(subscriptions.ensure(wanted).await.unwrap().status, SubscriptionStatus::Active);
    }
    let (mut kills, mut slowest) = (0, 0.0_f64);
    for round in 0..rounds(1) {
        for (number, step) in steps.iter().enumerate() {
            let grace = FORGIVING[(round + number) % FORGIVING.len()];
            scene.place.world.set_oauth_rules(|rules| rules.grace = grace);
            scene.advance(50 * 60).await;
            let mut keeper = scene.worker_that_halts(&format!("keeper {step}"));
            assert_eq!(keeper.hear(), "AT", "{step}");
            drop(keeper);
            kills += 1;
            let restarted = std::time::Instant::now();
            scene.advance(LEASE).await;
            let keeper = scene.worker_that_halts("keeper");
            let bound = async || {
                let generation = scene.client().grants().info(&scene.grant).await.unwrap().unwrap().generation;
                let rows = subscriptions.list().await.unwrap();
                let all = rows.iter().all(|row| row.bound_generation == Some(generation));
                all && rows.len() == SUBSCRIPTIONS && generation > kills
            };
            while !bound().await {
                assert!(restarted.elapsed().as_secs() < 60, "{step}, {grace:?}: not all are bound");
                tokio::task::yield_now().await;
            }
            slowest = slowest.max(LEASE as f64 + restarted.elapsed().as_secs_f64());
            drop(keeper);
            assert!(scene.place.newest_token_works(), "{step}, {grace:?}");
            assert_eq!(scene.place.world.lapses(), [], "{step}, {grace:?}");
            assert_eq!(scene.place.world.subscriptions().len(), SUBSCRIPTIONS, "{step}, {grace:?}");
        }
    }
    assert_eq!(scene.state().await, GrantState::Active);
    measured("F19", "", &[("subscriptions", SUBSCRIPTIONS as f64), ("kills", f64::from(kills as u32))]);
    measured("F19", "", &[("seconds until all are bound", slowest), ("lapses", 0.0)]);
}

/// F60. For so many minutes as `OPEN_PLATFORM_ROUNDS` says; a minute of the machine is an hour for the grant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: tests/run figures"]
async fn work_among_faults_leaves_nothing_behind() {
    let seconds = 60 * rounds(2);
    let store = Store::File(tempfile::tempdir().unwrap());
    let mut scene = Scene::new(Grace::Fork, &store).await;
    let after = Default::default();
    for (seed, effect) in [
        support::status(503),
        Effect::Drop { moment: after, reset: true },
        Effect::Truncate { bytes: 10 },
        Effect::RateLimit { limit: Default::default(), retry_after_seconds: Some(1), as_date: false },
    ]
    .into_iter()
    .enumerate()
    {
        let (probability, seed) = (Some(0.0025), seed as i64);
        let rule = FaultRule { probability, seed, effects: vec![effect], ..FaultRule::default() };
        scene.place.world.faults().add(rule);
    }
    let post = scene.place.world.posts()[0].token.clone();
    let mut worker = scene.worker();
    worker.tell(&format!("work {post}"));
    let mut samples = Vec::new();
    let mut second = tokio::time::interval(Duration::from_secs(1));
    while samples.len() < seconds {
        second.tick().await;
        scene.advance(60).await;
        samples.push(Sample::of(worker.process.id()));
    }
    let requests = scene.place.world.ledger().requests().last().unwrap().number;
    assert!(scene.place.newest_token_works());
    // The first third warms up.
    let (warm, rest) = samples.split_at(seconds / 3);
    let middle = |samples: &[Sample], what: fn(&Sample) -> usize| {
        let mut all: Vec<_> = samples.iter().map(what).collect();
        all.sort_unstable();
        all[all.len() / 2]
    };
    let last = &rest[rest.len() / 2..];
    let files = [warm, last].map(|part| middle(part, |sample| sample.files));
    let threads = [warm, last].map(|part| middle(part, |sample| sample.threads));
    let slope = slope(rest.iter().map(|sample| sample.memory as f64 / 1024.0)) * 3600.0;
    let memory = [warm, last].map(|part| middle(part, |sample| sample.memory) / 1024);
    let summary = format!(
        "{seconds} s, {requests} requests: {memory:?} MiB, {slope:.2} MiB/h, files {files:?}, threads {threads:?}"
    );
    println!("{summary}");
    assert!(slope < 1.0 && files[1] <= files[0] + 4 && threads[1] <= threads[0], "{summary}");
    measured("F60", "", &[("hours", seconds as f64 / 3600.0), ("MiB an hour", slope)]);
    let more = [files, threads].map(|[before, after]| after as f64 - before as f64);
    measured("F60", "", &[("file descriptors more", more[0]), ("threads more", more[1].max(0.0))]);
}

/// What a process has at one moment.
struct Sample {
    /// In KiB.
    memory: usize,
    threads: usize,
    files: usize,
}

impl Sample {
    fn of(process: u32) -> Self {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("the process has ended");
            line.trim().trim_end_matches(" kB").parse().unwrap()
        };
        let files = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap().count();
        Self { memory: number("RssAnon:"), threads: number("Threads:"), files }
    }
}

/// By how much each of them is more than the one before: the slope of the line that fits best.
fn slope(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let count = values.len() as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, values.clone().sum::<f64>() / count);
    let (mut shared, mut own) = (0.0, 0.0);
    for (at, value) in values.enumerate() {
        shared += (at as f64 - middle) * (value - mean);
        own += (at as f64 - middle).powi(2);
    }
    shared / own
}
