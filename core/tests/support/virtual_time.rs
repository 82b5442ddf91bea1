//! Virtual time that passes only while all tasks are idle: Tokio's paused clock, for the client and the sandbox. Days pass in
//! seconds, in a deterministic order. For tests with `start_paused` and a sandbox without a socket.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use open_platform::OpenPlatform;
use open_platform::clock::Clock;
use open_platform::keeper::{Keeper, KeeperReport};
use open_platform::testing::stores::FailingStore;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform_sandbox::{Grace, OldAccessToken, World};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Fixture;

/// The clock of the clients. The sandbox has the correct time, from which this clock can deviate.
pub struct Time {
    start: DateTime<Utc>,
    began: Instant,
    wrong_by: AtomicI64,
}

impl Time {
    fn correct(&self) -> DateTime<Utc> {
        self.start + TimeDelta::from_std(self.began.elapsed()).unwrap()
    }

    /// Sets the deviation of the clients' clock.
    pub fn deviate(&self, seconds: i64) {
        self.wrong_by.fetch_add(seconds, Ordering::SeqCst);
    }
}

#[async_trait]
impl Clock for Time {
    fn now(&self) -> DateTime<Utc> {
        self.correct() + TimeDelta::seconds(self.wrong_by.load(Ordering::SeqCst))
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}

/// A transport that sets the sandbox to the current time before every request, and counts the requests.
pub struct SyncedTransport {
    inner: Arc<dyn Transport>,
    world: World,
    time: Arc<Time>,
    counts: Arc<Mutex<HashMap<&'static str, usize>>>,
    store: Arc<FailingStore>,
    named_life: Arc<Mutex<Option<i64>>>,
    /// The store goes down, or is full, as soon as tokens arrive.
    pub breaks_store: AtomicBool,
    pub fills_store: AtomicBool,
    /// The process is suspended for good as soon as tokens arrive.
    pub dies: AtomicBool,
}

impl SyncedTransport {
    fn count(&self, name: &'static str) {
        *self.counts.lock().unwrap().entry(name).or_default() += 1;
    }
}

#[async_trait]
impl Transport for SyncedTransport {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let name = match request.url.rsplit('/').next() {
            Some("token") => "token",
            Some("subscriptions") => "subscribe",
            _ => "other",
        };
        self.count(name);
        if name == "subscribe" && String::from_utf8_lossy(&request.body).contains("NEW_MESSAGE_ON_POST") {
            self.count("subscribe to messages");
        }
        self.world.set_time(self.time.correct()).await;
        let mut answer = self.inner.send(request).await;
        if let (Some(seconds), "token", Ok(answer)) = (*self.named_life.lock().unwrap(), name, &mut answer) {
            let mut body: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
            body["expires_in"] = seconds.into();
            answer.body = body.to_string().into();
        }
        // The duration of a request.
        tokio::time::sleep(Duration::from_millis(50)).await;
        if name == "token" && self.dies.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        if name == "token" && self.breaks_store.swap(false, Ordering::SeqCst) {
            self.store.set_down(true);
        }
        if name == "token" && self.fills_store.swap(false, Ordering::SeqCst) {
            self.store.set_full(true);
        }
        answer
    }
}

/// A sandbox and processes that share a store, all in virtual time.
pub struct VirtualCluster {
    pub fixture: Fixture,
    pub time: Arc<Time>,
    pub store: Arc<FailingStore>,
    counts: Arc<Mutex<HashMap<&'static str, usize>>>,
    named_life: Arc<Mutex<Option<i64>>>,
}

/// A client as another process has it.
pub struct Process {
    pub platform: OpenPlatform,
    pub wire: Arc<SyncedTransport>,
}

/// Running keepers, and their reports.
pub struct Keepers {
    tasks: Vec<JoinHandle<()>>,
    reports: Arc<Mutex<Vec<KeeperReport>>>,
}

impl Keepers {
    pub fn reports(&self) -> Vec<KeeperReport> {
        self.reports.lock().unwrap().clone()
    }

    /// The number of keepers that still run.
    pub fn running(&self) -> usize {
        self.tasks.iter().filter(|task| !task.is_finished()).count()
    }

    /// The number of reports for which `is` holds.
    pub fn count(&self, is: impl Fn(&KeeperReport) -> bool) -> usize {
        self.reports().iter().filter(|report| is(report)).count()
    }

    pub fn refreshed(&self) -> usize {
        self.count(|report| matches!(report, KeeperReport::Refreshed { .. }))
    }

    pub fn ended(&self) -> usize {
        self.count(|report| matches!(report, KeeperReport::ReauthRequired { .. }))
    }

    /// All reports except refreshes.
    pub fn news(&self) -> Vec<KeeperReport> {
        self.reports().into_iter().filter(|report| !matches!(report, KeeperReport::Refreshed { .. })).collect()
    }
}

impl Drop for Keepers {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl VirtualCluster {
    pub fn new((grace, old_access_token): (Grace, OldAccessToken)) -> Self {
        let fixture = Fixture::inside();
        fixture.world.set_oauth_rules(|rules| {
            rules.grace = grace;
            rules.old_access_token = old_access_token;
        });
        fixture.world.configure_app(|app| app.events_url = "http://127.0.0.1:9/events".into());
        fixture.world.pause_deliveries();
        let time = Time { start: fixture.world.now(), began: Instant::now(), wrong_by: AtomicI64::new(0) };
        Self {
            fixture,
            time: Arc::new(time),
            store: Arc::default(),
            counts: Arc::default(),
            named_life: Arc::default(),
        }
    }

    /// Makes responses with tokens name this lifetime in seconds, whatever the real one is.
    pub fn name_life(&self, seconds: i64) {
        *self.named_life.lock().unwrap() = Some(seconds);
    }

    /// For a test in which a subscription is legitimately made again with the same token.
    pub fn repeats_writes(mut self) -> Self {
        self.fixture = self.fixture.repeats_writes();
        self
    }

    pub fn process(&self) -> Process {
        let wire = Arc::new(SyncedTransport {
            inner: self.fixture.sandbox.transport(),
            world: self.fixture.world.clone(),
            time: self.time.clone(),
            counts: self.counts.clone(),
            store: self.store.clone(),
            named_life: self.named_life.clone(),
            breaks_store: AtomicBool::new(false),
            fills_store: AtomicBool::new(false),
            dies: AtomicBool::new(false),
        });
        let client = self.fixture.world.client().transport(wire.clone());
        let platform = client.clock(self.time.clone()).store(self.store.clone()).build().unwrap();
        Process { platform, wire }
    }

    /// Running keepers in this number of processes.
    pub fn keepers(&self, processes: usize) -> Keepers {
        self.slow_keepers(processes, Duration::ZERO)
    }

    /// The same for an app that takes this long to handle a report.
    pub fn slow_keepers(&self, processes: usize, handling: Duration) -> Keepers {
        // No other process stores grants, so the keepers need not list the store each minute.
        let interval = Duration::from_secs(900);
        let keepers: Vec<_> = (0..processes).map(|_| self.process().platform.keeper().interval(interval)).collect();
        Self::run_slowly(keepers, handling)
    }

    pub fn run(keepers: impl IntoIterator<Item = Keeper>) -> Keepers {
        Self::run_slowly(keepers, Duration::ZERO)
    }

    fn run_slowly(keepers: impl IntoIterator<Item = Keeper>, handling: Duration) -> Keepers {
        let reports = Arc::new(Mutex::new(Vec::new()));
        let tasks = keepers
            .into_iter()
            .map(|keeper| {
                let reports = reports.clone();
                tokio::spawn(async move {
                    loop {
                        let report = keeper.next().await;
                        reports.lock().unwrap().push(report);
                        if !handling.is_zero() {
                            tokio::time::sleep(handling).await;
                        }
                    }
                })
            })
            .collect();
        Keepers { tasks, reports }
    }

    /// Advances the time of all.
    pub async fn pass(&self, seconds: u64) {
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        self.fixture.world.set_time(self.time.correct()).await;
    }

    /// The number of requests to the token endpoint (`token`), or for subscriptions: for all (`subscribe`), or for those to
    /// messages on posts (`subscribe to messages`).
    pub fn sent(&self, name: &str) -> usize {
        self.counts.lock().unwrap().get(name).copied().unwrap_or_default()
    }

    /// For how long in total subscriptions were missing.
    pub fn missed(&self) -> TimeDelta {
        let now = self.fixture.world.now();
        self.fixture.world.lapses().iter().map(|lapse| lapse.to.unwrap_or(now) - lapse.from).sum()
    }
}
