//! The resources that a client uses: memory, file descriptors, time. Memory and descriptors are counted in a separate process,
//! so that other tests do not affect the figures; its server is in this process.

#[path = "support/faults.rs"]
mod faults;
#[path = "support/paused_clock.rs"]
mod paused_clock;
#[allow(dead_code)]
mod peer;

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use faults::measured;
use open_platform::client::Hosts;
use open_platform::error::TransportErrorKind;
use open_platform::model::message::Message;
use open_platform::oauth::{Login, Tokens};
use open_platform::stores::{Encryption, RecordKind, open_store};
use open_platform::transport::Http;
use open_platform::{Error, OpenPlatform, Secret};
use paused_clock::PausedClock;
use peer::{API_KEY, Peer, Step, TOKEN, answer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const POST: &str = r#"{"token":"gZd7omnS","category":"cars","data":{"title":"x"}}"#;

/// Runs one of the programs below in a separate process, and returns the numbers that it prints.
async fn program(name: &str, url: &str) -> Vec<f64> {
    let output = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--ignored", "--nocapture"])
        .env("PEER", url)
        .stderr(Stdio::inherit())
        .output()
        .await
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("MEASURED ")).expect("a line with what was measured");
    line.split(' ').map(|number| number.parse().unwrap()).collect()
}

/// A client of the peer, in the separate process.
fn client() -> OpenPlatform {
    let url = std::env::var("PEER").unwrap();
    let http = Http::builder().max_idle_per_host(POOL).build().unwrap();
    let host = || url.clone();
    let hosts = Hosts { auth: host(), base: host(), api: host(), upload: host(), chat: host() };
    OpenPlatform::builder().api_key(Secret::new(API_KEY)).hosts(hosts).transport(Arc::new(http)).build().unwrap()
}

/// The peak memory of this process, in MiB.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Waits up to 5 seconds until at most this many descriptors are open, and returns their number.
async fn descriptors_at_rest(at_most: usize) -> usize {
    for _ in 0..500 {
        if descriptors() <= at_most {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    descriptors()
}

/// The maximum number of idle connections of a client.
const POOL: usize = 64;

#[tokio::test]
async fn an_endless_response_uses_little_memory() {
    let announced = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 1_u64 << 30).into_bytes();
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for (part, head) in [("1 GiB announced", announced), ("endless, chunked", chunked)] {
        let peer = Peer::start([Step::Flood(head)]).await;
        let numbers = program("program_that_reads_an_endless_response", &peer.url).await;
        let [growth, untyped] = numbers[..] else { panic!("{numbers:?}") };
        measured("F34", part, &[("MiB of growth", growth), ("errors without a type", untyped)]);
        assert!(growth <= 32.0 && untyped == 0.0, "{part}: {growth} MiB, {untyped} errors without a type");
    }
}

#[tokio::test]
#[ignore = "is a program of the other tests"]
async fn program_that_reads_an_endless_response() {
    let platform = client();
    let (before, mut untyped) = (peak(), 0);
    for _ in 0..20 {
        let error = platform.posts().get("gZd7omnS").await.unwrap_err();
        let is_typed = matches!(&error, Error::Transport(error) if error.kind == TransportErrorKind::TooLarge);
        untyped += usize::from(!is_typed);
    }
    println!("\nMEASURED {} {untyped}", peak() - before);
}

/// A server that responds to each request after 200 ms, on any number of connections.
async fn slow_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut seen, mut part) = (Vec::new(), [0; 4096]);
                while let Ok(length @ 1..) = stream.read(&mut part).await {
                    seen.extend_from_slice(&part[..length]);
                    if seen.ends_with(b"\r\n\r\n") {
                        seen.clear();
                        tokio::time::sleep(Duration::from_millis(200)).await;
                        if stream.write_all(&answer(200, "", POST)).await.is_err() {
                            break;
                        }
                    }
                }
            });
        }
    });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_concurrent_calls_end_and_leave_no_connection() {
    let url = slow_server().await;
    let numbers = program("program_that_makes_two_thousand_calls", &url).await;
    measured("F42", "", &[("calls that finish or hit their deadline", numbers[0])]);
    measured("F42", "", &[("file descriptors more than before, beside the pool", numbers[1])]);
    assert_eq!(numbers, [2000.0, 0.0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "is a program of the other tests"]
async fn program_that_makes_two_thousand_calls() {
    let platform = client();
    platform.posts().get("gZd7omnS").await.unwrap();
    let before = descriptors();
    let calls: Vec<_> = (0..2000)
        .map(|_| {
            let platform = platform.clone();
            tokio::spawn(async move { platform.posts().get("gZd7omnS").await.map(drop) })
        })
        .collect();
    let mut ended = 0;
    for call in calls {
        match call.await.unwrap() {
            Ok(()) => ended += 1,
            Err(Error::Transport(error)) if error.kind == TransportErrorKind::Deadline => ended += 1,
            Err(error) => panic!("{error}"),
        }
    }
    let after = descriptors_at_rest(before + POOL).await;
    println!("\nMEASURED {ended} {}", after.saturating_sub(before + POOL));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_cancelled_calls_leave_no_connection() {
    let url = slow_server().await;
    let numbers = program("program_that_cancels_ten_thousand_calls", &url).await;
    measured("F43", "", &[("calls cancelled", numbers[0]), ("next calls that fail", numbers[2])]);
    measured("F43", "", &[("file descriptors more than before, beside the pool", numbers[1])]);
    assert!(numbers[0] >= 10_000.0 && numbers[1..] == [0.0, 0.0], "{numbers:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "is a program of the other tests"]
async fn program_that_cancels_ten_thousand_calls() {
    let platform = client();
    platform.posts().get("gZd7omnS").await.unwrap();
    let before = descriptors();
    let (mut cancelled, mut round) = (0, 0_u64);
    while cancelled < 10_000 {
        let calls: Vec<_> = (0..100)
            .map(|_| {
                let platform = platform.clone();
                tokio::spawn(async move { platform.posts().get("gZd7omnS").await.map(drop) })
            })
            .collect();
        for (number, call) in (0..).zip(calls) {
            // Before the connection is made, while it is made, and while the call waits for the response.
            round += 1;
            if (round * 7919) % 41 == number % 41 {
                tokio::time::sleep(Duration::from_micros((round * 104_729) % 3000)).await;
            } else if number % 3 == 0 {
                tokio::task::yield_now().await;
            }
            call.abort();
            cancelled += usize::from(call.await.is_err());
        }
    }
    let failed = usize::from(platform.posts().get("gZd7omnS").await.is_err());
    let after = descriptors_at_rest(before + POOL).await;
    println!("\nMEASURED {cancelled} {} {failed}", after.saturating_sub(before + POOL));
}

/// A server that accepts every connection and never responds.
async fn silent_server() -> (String, Arc<tokio::sync::Semaphore>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(tokio::sync::Semaphore::new(0));
    tokio::spawn({
        let asked = Arc::clone(&asked);
        async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let asked = Arc::clone(&asked);
                tokio::spawn(async move {
                    let mut part = [0; 4096];
                    while let Ok(1..) = stream.read(&mut part).await {
                        asked.add_permits(1);
                    }
                });
            }
        }
    });
    (url, asked)
}

/// With the default deadlines of a client.
#[tokio::test]
async fn a_silent_server_ends_a_call_at_the_default_deadline() {
    let (url, asked) = silent_server().await;
    let host = || url.clone();
    let hosts = Hosts { auth: host(), base: host(), api: host(), upload: host(), chat: host() };
    let builder = OpenPlatform::builder().api_key(Secret::new(API_KEY)).hosts(hosts);
    let platform = builder.client_id("app").client_secret("s").redirect_uri("https://app.example/cb").build().unwrap();
    let login = platform.oauth().start(Login::new(["USER_PHONE"], "browser")).await.unwrap();
    let back = format!("?code=abc&state={}", login.state.expose());
    let seconds = async |call: &mut dyn FnMut() -> Call| {
        let (clock, started, before) = (PausedClock::begin(), tokio::time::Instant::now(), asked.available_permits());
        let (error, ()) = tokio::join!(call(), clock.until(|| asked.available_permits() > before));
        let took = started.elapsed().as_secs_f64();
        tokio::time::resume();
        assert!(error.is_err());
        took
    };
    type Call = std::pin::Pin<Box<dyn Future<Output = Result<(), Error>>>>;
    let read = || -> Call {
        let platform = platform.clone();
        Box::pin(async move { platform.posts().get("gZd7omnS").await.map(drop) })
    };
    let write = || -> Call {
        let user = platform.user_with_token(Secret::new(TOKEN));
        Box::pin(async move { user.conversations().send("c1", Message::text("hello")).await.map(drop) })
    };
    let exchange = || -> Call {
        let (platform, back) = (platform.clone(), back.clone());
        Box::pin(async move { platform.oauth().callback(back, "browser").await.map(drop) })
    };
    let refresh = || -> Call {
        let platform = platform.clone();
        let tokens = Tokens {
            access_token: "at".into(),
            refresh_token: Some("rt".into()),
            expires_at: chrono::Utc::now(),
            expiry_assumed: false,
            scopes: Vec::new(),
        };
        Box::pin(async move { platform.oauth().refresh(&tokens, "https://app.example/cb").await.map(drop) })
    };
    for (part, most, mut call) in [
        ("API", 15.0, Box::new(read) as Box<dyn FnMut() -> Call>),
        ("API", 15.0, Box::new(write)),
        ("token", 10.0, Box::new(exchange)),
        ("token", 10.0, Box::new(refresh)),
    ] {
        let took = seconds(&mut *call).await;
        measured("F31", part, &[("seconds", (took * 10.0).round() / 10.0)]);
        // Timers of tokio have a resolution of one millisecond, and may be late by one.
        assert!((most - 0.01..most + 0.01).contains(&took), "{part}: {took} s");
    }
}

/// A name in the reserved domain `invalid` (RFC 6761).
#[tokio::test]
async fn an_unresolved_name_is_tried_three_times_by_reads_and_writes() {
    let (platform, clock) = peer::client("https://open-platform.invalid");
    let read = platform.posts().get("gZd7omnS").await.map(drop).unwrap_err();
    // It waits between two attempts.
    let reads = clock.waits().len() + 1;
    let user = platform.user_with_token(Secret::new(TOKEN));
    let write = user.conversations().send("c1", Message::text("hello")).await.map(drop).unwrap_err();
    let writes = clock.waits().len() - (reads - 1) + 1;
    let attempts = [("attempts", reads.max(writes) as f64), ("attempts of a write", writes as f64)];
    measured("F26", "DNS failure", &attempts);
    for (error, attempts) in [(read, reads), (write, writes)] {
        let Error::Transport(error) = error else { panic!("{error:?}") };
        assert_eq!((error.attempts, attempts), (3, 3));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_reads_of_a_sqlite_store_occupy_one_thread() {
    assert_eq!(program("program_that_reads_a_sqlite_store", "").await, [1.0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "is a program of the other tests"]
async fn program_that_reads_a_sqlite_store() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("store.db").display());
    let store = open_store(&address, Encryption::unencrypted()).unwrap();
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let before = threads();
    let read = |number| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.get(RecordKind::Grant, &format!("g{number}")).await.unwrap() })
    };
    for read in (0..500).map(read).collect::<Vec<_>>() {
        assert!(read.await.unwrap().is_none());
    }
    // The runtime keeps a thread for some seconds after its work.
    println!("\nMEASURED {}", threads() - before);
}
