//! Cost of stored grants: a call with a grant that is not due for a refresh compared with a call with a bare token; ten thousand
//! grants that one keeper refreshes; and a long list, as a whole and in pages. The store is SQLite with encryption, on a disk in
//! memory if the machine has one, so that waiting for a disk is not measured.
//!
//! Targets: at most 1.05 times the bare call; ten thousand grants by one process on one core.

mod comparison;
mod cpu;
mod server;
mod target_result;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chrono::{TimeDelta, Utc};
use comparison::{Contender, report};
use cpu::{cpu, process_cpu};
use http::HeaderMap;
use open_platform::OpenPlatform;
use open_platform::client::{Builder, Hosts};
use open_platform::grants::Adoption;
use open_platform::id::GrantKey;
use open_platform::keeper::KeeperReport;
use open_platform::oauth::Tokens;
use open_platform::transport::{Failure, Request, Response, Transport};
use target_result::TargetResult;

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
const CALLS: u32 = 1_000;
const ROUNDS: usize = 15;
const GRANTS: usize = 10_000;
/// The number of grants in a long list.
const MANY: usize = 76_000;
/// Each grant is refreshed about once in three quarters of an hour.
const NEEDED: f64 = GRANTS as f64 / 3_600.0;

/// The environment variables of a process that lists: its store, and the number of grants in a page.
const LIST: &str = "OPEN_PLATFORM_BENCH_LIST";

fn main() -> TargetResult {
    if let Ok(asked) = std::env::var(LIST) {
        let (store, limit) = asked.split_once(' ').expect("a store and a limit");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
        runtime.block_on(list(store, limit.parse().ok()));
        return TargetResult::Kept;
    }
    let memory = Path::new("/dev/shm");
    let directory = match memory.is_dir() {
        true => tempfile::tempdir_in(memory),
        false => tempfile::tempdir(),
    }
    .expect("a directory");
    let store = |name: &str| format!("sqlite://{}", directory.path().join(name).display());
    let calls = calls(&store("one.db"));
    let keeper = keeper(&store("many.db"));
    listing(&store("list.db"));
    calls.and(keeper)
}

fn client(store: &str) -> Builder {
    let app = OpenPlatform::builder().api_key("bench-key-0123456789").client_id("bench").client_secret("bench-secret");
    app.redirect_uri("https://app.example/back").store_url(store).store_keys([KEY])
}

async fn adopt(platform: &OpenPlatform, name: usize, life: TimeDelta) -> GrantKey {
    let tokens = Tokens {
        access_token: format!("at-{name}-0123456789012345678901234567890123456789").into(),
        refresh_token: Some(format!("rt-{name}-0123456789012345678901234567890123456789").into()),
        expires_at: Utc::now() + life,
        expiry_assumed: false,
        scopes: vec!["USER_PHONE".into(), "offline_access".into()],
    };
    platform.grants().adopt(Adoption::new(tokens).for_user(format!("user-{name}"))).await.expect("stored").key
}

fn calls(store: &str) -> TargetResult {
    let origin = server::start(Duration::ZERO);
    let host = || origin.clone();
    let hosts = Hosts { auth: host(), base: host(), api: host(), upload: host(), chat: host() };
    let platform = client(store).hosts(hosts).build().expect("valid");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    let (mut bare, mut stored) = (Contender::new("with a bare token"), Contender::new("with a stored grant"));
    runtime.block_on(async {
        let key = adopt(&platform, 0, TimeDelta::days(1)).await;
        let users = [platform.user_with_token("at-0-0123456789012345678901234567890123456789"), platform.user(key)];
        for round in 0..=ROUNDS {
            for (user, contender) in users.iter().zip([&mut bare, &mut stored]) {
                let start = cpu();
                for _ in 0..CALLS {
                    user.users().me().await.expect("an answer");
                }
                // The first round warms up.
                if round > 0 {
                    contender.note(cpu() - start, CALLS);
                }
            }
        }
    });
    report("a call for a user, nothing due, CPU per call", &[bare, stored], "with a stored grant", 1.05)
}

/// A platform that issues new tokens at once.
#[derive(Default)]
struct Giver(AtomicUsize);

#[async_trait]
impl Transport for Giver {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        let number = self.0.fetch_add(1, Ordering::Relaxed);
        let body = format!(
            r#"{{"access_token":"at2-{number}-0123456789012345678901234567890123456789","token_type":"bearer",
            "refresh_token":"rt2-{number}-0123456789012345678901234567890123456789","expires_in":3600}}"#
        );
        Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into() })
    }
}

fn keeper(store: &str) -> TargetResult {
    let platform = || client(store).transport(Arc::new(Giver::default())).build().expect("valid");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    runtime.block_on(async {
        let app = platform();
        for name in 0..GRANTS {
            adopt(&app, name, TimeDelta::zero()).await;
        }
        println!("\nfinding some of {GRANTS} grants");
        let (grants, user) = (app.grants(), format!("user-{}", GRANTS / 2));
        let shown =
            |what: &str, began: Instant| println!("  {what:<40} {:>9.1} ms", began.elapsed().as_secs_f64() * 1e3);
        let began = Instant::now();
        assert_eq!(grants.of_user(&user).await.expect("the store").len(), 1);
        shown("those of one user", began);
        let began = Instant::now();
        assert_eq!(grants.list().await.expect("the store").len(), GRANTS);
        shown("all of them", began);
        let began = Instant::now();
        assert!(grants.revoked("a-user-of-the-platform").await.expect("the store").is_empty());
        shown("those that a revocation is about", began);
        drop((grants, app));
        let keeper = platform().keeper();
        let (began, before) = (Instant::now(), process_cpu());
        for _ in 0..GRANTS {
            let report = keeper.next().await;
            assert!(matches!(report, KeeperReport::Refreshed { .. }), "{report:?}");
        }
        let (took, refreshing) = (began.elapsed(), process_cpu() - before);
        drop(keeper);
        // Another process starts: it checks each grant, and none is due.
        let keeper = platform().keeper();
        let before = process_cpu();
        let idle = tokio::time::timeout(Duration::from_secs(10), keeper.next()).await;
        assert!(idle.is_err(), "{idle:?}");
        let looking = process_cpu() - before;
        // A keeper checks each grant every ten minutes, and the changes in the store every minute.
        let share = refreshing.as_secs_f64() / GRANTS as f64 * NEEDED + looking.as_secs_f64() / 600.0;
        println!("\n{GRANTS} grants kept fresh by one keeper");
        println!("  {:<40} {:>9.0} a second (needed: {NEEDED:.1})", "refreshes", GRANTS as f64 / took.as_secs_f64());
        println!("  {:<40} {:>9.0} us", "CPU of a refresh", refreshing.as_secs_f64() * 1e6 / GRANTS as f64);
        println!("  {:<40} {:>9.0} us", "CPU of a look", looking.as_secs_f64() * 1e6 / GRANTS as f64);
        println!("  {:<40} {:>9.0} MiB", "memory, most", memory());
        let result = TargetResult::of(share <= 1.0);
        println!("  target: one core; measured {:.2} % of one: {result}", share * 100.0);
        result
    })
}

fn listing(store: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    runtime.block_on(async {
        let app = client(store).build().expect("valid");
        let adopted: Vec<_> = (0..MANY)
            .map(|name| {
                let app = app.clone();
                tokio::spawn(async move { adopt(&app, name, TimeDelta::days(1)).await })
            })
            .collect();
        for grant in adopted {
            grant.await.expect("stored");
        }
    });
    println!("\n{MANY} grants listed");
    for limit in ["100", "1000", ""] {
        // In a separate process, so that its memory is that of the list.
        let list = std::process::Command::new(std::env::current_exe().expect("this program"))
            .env(LIST, format!("{store} {limit}"))
            .status();
        assert!(list.expect("this program").success());
    }
}

/// Lists the grants of a store in pages of this size, or all at once.
async fn list(store: &str, limit: Option<usize>) {
    let grants = client(store).build().expect("valid").grants();
    let (before, began, worked, mut found) = (amount("VmRSS:"), Instant::now(), process_cpu(), 0);
    match limit {
        None => found = grants.list().await.expect("the store").len(),
        Some(_) => {
            let mut after = None;
            loop {
                let page = grants.page(after, limit).await.expect("the store");
                found += page.grants.len();
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
        }
    }
    assert_eq!(found, MANY);
    let (took, worked) = (began.elapsed().as_secs_f64(), (process_cpu() - worked).as_secs_f64());
    let what = limit.map_or("all at once".to_owned(), |limit| format!("in pages of {limit}"));
    println!("  {what:<40} {took:>9.2} s, {worked:.2} s of CPU, {:.1} MiB more", memory() - before);
}

/// The peak memory of this process, in MiB.
fn memory() -> f64 {
    amount("VmHWM:")
}

/// A memory figure of this process in `/proc/self/status`, in MiB.
fn amount(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line of it");
    line.trim().trim_end_matches(" kB").trim().parse::<f64>().expect("a number") / 1024.0
}
