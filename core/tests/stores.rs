//! The conformance checks on every store, and that they detect faulty stores.

#[cfg(any(feature = "postgres", feature = "redis"))]
#[path = "stores/concurrency.rs"]
mod concurrency;
#[path = "stores/isolated.rs"]
mod isolated;
#[cfg(all(unix, feature = "sqlite"))]
#[path = "stores/locks.rs"]
mod locks;
#[path = "stores/mistakes.rs"]
mod mistakes;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
mod support;

use std::sync::Arc;

use async_trait::async_trait;
use mistakes::{Mistake, Mistaken};
use open_platform::error::StoreError;
use open_platform::inbox::InboxOptions;
use open_platform::stores::{Encrypted, Encryption, MemoryStore, Record, RecordKind, RecordStore};
use open_platform::testing::stores::{ConformanceFailure, conformance};
use open_platform::{Error, OpenPlatform};
#[cfg(any(feature = "postgres", feature = "redis"))]
use support::servers::Server;
#[cfg(feature = "sqlite")]
use support::{Fixture, HOUR, OFFLINE};

const KEY: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";

fn report(failures: &[ConformanceFailure]) -> String {
    failures.iter().map(|failure| format!("\n- {failure}")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_memory_store_passes() {
    let store = Arc::new(MemoryStore::new());
    let failures = conformance(|| store.clone()).await;
    assert!(failures.is_empty(), "{}", report(&failures));
    let store = Arc::new(Encrypted::new(Arc::new(MemoryStore::new()), Encryption::keys([KEY]).unwrap()));
    let failures = conformance(|| store.clone()).await;
    assert!(failures.is_empty(), "{}", report(&failures));
    for kind in RecordKind::ALL {
        assert!(store.scan(kind, "", None, 1).await.unwrap().is_empty(), "the checks delete their records");
    }
}

#[test]
fn a_store_outside_memory_needs_keys() {
    let mine = || Arc::new(Mistaken { memory: MemoryStore::new(), mistake: Mistake::ShortPages });
    match OpenPlatform::builder().store(mine()).build() {
        Err(Error::Config { setting, reason, .. }) => {
            assert_eq!(setting, "store_keys");
            assert!(reason.contains("OPEN_PLATFORM_STORE_KEYS") && reason.contains("openssl rand"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    assert!(OpenPlatform::builder().store(mine()).store_keys([KEY]).build().is_ok());
    assert!(OpenPlatform::builder().store(mine()).store_encryption(Encryption::unencrypted()).build().is_ok());
}

/// The content of all files below a directory.
#[cfg(feature = "sqlite")]
fn content(path: std::path::PathBuf) -> Vec<u8> {
    let files = std::fs::read_dir(path).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    files.collect::<Vec<_>>().concat()
}

/// Checks the store at an address, unencrypted and encrypted.
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
async fn passes(address: &str) {
    for encryption in [Encryption::unencrypted(), Encryption::keys([KEY]).unwrap()] {
        let open = || open_platform::stores::open_store(address, encryption.clone()).unwrap();
        let failures = conformance(open).await;
        assert!(failures.is_empty(), "{}", report(&failures));
    }
}

#[cfg(feature = "sqlite")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_sqlite_store_passes() {
    let directory = tempfile::tempdir().unwrap();
    passes(&format!("sqlite://{}", directory.path().join("store.db").display())).await;
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_postgres_store_passes() {
    passes(Server::postgres().address()).await;
}

#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_redis_store_passes() {
    passes(Server::redis().address()).await;
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_records_that_are_inserted_together_into_postgres_none_is_stored_if_one_fails() {
    use open_platform::stores::NewRecord;

    let server = Server::postgres();
    let store = open_platform::stores::open_store(server.address(), Encryption::unencrypted()).unwrap();
    // An index of PostgreSQL has no place for a key of this length that cannot be compressed.
    let mut state = 1_u64;
    let long: String = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b' ' + ((state >> 32) % 95) as u8)
    })
    .take(8192)
    .collect();
    let record = |key| NewRecord { kind: RecordKind::Event, key, value: b"x" };
    store.insert(&[record("a"), record(&long)]).await.unwrap_err();
    assert!(store.get(RecordKind::Event, "a").await.unwrap().is_none());
    assert_eq!(store.insert(&[record("a"), record("b")]).await.unwrap(), [true, true]);
}

/// Checks that a store returns errors while its server is down or silent, and works again afterwards.
#[cfg(any(feature = "postgres", feature = "redis"))]
async fn comes_back(server: Server) {
    let open = || open_platform::stores::open_store(server.address(), Encryption::unencrypted()).unwrap();
    let (store, idle) = (open(), open());
    assert!(store.put(RecordKind::Grant, "a", None, b"1").await.unwrap());
    assert!(idle.get(RecordKind::Grant, "a").await.unwrap().is_some());
    server.down();
    for _ in 0..3 {
        let error = store.get(RecordKind::Grant, "a").await.unwrap_err();
        assert!(!error.reason.is_empty() && error.operation == "get", "{error}");
        assert!(store.put(RecordKind::Grant, "a", Some(1), b"2").await.is_err());
        assert!(store.scan(RecordKind::Grant, "", None, 1).await.is_err());
        assert!(store.delete(RecordKind::Grant, "a", 1).await.is_err());
        assert!(store.now().await.is_err());
    }
    server.up();
    // The server accepts connections before it responds.
    support::until(async || store.get(RecordKind::Grant, "a").await.is_ok()).await;
    assert!(store.put(RecordKind::Grant, "a", Some(1), b"2").await.unwrap(), "acknowledged writes are kept");
    let kept = idle.get(RecordKind::Grant, "a").await.unwrap().unwrap();
    assert_eq!(kept.value().unwrap(), b"2", "a closed connection is not an error");
    server.freeze();
    let error = store.get(RecordKind::Grant, "a").await.unwrap_err();
    assert!(!error.reason.is_empty(), "{error}");
    server.thaw();
    support::until(async || store.get(RecordKind::Grant, "a").await.is_ok()).await;
    for version in 2..10 {
        assert!(store.put(RecordKind::Grant, "a", Some(version), b"3").await.unwrap());
    }
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_postgres_store_recovers() {
    comes_back(Server::postgres()).await;
}

#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_redis_store_recovers() {
    comes_back(Server::redis()).await;
}

#[cfg(any(feature = "postgres", feature = "redis"))]
#[tokio::test]
async fn an_unreachable_server_is_a_clear_error_without_the_password() {
    for address in ["postgres://app:hunter2@127.0.0.1:9/app", "redis://app:hunter2@127.0.0.1:9"] {
        let Ok(store) = open_platform::stores::open_store(address, Encryption::unencrypted()) else { continue };
        let error = store.get(RecordKind::Grant, "a").await.unwrap_err();
        assert!(error.reason.to_lowercase().contains("refused") && !error.reason.contains("hunter2"), "{error}");
        assert!(error.reason.contains("127.0.0.1:9)"), "{error}");
    }
}

/// The error names all servers of an address, and a socket by its path.
#[cfg(all(unix, feature = "postgres"))]
#[tokio::test]
async fn the_error_names_the_server_that_was_not_reached() {
    for (address, place) in [
        ("postgres://app:hunter2@127.0.0.1:9,127.0.0.1:7/app", "(hosts 127.0.0.1:9, 127.0.0.1:7)"),
        ("postgres://app:hunter2@%2Fno%2Fsuch:9/app", "(host /no/such:9)"),
    ] {
        let store = open_platform::stores::open_store(address, Encryption::unencrypted()).unwrap();
        let error = store.get(RecordKind::Grant, "a").await.unwrap_err();
        assert!(error.reason.ends_with(place) && !error.reason.contains("hunter2"), "{error}");
    }
}

#[cfg(any(feature = "postgres", feature = "redis"))]
#[test]
fn the_error_names_the_certificate_file_that_cannot_be_read() {
    for address in [
        "postgres://app:hunter2@db.example/app?sslrootcert=/no/such/root.pem",
        "rediss://app:hunter2@redis.example?sslrootcert=/no/such/root.pem",
    ] {
        let Err(error) = open_platform::stores::open_store(address, Encryption::unencrypted()) else { continue };
        let text = error.to_string();
        assert!(!text.contains("hunter2"), "{text}");
        assert!(text.contains("/no/such/root.pem") || text.contains("has no such store"), "{text}");
    }
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn the_error_names_the_file_that_cannot_be_opened() {
    let store = open_platform::stores::open_store("sqlite:///no/such/grants.db", Encryption::unencrypted()).unwrap();
    let error = store.get(RecordKind::Grant, "a").await.unwrap_err();
    assert!(error.reason.contains("/no/such/grants.db"), "{error}");
}

/// Checks that a store can be used on a runtime after the one it was used on has ended.
#[cfg(any(feature = "postgres", feature = "redis"))]
fn outlives_runtimes(server: &Server) {
    let store = open_platform::stores::open_store(server.address(), Encryption::unencrypted()).unwrap();
    for round in 0..10 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let expected = (round > 0).then_some(round);
        assert!(runtime.block_on(store.put(RecordKind::Grant, "a", expected, b"x")).unwrap(), "{round}");
    }
}

#[cfg(feature = "postgres")]
#[test]
fn the_postgres_store_outlives_runtimes() {
    outlives_runtimes(&Server::postgres());
}

#[cfg(feature = "redis")]
#[test]
fn the_redis_store_outlives_runtimes() {
    outlives_runtimes(&Server::redis());
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_grant_outlives_its_client_and_its_tokens_are_not_on_the_disk() {
    for (encryption, readable) in [(Encryption::unencrypted(), true), (Encryption::keys([KEY]).unwrap(), false)] {
        let directory = tempfile::tempdir().unwrap();
        let address = format!("sqlite://{}", directory.path().join("store.db").display());
        let fixture = Fixture::start().await;
        let client =
            || fixture.world.client().store_url(&address).store_encryption(encryption.clone()).build().unwrap();
        let key = fixture.log_in(&client(), "seller", OFFLINE).await;
        client().user(&key).users().me().await.unwrap();
        fixture.advance(2 * HOUR).await;
        client().user(&key).users().me().await.unwrap();
        assert_eq!(fixture.refreshes(), 1);
        let content = content(directory.path().to_owned());
        let has = |text: &str| content.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(has(key.as_str()), "the key of a grant is not secret, and shows that these are the right files");
        for part in ["\"access\":", "\"refresh\":", "\"pair\":"] {
            assert_eq!(has(part), readable, "{part}");
        }
    }
}

/// SUB-4 of `tests/faults.tsv`: the time starts with the login or the refresh itself.
#[cfg(feature = "sqlite")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_subscriptions_are_renewed_within_ten_seconds_of_a_login_or_refresh() {
    use std::time::{Duration, Instant};

    use open_platform::model::event::Subscription;

    const SUBSCRIPTIONS: usize = 100;
    let rounds: i64 = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(10);
    const SCOPES: &[&str] = &["offline_access", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
    let directory = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", directory.path().join("store.db").display());
    let fixture = Fixture::start().await;
    fixture.world.set_gaps(|gaps| gaps.accept_wrong_post_token = true);
    let platform = fixture.world.client().store_url(&address).store_keys([KEY]).build().unwrap();
    let key = fixture.log_in(&platform, "seller", SCOPES).await;
    let subscriptions = platform.grants().subscriptions(&key);
    for post in 0..SUBSCRIPTIONS {
        subscriptions.ensure(Subscription::new_messages().resource(format!("post{post:04}"))).await.unwrap();
    }
    let (mut took, mut fewest) = ([const { Vec::new() }; 2], usize::MAX);
    for generation in 2..2 + rounds {
        let (started, is_login) = (Instant::now(), generation % 2 == 0);
        if is_login {
            assert_eq!(fixture.log_in(&platform, "seller", SCOPES).await, key);
        } else {
            assert_eq!(platform.grants().refresh(&key).await.unwrap().generation, generation);
        }
        support::until(async || {
            platform.drain(Duration::from_secs(60)).await;
            let rows = subscriptions.list().await.unwrap();
            rows.iter().filter(|row| row.bound_generation == Some(generation)).count() == SUBSCRIPTIONS
        })
        .await;
        took[usize::from(is_login)].push(started.elapsed().as_secs_f64());
        fewest = fewest.min(subscriptions.list().await.unwrap().len());
    }
    let commits = took.iter().map(Vec::len).sum::<usize>();
    // With few samples, the slowest one of all.
    let [refresh, login] = took.map(|mut seconds| {
        seconds.sort_by(f64::total_cmp);
        seconds[(seconds.len() * 99).div_ceil(100) - 1]
    });
    support::faults::measured("SUB-4", "", &[("rows", fewest as f64), ("commits", commits as f64)]);
    support::faults::measured("SUB-4", "", &[("seconds after a login, p99", login)]);
    support::faults::measured("SUB-4", "", &[("seconds after a refresh, p99", refresh)]);
    assert!(login < 10.0 && refresh < 10.0, "{login} s after a login, {refresh} s after a refresh");
}

/// Of two servers the first is used. If it is frozen, the next one is used within 2 s, also by a new client and after a query that may
/// have a long response.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_postgres_server_is_replaced_by_the_next_within_two_seconds() {
    use std::time::{Duration, Instant};

    let (first, second) = (Server::postgres(), Server::postgres());
    let open = |address: &str| open_platform::stores::open_store(address, Encryption::unencrypted()).unwrap();
    let of_both = |server: &Server| server.address().split_once("?host=").unwrap().1.to_owned();
    let address = format!("postgres://app@/postgres?host={},{}", of_both(&first), of_both(&second));
    for (server, records) in [(&first, ["here", "there"].as_slice()), (&second, &["here"])] {
        let store = open(server.address());
        for key in records {
            assert!(store.put(RecordKind::Grant, key, None, "x".repeat(records.len()).as_bytes()).await.unwrap());
        }
    }
    // 2 from the first server, and 1 from the second.
    let read = async |store: &Arc<dyn RecordStore>, operation: &str| match operation {
        "get" => Some(store.get(RecordKind::Grant, "here").await.ok()?.unwrap().value().unwrap().len()),
        "count" => store.count(RecordKind::Grant, "").await.ok(),
        _ => store.versions(RecordKind::Grant, "").await.ok().map(|versions| versions.len()),
    };
    let mut clients = Vec::new();
    for operation in ["get", "count", "versions"] {
        let store = open(&address);
        assert_eq!(read(&store, operation).await, Some(2));
        clients.push((operation, store));
    }
    first.freeze();
    for (operation, store) in clients {
        for store in [store, open(&address)] {
            let started = Instant::now();
            support::until(async || read(&store, operation).await == Some(1)).await;
            assert!(started.elapsed() < Duration::from_secs(2), "{operation}: {:?}", started.elapsed());
        }
    }
    first.thaw();
}

/// The notices of the client.
fn notices() -> Arc<std::sync::Mutex<Vec<String>>> {
    static NOTICES: std::sync::OnceLock<Arc<std::sync::Mutex<Vec<String>>>> = std::sync::OnceLock::new();
    let notices = NOTICES.get_or_init(|| {
        let notices: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
        let own = notices.clone();
        open_platform::notice::listen(move |text| own.lock().unwrap().push(text.to_owned()));
        notices
    });
    notices.clone()
}

#[tokio::test]
async fn a_store_in_memory_is_warned_of_once_and_named_by_the_errors_that_it_causes() {
    let notices = notices();
    let platform = || {
        let builder = OpenPlatform::builder().client_id("app").client_secret("secret");
        builder.redirect_uri("https://app.example/cb").build().unwrap()
    };
    for platform in [platform(), platform()] {
        drop(platform.keeper());
        drop(platform.inbox(InboxOptions::default()).unwrap());
    }
    for owner in ["the keeper's store is the memory of this process", "the inbox's store is the memory of this process"]
    {
        assert_eq!(notices.lock().unwrap().iter().filter(|text| text.starts_with(owner)).count(), 1, "{owner}");
    }
    // As in a process that has neither the grant nor the login.
    let other = platform();
    let grant = other.grants().refresh("grant-of-another-process").await.unwrap_err().to_string();
    assert!(grant.contains("the store is the memory of this process"), "{grant}");
    let back = format!("code=c&state={}", "s".repeat(43));
    let login = other.oauth().callback(&back, "session").await.unwrap_err().to_string();
    assert!(login.contains("was started by a process with another store"), "{login}");
}

/// Redis evicts whole keys: the index of the records is one key, and the records are another.
#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_that_redis_has_lost_is_rebuilt_and_reported() {
    let notices = notices();
    let server = Server::redis();
    let store = open_platform::stores::open_store(server.address(), Encryption::unencrypted()).unwrap();
    let client = redis::Client::open(server.address()).unwrap();
    let mut raw = client.get_multiplexed_async_connection().await.unwrap();
    let mut lose = async |key: &str| {
        let lost: i64 = redis::cmd("DEL").arg(key).query_async(&mut raw).await.unwrap();
        assert_eq!(lost, 1, "{key}");
    };
    let names = async || -> Vec<String> {
        store.versions(RecordKind::Grant, "").await.unwrap().into_iter().map(|(key, _)| key).collect()
    };
    for key in ["a", "b", "c"] {
        assert!(store.put(RecordKind::Grant, key, None, b"x").await.unwrap());
    }
    lose("{open-platform}:grant:keys").await;
    assert_eq!(names().await, ["a", "b", "c"]);
    lose("{open-platform}:grant:keys").await;
    // A record that is written meanwhile creates a new index.
    assert!(store.put(RecordKind::Grant, "d", None, b"x").await.unwrap());
    assert_eq!(store.count(RecordKind::Grant, "").await.unwrap(), 4);
    assert_eq!(store.scan(RecordKind::Grant, "", Some("a"), 2).await.unwrap().len(), 2);
    assert!(notices.lock().unwrap().iter().any(|text| text.contains("there are 3, and their index had 0")));
    lose("{open-platform}:grant").await;
    assert_eq!(names().await, [""; 0], "the records are lost, which is reported");
    assert!(notices.lock().unwrap().iter().any(|text| text.contains("there are 0, and their index had 4")));
}

/// The first connection reports a server that may lose data, with the settings to change.
#[cfg(feature = "redis")]
#[tokio::test]
async fn a_redis_that_may_lose_data_is_reported() {
    let notices = notices();
    let server = Server::redis();
    let client = redis::Client::open(server.address()).unwrap();
    let mut raw = client.get_multiplexed_async_connection().await.unwrap();
    let mut set = async |name: &str, value: &str| {
        let _: () = redis::cmd("CONFIG").arg("SET").arg(name).arg(value).query_async(&mut raw).await.unwrap();
    };
    let open = || open_platform::stores::open_store(server.address(), Encryption::unencrypted()).unwrap();
    for (name, value, expected) in [
        ("appendfsync", "everysec", "appendfsync always"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy noeviction"),
        ("appendonly", "no", "appendonly yes"),
    ] {
        set(name, value).await;
        assert!(open().get(RecordKind::Grant, "a").await.unwrap().is_none());
        assert!(notices.lock().unwrap().iter().any(|text| text.contains(expected)), "{name} {value}: {notices:?}");
    }
}

#[cfg(feature = "redis")]
#[test]
fn a_redis_on_another_machine_without_tls_is_reported_once() {
    let notices = notices();
    let warnings =
        || notices.lock().unwrap().iter().filter(|text| text.contains("its connections have no TLS")).count();
    let open = |address: &str| drop(open_platform::stores::open_store(address, Encryption::unencrypted()).unwrap());
    for address in ["redis://127.0.0.1:6379", "redis://localhost", "redis://[::1]", "rediss://cache.example"] {
        open(address);
        assert_eq!(warnings(), 0, "{address}");
    }
    open("redis://cache.example");
    open("redis://192.0.2.1:6379");
    assert_eq!(warnings(), 1);
}

/// Addresses that could only fail later are refused at once, with advice.
#[cfg(all(feature = "postgres", feature = "redis"))]
#[test]
fn an_unsupported_address_is_refused_with_advice() {
    for (address, expected) in [
        ("redis-sentinel://a:26379/mymaster", "role:master"),
        ("redis+sentinel://a:26379,b:26379/mymaster", "role:master"),
        ("redis-cluster://a,b", "single primary"),
        ("postgres://app@a,b/app?target_session_attrs=standby", "read-write"),
        ("postgres://app@a/app?sslcert=/nowhere", "sslcert"),
        ("rediss://a?sslrootcert=/nowhere", "sslrootcert"),
    ] {
        match open_platform::stores::open_store(address, Encryption::unencrypted()) {
            Err(Error::Config { setting, reason, .. }) => {
                assert_eq!(setting, "store");
                assert!(reason.contains(expected), "{address}: {reason}");
            }
            Err(other) => panic!("{address}: {other}"),
            Ok(_) => panic!("{address} is accepted"),
        }
    }
}
