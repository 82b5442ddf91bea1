use base64::Engine;

use super::super::MemoryStore;
use super::*;

const OLD: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";
const LOST: &str = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=";
const NEW: &str = "6e6577206b6579206f66207468652073746f72652c2033322062797465732e2e";

fn over(memory: &Arc<MemoryStore>, keys: &[&str]) -> Encrypted {
    Encrypted::new(memory.clone(), Encryption::keys(keys.iter().copied()).unwrap())
}

async fn raw(memory: &MemoryStore, key: &str) -> Record {
    memory.get(RecordKind::Grant, key).await.unwrap().unwrap()
}

fn reason<T>(result: Result<T, StoreError>) -> String {
    result.err().expect("an error").reason
}

/// Opens a record as if it had been read from the store.
fn open(store: &Encrypted, kind: RecordKind, key: &str, record: Record) -> Result<Vec<u8>, StoreError> {
    let record = store.encryption.with("get", |keys| Ok(opened("get", keys, kind, key, record)))?;
    record.value().map(<[u8]>::to_vec)
}

/// The value of a grant.
async fn value(store: &dyn RecordStore, key: &str) -> Result<Vec<u8>, StoreError> {
    store.get(RecordKind::Grant, key).await?.expect("a record").value().map(<[u8]>::to_vec)
}

/// The record was made with another implementation of the cipher: the form does not change, because stores have such records.
#[test]
fn a_record_in_the_documented_form_is_opened() {
    let record = "AG9wMcCXo6Fr79o3AAECAwQFBgcICQoLDA0ODxAREhMUFRYXVvmr4UBmO+aHOg3q7o+y5rqE3u8ZLJIMBuLDSQ7N67mqLUE=";
    let record = base64::engine::general_purpose::STANDARD.decode(record).unwrap();
    let keys = read(&[OLD.into()]).unwrap();
    let opened = super::open(&keys, RecordKind::Grant, "a", 1, &record).unwrap();
    assert_eq!(opened.as_slice(), b"the token of a user");
}

#[tokio::test]
async fn the_store_receives_only_ciphertext() {
    let memory = Arc::new(MemoryStore::new());
    let store = over(&memory, &[OLD]);
    assert!(store.put(RecordKind::Grant, "a", None, b"the token of a user").await.unwrap());
    assert!(store.put(RecordKind::Grant, "b", None, b"the token of a user").await.unwrap());
    let (a, b) = (value(&*memory, "a").await.unwrap(), value(&*memory, "b").await.unwrap());
    assert!(!a.windows(5).any(|window| b"the token of a user".windows(5).any(|part| part == window)));
    assert_ne!(a[FORM.len() + sealing::ID..], b[FORM.len() + sealing::ID..], "equal values look different");
    assert_eq!(value(&store, "a").await.unwrap(), b"the token of a user");
}

#[tokio::test]
async fn a_changed_or_moved_record_does_not_open_and_a_complete_earlier_one_does() {
    let memory = Arc::new(MemoryStore::new());
    let store = over(&memory, &[OLD]);
    assert!(store.put(RecordKind::Grant, "a", None, b"value").await.unwrap());
    let encrypted = raw(&memory, "a").await;
    let bytes = encrypted.value().unwrap();
    for index in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[index] ^= 1;
        assert!(open(&store, RecordKind::Grant, "a", Record::new(1, changed)).is_err(), "byte {index}");
    }
    for length in 0..bytes.len() {
        let record = Record::new(1, bytes[..length].to_vec());
        assert!(open(&store, RecordKind::Grant, "a", record).is_err(), "{length} bytes");
    }
    for (kind, key, version) in [(RecordKind::Login, "a", 1), (RecordKind::Grant, "b", 1), (RecordKind::Grant, "a", 2)]
    {
        let record = Record { version, ..encrypted.clone() };
        assert!(reason(open(&store, kind, key, record)).contains("another place"));
    }
    assert!(open(&store, RecordKind::Grant, "a", encrypted.clone()).is_ok());
    // Replay is not prevented, as the documentation says.
    assert!(store.put(RecordKind::Grant, "a", Some(1), b"newer").await.unwrap());
    assert!(memory.delete(RecordKind::Grant, "a", 2).await.unwrap());
    assert!(memory.put(RecordKind::Grant, "a", None, bytes).await.unwrap());
    assert_eq!(value(&store, "a").await.unwrap(), b"value");
}

#[tokio::test]
async fn a_key_can_be_replaced_while_records_are_in_use() {
    let memory = Arc::new(MemoryStore::new());
    let (old, both, new) = (over(&memory, &[OLD]), over(&memory, &[NEW, OLD]), over(&memory, &[NEW]));
    for key in ["a", "b", "c"] {
        assert!(old.put(RecordKind::Grant, key, None, key.as_bytes()).await.unwrap());
    }
    assert!(old.put(RecordKind::Subscription, "a", None, b"row").await.unwrap());
    assert!(both.put(RecordKind::Grant, "a", Some(1), b"a").await.unwrap());
    assert!(reason(value(&old, "a").await).contains("not among the store keys"));
    let opens = async |store: &Encrypted| {
        let read = store.scan(RecordKind::Grant, "", None, 10).await.unwrap();
        read.into_iter().map(|(key, record)| (key, record.value().is_ok())).collect::<Vec<_>>()
    };
    let keys = ["a", "b", "c"].map(str::to_owned);
    assert_eq!(opens(&both).await, keys.clone().map(|key| (key, true)));
    assert_eq!(opens(&new).await, keys.map(|key| (key.clone(), key == "a")), "two of them still need the old key");
    let versions = [("a", 2), ("b", 1), ("c", 1)].map(|(key, version)| (key.to_owned(), version));
    assert_eq!(new.versions(RecordKind::Grant, "").await.unwrap(), versions, "of unreadable records, too");
    assert_eq!(both.reencrypt().await.unwrap(), 3);
    assert_eq!(both.reencrypt().await.unwrap(), 0);
    for (key, record) in new.scan(RecordKind::Grant, "", None, 10).await.unwrap() {
        assert_eq!((record.version, record.value().unwrap()), (2, key.as_bytes()));
    }
    assert_eq!(new.get(RecordKind::Subscription, "a").await.unwrap().unwrap().value().unwrap(), b"row");
}

#[tokio::test]
async fn reencrypt_rewrites_the_other_records_if_one_cannot_be_opened() {
    let memory = Arc::new(MemoryStore::new());
    let (lost, old, ring) = (over(&memory, &[LOST]), over(&memory, &[OLD]), over(&memory, &[NEW, OLD]));
    assert!(lost.put(RecordKind::Grant, "a", None, b"a").await.unwrap());
    for key in ["b", "c"] {
        assert!(old.put(RecordKind::Grant, key, None, b"x").await.unwrap());
    }
    assert!(reason(ring.reencrypt().await).contains("not among the store keys"));
    let new = over(&memory, &[NEW]);
    assert!(value(&new, "b").await.is_ok() && value(&new, "c").await.is_ok());
}

#[tokio::test]
async fn the_provider_is_asked_for_the_current_keys() {
    let keys = Arc::new(std::sync::Mutex::new(vec![Secret::new(OLD)]));
    let provider = {
        let keys = Arc::clone(&keys);
        Encryption::provider(move || keys.lock().unwrap().clone())
    };
    let store = Encrypted::new(Arc::new(MemoryStore::new()), provider);
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    *keys.lock().unwrap() = vec![Secret::new(NEW)];
    assert!(value(&store, "a").await.is_err());
    *keys.lock().unwrap() = vec![Secret::new(NEW), Secret::new(OLD)];
    assert_eq!(value(&store, "a").await.unwrap(), b"x");
    *keys.lock().unwrap() = Vec::new();
    assert!(reason(store.get(RecordKind::Grant, "a").await).contains("there is none"));
    // An error of the keys is not reported for single records.
    assert!(reason(store.scan(RecordKind::Grant, "", None, 10).await).contains("there is none"));
    assert!(!store.put(RecordKind::Grant, "b", None, b"x").await.is_ok_and(|written| written));
}

#[tokio::test]
async fn encrypted_and_unencrypted_stores_do_not_mix() {
    let memory = Arc::new(MemoryStore::new());
    let open = Encrypted::new(memory.clone(), Encryption::unencrypted());
    let store = over(&memory, &[OLD]);
    assert!(open.put(RecordKind::Grant, "open", None, b"{}").await.unwrap());
    assert!(store.put(RecordKind::Grant, "encrypted", None, b"{}").await.unwrap());
    assert!(reason(value(&store, "open").await).contains("is not encrypted"));
    assert!(reason(value(&open, "encrypted").await).contains("opened as unencrypted"));
    assert_eq!(open.reencrypt().await.unwrap(), 0);
}

#[test]
fn a_malformed_key_is_refused_and_not_repeated() {
    let short = "c2hvcnQ=";
    for wrong in ["", "unencryptd", short, &OLD[1..], &NEW[1..], &format!("{NEW}00"), "zz".repeat(32).as_str()] {
        let error = Encryption::from_list(wrong).unwrap_err().to_string();
        assert!(error.contains("store_keys") && error.contains("openssl rand"), "{error}");
        assert!(wrong.is_empty() || !error.contains(wrong), "{error}");
    }
    let error = Encryption::from_list(&format!("{OLD}, {short}")).unwrap_err().to_string();
    assert!(error.contains("key 2"), "{error}");
    let good = Encryption::from_list(&format!("{OLD}, {NEW},")).unwrap();
    assert!(!format!("{good:?}").contains(&OLD[..8]));
    for same in [OLD.trim_end_matches('='), OLD] {
        let id = |text: &str| read(&[text.into()]).unwrap()[0].name();
        assert_eq!(id(same), id(OLD));
    }
    assert_eq!(format!("{:?}", Encryption::from_list(" unencrypted ").unwrap()), "Unencrypted");
}

/// A store in which another process, which has the key `by`, writes a newer version of a record right after it is read: once, or again
/// and again.
struct RacingStore {
    memory: Arc<MemoryStore>,
    by: &'static str,
    left: std::sync::Mutex<i64>,
}

#[async_trait]
impl RecordStore for RacingStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let record = self.memory.get(kind, key).await?;
        let is_raced = {
            let mut left = self.left.lock().unwrap();
            *left -= 1;
            *left >= 0
        };
        if let (true, Some(record)) = (is_raced, &record) {
            let newer = format!("refreshed after version {}", record.version);
            assert!(over(&self.memory, &[self.by]).put(kind, key, Some(record.version), newer.as_bytes()).await?);
        }
        Ok(record)
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        self.memory.put(kind, key, expected, value).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.memory.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        self.memory.scan(kind, prefix, after, limit).await
    }
}

#[tokio::test]
async fn reencrypt_does_not_overwrite_what_is_written_meanwhile() {
    // Another process that already has the new key has rewritten the record; one that has not is rewritten with its newer value.
    for (by, times, rewritten) in [(NEW, 1, 0), (OLD, 1, 1), (OLD, 3, 1)] {
        let memory = Arc::new(MemoryStore::new());
        assert!(over(&memory, &[OLD]).put(RecordKind::Grant, "a", None, b"used up").await.unwrap());
        let racing = RacingStore { memory: memory.clone(), by, left: times.into() };
        let both = Encrypted::new(Arc::new(racing), Encryption::keys([NEW, OLD]).unwrap());
        assert_eq!(both.reencrypt().await.unwrap(), rewritten);
        let kept = value(&over(&memory, &[NEW]), "a").await.unwrap();
        assert_eq!(String::from_utf8(kept).unwrap(), format!("refreshed after version {times}"));
    }
}
