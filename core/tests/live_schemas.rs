//! The published shapes of the live platform's operations (`tests/schemas`): every request of the SDK and every response
//! of the sandbox matches them, except for the differences that are listed there with their reasons.

#[path = "live_schemas/shapes.rs"]
mod shapes;
mod support;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use open_platform::api::endpoints;
use open_platform::live::{OPERATIONS, operation_of};
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use serde_json::{Value, json};
use shapes::{Finding, Operation, Part, Shapes};
use support::Fixture;
use support::endpoint_caller::{EndpointCaller, callable};

/// The operations that the endpoint table has a row for.
fn typed(shapes: &Shapes) -> BTreeSet<&str> {
    endpoints::ALL.iter().filter_map(|row| shapes.operation_of(row)).map(|one| one.id.as_str()).collect()
}

#[test]
fn every_request_matches_the_published_shapes() {
    let shapes = Shapes::read();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    for case in support::vectors::cases("requests") {
        let request = &case.expect["request"];
        let Some(address) = request["url"].as_str().and_then(|url| url.strip_prefix("https://base.example")) else {
            continue;
        };
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let Some(operation) = shapes.operation(request["method"].as_str().unwrap(), path) else { continue };
        seen.insert(operation.id.as_str());
        found.extend(shapes.check_request(operation, query, &request["body"]));
    }
    assert_eq!(seen, typed(&shapes), "operations with a case, and those with a row of the table");
    shapes.assert_known(&[Part::Query, Part::Request], found);
}

#[test]
fn every_operation_has_a_vector_of_its_response() {
    let mut seen = BTreeSet::new();
    for file in ["answers", "posts", "users"] {
        for case in support::vectors::cases(file) {
            let call = case.given.get("call").map_or("posts.get", |call| call.as_str().unwrap()).to_owned();
            seen.extend(endpoints::find(&call).and_then(operation_of).map(|operation| operation.id));
        }
    }
    assert_eq!(seen, OPERATIONS.iter().map(|operation| operation.id).collect());
}

#[test]
fn every_kind_of_difference_is_detected() {
    let shapes = Shapes::read();
    let found = |method: &str, path: &str, query: &str, body: Value| -> BTreeSet<String> {
        let operation = shapes.operation(method, path).unwrap();
        let found = shapes.check_request(operation, query, &body);
        found.into_iter().map(|one| format!("{} {} {}", one.part, one.at, one.problem)).collect()
    };
    let transactions = |query: &str| found("GET", "/experimental/open-platform/transactions", query, Value::Null);
    assert!(transactions("page_size=10&page_token=a%3D").is_empty());
    let problems = ["query page_size form", "query size unknown"];
    assert_eq!(transactions("page_size=ten&size=1"), problems.map(str::to_owned).into());
    let report = |body| found("POST", "/v1/open-platform/user-payments", "", body);
    let good = json!({ "amount_rials": "5", "profit_rials": "1", "reference_id": "7", "services": ["a"] });
    assert!(report(good).is_empty());
    let wrong = json!({ "amount_rials": 5, "profit_rials": "-1", "services": ["a", 7], "x": 1 });
    let problems = [
        "request x unknown",
        "request amount_rials type",
        "request profit_rials form",
        "request services.* type",
        "request reference_id missing",
    ];
    assert_eq!(report(wrong), problems.map(str::to_owned).into());
    assert!(shapes.operation("POST", "/v1/open-platform/users").is_none(), "only in the specification");
    let allowed = shapes.operation("GET", "/experimental/open-platform/user-posts/can-submit").unwrap();
    let response = shapes.check_response(allowed, 200, &json!({ "can_submit": "yes" }));
    assert_eq!((response[0].at.as_str(), response[0].problem.as_str()), ("can_submit", "type"));
}

/// Passes requests on, and checks the responses.
struct Checking {
    inner: Http,
    shapes: Arc<Shapes>,
    found: Mutex<BTreeSet<Finding>>,
    seen: Mutex<BTreeSet<(String, u16)>>,
}

impl Checking {
    fn check(&self, operation: &Operation, response: &Response) {
        self.seen.lock().unwrap().insert((operation.id.clone(), response.status));
        let body: Value = serde_json::from_slice(&response.body).unwrap();
        self.found.lock().unwrap().extend(self.shapes.check_response(operation, response.status, &body));
    }
}

#[async_trait::async_trait]
impl Transport for Checking {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        let (method, url) = (request.method.clone(), request.url.clone());
        let response = self.inner.send(request).await?;
        let path = url.split_once("/base").map(|(_, path)| path.split('?').next().unwrap_or_default());
        if let Some(operation) = path.and_then(|path| self.shapes.operation(method.as_str(), path)) {
            self.check(operation, &response);
        }
        Ok(response)
    }
}

#[tokio::test]
async fn every_response_of_the_sandbox_matches_the_published_shapes() {
    let shapes = Arc::new(Shapes::read());
    let checking = Arc::new(Checking {
        inner: Http::new().unwrap(),
        shapes: shapes.clone(),
        found: Mutex::default(),
        seen: Mutex::default(),
    });
    let fixture = Fixture::start().await;
    let platform = fixture.world.client().transport(checking.clone()).build().unwrap();
    let caller = EndpointCaller::new(&fixture.world, platform);
    for row in callable() {
        caller.run(row).await.unwrap_or_else(|error| panic!("{}: {error}", row.name));
    }
    let permissions = std::mem::take(&mut fixture.world.app().permissions);
    fixture.world.configure_app(|app| app.permissions.clear());
    for row in callable().filter(|row| row.permission.is_some()) {
        caller.call(row, &caller.user(row)).await.expect_err(row.name);
    }
    fixture.world.configure_app(|app| app.permissions = permissions);

    let seen = checking.seen.lock().unwrap();
    let answered: BTreeSet<_> = seen.iter().filter(|(_, status)| *status == 200).map(|(id, _)| id.as_str()).collect();
    assert_eq!(answered, typed(&shapes), "operations that were answered, and those with a row of the table");
    assert!(seen.iter().any(|(_, status)| *status == 403));
    shapes.assert_known(&[Part::Response], checking.found.lock().unwrap().clone());
}
