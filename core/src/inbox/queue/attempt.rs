//! The end of an attempt: acknowledged, failed, released or extended.

use super::*;
use crate::observe;

impl Queue {
    /// Ends an attempt with `step`, if it is still the current one. `None`: it is not.
    async fn end<T, F>(&self, key: &str, claims: i64, step: impl Fn(Entry, i64) -> F) -> Result<Option<T>, StoreError>
    where
        F: Future<Output = Result<Option<T>, StoreError>>,
    {
        self.compare().await?;
        let mut refusals = Refusals::default();
        loop {
            let Some(record) = self.store.get(RecordKind::Event, key).await? else { return Ok(None) };
            let entry = Entry::decode(record.value()?)?;
            if entry.claims != claims || entry.acknowledged {
                return Ok(None);
            }
            // The write was refused because the same attempt was extended meanwhile: try again.
            if let Some(ended) = step(entry, record.version).await? {
                return Ok(Some(ended));
            }
            refusals.noted(false, "put", Some(record.version))?;
        }
    }

    async fn write(&self, key: &str, version: i64, entry: &Entry) -> Result<Option<()>, StoreError> {
        let written = self.store.put(RecordKind::Event, key, Some(version), &entry.encode()?).await?;
        Ok(written.then_some(()))
    }

    pub(in crate::inbox) async fn ack(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |mut entry: Entry, version| {
            let record = self.record(&entry, "acknowledged");
            let Some(letter) = entry.letter.clone() else {
                return Ok(self.store.delete(RecordKind::Event, key, version).await?.then_some(record));
            };
            entry.acknowledge(self.now(), self.rules.lease);
            if self.write(key, version, &entry).await?.is_none() {
                return Ok(None);
            }
            self.mark_ended(&letter).await?;
            // If it is gone, another worker has found the same.
            self.store.delete(RecordKind::Event, key, version + 1).await?;
            Ok(Some(record))
        };
        let Some(record) = self.end(key, claims, step).await? else {
            self.warn_of_refusal(key, claims).await;
            return Ok(false);
        };
        self.count_removed();
        self.release_follower(key);
        self.report(record);
        Ok(true)
    }

    pub(in crate::inbox) async fn nack(&self, key: &str, claims: i64, reason: &str) -> Result<NackOutcome, StoreError> {
        let step = async |mut entry: Entry, version| {
            if entry.attempts >= self.rules.max_attempts {
                let moved = self.move_to_dead_letters(key, entry, version, reason).await?;
                return Ok(moved.then_some(NackOutcome::DeadLetter));
            }
            let (now, record) = (self.now(), self.record(&entry, "retried"));
            let due = entry.postpone(now, reason);
            let written = self.write(key, version, &entry).await?;
            Ok(written.map(|()| {
                self.scan_at(due);
                let wait_seconds = (due - now).to_std().ok().map(|wait| wait.as_secs_f64());
                self.report(record.map(|record| HandledEvent { wait_seconds, ..record }));
                NackOutcome::Retry
            }))
        };
        if let Some(failed) = self.end(key, claims, step).await? {
            return Ok(failed);
        }
        self.warn_of_refusal(key, claims).await;
        Ok(NackOutcome::LeaseLost)
    }

    pub(in crate::inbox) async fn give_up(&self, key: &str, claims: i64, reason: &str) -> Result<bool, StoreError> {
        let step =
            async |entry, version| Ok(self.move_to_dead_letters(key, entry, version, reason).await?.then_some(()));
        let is_given_up = self.end(key, claims, step).await?.is_some();
        if !is_given_up {
            self.warn_of_refusal(key, claims).await;
        }
        Ok(is_given_up)
    }

    pub(in crate::inbox) async fn release(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |mut entry: Entry, version| {
            let record = self.record(&entry, "released");
            entry.release();
            Ok(self.write(key, version, &entry).await?.map(|()| record))
        };
        let Some(record) = self.end(key, claims, step).await? else { return Ok(false) };
        self.request_scan();
        self.wake.notify_one();
        self.report(record);
        Ok(true)
    }

    /// Extends the lease of an attempt, unless the attempt has ended.
    pub(in crate::inbox) async fn extend(&self, key: &str, claims: i64) -> Result<bool, StoreError> {
        let step = async |mut entry: Entry, version| {
            if !entry.is_leased() {
                return Ok(Some(false));
            }
            entry.extend(self.now(), self.rules.lease);
            Ok(self.write(key, version, &entry).await?.map(|()| true))
        };
        Ok(self.end(key, claims, step).await?.unwrap_or(false))
    }

    /// Extends the lease of an attempt until it has ended.
    pub(in crate::inbox) async fn keep(&self, key: &str, claims: i64) {
        let _in_progress = InProgressGuard::new(self, attempt_id(key, claims));
        let third = (self.rules.lease / 3).to_std().unwrap_or(OUTAGE_LIMIT);
        loop {
            tokio::time::sleep(third).await;
            loop {
                match self.extend(key, claims).await {
                    Ok(true) => break,
                    Ok(false) => return self.warn_if_lost(key, claims).await,
                    // The lease can be extended after its end, as long as no other worker has taken the event.
                    Err(error) => {
                        tracing::warn!(%error, "a lease of the inbox could not be extended, trying again");
                        tokio::time::sleep((third / 10).min(POLL)).await;
                    }
                }
            }
        }
    }

    /// The record of the current attempt of an event, if there is a receiver for it.
    pub(super) fn record(&self, entry: &Entry, outcome: &str) -> Option<HandledEvent> {
        observe::wants_handled_event(self.on_handled_event.as_ref()).then(|| HandledEvent {
            event_type: entry.for_display().event.name().to_owned(),
            outcome: outcome.to_owned(),
            attempt: entry.attempts,
            duration_seconds: entry.held_seconds(self.now()),
            wait_seconds: None,
        })
    }

    /// Passes on the record of an attempt, once its end is stored.
    pub(super) fn report(&self, record: Option<HandledEvent>) {
        if let Some(record) = record {
            observe::handled_event(self.on_handled_event.as_ref(), &record);
        }
    }

    /// Warns if an event that is being handled was handed out again.
    async fn warn_if_lost(&self, key: &str, claims: i64) {
        if let Ok(Some(record)) = self.store.get(RecordKind::Event, key).await
            && let Ok(entry) = record.value().and_then(Entry::decode)
            && entry.claims != claims
        {
            let what = "the lease of an event ended while it was handled: another worker has it, and handles it again";
            self.warn(what, &entry.for_display());
        }
    }

    /// Adds a warning about an event to the log and to the warnings of the app.
    pub(in crate::inbox) fn warn(&self, what: &str, delivery: &Delivery) {
        self.add_warning(format!("{what}: {}", delivery.label()));
    }

    pub(in crate::inbox) fn add_warning(&self, text: String) {
        tracing::warn!("{text}");
        self.warnings.add(text);
    }

    pub(in crate::inbox) fn add_error(&self, text: String) {
        tracing::error!("{text}");
        self.errors.add(text);
    }

    /// Warns that the result of a worker came too late.
    async fn warn_of_refusal(&self, key: &str, claims: i64) {
        let what =
            "the result of an event was rejected: its lease had ended, and another worker has it or has ended it";
        let record = self.store.get(RecordKind::Event, key).await;
        match record.map(|record| record.and_then(|it| it.value().and_then(Entry::decode).ok())) {
            Ok(Some(entry)) => self.warn(what, &entry.for_display()),
            _ => self.add_warning(format!("{what}: {}", attempt_id(key, claims))),
        }
    }
}

/// While it exists, the event of this attempt is not handed out again in this process.
struct InProgressGuard<'a> {
    queue: &'a Queue,
    id: String,
}

impl<'a> InProgressGuard<'a> {
    fn new(queue: &'a Queue, id: String) -> Self {
        queue.known().in_progress.insert(id.clone());
        Self { queue, id }
    }
}

impl Drop for InProgressGuard<'_> {
    fn drop(&mut self) {
        self.queue.known().in_progress.remove(&self.id);
    }
}
