//! Accepting an event: stored, then marked as seen.

use super::*;

impl Queue {
    /// Reserves memory for an event and waits for its turn, for at most `limit`. What the store cannot take in time is
    /// refused before it delays the others.
    pub(in crate::inbox) async fn admit(
        &self,
        bytes: usize,
        limit: Duration,
    ) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), StoreError> {
        let refused = || StoreError::new("accept", "more events arrive than the store takes");
        let kib = u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX);
        let room = Arc::clone(&self.accepting_kib).try_acquire_many_owned(kib).map_err(|_| refused())?;
        let turn = tokio::time::timeout(limit, Arc::clone(&self.turns).acquire_owned()).await;
        // The semaphore is never closed.
        let turn = turn.map_err(|_| refused())?.map_err(|_| refused())?;
        Ok((room, turn))
    }

    /// Stores the event that `make` creates for its time of arrival, unless an equal one was seen. The usual case takes one step:
    /// the store takes the event and its mark, or neither if there is such a mark.
    pub(in crate::inbox) async fn accept(
        &self,
        make: impl FnOnce(DateTime<Utc>) -> Result<Entry>,
    ) -> Result<Acceptance> {
        self.compare().await?;
        let mut entry = make(self.arrival())?;
        let key = entry.key();
        let is_full = self.is_full().await?;
        let [has_event, has_mark] = if is_full { [false; 2] } else { self.insert_marked(&key, &entry).await? };
        if !has_event {
            if self.is_known(&key, &mut entry).await? {
                return Ok(Acceptance::Duplicate);
            }
            if is_full {
                let reason = format!("it is full: {} events wait to be handled", self.rules.capacity);
                return Err(StoreError::new("accept", reason).into());
            }
            if !self.store.put(RecordKind::Event, &key, None, &entry.encode()?).await? {
                return Ok(Acceptance::Duplicate);
            }
        }
        self.stored.fetch_add(1, Ordering::Relaxed);
        let was_conflict = entry.conflict;
        let relation = if has_mark { Relation::Own } else { self.mark_or_compare(&key, &mut entry).await? };
        let mut version = 1;
        if entry.conflict != was_conflict {
            // An event with the same id and another body was marked meanwhile. If a worker already has this one, it has found the same.
            version += i64::from(self.store.put(RecordKind::Event, &key, Some(1), &entry.encode()?).await?);
        }
        if relation == Relation::Duplicate {
            if self.store.delete(RecordKind::Event, &key, version).await? {
                self.count_removed();
            }
            return Ok(Acceptance::Duplicate);
        }
        if entry.conflict {
            self.warn(
                "an event came with the id of an earlier one and another body; both are kept",
                &entry.for_display(),
            );
        }
        self.offer(key);
        Ok(Acceptance::New)
    }

    /// Stores an event and its mark. Returns whether each was stored.
    async fn insert_marked(&self, key: &str, entry: &Entry) -> Result<[bool; 2], StoreError> {
        let (value, mark) = (entry.encode()?, Seen::of(key, entry).encode()?);
        let event = NewRecord { kind: RecordKind::Event, key, value: &value };
        let mark = NewRecord { kind: RecordKind::SeenEvent, key: &entry.seen, value: &mark };
        let stored = self.store.insert(&[event, mark]).await?;
        Ok([0, 1].map(|at| stored.get(at) == Some(&true)))
    }

    /// Whether an equal event was seen. An event with the id of another one is noted as such.
    async fn is_known(&self, key: &str, entry: &mut Entry) -> Result<bool, StoreError> {
        let mut seen = self.seen(&entry.seen).await?.and_then(|(_, seen)| seen);
        if seen.as_ref().is_some_and(|seen| seen.relation_of(key, entry, self.now()) == Relation::Conflict) {
            entry.mark_conflict();
            seen = self.seen(&entry.seen).await?.and_then(|(_, seen)| seen);
        }
        // The same key means an equal event that another process received in the same microsecond.
        Ok(seen
            .is_some_and(|seen| seen.event == key || seen.relation_of(key, entry, self.now()) == Relation::Duplicate))
    }

    /// Marks an event as seen, or determines its relation to the seen one. An event with the id of another one is marked by
    /// its id and its body.
    pub(super) async fn mark_or_compare(&self, key: &str, entry: &mut Entry) -> Result<Relation, StoreError> {
        let mut refusals = Refusals::default();
        loop {
            let version = match self.seen(&entry.seen).await? {
                None => None,
                Some((version, None)) => Some(version),
                Some((version, Some(seen))) => match seen.relation_of(key, entry, self.now()) {
                    Relation::New => Some(version),
                    Relation::Conflict if !entry.conflict => {
                        entry.mark_conflict();
                        continue;
                    }
                    relation => return Ok(relation),
                },
            };
            let mark = Seen::of(key, entry).encode()?;
            let is_marked = self.store.put(RecordKind::SeenEvent, &entry.seen, version, &mark).await?;
            if refusals.noted(is_marked, "put", version)? {
                return Ok(Relation::Own);
            }
        }
    }

    /// The version of a mark, and the mark, if it can be read. One that cannot, for example because its store key was removed,
    /// proves nothing and is replaced. Otherwise its event would be refused at each delivery, and never handed out.
    async fn seen(&self, key: &str) -> Result<Option<(i64, Option<Seen>)>, StoreError> {
        let record = self.store.get(RecordKind::SeenEvent, key).await?;
        Ok(record.map(|record| (record.version, record.value().and_then(Seen::decode).ok())))
    }

    async fn is_full(&self) -> Result<bool, StoreError> {
        let full = |queue: &Self| queue.stored.load(Ordering::Relaxed) >= queue.rules.capacity;
        let every = if full(self) { RECOUNT } else { COUNT };
        if is_due(&mut self.known().counted, every) {
            let counted = self.store.count(RecordKind::Event, "").await.inspect_err(|_| self.known().counted = None)?;
            self.stored.store(counted, Ordering::Relaxed);
        }
        Ok(full(self))
    }
}
