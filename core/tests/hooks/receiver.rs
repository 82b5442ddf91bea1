//! The receiver, as the packages of the other languages call it.

use std::sync::Arc;

use open_platform::hooks::{Begin, Receiver, Step};

use super::{KEY, webhooks};

#[test]
fn a_receiver_that_does_not_know_its_mount_point_compares_the_end_of_the_path() {
    let receiver = Arc::new(Receiver::new(webhooks().0));
    let anywhere = Arc::new(Receiver::new(webhooks().0).mounted_anywhere());
    let is_served = |receiver: &Arc<Receiver>, path: &str| {
        let headers = [("authorization", KEY), ("content-type", "application/json")];
        matches!(receiver.begin("POST", path, &headers, None), Begin::Body(_))
    };
    for path in ["/events", "/events/", "/start", "/actions"] {
        assert!(is_served(&receiver, path) && is_served(&anywhere, path), "{path}");
    }
    assert!(!is_served(&receiver, "/hooks/events") && is_served(&anywhere, "/hooks/events"));
    for path in ["", "/", "/hooks", "/hooks/events/x", "/hooks/my-events", "/events.json"] {
        assert!(!is_served(&receiver, path) && !is_served(&anywhere, path), "{path}");
    }
}

/// What the receiver asks for when an update arrives.
fn arrival(receiver: &Arc<Receiver>) -> Step {
    let headers = [("authorization", KEY), ("content-type", "application/json")];
    let Begin::Body(needed) = receiver.begin("POST", "/events", &headers, None) else { panic!("it is refused") };
    needed.read(&br#"{"type":"POST_UPDATE","post_update":{"type":"PUBLISH","post":{"token":"p"}}}"#[..])
}

#[test]
fn an_event_that_nothing_takes_is_handled_when_it_arrives_again() {
    let receiver = Arc::new(Receiver::new(webhooks().0));
    let Step::Answer(ignored) = arrival(&receiver) else { panic!("it has no handler") };
    assert_eq!(ignored.reply.status, 200);

    receiver.take_all_events();
    let Step::Event(_, handling) = arrival(&receiver) else { panic!("all events are taken") };
    let Step::Answer(answer) = handling.not_taken() else { panic!("no store is asked") };
    assert_eq!((answer.reply.status, &*answer.reply.headers["Retry-After"]), (503, "5"));
    assert_eq!(answer.record.unwrap().outcome, "unavailable");

    let Step::Event(_, handling) = arrival(&receiver) else { panic!("it was not handled") };
    let Step::Answer(answer) = handling.handled() else { panic!("no store is asked") };
    assert_eq!(answer.reply.status, 200);
    let Step::Answer(seen) = arrival(&receiver) else { panic!("it was handled") };
    assert_eq!(seen.record.unwrap().outcome, "duplicate");
}
