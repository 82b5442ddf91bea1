//! Dead letters, and the deletion of old marks.

use super::*;

impl Queue {
    /// A page of the dead letters. It is empty only after the last one.
    pub(in crate::inbox) async fn dead_letters(&self, after: Option<String>) -> Result<Vec<DeadLetter>, StoreError> {
        // An event that was retried and became a dead letter again meanwhile is not returned a second time.
        let mut after = after.map(|id| last_letter_id(key_of_letter(&id)));
        loop {
            let page = self.store.scan(RecordKind::DeadLetter, "", after.as_deref(), LETTERS).await?;
            let is_last = page.len() < LETTERS;
            after = page.last().map(|(id, _)| id.clone());
            let mut letters = Vec::with_capacity(page.len());
            for (id, record) in page {
                match record.value().and_then(Entry::decode) {
                    Ok(entry) => letters.push(DeadLetter {
                        id,
                        delivery: entry.for_display(),
                        attempts: entry.attempts,
                        received_at: entry.received_at,
                        failed_at: entry.failed_at.unwrap_or(entry.received_at),
                        key_id: entry.key_id,
                        reason: entry.reason.unwrap_or_default(),
                    }),
                    Err(error) => {
                        tracing::error!(event = %id, %error, "a dead letter is skipped because it cannot be read")
                    }
                }
            }
            if is_last || !letters.is_empty() {
                return Ok(letters);
            }
        }
    }

    /// Queues a dead letter again. Returns whether there was one. It is deleted only when the event is in the queue.
    ///
    /// Another process may do the same, and a worker may handle the event and delete it, before this one queues it. No
    /// operation of the store prevents that: the worker that gets the event finds out (`has_ended`).
    pub(in crate::inbox) async fn retry(&self, id: &str) -> Result<bool, StoreError> {
        let Some(record) = self.store.get(RecordKind::DeadLetter, id).await? else { return Ok(false) };
        let (key, mut entry) = (key_of_letter(id), Entry::decode(record.value()?)?);
        entry.revive(id);
        let (revived, mut refusals) = (entry.encode()?, Refusals::default());
        loop {
            if self.store.put(RecordKind::Event, key, None, &revived).await? {
                self.stored.fetch_add(1, Ordering::Relaxed);
                break;
            }
            let event = self.store.get(RecordKind::Event, key).await?;
            refusals.noted(false, "put", event.as_ref().map(|event| event.version))?;
            let Some(event) = event else { continue };
            // The event that is being given up, or remains from a process that crashed meanwhile, would become a dead letter
            // again. Any other one is in the queue already.
            if Entry::decode(event.value()?)?.failed_at.is_none()
                || self.store.put(RecordKind::Event, key, Some(event.version), &revived).await?
            {
                break;
            }
        }
        self.discard(id).await?;
        self.request_scan();
        self.wake.notify_one();
        Ok(true)
    }

    /// Deletes a dead letter.
    pub(in crate::inbox) async fn discard(&self, id: &str) -> Result<bool, StoreError> {
        let Some(record) = self.store.get(RecordKind::DeadLetter, id).await? else { return Ok(false) };
        self.store.delete(RecordKind::DeadLetter, id, record.version).await
    }

    /// Marks that the event that was this dead letter has ended: it was handled, or became another dead letter. A process that
    /// began to queue the letter before its deletion may do so only now: no worker hands that event out.
    pub(super) async fn mark_ended(&self, letter: &str) -> Result<(), StoreError> {
        if let Some(mark) = key_of_mark(letter) {
            let until = self.now().checked_add_signed(self.rules.remember).unwrap_or(DateTime::<Utc>::MAX_UTC);
            // If it exists, an interrupted attempt of the same has made it.
            self.store.put(RecordKind::SeenEvent, &mark, None, &Seen::of_letter(letter, until).encode()?).await?;
        }
        Ok(())
    }

    /// Whether an event was a dead letter whose retry has ended already, so that it must not be handed out.
    pub(super) async fn has_ended(&self, entry: &Entry) -> Result<bool, StoreError> {
        match entry.letter.as_deref().and_then(key_of_mark) {
            // An event that is being given up has the mark before it is a dead letter.
            Some(mark) if entry.failed_at.is_none() => {
                Ok(self.store.get(RecordKind::SeenEvent, &mark).await?.is_some())
            }
            _ => Ok(false),
        }
    }

    /// Deletes expired marks in the background, if that is due.
    pub(in crate::inbox) fn sweep_when_due(self: &Arc<Self>) {
        let due = {
            let mut known = self.known();
            let [short, long] = &mut known.swept;
            [(SHORT_PREFIX, is_due(short, SWEEP_SHORT)), (LONG_PREFIX, is_due(long, SWEEP_LONG))]
        };
        if !due.iter().any(|(_, due)| *due) || self.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let running = Sweeping(Arc::clone(self));
        self.background.spawn(async move {
            for (class, _) in due.into_iter().filter(|(_, due)| *due) {
                // Errors of the store are reported by other operations.
                if let Err(error) = running.0.sweep(class).await {
                    tracing::warn!(%error, "expired marks of the inbox could not be deleted");
                }
            }
        });
    }

    pub(in crate::inbox) async fn sweep(&self, class: &str) -> Result<usize, StoreError> {
        self.compare().await?;
        let (mut swept, mut unreadable) = (0, HashMap::new());
        let mut after: Option<String> = None;
        loop {
            let page = self.store.scan(RecordKind::SeenEvent, class, after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            for (key, record) in page {
                let version = record.version;
                let expired = match record.value().and_then(Seen::decode) {
                    Ok(seen) => seen.has_expired(self.now()),
                    // Another process may be able to read it. It has expired if it was here for as long as a mark is kept.
                    Err(_) => {
                        let found = self.known().unreadable_marks.get(&key).copied();
                        let since = found.filter(|(known, _)| *known == version).map_or(self.now(), |(_, since)| since);
                        unreadable.insert(key.clone(), (version, since));
                        self.now() - since >= self.rules.remember
                    }
                };
                if expired && self.store.delete(RecordKind::SeenEvent, &key, version).await? {
                    swept += 1;
                }
                after = Some(key);
            }
            if is_last {
                let mut known = self.known();
                known.unreadable_marks.retain(|key, _| !key.starts_with(class));
                known.unreadable_marks.extend(unreadable);
                return Ok(swept);
            }
        }
    }
}

/// A running sweep. It also counts as ended if its task is dropped, as with its runtime.
struct Sweeping(Arc<Queue>);

impl Drop for Sweeping {
    fn drop(&mut self) {
        self.0.sweeping.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inbox::{Inbox, InboxOptions};
    use crate::stores::Encryption;

    #[test]
    fn a_sweep_that_ends_with_its_runtime_does_not_prevent_the_next() {
        let inbox = Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { inbox.queue().sweep_when_due() });
        assert!(inbox.queue().sweeping.load(Ordering::Relaxed));
        drop(runtime);
        assert!(!inbox.queue().sweeping.load(Ordering::Relaxed));
    }
}
