//! Uploads whose connection ends too early.

use open_platform::api::Upload;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

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

#[tokio::test]
async fn an_upload_to_a_peer_that_closes_the_connection_ends_after_two_attempts() {
    let fixture = Fixture::start().await;
    let image = [JPEG.split_at(9).0, vec![7; 4_000_000].as_slice(), JPEG.split_at(9).1].concat();
    for percent in [0, 50, 99] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let wanted = image.len() * percent / 100;
        let peer = tokio::spawn(async move {
            let mut attempts = 0;
            while attempts < 2 {
                let (mut stream, _) = listener.accept().await.unwrap();
                attempts += 1;
                let (mut buffer, mut read) = (vec![0; 64 * 1024], 0);
                while read < wanted {
                    match stream.read(&mut buffer).await.unwrap() {
                        0 => break,
                        more => read += more,
                    }
                }
                let _ = stream.shutdown().await;
            }
            // A third attempt would wait here without end.
            listener
        });
        let hosts = Hosts { upload: url, ..Hosts::sandbox(fixture.world.url()) };
        let platform = fixture.world.client().hosts(hosts).build().unwrap();
        let error = platform.images().upload(Upload::bytes(image.clone())).await.unwrap_err();
        let Error::Transport(error) = error else { panic!("{error:?}") };
        assert_eq!((error.kind, error.attempts), (TransportErrorKind::Interrupted, 2), "{percent} %");
        measured("F44", "every body can be sent again", &[("attempts", f64::from(error.attempts))]);
        drop(peer.await.unwrap());
    }
    // Only a complete image has arrived.
    assert_eq!(fixture.count("images.upload"), 0);
    measured("F44", "", &[("corrupted images accepted", 0.0)]);
    fixture.client().images().upload(Upload::bytes(image)).await.unwrap();
}
