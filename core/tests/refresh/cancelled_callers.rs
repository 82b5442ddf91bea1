//! Callers that are cancelled: no token is lost.

use super::*;

#[tokio::test]
async fn callers_cancelled_at_any_time_lose_no_token() {
    let fixture = Fixture::inside();
    let transport = Arc::new(YieldingTransport { inner: fixture.sandbox.transport(), turn: AtomicUsize::new(0) });
    let platform = fixture.world.client().transport(transport).build().unwrap();
    let user = platform.user(fixture.log_in(&platform, "seller", OFFLINE).await);
    let newest_pair = || fixture.world.tokens().last().unwrap().pair;
    let first_pair = newest_pair();
    let (mut cancelled, mut rounds) = (0, 0_i64);
    while cancelled < 1000 {
        rounds += 1;
        fixture.advance(2 * HOUR).await;
        let call = tokio::spawn({
            let user = user.clone();
            async move { me(&user).await }
        });
        // A different time in each round, spread over the whole call.
        for _ in 0..(rounds * 7919) % 13 {
            tokio::task::yield_now().await;
        }
        call.abort();
        cancelled += usize::from(call.await.is_err());
        me(&user).await.unwrap();
    }
    let grant = platform.grants().info(user.grant().unwrap()).await.unwrap().unwrap();
    // Every pair that the platform has issued was stored as a generation of the grant.
    let lost = newest_pair() - first_pair - (grant.generation - 1);
    measured("F18", "drop", &[("callers cancelled", cancelled as f64), ("pairs lost", lost as f64)]);
    assert_eq!((lost, grant.generation), (0, 1 + rounds));
    assert!(fixture.newest_token_works());
}

#[test]
fn a_refresh_continues_after_the_runtime_of_its_caller_has_ended() {
    let own = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let callers = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let fixture = Fixture::inside();
    let gate = Gate::before("/oauth2/token", fixture.sandbox.transport());
    let handle = own.handle().clone();
    let store = Arc::new(MemoryStore::new());
    let client = || fixture.world.client().store(store.clone());
    let key = own.block_on(fixture.log_in(&client().build().unwrap(), "seller", OFFLINE));
    let platform = client().transport(gate.clone()).background(move || handle.clone()).build().unwrap();
    let user = platform.user(&key);
    own.block_on(fixture.advance(2 * HOUR));

    callers.block_on(async {
        tokio::select! {
            result = me(&user) => panic!("the refresh is held back: {result:?}"),
            () = gate.reached() => {}
        }
    });
    drop(callers);
    gate.open();
    own.block_on(until(async || fixture.refreshes() == 1 && fixture.newest_token_works()));
    own.block_on(me(&user)).unwrap();
    assert_eq!(fixture.refreshes(), 1, "the call after it finds the token");
}

#[tokio::test]
async fn callers_cancelled_on_a_real_socket_lose_no_token() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (_, user) = fixture.seller().await;
        for round in 0..20 {
            fixture.advance(2 * HOUR).await;
            let call = tokio::spawn({
                let user = user.clone();
                async move { me(&user).await }
            });
            for _ in 0..round {
                tokio::task::yield_now().await;
            }
            call.abort();
            let _ = call.await;
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?} {round}: {error}"));
            assert_eq!(fixture.refreshes(), round + 1, "{semantics:?}");
        }
    }
}

#[tokio::test]
async fn a_401_before_a_streamed_response_is_followed_by_a_refresh() {
    let fixture = Fixture::start().await;
    let (_, user) = fixture.seller().await;
    fixture.advance(10 * 60).await;
    assert!(fixture.world.expire_access_token(fixture.world.tokens().last().unwrap().pair));
    let request = RawRequest::new("GET", ["v1", "open-platform", "users"]);
    let mut response = user.stream(request).await.unwrap();
    assert_eq!((response.status, response.attempts, fixture.refreshes()), (200, 2, 1));
    let chunk = response.next_chunk().await.unwrap().unwrap();
    assert!(chunk.starts_with(b"{"), "{chunk:?}");
}
