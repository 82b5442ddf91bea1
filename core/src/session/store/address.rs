//! Opens a store by its address, so that it can stand in a configuration in any language.

use std::sync::Arc;

use super::{Encrypted, Encryption, MemoryStore, TokenStore};
use crate::error::{Error, Result};

/// Opens the store at an address.
///
/// | address | store | feature |
/// |---|---|---|
/// | `memory:` | in memory, forgotten at the end | |
/// | `sqlite:///var/lib/app/grants.db`, `sqlite:grants.db` | one file, for all processes of one machine | `sqlite` |
/// | `postgres://app@db.example/app` | PostgreSQL 12 or newer | `postgres` |
/// | `redis://cache.example`, `rediss://…` over TLS, `redis+unix:///path` | Redis 6 or newer, or Valkey | `redis` |
///
/// PostgreSQL is spoken to over TLS unless it is on this machine or `?sslmode=disable` says otherwise, and the server is
/// verified; `?sslrootcert=/path/ca.pem` adds an authority for it, also for `rediss`. Redis must keep what it has
/// acknowledged: `appendonly yes`, `appendfsync always` and `maxmemory-policy noeviction`, or it may lose logins.
///
/// A process that is frozen in the middle of a write to SQLite holds the file's lock until it goes on or ends: the others
/// get [`Error::Store`] after 10 s. The servers have no such lock.
///
/// Nothing is connected here: the first operation does it, and again after a failure. A new store gets its tables then,
/// and one of an older version is brought forward.
///
/// # Errors
/// [`Error::Config`] for an address that cannot be one. It is not repeated: it may have a password.
pub fn open_store(address: &str, encryption: Encryption) -> Result<Arc<dyn TokenStore>> {
    protect(open(address)?, Some(encryption))
}

/// Seals what goes into a store, if it must be.
pub(crate) fn protect(store: Arc<dyn TokenStore>, encryption: Option<Encryption>) -> Result<Arc<dyn TokenStore>> {
    match encryption {
        _ if !store.needs_encryption() => Ok(store),
        Some(encryption) => Ok(Arc::new(Encrypted::new(store, encryption))),
        None => Err(Error::config(
            "store_keys",
            "is not set, and a store that outlives the process is encrypted: set it, or \
             OPEN_PLATFORM_STORE_KEYS, to what `openssl rand -base64 32` prints, or to `unencrypted`",
        )),
    }
}

/// The store at an address, as it is.
pub(crate) fn open(address: &str) -> Result<Arc<dyn TokenStore>> {
    match address.split_once(':') {
        Some(("memory", "")) => Ok(Arc::new(MemoryStore::new())),
        Some(("sqlite", path)) => sqlite(path),
        Some(("postgres" | "postgresql", _)) => postgres(address),
        Some(("redis" | "rediss" | "redis+unix", _)) => redis(address),
        _ => Err(Error::config(
            "store",
            "is no address of a store: they begin with sqlite:, postgres: or redis:, or are memory:",
        )),
    }
}

#[cfg(feature = "sqlite")]
fn sqlite(path: &str) -> Result<Arc<dyn TokenStore>> {
    let path = path.strip_prefix("//").unwrap_or(path);
    if path.is_empty() || path.contains(['?', '\0']) {
        return Err(Error::config("store", "needs the path of a file, such as sqlite:///var/lib/app/grants.db"));
    }
    Ok(Arc::new(super::sqlite::SqliteStore::new(path)))
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_: &str) -> Result<Arc<dyn TokenStore>> {
    Err(missing("sqlite"))
}

#[cfg(feature = "postgres")]
fn postgres(address: &str) -> Result<Arc<dyn TokenStore>> {
    let (address, roots) = with_roots(address)?;
    Ok(Arc::new(super::postgres::PostgresStore::new(&address, roots)?))
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &str) -> Result<Arc<dyn TokenStore>> {
    Err(missing("postgres"))
}

#[cfg(feature = "redis")]
fn redis(address: &str) -> Result<Arc<dyn TokenStore>> {
    let (address, roots) = with_roots(address)?;
    Ok(Arc::new(super::redis::RedisStore::new(&address, roots)?))
}

#[cfg(not(feature = "redis"))]
fn redis(_: &str) -> Result<Arc<dyn TokenStore>> {
    Err(missing("redis"))
}

/// Takes `sslrootcert` out of an address, and reads the file that it names.
#[cfg(any(feature = "postgres", feature = "redis"))]
fn with_roots(address: &str) -> Result<(String, Option<Vec<u8>>)> {
    let Some((base, query)) = address.split_once('?') else { return Ok((address.to_owned(), None)) };
    let (roots, others): (Vec<_>, Vec<_>) = query.split('&').partition(|pair| pair.starts_with("sslrootcert="));
    let address = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
    let Some((_, path)) = roots.first().and_then(|pair| pair.split_once('=')) else { return Ok((address, None)) };
    let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let pem = std::fs::read(path.as_ref())
        .map_err(|error| Error::config("store", format!("the file of sslrootcert cannot be read: {error}")))?;
    Ok((address, Some(pem)))
}

#[cfg(not(all(feature = "sqlite", feature = "postgres", feature = "redis")))]
fn missing(feature: &str) -> Error {
    Error::config("store", format!("this build has no such store: switch on the feature `{feature}`"))
}
