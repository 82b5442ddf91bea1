//! Grants that have ended: by a refusal of the token endpoint, by an old backup, by a revocation.

use super::*;

#[tokio::test]
async fn after_a_confirmed_revocation_no_token_is_used_or_handed_out() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let key = fixture.log_in(&platform, "seller", &["offline_access", "USER_ID", "USER_PHONE"]).await;
    let user = platform.user(&key);
    me(&user).await.unwrap();
    let id = platform.grants().info(&key).await.unwrap().unwrap().user_id.unwrap();
    let gateway = AppGateway::new(&platform, ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    let phone = gateway.access_of("seller").await.unwrap();
    let relay = async || {
        let bearer = format!("Bearer {}", phone.token.expose());
        match gateway.admit("GET", "/api/v1/open-platform/users", &[("Authorization", bearer.as_str())]) {
            Ok(request) => request.answer(None, b"").await,
            Err(refusal) => refusal,
        }
    };
    assert_eq!(relay().await.status, 200);
    fixture.world.revoke_access("seller").unwrap();
    assert_eq!(platform.grants().revoked(&id).await.unwrap()[0].state, GrantState::NeedsReauth);
    let asked = fixture.count("users.me");
    assert!(is_reauth(&me(&user).await), "its access token was valid for most of an hour");
    assert!(is_reauth(&gateway.access_of("seller").await));
    assert_eq!(relay().await.status, 412);
    assert_eq!((fixture.count("users.me"), fixture.refreshes()), (asked, 1));
}

#[tokio::test]
async fn a_revocation_that_one_process_confirms_holds_in_another_one() {
    let fixture = Fixture::start().await;
    let store = FailingStore::new();
    let client = || fixture.world.client().store(store.clone()).build().unwrap();
    let (asks, calls) = (client(), client());
    let key = fixture.log_in(&asks, "seller", &["offline_access", "USER_ID", "USER_PHONE"]).await;
    let user = calls.user(&key);
    let gateway = AppGateway::new(&calls, ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    me(&user).await.unwrap();
    let id = asks.grants().info(&key).await.unwrap().unwrap().user_id.unwrap();
    fixture.world.revoke_access("seller").unwrap();
    // It has just read the grant, and uses its cached copy for a moment. The refusal does not name the token, so nothing is refreshed.
    fixture.always("users.me", vec![status(401)]);
    assert!(matches!(me(&user).await, Err(Error::Api(error)) if error.status == 401));
    fixture.world.faults().clear();
    assert_eq!(fixture.refreshes(), 0);
    assert_eq!(asks.grants().revoked(&id).await.unwrap()[0].state, GrantState::NeedsReauth);
    let asked = fixture.count("users.me");
    assert!(is_reauth(&me(&user).await) && is_reauth(&gateway.access_of("seller").await));
    assert_eq!(fixture.count("users.me"), asked);
    let kept = store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(kept.value().unwrap()).contains(r#""pair":{"access":"","refresh":null"#));
}

/// The platform is overloaded for two seconds, and another process deletes the grant meanwhile.
struct Busy {
    inner: Arc<dyn Transport>,
    other: OpenPlatform,
    grant: GrantKey,
    sent: AtomicUsize,
}

#[async_trait::async_trait]
impl Transport for Busy {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        assert_eq!(self.sent.fetch_add(1, Ordering::SeqCst), 0);
        let mut response = self.inner.send(request).await?;
        response.status = 503;
        response.headers.insert("retry-after", "2".parse().unwrap());
        assert!(self.other.grants().forget(&self.grant).await.unwrap());
        Ok(response)
    }
}

#[tokio::test]
async fn a_call_that_is_repeated_after_a_pause_does_not_use_a_grant_that_has_ended_meanwhile() {
    let fixture = Fixture::inside();
    let store = Arc::new(MemoryStore::new());
    let client = || fixture.world.client().transport(fixture.sandbox.transport()).store(store.clone());
    let other = client().build().unwrap();
    let grant = fixture.log_in(&other, "seller", OFFLINE).await;
    let (inner, sent) = (fixture.sandbox.transport(), AtomicUsize::new(0));
    let busy = Arc::new(Busy { inner, other, grant: grant.clone(), sent });
    let calls = client().transport(busy.clone()).build().unwrap();
    assert!(is_reauth(&me(&calls.user(grant)).await));
    assert_eq!(busy.sent.load(Ordering::SeqCst), 1);
}
