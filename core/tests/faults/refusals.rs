//! Responses that are final: one request, whatever the endpoint.

use super::*;

/// The statuses of fault F27 in `tests/faults.tsv`.
const F27_STATUSES: [i64; 6] = [400, 403, 404, 409, 412, 422];

/// How many of them the sandbox has answered with.
fn f27_statuses_in(answered: &BTreeSet<i64>) -> usize {
    F27_STATUSES.iter().filter(|status| answered.contains(*status)).count()
}

#[tokio::test]
async fn a_refusal_takes_one_request_on_every_row() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let (mut rounds, mut answered) = (Vec::new(), BTreeMap::<_, BTreeSet<_>>::new());
    for refusal in [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 451, 501] {
        let mut calls = Calls::default();
        for row in callable() {
            calls.push(row, refusal, with_fault(&caller, row, &status(refusal)).await);
            let last = fixture.world.ledger().requests_to(row.name).last().map(|request| request.status);
            answered.entry(row.name).or_default().extend(last);
        }
        measured("F27", "every endpoint", &[("requests of one call", calls.most_requests())]);
        rounds.push((refusal, calls));
    }
    // Of the endpoint that has answered with the fewest of them.
    let statuses = answered.values().map(f27_statuses_in).min().unwrap();
    measured("F27", "every endpoint", &[("statuses", statuses as f64)]);
    assert_eq!(statuses, F27_STATUSES.len());
    for (refusal, calls) in rounds {
        calls.assert_all(&(CallOutcome::Refused(refusal), 1));
    }
}

#[tokio::test]
async fn a_code_is_exchanged_once_with_any_response() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let mut exchanges = 0;
    let refusals = [400, 401, 403, 404, 409, 412, 422, 301, 307].map(status);
    let broken = [Effect::BadJson {}, Effect::EndlessBody {}, Effect::GzipBomb { mebibytes: 1 }];
    for effect in unclear().into_iter().chain(refusals).chain(broken) {
        let login = platform.oauth().start(Login::new(["USER_PHONE"], "browser")).await.unwrap();
        let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
        fixture.world.faults().once("oauth.exchange", effect.clone());
        platform.oauth().callback(&back, "browser").await.unwrap_err();
        let requests = fixture.count("oauth.exchange") - exchanges;
        measured("F27", "token exchange", &[("requests of one call", requests as f64)]);
        assert_eq!(requests, 1, "{effect:?}");
        exchanges += requests;
        fixture.world.faults().clear();
        let again = platform.oauth().callback(&back, "browser").await.unwrap_err();
        assert_eq!(again.code(), "state_mismatch", "{effect:?}");
        assert_eq!(fixture.count("oauth.exchange"), exchanges, "{effect:?}");
    }
    let answered: BTreeSet<_> =
        fixture.world.ledger().requests_to("oauth.exchange").iter().map(|request| request.status).collect();
    let statuses = f27_statuses_in(&answered);
    measured("F27", "token exchange", &[("statuses", statuses as f64)]);
    assert_eq!(statuses, F27_STATUSES.len());
}

#[tokio::test]
async fn a_login_can_be_completed_after_a_429_of_the_exchange() {
    // The user's browser sends the same address again.
    let fixture = Fixture::start().await.repeats_writes();
    let platform = fixture.client();
    let login = platform.oauth().start(Login::new(["USER_PHONE"], "browser")).await.unwrap();
    let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    fixture.world.faults().once("oauth.exchange", status(429));
    platform.oauth().callback(&back, "browser").await.unwrap_err();
    assert_eq!(fixture.count("oauth.exchange"), 1, "it is not retried automatically");
    platform.oauth().callback(&back, "browser").await.unwrap();
    assert_eq!(fixture.count("oauth.exchange"), 2);
}
