//! Opens a store by its address, so that it can be set in a configuration in any language.

use std::sync::Arc;

use super::{Encrypted, Encryption, MemoryStore, RecordStore};
use crate::error::{Error, Result};

/// Opens the store at an address.
///
/// | address | store | feature |
/// |---|---|---|
/// | `memory:` | in memory, lost at the end of the process | |
/// | `sqlite:///var/lib/app/grants.db`, `sqlite:grants.db` | one file, for all processes of one machine | `sqlite` |
/// | `postgres://app@db.example/app` | PostgreSQL 12 or newer | `postgres` |
/// | `redis://cache.example`, `rediss://…` over TLS, `redis+unix:///path` | Redis 6 or newer, or Valkey | `redis` |
///
/// Connections to PostgreSQL use TLS with a verified certificate, also on this machine, unless the address has
/// `sslmode=disable`. Those to Unix sockets are not encrypted. A connection by `redis://` to another machine is not encrypted,
/// and the first one logs a warning: use `rediss://`.
///
/// For PostgreSQL and `rediss`, `?sslrootcert=/path/ca.pem` names a certificate authority to trust, and `sslcert` with
/// `sslkey` the client certificate and its key, all as PEM files. PostgreSQL trusts the authority in addition to the bundled
/// ones, `rediss` instead of them.
///
/// With several hosts of PostgreSQL (`postgres://app@one,two/app`), the first one that accepts writes is used. If it does not
/// respond within 1.2 s, the next one is used, also during operation. `target_session_attrs` may be `read-write`, `primary`
/// (the same) or `any`.
///
/// Redis must keep what it has acknowledged: without `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`
/// it may lose logins. The client logs a warning about other settings at its first connection. Sentinel and Cluster are not
/// supported.
///
/// A process that is suspended during a write to SQLite holds the lock of the file until it continues or ends. Other
/// processes get [`Error::Store`] after 10 s. The servers have no such lock.
///
/// This function does not connect: the first operation does, and reconnects after a failure. It also creates the tables of a
/// new store, and migrates those of an older version.
///
/// # Errors
/// [`Error::Config`] for an address that is not valid. The error does not contain the address, which may contain a password.
pub fn open_store(address: &str, encryption: Encryption) -> Result<Arc<dyn RecordStore>> {
    protect(open(address, &Identity::default())?, Some(encryption))
}

/// Wraps a store in [`Encrypted`], if it needs encryption.
pub(crate) fn protect(store: Arc<dyn RecordStore>, encryption: Option<Encryption>) -> Result<Arc<dyn RecordStore>> {
    match encryption {
        _ if !store.needs_encryption() => Ok(store),
        Some(encryption) => Ok(Arc::new(Encrypted::new(store, encryption))),
        None => Err(Error::config(
            "store_keys",
            "is not set, but a store outside memory must be encrypted: set it, or OPEN_PLATFORM_STORE_KEYS, to the output of \
             `openssl rand -base64 32`, or to `unencrypted` to store plain text",
        )),
    }
}

/// The store at an address, without encryption.
pub(crate) fn open(address: &str, identity: &Identity) -> Result<Arc<dyn RecordStore>> {
    match address.split_once(':') {
        Some(("memory", "")) => Ok(Arc::new(MemoryStore::new())),
        Some(("sqlite", path)) => sqlite(path),
        Some(("postgres" | "postgresql", _)) => postgres(address, identity),
        Some(("redis" | "rediss" | "redis+unix", _)) => redis(address, identity),
        Some((scheme, _)) if scheme.contains("redis") && scheme.contains("sentinel") => Err(Error::config(
            "store",
            "is an address of Redis Sentinel, which is not supported. Use an address that always leads to the current primary: \
             a proxy that checks `role:master`, a DNS name that the failover changes, or the primary endpoint of a managed \
             service. The client reconnects after a failover",
        )),
        Some((scheme, _)) if scheme.contains("redis") && scheme.contains("cluster") => Err(Error::config(
            "store",
            "is an address of Redis Cluster, which is not supported: all records of a store are on one node. Use the redis: \
             address of a single primary with a replica",
        )),
        _ => Err(Error::config(
            "store",
            "is not the address of a store: it must begin with sqlite:, postgres:, postgresql:, redis:, rediss: or redis+unix:, or \
             be memory:",
        )),
    }
}

#[cfg(feature = "sqlite")]
fn sqlite(path: &str) -> Result<Arc<dyn RecordStore>> {
    let path = path.strip_prefix("//").unwrap_or(path);
    if path.is_empty() || path.contains(['?', '\0']) {
        return Err(Error::config(
            "store",
            "must contain the path of a file without a query, such as sqlite:///var/lib/app/grants.db",
        ));
    }
    Ok(Arc::new(super::sqlite::SqliteStore::new(path)))
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &str) -> Result<Arc<dyn RecordStore>> {
    Err(missing("sqlite"))
}

#[cfg(feature = "postgres")]
fn postgres(address: &str, identity: &Identity) -> Result<Arc<dyn RecordStore>> {
    let (address, identity) = identity.clone().taken_from(super::postgres::split(address))?;
    Ok(Arc::new(super::postgres::PostgresStore::new(&address, &identity)?))
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &str, _: &Identity) -> Result<Arc<dyn RecordStore>> {
    Err(missing("postgres"))
}

#[cfg(feature = "redis")]
fn redis(address: &str, identity: &Identity) -> Result<Arc<dyn RecordStore>> {
    let (address, identity) = identity.clone().taken_from(address.split_once('?').unwrap_or((address, "")))?;
    Ok(Arc::new(super::redis::RedisStore::new(&address, identity)?))
}

#[cfg(not(feature = "redis"))]
fn redis(_: &str, _: &Identity) -> Result<Arc<dyn RecordStore>> {
    Err(missing("redis"))
}

/// The certificates for TLS connections to a store: authorities to trust, and a client certificate.
#[derive(Clone, Default)]
#[cfg_attr(
    not(any(feature = "postgres", feature = "redis")),
    allow(dead_code, reason = "no store with TLS is enabled")
)]
pub(crate) struct Identity {
    /// Authorities in addition to the bundled ones, as PEM text.
    pub(super) roots: Vec<Vec<u8>>,
    #[cfg(any(feature = "postgres", feature = "redis"))]
    pub(super) client: Option<crate::transport::ClientCertificate>,
}

impl Identity {
    /// Also trusts these authorities.
    pub(crate) fn trusting(roots: Vec<Vec<u8>>) -> Self {
        Self {
            roots,
            #[cfg(any(feature = "postgres", feature = "redis"))]
            client: None,
        }
    }

    /// Removes the parameters that name certificate files from an address, and reads the files.
    #[cfg(any(feature = "postgres", feature = "redis"))]
    fn taken_from(mut self, (base, query): (&str, &str)) -> Result<(String, Self)> {
        let mut others = Vec::new();
        let (mut certificate, mut key) = (None, None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some((name @ "sslrootcert", path)) => self.roots.push(read_file(name, path)?),
                Some((name @ "sslcert", path)) => certificate = Some(read_file(name, path)?),
                Some((name @ "sslkey", path)) => key = Some(zeroize::Zeroizing::new(read_file(name, path)?)),
                _ => others.push(pair),
            }
        }
        self.client = match (certificate, key) {
            (Some(certificate), Some(key)) => Some(crate::transport::ClientCertificate { certificate, key }),
            (None, None) => self.client,
            _ => return Err(Error::config("store", "must contain both sslcert and sslkey, or neither")),
        };
        let address = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
        Ok((address, self))
    }
}

#[cfg(any(feature = "postgres", feature = "redis"))]
fn read_file(parameter: &str, path: &str) -> Result<Vec<u8>> {
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    std::fs::read(path.as_ref())
        .map_err(|error| Error::config("store", format!("the file {path} of {parameter} cannot be read: {error}")))
}

#[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "redis")))]
fn missing(feature: &str) -> Error {
    Error::config("store", format!("its kind of store is not in this build: enable the feature `{feature}`"))
}
