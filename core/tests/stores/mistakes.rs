//! Stores with one mistake each: the conformance checks detect all of them.

use super::*;

/// A store with one common mistake.
pub(super) struct Mistaken {
    pub(super) memory: MemoryStore,
    pub(super) mistake: Mistake,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mistake {
    /// Reads and then writes, so that two writers can succeed at once.
    CheckThenAct,
    /// Writes at any version.
    LastWriteWins,
    /// Deletes at any version.
    DeletesBlindly,
    /// Reports the deletion of a missing record as successful.
    AlwaysDeleted,
    /// Counts versions from 0.
    CountsFromZero,
    /// Treats the prefix as a pattern, as `LIKE` does.
    Pattern,
    /// Ignores case, as many collations do.
    IgnoresCase,
    /// Sorts by UTF-16 code units, as JavaScript does.
    Utf16Order,
    /// Stores all kinds in one table.
    OneTable,
    /// Stores text only.
    TextOnly,
    /// Truncates long values.
    ShortValues,
    /// Returns fewer records than there are, and than were asked for.
    ShortPages,
    /// Scans from the beginning each time.
    IgnoresAfter,
    /// Returns the record at which the last scan ended again.
    IncludesAfter,
    /// Treats a NUL as the end, as C does.
    CStrings,
}

impl Mistaken {
    fn key(&self, key: &str) -> String {
        match self.mistake {
            Mistake::IgnoresCase => key.to_lowercase(),
            Mistake::CStrings => key.split('\0').next().unwrap_or_default().to_owned(),
            _ => key.to_owned(),
        }
    }

    fn kind(&self, kind: RecordKind) -> RecordKind {
        if self.mistake == Mistake::OneTable { RecordKind::Grant } else { kind }
    }

    /// Converts a version of the memory store into one of this store.
    fn shift(&self) -> i64 {
        i64::from(self.mistake == Mistake::CountsFromZero)
    }
}

#[async_trait]
impl RecordStore for Mistaken {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let record = self.memory.get(self.kind(kind), &self.key(key)).await?;
        Ok(record.map(|mut record| {
            record.version -= self.shift();
            record
        }))
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let (kind, key) = (self.kind(kind), self.key(key));
        let value = match self.mistake {
            Mistake::TextOnly => String::from_utf8_lossy(value).into_owned().into_bytes(),
            Mistake::ShortValues => value[..value.len().min(65_535)].to_vec(),
            _ => value.to_vec(),
        };
        match self.mistake {
            Mistake::CheckThenAct | Mistake::LastWriteWins => {
                let found = self.memory.get(kind, &key).await?.map(|record| record.version);
                if self.mistake == Mistake::CheckThenAct && found != expected {
                    return Ok(false);
                }
                tokio::task::yield_now().await;
                while !self
                    .memory
                    .put(kind, &key, self.memory.get(kind, &key).await?.map(|r| r.version), &value)
                    .await?
                {}
                Ok(true)
            }
            _ => {
                self.memory.put(kind, &key, expected.map(|version| version.saturating_add(self.shift())), &value).await
            }
        }
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let (kind, key) = (self.kind(kind), self.key(key));
        match self.mistake {
            Mistake::DeletesBlindly => match self.memory.get(kind, &key).await? {
                Some(record) => self.memory.delete(kind, &key, record.version).await,
                None => Ok(false),
            },
            Mistake::AlwaysDeleted => self.memory.delete(kind, &key, expected).await.map(|_| true),
            _ => self.memory.delete(kind, &key, expected.saturating_add(self.shift())).await,
        }
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (kind, prefix) = (self.kind(kind), self.key(prefix));
        let prefix = match (self.mistake, prefix.find(['%', '_'])) {
            (Mistake::Pattern, Some(wildcard)) => &prefix[..wildcard],
            _ => &prefix,
        };
        if self.mistake == Mistake::Utf16Order {
            let mut records = self.memory.scan(kind, prefix, None, usize::MAX).await?;
            let units = |key: &str| key.encode_utf16().collect::<Vec<_>>();
            records.retain(|(key, _)| after.is_none_or(|after| units(key) > units(after)));
            records.sort_by_key(|(key, _)| units(key));
            records.truncate(limit);
            return Ok(records);
        }
        let included = match (self.mistake, after) {
            (Mistake::IncludesAfter, Some(after)) => {
                self.memory.get(kind, after).await?.map(|it| (after.to_owned(), it))
            }
            _ => None,
        };
        let after = after.filter(|_| self.mistake != Mistake::IgnoresAfter);
        let limit = if self.mistake == Mistake::ShortPages { limit.min(500) } else { limit };
        let mut records = self.memory.scan(kind, prefix, after, limit).await?;
        records.splice(0..0, included);
        records.truncate(limit);
        records.iter_mut().for_each(|(_, record)| record.version -= self.shift());
        Ok(records)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_conformance_checks_detect_every_mistake() {
    use Mistake::*;
    for mistake in [
        CheckThenAct,
        LastWriteWins,
        DeletesBlindly,
        AlwaysDeleted,
        CountsFromZero,
        Pattern,
        IgnoresCase,
        Utf16Order,
        OneTable,
        TextOnly,
        ShortValues,
        ShortPages,
        IgnoresAfter,
        IncludesAfter,
        CStrings,
    ] {
        let store = Arc::new(Mistaken { memory: MemoryStore::new(), mistake });
        assert_ne!(conformance(|| store.clone()).await, [], "{mistake:?}");
    }
}
