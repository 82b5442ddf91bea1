//! Uploads of images and videos of posts, over HTTP.

mod support;

use open_platform::api::Upload;
use open_platform::error::Error;
use open_platform_sandbox::{Effect, Moment};
use serde_json::json;
use support::Fixture;
use support::endpoint_caller::JPEG;

const VIDEO: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom";
const IMAGE_UPLOAD: &str = "own_posts.upload_image";
const VIDEO_UPLOAD: &str = "own_posts.upload_video";
const ADDRESSES: &str = "own_posts.upload_urls";

/// The file with a number behind its end, so that no two uploads are the same.
fn numbered(file: &[u8], number: u8) -> Upload {
    Upload::bytes([file, &[number]].concat())
}

#[tokio::test]
async fn an_image_and_a_video_go_to_the_addresses_that_the_platform_gives() {
    let fixture = Fixture::start().await;
    let media = fixture.client().own_posts();
    let path = std::env::temp_dir().join(format!("open-platform-post-{}.jpg", std::process::id()));
    std::fs::write(&path, JPEG).unwrap();
    for image in [numbered(JPEG, 1), Upload::path(&path)] {
        let uploaded = media.upload_image(image).await.unwrap();
        assert!(uploaded.path.ends_with(".jpg") && uploaded.photo_url.ends_with(&uploaded.path), "{uploaded:?}");
    }
    std::fs::remove_file(path).unwrap();
    let uploaded = media.upload_video(Upload::bytes(VIDEO)).await.unwrap();
    let video = uploaded.with_duration(12);
    assert_eq!((&video.name, &video.thumbnail_name), (&uploaded.video_name, &uploaded.thumbnail_name));
    assert_eq!((fixture.count(ADDRESSES), fixture.count(IMAGE_UPLOAD), fixture.count(VIDEO_UPLOAD)), (3, 2, 1));
}

#[tokio::test]
async fn a_file_that_is_too_big_or_of_another_format_is_not_sent() {
    let fixture = Fixture::start().await;
    let platform = fixture.world.client().max_image_bytes(1_000).max_video_bytes(1_000).build().unwrap();
    let media = platform.own_posts();
    let large = |start: &[u8]| Upload::bytes([start, &[0; 1_000]].concat());
    for (result, field, reason) in [
        (media.upload_image(large(JPEG)).await.map(drop), "image", "at most 1000"),
        (media.upload_image(Upload::bytes(VIDEO)).await.map(drop), "image", "JPEG"),
        (media.upload_image(Upload::bytes(&JPEG[..JPEG.len() - 2])).await.map(drop), "image", "cut off"),
        (media.upload_video(large(VIDEO)).await.map(drop), "video", "at most 1000"),
        (media.upload_video(Upload::bytes(JPEG)).await.map(drop), "video", "MP4"),
        (media.upload_video(Upload::path("/nowhere/a.mp4")).await.map(drop), "video", "does not exist"),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(&error, Error::InvalidInput { field: found, .. } if found == field), "{error:?}");
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert_eq!(fixture.count(ADDRESSES), 0);
    media.upload_video(Upload::bytes(VIDEO)).await.unwrap();
}

#[tokio::test]
async fn an_upload_whose_answer_is_lost_is_not_sent_again() {
    let fixture = Fixture::start().await;
    let media = fixture.client().own_posts();
    for (number, moment) in [Moment::Before, Moment::After].into_iter().enumerate() {
        let number = number as u8;
        fixture.world.faults().once(IMAGE_UPLOAD, Effect::Drop { moment, reset: true });
        fixture.world.faults().once(VIDEO_UPLOAD, Effect::Drop { moment, reset: true });
        let image = media.upload_image(numbered(JPEG, number)).await.unwrap_err();
        let video = media.upload_video(numbered(VIDEO, number)).await.unwrap_err();
        for error in [image, video] {
            assert!(matches!(error, Error::AmbiguousOutcome(_)), "{error:?}");
        }
    }
    assert_eq!((fixture.count(IMAGE_UPLOAD), fixture.count(VIDEO_UPLOAD)), (2, 2));
    // The address is only read, so it is asked for again.
    fixture.world.faults().once(ADDRESSES, Effect::Drop { moment: Moment::Before, reset: true });
    media.upload_image(Upload::bytes(JPEG)).await.unwrap();
}

#[tokio::test]
async fn the_api_key_is_not_sent_to_an_address_on_another_host() {
    let fixture = Fixture::start().await;
    for url in ["https://evil.example/up", "http://127.0.0.1:1/up", ""] {
        let merge = json!({ "image": { "url": url } });
        fixture.world.faults().once(ADDRESSES, Effect::Patch { merge });
        let error = fixture.client().own_posts().upload_image(Upload::bytes(JPEG)).await.unwrap_err();
        assert!(matches!(&error, Error::Decode(error) if error.path.starts_with("image")), "{error:?}");
    }
    assert_eq!(fixture.count(IMAGE_UPLOAD), 0);
}

#[tokio::test]
async fn a_cancelled_upload_leaves_the_client_usable() {
    let fixture = Fixture::start().await;
    let media = fixture.client().own_posts();
    fixture.world.faults().once(IMAGE_UPLOAD, Effect::Delay { milliseconds: 60_000, moment: Moment::Before });
    let mut upload = tokio::spawn({
        let media = media.clone();
        async move { media.upload_image(Upload::bytes(JPEG)).await }
    });
    while fixture.count(ADDRESSES) == 0 {
        assert!(!upload.is_finished(), "{:?}", (&mut upload).await);
        tokio::task::yield_now().await;
    }
    upload.abort();
    assert!(upload.await.unwrap_err().is_cancelled());
    fixture.world.faults().clear();
    media.upload_image(Upload::bytes(JPEG)).await.unwrap();
}
