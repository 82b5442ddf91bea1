//! Stores that are down or full, and floods of events.

use std::collections::HashSet;

use super::*;

/// Fault F48 of `tests/faults.tsv`. `OPEN_PLATFORM_ROUNDS` sets the number of outages. No response may then take longer than
/// the second that the fault allows, on a machine without other load.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_is_down_or_silent_is_503_within_a_second_and_200_when_it_is_back() {
    let asked: Option<usize> = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok());
    for store in &Store::all() {
        let (mut slowest, mut others) = (0.0_f64, 0);
        let setup = Setup::new(store).await;
        let mut receiver = setup.receiver(HANDLES);
        setup.until_accepted(setup.send(0)).await;
        let mut number = 1;
        for outage in 0..asked.unwrap_or(2) {
            let outage = outage % 2;
            // The only outage of a file is another process with an open write transaction.
            let writer = store.block(outage);
            for _ in 0..3 {
                let started = Instant::now();
                others += usize::from(setup.status(setup.send(number)).await != Some(503));
                slowest = slowest.max(started.elapsed().as_secs_f64());
                number += 1;
            }
            store.unblock(outage, writer);
            while setup.status(setup.send(number)).await != Some(200) {
                number += 1;
            }
            receiver.handled_until(&number.to_string());
            number += 1;
        }
        let met = [("seconds until the 503", slowest), ("answers that are not 503", others as f64)];
        measured("F48", store.name(), &met);
        assert!(asked.is_none() || slowest < 1.0, "{slowest:.2} s at {}", setup.store);
        assert_eq!(others, 0, "{}", setup.store);
    }
}

/// F48, second part: a full inbox, and then one with room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_inbox_is_503_until_events_are_handled() {
    let store = Store::file();
    let setup = Setup::new(&store).await;
    let _receiver = setup.receiver(ReceiverSettings { capacity: "5", ..ReceiverSettings::default() });
    for number in 0..5 {
        setup.until_accepted(setup.send(number)).await;
    }
    let refused = setup.send(5);
    let others = usize::from(setup.status(refused).await != Some(503));
    measured("F48", "inbox full", &[("answers that are not 503", others as f64)]);
    assert_eq!(others, 0);
    let mut worker = setup.elsewhere(HANDLES);
    worker.handled_until("4");
    // The receiver counts the events again within a second.
    setup.until_accepted(refused).await;
    assert_eq!(worker.handled_until("5"), ["5"]);
}

/// F48, a full disk: the process may not write longer files.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_503_until_there_is_room() {
    let store = Store::file();
    let setup = Setup::new(&store).await;
    let mut receiver = setup.receiver(HANDLES);
    setup.until_accepted(setup.send(0)).await;
    receiver.handled_until("0");
    let limit = |bytes: &str| set_limit(receiver.process.id(), &format!("--fsize={bytes}:unlimited"));
    limit("1");
    let mut others = 0;
    for number in 1..4 {
        others += usize::from(setup.status(setup.send(number)).await != Some(503));
    }
    measured("F48", "disk full", &[("answers that are not 503", others as f64)]);
    assert_eq!(others, 0);
    limit("unlimited");
    setup.until_accepted(setup.send(4)).await;
    assert_eq!(receiver.handled_until("4"), ["4"]);
}

/// Sets a limit of a process.
fn set_limit(process: u32, limit: &str) {
    let done = Command::new("prlimit").args(["--pid", &process.to_string(), limit]).status();
    assert!(done.expect("prlimit is needed: Debian has it in util-linux").success());
}

/// The most memory that a process has had, in MiB.
fn peak_mib(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// Fault F51 of `tests/faults.tsv`, its last part. Beside the sockets that send nothing, others send a head whose body never comes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_is_accepted_beside_ten_thousand_idle_sockets() {
    const IDLE: usize = 10_000;
    const HEADS: usize = 1_000;
    let store = Store::file();
    let setup = Setup::new(&store).await;
    let receiver = setup.receiver(ReceiverSettings::default());
    for process in [std::process::id(), receiver.id] {
        set_limit(process, &format!("--nofile={}:", IDLE + HEADS + 1_000));
    }
    let head = format!(
        "POST /events HTTP/1.1\r\nHost: app\r\nAuthorization: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n",
        setup.world.app().identification_key
    );
    let (mut silent, mut waiting) = (Vec::new(), Vec::new());
    for number in 0..IDLE + HEADS {
        let mut socket = TcpStream::connect(("127.0.0.1", setup.port())).await.unwrap();
        if number < IDLE {
            silent.push(socket);
        } else {
            socket.write_all(head.as_bytes()).await.unwrap();
            waiting.push(socket);
        }
    }
    setup.until_accepted(setup.send(0)).await;
    for socket in waiting {
        let mut response = String::new();
        BufStream::new(socket).read_line(&mut response).await.unwrap();
        assert!(response.starts_with("HTTP/1.1 408 "), "{response}");
    }
    setup.until_accepted(setup.send(1)).await;
    let is_open = |socket: &&TcpStream| {
        socket.try_read(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    };
    let idle = silent.iter().filter(is_open).count();
    let peak = peak_mib(receiver.id);
    measured(
        "F51",
        "Rust",
        &[("idle sockets beside an accepted event", idle as f64), ("MiB beside idle sockets", peak)],
    );
    assert!(idle == IDLE && peak < 256.0, "{idle} sockets, {peak} MiB");
}

/// Fault F50 of `tests/faults.tsv`: a flood. `OPEN_PLATFORM_ROUNDS` sets its seconds. The fault requires 30.
///
/// `OPEN_PLATFORM_RECEIVER` can name the receiver of another language, as its name and a command of a shell: `Python: python app.py`.
/// The command gets these variables: `STORE` and `STORE_KEY`, the address of the store and its key; `CAPACITY`, that of the inbox;
/// `IDENTIFICATION_KEY`; and `PORT`, at which it receives events, with the path `/events`. It prints `READY` and the id of its
/// process as soon as it listens, and ends with its standard input.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_accepted_or_refused_in_bounded_memory_and_no_acknowledged_event_is_lost() {
    for store in [Store::file(), Store::Server(Server::postgres())] {
        flood(&store).await;
    }
}

async fn flood(store: &Store) {
    let seconds = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(3);
    let named = std::env::var("OPEN_PLATFORM_RECEIVER").ok();
    let language = named.as_deref().map(|named| named.split_once(": ").expect("a language and a command"));
    let setup = Setup::new(store).await;
    let receiver = flooded_receiver(&setup, language.map(|(_, command)| command));
    // The store exists when the flood begins.
    let first = first_accepted(&setup).await;
    let started = Instant::now();
    let (mut accepted, shed) = send_updates(&setup, seconds).await;
    let took = started.elapsed().as_secs_f64();
    let peak = peak_mib(receiver.id);
    drop(receiver);

    let rate = |events: usize| (events as f64 / took).round();
    let (answered_rate, accepted_rate) = (rate(accepted.len() + shed), rate(accepted.len()));
    // On a busy machine a receiver in another language may refuse all of a second. `tests/run figures` asks for a rate.
    assert!(!accepted.is_empty() || language.is_some());
    accepted.push(first);
    accepted.sort_unstable_by_key(|(_, took)| *took);
    // The slowest but one percent.
    let p99 = accepted[accepted.len() * 99 / 100].1;
    let stored = stored_posts(&setup.store).await;
    let lost = accepted.iter().filter(|(post, _)| !stored.contains(post)).count();
    let met = [
        ("MiB at most", peak.floor()),
        ("events accepted and lost", lost as f64),
        ("events answered a second", answered_rate),
        ("events accepted a second", accepted_rate),
        ("seconds", took.floor()),
        ("milliseconds until the answer, p99", p99.as_secs_f64() * 1000.0),
    ];
    let part = language.map_or_else(|| store.name().to_owned(), |(name, _)| format!("{name}, {}", store.name()));
    println!("{part}: {} acknowledged, {shed} shed, {met:?}", accepted.len());
    measured("F50", &part, &met);
    assert!(peak < 256.0, "{peak} MiB");
    assert_eq!(lost, 0, "events of {} that were acknowledged are not stored", accepted.len());
}

/// Starts the receiver of the core, or with this command that of another language.
fn flooded_receiver(setup: &Setup, command: Option<&str>) -> Receiver {
    let settings = ReceiverSettings { capacity: "1000000", ..ReceiverSettings::default() };
    let Some(command) = command else { return setup.receiver(settings) };
    let mut shell = Command::new("bash");
    shell.args(["-c", command]);
    setup.spawn(shell, setup.port(), settings)
}

/// The body of an event about this post.
fn update(post: &str) -> String {
    json!({"type": "POST_UPDATE", "post_update": {"type": "PUBLISH", "post": {
        "token": post, "description": "x".repeat(1500),
    }}})
    .to_string()
}

/// The post of an event that was acknowledged, and how long the response took.
type Acknowledged = (String, Duration);

/// Sends an event until it is accepted.
async fn first_accepted(setup: &Setup) -> Acknowledged {
    let (key, post) = (setup.world.app().identification_key, "first".to_owned());
    let mut client = Connection::to(setup.port());
    loop {
        let sent = Instant::now();
        match client.post(&key, &update(&post)).await {
            200 => return (post, sent.elapsed()),
            status => assert_eq!(status, 503),
        }
    }
}

/// Sends events for this time. Returns those that were acknowledged, and the number of those that were refused.
async fn send_updates(setup: &Setup, seconds: usize) -> (Vec<Acknowledged>, usize) {
    /// Events a second: more than the 5,000 that must be answered, because the last answer comes after the last event.
    const RATE: usize = 5100;
    /// Enough to keep the rate while a response takes 50 ms.
    const CONNECTIONS: usize = 256;
    let (port, key) = (setup.port(), setup.world.app().identification_key);
    let started = tokio::time::Instant::now();
    let connections: Vec<_> = (0..CONNECTIONS)
        .map(|connection| {
            let key = key.clone();
            tokio::spawn(async move {
                let mut client = Connection::to(port);
                let (mut acknowledged, mut shed) = (Vec::new(), 0);
                for number in 0..(RATE * seconds).div_ceil(CONNECTIONS) {
                    // Each one at its scheduled time, whatever the result of the previous one.
                    let due = Duration::from_secs(1) * (number * CONNECTIONS + connection) as u32 / RATE as u32;
                    tokio::time::sleep_until(started + due).await;
                    // On a machine with other load the responses are too slow for all of them.
                    if started.elapsed() > Duration::from_secs(2 * seconds as u64) {
                        break;
                    }
                    let post = format!("p{connection}-{number}");
                    let body = update(&post);
                    let sent = Instant::now();
                    match client.post(&key, &body).await {
                        200 => acknowledged.push((post, sent.elapsed())),
                        503 => shed += 1,
                        other => panic!("{other}"),
                    }
                }
                (acknowledged, shed)
            })
        })
        .collect();
    let (mut acknowledged, mut shed) = (Vec::new(), 0);
    for connection in connections {
        let (some, others) = connection.await.unwrap();
        acknowledged.extend(some);
        shed += others;
    }
    (acknowledged, shed)
}

/// The posts of all events in the inbox of a store.
async fn stored_posts(address: &str) -> HashSet<String> {
    let store = open_store(address, encryption()).unwrap();
    let (mut posts, mut after) = (HashSet::new(), None::<String>);
    loop {
        let page = store.scan(RecordKind::Event, "", after.as_deref(), 500).await.unwrap();
        let Some((last, _)) = page.last() else { return posts };
        after = Some(last.clone());
        for (_, record) in &page {
            let entry: serde_json::Value = serde_json::from_slice(record.value().unwrap()).unwrap();
            posts.insert(entry["body"]["post_update"]["post"]["token"].as_str().unwrap().to_owned());
        }
    }
}
