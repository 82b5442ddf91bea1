//! The platform's lists of values, and how long they are used again.

mod recorder;

use std::time::Duration;

use open_platform::testing::ManualClock;
use open_platform::{Error, OpenPlatform};
use recorder::Recorder;

const CITIES: &str = r#"{"cities":[{"slug":"tehran","display":"T"}]}"#;
const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn without_the_setting_every_call_sends_a_request() {
    let recorder = Recorder::new([(200, CITIES), (200, CITIES)]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    platform.assets().cities().await.unwrap();
    platform.assets().cities().await.unwrap();
    assert_eq!(recorder.requests().len(), 2);
}

#[tokio::test]
async fn a_list_is_used_again_until_it_has_the_age() {
    let districts = r#"{"districts":[{"slug":"d"}]}"#;
    let newer = r#"{"cities":[{"slug":"karaj"}]}"#;
    let recorder = Recorder::new([(200, CITIES), (200, districts), (200, r#"{"districts":[]}"#), (200, newer)]);
    let clock = ManualClock::at("2026-11-20T12:00:00Z".parse().unwrap());
    let platform = recorder::builder(recorder.clone()).clock(clock.clone()).asset_max_age(HOUR).build().unwrap();
    let assets = platform.assets();
    for _ in 0..3 {
        assert_eq!(assets.cities().await.unwrap().items[0].slug, "tehran");
    }
    assert_eq!(recorder.requests().len(), 1);

    // The arguments are part of what a response is for.
    assert_eq!(assets.districts("tehran").await.unwrap().items.len(), 1);
    assert_eq!(assets.districts("karaj").await.unwrap().items.len(), 0);
    assert_eq!(assets.districts("tehran").await.unwrap().items.len(), 1);
    assert_eq!(recorder.requests().len(), 3);

    clock.advance(HOUR - Duration::from_secs(1));
    assets.cities().await.unwrap();
    assert_eq!(recorder.requests().len(), 3);
    clock.advance(Duration::from_secs(1));
    // Clones of a client share what is kept.
    let clone: OpenPlatform = platform.clone();
    assert_eq!(clone.assets().cities().await.unwrap().items[0].slug, "karaj");
    assert_eq!(platform.assets().cities().await.unwrap().items[0].slug, "karaj");
    assert_eq!(recorder.requests().len(), 4);
}

#[tokio::test]
async fn a_failure_is_not_kept() {
    let recorder = Recorder::new([(404, "{}"), (200, "[broken"), (200, CITIES)]);
    let platform = recorder::builder(recorder.clone()).asset_max_age(HOUR).build().unwrap();
    platform.assets().cities().await.unwrap_err();
    platform.assets().cities().await.unwrap_err();
    platform.assets().cities().await.unwrap();
    platform.assets().cities().await.unwrap();
    assert_eq!(recorder.requests().len(), 3);
}

#[tokio::test]
async fn notes_about_unknown_names_are_made_of_a_kept_list_too() {
    let scopes = r#"{"scopes":[{"slug":"OFFLINE_ACCESS"},{"slug":"SOMETHING_NEW"}]}"#;
    let recorder = Recorder::new([(200, scopes)]);
    let platform = recorder::builder(recorder).asset_max_age(HOUR).build().unwrap();
    for _ in 0..2 {
        let rights = platform.assets().oauth_scopes().await.unwrap();
        assert_eq!((rights.items.len(), rights.issues.len()), (2, 1));
        assert_eq!(rights.issues[0].path, "items[1].slug");
    }
}

#[tokio::test]
async fn other_calls_are_never_kept() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).asset_max_age(HOUR).build().unwrap();
    platform.posts().get("gZd7omnS").await.unwrap();
    platform.posts().get("gZd7omnS").await.unwrap();
    assert_eq!(recorder.requests().len(), 2);
}

#[test]
fn the_age_is_checked() {
    for age in [Duration::ZERO, Duration::from_secs(25 * 3600)] {
        let error = recorder::builder(Recorder::new([])).asset_max_age(age).build().unwrap_err();
        assert!(matches!(&error, Error::Config { setting, .. } if setting == "asset_max_age"), "{error}");
    }
}
