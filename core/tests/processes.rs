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
use open_platform::client::Hosts;
use open_platform::clock::Clock;
use open_platform::error::StoreError;
use open_platform::model::event::Subscription;
use open_platform::session::{
    Encryption, GrantKey, GrantState, Kind, Record, SubscriptionStatus, TokenStore, open_store,
};
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform_sandbox::{Grace, OldAccessToken};
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
    store: Arc<dyn TokenStore>,
    clock: FileClock,
    steps: Arc<Steps>,
}

#[async_trait]
impl TokenStore for Stepped {
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
            let calls: Vec<_> = (0..line.trim().parse().unwrap())
                .map(|_| {
                    let user = user.clone();
                    tokio::spawn(async move { user.users().me().await })
                })
                .collect();
            let mut good = 0;
            for call in calls {
                match call.await.unwrap() {
                    Ok(_) => good += 1,
                    Err(error) => println!("\nERROR {error}"),
                }
            }
            println!("\nGOOD {good}");
            line.clear();
        }
    });
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

const GRACES: [Grace; 4] = [Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];

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
    }
    let trials = rounds(5) * 3;
    support::faults::proved("F02", format!("{trials} trials on SQLite, PostgreSQL, Redis: 1 request, 64 of 64, alive"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_killed_at_any_step_of_a_refresh_loses_nothing() {
    // Of the two writes of the grant, the first takes the lease and the second stores the new pair.
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
        for (step, refreshes) in steps {
            for grace in GRACES {
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
    support::faults::proved("F04", "killed before sending: 36 of 36 recovered on 3 stores, 0 re-authorisations");
    support::faults::proved("F05", "killed between answer and commit: 24 of 24 under 4 grace semantics on 3 stores");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stands_still_at_any_step_of_a_refresh_does_no_harm() {
    for store in &Store::all() {
        for step in
            ["before grant#1", "after grant#1", "before token", "after token", "before grant#2", "after grant#2"]
        {
            for grace in GRACES {
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
                let heard = frozen.hear();
                if (step, grace) == ("before token", Grace::UntilUsed) {
                    // The platform ends a grant whose old token comes after the new one was used, and this one left
                    // after the last look at the store. No client can help that; it can say so.
                    scene.advance(LEASE * 2).await;
                    let mut worker = scene.worker();
                    worker.call(1);
                    assert!(worker.hear().contains("log in"));
                    assert_eq!(scene.state().await, GrantState::NeedsReauth);
                    continue;
                }
                assert_eq!(heard, "GOOD 1", "{step}, {grace:?}");
                // A third one finds out that the pair of the frozen process is not the platform's newest.
                assert!(scene.place.refreshes() <= 3, "{step}, {grace:?}: {}", scene.place.refreshes());
                scene.lives_on().await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_is_asked_for_again_by_one_process() {
    for store in &Store::all() {
        for grace in GRACES {
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
            let grace = GRACES[(round + number) % GRACES.len()];
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
    support::faults::proved(
        "F19",
        format!(
            "{kills} of {kills} kills at {} steps: all {SUBSCRIPTIONS} bound within {slowest:.0} s, 0 lapses",
            steps.len()
        ),
    );
}
