//! The platform's lists of values, and the cache of their responses.

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
async fn a_list_is_cached_until_it_has_the_maximum_age() {
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

    // Responses to other arguments are cached separately.
    assert_eq!(assets.districts("tehran").await.unwrap().items.len(), 1);
    assert_eq!(assets.districts("karaj").await.unwrap().items.len(), 0);
    assert_eq!(assets.districts("tehran").await.unwrap().items.len(), 1);
    assert_eq!(recorder.requests().len(), 3);

    clock.advance(HOUR - Duration::from_secs(1));
    assets.cities().await.unwrap();
    assert_eq!(recorder.requests().len(), 3);
    clock.advance(Duration::from_secs(1));
    // Clones of a client share the cache.
    let clone: OpenPlatform = platform.clone();
    assert_eq!(clone.assets().cities().await.unwrap().items[0].slug, "karaj");
    assert_eq!(platform.assets().cities().await.unwrap().items[0].slug, "karaj");
    assert_eq!(recorder.requests().len(), 4);
}

#[tokio::test]
async fn a_failure_is_not_cached() {
    let recorder = Recorder::new([(404, "{}"), (200, "[broken"), (200, CITIES)]);
    let platform = recorder::builder(recorder.clone()).asset_max_age(HOUR).build().unwrap();
    platform.assets().cities().await.unwrap_err();
    platform.assets().cities().await.unwrap_err();
    platform.assets().cities().await.unwrap();
    platform.assets().cities().await.unwrap();
    assert_eq!(recorder.requests().len(), 3);
}

#[tokio::test]
async fn a_cached_list_has_the_notes_about_unknown_names_too() {
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
async fn other_calls_are_never_cached() {
    let recorder = Recorder::new([]);
    let platform = recorder::builder(recorder.clone()).asset_max_age(HOUR).build().unwrap();
    platform.posts().get("gZd7omnS").await.unwrap();
    platform.posts().get("gZd7omnS").await.unwrap();
    assert_eq!(recorder.requests().len(), 2);
}

#[test]
fn an_invalid_maximum_age_is_refused() {
    for age in [Duration::ZERO, Duration::from_secs(25 * 3600)] {
        let error = recorder::builder(Recorder::new([])).asset_max_age(age).build().unwrap_err();
        assert!(matches!(&error, Error::Config { setting, .. } if setting == "asset_max_age"), "{error}");
    }
}
