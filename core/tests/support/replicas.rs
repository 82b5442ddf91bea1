//! A Redis primary with a replica over TCP. Replication is asynchronous, the default of Redis.

use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

use super::servers::Server;
use super::until;

/// A primary and its replica, with one address that always belongs to the current primary.
pub struct Replicas {
    primary: Server,
    replica: Server,
    /// The folder of the socket of the primary, which is replaced at a failover as a host name would be.
    name: TempDir,
}

impl Replicas {
    /// Starts both, and waits until the replica has all data of the primary.
    pub async fn start() -> Self {
        let (primary, replica) = (Server::redis_over_tcp(None), Server::redis_over_tcp(None));
        let replicas = Self { primary, replica, name: tempfile::tempdir().unwrap() };
        replicas.lead_to(&replicas.primary);
        let (host, port) = replicas.primary.address().split_once(':').unwrap();
        follow(&replicas.replica, host, port).await;
        replicas.catch_up().await;
        replicas
    }

    pub fn address(&self) -> String {
        format!("redis+unix://{}/redis.sock", self.name.path().display())
    }

    /// Waits until the replica has all data, and cuts it off from later writes.
    pub async fn cut_off(&self) {
        self.catch_up().await;
        // It keeps its data as long as it does not reach a primary.
        follow(&self.replica, "127.0.0.1", "9").await;
        until(async || number(&self.primary, "connected_slaves").await == Some(0)).await;
    }

    /// A failover: ends the primary, and promotes the replica.
    pub async fn promote(&self) {
        self.primary.down();
        follow(&self.replica, "NO", "ONE").await;
        self.lead_to(&self.replica);
    }

    async fn catch_up(&self) {
        let written = number(&self.primary, "master_repl_offset").await.unwrap();
        until(async || {
            let (up, got) =
                (info(&self.replica, "master_link_status").await, number(&self.replica, "slave_repl_offset").await);
            up.as_deref() == Some("up") && got >= Some(written)
        })
        .await;
    }

    /// Replaces the socket atomically, so that there always is one.
    fn lead_to(&self, server: &Server) {
        let fresh = self.name.path().join("fresh");
        std::os::unix::fs::symlink(server.directory().join("redis.sock"), &fresh).unwrap();
        std::fs::rename(fresh, self.name.path().join("redis.sock")).unwrap();
    }
}

async fn connection(server: &Server) -> MultiplexedConnection {
    let address = format!("redis+unix://{}/redis.sock", server.directory().display());
    redis::Client::open(address).unwrap().get_multiplexed_async_connection().await.unwrap()
}

async fn follow(server: &Server, host: &str, port: &str) {
    let mut connection = connection(server).await;
    let _: () = redis::cmd("REPLICAOF").arg(host).arg(port).query_async(&mut connection).await.unwrap();
}

/// The replication state that a server reports.
async fn info(server: &Server, name: &str) -> Option<String> {
    let mut connection = connection(server).await;
    let text: String = redis::cmd("INFO").arg("replication").query_async(&mut connection).await.unwrap();
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(|value| value.trim().to_owned()))
}

async fn number(server: &Server, name: &str) -> Option<u64> {
    info(server, name).await?.parse().ok()
}
