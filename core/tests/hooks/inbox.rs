//! Hooks with an inbox.

use open_platform::hooks::Receiver;
use open_platform::inbox::{Ending, WorkerOptions};
use open_platform::webhook::Event;

use super::*;

fn inbox() -> Inbox {
    Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default()).unwrap()
}

const BODIES: [&str; 4] = [
    r#"{"type":"BRAND_NEW","n":1}"#,
    r#"{"type":"BRAND_NEW","n":2}"#,
    r#"{"type":"NEW_MESSAGE"}"#,
    r#"{"type":"POST_UPDATE","post_update":{"type":"PUBLISH","post":{"token":"p"}}}"#,
];

#[tokio::test]
async fn an_event_of_an_inbox_without_a_handler_is_removed_and_a_malformed_one_is_a_dead_letter() {
    let (inbox, handled) = (inbox(), Arc::new(Notify::new()));
    let note = Arc::clone(&handled);
    let hooks = Hooks::new(webhooks().0).inbox(inbox.clone()).on(move |update: PostUpdate, _| {
        assert_eq!(update.post.token.to_string(), "p");
        note.notify_one();
        async { Ok(()) }
    });
    for body in BODIES {
        assert_eq!(send(&hooks.service(), event(body.to_owned())).await.status(), 200);
    }
    let (_, over) = tokio::join!(hooks.run_until(1, handled.notified()), async {
        while inbox.counts().await.unwrap().pending > 0 {
            tokio::task::yield_now().await;
        }
        inbox.dead_letters(None).await.unwrap()
    });
    let [letter] = over.try_into().unwrap();
    assert!(
        matches!(&letter.delivery.event, Event::Malformed { reason, .. } if *reason == letter.reason),
        "{letter:?}"
    );
    assert_eq!(letter.attempts, 1);
    let warnings = inbox.try_warnings();
    let [unknown, unreadable, given_up] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert!(
        unknown.contains("\"BRAND_NEW\" was dropped: it has no handler") && unknown.contains("UnknownEvent"),
        "{unknown}"
    );
    assert!(unreadable.contains("\"NEW_MESSAGE\" could not be parsed"), "{unreadable}");
    assert!(given_up.contains("dead letter"), "{given_up}");
}

#[tokio::test]
async fn all_events_of_an_inbox_are_handed_out_if_all_are_taken() {
    let inbox = inbox();
    let receiver = Receiver::new(webhooks().0);
    assert!(matches!(receiver.workers(&inbox, WorkerOptions::default()), Err(Error::Config { .. })));
    receiver.take_all_events();
    let workers = receiver.workers(&inbox, WorkerOptions::default()).unwrap();
    let service = Hooks::new(webhooks().0).inbox(inbox).service();
    for (number, body) in BODIES.into_iter().enumerate() {
        assert_eq!(send(&service, event(body.to_owned())).await.status(), 200);
        let (_, attempt) = workers.next().await.unwrap().unwrap_or_else(|| panic!("event {number} is not handed out"));
        attempt.end(Ending::Handled).await;
    }
}

#[test]
fn a_dedupe_store_beside_an_inbox_is_refused() {
    type Build = fn(Hooks) -> Hooks;
    let builds: [Build; 2] =
        [|hooks| hooks.inbox(inbox()).dedupe(Keys::default()), |hooks| hooks.dedupe(Keys::default()).inbox(inbox())];
    for build in builds {
        let panicked = std::panic::catch_unwind(|| build(Hooks::new(webhooks().0))).map(drop).unwrap_err();
        let text = panicked.downcast_ref::<String>().unwrap();
        assert!(text.contains("dedupe: must not be given with an inbox"), "{text}");
    }
}
