//! Nothing that can be printed shows a secret.

use super::*;

#[tokio::test]
async fn nothing_that_can_be_printed_shows_a_secret() {
    listen();
    let mut setup = Setup::new().await;
    let (outcome, _) = setup.log_in().await;
    let Ok(LoginOutcome::Granted { grant, .. }) = &outcome else { panic!("{outcome:?}") };
    let (world, platform) = (&setup.fixture.world, &setup.platform);
    let issued = world.issue_tokens("anna", SCOPES.iter().copied()).unwrap();
    let tokens = Tokens {
        access_token: issued.access_token.clone(),
        refresh_token: issued.refresh_token.clone(),
        expires_at: issued.expires_at,
        expiry_assumed: false,
        scopes: Vec::new(),
    };
    let key = IdentificationKey::new("id", IDENTIFICATION_KEY);
    let ring = KeyRing::new([key.clone()]).unwrap();
    let webhooks = Webhooks::new(ring.clone());
    let headers = [("Authorization", IDENTIFICATION_KEY), ("Content-Type", "application/json")];
    let accepted = webhooks.authenticate("POST", headers.as_slice()).unwrap();
    let wrong = [("Authorization", TEXT), ("Content-Type", "application/json")];
    let rejection = webhooks.authenticate("POST", wrong.as_slice()).unwrap_err();
    let records = setup.store.scan(RecordKind::Grant, "", None, 1000).await.unwrap();
    let raw = RawRequest::new("POST", ["v1", "open-platform", "users"]).json(json!({ "secret": TEXT, "phone": PHONE }));
    let user = platform.user(grant.clone());
    let response = user.request(RawRequest::new("GET", ["v1", "open-platform", "users"])).await.unwrap();
    let subscriptions = user.subscriptions();
    subscriptions.ensure(Subscription::new_messages()).await.unwrap();
    let numbers = user.users().phone_numbers().await.unwrap();
    let me = user.users().me().await.unwrap();
    let all: Vec<Box<dyn Debug>> = vec![
        Box::new(platform.clone()),
        Box::new(world.client()),
        Box::new(platform.oauth()),
        Box::new(platform.grants()),
        Box::new(platform.grants().list().await.unwrap()),
        Box::new(user.clone()),
        Box::new(setup.by_hand.clone()),
        Box::new(user.conversations()),
        Box::new(setup.by_hand.semantics()),
        Box::new(subscriptions.list().await.unwrap()),
        Box::new(subscriptions),
        Box::new(Adoption::new(tokens.clone())),
        Box::new(tokens),
        Box::new(issued),
        Box::new(key),
        Box::new(ring),
        Box::new(webhooks),
        Box::new(accepted),
        Box::new(rejection),
        Box::new(records),
        Box::new(setup.store.clone()),
        Box::new(raw),
        Box::new(response),
        Box::new(numbers),
        Box::new(me),
        Box::new(Phone::from(PHONE)),
        Box::new(SemanticRecord::new().about(PHONE)),
        Box::new(LegacyUserAddon::new(PHONE)),
        Box::new(setup.wire.requests()),
        Box::new(platform.identification_keys().to_vec()),
        Box::new(world.clone()),
        Box::new(world.ledger()),
        Box::new(world.tokens()),
        Box::new(world.snapshot()),
    ];
    for (number, object) in all.iter().enumerate() {
        let text = format!("{object:?} {object:#?}");
        assert_eq!(setup.canaries.find(&text), None, "object {number}");
    }
    // A configuration error does not contain the value.
    for wrong in [format!(" {API_KEY}"), format!("{API_KEY}\r\nx: y"), format!("{API_KEY}\0"), API_KEY.repeat(900)] {
        for builder in [
            OpenPlatform::builder().api_key(wrong.as_str()),
            OpenPlatform::builder().client_secret(wrong.as_str()),
            OpenPlatform::builder().identification_key(wrong.as_str()),
        ] {
            assert_eq!(setup.canaries.find(&printed(&builder.build().unwrap_err())), None);
        }
        let error = platform.user_with_token(Secret::new(wrong)).users().me().await.unwrap_err();
        assert_eq!(setup.canaries.find(&printed(&error)), None);
    }
    let error = KeyRing::new([IdentificationKey::new("id", format!("{IDENTIFICATION_KEY}\n"))]).unwrap_err();
    assert_eq!(setup.canaries.find(&printed(&error)), None);
}

#[test]
fn the_search_finds_a_planted_secret() {
    listen();
    // A secret of its own, because all tests share the log.
    let planted = "canary-that-is-meant-to-show-95a3";
    let mut canaries = Canaries::default();
    canaries.add("planted", planted);
    for form in forms(planted.as_bytes()) {
        assert!(canaries.find(&format!("before {form} after")).is_some(), "{form}");
    }
    for before in ["", "a", "ab", "abc"] {
        for after in ["", "z", "zy"] {
            let text = format!("{before}{planted}{after}");
            assert!(canaries.find(&STANDARD_NO_PAD.encode(&text)).is_some(), "{text}");
            assert!(canaries.find(&format!("{:?}", text.as_bytes())).is_some(), "{text}");
        }
    }
    assert!(canaries.find(&format!("{:?}", Secret::new(planted))).is_none());

    let (traced, spanned, recorded) = ("canary-in-an-event-1c", "canary-in-a-span-2d", "canary-in-a-record-3e");
    tracing::trace!(value = traced, "an event");
    tracing::trace_span!("a span", value = spanned).in_scope(|| {});
    log::trace!("a record with {recorded}");
    for planted in [traced, spanned, recorded] {
        let mut canaries = Canaries::default();
        canaries.add("planted", planted);
        assert!(canaries.find(&logged_since(0).0).is_some(), "{planted}");
    }
    let error = Error::InvalidInput { field: "x".into(), reason: planted.into() };
    assert!(canaries.find(&printed(&error)).is_some());
}

/// The keys of grants of earlier versions contain the app's id of the user.
#[tokio::test]
async fn the_log_does_not_name_the_user_of_a_grant_that_cannot_be_read() {
    listen();
    let mut setup = Setup::new().await;
    setup.log_in().await.0.unwrap();
    let old = GrantKey::of("old-canary", ["USER_PHONE"]);
    assert!(setup.store.put(RecordKind::Grant, old.as_str(), None, b"{}").await.unwrap());
    assert_eq!(setup.platform.grants().list().await.unwrap().len(), 1);
    let (log, _) = logged_since(0);
    assert!(log.contains("grants are left out because they cannot be read"), "{log}");
    assert!(!log.contains("old-canary"), "{log}");
}
