//! Servers that are used by many operations at once, or more strictly than by default.

use std::sync::Arc;

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
