//! Uploads whose connection ends too early.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use open_platform::api::Upload;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::support::endpoint_caller::JPEG;
use super::*;

#[tokio::test]
async fn an_interrupted_upload_is_sent_once_more_and_arrives_completely() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let image = [JPEG.split_at(9).0, vec![7; 100_000].as_slice(), JPEG.split_at(9).1].concat();
    for effect in unclear() {
        let before = fixture.count("images.upload");
        fixture.world.faults().once("images.upload", effect.clone());
        platform.images().upload(Upload::bytes(image.clone())).await.unwrap();
        let requests = fixture.world.ledger().requests_to("images.upload");
        assert_eq!(requests.len() - before, 2, "{effect:?}");
        assert!(requests.iter().all(|request| request.body_bytes == image.len() as i64));
    }
    // An incomplete image is not sent.
    let before = fixture.count("images.upload");
    for cut in [0, 1, image.len() / 2, image.len() * 99 / 100, image.len() - 1] {
        let error = platform.images().upload(Upload::bytes(image[..cut].to_vec())).await.unwrap_err();
        assert_eq!(error.code(), "invalid_input", "{cut}");
    }
    assert_eq!(fixture.count("images.upload"), before);
}

/// Forwards the first bytes of a connection to the sandbox, and ends both sides when the sandbox has.
async fn forward(mut client: TcpStream, sandbox: &str, bytes: u64) {
    let mut sandbox = TcpStream::connect(sandbox).await.unwrap();
    let forwarded = tokio::io::copy(&mut (&mut client).take(bytes), &mut sandbox).await.unwrap();
    assert_eq!(forwarded, bytes);
    sandbox.shutdown().await.unwrap();
    let _ = sandbox.read_to_end(&mut Vec::new()).await;
    let _ = client.shutdown().await;
}

#[tokio::test]
async fn an_upload_that_breaks_off_is_sent_twice_and_leaves_no_image() {
    let fixture = Fixture::start().await;
    let image = [JPEG.split_at(9).0, vec![7; 4_000_000].as_slice(), JPEG.split_at(9).1].concat();
    for percent in [0, 50, 99] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/upload", listener.local_addr().unwrap());
        let bytes = (image.len() * percent / 100) as u64;
        let sandbox = fixture.sandbox.url().strip_prefix("http://").unwrap().to_owned();
        let [attempts, ended] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
        let counted = [&attempts, &ended].map(Arc::clone);
        let between = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                counted[0].fetch_add(1, Ordering::SeqCst);
                forward(client, &sandbox, bytes).await;
                counted[1].fetch_add(1, Ordering::SeqCst);
            }
        });
        let hosts = Hosts { upload: url, ..Hosts::sandbox(fixture.world.url()) };
        let platform = fixture.world.client().hosts(hosts).build().unwrap();
        let error = platform.images().upload(Upload::bytes(image.clone())).await.unwrap_err();
        let Error::Transport(error) = error else { panic!("{error:?}") };
        // The sandbox has answered each.
        super::support::until(async || ended.load(Ordering::SeqCst) == attempts.load(Ordering::SeqCst)).await;
        between.abort();
        assert!(between.await.unwrap_err().is_cancelled());
        let (attempts, accepted) = (attempts.load(Ordering::SeqCst), fixture.world.images().len());
        measured("F44", "every body can be sent again", &[("attempts", attempts as f64)]);
        measured("F44", "", &[("corrupted images accepted", accepted as f64)]);
        let said = (error.kind, error.attempts);
        assert_eq!((attempts, accepted, said), (2, 0, (TransportErrorKind::Interrupted, 2)), "{percent} %");
    }
    fixture.client().images().upload(Upload::bytes(image)).await.unwrap();
    assert_eq!(fixture.world.images().len(), 1);
}
