//! Handing out events: finding those that are due, and leasing one.

use std::pin::Pin;

use super::*;
use crate::inbox::entry::read_attempt_id;

impl Queue {
    /// Waits for the next event, or for `stop`: then `None`. An event that was found is returned also after `stop`.
    pub(in crate::inbox) async fn next_until(
        self: &Arc<Self>,
        mut stop: Pin<&mut (impl Future<Output = ()> + Send)>,
    ) -> Result<Option<InboxItem>> {
        // When the store failed first, and last.
        let mut failing: Option<(Instant, Instant)> = None;
        let mut pause = Duration::from_millis(50);
        loop {
            let mut woken = std::pin::pin!(self.wake.notified());
            // Notifications from here on are not missed.
            woken.as_mut().enable();
            let wait = match self.look(false).await {
                Ok(Some(item)) => return Ok(Some(item)),
                Ok(None) => {
                    // That no event was found proves little: the store may only refuse writes.
                    failing = failing.filter(|(_, last)| last.elapsed() <= OUTAGE_LIMIT);
                    self.idle().await
                }
                Err(error) if failing.is_some_and(|(first, _)| first.elapsed() > OUTAGE_LIMIT) => return Err(error),
                Err(error) => {
                    tracing::debug!(code = error.code(), "the inbox cannot be read, trying again");
                    failing = Some((failing.map_or_else(Instant::now, |(first, _)| first), Instant::now()));
                    pause = (pause * 2).min(POLL);
                    // Notifications of new events do not end this pause: those events cannot be read either.
                    tokio::select! {
                        () = stop.as_mut() => return Ok(None),
                        () = tokio::time::sleep(pause) => continue,
                    }
                }
            };
            tokio::select! {
                () = stop.as_mut() => return Ok(None),
                () = woken => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Releases the items that this process has leased for cancelled callers.
    pub(in crate::inbox) async fn release_ready(&self) {
        loop {
            let Some((item, _)) = self.known().ready.pop_front() else { return };
            self.release_unused(&item).await;
        }
    }

    /// Releases an item that was not handed out. If it cannot be released, its lease expires.
    async fn release_unused(&self, item: &InboxItem) {
        if let Ok((key, claims)) = read_attempt_id(&item.id)
            && let Err(error) = self.release(key, claims).await
        {
            tracing::warn!(%error, "an event could not be released: it is handed out again when its lease ends");
        }
    }

    /// How long to wait before the next search.
    async fn idle(&self) -> Duration {
        let scan = self.last_scan.lock().await;
        let due = self.known().due;
        let until_due = due.map_or(POLL, |due| (due - self.now()).to_std().unwrap_or_default());
        let (since, rest) = scan.as_ref().map_or((POLL, Duration::ZERO), |scan| (scan.at.elapsed(), scan.rest()));
        let rest = rest.saturating_sub(since);
        // At least a few milliseconds, whatever the clock says.
        POLL.saturating_sub(since).min(until_due).max(rest).max(Duration::from_millis(5))
    }

    /// The next event, if there is one now. `afresh`: scan the store even if it was scanned just now.
    pub(in crate::inbox) async fn look(self: &Arc<Self>, mut afresh: bool) -> Result<Option<InboxItem>> {
        self.compare().await?;
        loop {
            if let Some(item) = self.take_ready() {
                return Ok(Some(item));
            }
            let candidate = self.known().candidates.pop_front();
            match candidate {
                Some(key) => {
                    // In its own task: if the caller is cancelled, the event is leased for the next caller.
                    let queue = Arc::clone(self);
                    match self.background.spawn(async move { queue.claim(&key).await }).await {
                        Ok(claimed) => claimed?,
                        Err(_) => return Err(Error::config("runtime", "it stopped while an event was leased")),
                    }
                }
                None if self.scan(std::mem::take(&mut afresh)).await? => {}
                None => return Ok(None),
            }
        }
    }

    /// An item that this process has leased for a cancelled caller.
    fn take_ready(self: &Arc<Self>) -> Option<InboxItem> {
        let now = self.now();
        loop {
            let (item, until) = self.known().ready.pop_front()?;
            if until - now > self.rules.lease / 2 {
                return Some(item);
            }
            // An item that waited too long could expire while it is handled. Nobody had it, so it must not count as an attempt.
            let queue = Arc::clone(self);
            self.background.spawn(async move { queue.release_unused(&item).await });
        }
    }

    /// Scans the store for events that can be handed out. Returns whether there are any.
    async fn scan(self: &Arc<Self>, afresh: bool) -> Result<bool, StoreError> {
        let mut scan = self.last_scan.lock().await;
        {
            let known = self.known();
            if !known.candidates.is_empty() || !known.ready.is_empty() {
                return Ok(true);
            }
            let has_rested =
                |wait: Duration| scan.as_ref().is_none_or(|scan| scan.at.elapsed() >= wait.max(scan.rest()));
            let is_due = known.due.is_some_and(|due| due <= self.now());
            let wanted = known.more || known.is_scanning;
            if !(afresh || wanted || has_rested(POLL) || is_due && has_rested(Duration::ZERO)) {
                return Ok(false);
            }
        }
        self.sweep_when_due();
        {
            let mut known = self.known();
            (known.is_scanning, known.more, known.due) = (true, false, None);
            known.offered.clear();
        }
        let began = Instant::now();
        // If the caller is cancelled here, `is_scanning` stays set and causes another scan.
        let found = self.find().await?;
        *scan = Some(Scan { at: Instant::now(), took: began.elapsed() });
        let mut known = self.known();
        known.is_scanning = false;
        known.more |= found.more;
        known.due = known.due.into_iter().chain(found.due).min();
        let offered = std::mem::take(&mut known.offered);
        known.candidates.extend(found.keys);
        known.followers_of = found.followers_of;
        let unreadable = found.unreadable.as_ref().map_or(0, |(_, _, count)| *count);
        // Logged when the number grows, not at every scan.
        if std::mem::replace(&mut known.unreadable, unreadable) < unreadable
            && let Some((first, error, _)) = found.unreadable
        {
            tracing::error!(unreadable, first, %error, "events in the inbox are skipped because they cannot be read");
        }
        if !known.more {
            // A key that is in both lists is leased once.
            known.candidates.extend(offered);
        }
        let count = known.candidates.len();
        drop(known);
        if count > 1 {
            self.wake.notify_waiters();
        }
        Ok(count > 0)
    }

    async fn find(&self) -> Result<Found, StoreError> {
        let mut found = Found::default();
        // The events of each conversation. The first one is next, whether it can be handed out now or not.
        let mut conversations: HashMap<String, VecDeque<String>> = HashMap::new();
        let (mut followers, settled) = (0, self.now() - SETTLED);
        let mut after: Option<String> = None;
        loop {
            let page = self.store.scan(RecordKind::Event, "", after.as_deref(), PAGE).await?;
            let is_last = page.len() < PAGE;
            let now = self.now();
            for (key, record) in page {
                after = Some(key.clone());
                let mut entry = match record.value().and_then(Entry::decode) {
                    Ok(entry) => entry,
                    Err(error) => {
                        found.unreadable.get_or_insert((key, error, 0)).2 += 1;
                        continue;
                    }
                };
                let mut turn = true;
                if let Some(conversation) = entry.conversation.take().filter(|_| self.rules.in_order) {
                    let line = conversations.entry(conversation).or_default();
                    turn = line.is_empty();
                    // Once a key is left out, all later ones are too.
                    if turn || followers < FOLLOWERS && entry.received_at <= settled {
                        followers += usize::from(!turn);
                        line.push_back(key.clone());
                    }
                }
                match entry.availability(now) {
                    Availability::Free if turn && !self.is_kept(&key, &entry) => found.keys.push_back(key),
                    Availability::Free => {}
                    Availability::Until(due) => {
                        found.due = Some(found.due.map_or(due, |first: DateTime<Utc>| first.min(due)))
                    }
                }
            }
            if is_last || found.keys.len() >= CANDIDATES {
                found.more = !is_last;
                let follows = |mut line: VecDeque<String>| Some((line.pop_front()?, line));
                found.followers_of =
                    conversations.into_values().filter(|line| line.len() > 1).filter_map(follows).collect();
                return Ok(found);
            }
        }
    }

    /// Leases an event, if it still exists and is free.
    async fn claim(&self, key: &str) -> Result<()> {
        let Some((mut entry, version)) = self.claimable(key).await? else { return Ok(()) };
        if entry.acknowledged
            || self.has_ended(&entry).await?
            || self.mark_or_compare(key, &mut entry).await? == Relation::Duplicate
        {
            return Ok(self.remove(key, version).await?);
        }
        let delivery = match entry.delivery() {
            Ok(delivery) if entry.attempts < self.rules.max_attempts && entry.failed_at.is_none() => delivery,
            outcome => {
                // The last worker did not report a result, for example because the event crashes its process.
                let silent = "the last attempt ended without a result".to_owned();
                let reason = outcome.map_or_else(|error| error.to_string(), |_| entry.reason.clone().unwrap_or(silent));
                self.move_to_dead_letters(key, entry, version, &reason).await?;
                return Ok(());
            }
        };
        let now = self.now();
        entry.claim(now, self.rules.lease)?;
        if !self.store_lease(key, &entry, version).await? {
            return Ok(());
        }
        // Since this worker has read the event, another one may have handled it, and a second retry queued it again with the
        // same version. From here on it is leased: what is not marked now has not ended.
        if self.has_ended(&entry).await? {
            return Ok(self.remove(key, version + 1).await?);
        }
        let item = InboxItem {
            id: attempt_id(key, entry.claims),
            delivery,
            attempts: entry.attempts,
            received_at: entry.received_at,
            key_id: entry.key_id,
            leased_until: now + self.rules.lease,
            last_error: entry.reason,
        };
        let until = item.leased_until;
        self.known().ready.push_back((item, until));
        self.wake.notify_one();
        Ok(())
    }

    /// An event and the version of its record, if it still exists and is free.
    async fn claimable(&self, key: &str) -> Result<Option<(Entry, i64)>> {
        let Some(record) = self.store.get(RecordKind::Event, key).await? else {
            // Another process has ended it.
            self.release_follower(key);
            return Ok(None);
        };
        let entry = Entry::decode(record.value()?)?;
        match entry.availability(self.now()) {
            Availability::Until(due) => {
                self.scan_at(due);
                return Ok(None);
            }
            Availability::Free if self.is_kept(key, &entry) => return Ok(None),
            Availability::Free => {}
        }
        if let Some(letter) = &entry.letter {
            // It is left if a process crashed while it queued the event again.
            self.discard(letter).await?;
            if entry.acknowledged {
                self.mark_ended(letter).await?;
            }
        }
        Ok(Some((entry, record.version)))
    }

    /// Writes the lease of an event. Returns whether this worker has the event.
    async fn store_lease(&self, key: &str, entry: &Entry, version: i64) -> Result<bool> {
        let lease = entry.encode()?;
        let stored = self.store.put(RecordKind::Event, key, Some(version), &lease).await;
        // If only the response to the write was lost, this worker has the event, also if the store repeated the write by itself
        // and found another version.
        Ok(matches!(stored, Ok(true)) || self.is_stored(key, version + 1, &lease).await || stored?)
    }

    /// Whether this process handles an event. Its lease then seems to have ended only because the clock was set forward.
    fn is_kept(&self, key: &str, entry: &Entry) -> bool {
        entry.is_leased() && self.known().in_progress.contains(&attempt_id(key, entry.claims))
    }

    /// Whether the record of an event has this version and value.
    async fn is_stored(&self, key: &str, version: i64, value: &[u8]) -> bool {
        let record = self.store.get(RecordKind::Event, key).await.ok().flatten();
        record.is_some_and(|record| record.version == version && record.value().is_ok_and(|stored| stored == value))
    }

    /// Deletes an event that is not handed out.
    async fn remove(&self, key: &str, version: i64) -> Result<(), StoreError> {
        if self.store.delete(RecordKind::Event, key, version).await? {
            self.count_removed();
            self.release_follower(key);
        }
        Ok(())
    }

    /// Moves an event to the dead letters. Returns whether its version was still `version`.
    pub(super) async fn move_to_dead_letters(
        &self,
        key: &str,
        mut entry: Entry,
        version: i64,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let record = self.record(&entry, "dead_letter");
        entry.become_dead_letter(self.now(), reason);
        let (shown, attempts) = (entry.for_display(), entry.attempts);
        let (id, letter) = (letter_id(key, entry.claims), entry.encode()?);
        // The event itself is marked first, which invalidates all earlier attempts: a late worker must not extend or end an
        // event that also becomes a dead letter.
        entry.extend(self.now(), self.rules.lease);
        if !self.store.put(RecordKind::Event, key, Some(version), &entry.encode()?).await? {
            return Ok(false);
        }
        if let Some(retried) = &entry.letter {
            self.mark_ended(retried).await?;
        }
        // The dead letter may exist already, from a process that crashed before the delete.
        self.store.put(RecordKind::DeadLetter, &id, None, &letter).await?;
        // If this takes longer than the lease, another worker has completed the move.
        self.remove(key, version + 1).await?;
        let what = format!("an event was given up after attempt {attempts} and is a dead letter of the inbox now");
        self.warn(&what, &shown);
        self.report(record);
        Ok(true)
    }

    /// Called when an event has ended: the next one of its conversation can be handed out.
    pub(super) fn release_follower(&self, key: &str) {
        if !self.rules.in_order {
            return;
        }
        let mut known = self.known();
        let next = known.followers_of.remove(key).and_then(|mut line| Some((line.pop_front()?, line)));
        match next {
            Some((next, behind)) => {
                let place = known.candidates.partition_point(|candidate| *candidate < next);
                known.candidates.insert(place, next.clone());
                if !behind.is_empty() {
                    known.followers_of.insert(next, behind);
                }
            }
            // It is not known here whether another one follows.
            None => known.more = true,
        }
        drop(known);
        self.wake.notify_one();
    }
}
