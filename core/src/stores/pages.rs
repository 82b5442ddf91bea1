//! Reading records page by page, also where some may be unreadable: encrypted with a lost key, or written by a newer version.

use super::{Record, RecordKind, RecordStore};
use crate::error::StoreError;

/// The maximum number of records of a scan. So many are kept in their stored form at once.
pub(crate) const PAGE: usize = 1000;

/// The records whose key starts with `prefix`, in pages.
pub(crate) struct Pages<'a, S: ?Sized> {
    store: &'a S,
    kind: RecordKind,
    prefix: &'a str,
    after: Option<String>,
    has_more: bool,
}

impl<'a, S: RecordStore + ?Sized> Pages<'a, S> {
    pub(crate) fn new(store: &'a S, kind: RecordKind, prefix: &'a str) -> Self {
        Self { store, kind, prefix, after: None, has_more: true }
    }

    /// The next page, which may be empty. `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<(String, Record)>>, StoreError> {
        if !self.has_more {
            return Ok(None);
        }
        let after = self.after.as_deref();
        let page = self.store.scan(self.kind, self.prefix, after, PAGE).await?;
        self.has_more = page.len() >= PAGE;
        let last = page.last().map(|(key, _)| key.clone());
        if last.is_some() && last.as_deref() <= after {
            // The pages would not end.
            return Err(StoreError::new("scan", "the store returned a key that was not asked for"));
        }
        self.after = last;
        Ok(Some(page))
    }
}

/// The result of reading several records.
pub(crate) struct PartialRead<T> {
    /// Keys, versions and contents, ordered by key.
    pub(crate) readable: Vec<(String, i64, T)>,
    /// Keys, and why the records are not readable.
    pub(crate) unreadable: Vec<(String, StoreError)>,
}

impl<T> PartialRead<T> {
    fn new() -> Self {
        Self { readable: Vec::new(), unreadable: Vec::new() }
    }

    fn add(&mut self, page: Vec<(String, Record)>, decode: impl Fn(&str, &[u8]) -> Result<T, StoreError>) {
        for (key, record) in page {
            match record.value().and_then(|value| decode(&key, value)) {
                Ok(content) => self.readable.push((key, record.version, content)),
                Err(error) => self.unreadable.push((key, error)),
            }
        }
    }

    /// The readable records. `what` names them in the log, where the others are reported.
    ///
    /// An error if there are records and none is readable: most probably the keys of the store are wrong, and the caller must
    /// not take that for an empty store.
    pub(crate) fn some(self, what: &str) -> Result<Vec<(String, i64, T)>, StoreError> {
        let unreadable = self.unreadable.len();
        if let Some((_, error)) = self.unreadable.into_iter().next() {
            if self.readable.is_empty() {
                return Err(error);
            }
            // Not the key: those of earlier versions contain the user.
            tracing::error!(unreadable, %error, "{what} are left out because they cannot be read");
        }
        Ok(self.readable)
    }
}

/// Reads the records whose key starts with `prefix`. `decode` gets a key and the stored value.
pub(crate) async fn partial_read<T>(
    store: &dyn RecordStore,
    kind: RecordKind,
    prefix: &str,
    decode: impl Fn(&str, &[u8]) -> Result<T, StoreError>,
) -> Result<PartialRead<T>, StoreError> {
    let (mut pages, mut read) = (Pages::new(store, kind, prefix), PartialRead::new());
    while let Some(page) = pages.next().await? {
        read.add(page, &decode);
    }
    Ok(read)
}

/// As [`partial_read`], for up to `limit` records whose key is greater than `after`. Also returns the key after which the
/// next page starts, if there may be more.
pub(crate) async fn partial_page<T>(
    store: &dyn RecordStore,
    kind: RecordKind,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
    decode: impl Fn(&str, &[u8]) -> Result<T, StoreError>,
) -> Result<(PartialRead<T>, Option<String>), StoreError> {
    let mut read = PartialRead::new();
    let page = store.scan(kind, prefix, after, limit).await?;
    let next = if page.len() < limit { None } else { page.last().map(|(key, _)| key.clone()) };
    read.add(page, decode);
    Ok((read, next))
}
