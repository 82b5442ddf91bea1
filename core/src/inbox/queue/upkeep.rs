//! Dead letters, and the deletion of old marks.

use super::*;

impl Queue {
    /// A page of the dead letters. It is empty only after the last one.
    pub(in crate::inbox) async fn dead_letters(
        &self,
        mut after: Option<String>,
    ) -> Result<Vec<DeadLetter>, StoreError> {
        loop {
            let page = self.store.scan(Kind::DeadLetter, "", after.as_deref(), LETTERS).await?;
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

    /// Queues a dead letter again.
    pub(in crate::inbox) async fn retry(&self, key: &str) -> Result<bool, StoreError> {
        let Some(record) = self.store.get(Kind::DeadLetter, key).await? else { return Ok(false) };
        let mut entry = Entry::decode(record.value()?)?;
        entry.revive();
        let revived = entry.encode()?;
        if self.store.put(Kind::Event, key, None, &revived).await? {
            self.stored.fetch_add(1, Ordering::Relaxed);
        } else if let Some(event) = self.store.get(Kind::Event, key).await?
            && Entry::decode(event.value()?)?.failed_at.is_some()
        {
            // The event remains from a process that crashed before the delete, and would become a dead letter again.
            self.store.put(Kind::Event, key, Some(event.version), &revived).await?;
        }
        let taken = self.store.delete(Kind::DeadLetter, key, record.version).await?;
        self.request_scan();
        self.wake.notify_one();
        Ok(taken)
    }

    /// Deletes a dead letter.
    pub(in crate::inbox) async fn discard(&self, key: &str) -> Result<bool, StoreError> {
        let Some(record) = self.store.get(Kind::DeadLetter, key).await? else { return Ok(false) };
        self.store.delete(Kind::DeadLetter, key, record.version).await
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
        let queue = Arc::clone(self);
        self.background.spawn(async move {
            for (class, _) in due.into_iter().filter(|(_, due)| *due) {
                // Errors of the store are reported by other operations.
                if let Err(error) = queue.sweep(class).await {
                    tracing::warn!(%error, "expired marks of the inbox could not be deleted");
                }
            }
            queue.sweeping.store(false, Ordering::Relaxed);
        });
    }

    pub(in crate::inbox) async fn sweep(&self, class: &str) -> Result<usize, StoreError> {
        let mut swept = 0;
        let mut after: Option<String> = None;
        loop {
            let page = self.store.scan(Kind::SeenEvent, class, after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            for (key, record) in page {
                if record.value().and_then(Seen::decode).is_ok_and(|seen| seen.until <= self.now())
                    && self.store.delete(Kind::SeenEvent, &key, record.version).await?
                {
                    swept += 1;
                }
                after = Some(key);
            }
            if is_last {
                return Ok(swept);
            }
        }
    }
}
