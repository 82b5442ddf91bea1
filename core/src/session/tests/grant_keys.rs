//! The keys of grants while a store key is being replaced, in processes with different sets of store keys.

use super::*;

const OLD: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";
const NEW: &str = "6e6577206b6579206f66207468652073746f72652c2033322062797465732e2e";
const NEWER: &str = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=";

struct Store {
    platform: Arc<Platform>,
    memory: Arc<MemoryStore>,
}

impl Store {
    fn new() -> Self {
        Self { platform: Platform::new(), memory: Arc::default() }
    }

    /// A new process with these store keys.
    fn process(&self, keys: &[&str]) -> OpenPlatform {
        let store = Encrypted::new(self.memory.clone(), Encryption::keys(keys.iter().copied()).unwrap());
        self.platform.builder().store(Arc::new(store)).build().unwrap()
    }

    async fn log_in(&self, keys: &[&str], user: &str) -> GrantKey {
        self.platform.log_in(&self.process(keys), user, OFFLINE).await
    }

    /// The key of the user's grant, as a new process finds it.
    async fn found(&self, keys: &[&str], user: &str) -> Option<GrantKey> {
        let process = self.process(keys);
        process.inner.sessions.key_secrets.check(&process.inner).await.unwrap();
        let of_user = process.grants().of_user(user).await.unwrap();
        let info = process.grants().info(GrantKey::of(user, OFFLINE)).await.unwrap();
        assert_eq!(
            of_user.iter().map(|info| &info.key).collect::<Vec<_>>(),
            Vec::from_iter(info.iter().map(|info| &info.key))
        );
        info.map(|info| info.key)
    }
}

#[tokio::test]
async fn a_process_with_a_new_store_key_hides_no_grant_from_those_without_it() {
    for both in [[NEW, OLD], [OLD, NEW]] {
        let store = Store::new();
        let one = store.log_in(&[OLD], "u1").await;
        assert_eq!(store.found(&both, "u1").await, Some(one.clone()), "{both:?}");
        assert_eq!(store.found(&[OLD], "u1").await, Some(one.clone()), "{both:?}");
        let two = store.log_in(&[OLD], "u2").await;
        for keys in [&both[..], &[OLD]] {
            assert_eq!(store.found(keys, "u1").await, Some(one.clone()), "{both:?}");
            assert_eq!(store.found(keys, "u2").await, Some(two.clone()), "{both:?}");
        }
        assert_eq!(store.log_in(&both, "u1").await, one, "a new login replaces the grant");
    }
}

#[tokio::test]
async fn grants_are_found_after_their_old_store_key_was_removed() {
    let store = Store::new();
    let key = store.log_in(&[OLD], "u1").await;
    for keys in [&[OLD, NEW][..], &[NEW, OLD], &[NEW], &[NEW, NEWER], &[NEWER, NEW], &[NEWER]] {
        // The second and the fifth of them store a copy.
        assert_eq!(store.log_in(keys, "u1").await, key, "{keys:?}");
        assert_eq!(store.found(keys, "u1").await, Some(key.clone()), "{keys:?}");
        assert_eq!(store.process(keys).grants().list().await.unwrap().len(), 1, "{keys:?}");
    }
    let secrets = store.memory.scan(RecordKind::GrantKeySecret, "", None, 1000).await.unwrap();
    assert_eq!(secrets.iter().map(|(name, _)| &name[..]).collect::<Vec<_>>(), ["grants", "grants.2", "grants.3"]);
    let process = store.process(&[NEWER]);
    assert_eq!(
        process.inner.sessions.key_prefixes(&process.inner, "u1").await.unwrap().len(),
        2,
        "reads no other grants"
    );
}

#[tokio::test]
async fn grants_are_found_whose_key_was_made_with_another_secret() {
    let store = Store::new();
    let (one, two) = (store.log_in(&[NEW], "u1").await, store.log_in(&[OLD], "u2").await);
    for both in [[NEW, OLD], [OLD, NEW]] {
        assert_eq!(store.found(&both, "u1").await, Some(one.clone()), "{both:?}");
        assert_eq!(store.found(&both, "u2").await, Some(two.clone()), "{both:?}");
        assert_eq!(store.log_in(&both, "u2").await, two, "a new login replaces the grant");
    }
}
