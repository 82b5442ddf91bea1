//! Redis: for an app on several hosts that already uses Redis, configured to keep what it acknowledges.
//!
//! Each kind has a hash from key to `VERSION:VALUE`, and a sorted set of the keys as an index for scans. Scripts change
//! both atomically. The braces in the names put all data on one node of a cluster.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, Client, ClientTlsConfig, Cmd, ConnectionAddr, FromRedisValue, RedisError, Script,
    TlsCertificates,
};
use zeroize::Zeroizing;

use super::address::Identity;
use super::connections::{Connections, Held, SERVER_TIMEOUT};
use super::schema::after;
use super::{Record, RecordKind, RecordStore};
use crate::error::{Error, Result, StoreError};
use crate::notice;

/// The version of the stored format. It is the first one.
const SCHEMA: i64 = 1;
const SCHEMA_KEY: &str = "{open-platform}:schema";

/// How many records one script reads. Redis runs nothing else during a script.
const PAGE: usize = 500;

const PUT: &str = "
local old = redis.call('HGET', KEYS[1], ARGV[1])
if (old and string.match(old, '^%d+') or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ':' .. ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
return 1";

const DELETE: &str = "
local old = redis.call('HGET', KEYS[1], ARGV[1])
if not old or string.match(old, '^%d+') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1";

/// Prepended to each script that reads the index. A server that evicts keys or lost a part of its data can lose the index
/// while the records exist.
const CHECK: &str = "
if redis.call('HLEN', KEYS[1]) ~= redis.call('ZCARD', KEYS[2]) then
    return redis.error_reply('OPINDEX the index and the records differ')
end";
/// The error code of the scripts in that case.
const DIFFERS: &str = "OPINDEX";

/// Rebuilds the index from the records. Returns the number of records, and how many keys the index had before.
const REBUILD: &str = "
local keys, before = redis.call('HKEYS', KEYS[1]), redis.call('ZCARD', KEYS[2])
redis.call('DEL', KEYS[2])
for first = 1, #keys, 500 do
    local members = {}
    for i = first, math.min(first + 499, #keys) do
        table.insert(members, 0)
        table.insert(members, keys[i])
    end
    redis.call('ZADD', KEYS[2], unpack(members))
end
return {#keys, before}";

const COUNT: &str = "return redis.call('ZLEXCOUNT', KEYS[2], ARGV[1], ARGV[2])";

const PRUNE: &str = "
local keys = redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
if #keys > 0 then
    redis.call('HDEL', KEYS[1], unpack(keys))
    redis.call('ZREM', KEYS[2], unpack(keys))
end
return #keys";

const SCAN: &str = "
local found = {}
for _, key in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])) do
    table.insert(found, key)
    table.insert(found, redis.call('HGET', KEYS[1], key))
end
return found";

const VERSIONS: &str = "
local found = {}
for _, key in ipairs(redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])) do
    table.insert(found, key)
    table.insert(found, string.match(redis.call('HGET', KEYS[1], key), '^%d+') .. ':')
end
return found";

pub(super) struct RedisStore {
    client: Client,
    put: Script,
    delete: Script,
    rebuild: Script,
    prune: Script,
    count: Script,
    scan: Script,
    versions: Script,
    connections: Connections<MultiplexedConnection>,
}

/// The error of a failed operation.
enum Failed {
    Store(StoreError),
    Redis(RedisError),
}

impl RedisStore {
    /// Does not connect: the first operation does.
    pub(super) fn new(address: &str, identity: Identity) -> Result<Self> {
        let refused = |_: RedisError| Error::config("store", "is not the address of a Redis server");
        let Identity { roots, client } = identity;
        // The crate reads the certificates only when it uses them, so they are checked here.
        let is_plain = !address.starts_with("rediss:");
        let client = if is_plain || (roots.is_empty() && client.is_none()) {
            Client::open(address).map_err(refused)?
        } else {
            crate::transport::trusting_as(&roots, client.as_ref(), "store")?;
            let client_tls = client
                .map(|client| ClientTlsConfig { client_cert: client.certificate, client_key: client.key.to_vec() });
            let root_cert = (!roots.is_empty()).then(|| roots.join(&b'\n'));
            Client::build_with_tls(address, TlsCertificates { client_tls, root_cert }).map_err(refused)?
        };
        if let ConnectionAddr::Tcp(host, _) = client.get_connection_info().addr()
            && !is_this_machine(host)
        {
            notice::warn(
                "the store is a Redis on another machine, and its connections have no TLS: anyone on the network path can read and \
                 change its records, and the password. Use rediss://",
            );
        }
        let [put, delete, rebuild] = [PUT, DELETE, REBUILD].map(Script::new);
        let [prune, scan, versions, count] =
            [PRUNE, SCAN, VERSIONS, COUNT].map(|script| Script::new(&format!("{CHECK}\n{script}")));
        let connections = Connections::new(client.get_connection_info().addr());
        Ok(Self { client, put, delete, rebuild, prune, scan, count, versions, connections })
    }

    /// The error of Redis or the connection, with the host if it concerns the connection.
    fn failure(&self, operation: &str, error: &RedisError) -> StoreError {
        let failure = StoreError::new(operation, error);
        if is_lost(error) { failure.at(self.client.get_connection_info().addr()) } else { failure }
    }

    async fn connection(&self, operation: &str) -> Result<Held<MultiplexedConnection>, StoreError> {
        let failed = |error: RedisError| self.failure(operation, &error);
        // `Connections` limits the time to connect: of two equal limits it would depend on the load which one gives the error.
        let timeouts =
            AsyncConnectionConfig::new().set_connection_timeout(None).set_response_timeout(Some(SERVER_TIMEOUT));
        let connect = async || {
            let mut connection =
                self.client.get_multiplexed_async_connection_with_config(&timeouts).await.map_err(failed)?;
            check(&mut connection).await?;
            Ok(connection)
        };
        self.connections.get(operation, connect).await
    }

    /// Runs `work` on a connection, and once more on a new one if the connection had been closed, as idle ones are. If the
    /// first attempt of a write took effect, the second is refused for its version, and the caller reads the record again.
    async fn with<T, F>(&self, operation: &str, work: impl Fn(MultiplexedConnection) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        self.attempt(operation, work).await.map_err(|error| match error {
            Failed::Store(error) => error,
            Failed::Redis(error) if error.code() == Some("MOVED") => StoreError::new(
                operation,
                "the server is a node of a Redis Cluster, which is not supported: use a single primary with a replica",
            ),
            Failed::Redis(error) => self.failure(operation, &error),
        })
    }

    /// As [`with`](Self::with), for `work` that reads the index of a kind. If the index differs from the records, it is
    /// rebuilt first.
    async fn with_index<T, F>(
        &self,
        operation: &str,
        kind: RecordKind,
        work: impl Fn(MultiplexedConnection) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        match self.attempt(operation, &work).await {
            Ok(value) => return Ok(value),
            Err(Failed::Redis(error)) if error.code() == Some(DIFFERS) => self.rebuild(kind).await?,
            Err(Failed::Redis(error)) => return Err(self.failure(operation, &error)),
            Err(Failed::Store(error)) => return Err(error),
        }
        self.with(operation, work).await
    }

    async fn rebuild(&self, kind: RecordKind) -> Result<(), StoreError> {
        let mut script = self.rebuild.prepare_invoke();
        script.key(hash(kind)).key(index(kind));
        let script = &script;
        let work = |mut connection| async move { script.invoke_async(&mut connection).await };
        let (records, indexed): (usize, usize) = self.with("rebuild", work).await?;
        let kind = kind.as_str();
        tracing::error!(kind, records, indexed, "the index of the store was lost and was rebuilt");
        notice::warn(&format!(
            "the store's Redis had lost a part of its data: of the records of kind {kind} there are {records}, and \
             their index had {indexed}. The index was rebuilt. If records are missing, their users have to log in \
             again. Check maxmemory-policy (noeviction) and persistence (appendonly yes, appendfsync always)",
        ));
        Ok(())
    }

    async fn attempt<T, F>(&self, operation: &str, work: impl Fn(MultiplexedConnection) -> F) -> Result<T, Failed>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        let mut first = self.connections.has_connection(operation).map_err(Failed::Store)?;
        loop {
            let held = self.connection(operation).await.map_err(Failed::Store)?;
            let error = match work(held.connection.clone()).await {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let lost = is_lost(&error);
            // A server that has become a replica accepts no writes. Its name may resolve to the new primary by now.
            if lost || error.code() == Some("READONLY") {
                self.connections.forget(&held);
            }
            if !(first && lost && !error.is_timeout()) {
                return Err(Failed::Redis(error));
            }
            first = false;
        }
    }

    /// The output of `script` for up to `limit` records with this prefix and a key greater than `behind`, ordered by key.
    async fn pages(
        &self,
        script: &Script,
        kind: RecordKind,
        prefix: &str,
        behind: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (mut from, to) = bounds(prefix, behind);
        let mut records = Vec::new();
        loop {
            let size = PAGE.min(limit - records.len());
            let mut script = script.prepare_invoke();
            script.key(hash(kind)).key(index(kind)).arg(&from).arg(&to).arg(size);
            let script = &script;
            let work = |mut connection| async move { script.invoke_async(&mut connection).await };
            let page: Vec<(Vec<u8>, Vec<u8>)> = self.with_index("scan", kind, work).await?;
            for (key, stored) in &page {
                records.push((String::from_utf8_lossy(key).into_owned(), record(stored)?));
            }
            match page.last() {
                Some((key, _)) if page.len() == size && records.len() < limit => from = bound(b"(", key),
                _ => return Ok(records),
            }
        }
    }
}

/// Whether the connection was closed, or could not be made.
fn is_lost(error: &RedisError) -> bool {
    error.is_io_error() || error.is_timeout() || error.is_connection_dropped()
}

fn bound(sign: &[u8], key: &[u8]) -> Vec<u8> {
    [sign, key].concat()
}

/// The range of keys with this prefix that are greater than `behind`, in the notation of Redis.
fn bounds(prefix: &str, behind: Option<&str>) -> (Vec<u8>, Vec<u8>) {
    let from = match behind.filter(|behind| *behind >= prefix) {
        Some(behind) => bound(b"(", behind.as_bytes()),
        None if prefix.is_empty() => b"-".to_vec(),
        None => bound(b"[", prefix.as_bytes()),
    };
    (from, after(prefix).map_or_else(|| b"+".to_vec(), |end| bound(b"(", &end)))
}

/// Refuses a newer schema, and warns of a server that may lose data.
async fn check(connection: &mut MultiplexedConnection) -> Result<(), StoreError> {
    let failed = |error: RedisError| StoreError::new("open", error);
    let mut claim = redis::cmd("SETNX");
    claim.arg(SCHEMA_KEY).arg(SCHEMA);
    let _: i64 = claim.query_async(connection).await.map_err(failed)?;
    let found: i64 = redis::cmd("GET").arg(SCHEMA_KEY).query_async(connection).await.map_err(failed)?;
    if found > SCHEMA {
        let reason = format!("the store has schema {found}, newer than this version's {SCHEMA}: update the SDK");
        return Err(StoreError::new("open", reason));
    }
    let info: String = redis::cmd("INFO").query_async(connection).await.unwrap_or_default();
    // Managed servers often refuse this command.
    let fsync: Vec<String> =
        redis::cmd("CONFIG").arg("GET").arg("appendfsync").query_async(connection).await.unwrap_or_default();
    durability_warnings(&info, fsync.get(1).map(String::as_str)).into_iter().for_each(notice::warn);
    Ok(())
}

/// Warnings about what a server may lose, from its own settings.
fn durability_warnings(info: &str, fsync: Option<&str>) -> Vec<&'static str> {
    let mut found = Vec::new();
    if info.contains("aof_enabled:0") {
        found.push("the store's Redis keeps no append-only file: a restart of it may lose logins. Set appendonly yes");
    } else if fsync.is_some_and(|fsync| fsync != "always") {
        found.push(
            "the store's Redis writes to the disk some time after it acknowledges: if its machine fails, logins and \
             refreshed tokens of the last second may be lost. Set appendfsync always",
        );
    }
    if info.contains("maxmemory_policy:") && !info.contains("maxmemory_policy:noeviction") {
        found.push(
            "the store's Redis may evict logins when its memory is full. Set maxmemory-policy noeviction, or give the \
             store a Redis of its own",
        );
    }
    found
}

/// Whether traffic to a host stays on this machine.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

fn hash(kind: RecordKind) -> String {
    format!("{{open-platform}}:{}", kind.as_str())
}

fn index(kind: RecordKind) -> String {
    format!("{{open-platform}}:{}:keys", kind.as_str())
}

/// Reads `VERSION:VALUE`.
fn record(stored: &[u8]) -> Result<Record, StoreError> {
    let parsed = stored.iter().position(|byte| *byte == b':').and_then(|colon| {
        let version = std::str::from_utf8(&stored[..colon]).ok()?.parse().ok()?;
        Some(Record::new(version, stored[colon + 1..].to_vec()))
    });
    parsed.ok_or_else(|| {
        StoreError::new(
            "read",
            "a record is not in the format of this store: does another program write to this database?",
        )
    })
}

async fn ask<T: FromRedisValue>(command: Cmd, mut connection: MultiplexedConnection) -> Result<T, RedisError> {
    command.query_async(&mut connection).await
}

#[async_trait]
impl RecordStore for RedisStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let mut command = redis::cmd("HGET");
        command.arg(hash(kind)).arg(key);
        let stored: Option<Vec<u8>> = self.with("get", |connection| ask(command.clone(), connection)).await?;
        stored.map(|stored| record(&Zeroizing::new(stored))).transpose()
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let Some(next) = expected.unwrap_or(0).checked_add(1) else { return Ok(false) };
        let mut script = self.put.prepare_invoke();
        let expected = expected.map(|version| version.to_string()).unwrap_or_default();
        script.key(hash(kind)).key(index(kind)).arg(key).arg(expected).arg(next).arg(value);
        let script = &script;
        self.with("put", |mut connection| async move { script.invoke_async(&mut connection).await }).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let mut script = self.delete.prepare_invoke();
        script.key(hash(kind)).key(index(kind)).arg(key).arg(expected);
        let script = &script;
        self.with("delete", |mut connection| async move { script.invoke_async(&mut connection).await }).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.pages(&self.scan, kind, prefix, after, limit).await
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (from, to) = bounds(prefix, None);
        // Both limits are exclusive upper bounds.
        let to = if to == b"+" { bound(b"(", before.as_bytes()) } else { to.min(bound(b"(", before.as_bytes())) };
        let mut deleted = 0;
        loop {
            let size = PAGE.min(limit - deleted);
            let mut script = self.prune.prepare_invoke();
            script.key(hash(kind)).key(index(kind)).arg(&from).arg(&to).arg(size);
            let script = &script;
            let work = |mut connection| async move { script.invoke_async(&mut connection).await };
            let page: usize = self.with_index("prune", kind, work).await?;
            deleted += page;
            if page < size || deleted >= limit {
                return Ok(deleted);
            }
        }
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let (from, to) = bounds(prefix, None);
        let mut script = self.count.prepare_invoke();
        script.key(hash(kind)).key(index(kind)).arg(from).arg(to);
        let script = &script;
        let work = |mut connection| async move { script.invoke_async(&mut connection).await };
        self.with_index("count", kind, work).await
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let records = self.pages(&self.versions, kind, prefix, None, usize::MAX).await?;
        Ok(records.into_iter().map(|(key, record)| (key, record.version)).collect())
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let time = |connection| ask::<(i64, i64)>(redis::cmd("TIME"), connection);
        let (seconds, micros) = self.with("now", time).await?;
        Ok(DateTime::from_timestamp_micros(seconds.saturating_mul(1_000_000).saturating_add(micros)))
    }
}
