use super::super::grant::{GrantWarning, Origin};
use super::*;

fn start() -> DateTime<Utc> {
    "2026-01-01T00:00:00Z".parse().unwrap()
}

fn at(seconds: i64) -> DateTime<Utc> {
    start() + TimeDelta::seconds(seconds)
}

fn reply(lifetime: i64) -> TokenReply {
    TokenReply {
        access_token: "at".into(),
        refresh_token: Some("rt".into()),
        expires_in: lifetime,
        expires_in_assumed: false,
        scope: None,
    }
}

/// A response with its own tokens.
fn named(name: &str) -> TokenReply {
    TokenReply { access_token: format!("at {name}").into(), refresh_token: Some(name.into()), ..reply(3600) }
}

/// The refresh tokens of the spare pairs.
fn spares(grant: &Grant) -> Vec<&str> {
    grant.spares().map(|pair| pair.refresh.as_ref().unwrap().expose()).collect()
}

fn grant(lifetime: i64) -> Grant {
    let origin = Origin {
        name: None,
        user: None,
        client_id: "app".into(),
        redirect_uri: "https://app.example".into(),
        requested_scope: "offline_access".into(),
        consent_at: None,
    };
    Grant::begin(origin, reply(lifetime), start(), start(), None)
}

fn leased(grant: &Grant, owner: &str, now: DateTime<Utc>) -> Grant {
    match plan(grant, owner, now) {
        LeasePlan::Acquire(next) => *next,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_warning_shows_the_age_of_the_refresh_token() {
    let grant = grant(3600);
    let warning = |grant: &Grant, days: i64| grant.info(&"k".into(), false, start() + TimeDelta::days(days)).warning;
    for (days, expected) in [
        (0, None),
        (19, None),
        (20, Some(GrantWarning::Idle)),
        (22, Some(GrantWarning::Idle)),
        (23, Some(GrantWarning::EndsInAWeek)),
        (28, Some(GrantWarning::EndsInAWeek)),
        (29, Some(GrantWarning::EndsInADay)),
        (40, Some(GrantWarning::EndsInADay)),
        (-1, None),
    ] {
        assert_eq!(warning(&grant, days), expected, "{days}");
    }
    assert_eq!(warning(&Grant { state: GrantState::NeedsReauth, ..grant.clone() }, 29), None);
    assert_eq!(warning(&Grant { refresh_issued_at: None, ..grant }, 29), None);
}

#[test]
fn a_token_is_due_between_75_and_80_percent_of_its_life_and_ended_30_seconds_early() {
    let grant = grant(3600);
    for key in 0..200 {
        let decision = |seconds| decide(&grant, &key.to_string(), at(seconds));
        assert_eq!(decision(2699), TokenDecision::UseToken);
        assert_eq!(decision(2881), TokenDecision::RefreshAdvisory);
        assert_eq!(decision(3569), TokenDecision::RefreshAdvisory);
        assert_eq!(decision(3570), TokenDecision::RefreshMandatory);
    }
    assert_eq!(decide(&self::grant(1), "key", start()), TokenDecision::UseToken);
}

#[test]
fn only_the_holder_of_a_lease_that_outlasts_the_request_may_send() {
    let held = leased(&grant(3600), "a", at(0));
    assert!(may_send(&held, "a", held.fence, true, at(19)).is_some());
    assert!(may_send(&held, "a", held.fence, true, at(20)).is_none(), "the lease could end first");
    assert!(may_send(&held, "b", held.fence, true, at(0)).is_none());
    assert!(matches!(plan(&held, "b", at(29)), LeasePlan::Wait { .. }));
    let taken = leased(&held, "b", at(31));
    assert!(may_send(&taken, "a", held.fence, true, at(31)).is_none(), "the lease has gone to another");
    let again = leased(&taken, "b", at(32));
    assert!(may_send(&again, "b", taken.fence, true, at(32)).is_none(), "an older lease of the same process");
}

#[test]
fn the_first_use_is_remembered_and_a_new_window_is_counted() {
    let first = leased(&grant(3600), "a", at(0));
    assert_eq!((first.first_sent_at, first.rounds), (Some(at(0)), 0));
    let replay = leased(&first, "a", at(95));
    assert_eq!((replay.first_sent_at, replay.rounds), (Some(at(0)), 0));
    let late = leased(&first, "a", at(96));
    assert_eq!((late.first_sent_at, late.rounds), (Some(at(96)), 1));
}

#[test]
fn a_clock_jump_does_not_block_refreshes() {
    let held = leased(&grant(3600), "a", at(7200));
    assert!(matches!(plan(&held, "b", at(0)), LeasePlan::Acquire(_)), "a lease further ahead than any can be");
    let attempt = may_send(&held, "a", held.fence, true, at(7200)).unwrap();
    let paused = release_lease(&held, &attempt, RefreshFailure::Unclear, None, at(7200)).unwrap();
    assert!(matches!(plan(&paused, "a", at(7200)), LeasePlan::Pause { .. }));
    assert!(matches!(plan(&paused, "a", at(0)), LeasePlan::Acquire(_)));
}

#[test]
fn a_token_from_before_the_clock_was_set_back_is_due_and_usable() {
    let grant = grant(3600);
    assert_eq!(decide(&grant, "key", at(-900)), TokenDecision::UseToken, "the clocks of two hosts may differ");
    assert_eq!(decide(&grant, "key", at(-901)), TokenDecision::RefreshAdvisory);
    let ended = Grant { state: GrantState::NeedsReauth, ..grant };
    assert_eq!(decide(&ended, "key", at(-3600)), TokenDecision::UseToken);
    assert_eq!(decide(&ended, "key", at(-3601)), TokenDecision::Reauth, "it was set back by more than a token lasts");
}

#[test]
fn a_401_for_a_new_token_counts_after_its_refresh_token_was_sent() {
    let young = grant(3600);
    assert!(!token_may_have_ended(&young, false, false, at(1)));
    assert!(token_may_have_ended(&young, true, false, at(1)), "this process refreshes it");
    let held = leased(&young, "a", at(1));
    assert!(token_may_have_ended(&held, false, false, at(2)), "another process refreshes it");
    let attempt = may_send(&held, "a", held.fence, true, at(1)).unwrap();
    let left = |failure| release_lease(&held, &attempt, failure, None, at(2)).unwrap();
    assert!(token_may_have_ended(&left(RefreshFailure::Unclear), false, false, at(3)), "the platform may have acted");
    assert!(!token_may_have_ended(&left(RefreshFailure::NotDone), false, false, at(3)));
    let Commit::Store(next) = commit(&held, &attempt, named("next"), at(3)) else { panic!() };
    assert!(!token_may_have_ended(&next, false, false, at(4)) && token_may_have_ended(&next, false, false, at(63)));
}

#[test]
fn a_401_that_names_a_new_token_causes_one_refresh_and_no_second_one_within_five_seconds() {
    let young = grant(3600);
    assert!(token_may_have_ended(&young, false, true, at(0)));
    let held = leased(&young, "a", at(1));
    let attempt = may_send(&held, "a", held.fence, true, at(1)).unwrap();
    let Commit::Store(next) = commit(&held, &attempt, named("next"), at(2)) else { panic!() };
    assert!(!token_may_have_ended(&next, false, true, at(2)) && !token_may_have_ended(&next, false, true, at(6)));
    assert!(token_may_have_ended(&next, false, true, at(7)) && !token_may_have_ended(&next, false, false, at(7)));
    let unrenewable = Grant { pair: TokenPair { refresh: None, ..young.pair.clone() }, ..young };
    assert!(!token_may_have_ended(&unrenewable, false, true, at(1)));
}

#[test]
fn proof_that_nothing_happened_clears_the_send_time() {
    let held = leased(&grant(3600), "a", at(0));
    let attempt = may_send(&held, "a", held.fence, true, at(0)).unwrap();
    let first_sent = |failure| release_lease(&held, &attempt, failure, None, at(1)).unwrap().first_sent_at;
    assert_eq!(first_sent(RefreshFailure::NotDone), None);
    assert_eq!(first_sent(RefreshFailure::Unclear), Some(at(0)));
}

#[test]
fn a_refused_pair_is_replaced_by_a_spare() {
    let held = leased(&grant(3600), "a", at(0));
    let early = may_send(&held, "a", held.fence, true, at(0)).unwrap();
    let other = RefreshAttempt { sent_at: at(1), answered_at: at(1), ..early.clone() };
    let Commit::Store(stored) = commit(&held, &other, named("other"), at(2)) else { panic!() };
    let Commit::Spare(both) = commit(&stored, &early, named("early"), at(3)) else { panic!() };
    assert_eq!(both.generation, 2);
    let refused = RefreshAttempt { generation: 2, ..other };
    // The spare was never used: it can be the valid one as long as the pair in use has not been refreshed.
    for seconds in [4, 500, 7200] {
        let Refusal::Promote(next) = refuse(&both, &refused, "", at(seconds)) else { panic!("{seconds}") };
        assert_eq!((next.generation, next.spare), (3, None));
    }
    let used = leased(&both, "a", at(300));
    let next = may_send(&used, "a", used.fence, true, at(300)).unwrap();
    assert!(matches!(commit(&used, &next, reply(3600), at(301)), Commit::Store(next) if next.spare.is_none()));
}

#[test]
fn a_suspended_process_keeps_both_pairs_and_a_401_decides() {
    let held = leased(&grant(3600), "a", at(0));
    let stalled = may_send(&held, "a", held.fence, true, at(0)).unwrap();
    let other = RefreshAttempt { sent_at: at(31), answered_at: at(31), ..stalled.clone() };
    let Commit::Store(stored) = commit(&held, &other, named("other"), at(32)) else { panic!() };
    assert!(!token_may_have_ended(&stored, false, false, at(33)));
    let late = RefreshAttempt { answered_at: at(40), ..stalled };
    let Commit::Store(both) = commit(&stored, &late, named("late"), at(40)) else { panic!() };
    assert_eq!(both.spare, Some(stored.pair));
    assert!(token_may_have_ended(&both, false, false, at(41)));
}

/// A grant whose processes were all suspended during a refresh: each lease expired and another followed, and then all
/// responses arrived.
fn after_stalls(names: &[&str]) -> Grant {
    let mut grant = grant(3600);
    let attempts: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, turn)| {
            grant = leased(&grant, name, at(31 * turn));
            may_send(&grant, name, grant.fence, turn == 0, at(31 * turn)).unwrap()
        })
        .collect();
    let back = at(31 * names.len() as i64);
    for (attempt, (name, turn)) in attempts.into_iter().zip(names.iter().zip(0..)) {
        let attempt = RefreshAttempt { answered_at: back + TimeDelta::seconds(turn), ..attempt };
        let Commit::Store(next) = commit(&grant, &attempt, named(name), back + TimeDelta::seconds(turn)) else {
            panic!("{name}")
        };
        grant = *next;
    }
    grant
}

#[test]
fn all_pairs_of_a_window_are_kept_and_the_last_is_tried_first() {
    let mut grant = after_stalls(&["a", "b", "c", "d"]);
    assert_eq!((grant.pair.refresh.clone(), spares(&grant)), (Some("d".into()), vec!["c", "b", "a"]));
    for (now, next) in [(200, "c"), (300, "b"), (400, "a")] {
        assert!(token_may_have_ended(&grant, false, false, at(now)));
        let held = leased(&grant, "e", at(now));
        let refused = may_send(&held, "e", held.fence, true, at(now)).unwrap();
        let Refusal::Promote(promoted) = refuse(&held, &refused, "", at(now)) else { panic!("{next}") };
        assert_eq!((promoted.generation, promoted.pair.refresh.clone()), (grant.generation + 1, Some(next.into())));
        grant = *promoted;
    }
    assert!(!token_may_have_ended(&grant, false, false, at(401)), "no spare is left");
    let held = leased(&grant, "e", at(500));
    let refused = may_send(&held, "e", held.fence, true, at(500)).unwrap();
    assert!(matches!(refuse(&held, &refused, "", at(500)), Refusal::End(_)));
}

#[test]
fn a_successful_refresh_of_the_pair_in_use_drops_the_spares() {
    let held = leased(&after_stalls(&["a", "b", "c", "d"]), "e", at(200));
    let attempt = may_send(&held, "e", held.fence, true, at(200)).unwrap();
    let Commit::Store(next) = commit(&held, &attempt, named("e"), at(201)) else { panic!() };
    assert_eq!((spares(&next), next.previous.clone().unwrap().refresh), (vec![], Some("d".into())));
}

#[test]
fn a_late_response_keeps_the_replaced_refresh_token_until_its_window_ends() {
    let grant = after_stalls(&["a", "b"]);
    let previous = grant.previous.unwrap();
    assert_eq!((previous.refresh, previous.first_sent_at), (Some("rt".into()), at(0)));
}

#[test]
fn a_late_response_replaces_or_joins_the_other_pairs() {
    let grant = after_stalls(&["a", "b", "c"]);
    let late = |sent, answered| RefreshAttempt {
        login_number: grant.login_number,
        generation: 1,
        fence: 9,
        sent_at: at(sent),
        answered_at: at(answered),
        first: false,
    };
    let Commit::Spare(next) = commit(&grant, &late(93, 94), named("d"), at(115)) else { panic!() };
    assert_eq!((&next.pair, spares(&next)), (&grant.pair, vec!["d", "b", "a"]));
    let Commit::Store(next) = commit(&grant, &late(113, 114), named("d"), at(115)) else { panic!() };
    assert_eq!((next.pair.refresh.clone(), spares(&next)), (Some("d".into()), vec!["c", "b", "a"]));
    // As many as one window can produce are kept. Beyond that, the oldest are dropped.
    let Commit::Store(next) = commit(&next, &late(100, 116), named("e"), at(116)) else { panic!() };
    assert_eq!(spares(&next), ["d", "c", "b"]);
}

#[test]
fn a_pair_with_known_tokens_does_not_become_a_spare() {
    let grant = after_stalls(&["a", "a", "b", "a", "b"]);
    assert_eq!((grant.pair.refresh.clone(), spares(&grant)), (Some("b".into()), vec!["a"]));
}

#[test]
fn records_with_one_and_with_many_spares_are_compatible() {
    use crate::stores::Stored;

    let many = after_stalls(&["a", "b", "c", "d"]);
    let one = after_stalls(&["c", "d"]);
    assert_eq!((spares(&many), spares(&one)), (vec!["c", "b", "a"], vec!["c"]));
    for grant in [&many, &one] {
        assert_eq!(&Grant::decode(&grant.encode().unwrap()).unwrap(), grant);
    }
    let form = |grant: &Grant| serde_json::from_slice::<serde_json::Value>(&grant.encode().unwrap()).unwrap();
    assert!(form(&one).get("more_spares").is_none(), "one spare is stored in the earlier format");
    assert_eq!(form(&many)["spare"]["refresh"], form(&one)["spare"]["refresh"], "the first spare keeps its field");
}

#[test]
fn refusals_since_a_time_far_in_the_future_are_counted_from_now() {
    let begun = leased(&grant(3600), "a", at(0));
    let attempt = may_send(&begun, "a", begun.fence, true, at(0)).unwrap();
    let far = at(0) + TimeDelta::days(365 * 7973);
    let grant = Grant { refusals: 3, refused_since: Some(far), ..begun };
    let noted = release_lease(&grant, &attempt, RefreshFailure::Refused, None, at(1)).unwrap();
    assert_eq!((noted.refusals, noted.refused_since), (4, Some(at(1))), "the clock was far ahead");
    let noted = Grant { refusals: REFUSALS - 1, ..noted };
    assert!(is_last_refusal(&noted, at(1) + REFUSED_FOR));
}
