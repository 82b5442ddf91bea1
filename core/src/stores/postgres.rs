//! PostgreSQL: for an app on several hosts.
//!
//! Keys are stored as bytes, so that their order and prefixes are those of the trait for every collation. Statements are
//! unnamed, so that a pooler such as PgBouncer can be used.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use deadpool::Runtime;
use deadpool::managed::{Object, Pool, PoolError, Timeouts};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{IsolationLevel, Row};
use zeroize::Zeroizing;

use super::address::Identity;
use super::batches::Batches;
use super::connections::{Connections, Held, SERVER_TIMEOUT, no_response};
use super::schema::{self, range};
use super::{NewRecord, Record, RecordKind, RecordStore};
use crate::error::{Result, StoreError};

mod servers;

pub(super) use servers::split;
use servers::{Connection, Servers};

/// The migrations of the schema. A released migration is never changed.
const STEPS: &[&str] = &["CREATE TABLE open_platform_records (
        kind TEXT NOT NULL, key BYTEA NOT NULL, version BIGINT NOT NULL, value BYTEA NOT NULL,
        PRIMARY KEY (kind, key)
    )"];

/// The advisory lock that is held during a migration: the letters `op schem`.
const SCHEMA_LOCK: i64 = 0x6f70_2073_6368_656d;

/// The maximum number of connections of one process. An operation uses one for about a millisecond.
const CONNECTIONS: usize = 8;
/// The longest pause in milliseconds after a statement that the server has undone because of another one. It is random, so that the
/// two do not meet again.
const CONFLICT_PAUSE: u32 = 10;

#[derive(Clone)]
pub(super) struct PostgresStore {
    servers: Servers,
    connected: Arc<Connections<Connected>>,
}

/// What one runtime has of the server.
#[derive(Clone)]
struct Connected {
    pool: Pool<Servers>,
    /// Records that wait to be read.
    reads: Arc<Batches<(RecordKind, String), Option<Record>>>,
    /// New records that wait to be stored. Every commit waits for the disk, which takes as long for a hundred of them as for one.
    inserts: Arc<Batches<Vec<Insert>, Vec<bool>>>,
}

/// A new record.
struct Insert {
    kind: &'static str,
    key: Vec<u8>,
    value: Zeroizing<Vec<u8>>,
}

type Parameters<'a> = &'a [(&'a (dyn ToSql + Sync), Type)];

impl PostgresStore {
    /// Does not connect: the first operation does.
    pub(super) fn new(address: &str, identity: &Identity) -> Result<Self> {
        let servers = Servers::new(address, identity)?;
        let connected = Arc::new(Connections::new(&servers));
        Ok(Self { servers, connected })
    }

    /// The error of the server or the connection, with the hosts if it concerns the connection.
    fn failure(&self, operation: &str, error: &tokio_postgres::Error) -> StoreError {
        let failure = failure(operation, error);
        if error.as_db_error().is_none() { failure.at(&self.servers) } else { failure }
    }

    fn pool_failure(&self, operation: &str, error: PoolError<tokio_postgres::Error>) -> StoreError {
        match error {
            PoolError::Backend(error) => self.failure(operation, &error),
            PoolError::Timeout(_) => no_response(operation, SERVER_TIMEOUT).at(&self.servers),
            other => StoreError::new(operation, other).at(&self.servers),
        }
    }

    async fn connected(&self, operation: &str) -> Result<Held<Connected>, StoreError> {
        let connect = async || {
            let limit = Some(SERVER_TIMEOUT);
            let pool = Pool::<Servers>::builder(self.servers.clone())
                .max_size(CONNECTIONS)
                .runtime(Runtime::Tokio1)
                .timeouts(Timeouts { wait: limit, create: limit, recycle: limit })
                .build()
                .map_err(|error| StoreError::new(operation, error))?;
            let mut connection = pool.get().await.map_err(|error| self.pool_failure(operation, error))?;
            migrate(&mut connection).await?;
            let (reads, inserts) = (Batches::at(&self.servers), Batches::at(&self.servers));
            Ok(Connected { pool, reads: Arc::new(reads), inserts: Arc::new(inserts) })
        };
        self.connected.get(operation, connect).await
    }

    /// A connection, and the pool that it belongs to.
    async fn connection(&self, operation: &str) -> Result<(Object<Servers>, Held<Connected>), StoreError> {
        let held = self.connected(operation).await?;
        let connection = held.connection.pool.get().await.map_err(|error| self.pool_failure(operation, error))?;
        Ok((connection, held))
    }

    /// A query with a short response. If there are several servers, one that does not respond in time is left for another.
    async fn query(&self, operation: &str, query: &str, parameters: Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        self.query_in_time(false, operation, query, parameters).await
    }

    /// A query with a response of any length.
    async fn query_all(
        &self,
        operation: &str,
        query: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        self.query_in_time(true, operation, query, parameters).await
    }

    async fn query_in_time(
        &self,
        is_long: bool,
        operation: &str,
        query: &str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        let (connection, pool) = self.connection(operation).await?;
        let begun = Instant::now();
        let error = loop {
            match self.in_time(is_long, &connection, &pool, connection.query_typed(query, parameters)).await {
                Ok(Ok(rows)) => return Ok(rows),
                Ok(Err(error)) if is_conflict(&error) && begun.elapsed() < SERVER_TIMEOUT => {
                    let pause = getrandom::u32().unwrap_or_default() % CONFLICT_PAUSE;
                    tokio::time::sleep(Duration::from_millis(pause.into())).await;
                }
                Ok(Err(error)) => {
                    // Another server is the primary now.
                    if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) {
                        self.connected.forget(&pool);
                    }
                    break self.failure(operation, &error);
                }
                Err(limit) => break no_response(operation, limit).at(&self.servers),
            }
        };
        // The connection may still wait for the response, so it is not used again.
        drop(Object::take(connection));
        Err(error)
    }

    /// The result of a query, or the limit that it has exceeded. If there are several servers, a query with a long response has
    /// more time only while its server responds to others, which is asked early, so that a frozen server is left within 2 s.
    async fn in_time<T>(
        &self,
        is_long: bool,
        connection: &Connection,
        pool: &Held<Connected>,
        query: impl Future<Output = T>,
    ) -> Result<T, Duration> {
        let mut query = pin!(query);
        let limit = self.servers.query_timeout();
        let limit = if is_long && limit < SERVER_TIMEOUT { limit / 4 } else { limit };
        if let Ok(result) = tokio::time::timeout(limit, &mut query).await {
            return Ok(result);
        }
        if limit < SERVER_TIMEOUT {
            if is_long && self.servers.responds(connection).await {
                return tokio::time::timeout(SERVER_TIMEOUT - limit, query).await.map_err(|_| SERVER_TIMEOUT);
            }
            // Most other connections of the pool go to the same server.
            self.connected.forget(pool);
            self.servers.mark_unresponsive(connection);
        }
        Err(limit)
    }

    /// Reads the records with these keys.
    async fn read(&self, places: Vec<(RecordKind, String)>) -> Result<Vec<Option<Record>>, StoreError> {
        let mut found = HashMap::new();
        for kind in RecordKind::ALL {
            let keys: Vec<_> = places.iter().filter(|place| place.0 == kind).map(|(_, key)| key.as_bytes()).collect();
            if keys.is_empty() {
                continue;
            }
            let query = "SELECT key, version, value FROM open_platform_records WHERE kind = $1 AND key = ANY($2)";
            let place: Parameters<'_> = &[(&kind.as_str(), Type::TEXT), (&keys, Type::BYTEA_ARRAY)];
            for row in self.query("get", query, place).await? {
                let key: Vec<u8> = row.try_get("key").map_err(|error| StoreError::new("get", error))?;
                found.insert((kind, key), record(&row)?);
            }
        }
        // Several callers may read one record.
        Ok(places.into_iter().map(|(kind, key)| found.get(&(kind, key.into_bytes())).cloned()).collect())
    }

    /// Stores new records of several callers in one transaction: of each caller, none if there is a record with one of their keys.
    async fn insert_all(&self, records: Vec<Vec<Insert>>) -> Result<Vec<Vec<bool>>, StoreError> {
        let mut order: Vec<(i32, &Insert)> = (0..)
            .zip(&records)
            .flat_map(|(caller, records)| records.iter().map(move |record| (caller, record)))
            .collect();
        // All processes insert in the same order, so that no two of them wait for each other.
        order.sort_by_key(|(_, record)| (record.kind, &record.key));
        let callers: Vec<_> = order.iter().map(|(caller, _)| *caller).collect();
        let kinds: Vec<_> = order.iter().map(|(_, record)| record.kind).collect();
        let keys: Vec<_> = order.iter().map(|(_, record)| record.key.as_slice()).collect();
        let values: Vec<_> = order.iter().map(|(_, record)| record.value.as_slice()).collect();
        let query = "WITH new AS (
                         SELECT * FROM unnest($1, $2, $3, $4) AS new (caller, kind, key, value)
                     )
                     INSERT INTO open_platform_records (kind, key, version, value)
                     SELECT kind, key, 1, value FROM new
                     WHERE caller NOT IN (SELECT caller FROM new JOIN open_platform_records USING (kind, key))
                     ON CONFLICT DO NOTHING RETURNING kind, key";
        let parameters: Parameters<'_> = &[
            (&callers, Type::INT4_ARRAY),
            (&kinds, Type::TEXT_ARRAY),
            (&keys, Type::BYTEA_ARRAY),
            (&values, Type::BYTEA_ARRAY),
        ];
        let rows = self.query("put", query, parameters).await?;
        let unreadable = |error: tokio_postgres::Error| StoreError::new("put", error);
        let stored = |row| Ok((Row::try_get(row, 0)?, Row::try_get(row, 1)?));
        let mut stored: HashSet<(&str, &[u8])> =
            rows.iter().map(stored).collect::<Result<_, _>>().map_err(unreadable)?;
        // Of several records with one key, the first is the one that was stored.
        let mut is_stored = Vec::new();
        for records in &records {
            is_stored.push(records.iter().map(|record| stored.remove(&(record.kind, record.key.as_slice()))).collect());
        }
        Ok(is_stored)
    }
}

/// Whether the server has undone a statement because of another one that ran at the same time: a deadlock, or a conflict if the
/// default isolation of the database is stricter than PostgreSQL's own. Repeated, the statement sees what the other one has written.
fn is_conflict(error: &tokio_postgres::Error) -> bool {
    let conflicts = [&SqlState::T_R_SERIALIZATION_FAILURE, &SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| conflicts.contains(&code))
}

/// Migrates the schema. Needs the right to create tables only if a migration is due.
async fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |error: tokio_postgres::Error| failure("migrate", &error);
    let found = match connection.query_typed("SELECT version FROM open_platform_schema", &[]).await {
        Ok(rows) => rows.first().map(|row| row.get(0)),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => None,
        Err(error) => return Err(failed(error)),
    };
    if found.is_some() && schema::due(STEPS, found)?.is_empty() {
        return Ok(());
    }
    // With the default isolation of the database, it may not see what was committed while it waited for the lock.
    let begun = connection.build_transaction().isolation_level(IsolationLevel::ReadCommitted).start();
    let transaction = begun.await.map_err(failed)?;
    transaction.query_typed("SELECT pg_advisory_xact_lock($1)", &[(&SCHEMA_LOCK, Type::INT8)]).await.map_err(failed)?;
    let prepare = "CREATE TABLE IF NOT EXISTS open_platform_schema (version BIGINT NOT NULL)";
    transaction.batch_execute(prepare).await.map_err(failed)?;
    let rows = transaction.query_typed("SELECT version FROM open_platform_schema", &[]).await.map_err(failed)?;
    let found: Option<i64> = rows.first().map(|row| row.get(0));
    for step in schema::due(STEPS, found)? {
        transaction.batch_execute(step).await.map_err(failed)?;
    }
    let write = match found {
        Some(_) => "UPDATE open_platform_schema SET version = $1",
        None => "INSERT INTO open_platform_schema (version) VALUES ($1)",
    };
    transaction.execute_typed(write, &[(&schema::version(STEPS), Type::INT8)]).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

/// What the driver says of a server without TLS, for which it has no kind of error.
const NO_TLS: &str = "does not support TLS";

const ADVICE_WITHOUT_TLS: &str =
    ". Turn it on there, or add sslmode=disable to the address if nobody can read this connection";

/// The message of the server or the connection. Neither contains a parameter.
fn failure(operation: &str, error: &tokio_postgres::Error) -> StoreError {
    match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(said), _) => StoreError::new(operation, format!("{} ({})", said.message(), said.code().code())),
        (None, Some(cause)) => {
            let cause = cause.to_string();
            let advice = if cause.contains(NO_TLS) { ADVICE_WITHOUT_TLS } else { "" };
            StoreError::new(operation, format!("{error}: {cause}{advice}"))
        }
        (None, None) => StoreError::new(operation, error),
    }
}

fn record(row: &Row) -> Result<Record, StoreError> {
    let unreadable = |error: tokio_postgres::Error| StoreError::new("read", error);
    let version = row.try_get("version").map_err(unreadable)?;
    Ok(Record::new(version, row.try_get::<_, Vec<u8>>("value").map_err(unreadable)?))
}

/// The number in the column `count` of the only row.
fn counted(operation: &str, rows: &[Row]) -> Result<usize, StoreError> {
    let count: Option<i64> =
        rows.first().map(|row| row.try_get("count")).transpose().map_err(|error| failure(operation, &error))?;
    Ok(count.and_then(|count| usize::try_from(count).ok()).unwrap_or_default())
}

#[async_trait]
impl RecordStore for PostgresStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let store = self.clone();
        let read = move |places| {
            let store = store.clone();
            async move { store.read(places).await }
        };
        self.connected("get").await?.connection.reads.run("get", (kind, key.to_owned()), read).await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let Some(version) = expected else {
            return Ok(self.insert(&[NewRecord { kind, key, value }]).await? == [true]);
        };
        let query = "UPDATE open_platform_records SET version = version + 1, value = $3
                     WHERE kind = $1 AND key = $2 AND version = $4 RETURNING 1";
        let place = [
            (&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT),
            (&key.as_bytes(), Type::BYTEA),
            (&value, Type::BYTEA),
            (&version, Type::INT8),
        ];
        Ok(!self.query("put", query, &place).await?.is_empty())
    }

    async fn insert(&self, records: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        let owned = |record: &NewRecord<'_>| Insert {
            kind: record.kind.as_str(),
            key: record.key.as_bytes().to_vec(),
            value: Zeroizing::new(record.value.to_vec()),
        };
        let records = records.iter().map(owned).collect();
        let store = self.clone();
        let insert = move |records| {
            let store = store.clone();
            async move { store.insert_all(records).await }
        };
        self.connected("put").await?.connection.inserts.run("put", records, insert).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let query = "DELETE FROM open_platform_records WHERE kind = $1 AND key = $2 AND version = $3 RETURNING 1";
        let place = [
            (&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT),
            (&key.as_bytes(), Type::BYTEA),
            (&expected, Type::INT8),
        ];
        Ok(!self.query("delete", query, &place).await?.is_empty())
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (from, to) = range(prefix, after);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let query = "SELECT key, version, value FROM open_platform_records
                     WHERE kind = $1 AND key >= $2 AND key < $3 ORDER BY key LIMIT $4";
        let place = [
            (&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT),
            (&from, Type::BYTEA),
            (&to, Type::BYTEA),
            (&limit, Type::INT8),
        ];
        let read = |row: &Row| {
            let key: &[u8] = row.try_get("key").map_err(|error| StoreError::new("read", error))?;
            Ok((String::from_utf8_lossy(key).into_owned(), record(row)?))
        };
        self.query("scan", query, &place).await?.iter().map(read).collect()
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let (from, to) = range(prefix, None);
        let query = "SELECT key, version FROM open_platform_records
                     WHERE kind = $1 AND key >= $2 AND key < $3 ORDER BY key";
        let place = [(&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT), (&from, Type::BYTEA), (&to, Type::BYTEA)];
        let rows = self.query_all("versions", query, &place).await?;
        let failed = |error| StoreError::new("read", error);
        let read = |row: &Row| {
            let key: &[u8] = row.try_get("key").map_err(failed)?;
            Ok((String::from_utf8_lossy(key).into_owned(), row.try_get("version").map_err(failed)?))
        };
        rows.iter().map(read).collect()
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (from, to) = range(prefix, None);
        let (to, limit) = (to.min(before.as_bytes().to_vec()), i64::try_from(limit).unwrap_or(i64::MAX));
        // Rows that another process is deleting now are skipped. The array ensures that the subquery runs once: run again for
        // each row, its limit would have no effect.
        let query = "WITH deleted AS (
                         DELETE FROM open_platform_records WHERE kind = $1 AND key = ANY (ARRAY(
                             SELECT key FROM open_platform_records WHERE kind = $1 AND key >= $2 AND key < $3
                             ORDER BY key LIMIT $4 FOR UPDATE SKIP LOCKED))
                         RETURNING 1)
                     SELECT count(*) AS count FROM deleted";
        let place = [
            (&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT),
            (&from, Type::BYTEA),
            (&to, Type::BYTEA),
            (&limit, Type::INT8),
        ];
        counted("prune", &self.query("prune", query, &place).await?)
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let (from, to) = range(prefix, None);
        let query = "SELECT count(*) AS count FROM open_platform_records WHERE kind = $1 AND key >= $2 AND key < $3";
        let place = [(&kind.as_str() as &(dyn ToSql + Sync), Type::TEXT), (&from, Type::BYTEA), (&to, Type::BYTEA)];
        counted("count", &self.query_all("count", query, &place).await?)
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let rows = self.query("now", "SELECT clock_timestamp() AS now", &[]).await?;
        rows.first().map(|row| row.try_get("now")).transpose().map_err(|error| failure("now", &error))
    }
}
