//! Receivers that are killed: acknowledged events are handled.

use super::*;

/// Fault F46 of `tests/faults.tsv`. `OPEN_PLATFORM_ROUNDS` sets a larger number of kills than the usual run has time for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acknowledged_event_survives_a_kill_after_the_response() {
    let rounds = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok());
    for store in &Store::all() {
        let started = Instant::now();
        let (mut number, mut acknowledged, mut kills) = (0, Vec::new(), 0);
        let mut setup = Setup::new(store).await;
        while rounds.map_or(started.elapsed() < Duration::from_secs(8), |rounds| kills < rounds) {
            // Listing the deliveries takes longer the more there are.
            if kills % 20 == 19 {
                setup = Setup::new(store).await;
            }
            let mut receiver = setup.receiver(ReceiverSettings::default());
            let sent: Vec<_> = (number..number + 10).map(|number| (number, setup.send(number))).collect();
            number += 10;
            // Killed as soon as one event is acknowledged, in any state of the others.
            let (first, delivery) = sent[kills % 10];
            setup.until_accepted(delivery).await;
            receiver.kill();
            kills += 1;
            for (number, delivery) in sent {
                if number == first || setup.status(delivery).await == Some(200) {
                    acknowledged.push(number.to_string());
                }
            }
        }
        let mut receiver = setup.receiver(HANDLES);
        let last = number;
        setup.until_accepted(setup.send(last)).await;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for text in receiver.handled_until(&last.to_string()) {
            *counts.entry(text).or_default() += 1;
        }
        let lost = acknowledged.iter().filter(|text| counts.get(*text) != Some(&1)).count();
        let met = [("events acknowledged and not handled once", lost as f64), ("kills", kills as f64)];
        measured("F46", store.name(), &met);
        assert_eq!(lost, 0);
        assert!(counts.values().all(|count| *count == 1), "{counts:?}");
        assert!(acknowledged.len() >= kills);
    }
}

/// Faults F47 and F45 of `tests/faults.tsv`: each event is also delivered twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_repeated_after_a_kill_before_the_response_is_handled_once() {
    for store in &Store::all() {
        let setup = Setup::new(store).await;
        let steps = ["before event", "after event", "before seen_event", "after seen_event"];
        let mut counts = BTreeMap::from_iter((0..steps.len()).map(|number| ((2 * number).to_string(), 0)));
        let mut count = |handled: &[String]| {
            for text in handled {
                if let Some(times) = counts.get_mut(text) {
                    *times += 1;
                }
            }
        };
        let mut handled_after = Vec::new();
        for (number, step) in steps.into_iter().enumerate() {
            let mut receiver = setup.receiver(ReceiverSettings { halts: step, ..ReceiverSettings::default() });
            let delivery = setup.send(2 * number);
            assert_eq!(receiver.read_line(), "AT", "{step}");
            receiver.kill();
            // No response arrived, or none that acknowledges the event.
            assert!(matches!(setup.status(delivery).await, None | Some(503)), "{step}");

            let mut receiver = setup.receiver(HANDLES);
            let again: Vec<_> = (0..3).map(|_| setup.world.redeliver(delivery).unwrap()).collect();
            for delivery in again {
                setup.until_accepted(delivery).await;
            }
            let last = 2 * number + 1;
            setup.until_accepted(setup.send(last)).await;
            let handled = receiver.handled_until(&last.to_string());
            count(&handled);
            handled_after.push((step, handled, [(2 * number).to_string(), last.to_string()]));
            // It is known.
            setup.until_accepted(setup.world.redeliver(delivery).unwrap()).await;
        }
        let mut receiver = setup.receiver(HANDLES);
        setup.until_accepted(setup.send(100)).await;
        let handled = receiver.handled_until("100");
        count(&handled);
        assert_eq!(counts.len(), steps.len());
        for times in counts.values() {
            measured("F47", store.name(), &[("times that an event is handled", f64::from(*times))]);
        }
        for (step, handled, expected) in handled_after {
            assert_eq!(handled, expected, "{step}");
        }
        assert_eq!(handled, ["100"], "the event is not handled again");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_share_the_events_and_take_over_from_a_crashed_one() {
    const EVENTS: usize = 200;
    for store in &Store::all() {
        let setup = Setup::new(store).await;
        let _receiver = setup.receiver(ReceiverSettings::default());
        let soon = ReceiverSettings { lease: "2", ..HANDLES };
        let mut dying = setup.elsewhere(ReceiverSettings { halts: "after event", ..soon });
        let workers: Vec<_> = (0..3).map(|_| setup.elsewhere(soon)).collect();
        let sent: Vec<_> = (0..EVENTS).map(|number| setup.send(number)).collect();
        for delivery in sent {
            setup.until_accepted(delivery).await;
        }
        // It has an event, and reports no result.
        assert_eq!(dying.read_line(), "AT");
        dying.kill();
        let (sender, handled) = std::sync::mpsc::channel();
        for mut worker in workers {
            let sender = sender.clone();
            // Ends with the worker, which ends with the test.
            std::thread::spawn(move || {
                while let Some(line) = worker.next_line() {
                    if let Some(text) = line.strip_prefix("DONE ") {
                        let _ = sender.send(text.to_owned());
                    }
                }
            });
        }
        let mut texts: Vec<usize> = Vec::new();
        while texts.len() < EVENTS {
            let text = handled.recv_timeout(Duration::from_secs(120)).expect("an event that nobody handled");
            texts.push(text.parse().unwrap());
        }
        texts.sort_unstable();
        assert_eq!(texts, (0..EVENTS).collect::<Vec<_>>(), "{}", setup.store);
    }
}
