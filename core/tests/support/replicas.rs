//! Two Redis servers of which one follows the other over TCP, asynchronously, as Redis replicates by default.

use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

use super::servers::Server;
use super::until;

/// A primary and its replica, behind one address that leads to the primary, whichever that is.
pub struct Replicas {
    primary: Server,
    replica: Server,
    /// Has the socket under whose name the primary is known, as by a name that a failover script changes.
    name: TempDir,
}

impl Replicas {
    /// Starts both, and waits until the replica has all that the primary has.
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

    /// Lets the replica get all there is, and nothing that is written from now on.
    pub async fn cut_off(&self) {
        self.catch_up().await;
        // It keeps what it has for as long as it finds no primary there.
        follow(&self.replica, "127.0.0.1", "9").await;
        until(async || number(&self.primary, "connected_slaves").await == Some(0)).await;
    }

    /// The primary is gone, and the replica takes its place.
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

    /// In one step: nobody finds no socket.
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

/// What a server says about its part in the replication.
async fn info(server: &Server, name: &str) -> Option<String> {
    let mut connection = connection(server).await;
    let text: String = redis::cmd("INFO").arg("replication").query_async(&mut connection).await.unwrap();
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(|value| value.trim().to_owned()))
}

async fn number(server: &Server, name: &str) -> Option<u64> {
    info(server, name).await?.parse().ok()
}
