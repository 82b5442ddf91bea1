//! Vectors of what is sent: requests, retries, and what answers become.

pub mod platform;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use self::platform::{Outcomes, Platform};
use crate::{Case, Verdict, cases, error_is, judge, outcome, same};

/// The first case of a call in `requests.json`: where other files take its arguments and its reply from.
fn example(call: &str) -> Case {
    cases("requests").into_iter().find(|case| case.given["call"] == call).unwrap()
}

#[test]
fn requests() {
    judge("requests", |case| {
        let platform = Platform::new(Outcomes::always(case.given.get("reply")));
        let result = platform.call(case.given["call"].as_str().unwrap(), &case.given["arguments"]);
        let sent = platform.sent();
        if case.expect.get("error").is_some() && !sent.is_empty() {
            return Err(format!("{} request(s) left", sent.len()));
        }
        outcome(result, &case.expect, |address| match case.expect.get("authorization_url") {
            Some(expected) => authorization_url(&address.unwrap(), expected),
            None => match sent.as_slice() {
                [request] => is_request(request, &case.expect["request"]),
                _ => Err(format!("{} requests were sent", sent.len())),
            },
        })
    });
}

fn is_request(request: &open_platform::transport::Request, expected: &Value) -> Verdict {
    same("method", &json!(request.method.as_str()), &expected["method"])?;
    same("url", &json!(request.url), &expected["url"])?;
    for (name, value) in expected["headers"].as_object().unwrap() {
        let all: Vec<_> = request.headers.get_all(name).iter().map(|value| value.to_str().unwrap()).collect();
        same(&format!("header {name}"), &json!(all), &json!([value]))?;
    }
    for name in expected["absent_headers"].as_array().into_iter().flatten() {
        if request.headers.contains_key(name.as_str().unwrap()) {
            return Err(format!("the header {name} was sent"));
        }
    }
    if let Some(body) = expected.get("body") {
        same("body", &serde_json::from_slice(&request.body).unwrap_or_default(), body)?;
    }
    if let Some(form) = expected.get("form") {
        let members: Vec<(String, String)> = url::form_urlencoded::parse(&request.body).into_owned().collect();
        let object: Map<_, _> = members.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        same("members of the form", &json!(members.len()), &json!(object.len()))?;
        same("form", &object.into(), form)?;
    }
    match expected.get("body_base64") {
        Some(body) => same("body", &json!(STANDARD.encode(&request.body)), body),
        None => Ok(()),
    }
}

fn authorization_url(address: &str, expected: &Value) -> Verdict {
    let has = |what: &Value, holds: bool| if holds { Ok(()) } else { Err(format!("{address} lacks {what}")) };
    has(&expected["prefix"], address.starts_with(expected["prefix"].as_str().unwrap()))?;
    for part in expected["contains"].as_array().unwrap() {
        has(part, address.contains(part.as_str().unwrap()))?;
    }
    let url: url::Url = address.parse().unwrap();
    let mut query: Map<_, _> = url.query_pairs().map(|(name, value)| (name.into_owned(), json!(value))).collect();
    same("number of parameters", &json!(url.query_pairs().count()), &json!(query.len()))?;
    let state = query.get("state").and_then(Value::as_str).unwrap_or_default().len();
    has(&json!("a state that is long enough"), state as u64 >= expected["state_min_length"].as_u64().unwrap())?;
    for name in expected["other_parameters"].as_array().unwrap() {
        has(name, query.remove(name.as_str().unwrap()).is_some())?;
    }
    same("query", &query.into(), &expected["query"])
}

#[test]
fn errors() {
    judge("errors", |case| {
        let call = case.given["call"].as_str().unwrap();
        let platform = Platform::single_attempt(Outcomes::always(case.given.get("reply")));
        match platform.call(call, &example(call).given["arguments"]) {
            Err(error) => error_is(&error, &case.expect["error"]),
            Ok(_) => Err("was accepted".into()),
        }
    });
}

#[test]
fn retry() {
    judge("retry", |case| {
        let call = case.given["call"].as_str().unwrap();
        let example = example(call);
        let mut outcomes = case.given["outcomes"].as_array().unwrap().clone();
        for outcome in &mut outcomes {
            if *outcome == json!({ "status": 200 }) {
                *outcome = example.given.get("reply").cloned().unwrap_or(json!({ "status": 200, "body": {} }));
            }
        }
        let platform = Platform::new(Outcomes::in_order(outcomes));
        let result = platform.call(call, &example.given["arguments"]);
        same("number of requests", &json!(platform.sent().len()), &case.expect["requests"])?;
        for (wait, at_least) in
            platform.waits().iter().zip(case.expect["waits_at_least"].as_array().into_iter().flatten())
        {
            if *wait < at_least.as_f64().unwrap() {
                return Err(format!("waited {wait} s, expected {at_least} s at least"));
            }
        }
        match case.expect.get("result").or(case.expect.get("error")) {
            Some(_) => outcome(result, &case.expect, |_| Ok(())),
            None => Ok(()),
        }
    });
}
