use std::time::Duration;

use super::*;
use crate::endpoint::Host;
use crate::error::Error;

fn refused(builder: Builder) -> (String, String) {
    match builder.build() {
        Err(Error::Config { setting, reason, .. }) => (setting, reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_invalid_credential_is_refused_without_being_repeated() {
    let long = "k".repeat(64 * 1024);
    for wrong in ["", "secret\r\nx-evil: 1", "secret\0", " secret", "secret\n", "sécret", "se cret", &long] {
        for (setting, builder) in [
            ("api_key", Builder::default().api_key(wrong)),
            ("client_secret", Builder::default().client_secret(wrong)),
            ("client_id", Builder::default().client_id(wrong)),
            ("identification_keys", Builder::default().identification_key(wrong)),
        ] {
            let (named, reason) = refused(builder);
            assert_eq!(named, setting);
            assert!(!reason.contains("secret") && !reason.contains("sécret") && reason.len() < 200, "{reason}");
        }
    }
}

#[test]
fn a_host_is_https_or_loopback() {
    let at = |base: &str| Builder::default().hosts(Hosts { base: base.into(), ..Hosts::live() });
    for wrong in [
        "",
        "open-api.example",
        "http://open-api.example",
        "ftp://open-api.example",
        "https://",
        "https://u:secret@open-api.example",
        "https://open-api.example?x=1",
        "https://open-api.example#x",
        "https:///base",
        "https:open-api.example",
        "https:/open-api.example",
        "https://open-api.example/a/../b",
        "https://open-api.example/%2e%2E/b",
        "https://open-api.example/./b",
        "https://open-api.example\\b",
        "https:\\\\open-api.example",
        "https://open-api.example/a\tb",
        "https://open-\tapi.example",
        "\thttps://open-api.example",
        "https://open-api.example\n",
        "https://open-api.example/a b",
        "https://:443/b",
        "https://open-api.example:",
        "https://open-api.example:x",
        "https://%6fpen-api.example",
        "https://@open-api.example",
        "https://0x7f.1",
        "https://مثال.example",
    ] {
        let (setting, reason) = refused(at(wrong));
        assert_eq!(setting, "hosts.base");
        assert!(!reason.contains("secret"), "{reason}");
    }
    for right in [
        "http://127.0.0.1:8080",
        "http://localhost:1/x/",
        "http://[::1]:9",
        "https://open-api.example/",
        "https://open-api.example:8443/a.b/..c/v1.0",
        "https://xn--mgba3gch31f.example",
    ] {
        let platform = at(right).build().unwrap();
        assert_eq!(platform.inner.config.base(Host::Base), right.trim_end_matches('/'));
    }
    assert!(at("http://sandbox:8080").allow_plain_http(true).build().is_ok());
}

#[test]
fn a_redirect_address_is_checked_at_once() {
    let (setting, reason) = refused(Builder::default().redirect_uri("http://app.example/back?secret=1"));
    assert_eq!(setting, "redirect_uri");
    assert!(!reason.contains("secret"), "{reason}");
}

#[test]
fn a_store_is_opened_by_its_address_and_needs_keys() {
    for wrong in
        ["", "nowhere", "mysql://root:secret@host", "memory:secret", "sqlite:", "sqlite:a.db?secret", "/secret.db"]
    {
        let (setting, reason) =
            refused(Builder::default().store_url(wrong).store_encryption(Encryption::unencrypted()));
        assert_eq!(setting, "store");
        assert!(!reason.contains("secret"), "{reason}");
    }
    assert!(Builder::default().store_url("memory:").build().is_ok());
    let (setting, reason) = refused(Builder::default().store_url("memory:").store_keys(["secret"]));
    assert_eq!(setting, "store_keys");
    assert!(!reason.contains("secret"), "{reason}");
}

#[tokio::test]
async fn a_missing_credential_is_only_an_error_when_it_is_needed() {
    let platform = Builder::default().build().unwrap();
    let error = platform.inner.config.api_key_header(Duration::MAX).await.unwrap_err().to_string();
    assert!(error.contains("configuration of api_key") && error.contains("OPEN_PLATFORM_API_KEY"), "{error}");
    assert!(platform.inner.config.client_secret().await.is_err());
    assert!(platform.inner.config.client_id().is_err());
}

#[tokio::test]
async fn a_provider_is_called_and_checked_each_time() {
    let provider = |values: [&'static str; 3]| {
        let turn = std::sync::atomic::AtomicUsize::new(0);
        move || Secret::new(values[turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed)])
    };
    let builder = Builder::default().api_key_provider(provider(["one", "two", "not a key"]));
    let platform = builder.client_secret_provider(provider(["three", "four", "five"])).build().unwrap();
    let config = &platform.inner.config;
    for (key, secret) in [("one", "three"), ("two", "four")] {
        assert_eq!(config.api_key_header(Duration::MAX).await.unwrap(), key);
        assert_eq!(config.client_secret().await.unwrap().expose(), secret);
    }
    let error = config.api_key_header(Duration::MAX).await.unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("not a key")), ("config", false));
}

#[tokio::test]
async fn the_environment_configures_everything() {
    let platform = Builder::default().environment([
        ("OPEN_PLATFORM_API_KEY", "open_platform_api_key"),
        ("OPEN_PLATFORM_CLIENT_ID", "open_platform_client_id"),
        ("OPEN_PLATFORM_CLIENT_SECRET", "open_platform_client_secret"),
        ("OPEN_PLATFORM_IDENTIFICATION_KEYS", "old, new"),
        ("OPEN_PLATFORM_SANDBOX_URL", "http://127.0.0.1:9/worlds/w/"),
        ("OPEN_PLATFORM_REDIRECT_URI", "https://app.example/back"),
        ("OPEN_PLATFORM_STORE", "memory:"),
        ("OPEN_PLATFORM_STORE_KEYS", "unencrypted"),
        ("OPEN_PLATFORM_ASSET_MAX_AGE", "90.5"),
    ]);
    let platform = platform.build().unwrap();
    let config = &platform.inner.config;
    assert_eq!(config.plain.asset_max_age, Some(Duration::from_millis(90_500)));
    assert_eq!(config.base(Host::Upload), "http://127.0.0.1:9/worlds/w/upload");
    assert_eq!(config.base(Host::Auth), "http://127.0.0.1:9/worlds/w/auth");
    assert_eq!(config.client_id().unwrap(), "open_platform_client_id");
    assert_eq!(config.redirect_uri().unwrap(), "https://app.example/back");
    assert_eq!(platform.identification_keys(), [Secret::new("old"), Secret::new("new")]);
    assert_eq!(platform.webhooks().unwrap().keys().ids(), ["key-1", "key-2"]);
    let keys = ["the-key-of-today", "the-key-of-yesterday"];
    let platform = Builder::default().identification_keys(keys).build().unwrap();
    assert_eq!(platform.webhooks().unwrap().keys().ids(), ["key-1", "key-2"]);
    assert!(config.api_key_header(Duration::MAX).await.unwrap().is_sensitive());
}
