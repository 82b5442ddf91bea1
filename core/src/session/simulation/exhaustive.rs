//! All schedules of a few processes with a few faults.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};

use super::*;

/// Longer than a lease. [`STALLS`] of them in a row end before the window does.
const STALL: TimeDelta = TimeDelta::seconds(31);
const STALLS: u32 = 3;

/// A state of the world whose possible continuations are explored.
#[derive(Clone)]
struct Branch {
    world: World,
    /// How many faults can still occur.
    faults: u32,
    /// How many suspensions of all processes can still occur.
    stalls: u32,
    /// How many times the store can still lose writes.
    losses: u32,
    /// The events so far, each with its process, for the report of a failure.
    path: Vec<(&'static str, Option<usize>)>,
}

impl Branch {
    fn new(grace: Grace, processes: usize, faults: u32, losses: u32) -> Self {
        let mut world = World::new(0, grace, NO_FAULTS);
        world.processes.truncate(processes);
        world.store.forgets = losses > 0;
        Self { world, faults, stalls: STALLS, losses, path: Vec::new() }
    }

    fn then(&self, what: &'static str, whom: Option<usize>, happen: impl FnOnce(&mut Self)) -> Self {
        let mut next = self.clone();
        // No two events have the same time.
        next.world.now += TimeDelta::milliseconds(1);
        happen(&mut next);
        next.path.push((what, whom));
        next
    }

    fn with_fault(&self, what: &'static str, whom: Option<usize>, fault: impl FnOnce(&mut Self)) -> Self {
        self.then(what, whom, |next| {
            next.faults -= 1;
            fault(next);
        })
    }

    /// All states that can follow.
    fn next(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut stands_for_others = false;
        for index in 0..self.world.processes.len() {
            let step = &self.world.processes[index];
            if matches!(step, Step::Idle) {
                // Idle processes are equivalent, except for the owner of the lease and those with a cached grant.
                let named = self.world.grant.lease.as_ref().is_some_and(|lease| lease.owner == format!("w{index}"));
                let special = named || self.world.store.known[index].is_some();
                if !self.may_begin() || (!special && std::mem::replace(&mut stands_for_others, true)) {
                    continue;
                }
            }
            let whom = Some(index);
            all.push(self.then("goes on", whom, |next| next.world.advance(index, Fault::None)));
            if self.faults == 0 {
                continue;
            }
            if !matches!(step, Step::Idle) {
                all.push(self.with_fault("crashes", whom, |next| next.world.crash(index)));
            }
            if matches!(step, Step::Checked { .. }) {
                let lose = |fault| move |next: &mut Self| next.world.advance(index, fault);
                all.push(self.with_fault("loses its request", whom, lose(Fault::LosesRequest)));
                all.push(self.with_fault("loses its answer", whom, lose(Fault::LosesResponse)));
            }
        }
        if self.faults > 0 && self.stalls > 0 && self.world.is_busy() {
            all.push(self.with_fault("all stand still", None, |next| {
                next.stalls -= 1;
                next.world.now += STALL;
            }));
        }
        if self.losses > 0 {
            for writes in 1..=self.world.store.history.len() {
                all.push(self.then("lost by the store", Some(writes), |next| {
                    next.losses -= 1;
                    next.world.lose_writes(writes);
                }));
            }
        }
        if !self.world.is_busy() && !self.may_begin() && !self.world.is_settled() {
            let until = self.world.waits_until();
            all.push(self.then("time passes", None, |next| next.world.now = until + TimeDelta::milliseconds(1)));
        }
        all
    }

    /// Whether an idle process would start a refresh.
    fn may_begin(&self) -> bool {
        let World { grant, now, .. } = &self.world;
        decide(grant, "key", *now) == TokenDecision::RefreshMandatory
            && matches!(plan(grant, "any", *now), LeasePlan::Acquire(_))
    }

    /// A hash that is equal for equivalent states: times are compared by their second and their order.
    fn print(&self) -> u64 {
        let World { now, server, grant, processes, lost, unavoidable, store, .. } = &self.world;
        let grant = serde_json::to_string(grant).unwrap();
        let left = (self.faults, self.stalls, self.losses);
        let mut text = format!("{now:?} {server:?} {processes:?} {grant} {lost} {unavoidable} {left:?}");
        if store.forgets {
            let history = if self.losses > 0 { &store.history[..] } else { &[] };
            text += &serde_json::to_string(&(store.went_back, history, &store.known)).unwrap();
        }
        let mut parts: Vec<_> = text.split("2026-01-01T").collect();
        let mut hasher = DefaultHasher::new();
        hasher.write(parts.remove(0).as_bytes());
        let instants: Vec<_> = parts.iter().map(|part| part.split_once('Z').unwrap()).collect();
        let mut order: Vec<_> = instants.iter().map(|(instant, _)| *instant).collect();
        order.sort_unstable();
        order.dedup();
        for (instant, rest) in instants {
            hasher.write(instant.split('.').next().unwrap_or_default().as_bytes());
            hasher.write_usize(order.binary_search(&instant).unwrap());
            hasher.write(rest.as_bytes());
        }
        hasher.finish()
    }
}

/// Explores all schedules. Returns the number of distinct states.
fn explore(grace: Grace, processes: usize, faults: u32, losses: u32) -> usize {
    let mut known = HashSet::new();
    let mut open = vec![Branch::new(grace, processes, faults, losses)];
    while let Some(branch) = open.pop() {
        if !known.insert(branch.print()) {
            continue;
        }
        let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let next = branch.next();
            if !branch.world.is_busy() && branch.world.is_settled() {
                branch.world.check_end_state();
            }
            next
        }));
        match held {
            Ok(next) => open.extend(next),
            Err(_) => panic!("{grace:?}: {:#?}\n{:#?}", branch.path, branch.world.grant),
        }
    }
    known.len()
}

/// All but one of the processes may be suspended, so that each can have a response and none can tell which pair is the
/// newest. `OPEN_PLATFORM_SIMULATED_PROCESSES` sets the number of processes (four fit into a window),
/// `OPEN_PLATFORM_SIMULATED_FAULTS` the number of faults.
#[test]
fn a_few_processes_with_faults_lose_no_grant() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u32>().ok());
    let processes = asked("OPEN_PLATFORM_SIMULATED_PROCESSES").unwrap_or(3) as usize;
    let faults = asked("OPEN_PLATFORM_SIMULATED_FAULTS").unwrap_or(processes as u32 - 1);
    for grace in ALL {
        let began = std::time::Instant::now();
        let worlds = explore(grace, processes, faults, 0);
        println!("{grace:?}, {processes} processes, {faults} faults: {worlds} worlds {:?}", began.elapsed());
    }
}

/// The store loses up to three writes at any time, in addition to one other fault.
#[test]
fn two_processes_restore_what_their_store_lost() {
    for grace in ALL {
        let began = std::time::Instant::now();
        let worlds = explore(grace, 2, 1, 1);
        println!("{grace:?}, a store that loses writes: {worlds} worlds {:?}", began.elapsed());
    }
}
