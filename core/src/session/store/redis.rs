//! Redis: for an app on many hosts that has one, and has it keep what it acknowledges.
//!
//! A kind is a hash of `VERSION:VALUE` by key, and a sorted set of its keys for listing. Scripts change the two at once.
//! The braces put all of it on one node of a cluster.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, FromRedisValue, RedisError, Script, TlsCertificates};
use zeroize::Zeroizing;

use super::connections::{Connections, PATIENCE};
use super::schema::after;
use super::{Kind, Record, TokenStore};
use crate::error::{Error, Result, StoreError};

/// The form of what is stored. There was no other yet.
const SCHEMA: i64 = 1;
const SCHEMA_KEY: &str = "{open-platform}:schema";

/// How many records one script lists: Redis does nothing else meanwhile.
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

const LIST: &str = "
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
    list: Script,
    versions: Script,
    connections: Connections<MultiplexedConnection>,
}

impl RedisStore {
    /// The server is connected to by the first operation.
    pub(super) fn new(address: &str, roots: Option<Vec<u8>>) -> Result<Self> {
        let refused = |_: RedisError| Error::config("store", "is no address of a Redis server");
        let client = match roots {
            Some(pem) => Client::build_with_tls(address, TlsCertificates { client_tls: None, root_cert: Some(pem) })
                .map_err(refused)?,
            None => Client::open(address).map_err(refused)?,
        };
        let [put, delete, list, versions] = [PUT, DELETE, LIST, VERSIONS].map(Script::new);
        Ok(Self { client, put, delete, list, versions, connections: Connections::new() })
    }

    async fn connection(&self, operation: &str) -> Result<MultiplexedConnection, StoreError> {
        let failed = |error: RedisError| StoreError::new(operation, error);
        let patience =
            AsyncConnectionConfig::new().set_connection_timeout(Some(PATIENCE)).set_response_timeout(Some(PATIENCE));
        let connect = async || {
            let mut connection =
                self.client.get_multiplexed_async_connection_with_config(&patience).await.map_err(failed)?;
            check(&mut connection).await?;
            Ok(connection)
        };
        self.connections.get(operation, connect).await
    }

    /// Runs `work` on a connection, and once more on a new one if the connection had ended meanwhile, as idle ones do.
    /// A write that did happen the first time is then refused for its version, and whoever asked looks again.
    async fn with<T, F>(&self, operation: &str, work: impl Fn(MultiplexedConnection) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        let mut first = self.connections.is_there(operation)?;
        loop {
            let connection = self.connection(operation).await?;
            let error = match work(connection).await {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let lost = error.is_io_error() || error.is_timeout() || error.is_connection_dropped();
            // A server that became a replica takes no writes: its name may point to another by now.
            if lost || error.code() == Some("READONLY") {
                self.connections.forget();
            }
            if !(first && lost && !error.is_timeout()) {
                return Err(StoreError::new(operation, error));
            }
            first = false;
        }
    }

    /// What `script` says of up to `limit` records with this prefix that come behind `behind`, in the order of their keys.
    async fn pages(
        &self,
        script: &Script,
        kind: Kind,
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
            let page: Vec<(Vec<u8>, Vec<u8>)> = self.with("list", work).await?;
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

fn bound(sign: &[u8], key: &[u8]) -> Vec<u8> {
    [sign, key].concat()
}

/// The keys with this prefix that come behind `behind`, as Redis writes it.
fn bounds(prefix: &str, behind: Option<&str>) -> (Vec<u8>, Vec<u8>) {
    let from = match behind.filter(|behind| *behind >= prefix) {
        Some(behind) => bound(b"(", behind.as_bytes()),
        None if prefix.is_empty() => b"-".to_vec(),
        None => bound(b"[", prefix.as_bytes()),
    };
    (from, after(prefix).map_or_else(|| b"+".to_vec(), |end| bound(b"(", &end)))
}

/// Refuses a newer form, and points out a server that may forget.
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
    if info.contains("aof_enabled:0") {
        tracing::warn!("Redis keeps no append-only file: a restart of it may lose logins (appendonly yes)");
    }
    if info.contains("maxmemory_policy:") && !info.contains("maxmemory_policy:noeviction") {
        tracing::warn!("Redis may evict logins when its memory is full (maxmemory-policy noeviction)");
    }
    Ok(())
}

fn hash(kind: Kind) -> String {
    format!("{{open-platform}}:{}", kind.as_str())
}

fn index(kind: Kind) -> String {
    format!("{{open-platform}}:{}:keys", kind.as_str())
}

/// Reads `VERSION:VALUE`.
fn record(stored: &[u8]) -> Result<Record, StoreError> {
    let parsed = stored.iter().position(|byte| *byte == b':').and_then(|colon| {
        let version = std::str::from_utf8(&stored[..colon]).ok()?.parse().ok()?;
        Some(Record { version, value: Zeroizing::new(stored[colon + 1..].to_vec()) })
    });
    parsed.ok_or_else(|| {
        StoreError::new("read", "a record has another form: is the database shared with something else?")
    })
}

async fn ask<T: FromRedisValue>(command: Cmd, mut connection: MultiplexedConnection) -> Result<T, RedisError> {
    command.query_async(&mut connection).await
}

#[async_trait]
impl TokenStore for RedisStore {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        let mut command = redis::cmd("HGET");
        command.arg(hash(kind)).arg(key);
        let stored: Option<Vec<u8>> = self.with("get", |connection| ask(command.clone(), connection)).await?;
        stored.map(|stored| record(&Zeroizing::new(stored))).transpose()
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let Some(next) = expected.unwrap_or(0).checked_add(1) else { return Ok(false) };
        let mut script = self.put.prepare_invoke();
        let expected = expected.map(|version| version.to_string()).unwrap_or_default();
        script.key(hash(kind)).key(index(kind)).arg(key).arg(expected).arg(next).arg(value);
        let script = &script;
        self.with("put", |mut connection| async move { script.invoke_async(&mut connection).await }).await
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let mut script = self.delete.prepare_invoke();
        script.key(hash(kind)).key(index(kind)).arg(key).arg(expected);
        let script = &script;
        self.with("delete", |mut connection| async move { script.invoke_async(&mut connection).await }).await
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        self.pages(&self.list, kind, prefix, None, usize::MAX).await
    }

    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.pages(&self.list, kind, prefix, after, limit).await
    }

    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
        let (from, to) = bounds(prefix, None);
        let mut command = redis::cmd("ZLEXCOUNT");
        command.arg(index(kind)).arg(from).arg(to);
        self.with("count", |connection| ask(command.clone(), connection)).await
    }

    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let records = self.pages(&self.versions, kind, prefix, None, usize::MAX).await?;
        Ok(records.into_iter().map(|(key, record)| (key, record.version)).collect())
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let time = |connection| ask::<(i64, i64)>(redis::cmd("TIME"), connection);
        let (seconds, micros) = self.with("now", time).await?;
        Ok(DateTime::from_timestamp_micros(seconds.saturating_mul(1_000_000).saturating_add(micros)))
    }
}
