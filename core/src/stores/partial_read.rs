//! Reading several records of which some may be unreadable: encrypted with a lost key, or written by a newer version.

use super::{Kind, Record, RecordStore};
use crate::error::StoreError;

/// How many records are kept in their stored form at once.
pub(crate) const PAGE: usize = 1000;

/// The result of reading several records.
pub(crate) struct PartialRead<T> {
    /// Keys, versions and contents, ordered by key.
    pub(crate) readable: Vec<(String, i64, T)>,
    /// Keys, and why the records are not readable.
    pub(crate) unreadable: Vec<(String, StoreError)>,
}

impl<T> PartialRead<T> {
    /// The readable records. `what` names them in the log, where the others are reported.
    ///
    /// An error if there are records and none is readable: most probably the keys of the store are wrong, and the caller must
    /// not take that for an empty store.
    pub(crate) fn some(self, what: &str) -> Result<Vec<(String, i64, T)>, StoreError> {
        let unreadable = self.unreadable.len();
        if let Some((key, error)) = self.unreadable.into_iter().next() {
            if self.readable.is_empty() {
                return Err(error);
            }
            tracing::error!(unreadable, first = key, %error, "{what} are left out because they cannot be read");
        }
        Ok(self.readable)
    }
}

/// Reads the records whose key starts with `prefix`. `decode` gets a key and the stored value.
pub(crate) async fn partial_read<T>(
    store: &dyn RecordStore,
    kind: Kind,
    prefix: &str,
    decode: impl Fn(&str, &[u8]) -> Result<T, StoreError>,
) -> Result<PartialRead<T>, StoreError> {
    let mut read = PartialRead { readable: Vec::new(), unreadable: Vec::new() };
    let mut after: Option<String> = None;
    loop {
        let (page, next) = partial_page(store, kind, prefix, after.as_deref(), None, &decode).await?;
        read.readable.extend(page.readable);
        read.unreadable.extend(page.unreadable);
        match next {
            Some(next) => after = Some(next),
            None => return Ok(read),
        }
    }
}

/// As [`partial_read`], for up to `limit` records whose key is greater than `after`. Also returns the key after which the
/// next page starts, if there may be more. Without a limit, a page has as many records as the store reads well: all, if it
/// reads no pages.
pub(crate) async fn partial_page<T>(
    store: &dyn RecordStore,
    kind: Kind,
    prefix: &str,
    after: Option<&str>,
    limit: Option<usize>,
    decode: impl Fn(&str, &[u8]) -> Result<T, StoreError>,
) -> Result<(PartialRead<T>, Option<String>), StoreError> {
    let limit = limit.unwrap_or(if store.reads_pages() { PAGE } else { usize::MAX });
    let mut read = PartialRead { readable: Vec::new(), unreadable: Vec::new() };
    let page = store.read_partial(kind, prefix, after, limit).await?;
    let next = if page.len() < limit { None } else { page.last().map(|(key, _)| key.clone()) };
    for (key, record) in page {
        let decoded = |record: Record| Ok((record.version, decode(&key, &record.value)?));
        match record.and_then(decoded) {
            Ok((version, content)) => read.readable.push((key, version, content)),
            Err(error) => read.unreadable.push((key, error)),
        }
    }
    Ok((read, next))
}

/// The version of a record, readable or not. `None`: there is no such record.
pub(crate) async fn version_of(store: &dyn RecordStore, kind: Kind, key: &str) -> Result<Option<i64>, StoreError> {
    let versions = store.versions(kind, key).await?;
    Ok(versions.into_iter().find(|(found, _)| found == key).map(|(_, version)| version))
}
