//! Scenarios of `tests/scenarios.tsv` that need a store on disk or several processes.

use std::sync::atomic::{AtomicUsize, Ordering};

use open_platform::Error;
use open_platform::hooks::Hooks;
use open_platform::model::chat::ChatMessage;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

use super::*;

/// A handler that takes longer than its lease, and two processes with a worker each. `OPEN_PLATFORM_ROUNDS` sets the lease in
/// seconds; the handler takes ten seconds longer, in the usual run two.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handler_longer_than_its_lease_is_called_once_with_two_workers() {
    let asked: Option<i64> = std::env::var("OPEN_PLATFORM_ROUNDS").ok().and_then(|text| text.parse().ok());
    let lease = asked.unwrap_or(1);
    let takes = Duration::from_secs(lease.cast_unsigned() + if asked.is_some() { 10 } else { 2 });
    let store = Store::file();
    let calls = Arc::new(AtomicUsize::new(0));
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let ring = KeyRing::new([IdentificationKey::new("now", KEY)]).unwrap();
    let webhooks = Webhooks::new(ring);
    let inboxes = [(); 2].map(|()| {
        let options = InboxOptions { lease_seconds: Some(lease), ..InboxOptions::default() };
        Inbox::open(&store.address(), encryption(), options).unwrap()
    });
    let headers = [("authorization", KEY), ("content-type", "application/json")];
    let accepted = || webhooks.authenticate("POST", &headers).unwrap();
    let body = json!({"type": "NEW_MESSAGE", "new_message": {"id": "m", "type": "TEXT", "text": "long"}}).to_string();
    while inboxes[0].receive(accepted(), body.clone().into_bytes()).await.status != 200 {}
    let workers = inboxes.clone().map(|inbox| {
        let calls = Arc::clone(&calls);
        let hooks = Hooks::new(webhooks.clone()).inbox(inbox.clone()).on(move |_: ChatMessage, _| {
            calls.fetch_add(1, Ordering::SeqCst);
            async move {
                tokio::time::sleep(takes).await;
                Ok(())
            }
        });
        let mut stopped = stopped.clone();
        tokio::spawn(async move { hooks.run_until(1, stopped.wait_for(|is_over| *is_over)).await.unwrap() })
    });
    while inboxes[0].counts().await.unwrap().pending > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send(true).unwrap();
    for worker in workers {
        worker.await.unwrap();
    }
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    assert_eq!(inboxes[0].counts().await.unwrap().dead_letters, 0);
}

/// The steps are the same in all languages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_a_killed_process_has_received_is_handled_once_by_another() {
    let steps = [
        ("before the response", "after seen_event"),
        ("after the response", ""),
        ("in the handler", "in the handler"),
        ("after the handler", "before the end of event"),
    ];
    for store in &Store::all() {
        let setup = Setup::new(store).await;
        for (number, (step, halts)) in steps.into_iter().enumerate() {
            let (event, last) = ((2 * number).to_string(), (2 * number + 1).to_string());
            let handles = step.ends_with("the handler");
            // The lease of the killed process ends soon; that of the other one lasts, also on a slow machine.
            let mut killed = setup.receiver(ReceiverSettings { halts, handles, capacity: "", lease: "1" });
            let delivery = setup.send(2 * number);
            if step != "before the response" {
                setup.until_accepted(delivery).await;
            }
            if handles {
                assert_eq!(killed.read_line(), format!("HANDLED {event}"), "{step}");
            }
            if !halts.is_empty() {
                assert_eq!(killed.read_line(), "AT", "{step}");
            }
            killed.kill();
            let inbox = Inbox::open(&setup.store, encryption(), InboxOptions::default()).unwrap();
            assert_eq!(inbox.counts().await.unwrap().pending, 1, "{step}");
            // The platform sends the event again, because the response may have been lost: before it is handled, and afterwards.
            let again = || setup.until_accepted(setup.world.redeliver(delivery).unwrap());
            let mut other = setup.receiver(HANDLES);
            again().await;
            assert_eq!(other.handled_until(&event), [event.as_str()], "{step}");
            again().await;
            setup.until_accepted(setup.send(2 * number + 1)).await;
            assert_eq!(other.handled_until(&last), [last.as_str()], "{step}");
            assert_eq!(inbox.counts().await.unwrap().pending, 0, "{step}");
        }
    }
}

/// A process of the next test: a worker that SIGTERM ends, as an app would write it.
#[test]
#[ignore = "is a process of another test"]
fn worker() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let inbox = Inbox::open(&variable("STORE"), encryption(), InboxOptions::default()).unwrap();
        let stopping = Arc::new(Notify::new());
        let stopped = Arc::clone(&stopping);
        let hooks = hooks_of(inbox).on(move |message: ChatMessage, _| {
            let stopped = Arc::clone(&stopped);
            async move {
                let text = message.text().unwrap_or_default().to_owned();
                print_line(&format!("HANDLED {text}"));
                stopped.notified().await;
                print_line(&format!("DONE {text}"));
                Ok(())
            }
        });
        let mut sigterm = signal(SignalKind::terminate()).unwrap();
        let end = async {
            sigterm.recv().await;
            stopping.notify_one();
        };
        hooks.run_until(1, end).await.unwrap();
    });
}

#[tokio::test]
async fn a_process_that_is_asked_to_end_lets_its_handler_end_and_handles_no_further_event() {
    let store = Store::file();
    let inbox = Inbox::open(&store.address(), encryption(), InboxOptions::default()).unwrap();
    let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("now", KEY)]).unwrap());
    for id in ["a", "b"] {
        let body = json!({"type": "NEW_MESSAGE", "new_message": {"id": id, "type": "TEXT", "text": id}}).to_string();
        let headers = [("authorization", KEY), ("content-type", "application/json")];
        let accepted = || webhooks.authenticate("POST", &headers).unwrap();
        while inbox.receive(accepted(), body.clone().into_bytes()).await.status != 200 {}
    }
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["scenarios::worker", "--exact", "--ignored", "--nocapture"])
        .env("STORE", store.address())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(said.any(|line| line == "HANDLED a"));
    assert!(Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap().success());
    let said: Vec<_> = said.filter(|line| line.starts_with("HANDLED") || line.starts_with("DONE")).collect();
    assert_eq!(said, ["DONE a"]);
    assert!(process.wait().unwrap().success());
    assert_eq!(inbox.counts().await.unwrap().pending, 1);
}

fn hooks_of(inbox: Inbox) -> Hooks {
    Hooks::new(Webhooks::new(KeyRing::new([IdentificationKey::new("now", KEY)]).unwrap())).inbox(inbox)
}

/// Another process, which has handlers, gets them.
#[tokio::test]
async fn without_a_handler_of_events_no_event_is_taken_from_an_inbox() {
    let inbox = Inbox::open("memory:", encryption(), InboxOptions::default()).unwrap();
    let hooks = hooks_of(inbox).on_start(async |_, _| panic!("nobody has asked"));
    let error = hooks.run(1).await.unwrap_err();
    assert!(matches!(&error, Error::Config { setting, .. } if setting == "hooks"), "{error}");
    assert!(error.to_string().contains("no event has a handler"), "{error}");
}

/// 500 copies of an event, sent to four processes of one inbox.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_copies_over_four_processes_are_one_event() {
    const CONNECTIONS: usize = 20;
    for store in &Store::all() {
        let setup = Setup::new(store).await;
        // The kernel spreads the connections over those who listen on the port.
        let processes: Vec<_> = (0..4).map(|_| setup.receiver(ReceiverSettings::default())).collect();
        let (port, key) = (setup.port(), setup.world.app().identification_key);
        let body =
            json!({"type": "NEW_MESSAGE", "new_message": {"id": "m", "type": "TEXT", "text": "one"}}).to_string();
        let senders: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                let (key, body) = (key.clone(), body.clone());
                tokio::spawn(async move {
                    let mut connection = Connection::to(port);
                    let mut acknowledged = 0;
                    while acknowledged < 500 / CONNECTIONS {
                        // What a busy store does not take in time, the platform sends again.
                        match connection.post(&key, &body).await {
                            200 => acknowledged += 1,
                            status => assert_eq!(status, 503),
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        let mut acknowledged = 0;
        for sender in senders {
            acknowledged += sender.await.unwrap();
        }
        assert_eq!(acknowledged, 500, "{}", setup.store);
        drop(processes);
        let inbox = Inbox::open(&setup.store, encryption(), InboxOptions::default()).unwrap();
        let item = inbox.try_next().await.unwrap().expect("the event");
        assert!(inbox.try_next().await.unwrap().is_none(), "{}", setup.store);
        assert!(inbox.ack(&item.id).await.unwrap());
        assert_eq!(inbox.counts().await.unwrap().pending, 0);
    }
}
