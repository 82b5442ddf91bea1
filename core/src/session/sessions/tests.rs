use super::*;

#[test]
fn memory_is_bounded_whatever_the_number_of_grants() {
    let origin = Origin {
        name: None,
        user: None,
        client_id: "app".into(),
        redirect_uri: "https://app.example".into(),
        requested_scope: "offline_access".into(),
        consent_at: None,
    };
    let tokens = TokenReply::parse(br#"{"access_token":"at","token_type":"bearer"}"#).unwrap();
    let start: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
    let grant = Arc::new(Grant::begin(origin, tokens, start, start, None));
    let sessions = Sessions::default();
    for (second, key) in (0..3).flat_map(|second| (0..CACHE_SIZE).map(move |key| (second, key))) {
        sessions.cache(&GrantKey(format!("{second} {key}")), &grant, start + TimeDelta::minutes(second));
        assert!(sessions.memory().cache.len() <= CACHE_SIZE);
    }
    assert!(sessions.cached_of_any_age(&GrantKey(format!("2 {}", CACHE_SIZE - 1))).is_some());
}
