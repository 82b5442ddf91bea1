//! Fuzzes the parsing of events: any bytes as the body of a webhook request.

#![no_main]

use libfuzzer_sys::fuzz_target;
use open_platform::webhook::{Delivery, Event};
use open_platform_fuzz::check_error;

fuzz_target!(|body: &[u8]| {
    let delivery = match Delivery::parse(body) {
        Ok(delivery) => delivery,
        Err(error) => return check_error(&error, &[]),
    };
    assert!(!delivery.dedupe_key.is_empty() && delivery.dedupe_key.len() < 256 + body.len());
    assert_eq!(Delivery::parse(body).expect("a body that was parsed before").dedupe_key, delivery.dedupe_key);
    if let Event::Malformed { reason, .. } = &delivery.event {
        assert!(reason.len() < 20_000, "{} bytes", reason.len());
    }

    // A parsed event can be written and parsed again. An event in the old form is written in the current one.
    let written = delivery.event.body(delivery.metadata.as_ref()).expect("a model can be written");
    let again = Delivery::parse(written.as_str().as_bytes()).expect("a body that this crate has written");
    match (&again.event, &delivery.event) {
        (Event::Malformed { .. }, Event::Malformed { .. }) => {}
        (again, first) => assert_eq!(again, first, "{}", written.as_str()),
    }
    if !matches!(delivery.event, Event::Unknown { .. } | Event::Malformed { .. }) {
        assert_eq!(again.metadata, delivery.metadata);
        assert!(!again.legacy);
    }
});
