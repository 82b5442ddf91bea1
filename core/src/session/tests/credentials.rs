//! The source of the app's own credentials, during a refresh.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;

use super::*;
use crate::{Secret, SecretError, SecretSource};

/// A source of the client secret that fails at every second call.
#[derive(Default)]
struct UnsteadySource {
    calls: AtomicUsize,
}

#[async_trait]
impl SecretSource for UnsteadySource {
    async fn secret(&self) -> std::result::Result<Secret, SecretError> {
        match self.calls.fetch_add(1, Ordering::SeqCst) % 2 {
            0 => Ok(Secret::from("shh-secret")),
            _ => Err(SecretError::new("it is sealed")),
        }
    }
}

/// A source with a secret that was replaced after the first call.
#[derive(Default)]
struct Rotated {
    calls: AtomicUsize,
}

#[async_trait]
impl SecretSource for Rotated {
    async fn secret(&self) -> std::result::Result<Secret, SecretError> {
        let is_first = self.calls.fetch_add(1, Ordering::SeqCst) == 0;
        Ok(Secret::from(if is_first { "the-old-secret" } else { "shh-secret" }))
    }
}

#[tokio::test]
async fn a_refresh_after_a_refused_one_takes_the_new_client_secret() {
    let (platform, _, key) = with_ended_token().await;
    let client = platform.builder().client_secret_source(Arc::new(Rotated::default())).build().unwrap();
    assert!(token(&client, &key).await.is_err());
    platform.advance(HOUR);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}

#[tokio::test]
async fn a_refresh_asks_for_the_client_secret_before_it_takes_the_lease_and_not_again() {
    let (platform, _, key) = with_ended_token().await;
    let source = Arc::new(UnsteadySource::default());
    let client = platform.builder().client_secret_source(source.clone()).build().unwrap();
    // One that fails while there is a lease would hold up all other processes until the lease ends.
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    assert_eq!(source.calls.load(Ordering::SeqCst), 1);

    platform.advance(2 * HOUR);
    let sealed = token(&client, &key).await.unwrap_err();
    assert!(matches!(&sealed, Error::Config { setting, .. } if setting == "client_secret"), "{sealed}");
    let grant = stored(&platform, &key).await;
    assert_eq!((grant.lease, grant.first_sent_at), (None, None));
}
