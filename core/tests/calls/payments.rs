//! Payments whose token ends after an attempt with an unclear outcome.

use open_platform::error::AmbiguousOutcome;
use open_platform::id::GrantKey;
use open_platform::model::payment::PostPayment;
use open_platform::stores::MemoryStore;
use open_platform::transport::{Failure, Response, Transport};

use super::*;

const ID: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/// The error of a payment with this id, if its outcome is unknown.
async fn unclear(user: &User) -> AmbiguousOutcome {
    match user.payments().reorder("gZd7omnS", PostPayment::new(ID)).await {
        Err(Error::AmbiguousOutcome(error)) => *error,
        other => panic!("{other:?}"),
    }
}

/// The number of payments that were sent, all with the id.
fn sent(recorder: &Recorder) -> usize {
    let payments = recorder.requests().into_iter().filter(|request| request.url.ends_with("/reorder"));
    payments.inspect(|request| assert!(String::from_utf8_lossy(&request.body).contains(ID))).count()
}

#[tokio::test]
async fn a_payment_is_ambiguous_if_its_token_cannot_be_renewed_after_an_unclear_attempt() {
    let refused = [(401, "{}")].into_iter().chain([(503, ""); 5]);
    let recorder = Recorder::new([(504, "")].into_iter().chain(refused.clone()));
    let (_, user) = user(&recorder).await;
    let error = unclear(&user).await;
    assert_eq!((sent(&recorder), error.attempts), (2, 2));
    assert!(error.reason.contains("503") && !error.reason.contains("old-refresh"), "{error}");

    // Nothing was done if no earlier attempt was unclear.
    let recorder = Recorder::new(refused);
    let (_, user) = self::user(&recorder).await;
    let error = user.payments().reorder("gZd7omnS", PostPayment::new(ID)).await.unwrap_err();
    assert_eq!((error.code(), sent(&recorder)), ("refresh_unavailable", 1));
}

/// Deletes the grant of the user, and asks for a pause that is longer than a token is cached.
struct Deleting {
    inner: Arc<Recorder>,
    other: OpenPlatform,
    grant: GrantKey,
}

#[async_trait::async_trait]
impl Transport for Deleting {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        assert!(self.other.grants().forget(&self.grant).await.unwrap());
        let mut response = self.inner.send(request).await?;
        response.headers.insert("retry-after", "2".parse().unwrap());
        Ok(response)
    }
}

#[tokio::test]
async fn a_payment_is_ambiguous_if_its_grant_ends_after_an_unclear_attempt() {
    let recorder = Recorder::new([(504, "")]);
    let store = Arc::new(MemoryStore::new());
    let builder = || recorder::builder(recorder.clone()).store(store.clone());
    let (other, user) = user_of(builder()).await;
    let grant = user.grant().unwrap().clone();
    let transport = Arc::new(Deleting { inner: recorder.clone(), other, grant: grant.clone() });
    let platform = builder().clock(ManualClock::at(Utc::now())).transport(transport).build().unwrap();
    let error = unclear(&platform.user(grant)).await;
    assert_eq!((sent(&recorder), error.attempts), (1, 1));
    assert!(error.reason.contains("log in again"), "{error}");
}
