//! Processes that need a refresh, or handle the callback of a login, at the same time.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_processes_with_eight_calls_each_make_one_refresh() {
    for store in &Store::all() {
        let kind = match store {
            Store::File(_) => "SQLite, the store in a file",
            Store::Server(server) if server.address().starts_with("postgres") => "PostgreSQL",
            Store::Server(_) | Store::Replicas(_) => "Redis",
        };
        let mut setup = Setup::new(Grace::Strict, store).await;
        let mut children: Vec<_> = (0..8).map(|_| setup.child()).collect();
        let mut alive = 0;
        for round in 1..=rounds(5) {
            setup.advance(2 * HOUR).await;
            // The ledger drops old requests, so their numbers are compared instead of their count.
            let newest =
                |fixture: &Fixture| fixture.world.ledger().requests().last().map_or(0, |request| request.number);
            let before = newest(&setup.fixture);
            children.iter_mut().for_each(|child| child.call(8));
            let good: usize = children.iter_mut().map(ChildProcess::good).sum();
            let refreshes = setup.fixture.world.ledger().requests_to("oauth.refresh");
            let fresh = refreshes.iter().filter(|request| request.number > before).count();
            measured("F02", kind, &[("token requests in a trial", fresh as f64), ("calls that succeed", good as f64)]);
            assert_eq!((fresh, good), (1, 64), "round {round}");
            alive += usize::from(setup.fixture.newest_token_works());
        }
        drop(children);
        setup.check_pair().await;
        measured("F02", kind, &[("trials that leave a live pair", alive as f64)]);
        assert_eq!(alive, rounds(5));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_in_four_processes_succeed_while_a_ten_second_token_is_refreshed() {
    for store in &Store::all() {
        let mut setup = Setup::new(Grace::Fork, store).await;
        setup.fixture.world.set_oauth_rules(|rules| {
            rules.old_access_token = OldAccessToken::EndsAtOnce;
            rules.access_token_seconds = 10;
        });
        setup.fixture.world.unfreeze();
        setup.grant = setup.fixture.log_in(&setup.client(), "seller", SCOPES).await;
        setup.fixture.always("oauth.refresh", vec![Effect::Delay { milliseconds: 800, moment: Moment::After }]);
        let mut children: Vec<_> = (0..4).map(|_| setup.child()).collect();
        let mut calls = 0;
        for _ in 0..rounds(3) {
            let pairs = setup.fixture.world.tokens().len();
            // Due within a second: all processes make calls before, during and after the refresh.
            setup.advance(7).await;
            let mut after = 0;
            while after < 2 {
                after += usize::from(setup.fixture.world.tokens().len() > pairs && setup.fixture.newest_token_works());
                children.iter_mut().for_each(|child| child.call(8));
                children.iter_mut().for_each(|child| child.expect(8));
                calls += 32;
            }
            assert_eq!(setup.fixture.world.tokens().len(), pairs + 1, "one of them refreshed");
        }
        let refused = setup.fixture.world.ledger().requests_to("users.me").iter().filter(|r| r.status == 401).count();
        println!("{}: {calls} calls, {refused} of them refused once", store.address().split(':').next().unwrap());
        assert!(refused > 0, "no call met a refresh");
    }
}

/// Figure SEC-03 of `tests/parts/figures`, for logins that the user granted and denied.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs an otherwise idle machine: tests/run figures"]
async fn a_callback_handled_by_eight_processes_completes_the_login_once() {
    for store in &Store::all() {
        let setup = Setup::new(Grace::Strict, store).await;
        let client = setup.client();
        let mut children: Vec<_> = (0..8).map(|_| setup.child()).collect();
        for round in 1..=rounds(4) {
            let login = Login::new(SCOPES.iter().copied(), "browser").for_user("seller");
            let page = client.oauth().start(login).await.unwrap().url;
            let decision = match round % 4 {
                0 => Decision::Deny {},
                _ => Decision::Approve { user: "seller".into() },
            };
            let back = setup.fixture.world.consent(&page, decision).unwrap();
            let newest =
                |fixture: &Fixture| fixture.world.ledger().requests().last().map_or(0, |request| request.number);
            let before = newest(&setup.fixture);
            children.iter_mut().for_each(|child| child.write_line(&format!("64 {back}")));
            let mut heard: Vec<_> = children.iter_mut().map(ChildProcess::read_line).collect();
            heard.sort();
            assert_eq!((&heard[..7], &*heard[7]), (&["GOOD 0"; 7].map(str::to_owned)[..], "GOOD 1"), "round {round}");
            let requests = setup.fixture.world.ledger().requests();
            let exchanges = requests.iter().filter(|request| request.number > before).count();
            assert_eq!(exchanges, usize::from(round % 4 > 0), "round {round}");
        }
        println!("{}: {} states", store.address().split(':').next().unwrap(), rounds(4));
    }
}
