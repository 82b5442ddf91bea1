use super::super::MemoryStore;
use super::*;

const OLD: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";
const LOST: &str = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=";
const NEW: &str = "6e6577206b6579206f66207468652073746f72652c2033322062797465732e2e";

fn over(memory: &Arc<MemoryStore>, keys: &[&str]) -> Encrypted<Arc<MemoryStore>> {
    Encrypted::new(Arc::clone(memory), Encryption::keys(keys.iter().copied()).unwrap())
}

async fn raw(memory: &MemoryStore, key: &str) -> Record {
    memory.get(Kind::Grant, key).await.unwrap().unwrap()
}

fn reason<T>(result: Result<T, StoreError>) -> String {
    result.err().expect("an error").reason
}

#[tokio::test]
async fn the_store_receives_only_ciphertext() {
    let memory = Arc::new(MemoryStore::new());
    let store = over(&memory, &[OLD]);
    assert!(store.put(Kind::Grant, "a", None, b"the token of a user").await.unwrap());
    assert!(store.put(Kind::Grant, "b", None, b"the token of a user").await.unwrap());
    let (a, b) = (raw(&memory, "a").await, raw(&memory, "b").await);
    assert!(!a.value.windows(5).any(|window| b"the token of a user".windows(5).any(|part| part == window)));
    assert_ne!(a.value[FORM.len() + ID..], b.value[FORM.len() + ID..], "equal values look different");
    assert_eq!(*store.get(Kind::Grant, "a").await.unwrap().unwrap().value, b"the token of a user");
}

#[tokio::test]
async fn a_changed_or_moved_record_does_not_open_and_a_complete_earlier_one_does() {
    let memory = Arc::new(MemoryStore::new());
    let store = over(&memory, &[OLD]);
    assert!(store.put(Kind::Grant, "a", None, b"value").await.unwrap());
    let sealed = raw(&memory, "a").await;
    for index in 0..sealed.value.len() {
        let mut changed = sealed.value.to_vec();
        changed[index] ^= 1;
        let record = Record { version: 1, value: Zeroizing::new(changed) };
        assert!(store.open("get", Kind::Grant, "a", record).is_err(), "byte {index}");
    }
    for length in 0..sealed.value.len() {
        let record = Record { version: 1, value: Zeroizing::new(sealed.value[..length].to_vec()) };
        assert!(store.open("get", Kind::Grant, "a", record).is_err(), "{length} bytes");
    }
    for (kind, key, version) in [(Kind::Login, "a", 1), (Kind::Grant, "b", 1), (Kind::Grant, "a", 2)] {
        let record = Record { version, ..sealed.clone() };
        assert!(reason(store.open("get", kind, key, record)).contains("another place"));
    }
    assert!(store.open("get", Kind::Grant, "a", sealed.clone()).is_ok());
    // Replay is not prevented, as the documentation says.
    assert!(store.put(Kind::Grant, "a", Some(1), b"newer").await.unwrap());
    assert!(memory.delete(Kind::Grant, "a", 2).await.unwrap());
    assert!(memory.put(Kind::Grant, "a", None, &sealed.value).await.unwrap());
    assert_eq!(*store.get(Kind::Grant, "a").await.unwrap().unwrap().value, b"value");
}

#[tokio::test]
async fn a_key_can_be_replaced_while_records_are_in_use() {
    let memory = Arc::new(MemoryStore::new());
    let (old, both, new) = (over(&memory, &[OLD]), over(&memory, &[NEW, OLD]), over(&memory, &[NEW]));
    for key in ["a", "b", "c"] {
        assert!(old.put(Kind::Grant, key, None, key.as_bytes()).await.unwrap());
    }
    assert!(old.put(Kind::Subscription, "a", None, b"row").await.unwrap());
    assert!(both.put(Kind::Grant, "a", Some(1), b"a").await.unwrap());
    assert!(reason(old.get(Kind::Grant, "a").await).contains("not among the store keys"));
    assert_eq!(both.list(Kind::Grant, "").await.unwrap().len(), 3);
    assert!(new.list(Kind::Grant, "").await.is_err(), "two of them still need the old key");
    let read = new.read_partial(Kind::Grant, "", None, usize::MAX).await.unwrap();
    let opens = read.into_iter().map(|(key, record)| (key, record.is_ok())).collect::<Vec<_>>();
    assert_eq!(opens, [("a".to_owned(), true), ("b".to_owned(), false), ("c".to_owned(), false)]);
    assert_eq!(both.reseal().await.unwrap(), 3);
    assert_eq!(both.reseal().await.unwrap(), 0);
    for (key, record) in new.list(Kind::Grant, "").await.unwrap() {
        assert_eq!((record.version, record.value.as_slice()), (2, key.as_bytes()));
    }
    assert_eq!(*new.get(Kind::Subscription, "a").await.unwrap().unwrap().value, b"row");
}

#[tokio::test]
async fn reseal_rewrites_the_other_records_if_one_cannot_be_opened() {
    let memory = Arc::new(MemoryStore::new());
    let (lost, old, ring) = (over(&memory, &[LOST]), over(&memory, &[OLD]), over(&memory, &[NEW, OLD]));
    assert!(lost.put(Kind::Grant, "a", None, b"a").await.unwrap());
    for key in ["b", "c"] {
        assert!(old.put(Kind::Grant, key, None, b"x").await.unwrap());
    }
    assert!(reason(ring.reseal().await).contains("not among the store keys"));
    let new = over(&memory, &[NEW]);
    assert!(new.get(Kind::Grant, "b").await.is_ok() && new.get(Kind::Grant, "c").await.is_ok());
}

#[tokio::test]
async fn the_provider_is_asked_for_the_current_keys() {
    let keys = Arc::new(std::sync::Mutex::new(vec![Secret::new(OLD)]));
    let provider = {
        let keys = Arc::clone(&keys);
        Encryption::provider(move || keys.lock().unwrap().clone())
    };
    let store = Encrypted::new(MemoryStore::new(), provider);
    assert!(store.put(Kind::Grant, "a", None, b"x").await.unwrap());
    *keys.lock().unwrap() = vec![Secret::new(NEW)];
    assert!(store.get(Kind::Grant, "a").await.is_err());
    *keys.lock().unwrap() = vec![Secret::new(NEW), Secret::new(OLD)];
    assert_eq!(*store.get(Kind::Grant, "a").await.unwrap().unwrap().value, b"x");
    *keys.lock().unwrap() = Vec::new();
    assert!(reason(store.get(Kind::Grant, "a").await).contains("there is none"));
    // An error of the keys is not reported for single records.
    assert!(reason(store.read_partial(Kind::Grant, "", None, 10).await).contains("there is none"));
    assert!(!store.put(Kind::Grant, "b", None, b"x").await.is_ok_and(|written| written));
}

#[tokio::test]
async fn sealed_and_unencrypted_stores_do_not_mix() {
    let memory = Arc::new(MemoryStore::new());
    let open = Encrypted::new(Arc::clone(&memory), Encryption::unencrypted());
    let store = over(&memory, &[OLD]);
    assert!(open.put(Kind::Grant, "open", None, b"{}").await.unwrap());
    assert!(store.put(Kind::Grant, "sealed", None, b"{}").await.unwrap());
    assert!(reason(store.get(Kind::Grant, "open").await).contains("is not sealed"));
    assert!(reason(open.get(Kind::Grant, "sealed").await).contains("opened as unencrypted"));
    assert_eq!(open.reseal().await.unwrap(), 0);
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
        assert_eq!(EncryptionKey::read(&same.into()).unwrap().id, EncryptionKey::read(&OLD.into()).unwrap().id);
    }
    assert_eq!(format!("{:?}", Encryption::from_list(" unencrypted ").unwrap()), "Unencrypted");
}
