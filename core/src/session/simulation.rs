//! Simulation of the protocol with random schedules: several processes with one store and one platform. Any process can crash,
//! be suspended or lose its response at any step. Every schedule is derived from its seed, so a failure can be repeated.
//!
//! The model of the platform has the known grace semantics and the strictest rule about them: sending an old refresh token
//! that is no longer valid ends the whole token family, and the use of an access token counts as use of its pair. After every
//! schedule, once the faults have ended, these invariants must hold:
//!
//! 1. A request with an unknown outcome is not repeated after the window, unless the repetition starts the next window.
//! 2. A grant does not end while the platform would accept a pair that arrived at a process that is still running.
//! 3. The stored pair is valid or is replaced by a spare one that is, or the grant is marked as ended.
//! 4. A family ends only by a request that no client can prevent: that of a process that was suspended between its last check
//!    and the request, or the repetition of a request without a response.
//! 5. If the store loses writes, a pair that a running process has read and the platform accepts is stored again as soon as
//!    that process reads the store.

mod random;
mod server;

use chrono::{DateTime, TimeDelta, Utc};

use random::NO_FAULTS;
use server::{ALL, Grace, Server};

use super::grant::{Grant, GrantState, Origin, TokenPair};
use super::protocol::*;
use crate::model::token::TokenReply;

/// The state of a process.
#[derive(Clone, Debug)]
enum Step {
    Idle,
    Leased {
        fence: i64,
        first: bool,
    },
    /// The check is done. The next step sends the request, however late it comes.
    Checked {
        attempt: RefreshAttempt,
        token: usize,
    },
    /// The platform has processed the request. `None`: it refused.
    Answered {
        attempt: RefreshAttempt,
        answer: Option<usize>,
    },
    /// The process has received the pair. The next step stores it.
    Read {
        attempt: RefreshAttempt,
        id: usize,
    },
    /// The response was lost, or the platform failed before it processed the request.
    Broken {
        attempt: RefreshAttempt,
    },
}

fn reply(id: usize) -> TokenReply {
    TokenReply {
        access_token: format!("a{id}").into(),
        refresh_token: Some(format!("{id}").into()),
        expires_in: 3600,
        expires_in_assumed: false,
        scope: None,
    }
}

fn number(pair: &TokenPair) -> usize {
    pair.refresh.as_ref().unwrap().expose().parse().unwrap()
}

/// The probabilities of the faults.
#[derive(Clone, Copy)]
struct FaultRates {
    crash: f64,
    lose_request: f64,
    lose_response: f64,
    stall: f64,
    /// How many suspensions there may be.
    stalls: u32,
}

/// The fault at one step of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    LosesRequest,
    LosesResponse,
}

/// A random number generator (splitmix64) that depends only on the seed. It is cheap compared to the protocol itself.
#[derive(Clone)]
struct Rng(u64);

impl Rng {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `from` to less than `to`.
    fn between(&mut self, from: i64, to: i64) -> i64 {
        from + (self.roll() % (to - from) as u64) as i64
    }

    fn chance(&mut self, probability: f64) -> bool {
        ((self.roll() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }
}

#[derive(Clone)]
struct World {
    random: Rng,
    now: DateTime<Utc>,
    server: Server,
    grant: Grant,
    processes: Vec<Step>,
    /// Until when each process is suspended.
    frozen: Vec<DateTime<Utc>>,
    rates: FaultRates,
    /// In seconds.
    longest_stall: i64,
    sent: u32,
    /// Whether a response with tokens was lost for good, so that no client could know them.
    lost: bool,
    /// The pairs that arrived at a process.
    arrived: Vec<usize>,
    /// A request that no client can prevent has ended the family.
    unavoidable: bool,
    store: Store,
}

/// How many of its last writes a store can lose.
const LOST_WRITES: usize = 3;

/// The history of a store that can lose writes, and what each process knows of it.
#[derive(Clone, Default)]
struct Store {
    /// Whether the store can lose writes. If not, nothing else in this struct is recorded.
    forgets: bool,
    went_back: bool,
    /// The states before the last writes, the latest last.
    history: Vec<Grant>,
    /// The last state that each process has read or written.
    known: [Option<Grant>; 4],
}

impl World {
    fn new(seed: u64, grace: Grace, rates: FaultRates) -> Self {
        let start: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().unwrap();
        let origin = Origin {
            name: None,
            user: None,
            client_id: "app".into(),
            redirect_uri: "https://app.example".into(),
            requested_scope: "offline_access".into(),
            consent_at: None,
        };
        Self {
            random: Rng(seed),
            now: start + TimeDelta::hours(2),
            server: Server::new(grace),
            grant: Grant::begin(origin, reply(0), start, start, None),
            processes: vec![Step::Idle; 4],
            frozen: vec![start; 4],
            rates,
            longest_stall: 80 / i64::from(rates.stalls.max(1)),
            sent: 0,
            lost: false,
            arrived: vec![0],
            unavoidable: false,
            store: Store::default(),
        }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.random.chance(probability)
    }

    /// Lets one process make one step, and advances the time.
    fn tick(&mut self) {
        self.now += TimeDelta::milliseconds(self.random.between(1, 300));
        let index = self.random.between(0, self.processes.len() as i64) as usize;
        if self.now < self.frozen[index] {
            return;
        }
        if self.rates.stalls > 0 && self.chance(self.rates.stall) {
            // Longer than a lease. All of them together end before the window, even if they hit one process.
            let seconds = self.random.between(31, self.longest_stall);
            self.frozen[index] = self.now + TimeDelta::seconds(seconds);
            self.rates.stalls -= 1;
            return;
        }
        if self.chance(self.rates.crash) {
            self.crash(index);
            return;
        }
        let sends = matches!(self.processes[index], Step::Checked { .. });
        let fault = if sends && self.chance(self.rates.lose_request) {
            Fault::LosesRequest
        } else if sends && self.chance(self.rates.lose_response) {
            Fault::LosesResponse
        } else {
            Fault::None
        };
        self.advance(index, fault);
    }

    /// Ends a process, and starts another one in its place.
    fn crash(&mut self, index: usize) {
        self.lost |= matches!(self.processes[index], Step::Answered { answer: Some(_), .. } | Step::Read { .. });
        self.processes[index] = Step::Idle;
        self.store.known[index] = None;
    }

    /// A process reads the grant. If the store has lost writes, the process writes back what it knows.
    fn look(&mut self, index: usize) {
        if !self.store.forgets {
            return;
        }
        if let Some(newer) = self.store.known[index].as_ref().and_then(|known| restore(&self.grant, known, self.now)) {
            assert!(self.store.went_back, "the store has lost nothing");
            self.write(index, newer);
        }
        self.store.known[index] = Some(self.grant.clone());
    }

    fn write(&mut self, index: usize, next: Grant) {
        let before = std::mem::replace(&mut self.grant, next);
        if self.store.forgets {
            self.store.history.push(before);
            if self.store.history.len() > LOST_WRITES {
                self.store.history.remove(0);
            }
            self.store.known[index] = Some(self.grant.clone());
        }
    }

    /// The store loses its last writes.
    fn lose_writes(&mut self, writes: usize) {
        self.store.went_back = true;
        for _ in 0..writes {
            self.grant = self.store.history.pop().expect("the history is long enough");
        }
    }

    fn is_fresh(&self, id: usize) -> bool {
        self.server.tokens[id].alive && self.server.tokens[id].used_at.is_none()
    }

    /// Whether a process knows a pair that the platform accepts and that was not refreshed.
    fn is_known_alive(&self) -> bool {
        let mut active = self.store.known.iter().flatten().filter(|known| known.state == GrantState::Active);
        // A used refresh token may be accepted for a while, but newer pairs were issued for it.
        active.any(|known| self.is_fresh(number(&known.pair)))
    }

    /// Lets a process make its next step.
    fn advance(&mut self, index: usize, fault: Fault) {
        let step = std::mem::replace(&mut self.processes[index], Step::Idle);
        self.processes[index] = self.after(index, step, fault);
    }

    fn after(&mut self, index: usize, step: Step, fault: Fault) -> Step {
        let (name, now) = (format!("w{index}"), self.now);
        if !matches!(step, Step::Checked { .. } | Step::Answered { answer: Some(_), .. }) {
            self.look(index);
        }
        match step {
            Step::Idle => {
                if decide(&self.grant, "key", now) != TokenDecision::RefreshMandatory {
                    return Step::Idle;
                }
                let LeasePlan::Acquire(next) = plan(&self.grant, &name, now) else { return Step::Idle };
                let first = self.grant.first_sent_at.is_none();
                let fence = next.fence;
                self.write(index, *next);
                Step::Leased { fence, first }
            }
            Step::Leased { fence, first } => match may_send(&self.grant, &name, fence, first, now) {
                Some(attempt) => Step::Checked { attempt, token: number(&self.grant.pair) },
                None => Step::Idle,
            },
            Step::Checked { attempt, token } => {
                self.sent += 1;
                self.check_window(&attempt);
                if fault == Fault::LosesRequest {
                    return Step::Broken { attempt };
                }
                let whole = !self.server.family_ended;
                let answer = self.server.refresh(token, now);
                if whole && self.server.family_ended {
                    self.check_end(&attempt);
                }
                if fault == Fault::LosesResponse {
                    self.lost |= answer.is_some();
                    return Step::Broken { attempt };
                }
                Step::Answered { attempt, answer }
            }
            Step::Answered { attempt, answer: Some(id) } => {
                // The time is taken when the response is read, which is late in a suspended process.
                Step::Read { attempt: RefreshAttempt { answered_at: now, ..attempt }, id }
            }
            Step::Answered { attempt, answer: None } => {
                match refuse(&self.grant, &attempt, "refused", now) {
                    Refusal::Promote(next) | Refusal::End(next) => self.write(index, *next),
                    Refusal::Adopt => {}
                }
                Step::Idle
            }
            Step::Read { attempt, id } => {
                self.arrived.push(id);
                match commit(&self.grant, &attempt, reply(id), now) {
                    Commit::Store(next) | Commit::Spare(next) => self.write(index, *next),
                    Commit::Drop => {}
                }
                // The call for which the token was refreshed follows at once.
                self.server.call(number(&self.grant.pair));
                Step::Idle
            }
            Step::Broken { attempt } => {
                if let Some(next) = release_lease(&self.grant, &attempt, RefreshFailure::Unclear, None, now) {
                    self.write(index, next);
                }
                Step::Idle
            }
        }
    }

    /// Checks invariant 4.
    fn check_end(&mut self, attempt: &RefreshAttempt) {
        let was_suspended = self.now - attempt.sent_at > DEADLINE;
        assert!(
            was_suspended || !attempt.first || self.store.went_back,
            "an avoidable request ended the family: {attempt:?}"
        );
        self.unavoidable = true;
    }

    /// Checks invariant 1, as far as the process could know when it checked.
    fn check_window(&self, attempt: &RefreshAttempt) {
        let first = if self.grant.generation == attempt.generation { self.grant.first_sent_at } else { None };
        if let Some(first) = first.filter(|first| *first <= attempt.sent_at) {
            assert!(in_window(first, attempt.sent_at), "sent {} after the first request", attempt.sent_at - first);
        }
    }

    /// Runs without further faults until all processes are idle and no refresh is due.
    fn run_without_faults(&mut self) {
        self.rates = NO_FAULTS;
        for _ in 0..20_000 {
            self.tick();
            if self.is_settled() {
                return;
            }
        }
        panic!("never settled: {:?}", self.grant);
    }

    /// Whether no process is busy, and none will start.
    fn is_settled(&self) -> bool {
        let due = decide(&self.grant, "key", self.now) == TokenDecision::RefreshMandatory;
        !self.is_busy() && (self.grant.state == GrantState::NeedsReauth || !due)
    }

    fn is_busy(&self) -> bool {
        self.processes.iter().any(|step| !matches!(step, Step::Idle))
    }

    /// Until when a lease or a pause prevents the next refresh.
    fn waits_until(&self) -> DateTime<Utc> {
        let until = self.grant.lease.as_ref().map(|lease| lease.until).max(self.grant.retry_at);
        until.expect("a reason to wait")
    }

    /// Whether the grant has a pair that the platform accepts: the one in use, or a spare one, which replaces it when it is
    /// refused.
    fn is_alive(&self) -> bool {
        let mut pairs = std::iter::once(&self.grant.pair).chain(self.grant.spares());
        self.grant.state == GrantState::Active && pairs.any(|pair| self.server.accepts(number(pair), self.now))
    }

    /// Whether a refresh without further faults, `later` from now, ends with a valid pair. It also checks that the refresh
    /// ends, however many spares there are to try.
    fn recovers(&self, later: TimeDelta) -> bool {
        let mut world = self.clone();
        world.now += later;
        while world.grant.state == GrantState::Active {
            // Forces a refresh, as after a 401.
            world.grant.pair.expires_at = world.now;
            let generation = world.grant.generation;
            world.advance(0, Fault::None);
            if matches!(world.processes[0], Step::Idle) {
                world.now = world.waits_until();
                continue;
            }
            while !matches!(world.processes[0], Step::Idle | Step::Read { .. }) {
                world.advance(0, Fault::None);
            }
            if matches!(world.processes[0], Step::Read { .. }) {
                world.advance(0, Fault::None);
                return world.grant.generation > generation
                    && world.server.accepts(number(&world.grant.pair), world.now);
            }
        }
        false
    }

    /// Checks invariants 2, 3 and 5 at the end of a schedule.
    fn check_end_state(&self) {
        if !self.store.went_back {
            return self.check_pairs();
        }
        let (mut world, known) = (self.clone(), self.is_known_alive());
        // Each process reads the store, as at its next call.
        for index in 0..world.processes.len() {
            world.look(index);
        }
        assert!(world.is_alive() || !known, "a pair that a running process has read is lost");
        // A pair that no running process knows can be lost.
        if known {
            world.check_pairs();
        }
    }

    fn check_pairs(&self) {
        let excused = self.lost || self.unavoidable;
        assert!(self.is_alive() || excused, "no valid pair is left");
        assert!(self.is_alive() || !self.arrived.iter().any(|id| self.is_fresh(*id)), "a pair that arrived is lost");
        for later in [TimeDelta::zero(), TimeDelta::hours(1)] {
            // A grant that does not recover must be marked as ended.
            assert!(self.recovers(later) || !self.is_alive(), "{later}: it does not recover");
        }
    }
}

fn run(seed: u64, grace: Grace, rates: FaultRates) -> World {
    let mut world = World::new(seed, grace, rates);
    let ticks = world.random.between(5, 60);
    for _ in 0..ticks {
        world.tick();
    }
    world.run_without_faults();
    world.check_end_state();
    world
}

mod exhaustive;
