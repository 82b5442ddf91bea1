//! Events that cannot be read do not block the others.

use super::*;

#[tokio::test(start_paused = true)]
async fn an_event_with_a_lost_store_key_does_not_block_others() {
    let memory = Arc::new(Altered::new(Arc::new(MemoryStore::new())).with_encryption());
    let open = |key: &str| {
        let keys = Encryption::keys([key]).unwrap();
        Inbox::over(memory.clone(), Some(keys), InboxOptions::default()).unwrap()
    };
    let lost = open("bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=");
    let inbox = open("VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=");
    lost.accept(accepted(), message(1, "c")).await.unwrap();
    lost.accept(accepted(), message(2, "c")).await.unwrap();
    let item = lost.try_next().await.unwrap().unwrap();
    assert!(lost.give_up(&item.id, "hopeless").await.unwrap());
    let [letter] = &lost.dead_letters(None).await.unwrap()[..] else { panic!("no dead letter") };

    inbox.accept(accepted(), message(3, "c")).await.unwrap();
    inbox.accept(accepted(), message(4, "c")).await.unwrap();
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(text(&item), "3");
    assert!(inbox.give_up(&item.id, "hopeless").await.unwrap());
    assert_eq!(handle_all(&inbox).await, ["4"]);
    assert_eq!(inbox.dead_letters(None).await.unwrap().len(), 1);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 1, dead_letters: 2 });
    assert!(inbox.retry(&letter.id).await.is_err());
    assert!(inbox.discard(&letter.id).await.unwrap() && !inbox.discard(&letter.id).await.unwrap());
    assert_eq!(handle_all(&lost).await, ["2"], "events are handled once their key is available");
}

#[tokio::test(start_paused = true)]
async fn a_mark_with_a_lost_store_key_does_not_block_its_event() {
    const OLD: &str = "bG9zdCBrZXkgb2YgdGhlIHN0b3JlLCAzMiBieXRlcy4=";
    const NEW: &str = "VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=";
    for is_delivered_again in [false, true] {
        let memory = Arc::new(Altered::new(Arc::new(MemoryStore::new())).with_encryption());
        let clock = ManualClock::at("2026-11-21T12:00:00Z".parse().unwrap());
        let open = |keys: &[&str]| {
            let keys = Encryption::keys(keys.iter().copied()).unwrap();
            let options = InboxOptions { remember_days: Some(1), ..InboxOptions::default() };
            Inbox::over(memory.clone(), Some(keys), options).unwrap().clock(clock.clone())
        };
        let old = open(&[OLD]);
        old.accept(accepted(), message(2, "c")).await.unwrap();
        assert_eq!(handle_all(&old).await, ["2"]);
        old.accept(accepted(), message(1, "c")).await.unwrap();
        // The failed attempt stores the event with the new key. The mark keeps the old one.
        let both = open(&[NEW, OLD]);
        let item = both.try_next().await.unwrap().unwrap();
        assert_eq!(both.nack(&item.id, "down").await.unwrap(), NackOutcome::Retry);

        clock.advance(Duration::from_secs(60));
        let inbox = open(&[NEW]);
        if is_delivered_again {
            assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::New);
        }
        assert_eq!(handle_all(&inbox).await, ["1"], "once");
        assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), Acceptance::Duplicate);
        assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());

        // The unreadable mark of the other event is kept for as long as a mark that is made now.
        let sweep = async || inbox.queue().sweep(entry::LONG_PREFIX).await.unwrap();
        assert_eq!(sweep().await, 0);
        clock.advance(Duration::from_secs(12 * 3600));
        assert_eq!((sweep().await, memory.count(RecordKind::SeenEvent, "").await.unwrap()), (0, 2));
        clock.advance(Duration::from_secs(12 * 3600));
        assert_eq!((sweep().await, memory.count(RecordKind::SeenEvent, "").await.unwrap()), (2, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn invalid_options_and_ids_are_refused() {
    let refused = |options| Inbox::open("memory:", Encryption::unencrypted(), options).unwrap_err().to_string();
    for (options, setting) in [
        (InboxOptions { lease_seconds: Some(0), ..InboxOptions::default() }, "lease_seconds"),
        (InboxOptions { max_attempts: Some(0), ..InboxOptions::default() }, "max_attempts"),
        (InboxOptions { capacity: Some(-1), ..InboxOptions::default() }, "capacity"),
        (InboxOptions { remember_days: Some(4000), ..InboxOptions::default() }, "remember_days"),
    ] {
        assert!(refused(options).contains(setting));
    }
    let inbox = fixture().open();
    for id in ["", "x", ".", "x.y"] {
        assert!(matches!(inbox.ack(id).await, Err(Error::InvalidInput { .. })), "{id}");
    }
    assert!(!inbox.ack("0006e2b0f0a4c000-abc.1").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_damaged_event_record_is_an_error() {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let item = inbox.next().await.unwrap();
    assert!(inbox.give_up(item.id, "hopeless").await.unwrap());
    let raw = async |kind| {
        let [(key, record)] = fixture.store.memory.scan(kind, "", None, 2).await.unwrap().try_into().unwrap();
        (key, record.version, serde_json::from_slice::<serde_json::Value>(record.value().unwrap()).unwrap())
    };
    let (_, _, seen) = raw(RecordKind::SeenEvent).await;
    check_damage::<entry::Seen>(&seen, &["digest"]);
    let (key, version, mut letter) = raw(RecordKind::DeadLetter).await;
    let may_be_absent = ["conversation", "digest", "lease", "not_before", "reason", "failed_at"];
    check_damage::<entry::Entry>(&letter, &may_be_absent);
    // A number of seconds that overflows.
    letter["window"] = i64::MAX.into();
    let value = letter.to_string();
    assert!(fixture.store.memory.put(RecordKind::DeadLetter, &key, Some(version), value.as_bytes()).await.unwrap());
    let Err(Error::Store(error)) = inbox.retry(key).await else { panic!("it is taken") };
    assert!(error.reason.contains("window"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_dead_letter_does_not_hide_the_others() {
    const FIRST: &str = "0000000000000000-1";
    let fixture = fixture();
    let inbox = fixture.open();
    let entry = |schema: i64, body: &str| {
        format!(
            r#"{{"schema":{schema},"received_at":"2026-11-21T11:00:00Z","key_id":"2026-11","seen":"l-{schema}","window":60,
            "claims":0,"attempts":0,"body":{body}}}"#
        )
    };
    // Records of another version: one of an unknown schema, and one whose body is not an event.
    let newer = entry(2, "{}");
    assert!(fixture.store.memory.put(RecordKind::DeadLetter, "0", None, newer.as_bytes()).await.unwrap());
    assert!(fixture.store.memory.put(RecordKind::Event, FIRST, None, entry(1, "[7]").as_bytes()).await.unwrap());
    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    let item = inbox.try_next().await.unwrap().unwrap();
    assert_eq!(text(&item), "2");
    assert!(inbox.give_up(&item.id, "hopeless").await.unwrap());

    let letters = inbox.dead_letters(None).await.unwrap();
    let found: Vec<_> = letters.iter().map(|letter| (letter.delivery.event.kind(), letter.reason.as_str())).collect();
    assert!(matches!(found[..], [("", reason), ("NEW_MESSAGE", "hopeless")] if !reason.is_empty()), "{found:?}");
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 0, dead_letters: 3 });
    assert!(inbox.retry("0").await.is_err(), "it has an unknown schema");
    assert!(inbox.discard(&*letters[0].id).await.unwrap() && inbox.discard("0").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn delayed_events_are_not_scanned_for_each_failure_or_arrival() {
    let fixture = fixture();
    let inbox = fixture.open();
    let fail = async |number: usize| {
        let item = inbox.next().await.unwrap();
        assert_eq!(text(&item), number.to_string());
        // As when a service that the handler needs is down.
        assert_eq!(inbox.nack(&item.id, "down").await.unwrap(), NackOutcome::Retry);
    };
    for number in 0..100 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    for number in 0..100 {
        fail(number).await;
    }
    let before = fixture.store.scans.load(Ordering::SeqCst);
    for number in 100..150 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
        fail(number).await;
    }
    let scans = fixture.store.scans.load(Ordering::SeqCst) - before;
    assert!(scans < 25, "{scans}");
    fixture.advance(10);
    fail(0).await;
}

#[tokio::test(start_paused = true)]
async fn a_store_that_refuses_every_change_of_an_event_is_an_error_and_not_an_endless_repetition() {
    let fixture = fixture();
    let refuses = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&refuses);
    let store = Altered::new(fixture.store.clone()).refusing(move |_, _| set.load(Ordering::SeqCst));
    let inbox = Inbox::over(store, None, InboxOptions::default()).unwrap().clock(fixture.clock.clone());
    for number in 0..3 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    let letter = inbox.next().await.unwrap();
    assert!(inbox.give_up(&letter.id, "hopeless").await.unwrap());
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
    let item = inbox.next().await.unwrap();
    refuses.store(true, Ordering::SeqCst);
    for failed in [
        inbox.ack(&item.id).await.map(drop),
        inbox.nack(&item.id, "down").await.map(drop),
        inbox.give_up(&item.id, "hopeless").await.map(drop),
        inbox.extend(&*item.id).await.map(drop),
        inbox.retry(&letter.id).await.map(drop),
    ] {
        let error = failed.unwrap_err();
        assert!(error.code() == "store" && error.to_string().contains("100 writes in a row were refused"), "{error}");
    }
    refuses.store(false, Ordering::SeqCst);
    assert!(inbox.ack(&item.id).await.unwrap());
}
