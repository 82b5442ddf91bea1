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
