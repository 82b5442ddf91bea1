use axum::http::{HeaderMap, Method};
use bytes::Bytes;

use super::*;
use crate::routes::Params;

fn exchange(number: i64, endpoint: &'static Endpoint, body: &'static str, token: &str) -> Exchange {
    let mut headers = HeaderMap::new();
    headers.insert("x-api-key", "key".parse().unwrap());
    headers.insert(header::AUTHORIZATION, format!("Bearer {token}").parse().unwrap());
    Exchange {
        number,
        at: DateTime::UNIX_EPOCH,
        effective_at: DateTime::UNIX_EPOCH,
        endpoint: Some(endpoint),
        host: endpoint.host,
        method: Method::POST,
        path: endpoint.path.to_owned(),
        params: Params::default(),
        query: String::new(),
        headers,
        body: Bytes::from_static(body.as_bytes()),
        authority: "127.0.0.1:1".into(),
        origin: None,
        by_real_name: false,
        started: Instant::now(),
        user: None,
        scope_check: None,
    }
}

#[test]
fn a_write_is_a_duplicate_only_with_the_same_body_and_caller() {
    let mut ledger = Ledger::default();
    for (number, body, token) in [(1, "{}", "a"), (2, "{}", "b"), (3, "{ }", "a"), (4, "{}", "a")] {
        ledger.record(&exchange(number, endpoints::CONVERSATIONS_SEND, body, token), 200, number);
    }
    ledger.record(&exchange(5, endpoints::POSTS_GET, "", "a"), 200, 5);
    ledger.record(&exchange(6, endpoints::POSTS_GET, "", "a"), 200, 6);
    let duplicates = ledger.duplicates();
    assert_eq!(duplicates.len(), 1);
    assert_eq!(duplicates[0].requests, [1, 4]);
}

#[test]
fn a_repetition_without_a_second_effect_is_no_duplicate() {
    let (message, payment) = (endpoints::CONVERSATIONS_SEND, endpoints::PAYMENTS_REORDER);
    for (endpoint, statuses, duplicates) in [
        (message, [429, 200], 0),
        (message, [401, 200], 0),
        (message, [503, 200], 1),
        (message, [200, 200], 1),
        (payment, [503, 200], 0),
        (payment, [200, 409], 0),
    ] {
        let mut ledger = Ledger::default();
        for (number, status) in (1..).zip(statuses) {
            ledger.record(&exchange(number, endpoint, "{}", "a"), status, number);
        }
        assert_eq!(ledger.duplicates().len(), duplicates, "{} {statuses:?}", endpoint.name);
    }
}

#[test]
fn a_fault_that_hides_the_answer_of_a_write_does_not_make_its_repetition_harmless() {
    let response = |status: u16| {
        let mut response = Response::default();
        *response.status_mut() = status.try_into().unwrap();
        response
    };
    let message = endpoints::CONVERSATIONS_SEND;
    let mut ledger = Ledger::default();
    ledger.record_fault(&exchange(1, message, "{}", "a"), 7, &response(429), 1);
    ledger.record(&exchange(2, message, "{}", "a"), 200, 2);
    assert_eq!(ledger.duplicates().len(), 0, "the first did not reach the platform");
    ledger.note_fault(2, 8, &response(429), true);
    ledger.record(&exchange(3, message, "{}", "a"), 200, 3);
    assert_eq!(ledger.duplicates()[0].requests, [2, 3]);
}

#[test]
fn a_credential_at_the_upload_host_is_misplaced() {
    let mut ledger = Ledger::default();
    ledger.record(&exchange(1, endpoints::POSTS_GET, "", "a"), 200, 1);
    assert!(ledger.sightings().iter().all(|sighting| sighting.belongs));
    ledger.record(&exchange(2, endpoints::IMAGES_UPLOAD, "", "a"), 200, 2);
    let view = LedgerView { ledger };
    let misplaced = view.misplaced_credentials();
    assert_eq!(misplaced.len(), 2);
    assert!(misplaced.iter().all(|sighting| sighting.host == "upload"));
    assert!(!format!("{view:?}").contains("Bearer"));
}

#[test]
fn a_refusal_keeps_its_reason() {
    let mut ledger = Ledger::default();
    let refused: PlatformResponse = crate::response::Refusal::not_found("no such post").into();
    ledger.record_response(&exchange(1, endpoints::LEGACY_EVENTS_LISTEN, "", "a"), &refused, 1);
    let record = LedgerView { ledger }.deprecated().remove(0);
    assert_eq!((record.status, record.refusal.as_deref()), (404, Some("no such post")));
    assert_eq!(record.replacement.as_deref(), Some("events.subscribe"));
}
