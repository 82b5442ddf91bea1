//! Operations that run together: a server needs hardly longer for a hundred records than for one.

use std::collections::VecDeque;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use super::connections::{SERVER_TIMEOUT, no_response};
use crate::error::StoreError;
use crate::lock::lock;

/// The maximum number of operations that run together.
const BATCH: usize = 256;
/// How many tasks run operations. A second one goes on while the server does not respond to the first.
const TASKS: usize = 2;

/// Operations of one kind that wait for those which run, at most for [`SERVER_TIMEOUT`]: while a server is frozen, they would otherwise
/// be more and more. They belong to the runtime that runs them.
pub(super) struct Batches<Item, Outcome> {
    waiting: Mutex<Waiting<Item, Outcome>>,
    server: String,
}

struct Waiting<Item, Outcome> {
    /// In the order in which they came.
    items: VecDeque<Operation<Item, Outcome>>,
    /// How many tasks are running. Each takes items until there are none.
    tasks: usize,
}

struct Operation<Item, Outcome> {
    item: Item,
    since: Instant,
    answer: oneshot::Sender<Result<Outcome, StoreError>>,
}

impl<Item, Outcome> Waiting<Item, Outcome> {
    /// Gives up those that have waited for too long. Their callers find that nobody answers.
    fn shed(&mut self) {
        let now = Instant::now();
        while self.items.front().is_some_and(|first| now - first.since >= SERVER_TIMEOUT) {
            self.items.pop_front();
        }
    }
}

impl<Item: Send + 'static, Outcome: Send + 'static> Batches<Item, Outcome> {
    /// Runs the operation of `item`, together with others that wait. It continues when the caller is cancelled. `run` runs the
    /// operations of all given items, and returns an outcome for each one in their order, or the error of all. An operation that has
    /// waited for too long is not run, which is an error.
    pub(super) async fn run<Run>(
        self: &Arc<Self>,
        operation: &str,
        item: Item,
        run: impl Fn(Vec<Item>) -> Run + Send + 'static,
    ) -> Result<Outcome, StoreError>
    where
        Run: Future<Output = Result<Vec<Outcome>, StoreError>> + Send,
    {
        let (answer, mut answered) = oneshot::channel();
        let (since, starts_task) = {
            let mut waiting = self.waiting();
            waiting.shed();
            // With the lock, so that they wait in the order of their times.
            let since = Instant::now();
            waiting.items.push_back(Operation { item, since, answer });
            let starts_task = waiting.tasks < TASKS;
            waiting.tasks += usize::from(starts_task);
            (since, starts_task)
        };
        if starts_task {
            let batches = Arc::clone(self);
            tokio::spawn(async move { batches.run_all(run).await });
        }
        let outcome = match timeout(SERVER_TIMEOUT, &mut answered).await {
            Ok(outcome) => outcome,
            Err(_) => {
                self.waiting().shed();
                answered.await
            }
        };
        outcome.unwrap_or_else(|_| {
            Err(match since.elapsed() < SERVER_TIMEOUT {
                true => StoreError::new(operation, "the runtime stopped"),
                false => no_response(operation, SERVER_TIMEOUT).at(&self.server),
            })
        })
    }

    /// Runs operations until none waits.
    async fn run_all<Run>(&self, run: impl Fn(Vec<Item>) -> Run)
    where
        Run: Future<Output = Result<Vec<Outcome>, StoreError>>,
    {
        let _panic = EndOnPanic(self);
        loop {
            let (items, answers): (Vec<_>, Vec<_>) = {
                let mut waiting = self.waiting();
                waiting.shed();
                if waiting.items.is_empty() {
                    // The lock is held since the check, so the next caller starts another task.
                    waiting.tasks -= 1;
                    return;
                }
                let count = waiting.items.len().min(BATCH);
                waiting.items.drain(..count).map(|waiting| (waiting.item, waiting.answer)).unzip()
            };
            match run(items).await {
                Ok(outcomes) => {
                    for (answer, outcome) in answers.into_iter().zip(outcomes) {
                        let _ = answer.send(Ok(outcome));
                    }
                }
                Err(error) => answers.into_iter().for_each(|answer| drop(answer.send(Err(error.clone())))),
            }
        }
    }
}

impl<Item, Outcome> Batches<Item, Outcome> {
    /// Operations on `server`. The name is used in errors.
    pub(super) fn at(server: impl Display) -> Self {
        Self { waiting: Mutex::new(Waiting { items: VecDeque::new(), tasks: 0 }), server: server.to_string() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<Item, Outcome>> {
        // No code that can panic runs while the lock is held.
        lock(&self.waiting)
    }
}

/// Lets another task start after a panic of this one.
struct EndOnPanic<'a, Item, Outcome>(&'a Batches<Item, Outcome>);

impl<Item, Outcome> Drop for EndOnPanic<'_, Item, Outcome> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut waiting = self.0.waiting();
            waiting.tasks -= 1;
            if waiting.tasks == 0 {
                waiting.items.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    fn batches() -> Arc<Batches<u32, u32>> {
        Arc::new(Batches::at("host test"))
    }

    /// Runs items that are numbers, each batch when `turns` has a permit, and notes the batches.
    async fn run(
        batches: &Arc<Batches<u32, u32>>,
        turns: &Arc<Semaphore>,
        seen: &Arc<Mutex<Vec<Vec<u32>>>>,
        item: u32,
    ) -> Result<u32, StoreError> {
        let (turns, seen) = (Arc::clone(turns), Arc::clone(seen));
        let work = move |items: Vec<u32>| {
            let (turns, seen) = (Arc::clone(&turns), Arc::clone(&seen));
            async move {
                turns.acquire().await.unwrap().forget();
                seen.lock().unwrap().push(items.clone());
                match items[0] {
                    500 => Err(StoreError::new("test", "it failed")),
                    600 => panic!("a bug"),
                    _ => Ok(items.into_iter().map(|item| item * 2).collect()),
                }
            }
        };
        batches.run("test", item, work).await
    }

    /// Starts operations in order, which wait for their turn, and returns their results after `permits` turns.
    async fn results(
        items: impl IntoIterator<Item = u32>,
        permits: usize,
    ) -> (Vec<Result<u32, StoreError>>, Vec<Vec<u32>>) {
        let (batches, turns, seen) = (batches(), Arc::new(Semaphore::new(0)), Arc::default());
        let mut running = Vec::new();
        for item in items {
            let (batches, turns, seen) = (Arc::clone(&batches), Arc::clone(&turns), Arc::clone(&seen));
            running.push(tokio::spawn(async move { run(&batches, &turns, &seen, item).await }));
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
        }
        turns.add_permits(permits);
        let mut results = Vec::new();
        for task in running {
            results.push(task.await.unwrap());
        }
        let seen = seen.lock().unwrap().clone();
        (results, seen)
    }

    #[tokio::test]
    async fn operations_that_wait_run_together_and_each_gets_its_outcome() {
        let (results, seen) = results(1..=600, 100).await;
        assert_eq!(
            results.into_iter().map(Result::unwrap).collect::<Vec<_>>(),
            (1..=600).map(|item| item * 2).collect::<Vec<_>>()
        );
        let mut sizes: Vec<_> = seen.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 600 - 2 - 2 * BATCH, BATCH, BATCH]);
    }

    #[tokio::test]
    async fn a_failure_or_panic_is_the_error_of_its_batch_and_later_ones_run() {
        let (results, _) = results([500, 600, 1, 2], 100).await;
        assert_eq!(results[0].as_ref().unwrap_err().to_string(), StoreError::new("test", "it failed").to_string());
        assert!(results[1].is_err());
        let (batches, turns, seen) = (batches(), Arc::new(Semaphore::new(100)), Arc::default());
        for item in [600, 600, 600, 600] {
            run(&batches, &turns, &seen, item).await.unwrap_err();
        }
        assert_eq!(run(&batches, &turns, &seen, 4).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn an_operation_goes_on_when_its_caller_is_cancelled() {
        let (batches, turns, seen) = (batches(), Arc::new(Semaphore::new(0)), Arc::default());
        let caller = tokio::time::timeout(std::time::Duration::ZERO, run(&batches, &turns, &seen, 1)).await;
        assert!(caller.is_err());
        turns.add_permits(2);
        run(&batches, &turns, &seen, 2).await.unwrap();
        assert_eq!(seen.lock().unwrap().concat(), [1, 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn operations_that_wait_too_long_are_not_run() {
        let (batches, turns, seen) = (batches(), Arc::new(Semaphore::new(0)), Arc::default());
        let mut running = Vec::new();
        for item in 1..=1000 {
            let (batches, turns, seen) = (Arc::clone(&batches), Arc::clone(&turns), Arc::clone(&seen));
            running.push(tokio::spawn(async move { run(&batches, &turns, &seen, item).await }));
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
        }
        // Its caller is cancelled, and waits for nothing.
        let began = Instant::now();
        assert!(timeout(SERVER_TIMEOUT / 2, run(&batches, &turns, &seen, 1001)).await.is_err());
        for task in running.split_off(2) {
            let error = task.await.unwrap().unwrap_err();
            assert_eq!(error.reason, "no response within 5 s (host test)");
        }
        assert!(began.elapsed() < SERVER_TIMEOUT * 11 / 10, "{:?}", began.elapsed());
        assert_eq!(batches.waiting().items.len(), 0, "also that of the cancelled caller");
        turns.add_permits(3);
        for (item, task) in (1..).zip(running) {
            assert_eq!(task.await.unwrap().unwrap(), 2 * item);
        }
        assert_eq!(run(&batches, &turns, &seen, 7).await.unwrap(), 14);
    }
}
