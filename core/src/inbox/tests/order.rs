//! The events of a conversation are handled in order, by any number of workers.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_conversation_is_handled_in_order_and_others_are_not_blocked() {
    let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inboxes = [fixture.open(), fixture.open()];
    for (number, conversation) in ["a", "a", "b", "a", "b"].into_iter().enumerate() {
        inboxes[number % 2].accept(accepted(), message(number, conversation)).await.unwrap();
        fixture.advance(1);
    }
    let next = async |index: usize| inboxes[index].try_next().await.unwrap();
    let (a0, b2) = (next(0).await.unwrap(), next(1).await.unwrap());
    assert_eq!((text(&a0), text(&b2)), ("0".into(), "2".into()));
    assert_eq!((next(0).await, next(1).await), (None, None));
    assert!(inboxes[1].ack(b2.id).await.unwrap());
    let b4 = next(0).await.unwrap();
    assert_eq!(text(&b4), "4");
    inboxes[0].nack(a0.id, "x").await.unwrap();
    assert_eq!((next(0).await, next(1).await), (None, None), "a failure blocks the later messages");
    fixture.advance(7);
    for expected in ["0", "1", "3"] {
        let item = next(1).await.unwrap();
        assert_eq!(text(&item), expected);
        assert_eq!(next(0).await, None);
        assert!(inboxes[1].ack(item.id).await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn in_order_the_store_is_not_scanned_for_each_event() {
    const EVENTS: usize = 600;
    for conversations in [1, 3, 600] {
        let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
        let inbox = fixture.open();
        fixture.fill(EVENTS, conversations).await;
        let before = fixture.store.rows.load(Ordering::SeqCst);
        let texts = handle_all(&inbox).await;
        assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..EVENTS), "{texts:?}");
        // Each event is read by a scan, by its lease and by its end. Only a few scans read more.
        let rows = fixture.store.rows.load(Ordering::SeqCst) - before;
        assert!(rows < 4 * EVENTS, "{rows} rows for {EVENTS} events of {conversations} conversations");
    }
}

#[tokio::test(start_paused = true)]
async fn a_conversation_longer_than_the_cache_is_handled_in_order() {
    let fixture = Fixture::new(InboxOptions { in_order: true, ..InboxOptions::default() });
    let inbox = fixture.open();
    fixture.fill(4200, 1).await;
    let texts = handle_all(&inbox).await;
    assert!(texts.iter().map(|text| text.parse::<usize>().unwrap()).eq(0..4200), "{texts:?}");
    let scans = fixture.store.scans.load(Ordering::SeqCst);
    assert!(scans < 10, "{scans}");
}

/// Three processes take, end, release and fail events in random schedules. Never two events of a conversation are handed
/// out at once, and none overtakes another.
#[tokio::test(start_paused = true)]
async fn order_holds_for_many_processes_in_random_schedules() {
    for mut seed in 1..=10_u64 {
        let mut random = |below: u64| {
            // A linear congruential generator, as in Knuth's MMIX.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let (lease_seconds, max_attempts) = (Some(86_400), Some(4));
        let fixture =
            Fixture::new(InboxOptions { in_order: true, lease_seconds, max_attempts, ..InboxOptions::default() });
        let inboxes = [fixture.open(), fixture.open(), fixture.open()];
        let mut arrived = [0_usize; 4];
        let mut ended = [0_usize; 4];
        let mut out: Vec<(usize, usize, InboxItem)> = Vec::new();
        let mut steps = 0;
        while steps < 120 || ended != arrived {
            steps += 1;
            assert!(steps < 20_000, "it does not end: {ended:?} of {arrived:?}");
            let inbox = random(3) as usize;
            match random(10) {
                0..=2 if steps < 120 => {
                    let conversation = random(4) as usize;
                    let number = conversation * 10_000 + arrived[conversation];
                    let body = message(number, &format!("c{conversation}"));
                    inboxes[inbox].accept(accepted(), body).await.unwrap();
                    arrived[conversation] += 1;
                    // No two processes receive an event at the same time, since their order would be undefined.
                    fixture.clock.advance(Duration::from_millis(1));
                }
                0..=6 => {
                    let Some(item) = inboxes[inbox].try_next().await.unwrap() else {
                        // Failed events are delayed, and the order of events that just arrived is not final.
                        fixture.advance(random(4));
                        continue;
                    };
                    let number: usize = text(&item).parse().unwrap();
                    let conversation = number / 10_000;
                    assert!(
                        out.iter().all(|(_, other, _)| *other != conversation),
                        "two of c{conversation} are handed out"
                    );
                    assert_eq!(number % 10_000, ended[conversation], "the next of c{conversation}");
                    out.push((inbox, conversation, item));
                }
                how if !out.is_empty() => {
                    let (inbox, conversation, item) = out.swap_remove(random(out.len() as u64) as usize);
                    let inbox = &inboxes[inbox];
                    let over = match how {
                        7 => inbox.nack(item.id, "x").await.unwrap() == NackOutcome::DeadLetter,
                        8 if random(2) == 0 => !inbox.release(item.id).await.unwrap(),
                        8 => inbox.give_up(item.id, "x").await.unwrap(),
                        _ => inbox.ack(item.id).await.unwrap(),
                    };
                    ended[conversation] += usize::from(over);
                }
                _ => fixture.advance(random(60)),
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn many_workers_handle_each_event_once() {
    let fixture = fixture();
    let inboxes: Vec<_> = (0..4).map(|_| fixture.open()).collect();
    let handled: Arc<Mutex<BTreeMap<String, usize>>> = Arc::default();
    let mut workers = Vec::new();
    for index in 0..16 {
        let (inbox, handled) = (inboxes[index % 4].clone(), handled.clone());
        workers.push(tokio::spawn(async move {
            loop {
                let item = inbox.next().await.unwrap();
                *handled.lock().unwrap().entry(text(&item)).or_default() += 1;
                assert!(inbox.ack(item.id).await.unwrap());
            }
        }));
    }
    for number in 0..500 {
        inboxes[number % 4].accept(accepted(), message(number, "c")).await.unwrap();
    }
    let all = async {
        while handled.lock().unwrap().len() < 500 || fixture.stored(RecordKind::Event).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), all).await.unwrap();
    workers.iter().for_each(|worker| worker.abort());
    assert!(handled.lock().unwrap().values().all(|count| *count == 1));
}
