//! Servers that are used by many operations at once, or more strictly than by default.

use std::sync::Arc;
#[cfg(feature = "postgres")]
use std::time::{Duration, Instant};

use open_platform::stores::{Encryption, RecordKind, RecordStore, open_store};

use super::support::servers::Server;

fn open(server: &Server) -> Arc<dyn RecordStore> {
    open_store(server.address(), Encryption::unencrypted()).unwrap()
}

/// A statement that PostgreSQL undoes because of another one is repeated.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_postgres_store_passes_with_a_stricter_isolation_as_the_default_of_its_database() {
    let server = Server::postgres();
    for isolation in ["repeatable%5C%20read", "serializable"] {
        let option = format!("-c%20default_transaction_isolation%3D{isolation}");
        super::passes(&format!("{}&options={option}", server.address())).await;
    }
}

/// Operations that wait for a frozen server get an error in time, however many they are.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_operations_on_a_frozen_postgres_server_end_in_time() {
    let server = Server::postgres();
    let store = open(&server);
    assert!(store.put(RecordKind::Grant, "a", None, b"1").await.unwrap());
    server.freeze();
    let begun = Instant::now();
    let operation = |number: u32| {
        let store = store.clone();
        tokio::spawn(async move {
            let key = number.to_string();
            match number % 2 {
                0 => store.get(RecordKind::Grant, &key).await.map(drop),
                _ => store.put(RecordKind::Grant, &key, None, b"1").await.map(drop),
            }
        })
    };
    let operations: Vec<_> = (0..10_000).map(operation).collect();
    for operation in operations {
        let error = operation.await.unwrap().unwrap_err();
        assert!(error.reason.starts_with("no response within 5 s (host "), "{error}");
    }
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    server.thaw();
    super::support::until(async || store.get(RecordKind::Grant, "a").await.is_ok()).await;
}

#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_redis_store_prunes_as_many_records_as_the_limit_allows() {
    let (server, all) = (Server::redis(), 1100);
    let store = open(&server);
    for number in 0..all {
        assert!(store.put(RecordKind::Login, &format!("t{number:04}"), None, b"x").await.unwrap());
    }
    for expected in [1000, 100, 0] {
        assert_eq!(store.prune(RecordKind::Login, "t", "u", 1000).await.unwrap(), expected);
    }
}

#[cfg(feature = "redis")]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_operations_replace_a_connection_of_redis_that_has_broken_by_one() {
    let server = Server::redis();
    let store = open(&server);
    assert!(store.put(RecordKind::Grant, "first", None, b"1").await.unwrap());
    let client = redis::Client::open(server.address()).unwrap();
    let raw = client.get_multiplexed_async_connection().await.unwrap();
    let client = async |words: &[&str]| redis::cmd("CLIENT").arg(words).exec_async(&mut raw.clone()).await.unwrap();
    let count = async |section: &str, name: &str| -> usize {
        let all: String = redis::cmd("INFO").arg(section).query_async(&mut raw.clone()).await.unwrap();
        let line = all.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap().trim().parse().unwrap()
    };
    // The server has the writes, and does not execute them.
    client(&["PAUSE", "60000", "WRITE"]).await;
    let write = |number| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.put(RecordKind::Grant, &format!("g{number}"), None, b"1").await.unwrap() })
    };
    let writes: Vec<_> = (0..64).map(write).collect();
    super::support::until(async || count("clients", "blocked_clients").await == 1).await;
    let before = count("stats", "total_connections_received").await;
    client(&["KILL", "TYPE", "normal", "SKIPME", "yes"]).await;
    client(&["UNPAUSE"]).await;
    for write in writes {
        assert!(write.await.unwrap());
    }
    assert_eq!(count("stats", "total_connections_received").await - before, 1, "connections were made");
}
