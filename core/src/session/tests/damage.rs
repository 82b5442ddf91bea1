//! Records that are damaged or cannot be opened do not hide the others.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::oauth::Login;

#[tokio::test]
async fn an_unreadable_grant_does_not_hide_the_others() {
    const LOST: &str = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=";
    const HELD: &str = "b2xkIGtleSBvZiB0aGUgc3RvcmUsIDMyIGJ5dGVzLi4=";
    const OTHER: &str = "6e6577206b6579206f66207468652073746f72652c2033322062797465732e2e";
    let platform = Platform::new();
    let memory = Arc::new(MemoryStore::new());
    let client = |key: &str| {
        let store = Encrypted::new(memory.clone(), Encryption::keys([key]).unwrap());
        platform.builder().store(Arc::new(store)).build().unwrap()
    };
    let keys = |grants: Vec<GrantInfo>| grants.into_iter().map(|grant| grant.key).collect::<Vec<_>>();

    let lost = platform.log_in(&client(LOST), "u1", &["offline_access"]).await;
    let client_of = client(HELD);
    let (grants, sessions) = (client_of.grants(), &client_of.inner.sessions);
    let good = platform.log_in(&client_of, "u1", OFFLINE).await;
    assert_eq!(platform.log_in(&client(HELD), "u1", OFFLINE).await, good, "a new login replaces the readable grant");
    let other = platform.log_in(&client_of, "u2", OFFLINE).await;
    sessions.store_user_id(&client_of.inner, &good, &"platform-u1".into()).await;
    // A record that a newer version wrote.
    let newer = Encrypted::new(memory.clone(), Encryption::keys([HELD]).unwrap());
    assert!(newer.put(RecordKind::Grant, "newer", None, br#"{"schema":2,"pair":"secret-token"}"#).await.unwrap());

    let mut both = [good.clone(), other.clone()];
    both.sort();
    assert_eq!(keys(grants.list().await.unwrap()), both);
    assert_eq!(keys(grants.of_user("u1").await.unwrap()), std::slice::from_ref(&good));
    let unreadable = grants.unreadable().await.unwrap();
    let [by_newer, encrypted] = &unreadable[..] else { panic!("{unreadable:?}") };
    assert_eq!((&by_newer.key.0[..], &by_newer.user), ("newer", &None));
    assert!(by_newer.reason.contains("schema 2"), "{by_newer:?}");
    assert_eq!((&encrypted.key, encrypted.user.as_deref()), (&lost, None), "the key does not contain the user");
    assert!(encrypted.reason.contains("not among the store keys"), "{encrypted:?}");
    let shown = format!("{unreadable:?}");
    assert!(!shown.contains("secret-token") && !shown.contains(&LOST[..8]) && !shown.contains("-1\""), "{shown}");

    // The event of a revocation ends the grant that can be read.
    platform.keep_only_newest_refresh_token();
    let asked = grants.revoked("platform-u1").await.unwrap();
    assert!(matches!(&asked[..], [info] if info.key == good && info.state == GrantState::NeedsReauth), "{asked:?}");

    // Pages return the same grants.
    for limit in 1..=5 {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = grants.page(after, Some(limit)).await.unwrap();
            assert!(page.grants.len() <= limit && (!page.grants.is_empty() || page.next.is_none()), "{page:?}");
            found.extend(keys(page.grants));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, both, "pages of {limit}");
    }

    // No readable grant at all is an error: an empty list would mean that nobody has logged in.
    let wrong = client(OTHER).grants();
    for limit in [None, Some(1), Some(4)] {
        assert!(matches!(wrong.page(None, limit).await, Err(Error::Store(_))), "{limit:?}");
    }
    for failed in [wrong.list().await, wrong.of_user("u1").await, wrong.revoked("platform-u1").await] {
        assert!(matches!(failed, Err(Error::Store(_))), "{failed:?}");
    }
    assert_eq!(wrong.unreadable().await.unwrap().len(), 4);

    assert!(grants.info(&lost).await.is_err());
    assert!(grants.forget(&lost).await.unwrap() && grants.forget("newer").await.unwrap());
    assert!(!grants.forget(&lost).await.unwrap());
    assert_eq!(grants.unreadable().await.unwrap(), []);
}

#[tokio::test]
async fn an_unreadable_subscription_does_not_block_the_others() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.user(key.clone()).subscriptions();
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    let broken = SubscriptionType::NewMessageOnPost;
    let row = format!("{key}\n{broken}\n-");
    assert!(platform.store.put(RecordKind::Subscription, &row, None, b"{}").await.unwrap());

    client.grants().refresh(&key).await.unwrap();
    let listed = subscriptions.list().await.unwrap();
    assert!(matches!(&listed[..], [row] if row.bound_generation == Some(2)), "{listed:?}");

    assert!(matches!(subscriptions.ensure(Subscription::new(broken.clone())).await, Err(Error::Store(_))));
    assert!(subscriptions.remove(broken.clone(), None).await.unwrap());
    assert!(!subscriptions.remove(broken, None).await.unwrap());
}

#[tokio::test]
async fn pages_are_consistent_when_grants_are_deleted_between_them() {
    let (platform, client, key) = logged_in().await;
    let grants = client.grants();
    let mut keys = vec![key];
    for number in 0..9 {
        keys.push(platform.log_in(&client, &format!("other-{number}"), OFFLINE).await);
    }
    keys.sort();
    let first = grants.page(None, Some(4)).await.unwrap();
    assert_eq!(first.grants, grants.list().await.unwrap()[..4]);
    assert_eq!(first.next.as_ref(), keys.get(3));
    // Deletes the last grant of the first page, and the one after it.
    assert!(grants.forget(&keys[3]).await.unwrap() && grants.forget(&keys[4]).await.unwrap());
    let second = grants.page(first.next, None).await.unwrap();
    assert_eq!(second.grants.iter().map(|grant| &grant.key).collect::<Vec<_>>(), keys[5..].iter().collect::<Vec<_>>());
    assert_eq!(second.next, None, "fewer than a thousand grants are left");
    assert_eq!(grants.page(keys.pop(), None).await.unwrap(), GrantPage { grants: Vec::new(), next: None });
    for (after, limit, field) in
        [(None, Some(0), "limit"), (None, Some(1001), "limit"), (Some("".into()), None, "grant")]
    {
        let Err(Error::InvalidInput { field: named, .. }) = grants.page(after, limit).await else {
            panic!("{limit:?}")
        };
        assert_eq!(named, field);
    }
}

#[tokio::test]
async fn a_damaged_grant_record_is_an_error() {
    let (platform, client, key) = logged_in().await;
    let other = platform.log_in(&client, "u2", OFFLINE).await;
    let raw = async |key: &GrantKey| platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let good: serde_json::Value = serde_json::from_slice(raw(&key).await.value().unwrap()).unwrap();
    let may_be_absent = &[
        "name",
        "user",
        "user_id",
        "reason",
        "refresh_issued_at",
        "lease",
        "first_sent_at",
        "refusals",
        "refused_since",
        "redirects",
        "retry_at",
        "previous",
        "spare",
        "more_spares",
        "ended_at",
        "notified",
        "certain_end",
        "report_claim",
    ];
    check_damage::<grant::Grant>(&good, may_be_absent);
    let mut with_spares = good.clone();
    with_spares["spare"] = good["pair"].clone();
    with_spares["more_spares"] = vec![good["pair"].clone(); 2].into();
    check_damage::<grant::Grant>(&with_spares, may_be_absent);

    // The same through the API. Nothing is sent to the platform.
    let sent = platform.token_requests();
    let damaged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut damaged = good.clone();
        change(&mut damaged);
        damaged.to_string().into_bytes()
    };
    for (value, named) in [
        (damaged(&|grant| grant["generation"] = (-1).into()), "generation"),
        (damaged(&|grant| grant["pair"]["expires_at"] = "+262142-12-31T00:00:00Z".into()), "pair"),
        (damaged(&|grant| grant["pair"]["access"] = "".into()), "pair"),
        (damaged(&|grant| grant["more_spares"] = vec![serde_json::json!({ "access": 7 })].into()), "more_spares"),
        (damaged(&|grant| grant["pair"]["access"] = 7.into()), "pair.access"),
        (raw(&other).await.value().unwrap().to_vec(), "another key"),
    ] {
        let version = raw(&key).await.version;
        assert!(platform.store.put(RecordKind::Grant, key.as_str(), Some(version), &value).await.unwrap());
        platform.advance(HOUR);
        for result in [
            token(&client, &key).await.map(drop),
            client.grants().info(&key).await.map(drop),
            client.grants().refresh(&key).await.map(drop),
        ] {
            let Err(Error::Store(error)) = result else { panic!("{named}: {result:?}") };
            assert!(error.reason.contains(named), "{error}");
        }
        let listed = client.grants().list().await.unwrap();
        assert!(matches!(&listed[..], [grant] if grant.key == other), "{listed:?}");
    }
    assert_eq!(platform.token_requests(), sent);
}

#[tokio::test]
async fn a_damaged_subscription_or_login_record_is_an_error() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.user(key.clone()).subscriptions();
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    let [(name, record)] =
        platform.store.scan(RecordKind::Subscription, "", None, 1000).await.unwrap().try_into().unwrap();
    let row = serde_json::from_slice(record.value().unwrap()).unwrap();
    subscription_rows::check_rows(&row);
    // A copied record of another subscription is not accepted, and does not hide the original.
    let other = name.replace("POST_UPDATE", "NEW_MESSAGE_ON_POST");
    assert!(platform.store.put(RecordKind::Subscription, &other, None, record.value().unwrap()).await.unwrap());
    assert_eq!(subscriptions.list().await.unwrap().len(), 1);

    let login = Login::new(["offline_access"], "sid").for_user("u1");
    let started = client.oauth().start(login).await.unwrap();
    let [(name, record)] = platform.store.scan(RecordKind::Login, "", None, 1000).await.unwrap().try_into().unwrap();
    let mut login: serde_json::Value = serde_json::from_slice(record.value().unwrap()).unwrap();
    check_damage::<crate::logins::Pending>(&login, &["user", "return_to", "verifier"]);
    login["expires_at"] = "+262142-12-31T23:59:59Z".into();
    let value = login.to_string();
    assert!(platform.store.put(RecordKind::Login, &name, Some(record.version), value.as_bytes()).await.unwrap());
    let back = format!("?code={}&state={}", platform.code("offline_access"), started.state.expose());
    let Err(Error::Store(error)) = client.oauth().callback(back, "sid").await else { panic!("a login") };
    assert!(error.reason.contains("expires_at"), "{error}");
}

#[tokio::test]
async fn a_store_that_refuses_every_write_is_an_error_and_not_an_endless_repetition() {
    let platform = Platform::new();
    let refuses = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&refuses);
    let store = Altered::new(platform.store.clone()).refusing(move |operation, kind| {
        (operation, kind) == ("put", RecordKind::Grant) && set.load(Ordering::Relaxed)
    });
    let client = platform.builder().store(store).build().unwrap();
    let key = platform.log_in(&client, "u1", OFFLINE).await;
    platform.advance(2 * HOUR);
    refuses.store(true, Ordering::Relaxed);
    for _ in 0..2 {
        let error = token(&client, &key).await.unwrap_err();
        assert!(error.code() == "store" && error.to_string().contains("100 writes in a row"), "{error}");
    }
    assert_eq!(platform.token_requests(), 1, "without a lease nothing is sent");
    // The response to a refresh is kept in memory until the store takes it.
    refuses.store(false, Ordering::Relaxed);
    let there = Arc::clone(&refuses);
    platform.fail(Fault::Before(Box::new(move || Box::pin(async move { there.store(true, Ordering::Relaxed) }))));
    let newest = token(&client, &key).await.unwrap();
    assert!(platform.is_alive(&newest) && client.grants().info(&key).await.unwrap().unwrap().unsaved);
    refuses.store(false, Ordering::Relaxed);
    until(async || stored(&platform, &key).await.generation == 2).await;
    assert_eq!((token(&client, &key).await.unwrap(), platform.token_requests()), (newest, 2));
}

#[tokio::test]
async fn a_store_that_refuses_every_deletion_is_an_error_and_not_an_endless_repetition() {
    for kept in [RecordKind::Subscription, RecordKind::Grant] {
        let platform = Platform::new();
        let store =
            Altered::new(platform.store.clone()).refusing(move |operation, kind| (operation, kind) == ("delete", kept));
        let client = platform.builder().store(store).build().unwrap();
        let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
        let subscriptions = client.user(key.clone()).subscriptions();
        subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
        let removed = subscriptions.remove(SubscriptionType::PostUpdate, None).await;
        assert_eq!(removed.is_err(), kept == RecordKind::Subscription, "{removed:?}");
        for error in [client.grants().forget(&key).await.unwrap_err()].into_iter().chain(removed.err()) {
            assert!(error.code() == "store" && error.to_string().contains("100 deletions in a row"), "{error}");
        }
    }
}

#[tokio::test]
async fn a_store_that_refuses_a_new_record_is_named_and_not_asked_without_end() {
    for kept in [RecordKind::Login, RecordKind::Subscription] {
        let platform = Platform::new();
        let store =
            Altered::new(platform.store.clone()).refusing(move |operation, kind| (operation, kind) == ("put", kept));
        let client = platform.builder().store(store).build().unwrap();
        let failed = match kept {
            RecordKind::Login => client.oauth().start(Login::new(["USER_PHONE"], "sid")).await.map(drop),
            _ => {
                let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
                let wanted = Subscription::new(SubscriptionType::PostUpdate);
                client.user(key).subscriptions().ensure(wanted).await.map(drop)
            }
        };
        let error = failed.expect_err(kept.as_str());
        assert!(error.code() == "store" && error.to_string().contains("refused"), "{kept:?}: {error}");
    }
}

#[tokio::test]
async fn expired_logins_that_a_store_does_not_delete_are_an_error_and_not_an_endless_repetition() {
    let memory = Arc::new(MemoryStore::new());
    let store = Altered::new(memory.clone()).refusing(|operation, _| operation == "delete");
    for number in 0..3 {
        assert!(memory.put(RecordKind::Login, &format!("t{number}"), None, b"{}").await.unwrap());
    }
    let error = store.prune(RecordKind::Login, "t", "u", 3).await.unwrap_err();
    assert!(error.operation == "prune" && error.reason.contains("refused"), "{error}");
    assert_eq!(Altered::new(memory).prune(RecordKind::Login, "t", "u", 3).await.unwrap(), 3);
}
