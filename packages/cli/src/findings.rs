//! The findings of `exec --fail-on`: what sandboxes saw, over all their worlds.
//!
//! The test helpers of the libraries start sandboxes of their own, as processes. Each sandbox of this command connects to the
//! `exec` above it, if the environment names one, and writes what it has seen at its end.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::ValueEnum;
use open_platform_sandbox::{Sandbox, WorldRecord};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::output::Failure;

/// The address to which a sandbox reports what it has seen.
pub const VARIABLE: &str = "OPEN_PLATFORM_FINDINGS_ADDRESS";

/// The world of requests that do not name one. It is not named in a text.
const DEFAULT_WORLD: &str = "default";

/// How long `exec` waits for sandboxes that have not ended with the program: a sandbox ends when its standard input is closed.
const GRACE: Duration = Duration::from_secs(10);

/// The largest report that is read.
const MAX_REPORT: u64 = 64 * 1024 * 1024;

/// What a test suite can forbid its app to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// A request to a deprecated endpoint.
    Deprecated,
    /// A write that was sent more than once, and may have had its effect twice.
    Duplicate,
    /// A credential that was sent to a host that must not receive it.
    Credential,
    /// A request that the platform refused.
    Refused,
    /// An event that the app did not receive, also one to which it has not subscribed.
    Undelivered,
    /// Nothing was checked: no sandbox saw a request or an event, or one did not report. Fails with every `--fail-on`.
    #[value(skip)]
    Unchecked,
}

impl Finding {
    const ALL: [Self; 5] = [Self::Deprecated, Self::Duplicate, Self::Credential, Self::Refused, Self::Undelivered];

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deprecated => "deprecated",
            Self::Duplicate => "duplicate",
            Self::Credential => "credential",
            Self::Refused => "refused",
            Self::Undelivered => "undelivered",
            Self::Unchecked => "unchecked",
        }
    }

    /// What a world has recorded of this kind, one text each.
    fn of(self, world: &WorldRecord) -> Vec<String> {
        let ledger = &world.ledger;
        match self {
            Self::Deprecated => ledger
                .deprecated()
                .into_iter()
                .map(|request| {
                    let endpoint = request.endpoint.unwrap_or(request.path);
                    let replacement = request.replacement.unwrap_or_default();
                    format!("request {}: {endpoint} is deprecated: use {replacement}", request.number)
                })
                .collect(),
            Self::Duplicate => ledger
                .duplicates()
                .into_iter()
                .map(|write| format!("{} was sent {} times with the same body", write.endpoint, write.requests.len()))
                .collect(),
            Self::Credential => ledger
                .misplaced_credentials()
                .into_iter()
                .map(|sighting| format!("{:?} was sent to the host {}", sighting.credential, sighting.host))
                .collect(),
            Self::Refused => ledger
                .requests()
                .into_iter()
                .filter_map(|request| {
                    let endpoint = request.endpoint.unwrap_or(request.path);
                    Some(format!("request {}: {endpoint}: {} {}", request.number, request.status, request.refusal?))
                })
                .collect(),
            Self::Undelivered => world
                .undelivered
                .iter()
                .map(|event| format!("{} was not delivered: {}", event.event, event.explanation))
                .collect(),
            Self::Unchecked => Vec::new(),
        }
    }
}

/// A finding in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// The kind.
    pub finding: Finding,
    /// Name of the world, if it is in one.
    world: Option<String>,
    text: String,
}

impl Found {
    fn unchecked(text: &str) -> Self {
        Self { finding: Finding::Unchecked, world: None, text: text.to_owned() }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(world) = self.world.as_deref().filter(|world| *world != DEFAULT_WORLD) {
            write!(f, "world {world}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// What sandboxes saw.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Seen {
    pub sandboxes: usize,
    /// The worlds that saw a request or an event.
    pub worlds: usize,
    pub requests: usize,
    pub deliveries: usize,
    found: Vec<Found>,
}

impl Seen {
    /// What the worlds of a sandbox saw, also those that were deleted.
    pub fn by(sandbox: &Sandbox) -> Self {
        let mut seen = Self { sandboxes: 1, ..Self::default() };
        for record in sandbox.records() {
            let requests = record.ledger.requests().len();
            let is_used = requests > 0 || !record.deliveries.is_empty() || !record.undelivered.is_empty();
            seen.worlds += usize::from(is_used);
            seen.requests += requests;
            seen.deliveries += record.deliveries.len();
            for finding in Finding::ALL {
                let world = Some(record.world.clone());
                let found = finding.of(&record).into_iter();
                seen.found.extend(found.map(|text| Found { finding, world: world.clone(), text }));
            }
        }
        seen
    }

    /// Adds what other sandboxes saw.
    pub fn add(&mut self, other: Self) {
        self.sandboxes += other.sandboxes;
        self.worlds += other.worlds;
        self.requests += other.requests;
        self.deliveries += other.deliveries;
        self.found.extend(other.found);
    }

    /// What makes the command fail. If nothing was seen, then that, because then nothing was checked.
    pub fn failures(&self, fail_on: &[Finding]) -> impl Iterator<Item = Cow<'_, Found>> {
        let nothing = (!fail_on.is_empty() && self.worlds == 0).then(|| {
            Found::unchecked(
                "no sandbox saw a request or an event, so nothing was checked: does the program send its requests to \
                 OPEN_PLATFORM_SANDBOX_URL? Sandboxes inside the process of a test, as in Rust, are not seen",
            )
        });
        let counts = move |finding| fail_on.contains(&finding) || finding == Finding::Unchecked && !fail_on.is_empty();
        let found = self.found.iter().filter(move |found| counts(found.finding));
        found.map(Cow::Borrowed).chain(nothing.map(Cow::Owned))
    }
}

/// The reports of the sandboxes that a program starts.
pub struct Reports {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<Seen>,
}

impl Reports {
    /// Starts to accept reports.
    pub async fn listen() -> Result<Self, Failure> {
        let cannot = |e| {
            let next = "check the limits of this machine: ports, file descriptors";
            Failure::environment("no port for the reports of sandboxes can be bound", e, next)
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let (end, ended) = oneshot::channel();
        Ok(Self { address, end, task: tokio::spawn(read_all(listener, ended)) })
    }

    /// The value of [`VARIABLE`].
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// What all sandboxes of the program saw. Waits for those that have not ended with it, for at most 10 s.
    pub async fn end(self) -> Seen {
        // Fails only if the task has ended, which it does not before.
        let _ = self.end.send(());
        self.task.await.unwrap_or_default()
    }
}

/// Reads the reports until the end, one of each connection.
async fn read_all(listener: TcpListener, mut ended: oneshot::Receiver<()>) -> Seen {
    let mut readers = JoinSet::new();
    loop {
        tokio::select! {
            // First the connections that were made before the end.
            biased;
            accepted = listener.accept() => {
                if let Ok((stream, _)) = accepted {
                    readers.spawn(async move {
                        let mut report = Vec::new();
                        // A connection that breaks leaves a report that cannot be read.
                        let _ = stream.take(MAX_REPORT).read_to_end(&mut report).await;
                        serde_json::from_slice::<Seen>(&report).ok()
                    });
                }
            }
            _ = &mut ended => break,
        }
    }
    let (started, mut reported, mut seen) = (readers.len(), 0, Seen::default());
    let _ = tokio::time::timeout(GRACE, async {
        while let Some(report) = readers.join_next().await {
            if let Ok(Some(report)) = report {
                reported += 1;
                seen.add(report);
            }
        }
    })
    .await;
    if reported < started {
        let text = "a sandbox that the program started was killed or is still running, so it is not known what it saw";
        seen.found.push(Found::unchecked(text));
    }
    seen
}

/// The connection of a sandbox to the `exec` that has started its program, if one has.
pub struct Reporter(Option<TcpStream>);

impl Reporter {
    /// Whether an `exec` wants to know what the sandboxes of this process see.
    pub fn is_wanted() -> bool {
        std::env::var_os(VARIABLE).is_some()
    }

    /// Connects, so that `exec` knows that there is a sandbox. If that `exec` has ended, nobody wants the report.
    pub fn connect() -> Self {
        let address = std::env::var(VARIABLE).ok().and_then(|address| address.parse::<SocketAddr>().ok());
        Self(address.and_then(|address| TcpStream::connect_timeout(&address, GRACE).ok()))
    }

    /// Reports what the sandbox has seen.
    pub fn send(self, seen: &Seen) {
        if let Some(mut stream) = self.0 {
            // If the reader has ended, nobody wants the report.
            let _ = stream.write_all(&serde_json::to_vec(seen).unwrap_or_default());
        }
    }
}
