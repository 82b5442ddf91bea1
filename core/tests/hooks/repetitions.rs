//! Events that arrive again while their handler runs.

use super::*;

#[tokio::test]
async fn a_repetition_during_a_handling_that_then_fails_is_answered_with_503_and_handled_when_it_comes_again() {
    for in_store in [false, true] {
        let (started, go_on, calls) = (Arc::new(Notify::new()), Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
        let (starts, waits, counter) = (Arc::clone(&started), Arc::clone(&go_on), Arc::clone(&calls));
        let hooks = Hooks::new(webhooks().0).on(move |_: PostUpdate, _| {
            let (starts, waits) = (Arc::clone(&starts), Arc::clone(&waits));
            let is_first = counter.fetch_add(1, Ordering::SeqCst) == 0;
            async move {
                starts.notify_one();
                if is_first {
                    waits.notified().await;
                    return Err(HandlerError::new("as the test says"));
                }
                Ok(())
            }
        });
        let service = if in_store { hooks.dedupe(Keys::default()) } else { hooks }.service();
        let status = async || send(&service, update("tehran")).await.status().as_u16();
        let first = tokio::spawn({
            let service = service.clone();
            async move { send(&service, update("tehran")).await.status().as_u16() }
        });
        started.notified().await;
        assert_eq!(status().await, 503);
        go_on.notify_one();
        assert_eq!(first.await.unwrap(), 500);
        assert_eq!((status().await, status().await), (200, 200));
        assert_eq!(calls.load(Ordering::SeqCst), 2);
    }
}

#[tokio::test]
async fn a_repetition_during_the_handling_is_answered_with_503_and_the_handler_ends_without_its_peer() {
    for in_store in [false, true] {
        let (started, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let (webhooks, records) = webhooks();
        let (starts, waits) = (Arc::clone(&started), Arc::clone(&go_on));
        let hooks = Hooks::new(webhooks).on(move |_: PostUpdate, _| {
            let (starts, waits) = (Arc::clone(&starts), Arc::clone(&waits));
            async move {
                starts.notify_one();
                waits.notified().await;
                Ok(())
            }
        });
        let service = if in_store { hooks.dedupe(Keys::default()) } else { hooks }.service();
        let first = tokio::spawn({
            let service = service.clone();
            async move { send(&service, update("tehran")).await }
        });
        started.notified().await;
        let repetition = send(&service, update("tehran")).await;
        assert_eq!((repetition.status().as_u16(), retry_after(&repetition)), (503, Some("5")));
        // The server drops the future of a request whose connection has ended.
        first.abort();
        assert!(first.await.unwrap_err().is_cancelled());
        go_on.notify_one();
        while records.lock().unwrap().len() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(send(&service, update("tehran")).await.status(), 200);
        let outcomes: Vec<_> = records.lock().unwrap().iter().map(|record| record.outcome.clone()).collect();
        assert_eq!(outcomes, ["in_progress", "handled", "duplicate"]);
    }
}
